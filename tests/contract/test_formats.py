"""Every reader and writer by registry: what is written is read again, and what is lost was said."""

import numpy as np
import pytest

from nerproof.base.errors import NerproofError
from nerproof.corpus import Coded, Corpus, Mentions, Text
from nerproof.formats import FORMATS, WriteOptions, read, write
from nerproof.formats.converting import convert

WRITTEN = sorted(name for name, found in FORMATS.items() if not found.written_as)


def contents(corpus: Corpus) -> dict:
    """All that a corpus says about language, for comparison."""
    return {
        "sentences": [corpus.sentence(i) for i in range(corpus.n_sentences)],
        "mentions": list(corpus.mentions_by_sentence()),
        "documents": corpus.documents.tolist(),
        "ids": corpus.document_ids,
        "annotated": [True] * corpus.n_sentences if corpus.annotated is None else corpus.annotated.tolist(),
        "columns": {k: c.strings() for k, c in corpus.columns.items()},
        "fields": {k: list(v) for k, v in corpus.fields.items()},
        "text": corpus.text and (corpus.text.documents, corpus.text.start.tolist(), corpus.text.end.tolist()),
    }


def text_corpus(*, nested: bool, annotated: bool = True) -> Corpus:
    """Two named documents with raw text, of two sentences and of one."""
    first = "The  European Union rejects\tGerman call.\nPeter said."
    second = "Nothing here."
    tokens = [["The", "European", "Union", "rejects", "German", "call", "."], ["Peter", "said", "."]]
    tokens.append(["Nothing", "here", "."])
    starts, ends = [], []
    for text, sentences in ((first, tokens[:2]), (second, tokens[2:])):
        at = 0
        for word in (w for s in sentences for w in s):
            at = text.index(word, at)
            starts.append(at)
            at += len(word)
            ends.append(at)
    mentions = [[(0, 3, "ORG"), (4, 5, "MISC")], [(0, 1, "PER")], []]
    if nested:
        mentions[0] += [(1, 2, "LOC"), (0, 3, "GPE")]
    return Corpus.from_sentences(
        tokens,
        mentions,
        document_starts=[0, 2],
        document_ids=("news/1", "other"),
        text=Text((first, second), np.array(starts), np.array(ends)),
        annotated=None if annotated else np.array([True, True, False]),
    )


def token_corpus() -> Corpus:
    """Sentences of tokens without raw text or documents; tokens that no tokenizer of text would make."""
    tokens = [["U.S.", "do", "n't", "(", "x", ")"], ["#", "O'Neill\u00a0Jr", "&lt;", "<b>"]]
    pos = Coded.encode(["N", "V", "R", "P", "N", "P", "S", "N", "S", "S"])
    return Corpus.from_sentences(
        tokens, [[(0, 1, "creative-work")], [(1, 2, "PER"), (3, 4, "PER")]], columns={"column1": pos}
    )


CORPORA = {
    "flat-text": text_corpus(nested=False),
    "nested-text": text_corpus(nested=True),
    "half-annotated": text_corpus(nested=False, annotated=False),
    "tokens": token_corpus(),
}
# What a loss line is about, and the part of the contents it excuses.
EXCUSES = {
    "overlapping or nested": ["mentions"],
    "crossing": ["mentions"],
    "places of": ["mentions"],
    "raw text": ["text"],
    "white space around": ["text"],
    "tokens of": ["sentences", "mentions", "text"],
    "document ids": ["ids"],
    "without annotation": ["annotated"],
    "token columns": ["columns"],
    "fields": ["fields"],
    "white space in": ["sentences"],
}


def excused(losses: list[str]) -> set[str]:
    return {part for loss in losses for mark, parts in EXCUSES.items() if mark in loss for part in parts}


@pytest.mark.parametrize("name", WRITTEN)
@pytest.mark.parametrize("kind", sorted(CORPORA))
def test_round_trip_loses_only_what_is_said(name, kind, tmp_path):
    corpus = CORPORA[kind]
    path = tmp_path / f"corpus{FORMATS[name].suffix}"
    losses = write(corpus, path, format=name)
    again = read(path, format=name)
    want, got = contents(corpus), contents(again)
    allowed = excused(losses)
    if corpus.text is None:
        allowed.add("text")  # a text was made, none was lost
    if name == "brat" and corpus.document_ids is None:
        allowed.add("ids")  # files have names
    if "sentences" in allowed:
        return
    assert {k for k in want if want[k] != got[k]} <= allowed


@pytest.mark.parametrize("name", WRITTEN)
def test_nested_mentions_survive_where_the_format_says_so(name, tmp_path):
    corpus = CORPORA["nested-text"]
    path = tmp_path / f"corpus{FORMATS[name].suffix}"
    write(corpus, path, format=name)
    kept = len(read(path, format=name).mentions)
    assert kept == (5 if FORMATS[name].spans != "flat" else 3)


@pytest.mark.parametrize("name", WRITTEN)
@pytest.mark.parametrize("kind", sorted(CORPORA))
def test_sniffing_finds_what_naming_finds(name, kind, tmp_path):
    corpus = CORPORA[kind]
    path = tmp_path / f"corpus{FORMATS[name].suffix}"
    write(corpus, path, format=name)
    assert contents(read(path)) == contents(read(path, format=name))


