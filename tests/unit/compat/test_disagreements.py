"""The 24 tiny cases where today's scorers disagree: each program's answer, as measured by running it."""

from __future__ import annotations

import warnings

import pytest

from nerproof.base.errors import NerproofError
from nerproof.compat import scores

NAMES = (
    "conlleval", "seqeval", "seqeval-strict", "nervaluate", "seqscore-none", "seqscore", "seqscore-discard", "spacy",
)  # fmt: skip
E = "error"

# case, gold, pred, then the F1 in the order of NAMES; E: the program refuses the input; None: it says None.
CASES = [
    ("I-X at sentence start", "B-PER I-PER O", "I-PER I-PER O", 100, 100, 0, 100, E, 100, 0, E),
    ("I-X after O", "O B-PER I-PER", "O I-PER I-PER", 100, 100, 0, 100, E, 100, 0, 100),
    ("type change inside", "B-PER I-PER O", "B-PER I-ORG O", 0, 0, 0, 0, E, 0, 0, 0),
    ("type change, gold has two", "B-PER B-ORG O", "B-PER I-ORG O", 100, 100, 66.67, 100, E, 100, 66.67, 100),
    ("gold itself invalid", "I-PER I-PER O I-LOC", "B-PER I-PER O B-LOC", 100, 100, 0, 100, E, 100, 0, E),
    ("I-X across a sentence break", "B-PER / I-PER", "B-PER / I-PER", 100, 100, 100, 100, E, 100, 100, E),
    ("hyphen in type", "B-PER-X I-PER-X O", "B-PER-X I-PER-X O", 100, 100, 100, 100, 100, 100, 100, 100),
    ("types differ before a hyphen", "B-A-X O", "B-B-X O", 0, 0, 0, 0, 0, 0, 0, 0),
    ("no type", "B I O B", "B I O O", 66.67, 66.67, 66.67, E, E, E, E, E),
    ("no mentions at all", "O O", "O O", 0, 0, 0, 0, 0, 0, 0, None),
    ("no gold, one predicted", "O O", "B-PER O", 0, 0, 0, 0, 0, 0, 0, 0),
    ("bare types", "PER PER O", "PER PER O", 0, 100, E, E, E, E, E, E),
    ("BIOES right", "B-PER E-PER S-PER", "B-PER E-PER S-PER", 100, 100, 100, 100, 100, 100, 100, E),
    ("BIOES: E B merged", "B-M E-M B-M E-M", "B-M I-M I-M E-M", 100, 0, 0, 0, 0, 0, 0, E),
    ("BIOES: B I without E", "B-PER E-PER O", "B-PER I-PER O", 100, 100, 0, 100, E, E, E, E),
    ("BIOES: S S or B E", "S-PER S-PER", "B-PER E-PER", 100, 0, 0, E, 0, 0, 0, E),
    ("BILOU", "B-PER L-PER U-LOC", "B-PER L-PER U-LOC", 100, 100, 100, E, 100, 100, 100, E),
    ("BMES", "B-PER M-PER E-PER S-LOC", "B-PER M-PER E-PER S-LOC", 100, 100, E, E, 100, 100, 100, E),
    ("a token fewer", "B-PER I-PER O", "B-PER I-PER", E, E, E, E, E, E, E, E),
    ("a sentence fewer", "B-PER O / O", "B-PER O", E, E, E, E, E, E, E, E),
    ("lower-case o", "B-PER O", "B-PER o", 66.67, 100, E, E, E, E, E, E),
    ("empty tag", "B-PER O", "B-PER _", E, E, E, E, E, E, E, 100),
    ("underscore", "B_PER I_PER O", "B_PER I_PER O", 0, 100, 100, E, E, E, E, E),
    ("missing B between neighbours", "B-PER B-PER", "B-PER I-PER", 0, 0, 0, 0, 0, 0, 0, 0),
]
# Where the table's F1 is of another thing than the tags: conlleval and spaCy never see two files there, so the
# script that fed them cut the longer side; here a difference in length is refused for every program.
EACH = [(name, case[0], case[1], case[2], case[3 + i]) for case in CASES for i, name in enumerate(NAMES)]


def split(text: str) -> list[list[str]]:
    return [["" if tag == "_" else tag for tag in sentence.split()] for sentence in text.split("/")]


@pytest.mark.parametrize(("name", "case", "gold", "pred", "expected"), EACH, ids=[f"{e[0]}: {e[1]}" for e in EACH])
def test_f1_of_each_program(name, case, gold, pred, expected) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        if expected == E:
            with pytest.raises(NerproofError):
                scores(name, split(gold), split(pred))
            return
        rows = scores(name, split(gold), split(pred))
    value = next(r["value"] for r in rows if (r["label"], r["metric"]) == ("ALL", "f1"))
    assert (value if value is None else round(100 * value, 2)) == expected
