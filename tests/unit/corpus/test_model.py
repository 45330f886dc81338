"""The corpus: identity, selection, joining."""

from __future__ import annotations

import numpy as np

from nerproof.corpus import Corpus, Mentions, join
from nerproof.formats import read

ONE = Corpus.from_sentences([["EU", "x"], ["Peter"]], [[(0, 1, "ORG")], [(0, 1, "PER")]], document_starts=[0])
TWO = Corpus.from_sentences([["Peter", "EU"]], [[(1, 2, "LOC")]], document_starts=[0])


def test_duplicates_are_one_mention():
    assert len(Mentions.of([0, 0], [1, 1], [0, 0])) == 1


def test_join_keeps_documents_tokens_and_types():
    both = join([ONE, TWO])
    assert both.types == ("LOC", "ORG", "PER")
    assert both.documents.tolist() == [0, 2, 3]
    assert [both.sentence(i) for i in range(3)] == [["EU", "x"], ["Peter"], ["Peter", "EU"]]
    assert [tuple(both.mention(i)) for i in range(3)] == [(0, 1, "ORG"), (2, 3, "PER"), (4, 5, "LOC")]


def test_digest_depends_on_content_not_on_numbering():
    again = join([ONE, TWO]).select(np.array([0, 1]))
    assert again.content_digest == ONE.content_digest
    other = ONE.with_mentions(ONE.mentions.take(np.array([0])))
    assert other.content_digest != ONE.content_digest


def test_selection_splits_and_shrinks_documents():
    corpus = Corpus.from_sentences([["a"], ["b"], ["c"], ["d"]], document_starts=[0, 2])
    assert corpus.select(np.array([1, 2, 3])).documents.tolist() == [0, 1, 3]


def test_place_names_file_and_line(tmp_path):
    path = tmp_path / "x.conll"
    path.write_text("a O\n\nb O\n")
    assert read(path).place(1) == f"{path}:3"


def test_a_word_left_behind_by_selection_is_unseen():
    from nerproof.lexicon import Lexicon

    train = Corpus.from_sentences([["EU"], ["Peter"]]).select(np.array([0]))
    assert Lexicon(train).ids(Corpus.from_sentences([["EU", "Peter"]])).tolist() == [0, -1]


def test_scores_and_forms_stay_with_their_mentions():
    words = [["a", "b"], ["c", "d", "e"]]
    corpus = Corpus.from_sentences(words, [[(0, 1, "PER")], [(0, 3, "LOC"), (1, 2, "PER")]])
    m = corpus.mentions
    scored = corpus.with_mentions(Mentions.of(m.start, m.end, m.type, [0.1, 0.2, 0.3], [None, ((0, 1), (2, 3)), None]))
    turned = scored.select(np.array([1, 0])).with_types(("LOC", "ORG", "PER"))
    again = join([turned, turned])
    assert again.mentions.score is not None
    assert again.mentions.score.tolist() == [0.2, 0.3, 0.1] * 2
    assert again.mentions.form is not None
    assert again.mentions.form.tolist() == [((0, 1), (2, 3)), None, None] * 2


def test_of_two_equal_mentions_the_higher_score_stays():
    found = Mentions.of([0, 0], [1, 1], [0, 0], [0.2, 0.7])
    assert found.score is not None
    assert found.score.tolist() == [0.7]
    assert Mentions.of([0], [1], [0], [None]).score is None
