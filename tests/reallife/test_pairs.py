"""Gold and predictions as people have them together: other formats, Unicode forms, quotes, orders, missing sentences."""

from __future__ import annotations

import json
import unicodedata
from typing import Any

import pytest

from nerproof import evaluate
from nerproof.base.errors import NerproofError

Sentence = tuple[list[str], list[str]]

SENTENCES: list[Sentence] = [
    (["Zoë", "Müller", "traf", "“", "Bo", "”", "in", "Bonn", "."], ["B-PER", "I-PER", "O", "O", "B-PER", "O", "O", "B-LOC", "O"]),
    (["Café", "Noir", "ist", "in", "Köln"], ["B-ORG", "I-ORG", "O", "O", "B-LOC"]),
    (["Ann's", "co-op", "U.S.", "win"], ["B-PER", "O", "B-LOC", "O"]),
] * 5  # fmt: skip
MENTIONS = 35


def conll(sentences: list[Sentence], change: Any = str) -> str:
    return "\n".join("".join(f"{change(w)} {t}\n" for w, t in zip(*s, strict=True)) for s in sentences)


def text(sentence: Sentence) -> str:
    return " ".join(sentence[0])


def spans(sentence: Sentence) -> list[tuple[int, int, str]]:
    found: list[list[Any]] = []
    at = 0
    for word, tag in zip(*sentence, strict=True):
        if tag[0] == "B":
            found.append([at, at + len(word), tag[2:]])
        elif tag[0] == "I":
            found[-1][1] = at + len(word)
        at += len(word) + 1
    return [(a, b, t) for a, b, t in found]


def jsonl(sentences: list[Sentence], record: Any) -> str:
    return "".join(json.dumps(record(s), ensure_ascii=False) + "\n" for s in sentences)


def strings(sentence: Sentence) -> list[dict[str, str]]:
    return [{"type": t, "text": text(sentence)[a:b]} for a, b, t in spans(sentence)]


def cut(sentences: list[Sentence]) -> list[Sentence]:
    """Ann's as two tokens."""
    return [
        ([p for w in s[0] for p in (["Ann", "'s"] if w == "Ann's" else [w])], [p for w, t in zip(*s, strict=True) for p in ([t, "I-PER"] if w == "Ann's" else [t])])
        for s in sentences
    ]  # fmt: skip


def nfd(word: str) -> str:
    return unicodedata.normalize("NFD", word)


