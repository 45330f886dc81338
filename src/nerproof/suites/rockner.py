"""RockNER: scores on the original and on attacked versions of a test set (Lin et al., EMNLP 2021)."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np

from nerproof.base.errors import UsageError
from nerproof.base.results import Row
from nerproof.measures.attack_sizes import seen_words, sizes
from nerproof.measures.attributes.rockner import PAPER
from nerproof.measures.metrics import METRICS, Slice
from nerproof.measures.metrics.rockner import confusion_metric, elsewhere, error_metric, jaccard_metric
from nerproof.measures.pairing import Pair
from nerproof.suites.attacked import CONTROLS, NATURAL, NONE, SWAP, Attacked, Setting
from nerproof.suites.recipe import Cell, Suite, Table, by_type, suite

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nerproof.corpus import Bools, Corpus
    from nerproof.index.lexicon import Lexicon

CLASSES = 12  # classes with a drop of their own, the commonest
UNSEEN = "naturally-unseen"
# What is lost beyond a control: with seen names (swap), with natural new names.
BEYOND = {SWAP: "drop_beyond_control", NATURAL: "drop_beyond_natural"}
ATTACKED = ":attacked"  # ends the name of a setting: its replaced mentions only


def cells(pair: Pair, attacked: Attacked, lexicon: Lexicon | None = None) -> Iterator[Cell]:
    """F1 on every setting; how mentions are missed; what types become; recall by class; the two controls."""
    pairs = _pairs(pair, attacked)
    original = pairs[NONE]
    for name, own in pairs.items():
        for part in by_type(own, Slice(name)):
            yield Cell(elsewhere(METRICS["strict"], own, part), Slice(name, label=part.label))
    for name in (n for n in pairs if not n.startswith("coverage=")):
        yield from _analysis(name, pairs[name], attacked.get(name))
    for name, setting in attacked.items():
        if not setting.is_curve and name not in CONTROLS:
            yield from _by_class(name, setting, original, pairs[name])
    yield from _jaccards(pairs, original)
    if lexicon is not None:
        unseen = Slice(UNSEEN, gold=lexicon.surface_count(original.gold) == 0)
        yield Cell(elsewhere(METRICS["recall"], original, unseen), Slice(UNSEEN))


def _pairs(pair: Pair, attacked: Attacked) -> dict[str, Pair]:
    """The system's pair on every setting, with types numbered alike, for all systems: their cells are compared."""
    for name, setting in attacked.items():
        if pair.name not in setting.systems:
            fix = f"Give: --attacked-pred {name}:{pair.name}=FILE."
            raise UsageError(f"no predictions of {pair.name!r} for the setting {name!r}. {fix}")
    predicted = [t for s in attacked.values() for c in s.systems.values() for t in c.types]
    types = tuple(sorted({*pair.types, *predicted}))
    found = {NONE: Pair.of(pair.gold, pair.pred, name=pair.name, types=types)}
    for name, setting in attacked.items():
        found[name] = Pair.of(setting.gold, setting.systems[pair.name], name=pair.name, types=types)
    return found


def _analysis(name: str, pair: Pair, setting: Setting | None) -> Iterator[Cell]:
    """Error table and confusion of one setting; of attacked and unattacked mentions apart where both exist."""
    yield Cell(error_metric(pair, None), Slice(name))
    if setting is not None and name not in CONTROLS:
        replaced = setting.replaced()
        for side, mask in ((ATTACKED, replaced), (":unattacked", ~replaced)):
            if replaced.sum() > 0 and mask.any():
                yield Cell(error_metric(pair, mask), Slice(f"{name}{side}"))
    for i, label in enumerate(pair.types):
        mask = pair.gold.mentions.type == i
        if mask.any():
            yield Cell(confusion_metric(pair, mask), Slice(name, label=label))


def _by_class(name: str, setting: Setting, original: Pair, pair: Pair) -> Iterator[Cell]:
    """Recall on the mentions of a class, before and after they were replaced."""
    for label, mask in list(setting.classes().items())[:CLASSES]:
        part = Slice(f"{name}/{label}", gold=mask)
        for metric, own in (("recall_before", original), ("recall_after", pair)):
            yield Cell(elsewhere(METRICS["recall"], own, part, {"recall": metric}), Slice(part.name))


