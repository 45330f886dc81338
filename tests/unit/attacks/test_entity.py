import numpy as np
import pytest

from nerproof.attacks import AttackOptions, attack
from nerproof.attacks.hard import refuse_same
from nerproof.attacks.release import Release
from nerproof.base.errors import UsageError
from nerproof.corpus import Coded, Corpus
from nerproof.gazetteers import COMPOSED, Gazetteer, Rows
from nerproof.gazetteers.type_map import parse_type_map

CITY, STATE = ("Q515", "city"), ("Q6256", "country")
ROWS = [
    ("GPE", *CITY, "Q1", "Bari"),
    ("GPE", *CITY, "Q2", "Perm"),
    ("GPE", *CITY, "Q3", "Oslo"),
    ("GPE", *STATE, "Q4", "Chile"),
    ("GPE", *STATE, "Q5", "Togo"),
    ("ORG", "Q7", "party", "Q6", "greens of the Alps"),
    ("PERSON", "", COMPOSED, "", "Eve Stone"),
    ("PERSON", "", COMPOSED, "", "Max Bo Rank"),
]
NAMES = Gazetteer.of(Rows.of(ROWS))


def corpus(text, **others):
    """`[LOC Bari] is` -> a corpus; one sentence per line."""
    sentences, mentions = [], []
    for line in text.strip().split("\n"):
        words, found, start, type_ = [], [], 0, ""
        for piece in line.replace("[", " [ ").replace("]", " ] ").split():
            if piece == "[":
                type_ = None
            elif piece == "]":
                found.append((start, len(words), type_))
            elif type_ is None:
                type_, start = piece, len(words)
            else:
                words.append(piece)
        sentences.append(words)
        mentions.append(found)
    return Corpus.from_sentences(sentences, mentions, **others)


def attacked(text, *, others=(), start=None, **options):
    given = corpus(text, document_starts=start)
    return attack(given, "entity", **{"gazetteer": NAMES, "train": given, "others": others} | options)


def new(done):
    return [e.new for e in done.edits]


def test_linked_mention_gets_a_name_of_its_class():
    for seed in range(10):
        done = attacked("He went to [LOC Oslo] .", seed=seed)
        assert new(done)[0] in {"Bari", "Perm"}
        assert (done.edits[0].class_label, done.edits[0].link) == ("city", "linked")
        assert done.facts["linked_share"] == 1.0


def test_unlinked_mention_draws_a_class_from_the_prior():
    seen = {new(attacked("He went to [LOC Atlantis] .", seed=s))[0] for s in range(40)}
    assert seen == {"Bari", "Perm", "Oslo", "Chile", "Togo"}
    assert attacked("He went to [LOC Atlantis] .").facts["linked_share"] == 0.0


def test_prior_follows_the_linked_mentions_of_train_not_of_the_test_set():
    text = "\n".join(["[LOC Oslo] won"] * 400 + ["[LOC Atlantis] lost"] * 200)
    done = attacked(text, unseen=False, train=corpus("\n".join(["[LOC Chile] won"] * 400)))
    unlinked = [e.class_label for e in done.edits if e.original == "Atlantis"]
    assert unlinked.count("country") > 0.9 * len(unlinked)


def test_outside_linker():
    done = attacked("[LOC Christiania] is cold", links={0: "Q4"})
    assert new(done) == ["Togo"] or new(done) == ["Chile"]
    assert done.edits[0].link == "linked"


def test_unseen_filter_ignores_case():
    other = corpus("in [LOC PERM] and [LOC bari]")
    for seed in range(10):
        assert new(attacked("to [LOC Oslo] .", others=[other], seed=seed))[0] in {"Chile", "Togo"}
    assert {new(attacked("to [LOC Oslo] .", others=[other], unseen=False, seed=s))[0] for s in range(20)} == {
        "Bari",
        "Perm",
    }


