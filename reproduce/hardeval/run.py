"""hardeval (Bernier-Colborne & Langlais, LREC 2020): subset sizes and token error rates; tables 1, 2, 4 with CoNLL-2003."""

from __future__ import annotations

import sys
from argparse import Namespace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from figures import Figures, arguments, begin, cases, has, three_parts

from nerproof import evaluate
from nerproof.formats import read
from nerproof.index.statistics import statistics

VARIANTS = {
    "io_conlleval": {},
    "bilou_discard": {"hardeval_compat": True},
    "strict": {"hardeval_compat": True, "hardeval_strict": True},
}
SETS = ("all", "unseen", "unseen-I", "unseen-O", "diff", "diff-I", "diff-O", "diff-E", "unseen+diff")
# The paper's figures for CoNLL-2003 and OntoNotes 5 English: tables 1 (train), 2 (dev, test) and 4 (tokens of test).
TABLE_1 = {
    "CoNLL-2003": {
        "mentions": 23499,
        "ambiguous_mentions": 1632,
        "unique_mentions": 8082,
        "ambiguous_unique_mentions": 132,
    },
    "OntoNotes": {
        "mentions": 81828,
        "ambiguous_mentions": 20582,
        "unique_mentions": 25055,
        "ambiguous_unique_mentions": 576,
    },
}
TABLE_2 = {
    "CoNLL-2003": {"dev": (5942, 1900, 2809, 1418), "test": (5648, 2600, 2637, 1706)},
    "OntoNotes": {"dev": (11066, 3511, 4847, 2707), "test": (11257, 3597, 4830, 2659)},
}
COUNTED = ("mentions", "unseen_mentions", "unique_mentions", "unseen_unique_mentions")
TABLE_4 = {
    "CoNLL-2003": (46435, 2537, 3119, 5656, 201, 215, 676, 1092),
    "OntoNotes": (152728, 1745, 1749, 3494, 3632, 1005, 2815, 7452),
}
SIZES = ("ALL", "unseen-I", "unseen-O", "unseen", "diff-I", "diff-O", "diff-E", "diff")


def error_rates(figures: Figures, given: Namespace) -> None:
    for name, train, gold, pred, want in cases(given):
        for variant, switches in VARIANTS.items():
            result = evaluate(
                gold, {"s": pred}, train=train, suites=["hardeval"], resamples=0, align="position", switches=switches
            )
            for set_ in SETS:
                figure = want["hardeval"][variant][set_]
                row = result.row("ter", suite="hardeval", system="s", slice="ALL" if set_ == "all" else set_)
                expected, ours = (figure["errors"], figure["tokens"]), (row.count, row.total)
                figures.check(f"golden {name}", f"{variant} {set_} errors/tokens", expected, ours)
            expected, ours = want["hardeval"][variant]["score"], result.value("score", suite="hardeval", system="s")
            figures.check(
                f"golden {name}",
                f"{variant} score",
                float(expected),
                ours,
                tolerance=1e-9,
                known="an empty set: 0 there, undefined here" if ours is None else "",
            )


def sizes(figures: Figures, name: str, train: Path, dev: Path, test: Path) -> None:
    """Tables 1, 2 and 4: mentions and subset sizes of a corpus that the user brings."""
    corpora = {"train": read(train), "dev": read(dev), "test": read(test)}
    found = statistics(corpora)
    for key, printed in TABLE_1[name].items():
        figures.check(f"paper table 1 ({name})", key, printed, found["train"][key])
    for part, row in TABLE_2[name].items():
        for key, printed in zip(COUNTED, row, strict=True):
            figures.check(f"paper table 2 ({name})", f"{part} {key}", printed, found[part][key])
    gold = corpora["test"]
    result = evaluate(gold, {"any": gold}, train=corpora["train"], suites=["hardeval"], resamples=0)
    for set_, printed in zip(SIZES, TABLE_4[name], strict=True):
        row = result.row("share", suite="hardeval", system="", slice=set_)
        figures.check(f"paper table 4 ({name})", f"{set_} tokens", printed, row.count)


def main() -> int:
    given = arguments(
        "Reproduces hardeval's subsets and error rates.",
    )
    figures = Figures(verbose=given.verbose)
    files = ("eng.train", "eng.testa", "eng.testb")
    if has(given, "conll2003", *files):
        sizes(figures, "CoNLL-2003", *(given.conll2003 / f for f in files))
    if parts := three_parts(given, "ontonotes"):
        sizes(figures, "OntoNotes", *parts)
    error_rates(figures, given)
    return figures.end()


if __name__ == "__main__":
    begin(main)
