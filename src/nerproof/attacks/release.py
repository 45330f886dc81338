"""Attacked corpora on disk: corpus, alignment, log, control and manifest, and the folder that holds a benchmark."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from nerproof.attacks import COVERAGES, AttackOptions, attack
from nerproof.attacks.review import Review
from nerproof.base.atomic import atomic_folder
from nerproof.base.errors import UsageError
from nerproof.base.version import __version__
from nerproof.corpus.edits import Transformed, alignment, write_edits
from nerproof.formats import FORMATS, write
from nerproof.measures.attack_sizes import naturally_unseen, seen_words, sizes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from nerproof.corpus import Corpus

SETTINGS = {"E": "entity", "C": "context", "full": "full"}
WITH_NAMES = ("entity", "full")  # attacks that put in names, so that the controls belong beside them


@dataclass(frozen=True)
class Release:
    """Where and how attacked corpora are written; ``facts`` go into every manifest (reference model and such)."""

    folder: Path
    format: str
    options: AttackOptions
    seed: int = 0
    facts: dict[str, Any] = field(default_factory=dict)

    def write(self, corpus: Corpus, mode: str, *, curve: bool = False, review: int = 0) -> dict[str, Any]:
        """One attack: the corpus, its alignment, the log, the controls; the curve and a judge's page if asked for."""
        with atomic_folder(self.folder, merge=True) as place:
            return replace(self, folder=place)._write(corpus, mode, curve=curve, review=review)  # noqa: SLF001

    def _write(self, corpus: Corpus, mode: str, *, curve: bool, review: int) -> dict[str, Any]:
        done = attack(corpus, mode, self.options, seed=self.seed)
        if mode == "entity" and done.notes and self.options.coverage == 100 and not (self.options.hard or done.made):
            raise UsageError(f"no mention can be attacked: {done.notes[0]}")
        if review:
            Review.draw(corpus, done, review, self.seed).write(self.folder)
        manifest = self._one(self.folder, corpus, done, mode)
        if mode in WITH_NAMES:
            manifest["controls"] = {c: self._control(self.folder, corpus, c) for c in self.controls()}
        if curve and mode in WITH_NAMES:
            for coverage in COVERAGES:
                options = replace(self.options, coverage=coverage)
                part = attack(corpus, "entity", options, seed=self.seed)
                place = replace(self, options=options, folder=self.folder / f"coverage-{coverage}")
                place._one(place.folder, corpus, part, "entity")  # noqa: SLF001
            manifest["curve"] = list(COVERAGES)
        _write_json(self.folder / "manifest.json", manifest)
        return manifest

    def name_of(self, stem: str) -> str:
        return f"{stem}{FORMATS[self.format].suffix}"

    def _one(self, folder: Path, corpus: Corpus, done: Transformed, mode: str) -> dict[str, Any]:
        folder.mkdir(parents=True, exist_ok=True)
        losses = write(done.corpus, folder / self.name_of("attacked"), format=self.format)
        write_edits(done.edits, folder / "edits.jsonl")
        _write_json(folder / "alignment.json", alignment(corpus, done.edits, done.corpus), indent=None)
        manifest = {
            "attack": mode,
            "seed": self.seed,
            "version": __version__,
            "original": {"files": [Path(s).name for s in corpus.sources], "digest": corpus.digest},
            "train": self.options.train.digest if self.options.train is not None else None,
            "format": self.format,
            "facts": done.facts,
            "notes": [*done.notes, *losses],
            "statistics": self.statistics(corpus, done),
            **self.facts,
        }
        _write_json(folder / "manifest.json", manifest)
        return manifest

    def controls(self) -> list[str]:
        """The controls that the given files allow: seen names need train, natural new ones train or held-out gold."""
        swap = ["swap"] if self.options.train is not None else []
        return swap + (["natural"] if self.options.train is not None or self.options.others else [])

    def _control(self, folder: Path, corpus: Corpus, control: str) -> dict[str, Any]:
        done = attack(corpus, control, self.options, seed=self.seed)
        write(done.corpus, folder / self.name_of(f"control-{control}"), format=self.format)
        write_edits(done.edits, folder / f"control-{control}-edits.jsonl")
        return dict(done.facts)

    def statistics(self, corpus: Corpus, done: Transformed) -> dict[str, Any]:
        """Tables 2, 3 and 4; 2 is about names, 4 needs the training data."""
        o = self.options
        seen = seen_words(o.train, {"original": corpus, "attacked": done.corpus}) if o.train is not None else None
        unseen = naturally_unseen(o.train, corpus) if o.train is not None else None
        return {
            "dictionary": done.facts.get("entity", done.facts).get("dictionary"),
            "sizes": sizes(corpus, done.edits),
            "entity_words": seen,
            "naturally_unseen": unseen,
        }


