"""The quality card on the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nerproof.splits.card_verdicts import percent

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

MARKS = {
    "good": "[green]ok  [/green]",
    "look": "[yellow]look[/yellow]",
    "bad": "[red]bad [/red]",
    "note": "[dim]note[/dim]",
}


def show_cards(card: dict[str, Any], console: Console) -> None:
    """One card, or a line per set where a method makes several, and the verdicts."""
    from nerproof.base.terminal import markup as escape

    if "sets" in card:
        _show_sets(card, console)
    else:
        _show_card(card, console)
    for verdict in card["verdicts"]:
        console.print(f"{MARKS[verdict['level']]} {escape(verdict['text'])}", highlight=False, soft_wrap=True)


def _show_sets(card: dict[str, Any], console: Console) -> None:
    unit = f"{next(iter(card['sets'].values()))['unit']}s"
    table = _table("set", "train", "test", "mentions", "random", unit, "random", "density", "off")
    for name, one in card["sets"].items():
        sizes = [f"{one['parts'][part]['samples']:,}" for part in ("train", "test")]
        cells = [row["test"]["within"] for row in [*one["types"].values(), *one["histogram"].values()]]
        off = f"{cells.count(False)} of {len(cells)}"
        table.add_row(name, *sizes, *_beside_random(one, "test|train"), _number(one["parts"]["test"]["density"]), off)
    console.print("Overlap of test with train, beside random parts; off: types and histogram out of tolerance")
    console.print(table)


def _beside_random(card: dict[str, Any], key: str) -> list[str]:
    """Mentions, random, samples, random."""
    rates, random = card["contamination"][key], card["random"][key]
    return [percent(v) for kind in ("mention", "sample_partial") for v in (rates[kind]["value"], random[kind])]


def _show_card(card: dict[str, Any], console: Console) -> None:
    """Parts, contamination and types that are off."""
    console.print(_parts(card))
    console.print(_directions(card))
    console.print(_histogram(card))
    off = _types_off(card)
    if off is not None:
        console.print(off)


def _table(*columns: str) -> Table:
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    for i, column in enumerate(columns):
        table.add_column(column, justify="left" if i == 0 else "right")
    return table


def _parts(card: dict[str, Any]) -> Table:
    table = _table("part", f"{card['unit']}s", "share", "tokens", "mentions", "density", "no entity", "L1 of types")
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
    table = _table("overlap: of|with", "mentions", "random", f"{card['unit']}s", "random", "all seen", "entities")
    for key, rates in card["contamination"].items():
        more = [percent(rates[k]["value"]) for k in ("sample_full", "entity")]
        table.add_row(key, *_beside_random(card, key), *more)
    return table


def _histogram(card: dict[str, Any]) -> Table:
    """The share of samples with so many mentions, and of mentions whose entity occurs once."""
    bins = list(card["histogram"])
    table = _table("by mentions", *bins, "once", "1 token")
    for name in [*card["order"], "corpus"]:
        shares = [percent(_bin_share(card["histogram"][b], name, card)) for b in bins]
        once, single = (card[kind][name]["1"]["value"] for kind in ("frequencies", "lengths"))
        table.add_row(name, *shares, percent(once), percent(single))
    return table


def _bin_share(row: dict[str, Any], name: str, card: dict[str, Any]) -> float | None:
    """Of a part, or of the whole corpus: any part's target divided by its size."""
    part = next(p for p in card["order"] if card["parts"][p]["samples"]) if name == "corpus" else name
    n = card["parts"][part]["samples"]
    value: float = row[part]["target" if name == "corpus" else "count"]
    return value / n if n else None


def _types_off(card: dict[str, Any]) -> Table | None:
    off = [(t, p, c) for t, row in card["types"].items() for p, c in row.items() if not c["within"]]
    if not off:
        return None
    table = _table("type off", "part", "mentions", "expected")
    for t, p, cell in off[:10]:
        table.add_row(t, p, f"{cell['count']:,}", f"{cell['target']:.1f} ± {cell['allowed']:.1f}")
    if len(off) > 10:
        table.add_row(f"… {len(off) - 10} more", "", "", "")
    return table
