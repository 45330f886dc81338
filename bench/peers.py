"""The usual ways to score with other packages, each run as a script: ``python -m bench.peers NAME GOLD PRED``."""

from __future__ import annotations

import sys


def load(path: str) -> list[list[str]]:
    """The parse loop that users of these packages write."""
    sentences, tags = [], []
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            parts = line.strip().split(" ")
            if len(parts) > 1:
                tags.append(parts[-1])
            elif tags:
                sentences.append(tags)
                tags = []
    return [*sentences, tags] if tags else sentences


def seqeval(gold: str, pred: str) -> object:
    from seqeval.metrics.sequence_labeling import precision_recall_fscore_support

    return precision_recall_fscore_support(load(gold), load(pred), average="micro")[:3]


def report(gold: str, pred: str) -> object:
    """seqeval's classification report, as a user prints it."""
    from seqeval.metrics import classification_report

    return classification_report(load(gold), load(pred), digits=4)


def nervaluate(gold: str, pred: str) -> object:
    from nervaluate import Evaluator

    evaluator = Evaluator(load(gold), load(pred), tags=["LOC", "MISC", "ORG", "PER"], loader="list")
    return evaluator.evaluate()["overall"]["strict"].f1


def seqscore(gold: str, pred: str) -> object:
    from seqscore.scoring import score_label_sequences

    classification, _ = score_label_sequences(load(pred), load(gold), "BIO", repair=None)
    return classification.f1


def read(gold: str, pred: str) -> object:
    """The floor: bytes into memory."""
    return [len(open(p, "rb").read()) for p in (gold, pred)]


PEERS = {"seqeval": seqeval, "report": report, "nervaluate": nervaluate, "seqscore": seqscore, "read": read}

if __name__ == "__main__":
    print(PEERS[sys.argv[1]](*sys.argv[2:]))
