"""A judge's page: attacked and untouched sentences, blinded and shuffled, for a person to mark; and the reading.

The page is one file without network or server. Its marks are saved as JSON; the key, which says what each sentence
is, is written beside it and is not in the page.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from nerproof.base.atomic import atomic_folder
from nerproof.base.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from nerproof.corpus import Corpus
    from nerproof.corpus.edits import Transformed

PAGE = Path(__file__).resolve().parent / "data" / "review.html"
ATTACKED, UNTOUCHED = "attacked", "untouched"
QUESTIONS = {
    "written": "Could somebody have written this sentence? (grammar, a/an, capitals)",
    "types": "Is every marked name of the type that stands behind it?",
}
ANSWERS = ("yes", "no")


@dataclass(frozen=True)
class Review:
    """What a judge sees, and the key."""

    items: Sequence[dict[str, Any]]  # tokens, mentions
    key: Sequence[dict[str, Any]]  # kind, sentence, original, edits

    @classmethod
    def draw(cls, original: Corpus, done: Transformed, n: int, seed: int) -> Review:
        """``n`` attacked sentences and half as many as they were before, in random order; none is shown twice."""
        rng = np.random.default_rng(seed)
        some = rng.permutation(sorted({e.sentence for e in done.made}))[: n + n // 2].tolist()
        attacked = -(-2 * len(some) // 3)
        chosen = [(s, ATTACKED if i < attacked else UNTOUCHED) for i, s in enumerate(some)]
        order = [chosen[i] for i in rng.permutation(len(chosen)).tolist()]
        corpora = {ATTACKED: done.corpus, UNTOUCHED: original}
        spans = {kind: list(corpus.mentions_by_sentence()) for kind, corpus in corpora.items()}
        items = [{"tokens": corpora[kind].sentence(s), "mentions": spans[kind][s]} for s, kind in order]
        edits: dict[int, list[str]] = {}
        for e in done.made:
            edits.setdefault(e.sentence, []).append(f"{e.original} → {e.new}")
        key = [
            {
                "kind": kind,
                "sentence": s,
                "original": " ".join(original.sentence(s)),
                "edits": edits.get(s, []) if kind == ATTACKED else [],
            }
            for s, kind in order
        ]
        return cls(items, key)

    def write(self, folder: Path) -> None:
        """``review.html`` for the judge, ``review-key.json`` for the reading."""
        key = json.dumps({"items": list(self.key)}, ensure_ascii=False, indent=1) + "\n"
        with atomic_folder(folder, merge=True) as place:
            (place / "review.html").write_text(page(self.items), encoding="utf-8", newline="\n")
            (place / "review-key.json").write_text(key, encoding="utf-8", newline="\n")


def page(items: Sequence[Mapping[str, Any]]) -> str:
    """The page as HTML; nothing in it says which sentences were attacked."""
    rows = "\n".join(_row(i, item) for i, item in enumerate(items))
    return PAGE.read_text("utf-8").replace("{rows}", rows).replace("{n}", str(len(items)))


def _row(i: int, item: Mapping[str, Any]) -> str:
    opens = {s for s, _, _ in item["mentions"]}
    types = {e: t for _, e, t in item["mentions"]}
    words = []
    for p, token in enumerate(item["tokens"]):
        text = escape(token)
        end = f"</mark><sub>{escape(types[p + 1])}</sub>" if p + 1 in types else ""
        words.append(("<mark>" if p in opens else "") + text + end)
    asked = "".join(
        f"<fieldset><legend>{escape(text)}</legend>"
        + "".join(f'<label><input type="radio" name="{name}-{i}" value="{a}"> {a}</label>' for a in ANSWERS)
        + "</fieldset>"
        for name, text in QUESTIONS.items()
    )
    return f"<section><h2>{i + 1}</h2><p>{' '.join(words)}</p>{asked}</section>"


def score(key: Path, marks: Path) -> dict[str, Any]:
    """Shares of yes by question, of attacked and of untouched sentences."""
    items, marked = _read(key, "items"), _read(marks, "marks")
    if len(marked) != len(items):
        raise InputError.at(marks, None, f"has {len(marked)} marks; the key has {len(items)} sentences")
    found: dict[str, Any] = {}
    for kind in (ATTACKED, UNTOUCHED):
        own = [m for item, m in zip(items, marked, strict=True) if item["kind"] == kind]
        found[kind] = {q: _share([m.get(q) for m in own]) for q in QUESTIONS}
    return found


def _share(answers: Sequence[str | None]) -> dict[str, Any]:
    given = [a for a in answers if a in ANSWERS]
    yes = given.count("yes")
    return {"yes": yes, "of": len(given), "share": yes / len(given) if given else None}


def _read(path: Path, name: str) -> list[dict[str, Any]]:
    try:
        found = json.loads(path.read_text("utf-8"))[name]
        if isinstance(found, list) and all(isinstance(x, dict) for x in found):
            return found
    except (OSError, ValueError, KeyError, TypeError):
        pass
    fix = "Give review-key.json of the folder and the file that the page saved."
    raise InputError.at(path, None, f"holds no list of {name}", fix=fix)
