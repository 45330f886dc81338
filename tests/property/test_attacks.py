"""What every attack and augmentation must hold, on corpora with adjacent, nested and overlapping mentions."""

import itertools

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from nerproof.attacks import ATTACKS, attack
from nerproof.augmentations import AUGMENTATIONS, augment
from nerproof.corpus import Corpus, join
from nerproof.corpus.edits import overlapping
from nerproof.gazetteers import COMPOSED, Gazetteer, Rows

WORDS = [
    "the",
    "Bari",
    "BARI",
    "rome",
    "Ann",
    "Smith",
    "Inc.",
    "goes",
    "quickly",
    "green",
    "house",
    "'s",
    "7",
    "(",
    "in",
]
TYPES = ["PER", "LOC", "ORG", "DATE", "Zzz"]
NAMES = [
    "Bari",
    "Perm",
    "Saint-Lo",
    "St. Paul's (old)",
    "The Hague",
    "oslo",
    "Rome",
    "Ann Smith",
    "7",
    "A, B",
]

sentences = st.lists(
    st.lists(st.sampled_from(WORDS), min_size=1, max_size=9).flatmap(
        lambda words: st.tuples(
            st.just(words),
            st.lists(
                st.tuples(st.integers(0, len(words) - 1), st.integers(1, 3), st.sampled_from(TYPES)),
                max_size=4,
            ).map(lambda found: [(s, min(s + n, len(words)), t) for s, n, t in found]),
        )
    ),
    min_size=1,
    max_size=6,
)


# Entities that come again in one document, in other cases, beside one another, with an article or a possessive.
BUSY = Corpus.from_sentences(
    [
        ["Atlantis", "Acme", "beat", "ATLANTIS", "quickly"],
        ["the", "house", "in", "atlantis", "and", "Bari", "Perm", "of", "Acme", "'s"],
        ["the", "Atlantis", "goes", "to", "Oslo", "7"],
    ],
    [
        [(0, 1, "LOC"), (1, 2, "ORG"), (3, 4, "LOC")],
        [(3, 4, "LOC"), (5, 6, "LOC"), (6, 7, "LOC"), (8, 10, "ORG")],
        [(0, 2, "LOC"), (4, 5, "LOC")],
    ],
    document_starts=[0],
)


@st.composite
def corpora(draw):
    """Anything, and in half of the cases something to attack."""
    found = draw(loose())
    return join([found, BUSY]) if draw(st.booleans()) else found


