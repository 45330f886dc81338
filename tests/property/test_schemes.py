"""Label schemes: encoding and decoding are inverse; repairs do what they say."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import as_set, corpora

from nerproof.corpus import Coded, Corpus
from nerproof.corpus.schemes import BadTag, InvalidSequence, decode, encode
from nerproof.corpus.schemetable import SCHEMES, named

TOUCHING = [s for s in SCHEMES if s not in {"IO", "bare"}]


def decoded(corpus, tags, **options):
    found = decode(Coded.encode(tags.strings()), corpus.sentences, **options)
    return as_set(corpus.with_mentions(found.mentions, found.types)), found


@pytest.mark.parametrize("scheme", TOUCHING)
@given(corpus=corpora())
@settings(max_examples=60)
def test_decode_of_encode_is_the_identity(scheme, corpus):
    mentions, found = decoded(corpus, encode(corpus, scheme), scheme=scheme, repair="error")
    assert mentions == as_set(corpus)
    assert not len(found.invalid)


@pytest.mark.parametrize("scheme", ["IO", "bare"])
@given(corpus=corpora(touching=False))
@settings(max_examples=60)
def test_schemes_without_boundaries_keep_mentions_apart_by_gaps(scheme, corpus):
    mentions, _ = decoded(corpus, encode(corpus, scheme), scheme=scheme)
    assert mentions == as_set(corpus)


@pytest.mark.parametrize("scheme", TOUCHING)
@given(corpus=corpora())
@settings(max_examples=60)
def test_detection_never_loses_a_mention(scheme, corpus):
    mentions, found = decoded(corpus, encode(corpus, scheme))
    assert mentions == as_set(corpus)
    assert not len(found.invalid)


@given(tags=st.lists(st.sampled_from(["O", "B-A", "I-A", "B-B", "I-B"]), min_size=1, max_size=8))
def test_discard_keeps_a_subset_of_begin(tags):
    coded, sentences = Coded.encode(tags), np.array([0, len(tags)])
    begin, discard = (decode(coded, sentences, scheme="IOB2", repair=r) for r in ("begin", "discard"))
    kept = set(zip(discard.mentions.start.tolist(), discard.mentions.end.tolist(), strict=True))
    assert kept <= set(zip(begin.mentions.start.tolist(), begin.mentions.end.tolist(), strict=True))
    assert len(begin.mentions) - len(discard.mentions) == len(begin.invalid)


def tags(*labels, scheme="auto", repair="begin"):
    found = decode(Coded.encode(labels), np.array([0, len(labels)]), scheme=scheme, repair=repair)
    m = found.mentions
    spans = zip(m.start.tolist(), m.end.tolist(), m.type.tolist(), strict=True)
    return [(s, e, found.types[t]) for s, e, t in spans], found.scheme


@pytest.mark.parametrize(
    ("labels", "scheme"),
    [
        (["B-PER", "I-PER", "O"], "IOB2"),
        (["I-PER", "I-PER", "B-PER"], "IOB1"),
        (["I-PER", "E-PER", "E-LOC"], "IOE2"),
        (["I-PER", "E-PER", "I-PER"], "IOE1"),
        (["B-PER", "E-PER", "S-LOC"], "BIOES"),
        (["B-PER", "L-PER", "U-LOC"], "BILOU"),
        (["B-PER", "M-PER", "E-PER"], "BMES"),
        (["B-PER", "E-PER", "W-LOC"], "BMEOW"),
        (["I-PER", "O", "I-LOC"], "IO"),
        (["PER", "O", "LOC"], "bare"),
        (["B", "I", "O"], "IOB2"),
    ],
)
def test_schemes_are_detected(labels, scheme):
    assert tags(*labels)[1] == scheme


def test_type_splits_at_the_first_hyphen():
    assert tags("B-creative-work", "I-creative-work")[0] == [(0, 2, "creative-work")]


def test_untyped_tags_have_one_type():
    assert tags("B", "I", "O", "B")[0] == [(0, 2, "_"), (3, 4, "_")]


def test_bioes_without_end_is_kept_by_begin_and_dropped_by_discard():
    labels = ("B-PER", "I-PER", "O")
    assert tags(*labels, scheme="BIOES")[0] == [(0, 2, "PER")]
    assert tags(*labels, scheme="BIOES", repair="discard")[0] == []


@pytest.mark.parametrize("bad", ["o", "", "B_PER", "X-PER"])
def test_unknown_tags_are_refused(bad):
    with pytest.raises(BadTag):
        tags("B-PER", bad)


def test_error_names_what_the_scheme_needs():
    with pytest.raises(InvalidSequence, match="IOB2 needs 'B-ORG' here"):
        tags("B-PER", "O", "I-ORG", scheme="IOB2", repair="error")


def test_a_mention_ends_with_its_sentence():
    found = decode(Coded.encode(["B-PER", "I-PER"]), np.array([0, 1, 2]))
    assert found.mentions.end.tolist() == [1, 2]
    assert found.invalid.tolist() == [1]


def test_nested_mentions_are_encoded_by_their_outermost():
    corpus = Corpus.from_sentences([["Bank", "of", "England"]], [[(0, 3, "ORG"), (2, 3, "LOC")]])
    assert encode(corpus).strings() == ["B-ORG", "I-ORG", "I-ORG"]


def test_scheme_names_have_aliases():
    assert named("bio").name == "IOB2"
