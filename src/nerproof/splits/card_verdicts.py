"""Plain sentences about a split: what is good, what to look at, what to do, and what cannot be otherwise."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

CLEAN, DIRTY = 0.5, 0.8  # of the rate of random parts: up to here good, from here bad
MOST = 0.5  # of the mentions: more is bad whatever random parts have
DENSE, THIN = 0.025, 0.25  # mentions per sample may differ by so much; below 1 − THIN it is emptiness
SPARSE_SIZE, FAR_L1, MOST_CELLS = 0.005, 0.15, 0.99
RARE = 1.15  # times the corpus's share of mentions whose entity occurs once
SHORT = 0.98  # times the corpus's share of mentions of one token
EVERYWHERE = 0.2  # an entity in more samples than this cannot be kept out of dev and test
ORDER = ("good", "look", "bad")
LIKENESS = ("types", "histogram")

Card = dict[str, Any]
Verdict = dict[str, str]


def verdicts(card: Card) -> list[Verdict]:
    """Each has a level (good, look, bad, or note for what cannot be otherwise) and one sentence."""
    first, *others = card["order"]
    found: list[Verdict] = []
    for name in reversed(others):
        found += _overlap(card, name, first)
    found += _inseparable(card, [name for name in reversed(others) if "bad" in _overlap_levels(card, name)])
    found += _apart(card, others)
    found += [v for name in others for v in [*_density(card, name), *_histogram(card, name)]]
    found += [*_types(card), *_sizes(card), *_duplicates(card, first), *_documents(card)]
    return [*found, *_rare(card, list(reversed(others)), first)]


def judged(card: Card) -> dict[str, dict[str, str | None]]:
    """For each part but the first a level for mentions, samples and likeness, and the worst of the three."""
    first, *others = card["order"]
    found: dict[str, dict[str, str | None]] = {}
    for name in others:
        levels = {
            "mentions": _level(card, name, first, "mention"),
            "samples": _level(card, name, first, "sample_partial"),
            "likeness": _likeness(card, name),
        }
        known = [level for level in levels.values() if level is not None]
        found[name] = {**levels, "all": max(known, key=ORDER.index) if len(known) == len(levels) else None}
    return found


def _level(card: Card, name: str, first: str, kind: str) -> str | None:
    rate = card["contamination"][f"{name}|{first}"][kind]["value"]
    random = card["random"][f"{name}|{first}"][kind]
    if rate is None:
        return None
    if rate == 0 or (random is not None and rate <= CLEAN * random):
        return "good"
    most = kind == "mention" and rate > MOST  # a document of thirty mentions has a seen one easily
    return "bad" if most or (random is not None and rate > DIRTY * random) else "look"


def _likeness(card: Card, name: str) -> str | None:
    part = card["parts"][name]
    if part["density"] is None:
        return None
    if part["density"] < 1 - max(THIN, _density_slack(card, part)) or part["mentions"] == 0:
        return "bad"
    cells = [row[name]["within"] for kind in LIKENESS for row in card[kind].values()]
    alike = abs(part["density"] - 1) <= _density_slack(card, part) and sum(cells) >= MOST_CELLS * len(cells)
    return "good" if alike else "look"


def _density_slack(card: Card, part: Card) -> float:
    """2.5 %, or one mention where a part should have fewer than forty."""
    expected = part["samples"] * card["corpus"]["mentions"] / max(card["corpus"]["samples"], 1)
    return max(DENSE, 1 / max(expected, 1))


def _say(level: str, text: str) -> Verdict:
    return {"level": level, "text": text}


def percent(value: float | None) -> str:
    return "–" if value is None else f"{100 * value:.1f} %"


def _overlap(card: Card, name: str, first: str) -> Iterator[Verdict]:
    key = f"{name}|{first}"
    rates, random = card["contamination"][key], card["random"][key]
    if rates["sample_partial"]["value"] is None:
        yield _say("bad", f"{name} is empty.")
        return
    if card["corpus"]["mentions"] == 0:
        if name == card["order"][-1]:
            yield _say("look", "The corpus has no entities: there is nothing to keep apart.")
        return
    if rates["mention"]["total"] == 0:
        yield _say("bad", f"{name} has no mention, so no recall can be measured there.")
        return
    if rates["sample_partial"]["count"] == 0:
        yield _say("good", f"No {card['unit']} of {name} shares an entity with {first}.")
        return
    mentions, samples = (
        f"{percent(rates[kind]['value'])} of the {what} ({rates[kind]['count']:,} of {rates[kind]['total']:,}; "
        f"random parts: {percent(random[kind])})"
        for kind, what in (("mention", "mentions"), ("sample_partial", f"{card['unit']}s"))
    )
    worst = max((level for level in _overlap_levels(card, name) if level), key=ORDER.index, default="look")
    yield _say(worst, f"Overlap of {name} with {first}: {mentions} and {samples}.")


def _overlap_levels(card: Card, name: str) -> list[str | None]:
    return [card["judged"][name][kind] for kind in ("mentions", "samples")]


def _inseparable(card: Card, names: list[str]) -> Iterator[Verdict]:
    """Why these parts cannot be cleaned, and the nearest options."""
    if not names:
        return
    name = " and ".join(names)
    top = next(iter(card["frequent"]), None)
    options = ["--unit sentence (whole documents can rarely be kept apart)"] if card["unit"] == "document" else []
    if top is None or top["value"] <= EVERYWHERE:
        options.append("--drop 5% (leaves out what carries most entities across)")
        yield _say("look", f"To get {name} cleaner: nerproof split --method balanced, or {' or '.join(options)}.")
        return
    what = f"{top['surface']!r} ({top['type']}) is in {percent(top['value'])} of all {card['unit']}s"
    options += _without(card, top)
    yield _say("bad", f"{name} cannot be separated: {what}. Options: {', or '.join(options)}.")


def _without(card: Card, top: dict[str, Any]) -> Iterator[str]:
    """What can be done about an entity that stands nearly everywhere."""
    others = card["order"][1:]
    left = 1 - top["value"]
    if left >= sum(card["parts"][name]["share"] or 0 for name in others):
        yield f"--method free (parts from the {percent(left)} without it; read their density)"
        yield "--drop all (removes the fewest that leave none)"
    yield f"--exclude-types {top['type']} (its entities no longer count)"
    yield "keep it and read the clean scores (nerproof evaluate --suite contamination)"


def _apart(card: Card, others: list[str]) -> Iterator[Verdict]:
    """Dev and test: models are chosen on one and judged on the other."""
    if len(others) != 2:
        return
    dev, test = (card["contamination"][f"{name}|{card['order'][0]}"]["mention"]["value"] for name in others)
    if dev is not None and test is not None and abs(dev - test) > max(0.05, 0.25 * max(dev, test)):
        yield _say(
            "look",
            f"{others[0]} and {others[1]} differ: {percent(dev)} and {percent(test)} of their mentions are seen. "
            f"A model chosen on {others[0]} is chosen for another task.",
        )


def _density(card: Card, name: str) -> Iterator[Verdict]:
    part = card["parts"][name]
    if not part["density"] or abs(part["density"] - 1) <= _density_slack(card, part):
        return  # a part without mentions has been named already
    text = f"{name} has {part['density']:.2f} times the corpus's mentions per {card['unit']}"
    thin = part["density"] < 1 - max(THIN, _density_slack(card, part))
    yield _say("bad" if thin else "look", f"{text}: a low overlap there is partly emptiness." if thin else f"{text}.")


def _histogram(card: Card, name: str) -> Iterator[Verdict]:
    """The bin that is furthest from the corpus."""
    rows = {bin_: row[name] for bin_, row in card["histogram"].items() if not row[name]["within"]}
    n = card["parts"][name]["samples"]
    if not rows:
        return
    worst = max(rows, key=lambda b: abs(rows[b]["count"] - rows[b]["target"]))
    here, there = (percent(rows[worst][kind] / n) for kind in ("count", "target"))
    many = "no mention" if worst == "0" else f"{worst} mention" if worst == "1" else f"{worst} mentions"
    yield _say("look", f"{here} of the {card['unit']}s of {name} have {many} ({there} in the corpus).")


def _rare(card: Card, names: list[str], first: str) -> Iterator[Verdict]:
    """What clean parts cannot have: names that occur often, which are also the short ones."""
    rare = [name for name in names if card["judged"][name]["mentions"] == "good" and _more_once(card, name)]
    if not rare:
        return
    short = [
        name for name in rare if _first_bins(card, "lengths", name)[0] < SHORT * _first_bins(card, "lengths", name)[1]
    ]
    fewer = f"; fewer mentions of one token ({_beside_corpus(card, 'lengths', short)})" if short else ""
    yield _say(
        "note",
        "What remains different: more mentions of entities that occur once in the corpus "
        f"({_beside_corpus(card, 'frequencies', rare)}){fewer}. This is inherent: a name that occurs often has to be "
        f"on one side, and {first} is the larger one. Scores on these parts are about rare and new names.",
    )


def _beside_corpus(card: Card, kind: str, names: list[str]) -> str:
    here = ", ".join(f"{name} {percent(_first_bins(card, kind, name)[0])}" for name in names)
    return f"{here}; corpus {percent(card[kind]['corpus']['1']['value'])}"


def _first_bins(card: Card, kind: str, name: str) -> tuple[float, float]:
    """The share of the first bin (once, one token) in a part and in the corpus; 0 where there is no mention."""
    here, whole = (card[kind][part]["1"]["value"] or 0.0 for part in (name, "corpus"))
    return here, whole


def _more_once(card: Card, name: str) -> bool:
    here, whole = _first_bins(card, "frequencies", name)
    return here > RARE * whole


def _types(card: Card) -> Iterator[Verdict]:
    cells = card["cells"]
    if cells["value"] is None:
        return
    if cells["value"] >= MOST_CELLS:
        yield _say(
            "good",
            f"Types are balanced: {cells['count']} of {cells['total']} (type, part) counts are within tolerance.",
        )
    else:
        yield _say(
            "look",
            f"{cells['total'] - cells['count']} of {cells['total']} (type, part) counts are off by more "
            "than the tolerance.",
        )
    for name, part in card["parts"].items():
        if part["l1"] is not None and part["l1"] > FAR_L1:
            yield _say(
                "look", f"The types of {name} are distributed differently from the corpus (L1 {part['l1']:.2f})."
            )


def _sizes(card: Card) -> Iterator[Verdict]:
    total = sum(part["samples"] for part in card["parts"].values())
    for name, part in card["parts"].items():
        target = part["target_share"]
        if target is not None and abs(part["samples"] - target * total) > max(SPARSE_SIZE * target * total, 1):
            yield _say(
                "look", f"{name} has {percent(part['share'])} of the {card['unit']}s; {percent(target)} were asked for."
            )


def _duplicates(card: Card, first: str) -> Iterator[Verdict]:
    for kind, word in (("exact", "verbatim"), ("near", "almost verbatim")):
        found = card["duplicates"][kind]
        for key, rate in (found["directions"] if found else {}).items():
            if key.endswith(f"|{first}") and rate["count"]:
                yield _say("look", f"{_occur(rate['count'], key.split('|')[0])} {word} in {first}.")


def _occur(n: int, part: str) -> str:
    return f"1 sentence of {part} also occurs" if n == 1 else f"{n:,} sentences of {part} also occur"


def _documents(card: Card) -> Iterator[Verdict]:
    cut = card["documents"]
    if cut and cut["count"]:
        yield _say(
            "look", f"{cut['count']} of {cut['total']} documents are cut apart; --group-by doc keeps them whole."
        )


def dropped_verdict(dropped: Card, unit: str) -> Verdict:
    """What is in no part, and where to read why."""
    n, all_ = dropped["count"], dropped["total"]
    share = f"{n:,} of {all_:,} {unit}s ({percent(dropped['value'])})"
    return _say("note", f"{share} are dropped; --out writes them, and why, to dropped.json.")


def sets_verdicts(sets: dict[str, Card]) -> list[Verdict]:
    """Of several sets (folds): the one that overlaps most, and how many of their test sets' counts are off."""
    rates = {name: card["contamination"]["test|train"]["mention"]["value"] or 0.0 for name, card in sets.items()}
    worst = max(rates, key=rates.__getitem__)
    said = next(_overlap(sets[worst], "test", "train"))
    levels = [next(_overlap(card, "test", "train"))["level"] for card in sets.values()]
    cells = [row["test"]["within"] for card in sets.values() for kind in LIKENESS for row in card[kind].values()]
    alike = f"{cells.count(False)} of {len(cells)} counts of types and histogram of the test sets are out of tolerance."
    return [
        _say(max(levels, key=ORDER.index), f"{worst}, which overlaps most of {len(sets)} sets: {said['text']}"),
        _say("good" if sum(cells) >= MOST_CELLS * len(cells) else "look", alike),
    ]


def harder_verdict(harder: Card) -> Verdict:
    """What a test set that is hard on purpose has more of: TMR's sets beside those of a random part."""
    sets, random = harder["sets"], harder["random"]
    said = ", ".join(f"{name} {percent(sets[name]['value'])} ({percent(random[name]['value'])})" for name in sets)
    return _say(
        "note",
        f"{harder['part']} is harder on purpose ({harder['kind']}). "
        f"Its mentions by TMR's sets, in brackets those of a random part: {said}.",
    )