def test_type_without_candidates_is_left_counted_and_named():
    done = attacked("[ORG Greens] of [EVENT Expo] in [LOC Oslo]", type_map=parse_type_map(["EVENT=FAIR"]))
    left = done.edits[1]
    assert (left.new, left.reason) == (None, "no candidate")
    assert done.corpus.surface(1) == "Expo"
    assert done.facts["left"] == {"no candidate": 1}
    assert len(done.notes) == 1
    assert done.notes[0].startswith("1 mention of EVENT left: the gazetteer has no name for this type")
    assert done.notes[0].endswith("Name others with --type-map EVENT=TYPE.")


def test_numeric_types_are_not_attacked():
    done = attacked("on [DATE Monday] in [LOC Oslo]")
    assert done.edits[0].reason == "the type is not attacked"
    assert done.notes == (
        "types that are not attacked, with their mentions: DATE (1). Attack them, too, with --type-map DATE=TYPE.",
    )
    assert done.corpus.surface(0) == "Monday"


def test_adjacent_mentions_stay_two():
    done = attacked("[LOC Oslo] [LOC Chile] played", unseen=False)
    assert [done.corpus.mention(i)[:2] for i in (0, 1)] == [(0, 1), (1, 2)]
    assert None not in new(done)


def test_persons_are_composed_with_the_mention_s_length():
    done = attacked("[PER Ann Marie Smith] and [PER Smith] met [PER Bo Li]", persons="gazetteer")
    assert [len(n.split()) for n in new(done)] == [3, 1, 2]
    assert {e.link for e in done.edits} == {"composed"}
    assert all(n.split()[-1] in {"Stone", "Rank"} for n in new(done))


def test_a_person_called_like_a_made_up_one_gets_a_composed_name():
    for seed in range(10):
        done = attacked("[PER Eve Gray] met [PER Max Bo Rank]", persons="gazetteer", seed=seed)
        assert [e.link for e in done.edits] == ["composed"] * 2
        assert [len(n.split()) for n in new(done)] == [2, 3]


def test_one_name_per_entity_and_document():
    text = "[LOC Rome] is old\n[LOC Rome] is large\n[LOC Rome] is far"
    two = attacked(text, start=[0, 2])
    assert new(two)[0] == new(two)[1]
    assert len({tuple(new(attacked(text, start=[0, 2], seed=s))[1:]) for s in range(20)}) > 5
    loose = [new(attacked(text, start=[0], consistent=False, seed=s)) for s in range(10)]
    assert any(len(set(n)) > 1 for n in loose)


def test_headline_stays_in_capitals_and_tweets_in_small_letters():
    headline = attacked("FIRE IN [LOC OSLO] TODAY")
    assert new(headline)[0] in {"BARI", "PERM"}
    assert headline.edits[0].link == "linked"
    assert new(attacked("off to [LOC atlantis] again"))[0].islower()
    # An acronym gives way to an acronym.
    assert new(attacked("He left the [LOC USA] today"))[0].isupper()
    assert new(attacked("the [ORG Greens] won"))[0] == "Greens of the Alps"


def test_article_and_possessive_stay_where_the_name_takes_them():
    train = corpus("Ann 's house the")
    islands = Gazetteer.of(Rows.of([("GPE", "Q6256", "country", "Q1", "Solomon Islands")]))
    assert new(attacked("He left [LOC the Atlantis] now", train=train, gazetteer=islands)) == ["the Solomon Islands"]
    first, second = new(attacked("He left [LOC the Atlantis] and [LOC Atlantis 's] coast", train=train))
    assert "the" not in first.split()  # the Chile
    assert second.split()[1:] == ["'s"]


def test_a_name_that_takes_the_is_preferred_behind_the():
    names = Gazetteer.of(Rows.of([("GPE", *CITY, f"Q{i}", f"Alta Vila{i:c}o") for i in range(97, 120)]))
    both = Gazetteer.of(Rows.of([*(tuple(r) for r in names.rows()), ("GPE", *CITY, "Q9", "Faro Islands")]))
    made = {new(attacked("He left the [LOC Cook Islands] now", gazetteer=both, seed=seed))[0] for seed in range(5)}
    assert made == {"Faro Islands"}


