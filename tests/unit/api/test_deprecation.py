"""Old names work for one release and say the new one."""

from __future__ import annotations

import pytest

import nerproof
from nerproof.base.deprecation import renamed_keyword


def test_an_old_promised_name_still_works_and_warns(monkeypatch):
    monkeypatch.setitem(nerproof._RENAMED, "assess", ("evaluate", "0.3"))
    with pytest.warns(
        DeprecationWarning, match=r"nerproof.assess is now nerproof.evaluate; .* goes in nerproof 0.3"
    ) as said:
        assert nerproof.assess is nerproof.evaluate
    assert said[0].filename == __file__


def test_no_old_name_is_promised():
    assert not set(nerproof._RENAMED) & set(nerproof.__all__)
    assert all(new in nerproof.__all__ for new, _ in nerproof._RENAMED.values())


def test_both_names_of_a_keyword_are_refused():
    @renamed_keyword("systems", "predictions", gone="0.3")
    def count(predictions=()):
        return len(predictions)

    with pytest.warns(DeprecationWarning, match="predictions"):
        assert count(systems=[1]) == 1
    with pytest.raises(nerproof.NerproofError, match="Give one of them"):
        count(systems=[1], predictions=[1])
