"""describe() for a test set larger than memory: the same tables, piece by piece."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from nerproof.base.results import Result
from nerproof.engines.cutting import NotStreamable
from nerproof.engines.plan import check
from nerproof.index.statistics import statistics_of
from nerproof.lexicon import Lexicon
from nerproof.streaming import streamed
from nerproof.studies.description import signature, table
from nerproof.study import Input, Options

if TYPE_CHECKING:
    from nerproof.corpus import Corpus
    from nerproof.engines.partials import Context


def describe_stream(
    test: str | Path,
    train: Input | Sequence[Input],
    dev: Input | Sequence[Input] | None = None,
    *,
    options: Options,
    jobs: int = 1,
    train_in_pieces: bool | None = None,
) -> Result:
    """What ``describe`` says about training, development and test data; raises NotStreamable where it cannot be."""
    if options.with_dev:
        raise NotStreamable("--with-dev needs all of the data at once")
    check(options, {"": test})
    found, context = streamed(test, {}, train, dev, options, jobs, train_in_pieces)
    return _described(found, context, test, options)


def _described(found: Result, context: Context, test: str | Path, options: Options) -> Result:
    own: dict[str, dict[str, int]] = found.extras["statistics"]
    assert context.lexicon is not None
    if context.dev is not None:
        both = {"train": context.lexicon, "dev": context.others.get("dev") or Lexicon(context.dev)}
        own = {"train": own["train"], "dev": statistics_of(both)["dev"], "test": own["test"]}
    parts: dict[str, Any] = {"train": context.train, "dev": context.dev, "test": _Named(str(test), found)}
    given = {name: cast("Corpus", part) for name, part in parts.items() if part is not None}
    about = [row for row in found.rows if not row.system]
    own_notes = [note for part in (context.train, context.dev) if part is not None for note in part.notes]
    others = [note for note in found.notes if not note.startswith(("skipped ", "caution: ")) and note not in own_notes]
    notes = [*own_notes, *others]
    return Result(signature(given, options.switches, with_dev=False), [*table(own), *about], notes)


class _Named:
    """What the signature says about a test set that was never there as a whole."""

    def __init__(self, path: str, found: Result) -> None:
        self.sources = (path,)
        self.digest = str(found.signature["gold"]).rpartition("@")[2]