@pytest.mark.parametrize("name", WRITTEN)
def test_same_corpus_same_bytes(name, tmp_path):
    paths = [tmp_path / f"{k}{FORMATS[name].suffix}" for k in "ab"]
    for path in paths:
        write(CORPORA["flat-text"], path, format=name)
    files = [sorted(p for p in path.rglob("*") if p.is_file()) if path.is_dir() else [path] for path in paths]
    assert [f.read_bytes() for f in files[0]] == [f.read_bytes() for f in files[1]]


@pytest.mark.parametrize("name", WRITTEN)
def test_through_any_format_and_back_to_tags(name, tmp_path):
    """conll -> format -> conll keeps tokens and mentions (with blanks as the tokenizer where the format has none)."""
    corpus = CORPORA["tokens"]
    first, second = tmp_path / "a.conll", tmp_path / f"b{FORMATS[name].suffix}"
    write(corpus, first, format="conll")
    start = read(first, extra={"tokenizer": "blanks"})
    write(start, second, format=name)
    again = read(second, format=name, extra={"tokenizer": "blanks"})
    if name == "ontonotes":
        start_sentences = [[w.replace("\u00a0", "_") for w in s] for s in contents(start)["sentences"]]
        assert contents(again)["sentences"] == start_sentences
        return
    assert contents(again)["sentences"] == contents(start)["sentences"]
    assert contents(again)["mentions"] == contents(start)["mentions"]


@pytest.mark.parametrize("name", sorted(FORMATS))
@pytest.mark.parametrize("data", [b"", b"\n\n", b"\0\1\2", b"\xff\xfe\xfd", b"{", b"[", b"[]", b"{}", b"null\n"])
def test_no_reader_trips_over_nothing(name, data, tmp_path):
    path = tmp_path / "file.ann"
    path.write_bytes(data)
    (tmp_path / "file.txt").write_bytes(data)
    with pytest.raises(NerproofError) as caught:
        corpus = read(path, format=name)
        raise NerproofError(f"read as {corpus}")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("name", WRITTEN)
def test_failed_write_leaves_nothing(name, tmp_path):
    path = tmp_path / "out"
    broken = CORPORA["flat-text"].with_mentions(CORPORA["flat-text"].mentions, types=())
    with pytest.raises(IndexError):
        FORMATS[name].write(broken, path, WriteOptions())
    assert list(tmp_path.iterdir()) == []


def known(corpus: Corpus) -> list:
    """Scores and forms by mention, scores to what a decimal holds."""
    m = corpus.mentions
    scores = [None] * len(m) if m.score is None else [None if s != s else s for s in m.score.tolist()]
    forms = [None] * len(m) if m.form is None else m.form.tolist()
    return list(zip([corpus.mention(i) for i in range(len(m))], scores, forms, strict=True))


@pytest.mark.parametrize("name", WRITTEN)
@pytest.mark.parametrize("text", [True, False], ids=["text", "tokens"])
def test_scores_gaps_and_unplaced_strings_are_kept_or_their_loss_is_said(name, text, tmp_path):
    plain = (
        text_corpus(nested=False) if text else Corpus.from_sentences([["a", "b", "c"]], [[(0, 1, "X"), (1, 3, "Y")]])
    )
    m = plain.mentions
    start, end = [*m.start.tolist(), 0], [*m.end.tolist(), 0]
    scores = [0.25, *[None] * (len(m) - 1), 0.5]
    widest = int(np.argmax(m.end - m.start))
    forms = [
        ((0, 1), (int(m.end[i] - m.start[i]) - 1, int(m.end[i] - m.start[i]))) if i == widest else None
        for i in range(len(m))
    ]
    corpus = plain.with_mentions(Mentions.of(start, end, [*m.type.tolist(), 0], scores, [*forms, "Atlantis"]))
    path = tmp_path / f"corpus{FORMATS[name].suffix}"
    said = " ".join(write(corpus, path, format=name))
    again = read(path, format=name)
    scored = corpus.mentions.score is not None and "scores of" not in said
    assert (again.mentions.score is not None) == scored
    placed = "fits no token" not in said and "fit no token" not in said
    unplaced = [f for _, _, f in known(again) if isinstance(f, str)]
    assert unplaced == (["Atlantis"] if placed else [])
    gaps = [f for _, _, f in known(again) if isinstance(f, tuple)]
    assert gaps == ([] if "discontinuous" in said else [f for f in forms if f])
    if scored and placed and gaps:
        assert known(again) == known(corpus)


@pytest.mark.parametrize("name", sorted(set(FORMATS) - set(WRITTEN)))
def test_a_format_that_is_only_read_is_no_target_and_splits_are_written_in_another(name, tmp_path):
    with pytest.raises(NerproofError, match="only read"):
        convert(CORPORA["flat-text"], tmp_path / "out", to=name)
    path = tmp_path / f"out{FORMATS[name].suffix}"
    write(CORPORA["flat-text"], path, format=name)
    assert contents(read(path)) == contents(CORPORA["flat-text"])
