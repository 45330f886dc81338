"""A record behaves as a frozen dataclass does."""

from __future__ import annotations

import copy
import pickle
from dataclasses import FrozenInstanceError, field, fields, replace

import pytest

from nerproof.record import record


@record(eq=True)
class Place:
    """Where something is."""

    file: str
    line: int = 1
    notes: list[str] = field(default_factory=list, compare=False, repr=False)
    kind: str = field(default="text", init=False)


@record()
class Named(Place):
    """With a name."""

    name: str = ""


def test_fields_defaults_and_replace():
    place = Place("a", line=3)
    assert (place.file, place.line, place.notes, place.kind) == ("a", 3, [], "text")
    assert place.notes is not Place("a").notes
    assert replace(place, file="b") == Place("b", 3)
    assert [f.name for f in fields(Named)] == ["file", "line", "notes", "kind", "name"]
    assert Named("a", 2, name="x").name == "x"


def test_equality_hash_and_text():
    assert Place("a", 1, ["x"]) == Place("a")
    assert hash(Place("a", 1)) == hash(Place("a"))
    assert Place("a") != Place("b")
    assert Place("a") != ("a", 1)
    assert repr(Place("a")) == "Place(file='a', line=1, kind='text')"


def test_what_is_wrong_is_said():
    for wrong in (Place, lambda: Place("a", 1, [], 4), lambda: Place("a", file="b"), lambda: Place("a", other=1)):
        with pytest.raises(TypeError):
            wrong()
    with pytest.raises(FrozenInstanceError):
        Place("a").line = 2
    with pytest.raises(FrozenInstanceError):
        del Place("a").line


def test_it_travels():
    place = Place("a", 3)
    assert pickle.loads(pickle.dumps(place)) == copy.deepcopy(place) == place
