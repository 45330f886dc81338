"""The demo corpus: size, shares, coherence, listed noise, and names that are really held out."""

from __future__ import annotations

import time
from collections import Counter, defaultdict

import pytest

from nerproof.demo import gazetteer
from nerproof.demo.corpus import SIZES, build
from nerproof.demo.dice import Dice
from nerproof.demo.frames import DOMAINS, domain, fill
from nerproof.demo.names import Entity, pool


@pytest.fixture(scope="module")
def demo():
    return build()


def entities(corpus):
    return [(corpus.surface(i), corpus.mention(i).type) for i in range(len(corpus.mentions))]


def test_parts_have_the_stated_sizes_and_four_types(demo):
    assert {name: part.n_sentences for name, part in demo.parts.items()} == SIZES
    assert all(part.types == ("LOC", "MISC", "ORG", "PER") for part in demo.parts.values())


def test_same_seed_same_corpus_other_seed_another(demo):
    assert build().test.content_digest == demo.test.content_digest
    assert build(1).test.content_digest != demo.test.content_digest


def test_builds_in_a_second():
    start = time.process_time()
    build(2)
    assert time.process_time() - start < 1.5


def test_documents_have_four_to_ten_sentences_of_one_domain(demo):
    for part in demo.parts.values():
        sizes = (part.documents[1:] - part.documents[:-1]).tolist()
        assert set(sizes[:-1]) <= set(range(4, 11))
        for start, end in zip(part.documents[:-1], part.documents[1:], strict=True):
            assert len(set(part.fields["domain"][start:end])) == 1
    assert set(demo.train.fields["domain"]) == set(DOMAINS)


def test_about_half_of_the_test_mentions_are_seen(demo):
    train = set(entities(demo.train))
    test = entities(demo.test)
    assert 0.45 < sum(e in train for e in test) / len(test) < 0.7


def test_many_names_have_two_types(demo):
    types = defaultdict(set)
    for surface, type_ in entities(demo.train):
        types[surface].add(type_)
    ambiguous = [surface for surface, found in types.items() if len(found) > 1]
    assert len(ambiguous) / len(types) > 0.05


def test_entities_come_back_within_a_story(demo):
    test = demo.test
    per_document = defaultdict(Counter)
    for i, entity in enumerate(entities(test)):
        per_document[int(test.document_of_sentence[test.sentence_of_mention[i]])][entity] += 1
    repeated = sum(max(counts.values()) > 1 for counts in per_document.values())
    assert repeated / len(per_document) > 0.5


def test_every_annotation_error_is_listed_and_stands_in_the_corpus(demo):
    mentions = {name: list(part.mentions_by_sentence()) for name, part in demo.parts.items()}
    total = sum(len(part.mentions) for part in demo.parts.values())
    assert 0.008 < len(demo.errors) / total < 0.025
    for error in demo.errors:
        there = mentions[error.part][error.sentence]
        assert error.right not in there
        assert error.written is None or error.written in there
    assert {e.kind for e in demo.errors} == {"missed", "type", "boundary"}


def test_held_out_names_occur_nowhere(demo):
    seen = {s.lower() for part in demo.parts.values() for s, _ in entities(part)}
    assert not [name for _, _, name in gazetteer.heldout() if name.lower() in seen]


def test_gazetteer_knows_the_class_of_nearly_every_mention(demo, tmp_path):
    from nerproof.attacks import attack
    from nerproof.gazetteers import open_gazetteer

    gazetteer.write_gazetteer(tmp_path / "names.jsonl", demo)
    made = attack(demo.test, "entity", train=demo.train, gazetteer=open_gazetteer(tmp_path / "names.jsonl"))
    assert made.facts["replaced"] == made.facts["mentions"]
    assert made.facts["linked_share"] > 0.9
    seen = {squeezed(s) for s, _ in entities(demo.train)}
    assert not {squeezed(e.new) for e in made.made} & seen


def squeezed(name):
    """Without blanks and case: the attack cuts a name into tokens as the corpus does."""
    return name.replace(" ", "").lower()


def test_every_frame_of_every_domain_can_be_filled():
    dice = Dice(0, "test")
    for name in DOMAINS:
        about = domain(name)
        cast = {role: pool(kind, 0, name).known[0] for role, kind in about.cast.items()}
        for frames in about.frames.values():
            for frame in frames:
                sentence = fill(frame, cast, dice)
                assert not any(c in token for token in sentence.tokens for c in "{}<|")


def test_a_frame_becomes_tokens_and_mentions():
    cast = {"club": Entity("ORG", {"full": "FC Karsk", "short": "Karsk"})}
    sentence = fill("the fans of {club} left {club.short:LOC} .", cast, Dice(0, "x"))
    assert sentence.tokens == ["The", "fans", "of", "FC", "Karsk", "left", "Karsk", "."]
    assert sentence.mentions == [(3, 5, "ORG"), (6, 7, "LOC")]


def test_several_hundred_frames():
    frames = [f for name in (*DOMAINS, "general") for part in domain(name).frames.values() for f in part]
    assert len(set(frames)) > 350
