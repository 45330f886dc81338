"""Attributes: everything a method says about data is a column, one value per unit.

A column function asks by parameter name for what it needs: ``corpus`` (the side whose units are the rows: gold or
predictions), ``gold``, ``lexicon`` (the training index), ``index`` (the index of gold itself), ``switches``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from nerproof.base.registry import Registry

F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True)
class Attribute:
    """A column: its unit, what its values are, and how it is cut into buckets when it is a number."""

    name: str
    compute: Callable[..., Any]
    unit: str = "mention"  # mention, token or sentence
    kind: str = "number"  # number, flag, or category (codes into ``categories``)
    categories: tuple[str, ...] = ()
    alias: str = ""  # the paper's own symbol, used in results
    rule: str = "equal"  # how buckets.py cuts it
    bucketed: bool = False  # one of the attributes that the interpreteval suite cuts into buckets
    description: str = ""
    citation: str = ""

    @property
    def label(self) -> str:
        return self.alias or self.name


ATTRIBUTES: Registry[Attribute] = Registry("attribute", "nerproof.measures.attributes")


def attribute(name: str, **facts: Any) -> Callable[[F], F]:
    """Registers a function as an attribute; the first line of its docstring describes it."""

    def wrap(compute: F) -> F:
        described = {"description": (compute.__doc__ or "").strip().split("\n")[0], **facts}
        ATTRIBUTES.add(name, Attribute(name, compute, **described))
        return compute

    return wrap
