"""Python objects as corpora: lists of tokens and tags, records, tables, Hugging Face datasets, spaCy documents.

Libraries are recognised by what their objects offer; none is imported.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any, TypeAlias

from nerproof.base.errors import UsageError
from nerproof.corpus import Corpus
from nerproof.corpus.taglists import check_same_lengths
from nerproof.formats import ReadOptions, read
from nerproof.formats.jsonrecords import Place
from nerproof.formats.records import corpus_of_records
from nerproof.formats.source import Source

Record = dict[str, Any]
CorpusLike: TypeAlias = Any  # whatever ``as_corpus`` takes: no library that makes such objects is imported here

TOKENS = ("tokens", "words")  # a column of lists, one per sentence
TOKEN = ("token", "word", "form", "text")  # a column of strings, one per token
TAG = ("tag", "label", "ner_tag", "ner", "labels", "tags")
SENTENCE = ("sentence_id", "sent_id", "sentence", "sentence_number", "sentence #", "id")
HOW = (
    "Pass a path, a Corpus, a list of (tokens, tags) pairs, a list of dicts with 'tokens' and 'tags', a table with "
    "such columns, a Hugging Face dataset, or spaCy Docs"
)


class Memory(Source):
    """An input that is no file."""

    @property
    def is_folder(self) -> bool:
        """It has no bytes whose digest could be taken."""
        return True


def as_corpus(
    data: Any, options: ReadOptions | None = None, *, labels: Sequence[str] | None = None, predicted: bool = False
) -> Corpus:
    """Makes a corpus from a path or a Python object.

    Args:
        data: A path, (tokens, tags) pairs, records, a table, a Hugging Face dataset, or spaCy Docs or Examples.
        options: How to read tags (scheme, repair) and, for a path, the file.
        labels: Names of numeric tags, in order.
        predicted: Take the predicted document of spaCy Examples, not the reference.

    >>> list(as_corpus([(["EU", "rejects"], ["B-ORG", "O"])]).mentions_by_sentence())
    [[(0, 1, 'ORG')]]
    """
    chosen = options or ReadOptions()
    if isinstance(data, Corpus):
        return data
    if isinstance(data, str | Path):
        return read(data, chosen)
    if _is_tags_only(data):
        data = _with_tokens(data, chosen.text)
    records = [_plain(record) for record in _records(data, predicted=predicted)]
    if not records:
        raise UsageError(f"the input is empty. {HOW}.")
    if labels is not None:
        records[0]["label_names"] = [str(name) for name in labels]
    rows = [(Place("memory", i), record) for i, record in enumerate(records, 1)]
    return corpus_of_records(Memory("memory"), chosen, rows)


def _records(data: Any, *, predicted: bool) -> Iterable[Record]:
    if _has(data, "column_names", "features"):
        return _of_dataset(data)
    if _has(data, "to_pylist", "schema"):  # pyarrow
        return _of_rows(data.to_pylist())
    if _has(data, "to_dicts", "columns"):  # polars
        return _of_rows(data.to_dicts())
    if _has(data, "to_dict", "columns"):  # pandas
        return _of_rows(data.to_dict(orient="records"))
    if isinstance(data, Mapping):
        return _of_mapping(data)
    if _has(data, "ents", "text"):  # one spaCy Doc
        return [_of_doc(data)]
    if isinstance(data, Iterable):
        return _of_list(list(data), predicted=predicted)
    raise UsageError(f"{type(data).__name__} is not a kind of corpus. {HOW}.")


def _is_tags_only(data: Any) -> bool:
    """Lists of tags, or of their numbers, without tokens."""
    if not isinstance(data, list | tuple):
        return False
    first = next((item for item in data if _has(item, "__len__", "__getitem__") and len(item)), None)
    if first is None or isinstance(first, str | Mapping) or _has(first, "ents"):
        return False
    return all(isinstance(tag, str | int) or (_has(tag, "dtype") and not tag.shape) for tag in first)


def _with_tokens(data: Sequence[Any], text: Corpus | None) -> list[Any]:
    """Pairs of the tokens of ``text`` and the given tags."""
    if text is None:
        raise UsageError(f"got tags without tokens. {HOW}.")
    own = [text.sentence(i) for i in range(text.n_sentences)]
    tokens, tags = ([item for item in side if len(item)] for side in (own, data))
    check_same_lengths(tokens, tags, ("gold", "the list of tags"))
    return list(zip(tokens, tags, strict=True))


def _has(data: Any, *names: str) -> bool:
    return all(hasattr(data, name) for name in names)


def _of_mapping(data: Mapping[str, Any]) -> Iterable[Record]:
    if data and all(_has(part, "column_names", "features") for part in data.values()):
        parts, one = ", ".join(data), f"data[{next(iter(data))!r}]"
        raise UsageError(f"a DatasetDict is not one corpus, it has the parts: {parts}. Pass one: {one}.")
    lengths = {len(column) for column in data.values() if hasattr(column, "__len__")}
    if len(lengths) != 1:
        raise UsageError(f"the columns of a dict must be lists of the same length. {HOW}.")
    return _of_rows([dict(zip(data, row, strict=True)) for row in zip(*data.values(), strict=True)])


def _of_dataset(data: Any) -> Iterator[Record]:
    names = next((n for n in map(_class_names, dict(data.features).values()) if n), None)
    for i, record in enumerate(_of_rows(list(data))):
        yield {**record, "label_names": names} if names and i == 0 else record


def _class_names(feature: Any) -> list[str] | None:
    """The names of a list of ClassLabel."""
    names = getattr(getattr(feature, "feature", feature), "names", None)
    return [str(n) for n in names] if names else None


def _of_list(items: list[Any], *, predicted: bool) -> Iterable[Record]:
    first = items[0] if items else None
    if isinstance(first, str):
        own = "Predictions have one list of tags per sentence: [['B-PER', 'O'], …]" if predicted else HOW
        raise UsageError(f"got a flat list of strings; a corpus has one list per sentence. {own}.")
    if _has(first, "reference", "predicted"):
        return (_of_doc(e.predicted if predicted else e.reference) for e in items)
    if _has(first, "ents", "text"):
        return (_of_doc(doc) for doc in items)
    if isinstance(first, Mapping):
        return _of_rows([dict(item) for item in items])
    return (_of_pair(i, item) for i, item in enumerate(items))


def _of_doc(doc: Any) -> Record:
    """A spaCy Doc: its text, its tokens and its entities as character offsets."""
    return {
        "text": doc.text,
        "tokens": [[t.idx, t.idx + len(t.text)] for t in doc],
        "spans": [{"start": e.start_char, "end": e.end_char, "label": e.label_} for e in doc.ents],
    }


def _of_pair(i: int, item: Any) -> Record:
    pair = list(item) if isinstance(item, Sequence) else []
    if len(pair) != 2 or any(isinstance(side, str) or not _has(side, "__len__", "__getitem__") for side in pair):
        raise UsageError(f"sentence {i} is not a pair of tokens and tags. {HOW}.")
    tokens, tags = (list(side) for side in pair)
    spans = all(isinstance(tag, tuple | list) for tag in tags) and bool(tags or tokens)
    return {"tokens": tokens, "mentions" if spans else "tags": tags}


def _of_rows(rows: list[Record]) -> Iterable[Record]:
    """Rows of a table: a sentence each, or a token each with the number of its sentence."""
    token = _one_of(TOKEN, rows[0]) if rows else None
    number, tag = (_one_of(names, rows[0]) if rows else None for names in (SENTENCE, TAG))
    if not rows or any(name in rows[0] for name in TOKENS) or not (token and number and tag):
        return rows
    sentences = groupby(_filled(rows, number), key=lambda row: row[number])
    return (
        {"tokens": [r[token] for r in own], "tags": [r[tag] for r in own]} for own in (list(g) for _, g in sentences)
    )


def _filled(rows: list[Record], number: str) -> Iterator[Record]:
    """Spreadsheets give the number of a sentence with its first token only."""
    last: Any = None
    for row in rows:
        last = last if row[number] is None or row[number] != row[number] else row[number]
        yield {**row, number: last}


def _one_of(names: tuple[str, ...], row: Record) -> str | None:
    known = {str(key).lower(): key for key in row}
    return next((known[name] for name in names if name in known), None)


def _plain(value: Any) -> Any:
    """Numpy's arrays and numbers as Python's."""
    if isinstance(value, Mapping):
        return {str(k): _plain(v) for k, v in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(v) for v in value]
    return value.tolist() if hasattr(value, "tolist") else value