def _jaccards(pairs: dict[str, Pair], original: Pair) -> Iterator[Cell]:
    """How far two attacks make the same mentions wrong: those right before and wrong after (``jaccard``).

    ``jaccard_wrong`` is the paper's text: all that are wrong after, also those that were wrong before.
    """
    wrong: dict[str, Bools] = {
        name: ~p.gold_hit
        for name, p in pairs.items()
        if name not in {NONE, *CONTROLS} and not name.startswith("coverage=")
    }
    for one, other in combinations(wrong, 2):
        for metric, among in (("jaccard", original.gold_hit), ("jaccard_wrong", np.ones_like(original.gold_hit))):
            both = (wrong[name] & among for name in (one, other))
            yield Cell(jaccard_metric(metric, original.gold_cuts, *both), Slice(f"{one} & {other}"))


def drops(table: Table) -> None:
    """What every setting costs against none, and against the controls; changes of the confusion in shares."""
    controlled = _controlled(table)
    for slice_, label, metric in list(table):
        if slice_ == NONE or (NONE, label, metric) not in table:
            continue
        before, after = table.values(NONE, label, metric), table.values(slice_, label, metric)
        if metric == "f1":
            with np.errstate(divide="ignore", invalid="ignore"):
                relative = np.where(before > 0, (before - after) / before, np.nan)
            table.put(slice_, label, "drop_f1", before - after)
            table.put(slice_, label, "drop_relative_f1", relative)
            for control, name in BEYOND.items():
                if slice_ in controlled and (control, label, "f1") in table:
                    table.put(slice_, label, name, table.values(control, label, "f1") - after)
        elif metric.startswith("as:"):
            table.put(slice_, label, f"delta_{metric}", after - before)
    _class_drops(table)


def _controlled(table: Table) -> set[str]:
    """Settings that the controls belong to: all names replaced, as there. No log says so: all that it may be."""
    settings = {s for s, _, metric in table if metric == "f1"} - {NONE, *CONTROLS}
    settings = {s for s in settings if not s.startswith("coverage=")}
    replaced = {s.removesuffix(ATTACKED) for s, _, _ in table if s.endswith(ATTACKED)}
    return settings & replaced or settings


def _class_drops(table: Table) -> None:
    for slice_, label, metric in list(table):
        if metric == "recall_after":
            before, after = (table.values(slice_, label, m) for m in ("recall_before", "recall_after"))
            table.put(slice_, label, "drop_recall", before - after, mentions=table[slice_, label, metric].total)


def statistics(original: Corpus, attacked: Attacked, lexicon: Lexicon | None = None) -> list[Row]:
    """How much was attacked, how many mentions were linked, and how many entity words training data has."""
    rows = []
    for name, setting in ((n, s) for n, s in attacked.items() if not s.is_curve):
        for metric, value in sizes(original, setting.edits).items():
            rows.append(Row("rockner", "", metric if metric.endswith("_share") else f"n_{metric}", value, name))
        facts = setting.facts.get("facts", {})
        own = facts.get("entity", facts)
        if own.get("linked_share") is not None:
            rows.append(Row("rockner", "", "linked_share", own["linked_share"], name))
        rows += _naturalness(name, own.get("naturalness", {}))
        rows += [
            Row("rockner", "", f"n_{metric}", row[metric], name, row["type"])
            for row in setting.facts.get("statistics", {}).get("dictionary") or []
            for metric in ("mentions", "classes", "names")
        ]
    if lexicon is not None:
        rows += _entity_words(original, attacked, lexicon.corpus)
    return rows


def _naturalness(name: str, measures: dict[str, dict[str, Any]]) -> list[Row]:
    """What the attack measured about its own names: shares with their numbers of cases."""
    return [
        Row("rockner", "", f"natural_{what}", m["share"], name, count=round(m["share"] * m["cases"]), total=m["cases"])
        for what, m in measures.items()
        if m["share"] is not None
    ]


def _entity_words(gold: Corpus, attacked: Attacked, train: Corpus) -> list[Row]:
    corpora = {NONE: gold, **{n: s.gold for n, s in attacked.items() if not s.is_curve}}
    return [
        Row("rockner", "", metric, row[key], name, row["type"])
        for row in seen_words(train, corpora)
        for name in corpora
        for metric, key in (("n_entity_words", name), ("entity_words_seen", f"{name}_seen"))
    ]


suite(
    Suite(
        name="rockner",
        order=40,
        cells=cells,
        derive=drops,
        rows=statistics,
        headlines=(("E", "ALL", "f1"), ("C", "ALL", "f1"), ("E+C", "ALL", "f1")),
        compared=("E", "C", "E+C"),
        lower_is_better=frozenset(["drop_f1", "drop_relative_f1", "drop_recall", *BEYOND.values()]),
        description="what attacked entities and contexts cost, beside three controls",
        citation=PAPER,
    )
)