@st.composite
def loose(draw):
    rows = draw(sentences)
    starts = draw(st.none() | st.just([0]) | st.just(sorted({0, len(rows) // 2})))
    return Corpus.from_sentences([w for w, _ in rows], [m for _, m in rows], document_starts=starts)


@st.composite
def gazetteers(draw):
    names = draw(
        st.lists(
            st.tuples(st.sampled_from(["GPE", "LOC", "ORG"]), st.sampled_from(["Q1", "Q2"]), st.sampled_from(NAMES)),
            min_size=1,
            max_size=12,
        )
    )
    if draw(st.booleans()):  # enough names of every type that draws differ
        names += [(t, "Q3", n) for t in ("GPE", "ORG") for n in ("Bari", "Perm", "Oslo", "Sofia", "Kyiv", "Tirana")]
    rows = [(t, q, f"class {q}", f"Q{i + 10}", n) for i, (t, q, n) in enumerate(names)]
    persons = [("PERSON", "", COMPOSED, "", "Eve B. Stone"), ("PERSON", "", COMPOSED, "", "Max Rank")]
    return Gazetteer.of(Rows.of(rows + (persons if draw(st.booleans()) else [])))


def reference(corpus):
    """A model that finds every capitalised word that follows a lower-case one."""
    found = [
        [(i, i + 1, "LOC") for i in range(1, len(s)) if s[i].istitle() and s[i - 1].islower()]
        for s in (corpus.sentence(k) for k in range(corpus.n_sentences))
    ]
    return Corpus.from_sentences([corpus.sentence(k) for k in range(corpus.n_sentences)], found)


def knows_half(corpus):
    """A model that finds whole sentences of an even number of letters, as places and as organisations."""
    words = [corpus.sentence(k) for k in range(corpus.n_sentences)]
    found = [[(0, len(w), t) for t in ("LOC", "ORG")] if len("".join(w)) % 2 == 0 else [] for w in words]
    return Corpus.from_sentences(words, found)


inputs = st.fixed_dictionaries(
    {
        "corpus": corpora(),
        "train": corpora(),
        "others": st.lists(corpora(), min_size=1, max_size=1),
        "persons": st.sampled_from(["gazetteer", "auto"]),
        "gazetteer": gazetteers(),
        "seed": st.integers(0, 5),
        "unseen": st.booleans(),
        "consistent": st.booleans(),
        "coverage": st.sampled_from([0, 20, 60, 100]),
        "hard": st.booleans(),
    }
)

relaxed = settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def run(mode, given_, **changes):
    options = (
        {k: v for k, v in given_.items() if k not in {"corpus", "seed"}}
        | {"reference": reference, "language": "en"}
        | changes
    )
    return attack(given_["corpus"], mode, seed=given_["seed"], **options)


def surfaces(corpus):
    return [corpus.surface(i) for i in range(len(corpus.mentions))]


@pytest.mark.parametrize("mode", list(ATTACKS))
@relaxed
@given(given_=inputs)
def test_gold_stays_valid(mode, given_):
    before, after = given_["corpus"], run(mode, given_).corpus
    a, b = before.mentions, after.mentions
    assert len(a) == len(b)
    assert [before.types[t] for t in a.type] == [after.types[t] for t in b.type]
    assert (b.start < b.end).all()
    assert (after.sentence_of(b.end - 1) == before.sentence_of_mention).all()
    assert after.n_sentences == before.n_sentences
    assert (after.documents == before.documents).all()
    # What did not overlap before does not overlap now, and adjacent mentions stay apart.
    assert overlapping(b).tolist() == overlapping(a).tolist()
    assert ((a.start[1:] >= a.end[:-1]) == (b.start[1:] >= b.end[:-1])).all()
    assert ((a.start[1:] == a.end[:-1]) == (b.start[1:] == b.end[:-1])).all()


@pytest.mark.parametrize("mode", list(ATTACKS))
@relaxed
@given(given_=inputs)
def test_log_is_the_difference(mode, given_):
    """Undoing the logged edits gives the original, word for word: nothing else was changed, nothing logged in vain."""
    before, done = given_["corpus"], run(mode, given_)
    for sentence in range(before.n_sentences):
        words = before.sentence(sentence)
        edits = [e for e in done.made if e.sentence == sentence]
        for edit in edits:
            assert edit.new != edit.original
        if mode == "full":
            edits = [e for e in edits if e.kind == "entity"]
        for edit in sorted(edits, key=lambda e: -e.start):
            assert " ".join(words[edit.start : edit.end]) == edit.original
            words[edit.start : edit.end] = edit.new.split(" ")
        if mode == "full":
            for edit in (e for e in done.made if e.sentence == sentence and e.kind == "context"):
                assert words[edit.start] == edit.original
                words[edit.start] = edit.new
        assert words == done.corpus.sentence(sentence)


@pytest.mark.parametrize("mode", list(ATTACKS))
@relaxed
@given(given_=inputs)
def test_same_seed_same_output(mode, given_):
    first, second = run(mode, given_), run(mode, given_)
    assert first.corpus.content_digest == second.corpus.content_digest
    assert first.edits == second.edits
    assert first.facts == second.facts


@pytest.mark.parametrize("mode", ["entity", "swap", "natural"])
@relaxed
@given(given_=inputs)
def test_untouched_mentions_and_the_text_between_stay(mode, given_):
    before, done = given_["corpus"], run(mode, given_)
    touched = {e.mention for e in done.made}
    old, new = surfaces(before), surfaces(done.corpus)
    inside = overlapping(before.mentions)
    for i, (a, b) in enumerate(zip(old, new, strict=True)):
        assert (i in touched) == (a != b)
        assert not (inside[i] and i in touched)
    assert {e.mention for e in done.edits} == set(range(len(old)))
    assert all((e.new is None) == (e.reason is not None) for e in done.edits)


@pytest.mark.parametrize("mode", ["entity", "full"])
@relaxed
@given(given_=inputs)
def test_no_replacement_is_a_known_surface(mode, given_):
    done = run(mode, given_, unseen=True)
    known = {s.lower() for c in (given_["corpus"], given_["train"]) for s in surfaces(c)}
    assert not [e for e in done.made if e.kind == "entity" and e.new.lower() in known]


def named(names):
    """A corpus in which each name stands alone, as a mention."""
    return Corpus.from_sentences([n.split() for n in names], [[(0, len(n.split()), "LOC")] for n in names])


KNOWN = [*NAMES, *(n.upper() for n in NAMES), *(f"the {n}" for n in NAMES), *(f"{n} 's" for n in NAMES)]


@pytest.mark.parametrize("place", ["train", "others", "corpus"])
@relaxed
@given(
    given_=inputs,
    known=st.lists(st.sampled_from(KNOWN), min_size=3, max_size=8),
)
def test_no_replacement_is_known_from_anywhere(place, given_, known):
    """The gazetteer's own names stand in the training data, in the other data, in the corpus itself."""
    corpora_ = {"train": given_["train"], "others": given_["train"], "corpus": BUSY}
    corpora_[place] = join([corpora_[place], named(known)])
    changes = {"train": corpora_["train"], "others": [corpora_["others"]], "hard": False, "coverage": 100}
    changes["language"] = "en"
    done = run("entity", given_ | {"corpus": corpora_["corpus"]}, unseen=True, **changes)
    seen = {s.lower() for c in corpora_.values() for s in surfaces(c)}
    assert not [e for e in done.made if e.new.lower() in seen]


@relaxed
@given(given_=inputs)
def test_context_attack_keeps_tokens_and_mentions(given_):
    before, after = given_["corpus"], run("context", given_).corpus
    assert (before.sentences == after.sentences).all()
    assert (before.mentions.start == after.mentions.start).all()
    assert surfaces(before) == surfaces(after)


@relaxed
@given(given_=inputs)
def test_hard_names_are_missed_by_the_reference(given_):
    # One name for all mentions of an entity is tried in the form of the first: here each is tried in its own.
    changes = {"hard": True, "reference": knows_half, "unseen": False, "coverage": 100, "consistent": False}
    done = run("entity", given_ | {"corpus": BUSY}, **changes)
    for edit in done.made:
        name = edit.new.split(" ")
        alone = knows_half(Corpus.from_sentences([name]))
        assert (0, len(name), edit.type) not in next(alone.mentions_by_sentence())


@pytest.mark.parametrize("busy", [False, True])
@relaxed
@given(given_=inputs)
def test_coverages_are_nested(busy, given_):
    changes = {"corpus": BUSY, "hard": False, "unseen": False} if busy else {}
    samples = [run("entity", given_ | changes, coverage=c) for c in (0, 20, 40, 60, 80, 100)]
    made = [{(e.mention, e.new) for e in s.made} for s in samples]
    assert all(small <= large for small, large in itertools.pairwise(made))
    assert made[0] == set()
    reasons = {e.reason for e in samples[-1].edits}
    assert "not in the sample" not in reasons


@relaxed
@given(given_=inputs)
def test_one_entity_of_a_document_has_one_replacement(given_):
    done = run("entity", given_, consistent=True)
    found = {}
    for e in done.made:
        key = (e.document, e.type, e.original.lower())
        assert found.setdefault(key, e.new.lower()) == e.new.lower()


@relaxed
@given(given_=inputs)
def test_an_entity_that_comes_again_has_one_replacement(given_):
    changes = {"consistent": True, "unseen": False, "hard": False, "coverage": 100}
    done = run("entity", given_ | {"corpus": BUSY}, **changes)
    for name in ("Atlantis", "Acme"):
        new = {e.new.lower() for e in done.made if e.original.lower() == name.lower()}
        assert len(new) <= 1


@pytest.mark.parametrize("recipe", [*AUGMENTATIONS, "entity-switching+random-masking", "mixing-up+random-masking:0.5"])
@relaxed
@given(corpus=corpora(), seed=st.integers(0, 5))
def test_augmentations_add_valid_copies(recipe, corpus, seed):
    done, again = (augment(corpus, [recipe], seed=seed) for _ in range(2))
    assert done.corpus.content_digest == again.corpus.content_digest
    n = corpus.n_sentences
    assert done.corpus.select(np.arange(n)).content_digest == corpus.select(np.arange(n)).content_digest
    copies = done.corpus.select(np.arange(n, done.corpus.n_sentences))
    having = len(np.unique(corpus.sentence_of_mention))
    assert copies.n_sentences == (round(having / 2) if ":0.5" in recipe else having)
    m = copies.mentions
    assert (m.start < m.end).all()
    assert (copies.sentence_of(m.end - 1) == copies.sentence_of_mention).all()
    # No copy is free of mentions: that would be a duplicate of nothing.
    assert len(np.unique(copies.sentence_of_mention)) == copies.n_sentences
