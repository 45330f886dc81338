"""The quality card on the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nerproof.splits.card_verdicts import percent

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

MARKS = {"good": "[green]ok  [/green]", "look": "[yellow]look[/yellow]", "bad": "[red]bad [/red]"}


def show_cards(card: dict[str, Any], console: Console) -> None:
    """One card, or a line per set where a method makes several."""
    if "sets" not in card:
        show_card(card, console)
        return
    table = _table("", "set", "train", "test", "test|train", "mentions", "density of test")
    for name, one in card["sets"].items():
        rates = one["contamination"]["test|train"]
        sizes = [f"{one['parts'][part]['samples']:,}" for part in ("train", "test")]
        values = [percent(rates[k]["value"]) for k in ("sample_partial", "mention")]
        table.add_row(name, *sizes, *values, _number(one["parts"]["test"]["density"]))
    console.print(table)


def show_card(card: dict[str, Any], console: Console, *, title: str = "") -> None:
    """Parts, contamination, types that are off, and the verdicts."""
    from nerproof.base.terminal import markup as escape

    console.print(_parts(card, title))
    console.print(_directions(card))
    off = _types_off(card)
    if off is not None:
        console.print(off)
    for verdict in card["verdicts"]:
        console.print(f"{MARKS[verdict['level']]} {escape(verdict['text'])}", highlight=False, soft_wrap=True)


def _table(title: str, *columns: str) -> Table:
    from rich.table import Table

    table = Table(title=title or None, title_justify="left", box=None, pad_edge=False)
    for i, column in enumerate(columns):
        table.add_column(column, justify="left" if i == 0 else "right")
    return table


def _parts(card: dict[str, Any], title: str) -> Table:
    table = _table(
        title, "part", f"{card['unit']}s", "share", "tokens", "mentions", "density", "no entity", "L1 of types"
    )
    for name, part in card["parts"].items():
        empty = part["empty_samples"] / part["samples"] if part["samples"] else None
        table.add_row(
            name,
            f"{part['samples']:,}",
            percent(part["share"]),
            f"{part['tokens']:,}",
            f"{part['mentions']:,}",
            _number(part["density"]),
            percent(empty),
            _number(part["l1"]),
        )
    return table


def _number(value: float | None) -> str:
    return "–" if value is None else f"{value:.3f}"


def _directions(card: dict[str, Any]) -> Table:
    table = _table("", "shares an entity: of|with", f"{card['unit']}s", "wholly", "mentions", "entities", "random")
    for key, rates in card["contamination"].items():
        values = [percent(rates[k]["value"]) for k in ("sample_partial", "sample_full", "mention", "entity")]
        table.add_row(key, *values, percent(card["random"].get(key)))
    return table


def _types_off(card: dict[str, Any]) -> Table | None:
    off = [(t, p, c) for t, row in card["types"].items() for p, c in row.items() if not c["within"]]
    if not off:
        return None
    table = _table("", "type off", "part", "mentions", "expected")
    for t, p, cell in off[:10]:
        table.add_row(t, p, f"{cell['count']:,}", f"{cell['target']:.1f} ± {cell['allowed']:.1f}")
    if len(off) > 10:
        table.add_row(f"… {len(off) - 10} more", "", "", "")
    return table
