"""Attributes: everything a method says about data is a column, one value per unit.

A column function asks by parameter name for what it needs: ``corpus`` (the side whose units are the rows: gold or
predictions), ``gold``, ``lexicon`` (the training index), ``numbers`` (of the sentences in all of gold), ``switches``.
It is asked about a chunk of sentences at a time.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
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
    def own(self) -> bool:
        """Whether it came from outside: another process may not know it."""
        return not self.compute.__module__.startswith(f"{__name__}.")

    @property
    def label(self) -> str:
        return self.alias or self.name


ATTRIBUTES: Registry[Attribute] = Registry("attribute", "nerproof.measures.attributes")


def add(item: Attribute) -> None:
    """Registers an attribute; one of the user's own may be given again. A flag in buckets is two categories."""
    if item.kind == "flag" and item.bucketed:
        item = replace(item, kind="category", categories=("no", "yes"))
    ATTRIBUTES.forget(item.name, lambda known: known.own)
    ATTRIBUTES.add(item.name, item)


def attribute(name: str, **facts: Any) -> Callable[[F], F]:
    """Registers a function as an attribute; the first line of its docstring describes it.

    An attribute from outside the package is cut into buckets unless it says otherwise: that is what it is there for.
    """

    def wrap(compute: F) -> F:
        outside = not compute.__module__.startswith("nerproof.")
        described = {"description": (compute.__doc__ or "").strip().split("\n")[0], "bucketed": outside, **facts}
        add(Attribute(name, compute, **described))
        return compute

    return wrap
