"""Attacked test sets and predictions on them, from files: what ``evaluate --attacked`` reads and shows."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from nerproof.attacks.hard import refuse_same
from nerproof.base.errors import InputError, UsageError
from nerproof.corpus.align import align
from nerproof.corpus.edits import Edit
from nerproof.formats import read
from nerproof.measures.pairing import Pair
from nerproof.models.files import SIDECAR
from nerproof.suites.attacked import CONTROLS, Attacked, Setting

if TYPE_CHECKING:
    from nerproof.corpus import Corpus
    from nerproof.engine.evaluate import Options


def load_settings(
    original: Corpus, places: Sequence[str], predictions: Sequence[str], options: Options
) -> dict[str, Setting]:
    """From ``SETTING=FILE_OR_FOLDER`` and ``SETTING:SYSTEM=FILE``; a folder is what ``nerproof attack`` wrote.

    The controls and the coverages of a folder become settings of their own where predictions for them are given.
    """
    files = _files(places)
    wanted = _predictions(predictions)
    found = {}
    for name, systems in wanted.items():
        if name not in files:
            known = ", ".join(sorted(files)) or "none"
            raise UsageError(f"predictions for the setting {name!r}, which --attacked does not name (known: {known}).")
        gold = options.types.apply(read(files[name], options.reading))
        _check(original, gold, files[name])
        read_systems = {s: options.types.apply(read(p, options.reading)) for s, p in systems.items()}
        aligned = {
            s: align(gold, c, mode=options.align, allow_truncated=options.allow_truncated)
            for s, c in read_systems.items()
        }
        edits, facts = _log(files[name])
        _refuse_circular(facts, systems)
        found[name] = Setting(name, gold, aligned, edits, facts)
    without = sorted(set(files) - set(wanted) - _implied(files))
    if without:
        raise UsageError(
            f"no predictions for the setting {without[0]!r}. Give: --attacked-pred {without[0]}:NAME=FILE."
        )
    return found


def side_by_side(pairs: Mapping[str, Pair], attacked: Attacked, *, budget: int = 40) -> list[dict[str, Any]]:
    """Per setting, sentences in which a mention that was found is lost, original beside attacked, with predictions."""
    found = []
    for name, setting in attacked.items():
        if setting.is_curve or name in CONTROLS:
            continue
        own = {s: Pair.of(setting.gold, c, name=s) for s, c in setting.systems.items() if s in pairs}
        before, after = _Drawing({s: pairs[s] for s in own}), _Drawing(own)
        lost = np.zeros(setting.gold.n_sentences, dtype=np.int64)
        for system, pair in own.items():
            fallen = pairs[system].gold_hit & ~pair.gold_hit
            lost += np.bincount(pair.gold_sentence[fallen], minlength=len(lost))
        worst = np.sort(np.argsort(-lost, kind="stable")[:budget])
        chosen = worst[lost[worst] > 0].tolist()
        found += [{"setting": name, "original": before.item(i), "attacked": after.item(i)} for i in chosen]
    return found


class _Drawing:
    """Sentences as the report draws them."""

    def __init__(self, pairs: Mapping[str, Pair]) -> None:
        self.pairs = pairs
        self.gold = next(iter(pairs.values())).gold
        self.mentions = list(self.gold.mentions_by_sentence())
        self.predicted = {name: list(p.pred.mentions_by_sentence()) for name, p in pairs.items()}

    def item(self, i: int) -> dict[str, Any]:
        return {
            "place": self.gold.place(i),
            "document": None,
            "tokens": self.gold.sentence(i),
            "gold": [[*row, []] for row in self.mentions[i]],
            "pred": {
                name: [
                    [*row, [], int(hit), "correct" if hit else "wrong"]
                    for row, hit in zip(self.predicted[name][i], p.pred_hit[p.pred_sentence == i].tolist(), strict=True)
                ]
                for name, p in self.pairs.items()
            },
        }


def _files(places: Sequence[str]) -> dict[str, Path]:
    """The corpus of every setting, those inside folders too."""
    found: dict[str, Path] = {}
    for text in places:
        name, equals, place = text.rpartition("=")
        if not equals or not name:
            raise UsageError(f"{text!r} is not of the form --attacked SETTING=FILE_OR_FOLDER")
        path = Path(place)
        found[name] = _corpus_in(path, "attacked") if path.is_dir() else path
        if path.is_dir():
            for part in sorted(path.glob("coverage-*")):
                found.setdefault(f"coverage={part.name.removeprefix('coverage-')}", _corpus_in(part, "attacked"))
            for control in CONTROLS:
                if list(path.glob(f"control-{control}.*")):
                    found.setdefault(control, _corpus_in(path, f"control-{control}"))
    return found


def _implied(files: Mapping[str, Path]) -> set[str]:
    """Settings that came with a folder: nobody asked for them by name."""
    return {name for name in files if name in CONTROLS or name.startswith("coverage=")}


def _corpus_in(folder: Path, stem: str) -> Path:
    files = sorted(folder.glob(f"{stem}.*"))
    if not files:
        fix = "Give a folder that nerproof attack wrote, or a file."
        raise InputError.at(folder, None, f"has no {stem} corpus", fix=fix)
    return files[0]


def _predictions(texts: Sequence[str]) -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = {}
    for text in texts:
        setting, colon, rest = text.partition(":")
        name, equals, path = rest.partition("=")
        if not (colon and equals and setting and name and path):
            raise UsageError(f"{text!r} is not of the form --attacked-pred SETTING:NAME=FILE")
        found.setdefault(setting, {})[name] = path
    return found


def _log(corpus: Path) -> tuple[list[Edit], dict[str, Any]]:
    """The edits and the manifest beside an attacked corpus; none where the corpus came from elsewhere."""
    stem = corpus.name.split(".")[0]
    control = stem.startswith("control-")
    log = corpus.parent / (f"{stem}-edits.jsonl" if control else "edits.jsonl")
    manifest = corpus.parent / "manifest.json"
    edits, facts = [], {}
    if log.exists():
        edits = [Edit(**json.loads(line)) for line in log.read_text("utf-8").splitlines()]
    if manifest.exists() and not control:
        facts = json.loads(manifest.read_text("utf-8"))
    return edits, facts


def _refuse_circular(facts: Mapping[str, Any], systems: Mapping[str, str]) -> None:
    """Predictions of the very model that names or contexts were chosen against are no evidence."""
    attack = facts.get("facts", {})
    hard = attack.get("entity", attack).get("hard_filter")
    if not facts.get("reference_digest") or not (hard or attack.get("attack") in {"context", "full"}):
        return
    origins = {f"{name}, {path}": _origin(Path(path + SIDECAR)) for name, path in systems.items()}
    refuse_same(facts["reference_digest"], origins)


def _origin(sidecar: Path) -> str:
    """The digest of the model that made predictions; empty where nobody wrote it down."""
    if not sidecar.exists():
        return ""
    return str(json.loads(sidecar.read_text("utf-8")).get("model_digest") or "")


def _check(original: Corpus, attacked: Corpus, path: Path) -> None:
    """The same sentences with the same mentions, or scores could not be compared."""
    for what, a, b in (
        ("sentences", original.n_sentences, attacked.n_sentences),
        ("mentions", len(original.mentions), len(attacked.mentions)),
    ):
        if a != b:
            fix = "It must be an attacked version of the original."
            raise InputError.at(path, None, f"has {b} {what}; the original has {a}", fix=fix)
    types = [[c.types[t] for t in c.mentions.type.tolist()] for c in (original, attacked)]
    if types[0] != types[1] or (original.sentence_of_mention != attacked.sentence_of_mention).any():
        fix = "It must be an attacked version of the original."
        raise InputError.at(path, None, "has other mentions than the original", fix=fix)
