"""The table of votes: sites, answers and counts, against plain loops; chunks add up to the whole."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from nerproof import Corpus
from nerproof.measures.votes import Votes

TYPES = ("LOC", "ORG", "PER")


def random_corpora(seed, n_sentences=40, voters=4):
    """Corpora with the same words and nested, crossing and repeated mentions."""
    rng = np.random.default_rng(seed)
    words = [[f"w{rng.integers(9)}" for _ in range(rng.integers(1, 12))] for _ in range(n_sentences)]

    def mentions(sentence):
        spans = set()
        for _ in range(rng.integers(0, 4)):
            a = int(rng.integers(len(sentence)))
            spans.add((a, int(rng.integers(a + 1, len(sentence) + 1)), TYPES[rng.integers(3)]))
        return sorted(spans)

    return {f"v{k}": Corpus.from_sentences(words, [mentions(s) for s in words]) for k in range(voters)}


def plain_sites(corpora):
    """Groups of overlapping spans, sentence by sentence, with each voter's answer."""
    found = []
    n = next(iter(corpora.values())).n_sentences
    lists = {name: list(c.mentions_by_sentence()) for name, c in corpora.items()}
    for s in range(n):
        spans = sorted({m[:2] for rows in lists.values() for m in rows[s]})
        groups = []
        for a, b in spans:
            if groups and a < groups[-1][1]:
                groups[-1][1] = max(groups[-1][1], b)
            else:
                groups.append([a, b])
        for a, b in groups:
            found.append((s, a, b, [tuple(m for m in rows[s] if a <= m[0] < b) for rows in lists.values()]))
    return found


@pytest.mark.parametrize("seed", range(6))
def test_sites_and_answers_are_those_of_plain_loops(seed):
    corpora = random_corpora(seed)
    votes = Votes.of(corpora)
    wanted = plain_sites(corpora)
    assert votes.n_sites == len(wanted)
    for i, (sentence, start, end, answers) in enumerate(wanted):
        first = votes.sentences[sentence]
        assert (votes.site_sentence[i], votes.site_start[i] - first, votes.site_end[i] - first) == (
            sentence,
            start,
            end,
        )
        assert [tuple(tuple(s) for s in votes.answer(i, k)) for k in range(len(corpora))] == answers
        assert votes.answers[i].tolist() == [answers.index(a) for a in answers]


@pytest.mark.parametrize("seed", range(4))
def test_tables_of_chunks_join_to_the_table_of_the_whole(seed):
    corpora = random_corpora(seed)
    whole = Votes.of(corpora)
    cuts = [0, 7, 8, 25, 40]
    parts = [Votes.of({k: c.select(np.arange(a, b)) for k, c in corpora.items()}) for a, b in pairwise(cuts)]
    joined = Votes.joined(parts)
    for name in ("start", "end", "type", "has", "sentences", "surface", "site", "answers"):
        assert np.array_equal(getattr(joined, name), getattr(whole, name)), name
    counts = [part.in_common(np.array([0, len(part.sentences) - 1])) for part in parts]
    assert np.array_equal(sum(c[0] for c in counts), whole.in_common(np.array([0, 40]))[0])


def test_counts_in_common_are_set_intersections():
    corpora = random_corpora(3)
    sets = [{c.mention(i) for i in range(len(c.mentions))} for c in corpora.values()]
    counts = Votes.of(corpora).in_common(np.array([0, 10, 10, 40]))
    assert counts.shape == (3, 4, 4)
    assert not counts[1].any()
    assert counts.sum(axis=0).tolist() == [[len(a & b) for b in sets] for a in sets]


def test_surfaces_are_equal_where_the_words_are():
    corpora = random_corpora(1)
    votes, corpus = Votes.of(corpora), next(iter(corpora.values()))
    words = [tuple(corpus.tokens.strings(a, b)) for a, b in zip(votes.start.tolist(), votes.end.tolist(), strict=True)]
    by_code = {}
    for code, text in zip(votes.surface.tolist(), words, strict=True):
        assert by_code.setdefault(code, text) == text
    assert len(by_code) == len(set(words))


def test_nobody_has_a_mention():
    empty = Corpus.from_sentences([["a", "b"]], [[]])
    votes = Votes.of({"gold": empty, "a": empty})
    assert (votes.n_sites, votes.answers.shape, votes.dropped) == (0, (0, 2), 0)


def test_spans_that_fit_no_sentence_are_dropped_and_counted():
    gold = Corpus.from_sentences([["a", "b"], ["c"]], [[(0, 1, "X")], []])
    crossing = gold.with_mentions(type(gold.mentions).of([1, 2], [3, 2], [0, 0]), ["X"])
    votes = Votes.of({"gold": gold, "a": crossing})
    assert (votes.n_sites, votes.dropped) == (1, 2)
