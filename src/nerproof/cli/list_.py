"""nerproof list: everything registered, by kind."""

from __future__ import annotations

import importlib

import click

from nerproof.base.registry import first_line_of_module

# kind -> where its registry lives; only the kind asked for is imported.
KINDS = {
    "attributes": ("nerproof.measures.attributes", "ATTRIBUTES"),
    "metrics": ("nerproof.measures.metrics", "METRICS"),
    "suites": ("nerproof.suites.recipe", "SUITES"),
    "formats": ("nerproof.formats", "FORMATS"),
    "splits": ("nerproof.splits", "SPLITS"),
    "attacks": ("nerproof.attacks", "ATTACKS"),
    "augmentations": ("nerproof.augmentations", "AUGMENTATIONS"),
    "gazetteers": ("nerproof.gazetteers", "GAZETTEERS"),
    "models": ("nerproof.models", "MODELS"),
    "recipes": ("nerproof.experiments", "RECIPES"),
    "findings": ("nerproof.findings", "RULES"),
    "compats": ("nerproof.compat", "SCORERS"),
}


@click.command()
@click.argument("kinds", nargs=-1, metavar="[KIND]...")
def command(kinds: tuple[str, ...]) -> None:
    """Lists available attributes, metrics, suites, formats, splits, attacks, models, findings and more.

    \b
    Examples:
      nerproof list
      nerproof list attributes
    """
    from nerproof.base.errors import UnknownName

    for kind in kinds:
        if kind not in KINDS and kind + "s" not in KINDS:
            raise UnknownName.among("kind", kind, KINDS)
    for kind in [k if k in KINDS else k + "s" for k in kinds] or KINDS:
        click.echo(f"{kind}:")
        for name, what in describe(kind):
            click.echo(f"  {name:<28}{what}".rstrip())


def describe(kind: str) -> list[tuple[str, str]]:
    """Names of a kind with one line each."""
    module, attribute = KINDS[kind]
    registry = getattr(importlib.import_module(module), attribute)
    return [(name, _line(item)) for name, item in registry.items()]


def _line(item: object) -> str:
    text = getattr(item, "description", "") or getattr(item, "__doc__", "") or ""
    module = getattr(item, "__module__", "")
    if isinstance(item, type) or module.startswith("nerproof.findings."):  # the file says what it is
        text = first_line_of_module(item)
    return str(text).strip().split("\n")[0]