def write_benchmark(release: Release, corpora: Sequence[tuple[str, Corpus]]) -> dict[str, Any]:
    """A release like OntoRock: none, E, C and full of every corpus, a manifest, licences and tables 2-4."""
    with atomic_folder(release.folder, merge=True) as place:
        return _write_benchmark(replace(release, folder=place), corpora)


def _write_benchmark(release: Release, corpora: Sequence[tuple[str, Corpus]]) -> dict[str, Any]:
    parts: dict[str, Any] = {}
    notes: list[str] = []
    for name, corpus in corpora:
        folder = release.folder / name
        (folder / "none").mkdir(parents=True, exist_ok=True)
        write(corpus, folder / "none" / release.name_of("gold"), format=release.format)
        made, refused = _settings(replace(release, folder=folder), corpus)
        notes += [f"{name}: {note}" for note in refused]
        parts[name] = {s: {"facts": m["facts"], "statistics": m["statistics"]} for s, m in made.items()}
        notes += [f"{name}: {note}" for note in made["E"]["notes"]]
    gazetteer = release.options.gazetteer
    manifest = {
        "benchmark": sorted(parts),
        "settings": ["none", *SETTINGS],
        "notes": notes,
        "seed": release.seed,
        "version": __version__,
        "names": {"origin": gazetteer.origin, "licence": gazetteer.licence} if gazetteer is not None else None,
        **release.facts,
    }
    _write_json(release.folder / "manifest.json", manifest)
    _write_json(release.folder / "statistics.json", parts)
    _write_text(release.folder / "LICENCES.md", licence_notes(release, corpora))
    _write_text(release.folder / "STATISTICS.md", statistics_page(parts))
    return manifest


def _settings(release: Release, corpus: Corpus) -> tuple[dict[str, dict[str, Any]], list[str]]:
    """The manifests of the settings that can be made, and why others cannot: contexts of some languages are refused."""
    made, refused = {}, []
    for setting, mode in SETTINGS.items():
        try:
            made[setting] = replace(release, folder=release.folder / setting).write(corpus, mode)
        except UsageError as error:
            if mode == "entity":
                raise
            refused.append(f"no setting {setting}: {error}")
    return made, refused


def licence_notes(release: Release, corpora: Sequence[tuple[str, Corpus]]) -> str:
    """Whose rights an attacked corpus carries: the texts' owner's, and the names' source's."""
    gazetteer = release.options.gazetteer
    lines = ["# Licences", "", "The texts belong to whoever owns the original corpora, changed or not:", ""]
    lines += [f"- {name}: {', '.join(Path(s).name for s in c.sources) or 'memory'} ({c.digest})" for name, c in corpora]
    if gazetteer is not None:
        lines += [
            "",
            "The names that were put in come from:",
            "",
            f"- {gazetteer.origin}: {gazetteer.licence}",
        ]
    lines += ["", "Ask the owner of the texts before you pass this folder on.", ""]
    return "\n".join(lines)


def statistics_page(parts: dict[str, Any]) -> str:
    """Tables 2, 3 and 4 as Markdown."""
    lines = ["# Statistics", ""]
    for corpus, settings in parts.items():
        full = settings.get("full", settings["E"])["statistics"]
        lines += [f"## {corpus}", "", "Names by type (the full attack)", ""]
        lines += [*_table(full["dictionary"]), "Sizes", ""]
        lines += [*_table([{"setting": s, **v["statistics"]["sizes"]} for s, v in settings.items()])]
        lines += [
            "Distinct entity words, and the share of them seen in train",
            "",
            *_table(full["entity_words"]),
        ]
    return "\n".join(lines)


def _table(rows: list[dict[str, Any]] | None) -> list[str]:
    if not rows:
        return ["–", ""]
    head = list(rows[0])
    body = [f"| {' | '.join(_shown(r[h]) for h in head)} |" for r in rows]
    return [f"| {' | '.join(head)} |", "|" + "---|" * len(head), *body, ""]


def _shown(value: Any) -> str:
    if value is None:
        return "–"
    return f"{100 * value:.1f} %" if isinstance(value, float) else str(value)


def _write_json(path: Path, value: Any, *, indent: int | None = 1) -> None:
    _write_text(path, json.dumps(value, sort_keys=True, indent=indent, ensure_ascii=False) + "\n")


def _write_text(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8", newline="\n")  # the whole folder is put in place at once
