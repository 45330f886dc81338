"""Small files as people have them, written by us, and what must happen to each of them.

``reads``: sentences, tokens, mentions by type, and words that the notes must hold. ``refused``: words of the one line.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class File:
    """A file and its fate; ``others`` are further files of a folder, ``options`` those of ``read``."""

    name: str
    content: str | bytes
    sentences: int = 0
    tokens: int = 0
    mentions: tuple[tuple[str, str], ...] = ()  # surface and type, in order
    notes: tuple[str, ...] = ()  # each must be in a note
    warns: bool = False
    refused: str = ""
    others: dict[str, str] = field(default_factory=dict)
    folder: bool = False
    options: dict[str, Any] = field(default_factory=dict)
    words: tuple[str, ...] = ()  # of the first sentence


def lines(*rows: str) -> str:
    return "\n".join(rows) + "\n"


def jsonl(*records: Any) -> str:
    return lines(*(json.dumps(r, ensure_ascii=False) for r in records))


ER = ("Er", "kam", "nach", "Bonn")
BONN = (("Bonn", "LOC"),)
WORDS = [f"w{i}" for i in range(60)]
MERKEL = (("Angela Merkel", "PER"), ("Bonn", "LOC"))
TASK = {"id": 1, "data": {"text": "Apple met Tim Cook."}}


def region(start: int, end: int, text: str | None, label: str, **more: Any) -> dict[str, Any]:
    value: dict[str, Any] = {"start": start, "end": end, "labels": [label]}
    if text is not None:
        value["text"] = text
    return {"from_name": "l", "to_name": "t", "type": "labels", "value": value, **more}


APPLE = [region(0, 5, "Apple", "ORG"), region(10, 18, "Tim Cook", "PER")]
FOUND = (("Apple", "ORG"), ("Tim Cook", "PER"))
EMOJI = "\U0001f600 Apple met Tim Cook."

COLUMNS = {
    "conll2003": File(
        "a.conll", lines("-DOCSTART- -X- -X- O", "", "EU NNP B-NP B-ORG", "left VBD B-VP O"), 1, 2, (("EU", "ORG"),)
    ),
    "conll2002-latin1": File(
        "a.txt", "Málaga B-LOC\nganó O\n".encode("latin-1"), 1, 2, (("Málaga", "LOC"),), options={"encoding": "latin-1"}
    ),
    "wnut-tabs": File("a.conll", lines("@you\tO", "in\tO", "Bonn\tB-location"), 1, 3, (("Bonn", "location"),)),
    "hashtag-is-a-token": File("a.conll", lines("#Bonn\tB-LOC", "#1\tO"), 1, 2, (("#Bonn", "LOC"),)),
    "counting-from-0": File(
        "a.tsv",
        lines("0\tEr\tO", "1\tkam\tO", "2\tnach\tO", "3\tBonn\tB-LOC", "", "0\tJa\tO", "1\t.\tO"),
        2,
        6,
        BONN,
        ("token = column 2, tag = column 3 of 3, auto-detected",),
        words=ER,
    ),
    "counting-from-1": File(
        "a.conll", lines("1 Er O", "2 kam O", "3 nach O", "4 Bonn B-LOC"), 1, 4, BONN, ("token = column 2",), words=ER
    ),
    "counting-through-the-file": File(
        "a.tsv", lines("7\tEr\tO", "8\tkam\tO", "", "9\tin\tO", "10\tBonn\tB-LOC"), 2, 4, BONN, ("token = column 2",)
    ),
    "germeval-two-levels": File(
        "a.tsv",
        lines("#\thttp://x [2009]", "1\tAngela\tB-PER\tO", "2\tMerkel\tI-PER\tO", "3\tin\tO\tO", "4\tBonn\tB-LOC\tO"),
        1,
        4,
        MERKEL,
        ("tag = column 3 of 4",),
    ),
    "universal-ner": File(
        "a.iob2",
        lines(
            "# sent_id = 1",
            "# text = Er kam nach Bonn",
            "1\tEr\tO\t-\t-",
            "2\tkam\tO\t-\t-",
            "3\tnach\tO\t-\t-",
            "4\tBonn\tB-LOC\t-\tx",
        ),
        1,
        4,
        BONN,
        ("tag = column 3",),
        words=ER,
    ),
    "pos-after-the-tag": File(
        "a.conll",
        lines("Er O PRON", "kam O VERB", "nach O ADP", "Bonn B-LOC PROPN"),
        1,
        4,
        BONN,
        ("tag = column 2 of 3",),
    ),
    "chunks-last": File(
        "a.conll",
        lines("Er O B-NP", "kam O B-VP", "nach O B-PP", "Bonn B-LOC B-NP"),
        1,
        4,
        BONN,
        ("tag = column 2 of 3",),
    ),
    "document-id-first": File(
        "a.tsv",
        "".join(
            f"doc1\tw{i % 90}\t{'B-LOC' if i % 50 == 0 else 'O'}\n" + ("\n" if i % 10 == 9 else "") for i in range(400)
        ),
        40,
        400,
        notes=("token = column 2",),
        mentions=(
            ("w0", "LOC"),
            ("w50", "LOC"),
            ("w10", "LOC"),
            ("w60", "LOC"),
            ("w20", "LOC"),
            ("w70", "LOC"),
            ("w30", "LOC"),
            ("w80", "LOC"),
        ),
    ),
    "reversed": File(
        "a.conll",
        lines("B-LOC Bonn", "O ist", "O alt", "", "O Ja", "O ."),
        2,
        5,
        BONN,
        ("token = column 2, tag = column 1",),
    ),
    "merged-gold-and-prediction": File(
        "a.txt",
        lines("Er O O", "in O O", "Bonn B-LOC B-PER"),
        1,
        3,
        (("Bonn", "PER"),),
        ("columns 2 and 3 hold tags; column 3 is read",),
    ),
    "document-marks-with-as-many-columns": File(
        "a.conll",
        lines("#doc 5121", "Er O", "kam O", "#Bonn B-LOC", "#doc 5122", "Ja O", "# newdoc", "Nein O"),
        3,
        5,
        (("#Bonn", "LOC"),),
    ),
    "lower-case-tags": File(
        "a.conll",
        lines("Bonn b-loc", "am i-loc", "Rhein i-loc", "ist o"),
        refused="Write O and the prefixes as capitals",
    ),
    "suffixed-tags": File(
        "a.conll",
        lines("Bonn LOC-B", "am LOC-I", "Rhein LOC-I", "ist O"),
        refused="no column holds tags (the last one has 'LOC-I', 'LOC-B', 'O'). Write the prefix first: B-LOC",
    ),
    "pos-only": File(
        "a.conll",
        lines("Er PRON", "kam VERB", "nach ADP", "Bonn PROPN"),
        refused="no column holds tags (the last one has 'PRON', 'VERB', 'ADP')",
    ),
    "numbers-only": File(
        "a.conll", "".join(f"{i} O\n" for i in range(1, 80)), refused="100 % of the tokens are numbers"
    ),
    "numbers-anyway": File(
        "a.conll",
        "".join(f"{i} O\n" for i in range(1, 80)),
        1,
        79,
        warns=True,
        options={"anyway": True},
        notes=("100 % of the tokens are numbers",),
    ),
    "bare-types": File("a.conll", lines("Angela PER", "Merkel PER", "in O", "Bonn LOC"), 1, 4, MERKEL),
    "one-word-per-type": File(
        "a.conll",
        "".join(f"w{i} t{i}\nx O\ny O\n\n" for i in range(150)),
        refused="150 types for 150 mentions: they look like words",
    ),
    "words-as-types": File(
        "a.conll",
        "".join(f"w{i} B-t{i}\nx O\ny O\n\n" for i in range(150)),
        refused="150 types for 150 mentions: they look like words",
    ),
    "json-as-types": File(
        "a.conll", "".join(f'w{i} B-{{"x":{i % 3}}}\nx O\n\n' for i in range(9)), refused="all types look like no types"
    ),
    "half-in-mentions": File(
        "a.conll",
        "".join(f"w{i} B-PER\n" + ("\n" if i % 9 == 8 else "") for i in range(90)),
        10,
        90,
        tuple((f"w{i}", "PER") for i in range(90)),
        ("100 % of the tokens are in mentions",),
        warns=True,
    ),
    "doc-lines-without-blank-lines": File(
        "a.txt",
        lines("#doc 5121", "Er\tPRON\tO", "kam\tVERB\tO", "#doc 5122", "In\tADP\tO", "Bonn\tPROPN\tB-LOC"),
        2,
        4,
        BONN,
    ),
    "comment-lines-part-sentences": File(
        "a.txt",
        lines("# one here now", "Er\tX\tO", "kam\tX\tO", "# two here now", "In\tX\tO", "Bonn\tX\tB-LOC"),
        2,
        4,
        BONN,
    ),
    "endless-sentence": File(
        "a.conll",
        "".join(f"w{i} O\n" for i in range(5200)),
        1,
        5200,
        notes=("the sentence at", "has 5,200 tokens"),
        warns=True,
    ),
    "one-sentence": File(
        "a.conll",
        "".join(f"w{i} O\n" for i in range(300)),
        1,
        300,
        notes=("the whole file is one sentence of 300 tokens",),
        warns=True,
    ),
    "ragged": File("a.conll", lines("Er O", "kam VERB O", "nach O"), refused="a.conll:2: has 3 columns"),
    "unknown-prefix": File(
        "a.conll", lines("Er O", "Bonn X-LOC", "am B-LOC"), refused="a.conll:2: tag 'X-LOC' has an unknown prefix"
    ),
    "empty-tag": File("a.conll", "Er\tO\nBonn\t\n", refused="a.conll:2:"),
    "many-columns": File("a.conll", lines(" ".join(["w"] * 1500 + ["O"])), refused="has 1,501 columns"),
    "repairs": File(
        "a.conll",
        lines("Er O", "Bonn I-LOC", "x B-PER"),
        1,
        3,
        (("Bonn", "LOC"), ("x", "PER")),
        ("1 mention breaks IOB2",),
    ),
    "io-scheme": File("a.conll", lines("Angela I-PER", "Merkel I-PER", "in O", "Bonn I-LOC"), 1, 4, MERKEL),
    "bilou": File("a.conll", lines("Angela B-PER", "Merkel L-PER", "in O", "Bonn U-LOC"), 1, 4, MERKEL),
    "windows-lines-and-bom": File("a.conll", b"\xef\xbb\xbfEr O\r\nBonn B-LOC\r\n\r\n", 1, 2, BONN),
    "old-mac-lines": File("a.conll", b"Er O\rBonn B-LOC\r\rJa O\r", 2, 3, BONN),
    "utf-16": File("a.conll", "Er O\nBonn B-LOC\n".encode("utf-16"), refused="UTF-16"),
    "latin1-as-utf8": File("a.conll", "Málaga B-LOC\n".encode("latin-1"), refused="a.conll:1: byte 0xe1 is not utf-8"),
    "tags-only": File("a.tags", lines("O", "O", "I-ORG"), refused="has only one column"),
    "folder-of-conll-with-tags-in-the-middle": File(
        "corpus",
        "",
        2,
        5,
        (("EU", "ORG"), ("Bonn", "LOC")),
        ("2 files of columns are read", "b.txt: token = column 2, tag = column 1"),
        folder=True,
        others={
            "a.txt": lines("EU B-ORG NNP", "left O VBD"),
            "b.txt": lines("O Er", "O sah", "B-LOC Bonn"),
        },
    ),
    "folder-of-conll": File(
        "corpus",
        "",
        2,
        5,
        (("EU", "ORG"), ("Bonn", "LOC")),
        ("2 files of columns are read, 1 others left out",),
        folder=True,
        others={
            "a.txt": lines("EU B-ORG", "left O"),
            "b.txt": lines("Er O", "sah O", "Bonn B-LOC"),
            "README.md": "words and words",
        },
    ),
}
TABLES = {
    "csv": File("a.csv", lines("sentence_id,token,label", "1,Er,O", "1,kam,O", "2,Bonn,B-LOC"), 2, 3, BONN),
    "kaggle-csv": File(
        "a.csv",
        lines("Sentence #,Word,POS,Tag", "Sentence: 1,Er,PRP,O", ",kam,VB,O", "Sentence: 2,Bonn,NN,B-geo"),
        2,
        3,
        (("Bonn", "geo"),),
    ),
    "tsv-with-header": File("a.tsv", lines("token\tlabel", "Er\tO", "Bonn\tB-LOC", "", "Ja\tO"), 2, 3, BONN),
    "quoted-comma": File(
        "a.csv", lines("sentence_id,token,label", '1,",",O', '1,"O""Neill",B-PER'), 1, 2, (('O"Neill', "PER"),)
    ),
    "sentence-per-row": File("a.csv", lines("sentence,labels", "Er kam nach Bonn,O O O B-LOC"), 1, 4, BONN, words=ER),
    "printed-lists": File(
        "a.csv", lines("Sentence #,Sentence,Tag", "1,Er kam nach Bonn,\"['O', 'O', 'O', 'B-LOC']\""), 1, 4, BONN
    ),
    "tags-with-commas": File(
        "a.csv", lines("sentence,word_labels", '"Er kam nach Bonn","O,O,O,B-LOC"'), 1, 4, BONN, words=ER
    ),
    "csv-numbers": File("a.csv", lines("tokens,ner_tags", "\"['Bonn', 'ist']\",\"[1, 0]\""), refused="--labels"),
    "csv-numbers-named": File(
        "a.csv",
        lines("tokens,ner_tags", "\"['Bonn', 'ist']\",\"[1, 0]\""),
        1,
        2,
        BONN,
        options={"extra": {"labels": ["O", "B-LOC"]}},
    ),
    "csv-gold-and-prediction": File(
        "a.csv", lines("id,token,gold,pred", "1,Bonn,B-LOC,O", "1,ist,O,O", "2,Ja,O,O"), 2, 3, BONN, ("pred may, too",)
    ),
    "unequal-lists": File("a.csv", lines("sentence,labels", "Er kam,O O O"), refused="a.csv:2: 2 tokens have 3 tags"),
    "conllu": File(
        "a.conllu",
        lines(
            "# newdoc id = x",
            "# text = Er kam nach Bonn",
            "1-2\tErkam\t_\t_\t_\t_\t_\t_\t_\t_",
            *(
                f"{i}\t{w}\t_\tX\t_\t_\t0\troot\t_\t{m}"
                for i, (w, m) in enumerate(zip(ER, ["_", "SpaceAfter=No", "NER=O", "NER=B-LOC"], strict=True), 1)
            ),
        ),
        1,
        4,
        BONN,
        words=ER,
    ),
    "conllu-brackets": File(
        "a.conllu",
        lines(
            "# global.Entity = eid-etype-head-other",
            *(
                f"{i}\t{word}\t_\t_\t_\t_\t0\t_\t_\t{misc}"
                for i, word, misc in (
                    (1, "Bank", "Entity=(e1-org-1-x"),
                    (2, "of", "_"),
                    (3, "Rome", "Entity=(e2-place-1-x)e1)|SpaceAfter=No"),
                    (4, "fell", "_"),
                )
            ),
        ),
        1,
        4,
        (("Bank of Rome", "org"), ("Rome", "place")),
    ),
    "conllu-open-bracket": File(
        "a.conllu",
        lines("1\tBank\t_\t_\t_\t_\t0\t_\t_\tEntity=(1-org", "2\tfell\t_\t_\t_\t_\t0\t_\t_\t_"),
        refused="a.conllu:1: an Entity bracket of the sentence is not closed",
    ),
    "conllu-without-entities": File(
        "a.conllu",
        lines(*(f"{i}\t{w}\t_\tX\t_\t_\t0\troot\t_\t_" for i, w in enumerate(ER, 1))),
        refused="no word has an entity in its last column",
    ),
}
RECORDS = {
    "jsonl-tokens": File("a.jsonl", jsonl({"tokens": [*ER], "tags": ["O", "O", "O", "B-LOC"]}), 1, 4, BONN),
    "jsonl-numbers": File("a.jsonl", jsonl({"tokens": [*ER], "ner_tags": [0, 0, 0, 1]}), refused="--labels"),
    "jsonl-numbers-named": File(
        "a.jsonl",
        jsonl({"tokens": [*ER], "ner_tags": [0, 0, 0, 1]}),
        1,
        4,
        BONN,
        options={"extra": {"labels": ["O", "B-LOC"]}},
    ),
    "jsonl-spans": File(
        "a.jsonl",
        jsonl({"text": "Er kam nach Bonn", "spans": [{"start": 12, "end": 16, "label": "LOC", "score": 0.9}]}),
        1,
        4,
        BONN,
    ),
    "jsonl-bad-score": File(
        "a.jsonl",
        '{"text": "Bonn", "spans": [{"start": 0, "end": 4, "label": "LOC", "score": NaN}]}\n',
        refused="the score of a span is nan, not a number",
    ),
    "surrogate-in-metadata": File(
        "a.jsonl",
        '{"text": "Bonn", "spans": [], "note": "\\ud800"}\n',
        refused="a.jsonl:1: a string holds half of a surrogate pair",
    ),
    "unknown-json": File(
        "a.json",
        json.dumps({"AddToPlaylist": [{"data": [{"text": "Add "}, {"text": "Bonn", "entity": "LOC"}]}]}),
        refused="is JSON with the keys 'AddToPlaylist', which is no known corpus format",
    ),
    "unknown-jsonl": File(
        "a.jsonl", jsonl({"sent": "Er kam", "gold": "x y"}), refused="is JSON with the keys 'sent', 'gold'"
    ),
    "json-lists": File("a.json", '[["Bonn", "LOC"], ["ist", "O"]]', refused="is JSON"),
    "doccano": File("a.jsonl", jsonl({"id": 1, "text": "Er kam nach Bonn", "label": [[12, 16, "LOC"]]}), 1, 4, BONN),
    "labelstudio": File("a.json", json.dumps([{**TASK, "annotations": [{"result": APPLE}]}]), 1, 5, FOUND),
    "labelstudio-both": File(
        "a.json",
        json.dumps(
            [{**TASK, "annotations": [{"result": APPLE}], "predictions": [{"model_version": "m", "result": APPLE[:1]}]}]
        ),
        1,
        5,
        FOUND,
    ),
    "labelstudio-predictions": File(
        "a.json#predictions",
        json.dumps(
            [{**TASK, "annotations": [{"result": APPLE}], "predictions": [{"model_version": "m", "result": APPLE[:1]}]}]
        ),
        1,
        5,
        FOUND[:1],
        ("predictions are read (model m)",),
    ),
    "labelstudio-two-models": File(
        "a.json#predictions",
        json.dumps(
            [{**TASK, "predictions": [{"model_version": "m", "result": []}, {"model_version": "n", "result": APPLE}]}]
        ),
        refused="predictions of several models (m, n). Choose one: ",
    ),
    "labelstudio-one-model": File(
        "a.json#n",
        json.dumps(
            [{**TASK, "predictions": [{"model_version": "m", "result": []}, {"model_version": "n", "result": APPLE}]}]
        ),
        1,
        5,
        FOUND,
    ),
    "labelstudio-two-annotators": File(
        "a.json",
        json.dumps(
            [{**TASK, "annotations": [{"completed_by": 1, "result": APPLE}, {"completed_by": 2, "result": []}]}]
        ),
        refused="annotated by several annotators (1, 2). Choose one: ",
    ),
    "labelstudio-one-annotator": File(
        "a.json#2",
        json.dumps(
            [
                {
                    **TASK,
                    "annotations": [
                        {"completed_by": 1, "result": APPLE},
                        {"completed_by": {"id": 2}, "result": APPLE[:1]},
                    ],
                }
            ]
        ),
        1,
        5,
        FOUND[:1],
    ),
    "labelstudio-utf16-offsets": File(
        "a.json",
        json.dumps(
            [
                {
                    "data": {"text": EMOJI},
                    "annotations": [{"result": [region(3, 8, "Apple", "ORG"), region(13, 21, "Tim Cook", "PER")]}],
                }
            ]
        ),
        1,
        6,
        FOUND,
        ("offsets count UTF-16 units",),
    ),
    "labelstudio-wrong-offsets": File(
        "a.json",
        json.dumps([{**TASK, "annotations": [{"result": [region(1, 6, "Apple", "ORG")]}]}]),
        refused="a span says 'Apple', but the text has 'pple ' there",
    ),
    "labelstudio-min": File(
        "a.json",
        json.dumps(
            [
                {
                    "id": 1,
                    "text": "Apple met Tim Cook.",
                    "ner": [r["value"] for r in APPLE],
                    "annotator": 1,
                    "annotation_id": 7,
                }
            ]
        ),
        1,
        5,
        FOUND,
    ),
    "labelstudio-min-two-annotators": File(
        "a.json",
        json.dumps(
            [
                {"id": 1, "text": "Apple met Tim Cook.", "ner": [r["value"]], "annotator": who, "annotation_id": who}
                for who, r in enumerate(APPLE)
            ]
        ),
        refused="annotated by several annotators (0, 1)",
    ),
    "utf16-offsets-without-texts": File(
        "a.jsonl",
        jsonl({"text": EMOJI, "spans": [[3, 8, "ORG"], [13, 21, "PER"]]}),
        1,
        6,
        FOUND,
        ("offsets are taken for UTF-16 units: as characters, 2 spans would",),
        warns=True,
    ),
    "tags-beside-a-text": File(
        "a.jsonl",
        jsonl({"id": 7, "sentence": "Tim Cook left Bonn", "tags": "B-PER I-PER O B-LOC"}),
        1,
        4,
        (("Tim Cook", "PER"), ("Bonn", "LOC")),
    ),
    "list-of-tags-beside-a-text": File(
        "a.jsonl",
        jsonl({"text": "Tim Cook left  Bonn", "ner_tags": ["B-PER", "I-PER", "O", "B-LOC"]}),
        1,
        4,
        (("Tim Cook", "PER"), ("Bonn", "LOC")),
    ),
    "tokens-and-tags-as-strings": File(
        "a.jsonl",
        jsonl({"tokens": "Tim Cook left Bonn", "labels": "B-PER I-PER O B-LOC"}),
        1,
        4,
        (("Tim Cook", "PER"), ("Bonn", "LOC")),
    ),
    "tags-of-other-words": File(
        "a.jsonl",
        jsonl({"text": "Tim Cook left Bonn.", "tags": "B-PER I-PER O B-LOC O"}),
        refused="4 words between blanks have 5 tags",
    ),
    "keywords-beside-a-text": File(
        "a.jsonl",
        jsonl({"text": "Tim left Bonn", "tags": ["news", "people"], "spans": [[9, 13, "LOC"]]}),
        1,
        3,
        (("Bonn", "LOC"),),
    ),
    "ends-included": File(
        "a.jsonl",
        jsonl(*({"text": "Bonn am Rhein", "spans": [[0, 3, "LOC"], [8, 12, "LOC"]]} for _ in range(3))),
        3,
        15,
        (("Bon", "LOC"), ("Rhei", "LOC")) * 3,
        ("6 of 6 spans begin or end inside a word; ends seem to be included. Add 1 to each end",),
        warns=True,
    ),
    "counted-from-1": File(
        "a.jsonl",
        jsonl(*({"text": "Er kam nach Bonn am Rhein", "spans": [[13, 17, "LOC"]]} for _ in range(5))),
        5,
        35,
        (("onn", "LOC"),) * 5,
        ("5 of 5 spans begin or end inside a word; offsets seem to count from 1. Subtract 1",),
        warns=True,
    ),
    "stems-of-longer-words": File(
        "a.jsonl",
        jsonl(*({"text": "Ankarada Bonnlular var", "spans": [[0, 6, "LOC"], [9, 13, "LOC"]]} for _ in range(5))),
        5,
        25,
        (("Ankara", "LOC"), ("Bonn", "LOC")) * 5,
        ("10 tokens are cut where a span begins or ends",),
    ),
    "spans-with-another-text": File(
        "a.jsonl",
        jsonl({"text": "Er kam nach Bonn", "spans": [{"start": 7, "end": 11, "label": "LOC", "text": "Bonn"}]}),
        refused="a span says 'Bonn', but the text has 'nach' there",
    ),
    "tags-for-types": File(
        "a.jsonl",
        jsonl({"text": "Bonn am Rhein", "entities": [{"start": 0, "end": 4, "entity": "B-LOC", "score": 0.9}]}),
        refused="all types look like tags ('B-LOC')",
    ),
    "discontinuous-with-one-hull": File(
        "a.jsonl",
        jsonl(
            {
                "tokens": ["left", "and", "right", "atrium"],
                "mentions": [
                    {"start": 0, "end": 4, "label": "X", "parts": [[0, 1], [3, 4]]},
                    {"start": 0, "end": 4, "label": "X"},
                ],
            }
        ),
        1,
        4,
        (("left and right atrium", "X"), ("left … atrium", "X")),
        warns=False,
    ),
    "prodigy": File(
        "a.jsonl",
        jsonl({"text": "Er kam nach Bonn", "spans": [{"start": 12, "end": 16, "label": "LOC"}], "answer": "accept"}),
        1,
        4,
        BONN,
    ),
    "prodigy-two-annotators": File(
        "a.jsonl",
        jsonl(
            *(
                {"text": "Bonn", "_input_hash": 1, "_annotator_id": who, "spans": spans, "answer": "accept"}
                for who, spans in (("s-anna", [{"start": 0, "end": 4, "label": "LOC"}]), ("s-ben", []))
            )
        ),
        refused="annotated by several annotators (s-anna, s-ben)",
    ),
    "prodigy-one-annotator": File(
        "a.jsonl#anna",
        jsonl(
            *(
                {"text": "Bonn", "_input_hash": 1, "_annotator_id": who, "spans": spans, "answer": "accept"}
                for who, spans in (("s-anna", [{"start": 0, "end": 4, "label": "LOC"}]), ("s-ben", []))
            )
        ),
        1,
        1,
        BONN,
    ),
    "brat-discontinuous": File(
        "corpus",
        "",
        1,
        4,
        (("kam … Bonn", "X"),),
        ("1 discontinuous mentions keep their parts",),
        folder=True,
        others={"a.txt": "Er kam nach Bonn", "a.ann": "T1\tX 3 6;12 16\tkam Bonn\n"},
    ),
    "brat-wrong-text": File(
        "corpus",
        "",
        folder=True,
        others={"a.txt": "Er kam nach Bonn", "a.ann": "T1\tLOC 11 15\tBonn\n"},
        refused="a span says 'Bonn', but the text has",
    ),
    "inline": File("a.txt", "Er kam nach <LOC>Bonn</LOC>\n", 1, 4, BONN),
    "llm-hallucination": File(
        "a.jsonl",
        jsonl(
            {"text": "Er kam nach Bonn", "entities": [{"type": "LOC", "text": "Bonn"}, {"type": "PER", "text": "Kohl"}]}
        ),
        1,
        4,
        (("", "PER"), ("Bonn", "LOC")),
        ("1 predicted string does not occur in its text; it counts as a false positive",),
    ),
    "llm-deep": File("a.jsonl", '{"text": "Bonn", "entities": ' + "[" * 20000 + "\n", refused="a.jsonl:1: is not JSON"),
    "binary": File("a.bin", b"\x7fELF\0\0\0\1", refused="unknown format"),
    "empty": File("a.conll", "", refused="is empty"),
    "blank": File("a.conll", "\n \n\t\n", refused="is empty"),
}
FILES = {**COLUMNS, **TABLES, **RECORDS}
