"""WebAnno TSV 3, which INCEpTION and WebAnno export: tokens with their places, and a column per feature of each layer.

The layer NamedEntity is read, or the only one; its feature ``value``, or its first. ``PER[1]`` is a part of mention 1,
``PER`` a mention of one token, ``|`` parts mentions of one token.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from nerproof.base.errors import InputError
from nerproof.corpus import Corpus
from nerproof.corpus.schemes import UNTYPED
from nerproof.formats import ReadOptions, define
from nerproof.formats.found import Found
from nerproof.formats.tagged import Sentence, corpus_of_sentences

if TYPE_CHECKING:
    from nerproof.formats.source import Source

_MARK = "#FORMAT=WebAnno TSV 3"
_VALUE = re.compile(r"(.*?)(?<!\\)(?:\[(\d+)\])?", re.DOTALL)
_BAR = re.compile(r"(?<!\\)\|")
_ESCAPE = re.compile(r"\\(.)")


def looks_like_webanno(source: Source, head: bytes) -> float:
    return 0.99 if not source.is_folder and head.lstrip(b"\xef\xbb\xbf").startswith(_MARK.encode()) else 0.0


def read_webanno(source: Source, options: ReadOptions) -> Corpus:
    """WebAnno TSV 3 of INCEpTION and WebAnno: the layer of named entities."""
    lines = [line.rstrip("\r") for line in source.text(options.encoding).split("\n")]
    column = options.tag_column if options.tag_column is not None else _column(source, lines)
    sentences: list[Sentence] = []
    for number, line in enumerate(lines, 1):
        cells = line.split("\t")
        if line.startswith("#Text=") or not line:
            sentences += [Sentence([], number, mentions=[])]
        elif line[0] != "#" and "." not in cells[0]:  # 1-2.1 is a part of a token
            if not -len(cells) <= column < len(cells) or len(cells) < 4 or not sentences:
                raise InputError.at(source.name, number, f"has {len(cells)} columns; column {column} does not exist")
            sentences[-1].tokens.append(cells[2])
            _add(sentences[-1], cells[column])
    for sentence in sentences:
        sentence.mentions = [m._replace(form=None) for m in sentence.mentions or ()]
    return corpus_of_sentences(source, options, [s for s in sentences if s.tokens])


def _column(source: Source, lines: list[str]) -> int:
    """The column of the feature that is read."""
    layers: dict[str, tuple[int, list[str]]] = {}
    width = 3
    for line in lines:
        if line.startswith(("#T_SP=", "#T_RL=", "#T_CH=")):
            name, *features = line[6:].split("|")
            if line.startswith("#T_SP="):
                layers[name.rpartition(".")[2]] = (width, features)
            width += len(features) + (not line.startswith("#T_SP="))
    chosen = layers.get("NamedEntity") or (next(iter(layers.values())) if len(layers) == 1 else None)
    if chosen is None or not chosen[1]:
        known = f"It has {', '.join(layers)}." if layers else "It has none."
        raise InputError.at(source.name, 1, "has no layer of named entities", fix=f"{known} Choose by --tag-column.")
    first, features = chosen
    return first + (features.index("value") if "value" in features else 0)


def _add(sentence: Sentence, cell: str) -> None:
    """The mentions of the last token; those with an id (kept in ``form``) go on to it."""
    here, found = len(sentence.tokens), sentence.mentions if sentence.mentions is not None else []
    for item in _BAR.split(cell):
        match = _VALUE.fullmatch(item)
        if item in {"_", ""} or match is None:
            continue
        type_ = UNTYPED if match[1] == "*" else _ESCAPE.sub(r"\1", match[1])
        same = (i for i, m in enumerate(found) if match[2] and m.form == match[2] and m.type == type_)
        at = next(same, None)
        if at is None:
            found.append(Found(here - 1, here, type_, None, match[2]))
        else:
            found[at] = found[at]._replace(end=here)


define("webanno", sniff=looks_like_webanno, read=read_webanno, written_as="jsonl")
