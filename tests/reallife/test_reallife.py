"""Files as people have them: each is read right, read with a warning, or refused with a line that helps."""

from __future__ import annotations

import pytest
from files import FILES as PLAIN
from files import File
from shapes import SHAPES

from nerproof.base.errors import NerproofError
from nerproof.cli import app
from nerproof.formats import read

FILES = {**PLAIN, **SHAPES}


def put(case: File, folder):
    place = folder / case.name.partition("#")[0]
    if case.folder:
        place.mkdir()
        for name, text in case.others.items():
            (place / name).write_text(text, encoding="utf-8", newline="")
    else:
        place.write_bytes(case.content if isinstance(case.content, bytes) else case.content.encode())
    return folder / case.name


def test_there_are_enough_of_them():
    assert len(FILES) >= 60 + 40
    assert not set(PLAIN) & set(SHAPES)


READ = {name: case for name, case in FILES.items() if not case.refused}
REFUSED = {name: case for name, case in FILES.items() if case.refused}


@pytest.mark.parametrize("name", READ)
def test_is_read_right(name, tmp_path):
    case = READ[name]
    corpus = read(put(case, tmp_path), **case.options)
    found = tuple((corpus.surface(i), corpus.mention(i).type) for i in range(len(corpus.mentions)))
    assert (corpus.n_sentences, corpus.n_tokens, found) == (case.sentences, case.tokens, case.mentions)
    assert not case.words or tuple(corpus.sentence(0)) == case.words
    text = "\n".join(corpus.notes)
    assert [note for note in case.notes if note not in text] == []
    assert case.warns == ("warning: " in text)


@pytest.mark.parametrize("name", REFUSED)
def test_is_refused_with_a_line_that_helps(name, tmp_path):
    case = REFUSED[name]
    with pytest.raises(NerproofError) as caught:
        read(put(case, tmp_path), **case.options)
    said = str(caught.value)
    assert case.refused in said
    assert "\n" not in said
    assert case.name.partition("#")[0] in said


@pytest.mark.parametrize("name", [n for n, case in FILES.items() if not case.options])
def test_validate_agrees(name, tmp_path):
    from click.testing import CliRunner

    case = FILES[name]
    found = CliRunner().invoke(app, ["validate", "--repair", "begin", str(put(case, tmp_path))])
    assert found.exception is None or isinstance(found.exception, SystemExit), found.output
    assert found.exit_code == (2 if case.refused else 0)


@pytest.mark.parametrize("name", ["counting-from-0", "reversed", "pos-after-the-tag", "germeval-two-levels"])
def test_output_keeps_the_columns_in_their_order(name, tmp_path):
    from nerproof.formats import write

    case = READ[name]
    path = put(case, tmp_path)
    write(read(path), tmp_path / "again.conll", format="conll")
    rows = [line.split() for line in path.read_text().splitlines() if line and line[0] != "#"]
    assert [line.split() for line in (tmp_path / "again.conll").read_text().splitlines() if line] == rows
