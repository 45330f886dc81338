"""What must hold for any gold, any predictions and any training data."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from strategies import as_set, corpora, with_predictions

from nerproof import evaluate
from nerproof.corpus import Corpus
from nerproof.corpus.ngrams import Ngrams
from nerproof.index.lexicon import Lexicon
from nerproof.index.overlap import directions
from nerproof.measures.attributes import ATTRIBUTES
from nerproof.measures.attributes.hardeval import HARD
from nerproof.measures.buckets import RULES, cut
from nerproof.measures.metrics import METRICS, Slice
from nerproof.measures.pairing import Pair
from nerproof.suites import hardeval, tmr

EXAMPLES = settings(max_examples=80)


def assume_fit(gold, train):
    """Training data whose types are all others is refused, and tested elsewhere."""
    assume(not gold.types or not train.types or set(gold.types) & set(train.types))


@given(case=with_predictions(nested=True))
@EXAMPLES
def test_per_type_sums_equal_the_total(case):
    gold, pred = case
    result = evaluate(gold, {"a": pred}, resamples=0, suites=["standard"])
    rows = {r.label: r for r in result.where(metric="f1", system="a", suite="standard", slice="ALL")}
    for key in ("n_correct", "n_gold", "n_pred"):
        assert rows["ALL"].more[key] == sum(r.more[key] for label, r in rows.items() if label != "ALL")


@given(case=with_predictions(nested=True))
@EXAMPLES
def test_strict_counts_equal_a_set_intersection(case):
    gold, pred = case
    row = evaluate(gold, {"a": pred}, resamples=0, suites=["standard"]).row("f1", system="a")
    both = as_set(gold) & as_set(pred)
    assert row.more["n_correct"] == len(both)
    total = len(as_set(gold)) + len(as_set(pred))
    assert row.value == (2 * len(both) / total if total else None)


@given(case=with_predictions())
@settings(max_examples=15)
def test_identical_systems_have_p_1(case):
    gold, pred = case
    result = evaluate(gold, {"a": pred, "b": pred}, train=gold, resamples=50)
    compared = [r for r in result.rows if r.metric.startswith("difference:")]
    assert compared
    for row in compared:
        assert row.value in (0, None)
        assert row.more["p"] in (1, None)
        assert row.more["p_adjusted"] in (1, None)


@given(train=corpora(nested=True), gold=corpora(nested=True))
@EXAMPLES
def test_tough_mentions_are_a_partition(train, gold):
    sets = tmr.subsets(gold, Lexicon(train), Lexicon(gold))
    seen, type_, tokens = (sets[k].astype(int) for k in ("SEEN", "UNSEEN-TYPE", "UNSEEN-TOKENS"))
    assert (seen + type_ + tokens == 1).all()
    assert np.array_equal(sets["UNSEEN-ANY"], ~sets["SEEN"])
    assert np.array_equal(sets["TCM-ALL"], sets["TCM-SEEN"] | sets["TCM-UNSEEN"])
    assert not (sets["TCM-SEEN"] & sets["TCM-UNSEEN"]).any()


@given(train=corpora(), gold=corpora())
@EXAMPLES
def test_tough_mentions_equal_a_slow_count(train, gold):
    entities = {(train.surface(i), train.mention(i).type) for i in range(len(train.mentions))}
    surfaces = {s for s, _ in entities}
    types = {}
    for i in range(len(gold.mentions)):
        types.setdefault(gold.surface(i), set()).add(gold.mention(i).type)
    sets = tmr.subsets(gold, Lexicon(train), Lexicon(gold))
    for i in range(len(gold.mentions)):
        surface, type_ = gold.surface(i), gold.mention(i).type
        assert sets["SEEN"][i] == ((surface, type_) in entities)
        assert sets["UNSEEN-TOKENS"][i] == (surface not in surfaces)
        assert sets["TCM-ALL"][i] == (len(types[surface]) > 1)


@pytest.mark.parametrize("strict", [False, True])
@given(train=corpora(), gold=corpora())
@EXAMPLES
def test_hard_tokens_equal_a_slow_count(strict, train, gold):
    counts = {}
    for corpus, target in ((train, counts),):
        types = label_of_tokens(corpus)
        for word, label in zip(corpus.tokens.strings(), types, strict=True):
            target.setdefault(word, {}).setdefault(label, 0)
            target[word][label] += 1
    sets = hardeval.subsets(gold, Lexicon(train), {"hardeval_strict": strict})
    assert sum(sets[name].astype(int) for name in HARD).tolist() == [1] * gold.n_tokens
    for i, (word, label) in enumerate(zip(gold.tokens.strings(), label_of_tokens(gold), strict=True)):
        assert sets[slow_hard_set(counts.get(word), label, strict=strict)][i]


def label_of_tokens(corpus):
    labels = ["O"] * corpus.n_tokens
    for i in range(len(corpus.mentions)):
        m = corpus.mention(i)
        labels[m.start : m.end] = [m.type] * (m.end - m.start)
    return labels


def slow_hard_set(counts, label, *, strict):
    if counts is None:
        return "unseen-O" if label == "O" else "unseen-I"
    outside = counts.get("O", 0)
    inside = {t: n for t, n in counts.items() if t != "O"}
    n_in = sum(inside.values())
    if label == "O":
        return "diff-O" if (outside == 0 if strict else outside < n_in) else "other"
    if n_in == 0 if strict else n_in < outside:
        return "diff-I"
    if n_in >= outside and (inside.get(label, 0) == 0 if strict else inside.get(label, 0) < max(inside.values())):
        return "diff-E"
    return "other"


@given(case=with_predictions(nested=True), train=corpora(nested=True))
@EXAMPLES
def test_clean_and_contaminated_true_positives_add_up(case, train):
    gold, pred = case
    assume_fit(gold, train)
    result = evaluate(gold, {"a": pred}, train=train, resamples=0, suites=["contamination"])
    get = lambda slice_: result.row("recall", suite="contamination", system="a", slice=slice_)
    clean, dirty, whole = get("clean"), get("contaminated"), get("ALL")
    assert clean.count + dirty.count == whole.count
    assert clean.total + dirty.total == whole.total


@given(train=corpora(nested=True), gold=corpora(nested=True))
@EXAMPLES
def test_contamination_rates_equal_a_slow_count(train, gold):
    known = {(train.surface(i), train.mention(i).type) for i in range(len(train.mentions))}
    samples = [[] for _ in range(gold.n_sentences)]
    for i in range(len(gold.mentions)):
        samples[int(gold.sentence_of_mention[i])].append((gold.surface(i), gold.mention(i).type))
    found = directions({"train": train, "test": gold})["test|train"]
    assert found["partial_rate"].count == sum(any(e in known for e in s) for s in samples)
    assert found["full_rate"].count == sum(bool(s) and all(e in known for e in s) for s in samples)
    entities = {e for s in samples for e in s}
    assert (found["entity_rate"].count, found["entity_rate"].total) == (len(entities & known), len(entities))


@given(train=corpora(), gold=corpora(nested=True))
@EXAMPLES
def test_occurrences_equal_a_slow_search(train, gold):
    words = [train.sentence(i) for i in range(train.n_sentences)]
    found = Lexicon(train).occurrences(gold)
    for i in range(len(gold.mentions)):
        surface = gold.surface(i).split(" ")
        n = len(surface)
        assert found[i] == sum(s[k : k + n] == surface for s in words for k in range(len(s) - n + 1))


@given(corpus=corpora(nested=True))
@EXAMPLES
def test_equal_sequences_have_one_node(corpus):
    m = corpus.mentions
    _, node = Ngrams.build(corpus.tokens.ids, m.start, m.end, size=len(corpus.tokens.vocabulary))
    surfaces = [corpus.surface(i) for i in range(len(m))]
    assert len(set(node.tolist())) == len(set(surfaces))
    assert len({(s, n) for s, n in zip(surfaces, node.tolist(), strict=True)}) == len(set(surfaces))


@pytest.mark.parametrize("rule", RULES)
@given(values=st.lists(st.sampled_from([0, 0.25, 0.5, 0.75, 1, 2, 3, 7]), min_size=1), m=st.integers(2, 6))
@EXAMPLES
def test_every_value_is_in_exactly_one_bucket(rule, values, m):
    if rule == "consistency":
        values = [min(v, 1) for v in values]
    array = np.array(values, dtype=float)
    buckets = cut(array, rule, m)
    place = buckets.place(array)
    assert ((place >= 0) & (place < len(buckets))).all()
    assert list(buckets.edges) == sorted(set(buckets.edges))
    for value, i in zip(values, place.tolist(), strict=True):
        lo, hi = buckets.facts(i)["lo"], buckets.facts(i)["hi"]
        above = lo is None or value > lo or (lo == hi and value == lo)
        outermost = i == 0 or i == len(buckets) - 1
        assert (above and (hi is None or value <= hi)) or outermost


@given(case=with_predictions(nested=True), train=corpora())
@settings(max_examples=30)
def test_bucket_sums_equal_the_overall_counts(case, train):
    gold, pred = case
    assume_fit(gold, train)
    result = evaluate(gold, {"a": pred}, train=train, resamples=0, suites=["standard", "interpreteval"])
    whole = result.row("f1", system="a").more
    for alias in ("eLen", "sLen", "eDen", "oDen", "eFre", "eCon", "tag"):
        rows = [
            r for r in result.where(system="a", metric="f1", suite="interpreteval") if r.slice.startswith(alias + ":")
        ]
        for key in ("n_gold", "n_pred", "n_correct"):
            assert sum(r.more[key] for r in rows) == whole[key], alias


NUMBERS = [name for name, a in ATTRIBUTES.items() if a.unit == "mention"]


@pytest.mark.parametrize("name", list(ATTRIBUTES))
@given(gold=corpora(), train=corpora(), data=st.data())
@settings(max_examples=25)
def test_columns_have_a_value_per_row_and_follow_a_shuffle(name, gold, train, data):
    """The contract of every column, by registry: no value may depend on a neighbour."""
    from nerproof.base import inject

    item = ATTRIBUTES[name]

    def column(corpus):
        given = {"corpus": corpus, "gold": corpus, "lexicon": Lexicon(train), "index": Lexicon(corpus), "switches": {}}
        return np.asarray(inject.call(item.compute, given)).tolist()

    values = column(gold)
    sizes = {"mention": len(gold.mentions), "token": gold.n_tokens, "sentence": gold.n_sentences}
    assert len(values) == sizes[item.unit]
    assert column(gold) == values
    order = data.draw(st.permutations(range(gold.n_sentences)))
    shuffled = gold.select(np.array(order))
    assert regrouped(shuffled, column(shuffled), item.unit) == [regrouped(gold, values, item.unit)[i] for i in order]


def regrouped(corpus, values, unit):
    """A column cut by sentence."""
    if unit == "sentence":
        return values
    owner = corpus.sentence_of_mention if unit == "mention" else corpus.sentence_of_token
    rows = [[] for _ in range(corpus.n_sentences)]
    for sentence, value in zip(owner.tolist(), values, strict=True):
        rows[sentence].append(value)
    return rows


@pytest.mark.parametrize("name", list(METRICS))
@given(case=with_predictions(), split=st.integers(0, 5))
@settings(max_examples=25)
def test_metrics_add_up_and_stay_in_range(name, case, split):
    """The contract of every metric: counts per sentence add up over any cut, scores lie in the stated range."""
    gold, pred = case
    metric = METRICS[name]
    pair = Pair.of(gold, pred)
    whole = metric.counts(pair, slice_for(pair))
    assert whole.shape == (gold.n_sentences, len(metric.columns))
    cut_at = min(split, gold.n_sentences)
    order = np.arange(gold.n_sentences)
    parts = []
    for chosen in (order[:cut_at], order[cut_at:]):
        part = Pair(pair.gold.select(chosen), pair.pred.select(chosen))
        parts.append(metric.counts(part, slice_for(part)))
    assert np.array_equal(np.concatenate(parts), whole)
    sums = {c: whole[:, i].sum(keepdims=True).astype(float) for i, c in enumerate(metric.columns)}
    for score, values in metric.score(sums).items():
        value = float(values[0])
        assert np.isnan(value) or metric.range[0] <= value <= metric.range[1], score


def slice_for(pair):
    masks = {
        "gold_clean": np.ones(len(pair.gold.mentions), bool),
        "pred_unseen": np.ones(len(pair.pred.mentions), bool),
        "seen": pair.gold.mentions.type % 2 == 0,  # of the mention itself, not of its place: chunks must add up
    }
    return Slice(masks=masks)


@pytest.mark.parametrize("name", list(METRICS))
def test_metrics_of_nothing_are_undefined(name):
    metric = METRICS[name]
    zeros = {c: np.zeros(1) for c in metric.columns}
    assert all(np.isnan(v).all() for v in metric.score(zeros).values())


@given(corpus=corpora(nested=True), data=st.data())
@EXAMPLES
def test_selection_keeps_sentences_and_mentions(corpus, data):
    order = data.draw(st.lists(st.integers(0, corpus.n_sentences - 1), max_size=6))
    chosen = corpus.select(np.array(order, dtype=np.int64))
    whole = list(corpus.mentions_by_sentence())
    assert [chosen.sentence(i) for i in range(chosen.n_sentences)] == [corpus.sentence(i) for i in order]
    assert [sorted(set(m)) for m in chosen.mentions_by_sentence()] == [sorted(set(whole[i])) for i in order]


def test_unseen_token_has_consistency_0_next_to_a_seen_one():
    """InterpretEval's program lets an unseen token inherit its neighbour's value; ours does not."""
    train = Corpus.from_sentences([["John"]] * 10, [[(0, 1, "PER")]] * 9 + [[]])
    gold = Corpus.from_sentences([["John", "Zzyzx"]], [[(0, 2, "PER")]])
    values = ATTRIBUTES["token-consistency"].compute(gold, Lexicon(train))
    assert values.tolist() == [0.9, 0.0]
    assert ATTRIBUTES["token-frequency"].compute(gold, Lexicon(train)).tolist() == [10, 0]


def test_false_positive_in_a_sentence_without_entities_stays_in_density():
    gold = Corpus.from_sentences([["a", "b"], ["EU", "c"]], [[], [(0, 1, "ORG")]])
    pred = Corpus.from_sentences([["a", "b"], ["EU", "c"]], [[(0, 1, "ORG")], [(0, 1, "ORG")]])
    result = evaluate(gold, {"a": pred}, train=gold, resamples=0, suites=["interpreteval"])
    rows = [r for r in result.where(system="a", metric="f1") if r.slice.startswith("eDen:")]
    assert sum(r.more["n_pred"] for r in rows) == 2


@given(case=with_predictions(), train=corpora())
@settings(max_examples=30)
def test_token_buckets_hold_every_token_of_a_mention_once(case, train):
    gold, pred = case
    assume_fit(gold, train)
    result = evaluate(gold, {"a": pred}, train=train, resamples=0, suites=["interpreteval"])
    labels = [(g, p) for g, p in zip(label_of_tokens(gold), label_of_tokens(pred), strict=True)]
    want = {
        "n_gold": sum(g != "O" for g, _ in labels),
        "n_pred": sum(p != "O" for _, p in labels),
        "n_correct": sum(g == p != "O" for g, p in labels),
    }
    for alias in ("tCon", "tFre"):
        rows = [r for r in result.where(system="a", metric="f1") if r.slice.startswith(alias + ":")]
        assert {key: sum(r.more[key] for r in rows) for key in want} == want


@given(case=with_predictions(nested=True), train=corpora(nested=True))
@settings(max_examples=30)
def test_subsets_and_their_complements_add_up(case, train):
    gold, pred = case
    assume_fit(gold, train)
    result = evaluate(gold, {"a": pred}, train=train, resamples=0, suites=["tmr", "hardeval", "contamination"])

    def counts(suite, metric, *slices):
        rows = [result.row(metric, suite=suite, system="a", slice=s) for s in slices]
        return sum(r.count for r in rows), sum(r.total for r in rows)

    assert counts("tmr", "recall", "SEEN", "UNSEEN-ANY") == counts("tmr", "recall", "ALL")
    assert counts("tmr", "recall", "UNSEEN-TYPE", "UNSEEN-TOKENS") == counts("tmr", "recall", "UNSEEN-ANY")
    assert counts("tmr", "recall", "TCM-SEEN", "TCM-UNSEEN") == counts("tmr", "recall", "TCM-ALL")
    assert counts("hardeval", "ter", "unseen", "diff", "other") == counts("hardeval", "ter", "ALL")
    assert counts("hardeval", "ter", "unseen-I", "unseen-O") == counts("hardeval", "ter", "unseen")
    assert counts("hardeval", "ter", "diff-I", "diff-O", "diff-E") == counts("hardeval", "ter", "diff")


@given(case=with_predictions(), train=corpora())
@settings(max_examples=30)
def test_empty_buckets_are_undefined_and_left_out_of_the_analyses(case, train):
    gold, pred = case
    assume_fit(gold, train)
    result = evaluate(gold, {"a": pred}, train=train, resamples=0, suites=["interpreteval"])
    for row in result.where(system="a", metric="f1"):
        assert (row.value is None) == (row.more["n_gold"] + row.more["n_pred"] == 0)
    for gap in result.where(system="a", metric="gap"):
        values = {
            r.slice: r.value for r in result.where(system="a", metric="f1") if r.slice.startswith(gap.slice + ":")
        }
        known = [v for v in values.values() if v is not None]
        assert gap.value == pytest.approx(max(known) - min(known))
        assert values[gap.more["best"]] == max(known) and values[gap.more["worst"]] == min(known)
