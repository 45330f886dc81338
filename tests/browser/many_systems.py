"""Thirty systems that differ from one another, on eighteen types: evaluated for real."""

from __future__ import annotations

import random

TYPES = (
    *("CARDINAL", "DATE", "EVENT", "FAC", "GPE", "LANGUAGE", "LAW", "LOC", "MONEY"),
    *("NORP", "ORDINAL", "ORG", "PERCENT", "PERSON", "PRODUCT", "QUANTITY", "TIME", "WORK_OF_ART"),
)


def many_systems(n=30, sentences=700):
    from nerproof.corpus import Corpus
    from nerproof.engine.evaluate import evaluate

    rng = random.Random(5)
    train = Corpus.from_sentences(*_text(rng, sentences // 2))
    tokens, mentions = _text(rng, sentences)
    systems = {
        f"system-{i:02d}": Corpus.from_sentences(tokens, [_marked(rng, one, 0.93 - i / 60) for one in mentions])
        for i in range(n)
    }
    gold = Corpus.from_sentences(tokens, mentions)
    return evaluate(gold, systems, train=train, resamples=20, examples=sentences)


def _text(rng, sentences):
    tokens, mentions = [], []
    for _ in range(sentences):
        words, found = [], []
        for _ in range(rng.randint(1, 4)):
            words += [f"w{rng.randrange(4000)}" for _ in range(rng.randint(1, 6))]
            length = rng.choice([1, 1, 1, 2, 3])
            found.append((len(words), len(words) + length, rng.choice(TYPES)))
            words += [f"N{rng.randrange(900)}" for _ in range(length)]
        tokens.append([*words, "."])
        mentions.append(found)
    return tokens, mentions


def _marked(rng, mentions, skill):
    """Right, of another type, a word short, or missed; each system draws for itself."""
    found = []
    for start, end, kind in mentions:
        luck = rng.random()
        if luck < skill:
            found.append((start, end, kind))
        elif luck < skill + 0.08:
            found.append((start, end, rng.choice(TYPES)))
        elif luck < skill + 0.12 and end - start > 1:
            found.append((start, end - 1, kind))
    return found
