"""The scanner of column files: every rule of its docstring, for both implementations."""

from __future__ import annotations

import itertools

import pytest

from nerproof.formats.scan import Dialect, ScanError, Scanner, scan


@pytest.fixture(params=["compiled", "pure"], autouse=True)
def implementation(request, monkeypatch):
    if request.param == "pure":
        monkeypatch.setenv("NERPROOF_PURE", "1")
    else:
        monkeypatch.delenv("NERPROOF_PURE", raising=False)
        pytest.importorskip("nerproof._scan", reason="the C scanner was not built")


def rows(data: bytes, columns=(0, -1), **options):
    found = scan(data, columns, **options)
    strings = [c.coded().strings() for c in found.columns]
    cuts = found.sentences.tolist()
    tokens = list(zip(*strings, strict=True))
    return [tokens[a:b] for a, b in itertools.pairwise(cuts)]


EXPECTED = [[("EU", "B-ORG"), ("rejects", "O")], [("Peter", "B-PER")]]


@pytest.mark.parametrize(
    "data",
    [
        b"EU B-ORG\nrejects O\n\nPeter B-PER\n",
        b"EU B-ORG\r\nrejects O\r\n\r\nPeter B-PER\r\n",
        b"EU B-ORG\rrejects O\r\rPeter B-PER\r",
        b"\xef\xbb\xbfEU B-ORG\nrejects O\n\nPeter B-PER",
        b"EU\tB-ORG\nrejects\tO\n\t\nPeter\tB-PER",
        b"EU\tB-ORG\nrejects\tO\n \nPeter\tB-PER\n\n\n\n",
        b"\n\nEU\tB-ORG\t\nrejects \tO\n\nPeter B-PER\n",
        b"EU   B-ORG\n  rejects O\n\nPeter B-PER  \n",
        b"# text = EU rejects\n# sent_id = 1\nEU B-ORG\nrejects O\n\n# a comment of many words\nPeter B-PER\n",
        b"#begin document (x); part 000\nEU B-ORG\nrejects O\n\nPeter B-PER\n#end document\n",
    ],
)
def test_tidy_and_untidy_files_read_the_same(data):
    assert rows(data) == EXPECTED


def test_unicode_blanks_belong_to_the_token():
    text = "a\u00a0b O\n\u2028 O\nz\u200bw O\n".encode()
    assert rows(text) == [[("a\u00a0b", "O"), ("\u2028", "O"), ("z\u200bw", "O")]]


@pytest.mark.parametrize("data", [b"# O\nEU B-ORG\n", b"#\tO\nEU\tB-ORG\n"])
def test_a_token_of_one_hash_is_a_token(data):
    assert rows(data) == [[("#", "O"), ("EU", "B-ORG")]]


def test_a_file_of_hashtags_only():
    assert rows(b"#a O\n#b O\n") == [[("#a", "O"), ("#b", "O")]]


def test_key_value_lines_are_comments_even_with_the_files_width():
    assert rows(b"# text = EU\nEU NNP I-NP B-ORG\n") == [[("EU", "B-ORG")]]


def test_comments_can_be_forced_and_forbidden():
    data = b"#a O\nEU B-ORG\n"
    assert rows(data, comments=True) == [[("EU", "B-ORG")]]
    assert rows(data, comments=False) == [[("#a", "O"), ("EU", "B-ORG")]]


def test_comment_inside_a_sentence_does_not_end_it():
    assert len(rows(b"EU B-ORG\n# one two three\nrejects O\n")) == 1


def test_documents_begin_at_marks_with_or_without_a_blank_line():
    found = scan(b"-DOCSTART- -X- O\nEU O\n\na O\n-DOCSTART- -X- O\n\nb O\n", (0, -1))
    assert found.documents.tolist() == [0, 2, 3]
    assert found.marked_documents
    assert found.lines.tolist() == [2, 4, 7]


def test_sentences_before_the_first_mark_are_a_document():
    assert scan(b"a O\n\nb O\n-DOCSTART- O\nc O\n", (0, 1)).documents.tolist() == [0, 2, 3]


def test_without_marks_each_sentence_is_a_document():
    found = scan(b"a O\n\nb O\n", (0, 1))
    assert found.documents.tolist() == [0, 1, 2]
    assert not found.marked_documents


def test_docstart_is_a_token_when_told_so():
    assert rows(b"-DOCSTART- O\nEU O\n", docstart=False) == [[("-DOCSTART-", "O"), ("EU", "O")]]


def test_columns_count_from_the_end_and_may_repeat():
    assert rows(b"a b c d\n", (-1, 0, 2, 0)) == [[("d", "a", "c", "a")]]


def test_tabs_keep_blanks_inside_a_field_and_empty_fields_between():
    assert rows(b"New York\t\tB-LOC\n", (0, 1, 2)) == [[("New York", "", "B-LOC")]]


def test_delimiter_can_be_forced():
    assert rows(b"New York\tB-LOC\n", delimiter="blank") == [[("New", "B-LOC")]]
    assert rows(b"a b\n", (0,), delimiter="tab") == [[("a b",)]]


@pytest.mark.parametrize(
    ("data", "kind", "line"),
    [
        (b"EU B-ORG\nGerman\n", "column-count", 2),
        (b"EU\tB-ORG\nGerman\t\n", "column-count", 2),
        (b"EU B-ORG\n\nNew York B-LOC\n", "column-count", 3),
        (b"\n# text = x\nEU\n", "missing-column", 3),
    ],
)
def test_wrong_columns_name_the_line(data, kind, line):
    with pytest.raises(ScanError) as error:
        scan(data, (0, 1))
    assert (error.value.kind, error.value.line) == (kind, line)


def test_an_endless_line_is_refused():
    with pytest.raises(ScanError) as error:
        scan(b"EU O\n" + b"x" * ((64 << 20) + 1), (0, 1))
    assert (error.value.kind, error.value.line) == ("line-too-long", 2)


def test_nothing_in_nothing_out():
    for data in (b"", b"\n\n", b"\xef\xbb\xbf", b"-DOCSTART- O\n", b"# only = comments\n"):
        found = scan(data, (0, 1))
        assert (found.sentences.tolist(), found.lines.tolist(), found.documents[-1]) == ([0], [], 0)


def test_line_of_a_token_skips_comments():
    data = b"\na O\n# x y z\nb O\n\n-DOCSTART- O\nc O\n"
    found = scan(data, (0, 1))
    assert [found.line_of(data, i) for i in range(3)] == [2, 4, 7]


def test_strings_of_any_length_are_told_apart():
    words = ["a" * n for n in range(1, 40)] + ["a" * n + "b" for n in range(40)]
    found = scan("".join(f"{w} O\n" for w in words * 2).encode(), (0,))
    assert found.columns[0].ids.tolist() == list(range(len(words))) * 2


def test_a_finished_scanner_says_how_it_numbered():
    scanner = Scanner([0], Dialect())
    scanner.feed(b"a\n\nb\n\n")
    blob, offsets = scanner.vocabulary(0, 1)
    assert (blob, offsets.tolist()) == (b"b", [0, 1])
