"""The judge's page: blinded, escaped, and read back."""

import json

import pytest

from nerproof.attacks.review import QUESTIONS, Review, score
from nerproof.base.errors import InputError
from nerproof.corpus import Corpus
from nerproof.corpus.edits import Edit, Transformed

OLD = Corpus.from_sentences([["I", "saw", f"Town{i}", "<b>"] for i in range(20)], [[(2, 3, "LOC")]] * 20)
NEW = Corpus.from_sentences(
    [["I", "saw", "Bari" if i < 10 else f"Town{i}", "<b>"] for i in range(20)], [[(2, 3, "LOC")]] * 20
)
EDITS = [Edit("entity", 0, i, 2, 3, f"Town{i}", "Bari", mention=i, type="LOC") for i in range(10)]


@pytest.fixture
def folder(tmp_path):
    Review.draw(OLD, Transformed(NEW, EDITS), 6, 0).write(tmp_path)
    return tmp_path


def test_page_is_blinded_and_escaped(folder):
    text = (folder / "review.html").read_text()
    assert text.count("<section>") == 9
    assert "attacked" not in text
    assert "<b>" not in text
    assert "&lt;b&gt;" in text
    key = json.loads((folder / "review-key.json").read_text())["items"]
    assert [k["kind"] for k in key].count("attacked") == 6
    assert all(k["edits"] == [f"Town{k['sentence']} → Bari"] for k in key if k["kind"] == "attacked")
    assert len({k["sentence"] for k in key}) == 9  # a sentence shown twice would give the attack away


def test_marks_are_read(folder):
    key = json.loads((folder / "review-key.json").read_text())["items"]
    marks = [{"written": "yes" if k["kind"] == "attacked" else None, "types": "no"} for k in key]
    (folder / "marks.json").write_text(json.dumps({"marks": marks}))
    found = score(folder / "review-key.json", folder / "marks.json")
    assert found["attacked"]["written"] == {"yes": 6, "of": 6, "share": 1.0}
    assert found["untouched"]["written"] == {"yes": 0, "of": 0, "share": None}
    assert found["untouched"]["types"] == {"yes": 0, "of": 3, "share": 0.0}
    assert set(found["attacked"]) == set(QUESTIONS)


@pytest.mark.parametrize("text", ["", "[]", '{"marks": [1]}', '{"marks": []}'])
def test_other_files_are_refused(folder, text):
    (folder / "marks.json").write_text(text)
    with pytest.raises(InputError, match=r"marks\.json"):
        score(folder / "review-key.json", folder / "marks.json")