def test_a_number_gives_way_to_a_number():
    rows = [("PRODUCT", "Q1", "missile", f"Q{i}", f"Alta {i}" if i < 4 else f"Alta {i:c}ra") for i in range(1, 120)]
    names = Gazetteer.of(Rows.of(rows))
    assert new(attacked("It flew a [PRODUCT Boeing 747] home", gazetteer=names))[0].split()[1].isdigit()


def test_other_scripts_are_left_without_names_and_attacked_with():
    text = "[LOC Москва] ждёт"
    done = attacked(text)
    assert not done.made
    assert "no names in their script (Cyrillic)" in done.notes[0]
    names = Gazetteer.of(Rows.of([("GPE", *CITY, "Q1", "Казань"), ("GPE", *CITY, "Q2", "Bari")]))
    assert {new(attacked(text, gazetteer=names, train=corpus("Казань"), seed=s))[0] for s in range(8)} == {"Казань"}


def test_a_corpus_without_any_known_type_is_refused(tmp_path):
    given = AttackOptions(gazetteer=NAMES)
    with pytest.raises(UsageError, match="no mention can be attacked: .*GENE"):
        Release(tmp_path / "out", "conll", given).write(corpus("[GENE BRCA1] mutated"), "entity")
    assert not (tmp_path / "out").exists()


def test_countries_are_those_of_today_in_the_language_of_the_text():
    rows = [("GPE", "Q6256", "country", f"Q{i}", n) for i, n in enumerate(["Spain", "Austria", "Prussia", "Assyria"])]
    names = Gazetteer.of(Rows.of(rows))
    made = {
        new(attacked("Er reist für Öl nach [LOC Frankreich] .", gazetteer=names, language="de", seed=seed))[0]
        for seed in range(8)
    }
    assert made == {"Spanien", "Österreich"}


def test_an_article_that_the_name_brings_is_not_doubled():
    names = Gazetteer.of(Rows.of([("GPE", *CITY, "Q1", "The Hague")]))
    done = attacked("He left [LOC the Atlantis] now", gazetteer=names, language="en")
    assert new(done) == ["The Hague"]


def test_capitalised_article_is_part_of_the_name():
    assert len(new(attacked("[LOC The Hague] is near"))[0].split()) == 1


def test_overlapping_mentions_are_left():
    given = Corpus.from_sentences([["Bank", "of", "Oslo", "fell"]], [[(0, 3, "ORG"), (2, 3, "LOC")]])
    done = attack(given, "entity", gazetteer=NAMES)
    assert [e.reason for e in done.edits] == ["overlaps another mention"] * 2
    assert done.corpus.content_digest == given.content_digest


def test_token_columns_follow():
    given = corpus("He left [PER Ann Marie Smith] here", columns={"pos": Coded.encode(["P", "V", "N", "M", "L", "A"])})
    done = attack(given, "entity", gazetteer=NAMES, type_map=parse_type_map(["PER=ORG"]))
    assert done.corpus.surface(0) == "Greens of the Alps"
    assert done.corpus.columns["pos"].strings() == ["P", "V", "N", "M", "L", "L", "A"]


def test_coverage_takes_whole_entities():
    text = "\n".join(f"[LOC Town{i}] is here" for i in range(50))
    made = [len(attacked(text, coverage=c).made) for c in (0, 20, 40, 100)]
    assert made == [0, 10, 20, 50]
    with pytest.raises(UsageError, match="the coverage is 120"):
        attacked(text, coverage=120)


def test_no_gazetteer():
    with pytest.raises(UsageError, match="needs names"):
        attack(corpus("[LOC Oslo]"), "entity")


def knows_bari(given):
    found = [[(0, 1, "LOC")] if given.sentence(i) == ["Bari"] else [] for i in range(given.n_sentences)]
    return Corpus.from_sentences([given.sentence(i) for i in range(given.n_sentences)], found)


