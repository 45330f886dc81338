"""Scores of tag lists already in memory: the one-line replacement for the usual scorer call."""

from __future__ import annotations

from nerproof.base.results import Result
from nerproof.corpus.taglists import Tags, check_lists, check_same_lengths, corpus_of_tags
from nerproof.engine.evaluate import Options, prepare, run
from nerproof.formats import ReadOptions


def score(gold: Tags, pred: Tags, *, scheme: str = "auto", repair: str = "begin", resamples: int = 0) -> Result:
    """Standard scores of tag lists, one list per sentence.

    Args:
        gold: The annotated tags.
        pred: The predicted tags, one per gold tag.
        scheme: IOB2, IOB1, BIOES, BILOU, BMES, IO, bare, or auto.
        repair: How to treat tags that break the scheme: begin, discard or error.
        resamples: Bootstrap samples for intervals; 0: none.

    >>> score([["B-PER", "I-PER", "O"]], [["B-PER", "I-PER", "B-LOC"]]).value("precision")
    0.5
    """
    check_lists(gold, "gold")
    check_lists(pred, "pred")
    check_same_lengths(gold, pred, ("gold", "pred"))
    corpora = [corpus_of_tags(tags, scheme=scheme, repair=repair) for tags in (gold, pred)]
    options = Options(suites=["standard"], resamples=resamples, reading=ReadOptions(scheme=scheme, repair=repair))
    return run(prepare(corpora[0], {"pred": corpora[1]}, options=options))