GOLD = conll(SENTENCES)
TURNED = SENTENCES[1:] + SENTENCES[:1]
EQUAL = {  # predictions that say the same as gold
    "windows-lines": ("p.conll", GOLD.replace("\n", "\r\n"), {}),
    "tabs": ("p.conll", GOLD.replace(" ", "\t"), {}),
    "tabs-and-blanks": ("p.conll", GOLD.replace("Bonn ", "Bonn\t"), {}),
    "other-quotes-by-position": ("p.conll", GOLD.replace("“", '"').replace("”", '"'), {"align": "position"}),
    "lower-case-by-position": ("p.conll", conll(SENTENCES, str.lower), {"align": "position"}),
    "other-tokens-by-text": ("p.conll", conll(cut(SENTENCES)), {"align": "text"}),
    "other-sentences": ("p.conll", GOLD.replace(". O\n\n", ". O\n"), {}),
    "tokens-in-jsonl": ("p.jsonl", jsonl(SENTENCES, lambda s: {"tokens": s[0], "tags": s[1]}), {}),
    "texts-in-jsonl": ("p.jsonl", jsonl(SENTENCES, lambda s: {"text": text(s), "spans": spans(s)}), {}),
    "csv": ("p.csv", "sentence_id,token,label\n" + "".join(f'{i},"{w}",{t}\n' for i, s in enumerate(SENTENCES) for w, t in zip(*s, strict=True)), {}),
    "tags-only": ("p.tags", "\n".join("\n".join(s[1]) + "\n" for s in SENTENCES), {}),
    "pipeline": ("p.json", json.dumps([[{"start": a, "end": b, "entity_group": t} for a, b, t in spans(s)] for s in SENTENCES]), {}),
    "comprehend": ("p.jsonl", jsonl(SENTENCES, lambda s: {"Entities": [{"BeginOffset": a, "EndOffset": b, "Type": t, "Score": 0.9} for a, b, t in spans(s)], "Line": 0}), {}),
    "azure": ("p.json", json.dumps({"documents": [{"id": str(i), "entities": [{"offset": a, "length": b - a, "category": t} for a, b, t in spans(s)]} for i, s in enumerate(SENTENCES)]}), {}),
    "strings": ("p.jsonl", jsonl(SENTENCES, lambda s: {"entities": strings(s)}), {}),
    "fenced-answers": ("p.jsonl", jsonl(SENTENCES, lambda s: {"response": f"```json\n{json.dumps(strings(s))}\n```"}), {}),
}  # fmt: skip
REFUSED = {
    "another-unicode-form": ("p.conll", conll(SENTENCES, nfd), {}, "write both as NFC"),
    "another-unicode-form-by-text": ("p.conll", conll(SENTENCES, nfd), {"align": "text"}, "write both as NFC"),
    "another-unicode-form-in-jsonl": ("p.jsonl", jsonl(SENTENCES, lambda s: {"text": nfd(text(s)), "spans": []}), {}, "write both as NFC"),
    "other-quotes": ("p.conll", GOLD.replace("“", '"'), {}, "or pass --align position"),
    "lower-case": ("p.conll", conll(SENTENCES, str.lower), {}, "or pass --align position"),
    "soft-hyphen": ("p.conll", GOLD.replace("Bonn", "Bo\xadnn"), {}, "token 'Bo\\xadnn' where"),
    "joiner": ("p.conll", GOLD.replace("Bonn", "Bo\u200dnn"), {"align": "text"}, "the text differs: '\\u200dnn"),
    "other-tokens": ("p.conll", conll(cut(SENTENCES)), {}, "or pass --align text"),
    "missing-at-the-end": ("p.conll", conll(SENTENCES[:-1]), {}, "or pass --allow-truncated"),
    "missing-in-the-middle": ("p.conll", conll(SENTENCES[:4] + SENTENCES[5:]), {}, "p.conll:32: the sentence has 4 tokens"),
    "missing-in-the-middle-of-texts": ("p.jsonl", jsonl(SENTENCES[:4] + SENTENCES[5:], lambda s: {"text": text(s), "spans": []}), {}, "p.jsonl:5: the text is not that of"),
    "another-order": ("p.conll", conll(TURNED), {}, "p.conll:1:"),
    "another-order-of-texts": ("p.jsonl", jsonl(TURNED, lambda s: {"text": text(s), "spans": []}), {}, "in the same order"),
    "missing-token": ("p.conll", GOLD.replace("traf O", "O", 1), {}, "p.conll:3: has 1 column"),
    "empty-token": ("p.conll", GOLD.replace(" ", "\t").replace("traf\tO", "\tO", 1), {}, "token '' where"),
    "missing-tags": ("p.tags", "\n".join("\n".join(s[1]) + "\n" for s in SENTENCES[:-1]), {}, "one line per token"),
    "missing-lists": ("p.json", json.dumps([[{"start": 0, "end": 3, "label": "PER"}]] * 14), {}, "14 sentences where"),
}  # fmt: skip


def scored(folder, name: str, content: str, options: dict[str, Any]):
    (folder / "gold.conll").write_text(GOLD, encoding="utf-8")
    (folder / name).write_text(content, encoding="utf-8", newline="")
    return evaluate(folder / "gold.conll", {"x": folder / name}, suites=["standard"], resamples=0, **options)


@pytest.mark.parametrize("case", EQUAL)
def test_predictions_that_say_the_same_as_gold_have_its_score(case, tmp_path):
    row = scored(tmp_path, *EQUAL[case]).row("f1", system="x")
    assert (row.value, row.more["n_correct"]) == (1.0, MENTIONS)


@pytest.mark.parametrize("case", REFUSED)
def test_predictions_on_another_text_are_refused(case, tmp_path):
    *given, said = REFUSED[case]
    with pytest.raises(NerproofError) as caught:
        scored(tmp_path, *given)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_strings_in_another_order_give_a_warning(tmp_path):
    result = scored(tmp_path, "p.jsonl", jsonl(TURNED, lambda s: {"entities": strings(s)}), {})
    assert result.value("f1", system="x") == 0
    assert any("warning: 35 predicted strings" in n and "in the order of their texts?" in n for n in result.notes)


def test_lists_of_spans_may_begin_with_an_empty_one(tmp_path):
    lists = [[], *([{"start": a, "end": b, "label": t} for a, b, t in spans(s)] for s in SENTENCES[1:])]
    row = scored(tmp_path, "p.json", json.dumps(lists), {}).row("recall", system="x")
    assert (row.count, row.total) == (MENTIONS - 3, MENTIONS)
