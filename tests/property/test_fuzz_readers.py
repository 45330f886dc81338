"""No bytes produce anything but a corpus or a one-line error, whatever the reader."""

import gzip
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from nerproof.base.errors import NerproofError
from nerproof.corpus import Corpus, Text
from nerproof.formats import FORMATS, read, write

FEW = settings(
    max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
TEXT = "EU rejects\nPeter (no)"
CORPUS = Corpus.from_sentences(
    [["EU", "rejects"], ["Peter", "(", "no", ")"]],
    [[(0, 1, "ORG")], [(0, 1, "PER"), (0, 4, "X")]],
    document_starts=[0],
    document_ids=("7",),
    text=Text((TEXT,), np.array([0, 3, 11, 17, 18, 20]), np.array([2, 10, 16, 18, 20, 21])),
)


WRITTEN = sorted(name for name, found in FORMATS.items() if not found.written_as)


@pytest.fixture(scope="module")
def valid(tmp_path_factory) -> dict[str, bytes]:
    """The bytes of a small valid file of every format; of a folder, its one big file."""
    folder = tmp_path_factory.mktemp("valid")
    found = {}
    for name in WRITTEN:
        path = folder / f"{name}{FORMATS[name].suffix}"
        write(CORPUS, path, format=name)
        files = [path] if path.is_file() else sorted(path.rglob("*.ann")) + sorted(path.rglob("*.arrow"))
        found[name] = files[0].read_bytes()
    return found


def try_reading(name: str | None, data: bytes, folder: Path) -> None:
    """Reads the bytes as a file; brat gets them as annotation of a text."""
    path = folder / "file.ann"
    path.write_bytes(data)
    (folder / "file.txt").write_text(TEXT)
    try:
        corpus = read(path, format=name)
    except NerproofError as error:
        assert "\n" not in str(error)
        assert len(str(error)) < 1000
    else:
        check(corpus)


def check(corpus: Corpus) -> None:
    """A corpus that was read holds together."""
    m = corpus.mentions
    assert (m.start <= m.end).all() and (m.end <= corpus.n_tokens).all()
    assert (m.type < len(corpus.types)).all()
    assert (np.diff(corpus.sentences) > 0).all()
    assert corpus.sentences[-1] == corpus.n_tokens and corpus.documents[-1] == corpus.n_sentences
    assert (corpus.sentence_of(m.start) == corpus.sentence_of(np.maximum(m.end - 1, m.start))).all()
    "".join(corpus.tokens.strings()).encode("utf-8")


@pytest.mark.parametrize("name", sorted(FORMATS))
@FEW
@given(data=st.binary(max_size=200))
def test_any_bytes(name, data, tmp_path):
    try_reading(name, data, tmp_path)


@FEW
@given(data=st.binary(max_size=200))
def test_any_bytes_sniffed(data, tmp_path):
    path = tmp_path / "file.dat"
    path.write_bytes(data)
    try:
        check(read(path))
    except NerproofError as error:
        assert "\n" not in str(error)


@st.composite
def edits(draw):
    """Where a valid file is cut, overwritten or repeated, as fractions of its length."""
    kind = draw(st.sampled_from(["cut", "set", "insert", "delete", "repeat"]))
    return kind, draw(st.floats(0, 1)), draw(st.floats(0, 0.2)), draw(st.binary(min_size=1, max_size=4))


def mutate(data: bytes, changes) -> bytes:
    for kind, where, size, new in changes:
        at = int(where * len(data))
        to = at + int(size * len(data)) + 1
        if kind == "cut":
            data = data[:at]
        elif kind == "set":
            data = data[:at] + new + data[at + len(new) :]
        elif kind == "insert":
            data = data[:at] + new + data[at:]
        elif kind == "delete":
            data = data[:at] + data[to:]
        else:
            data = data[:to] + data[at:to] + data[to:]
    return data


@pytest.mark.parametrize("name", WRITTEN)
@settings(FEW, max_examples=80)
@given(changes=st.lists(edits(), min_size=1, max_size=3))
def test_mutations_of_a_valid_file(name, changes, valid, tmp_path):
    try_reading(name, mutate(valid[name], changes), tmp_path)


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 30)
    | st.floats()
    | st.text(max_size=4)
    | st.sampled_from(["EU", "O", "B-ORG"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                [
                    "text",
                    "tokens",
                    "tags",
                    "spans",
                    "start",
                    "end",
                    "label",
                    "entities",
                    "data",
                    "result",
                    "value",
                    "labels",
                    "annotations",
                    "type",
                    "id",
                    "meta",
                    "answer",
                ]
            ),
            inner,
            max_size=5,
        )
    ),
    max_leaves=12,
)


@pytest.mark.parametrize("name", ["jsonl", "doccano", "prodigy", "labelstudio", "llm"])
@settings(FEW, max_examples=60)
@given(
    record=st.fixed_dictionaries(
        {"text": JSON | st.just("EU rejects")},
        optional=dict.fromkeys(
            (
                "tokens",
                "tags",
                "spans",
                "label",
                "entities",
                "data",
                "annotations",
                "id",
                "meta",
                "sentences",
                "mentions",
                "label_names",
                "doc_id",
            ),
            JSON,
        ),
    )
)
def test_any_json_under_the_right_keys(name, record, tmp_path):
    import json

    try_reading(name, json.dumps(record).encode(), tmp_path)


@pytest.mark.parametrize("name", sorted(set(WRITTEN) - {"brat", "parquet"}))  # these are never packed
def test_truncated_gzip_is_one_line(name, valid, tmp_path):
    path = tmp_path / "file.gz"
    packed = gzip.compress(valid[name] * 20)
    path.write_bytes(packed[: len(packed) // 2])
    with pytest.raises(NerproofError, match=r"file\.gz: cannot be read to its end") as caught:
        read(path, format=name)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("data", [b'{"text": ' + b"[" * 200_000, b"[" * 200_000, b'{"a":' * 100_000])
def test_deep_json_is_one_line(data, tmp_path):
    path = tmp_path / "deep.jsonl"
    path.write_bytes(data)
    with pytest.raises(NerproofError):
        read(path, format="jsonl")
