"""What an index looks up fast is what a plain loop finds."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest

from nerproof import Corpus
from nerproof.corpus import Vocabulary
from nerproof.corpus.wordbook import Wordbook
from nerproof.index import lookalikes, pairs
from nerproof.index.lexicon import Lexicon
from nerproof.index.lookalikes import LookAlikes
from nerproof.index.pairs import Pairs


def test_words_are_decoded_again_only_when_there_are_more():
    book = Wordbook()
    book.add(Vocabulary(["EU", "ü"]))
    known = book.strings
    assert known == ("EU", "ü")
    assert book.strings is known
    book.add(Vocabulary(["NATO"]))
    assert book.strings == ("EU", "ü", "NATO")


@pytest.mark.parametrize("dense", [0, 1 << 20])
def test_counts_by_pair(monkeypatch, dense):
    monkeypatch.setattr(pairs, "DENSE", dense)
    rng = np.random.default_rng(3)
    rows, columns = rng.integers(0, 50, 300), rng.integers(0, 40, 300)
    counts = Pairs()
    for part in range(3):
        counts.add(rows[part::3], columns[part::3])
        counts.get(rows, columns)  # what it knows is not kept for the next part
    known = Counter(zip(rows.tolist(), columns.tolist(), strict=True))
    asked = [(r, c) for r in range(-1, 52) for c in range(-1, 42)]
    found = counts.get(*np.array(asked).T)
    assert found.tolist() == [known[pair] for pair in asked]


def dice(a, b):
    return 2 * len(a & b) / (len(a) + len(b))


def triples(name):
    text = f"\0{' '.join(name).lower()}\1"
    return {text[i : i + 3] for i in range(len(text) - 2)}


def test_the_nearest_name_is_that_of_a_plain_search():
    """More names than are spelled at once, with repeated letters and letters of several scripts."""
    rng = random.Random(1)
    words = ["".join(rng.choice("abcÄß日本") for _ in range(rng.randint(1, 5))) for _ in range(200)]
    names = list(dict.fromkeys(tuple(rng.choices(words, k=rng.randint(1, 3))) for _ in range(9000)))
    assert len(names) > 4096
    train = Corpus.from_sentences(names, [[(0, len(name), "PER")] for name in names])
    asked = [(*rng.choices(words, k=2), "x") for _ in range(20)]
    alike = LookAlikes(Lexicon(train), asked)
    spelled = {name: triples(name) for name in names}
    for name in asked:
        best = max(dice(triples(name), own) for own in spelled.values())
        first = min(" ".join(n) for n, own in spelled.items() if dice(triples(name), own) == best)
        found = alike.of(name)
        if best < lookalikes.ENOUGH:
            assert found is None
        else:
            assert found == {"name": first, "similarity": round(best, 3), "types": {"PER": 1}}