def test_hard_filter_keeps_names_that_the_reference_misses():
    drawn = {new(attacked("to [LOC Oslo] .", hard=True, reference=knows_bari, seed=s))[0] for s in range(20)}
    assert drawn == {"Perm"}
    assert "Bari" in {new(attacked("to [LOC Oslo] .", seed=s))[0] for s in range(20)}


def test_hard_filter_leaves_a_mention_whose_names_are_all_known():
    def knows_all(given):
        return Corpus.from_sentences(
            [given.sentence(i) for i in range(given.n_sentences)],
            [[(0, len(given.sentence(i)), "LOC")] for i in range(given.n_sentences)],
        )

    done = attacked("to [LOC Oslo] .", hard=True, reference=knows_all)
    assert done.edits[0].reason == "no candidate"


def knows_all_but(kept):
    def model(given):
        words = [given.sentence(i) for i in range(given.n_sentences)]
        return Corpus.from_sentences(words, [[] if w == [kept] else [(0, len(w), "LOC")] for w in words])

    return model


def test_hard_filter_refuses_a_known_name_for_good():
    """One name of ten is hard: it is found in all cases only if the others are not drawn again and again."""
    names = Gazetteer.of(Rows.of([("GPE", *CITY, f"Q{i}", f"Town{chr(65 + i)}") for i in range(10)]))
    for seed in range(20):
        done = attacked("to [LOC Oslo] .", gazetteer=names, hard=True, reference=knows_all_but("TownC"), seed=seed)
        assert new(done) == ["TownC"]


def test_hard_filter_gives_up_rather_than_take_a_known_name():
    many = Gazetteer.of(Rows.of([("GPE", *CITY, f"Q{i}", f"Town{i}") for i in range(40)]))
    done = attacked("to [LOC Oslo] .", gazetteer=many, hard=True, reference=knows_all_but(""))
    assert (new(done), done.edits[0].reason) == ([None], "no candidate")


def test_hard_filter_needs_a_reference():
    with pytest.raises(UsageError, match="Pass --reference"):
        attacked("to [LOC Oslo] .", hard=True)


def test_reference_must_not_be_evaluated():
    refuse_same("a", {"mine": "b"})
    with pytest.raises(UsageError, match=r"evaluated model \(models/crf\).*which is circular"):
        refuse_same("a", {"models/lstm": "b", "models/crf": "a"})


def test_swap_takes_training_mentions_of_the_type():
    train = corpus("[LOC Kyiv] [PER Ann] [LOC Lviv Oblast]")
    done = attack(corpus("[LOC Oslo] met [PER Bo] and [ORG X]"), "swap", train=train)
    assert new(done)[0] in {"Kyiv", "Lviv Oblast"}
    assert new(done)[1] == "Ann"
    assert done.edits[2].reason == "no candidate"
    with pytest.raises(UsageError, match="Pass --train"):
        attack(corpus("[LOC Oslo]"), "swap")


@pytest.mark.parametrize(("lang", "least"), [("esp", 0.10), ("ned", 0.10)])
def test_spanish_and_dutch(shared, lang, least):
    from nerproof.formats import read
    from nerproof.gazetteers import open_gazetteer

    pytest.importorskip("pyarrow.parquet")
    folder = shared / "data" / "conll2002"
    names = open_gazetteer(
        shared / "data" / "wikidata_names.parquet", filters=("class_type_share>=0.5", "class_linked_qids>=2")
    )
    train, test = read(folder / f"{lang}.train"), read(folder / f"{lang}.testb")
    done = attack(test, "entity", train=train, gazetteer=names)
    assert done.facts["language"] == {"esp": "es", "ned": "nl"}[lang]
    assert done.facts["replaced"] > 0.85 * len(test.mentions)  # what is new and of no known kind is left
    assert done.facts["linked_share"] > least
    seen = {train.surface(i).lower() for i in range(len(train.mentions))}
    assert not seen & {done.corpus.surface(i).lower() for i in range(len(test.mentions))}
    assert (done.corpus.sentence_of_mention == test.sentence_of_mention).all()
    assert np.array_equal(done.corpus.mentions.type, test.mentions.type)
