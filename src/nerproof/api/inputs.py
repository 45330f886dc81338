"""What people pass, made into what the engine takes: corpora or paths, and Options."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from nerproof.base.errors import UsageError
from nerproof.base.results import Result
from nerproof.corpus import Corpus, join
from nerproof.corpus.typefilter import TypeFilter
from nerproof.engine.prepare import load
from nerproof.engine.study import Input, Options
from nerproof.formats import ReadOptions

if TYPE_CHECKING:
    from nerproof.formats.objects import CorpusLike

COLUMNS = frozenset({"tokens", "words", "token", "word", "text"})  # a dict with such a key is a table, not systems
ONE_SYSTEM = "pred"


FIELDS = frozenset(field.name for field in fields(Options)) - {"types", "reading"}


def options_of(given: Mapping[str, Any]) -> Options:
    """The options of a call from all of its arguments: an object, or keyword arguments of its fields, not both."""
    if isinstance(given.get("suites"), str):
        raise UsageError('suites are a list of names: suites=["standard", "tmr"]')
    types = type_filter(given.get("types", ()), given.get("exclude_types", ()), given.get("rename"))
    own = {name: value for name, value in given.items() if name in FIELDS and value is not None}
    made = Options(types=types, reading=given.get("reading") or ReadOptions(), **own)
    chosen: Options | None = given.get("options")
    if chosen is not None and made != Options():
        raise UsageError("give options=Options(…) or keyword arguments of the same names, not both")
    return chosen or made


def type_filter(
    types: Sequence[str] | TypeFilter, exclude: Sequence[str] = (), rename: Mapping[str, str] | None = None
) -> TypeFilter:
    """Which types count, and under which name."""
    if isinstance(types, TypeFilter):
        return types
    if isinstance(types, str) or isinstance(exclude, str):
        raise UsageError('types are a list of names: types=["PER", "LOC"]')
    return TypeFilter(tuple(types), tuple(exclude), dict(rename or {}))


def one(data: CorpusLike, options: Options, labels: Sequence[str] | None = None, *, predicted: bool = False) -> Input:
    """A path stays a path, so that a large file can be read chunk by chunk; all else becomes a corpus."""
    if isinstance(data, Corpus | str | Path):
        return data
    from nerproof.formats.objects import as_corpus  # and what reads other formats

    return as_corpus(data, options.reading, labels=labels, predicted=predicted)


def several(
    data: CorpusLike | Sequence[CorpusLike] | None, options: Options, labels: Sequence[str] | None = None
) -> list[Input] | None:
    """One corpus or a list of them."""
    if data is None:
        return None
    parts = list(data) if _is_list_of_corpora(data) else [data]
    return [one(part, options, labels) for part in parts] or None


def _is_list_of_corpora(data: Any) -> bool:
    return isinstance(data, list | tuple) and all(
        isinstance(part, str | Path | Corpus) or hasattr(part, "columns") or hasattr(part, "column_names")
        for part in data
    )


def pair(
    gold: CorpusLike,
    predictions: Mapping[str, CorpusLike] | CorpusLike,
    options: Options,
    labels: Sequence[str] | None = None,
) -> tuple[Input, dict[str, Input]]:
    """Gold and the systems; a single corpus of predictions is a system called ``pred``."""
    own = one(gold, options, labels)
    given = systems_of(predictions)
    paths = all(isinstance(x, Corpus | str | Path) for x in given.values())
    if paths:
        return own, given
    text = own if isinstance(own, Corpus) else load(own, options)  # tags without tokens need those of gold
    with_text = replace(options, reading=replace(options.reading, text=text))
    return text, {name: one(x, with_text, labels, predicted=True) for name, x in given.items()}


def systems_of(predictions: Mapping[str, CorpusLike] | CorpusLike) -> dict[str, CorpusLike]:
    if isinstance(predictions, Mapping) and not (COLUMNS & set(predictions)) and not hasattr(predictions, "columns"):
        return dict(predictions)
    name = Path(predictions).name.split(".")[0] if isinstance(predictions, str | Path) else ONE_SYSTEM
    return {name: predictions}


def corpus(
    data: CorpusLike | Sequence[CorpusLike], reading: ReadOptions | None = None, labels: Sequence[str] | None = None
) -> Corpus:
    """Everything given as one corpus."""
    options = Options(reading=reading or ReadOptions())
    parts = [load(part, options) for part in several(data, options, labels) or ()]
    if not parts:
        raise UsageError("no corpus given")
    return parts[0] if len(parts) == 1 else join(parts)


def result(given: Result | str | Path, *, nan_is_undefined: bool = False) -> Result:
    """A result, or the result of a file."""
    return given if isinstance(given, Result) else Result.load(given, nan_is_undefined=nan_is_undefined)
