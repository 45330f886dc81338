"""Where there is nothing to find, rules are silent; the full count is reproduce/conclusions/null.py."""

from __future__ import annotations

from null import false_alarms

CORPORA = 25


def test_rules_are_silent_on_null_corpora():
    fired = false_alarms(CORPORA, 2, sentences=600)
    assert all(n <= 3 for n in fired.values()), fired  # 5 % of 25 corpora, and chance
    assert sum(fired.values()) <= 6
