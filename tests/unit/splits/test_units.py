from __future__ import annotations

import numpy as np
import pytest

from nerproof.base.errors import UsageError
from nerproof.corpus import Corpus
from nerproof.splits.incidence import build, entity_ids
from nerproof.splits.units import arrange, content_ids


def test_equal_ids_mean_equal_surface_and_type():
    corpus = Corpus.from_sentences(
        [["New", "York", "New"], ["New", "York", "York"]],
        [[(0, 2, "LOC"), (2, 3, "LOC")], [(0, 2, "LOC"), (0, 2, "ORG"), (2, 3, "LOC")]],
    )
    keys = [(corpus.surface(i), corpus.mention(i).type) for i in range(len(corpus.mentions))]
    ids = entity_ids(corpus).tolist()
    assert len(set(zip(keys, ids, strict=True))) == len(set(keys)) == len(set(ids))


def test_nested_mentions_are_entities_of_their_own():
    corpus = Corpus.from_sentences([["Bank", "of", "China"]], [[(0, 3, "ORG"), (2, 3, "LOC")]])
    assert arrange(corpus).incidence.n_entities == 2


def test_ids_follow_content_not_order(clustered):
    corpus = clustered()
    backwards = corpus.select(np.arange(corpus.n_sentences)[::-1])
    assert content_ids(corpus, "sentence") == content_ids(backwards, "sentence")[::-1]
    assert arrange(corpus).ids == arrange(backwards).ids


def test_equal_sentences_get_ids_of_their_own():
    ids = content_ids(Corpus.from_sentences([["a"], ["a"], ["b"], ["a"]]), "sentence")
    assert ids[1:] == [f"{ids[0]}-2", ids[2], f"{ids[0]}-3"]


def test_the_same_words_with_other_mentions_are_another_unit():
    a, b = content_ids(Corpus.from_sentences([["a"], ["a"]], [[(0, 1, "X")], []]), "sentence")
    assert a.split("-")[0] != b.split("-")[0]


def test_groups_are_neighbours_and_whole(clustered):
    corpus = clustered(documents=True)
    units = arrange(corpus, group_by="doc")
    for g in range(units.incidence.n_groups):
        samples = np.flatnonzero(units.incidence.group == g)
        assert np.all(np.diff(samples) == 1)
        assert len(set(corpus.document_of_sentence[units.sentences(samples)].tolist())) == 1
    assert units.incidence.n_groups == corpus.n_documents


def test_grouping_by_an_unknown_field_names_the_known():
    corpus = Corpus.from_sentences([["a"]], fields={"domain": ["x"]})
    with pytest.raises(UsageError, match="Known: doc, source, domain"):
        arrange(corpus, group_by="topic")


def test_grouping_by_doc_without_documents_is_an_error():
    with pytest.raises(UsageError, match="no document marks"):
        arrange(Corpus.from_sentences([["a"]]), group_by="doc")


def test_incidence_counts_an_entity_once_per_sample_and_every_mention():
    made = build(2, np.array([0, 0, 1]), np.array([5, 5, 9]), np.array([1, 1, 0]), n_types=2)
    assert np.diff(made.start).tolist() == [1, 1]
    assert made.mentions.tolist() == [[0, 2], [1, 0]]
