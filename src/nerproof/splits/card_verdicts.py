"""Plain sentences about a split: what is good, what to look at, what to do."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

# Below these a part is called different from the corpus; the issue's own bounds.
DENSE_ENOUGH, SPARSE_SIZE, FAR_L1, MOST_CELLS = 0.93, 0.005, 0.15, 0.99
EVERYWHERE = 0.2  # an entity in more samples than this cannot be kept out of dev and test

Card = dict[str, Any]
Verdict = dict[str, str]


def verdicts(card: Card) -> list[Verdict]:
    """Each has a level (good, look, bad) and one sentence."""
    first, *others = card["order"]
    found: list[Verdict] = []
    for name in reversed(others):
        found += _contamination(card, name, first)
    found += _inseparable(card, [name for name in reversed(others) if _most(card, name, first)])
    found += [v for name in others for v in _density(card, name)]
    found += [*_types(card), *_sizes(card), *_duplicates(card, first), *_documents(card)]
    return found


def _say(level: str, text: str) -> Verdict:
    return {"level": level, "text": text}


def percent(value: float | None) -> str:
    return "–" if value is None else f"{100 * value:.1f} %"


def _contamination(card: Card, name: str, first: str) -> Iterator[Verdict]:
    rate = card["contamination"][f"{name}|{first}"]["sample_partial"]
    random = card["random"].get(f"{name}|{first}")
    if rate["value"] is None:
        yield _say("bad", f"{name} is empty.")
        return
    if card["corpus"]["mentions"] == 0:
        if name == "test" or len(card["parts"]) == 2:
            yield _say("look", "The corpus has no entities: there is nothing to keep apart.")
        return
    if rate["count"] == 0:
        yield _say("good", f"No {card['unit']} of {name} shares an entity with {first}.")
        return
    some = f"{percent(rate['value'])} of the {card['unit']}s of {name} ({rate['count']} of {rate['total']})"
    plain = f"{some} share an entity with {first}"
    beside = f"; random parts of these sizes: {percent(random)}." if random is not None else "."
    good = random is not None and rate["value"] <= 0.5 * random
    yield _say("good" if good else "bad" if rate["value"] > 0.5 else "look", plain + beside)


def _most(card: Card, name: str, first: str) -> bool:
    return (card["contamination"][f"{name}|{first}"]["sample_partial"]["value"] or 0) > 0.5


def _inseparable(card: Card, names: list[str]) -> Iterator[Verdict]:
    """Why these parts cannot be cleaned, and the nearest options."""
    if not names:
        return
    name = " and ".join(names)
    top = next(iter(card["frequent"]), None)
    options = ["--unit sentence (whole documents can rarely be kept apart)"] if card["unit"] == "document" else []
    if top is None or top["value"] <= EVERYWHERE:
        options.append("--drop (removes the fewest samples that leave none)")
        yield _say("look", f"To get {name} cleaner: nerproof split --method balanced, or {' or '.join(options)}.")
        return
    what = f"{top['surface']!r} ({top['type']}) stands in {percent(top['value'])} of all {card['unit']}s"
    options += _without(card, top)
    yield _say("bad", f"{name} cannot be separated: {what}. Options: {', or '.join(options)}.")


def _without(card: Card, top: dict[str, Any]) -> Iterator[str]:
    """What can be done about an entity that stands nearly everywhere."""
    others = card["order"][1:]
    left = 1 - top["value"]
    if left >= sum(card["parts"][name]["share"] or 0 for name in others):
        yield f"--method free (parts from the {percent(left)} without it; read their density)"
    few = "removes the fewest that leave none" if left > 0 else "would leave only one of the parts"
    yield f"--drop ({few})"
    yield f"--exclude-types {top['type']} (its entities no longer count)"
    yield "keep it and read the clean scores (nerproof evaluate --suite contamination)"


def _density(card: Card, name: str) -> Iterator[Verdict]:
    density = card["parts"][name]["density"]
    if density is None:
        return
    if density < DENSE_ENOUGH:
        yield _say(
            "bad" if density < 0.75 else "look",
            f"{name} has {density:.2f} of the corpus's mentions per {card['unit']}: "
            "a low contamination there is partly emptiness.",
        )
    elif density > 1 / DENSE_ENOUGH:
        yield _say("look", f"{name} has {density:.2f} times the corpus's mentions per {card['unit']}.")
    empty = card["parts"][name]["empty_samples"] / max(card["parts"][name]["samples"], 1)
    usual = card["corpus"]["empty_samples"] / max(card["corpus"]["samples"], 1)
    if empty > 1.2 * usual + 0.02:
        yield _say("look", f"{percent(empty)} of {name} holds no entity ({percent(usual)} in the corpus).")


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
    total = card["corpus"]["samples"]
    for name, part in card["parts"].items():
        target = part["target_share"]
        if target is not None and abs(part["samples"] - target * total) > max(SPARSE_SIZE * target * total, 1):
            yield _say(
                "look", f"{name} has {percent(part['share'])} of the {card['unit']}s; {percent(target)} were asked for."
            )


def _duplicates(card: Card, first: str) -> Iterator[Verdict]:
    for kind, word in (("exact", "word for word"), ("near", "almost word for word")):
        found = card["duplicates"][kind]
        for key, rate in (found["directions"] if found else {}).items():
            if key.endswith(f"|{first}") and rate["count"]:
                yield _say("look", f"{_stand(rate['count'], key.split('|')[0])} {word} in {first}.")


def _stand(n: int, part: str) -> str:
    return f"1 sentence of {part} stands" if n == 1 else f"{n} sentences of {part} stand"


def _documents(card: Card) -> Iterator[Verdict]:
    cut = card["documents"]
    if cut and cut["count"]:
        yield _say(
            "look", f"{cut['count']} of {cut['total']} documents are cut apart; --group-by doc keeps them whole."
        )
