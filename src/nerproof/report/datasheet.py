"""A datasheet as Markdown (with the block of a Hugging Face dataset card) and as a page: the same sections in both."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from nerproof.report.cells import TextTable, percent
from nerproof.report.html import page
from nerproof.report.markdown import safe, table

STYLES = ("base.css", "page.css", "table.css", "audit.css")
SIZES = ((1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"), (1_000_000, "100K<n<1M"))
HUB_NAMES = {"dev": "validation"}  # what the Hub calls a part


@dataclass(frozen=True)
class Section:
    """A heading, sentences, and a table."""

    title: str
    text: tuple[str, ...] = ()
    table: TextTable | None = None


def to_markdown(sheet: Mapping[str, Any]) -> str:
    """The datasheet, below the YAML block that the Hub reads."""
    blocks = [front_matter(sheet), "# Datasheet"]
    for section in sections(sheet):
        blocks += [f"## {section.title}", *(safe(line) for line in section.text)]
        blocks += [table(section.table, titled=False)] if section.table else []
    return "\n\n".join([*blocks, f"`nerproof {sheet['version']}`"]) + "\n"


def to_html(sheet: Mapping[str, Any]) -> str:
    """One page that fetches nothing."""
    parts = list(sections(sheet))
    return page("datasheet.html", STYLES, title="nerproof datasheet", sections=parts, version=sheet["version"])


def front_matter(sheet: Mapping[str, Any]) -> str:
    """The block of a dataset card: task, size and splits. JSON is YAML, and no name can break out of it."""
    total = sum(part["sentences"] for part in sheet["parts"].values())
    size = next((name for top, name in SIZES if total < top), "n>1M")
    splits = [{"name": HUB_NAMES.get(n, n), "num_examples": p["sentences"]} for n, p in sheet["parts"].items()]
    lines = {
        "task_categories": ["token-classification"],
        "task_ids": ["named-entity-recognition"],
        "size_categories": [size],
        "dataset_info": {"splits": splits},
    }
    body = [f"{key}: {json.dumps(value, ensure_ascii=True)}" for key, value in lines.items()]
    return "\n".join(["---", *body, "---"])


def sections(sheet: Mapping[str, Any]) -> Iterator[Section]:
    yield Section("Parts", (), _parts(sheet))
    yield Section("Types", ("Mentions of each entity type.",), _types(sheet))
    if len(sheet["parts"]) > 1:
        yield _overlap(sheet)
        yield _duplicates(sheet)
    yield _ambiguous(sheet["ambiguous"])
    yield _errors(sheet["inconsistencies"])
    yield _recipe(sheet["recipe"])


def _parts(sheet: Mapping[str, Any]) -> TextTable:
    header = ("part", "documents", "sentences", "tokens", "mentions", "scheme", "file", "digest")
    rows = []
    for name, part in sheet["parts"].items():
        counts = ["–" if part[k] is None else f"{part[k]:,}" for k in ("documents", "sentences", "tokens", "mentions")]
        rows.append((name, *counts, part["scheme"] or "–", ", ".join(part["files"]) or "–", part["digest"]))
    return TextTable("Parts", header, rows)


def _types(sheet: Mapping[str, Any]) -> TextTable:
    names = sorted({t for types in sheet["types"].values() for t in types})
    rows = [(name, *(f"{types.get(name, 0):,}" for types in sheet["types"].values())) for name in names]
    return TextTable("Types", ("type", *sheet["types"]), rows)


def _overlap(sheet: Mapping[str, Any]) -> Section:
    first = next(iter(sheet["parts"]))
    rows = []
    for direction, rates in sheet["overlap"].items():
        values = (
            f"{percent(r['value'])} ({r['count']:,} of {r['total']:,})"
            for r in (rates["mention"], rates["sample_partial"])
        )
        rows.append((direction.partition("|")[0], *values))
    text = f"Mentions whose entity is also in {first}, and sentences with such a mention: a system can remember them."
    return Section(f"Overlap with {first}", (text,), TextTable("", ("part", "mentions (%)", "sentences (%)"), rows))


def _duplicates(sheet: Mapping[str, Any]) -> Section:
    found = sheet["duplicates"]
    kinds = {"the same": found["exact"], "similar": found["near"]}
    rows = [
        (direction.replace("|", " in "), kind, f"{rate['count']:,} of {rate['total']:,}")
        for kind, report in kinds.items()
        if report is not None
        for direction, rate in report["directions"].items()
    ]
    alike = f"they share at least {100 * found['similarity']:.0f} % of their words"
    text = f"Sentences that also occur in another part. Similar: {alike}."
    return Section("Duplicates", (text,), TextTable("", ("sentences of", "kind", "number"), rows))


def _ambiguous(found: Mapping[str, Any]) -> Section:
    rows = [(name, ", ".join(f"{t} {n:,}" for t, n in types.items())) for name, types in found["examples"].items()]
    shown = f"; the {len(rows)} most frequent are shown" if found["names"] > len(rows) else ""
    names = "1 name has" if found["names"] == 1 else f"{found['names']:,} names have"
    text = f"{names} two or more types ({found['mentions']:,} mentions){shown}."
    return Section("Ambiguous names", (text,), TextTable("", ("name", "mentions by type"), rows) if rows else None)


def _errors(found: list[Mapping[str, Any]]) -> Section:
    if not found:
        return Section("Likely errors", ("No name is annotated in two ways between the same two words.",))
    rows = [
        (f"{x['left']} [{x['text']}] {x['right']}", ", ".join(f"{k} {n:,}" for k, n in x["labels"].items()))
        for x in found
    ]
    text = "The same name between the same two words, annotated in more than one way. All: nerproof audit."
    return Section("Likely errors", (text,), TextTable("", ("name in context", "annotated as"), rows))


def _recipe(found: Mapping[str, Any] | None) -> Section:
    if found is None:
        return Section("Split", ("No record of how the parts were made (no manifest.json beside them).",))
    chosen = {k: v for k, v in (found["options"] or {}).items() if v not in (None, False, 0, 0.0)}
    options = ", ".join(f"{k} {json.dumps(v, ensure_ascii=False)}" for k, v in sorted(chosen.items()))
    text = f"Made by nerproof split: method {found['method']}, unit {found['unit']}, seed {found['seed']}; {options}."
    return Section(
        "Split", (text, "manifest.json lists the samples of every part: nerproof split --from recreates it.")
    )
