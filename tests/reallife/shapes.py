"""The shapes of public corpora, annotation tools and services, in a few tokens each, and what must happen to them."""

from __future__ import annotations

import json

from files import BONN, File, jsonl, lines

TIM = (("Tim", "PER"), ("Bonn", "LOC"))
TIM_COOK = (("Tim Cook", "PER"),)
LEFT = "Tim left Bonn"
SPANS = [[0, 3, "PER"], [9, 13, "LOC"]]
NALOXONE = (("Naloxone", "Chemical"), ("rats", "Species"))
PUBTATOR = (
    "1|t|Naloxone reverses",
    "1|a|In rats.",
    "1\t0\t8\tNaloxone\tChemical\tD009270",
    "1\t21\t25\trats\tSpecies\t10116",
)
SEEN = "holds spans and no texts. Give the corpus that was predicted"


def passage(offset: int, text: str, kind: str, start: int, length: int) -> dict:
    own = text[start - offset :][:length]
    made = {"infons": {"type": kind}, "text": own, "locations": [{"offset": start, "length": length}]}
    return {"offset": offset, "infons": {}, "text": text, "annotations": [made]}


CORPORA = {
    "conll2003-documents": File(
        "a.txt",
        lines("-DOCSTART- -X- -X- O", "", "EU NNP B-NP B-ORG", "", "-DOCSTART- -X- -X- O", "", "Bonn NNP B-NP B-LOC"),
        2,
        2,
        (("EU", "ORG"), *BONN),
    ),
    "germeval-inner-as-often-as-outer": File(
        "a.tsv",
        lines("#\thttp://x [2009]", "1\tReal\tB-ORG\tO", "2\tMadrid\tI-ORG\tB-LOC", "3\tspielt\tO\tO", "", "1\tJa\tO\tO"),
        2,
        4,
        (("Real Madrid", "ORG"),),
        ("tag = column 3 of 4", "columns 3 and 4 hold tags; column 3 is read"),
    ),
    "counting-with-gold-and-prediction": File(
        "a.tsv",
        lines("1\tTim\tB-PER\tB-PER", "2\tin\tO\tO", "3\tBonn\tB-LOC\tB-LOC", "4\tKöln\tB-LOC\tO"),
        1,
        4,
        TIM,
        ("columns 3 and 4 hold tags; column 4 is read",),
    ),
    "wikiann-prefixes": File(
        "a.txt", lines("en:Bonn\tB-LOC", "en:is\tO"), 1, 2, (("en:Bonn", "LOC"),), ("all tokens begin with 'en:'",), warns=True
    ),
    "multiconer": File(
        "a.conll",
        lines("# id 5239d808-f300\tdomain=en", "in _ _ O", "bonn _ _ B-HumanSettlement", "", "# id b9ee\tdomain=en", "ja _ _ O"),
        2,
        3,
        (("bonn", "HumanSettlement"),),
    ),
    "few-nerd": File(
        "a.txt",
        lines("Paul\tperson-artist/author", "International\torganization-company", "is\tO", "", "in\tO", "Bonn\tlocation-GPE"),
        2,
        5,
        (("Paul", "person-artist/author"), ("International", "organization-company"), ("Bonn", "location-GPE")),
    ),
    "ontonotes-conll2012": File(
        "a.conll",
        lines(
            "#begin document (bc/cctv/00/cctv_0000); part 000",
            "bc/cctv 0 0 In IN (TOP(S(PP* - - - Speaker#1 * * -",
            "bc/cctv 0 1 summer NN * - - - Speaker#1 (DATE* * -",
            "bc/cctv 0 2 2005 CD * - - - Speaker#1 *) * -",
            "",
            "#end document",
        ),
        1,
        3,
        (("summer 2005", "DATE"),),
    ),
    "ontonotes-documents-without-a-name": File(
        "a.conll", lines("#begin document", "Bonn (LOC)", "", "#begin document", "ja *", ""), 2, 2, BONN
    ),
    "hipe-2022": File(
        "a.tsv",
        lines(
            "TOKEN\tNE-COARSE-LIT\tNE-COARSE-METO\tNE-FINE-LIT\tNEL-LIT\tMISC",
            "# hipe2022:document_id = NZZ-1798-a",
            "# hipe2022:language = de",
            "In\tO\tO\tO\t_\t_",
            "Bonn\tB-LOC\tO\tB-loc.adm.town\tQ586\tEndOfSentence",
            '"\tO\tO\tO\t_\tNoSpaceAfter',
            "",
            "# hipe2022:document_id = NZZ-1798-b",
            "Ja\tO\tO\tO\t_\t_",
        ),
        3,
        4,
        BONN,
    ),
    "kpwr-marks": File(
        "a.iob", lines("-DOCSTART CONFIG FILE 1", "-DOCSTART FILE x.xml", "W\tw\tprep\tO", "Bonn\tBonn\tsubst\tB-LOC"), refused="has 3 columns"
    ),
    "norne": File(
        "a.conllu",
        lines("1\tI\ti\tADP\t_\t_\t2\tcase\t_\tname=O", "2\tBonn\tBonn\tPROPN\t_\t_\t0\troot\t_\tname=B-LOC|SpaceAfter=No"),
        1,
        2,
        BONN,
    ),
    "lst20": File("a.txt", lines("Bonn\tNN\tB_LOC\tB_CLS", "ist\tVV\tO\tI_CLS"), refused="Write the prefix with a hyphen: B-LOC"),
    "jnlpba": File("a.iob2", lines("###MEDLINE:95369245", "", "IL-2\tB-DNA", "gene\tI-DNA", "is\tO"), 1, 3, (("IL-2 gene", "DNA"),)),
    "bc2gm-untyped": File("a.tsv", lines("-DOCSTART-\tO", "", "IL-2\tB", "gene\tI", "is\tO"), 1, 3, (("IL-2 gene", "_"),)),
    "stanford-bare": File("a.tsv", lines("Tim\tPER", "left\tO", "Bonn\tLOC"), 1, 3, TIM),
    "stanford-slashes": File("a.txt", lines("Tim/PER left/O Bonn/LOC ./O"), refused="no column holds tags"),
    "flair-scores": File("a.txt", lines("Tim S-PER 0.98", "left O 0.99", "Bonn S-LOC 0.7"), 1, 3, TIM, ("tag = column 2 of 3",)),
    "chinese-bmes": File("a.char", lines("中 B-LOC", "华 M-LOC", "国 E-LOC", "人 O"), 1, 4, (("中 华 国", "LOC"),)),
    "token-with-a-blank": File("a.tsv", lines("New York\tB-LOC", "is\tO"), 1, 2, (("New York", "LOC"),)),
    "tabs-and-blanks": File("a.txt", lines("Tim\tB-PER", "left O", "Bonn  B-LOC"), 1, 3, TIM),
    "header-with-blanks": File("a.txt", lines("Word Tag", "Tim PER", "left O", "Bonn LOC"), 1, 3, TIM),
    "webanno": File(
        "a.tsv",
        lines(
            "#FORMAT=WebAnno TSV 3.3",
            "#T_SP=de.tudarmstadt.ukp.dkpro.core.api.lexmorph.type.pos.POS|PosValue",
            "#T_SP=de.tudarmstadt.ukp.dkpro.core.api.ner.type.NamedEntity|identifier|value",
            "",
            "",
            "#Text=Ms. Cook left Bonn",
            "1-1\t0-3\tMs.\tNN\t*|*[1]\tTITLE|PER[1]\t",
            "1-2\t4-8\tCook\tNE\t*[1]\tPER[1]\t",
            "1-3\t9-13\tleft\tVB\t_\t_\t",
            "1-4\t14-18\tBonn\tNE\t*\tLOC\t",
            "",
            "#Text=Ja",
            "2-1\t19-21\tJa\tUH\t_\t_\t",
        ),
        2,
        5,
        (("Ms.", "TITLE"), ("Ms. Cook", "PER"), ("Bonn", "LOC")),
    ),
    "webanno-without-entities": File(
        "a.tsv", lines("#FORMAT=WebAnno TSV 3.3", "#T_SP=x.POS|v", "#T_SP=x.Lemma|v", "", "#Text=a", "1-1\t0-1\ta\tN\ta\t"), refused="It has POS, Lemma"
    ),
}  # fmt: skip

TABLES = {
    "kaggle-from-excel": File(
        "a.csv",
        b'\xef\xbb\xbfSentence #;Word;POS;Tag\r\nSentence: 1;Tim;NNP;B-PER\r\n;"left";VB;O\r\n;Bonn;NNP;B-LOC\r\nSentence: 2;Ja;UH;O\r\n',
        2,
        4,
        TIM,
    ),
    "kaggle-quoted-quote": File("a.csv", lines("Sentence #,Word,Tag", 'Sentence: 1,"""",O', ",Bonn,B-LOC"), 1, 2, BONN, words=('"', "Bonn")),
    "lone-quotes-with-tabs": File("a.tsv", lines("token\tlabel", '"\tO', "Bonn\tB-LOC", '"\tO', "", "Ja\tO"), 2, 4, BONN),
    "lone-quotes-with-commas": File("a.csv", lines("id,token,label", '1,",O', "1,Bonn,B-LOC", '1,",O'), refused="a quotation mark opens a token"),
    "spans-in-csv": File("a.csv", lines("id,text,start,end,label", "1,Tim left Bonn,0,3,PER"), refused="spans of characters"),
    "classified-texts": File("a.csv", lines("text,label", "This is a really great film,positive", "What a bad film it was,negative"), refused="a.csv:2: has a text where a token should be"),
}  # fmt: skip

TOOLS = {
    "spacy2-pairs": File("a.json", json.dumps([[LEFT, {"entities": SPANS}], ["Ja", {"entities": []}]]), 2, 4, TIM),
    "spacy2-pair-per-line": File("a.jsonl", jsonl([LEFT, {"entities": SPANS}], ["Ja", {"entities": []}]), 2, 4, TIM),
    "spacy-annotator": File("a.json", json.dumps({"classes": ["PER"], "annotations": [[LEFT, {"entities": SPANS}]]}), 1, 3, TIM),
    "spacy2-cli": File("a.json", json.dumps([{"id": 0, "paragraphs": [{"raw": "Er"}]}]), refused="with the keys 'id', 'paragraphs'"),
    "spacy-doc-to-json": File(
        "a.jsonl",
        jsonl({"text": "Tim  left", "ents": [{"start": 0, "end": 3, "label": "PER"}], "sents": [{"start": 0, "end": 9}],
               "tokens": [{"id": 0, "start": 0, "end": 3}, {"id": 1, "start": 4, "end": 5}, {"id": 2, "start": 5, "end": 9}]}),
        1, 2, TIM[:1],
    ),
    "rasa-json": File("a.json", json.dumps({"rasa_nlu_data": {"common_examples": [
        {"text": LEFT, "intent": "x", "entities": [{"start": 9, "end": 13, "value": "Bonn", "entity": "LOC"}]}]}}), 1, 3, BONN),
    "rasa-markdown": File("a.md", lines("## intent:go", "- to [Bonn](LOC)"), refused="rasa data convert nlu -f json"),
    "rasa-yaml": File("a.yml", lines("nlu:", "- intent: go", "  examples: |", '    - to [Bonn]{"entity": "LOC"}', "    - [Rom](LOC)"), refused="is training data of Rasa"),
    "lighttag": File("a.json", json.dumps({"examples": [{"content": LEFT, "annotations": [{"tag": "PER", "start": 0, "end": 3, "value": "Tim"}]}]}), 1, 3, TIM[:1]),
    "doccano-with-objects": File(
        "a.jsonl",
        jsonl({"id": 1, "text": LEFT, "entities": [{"id": 3, "label": "PER", "start_offset": 0, "end_offset": 3}], "relations": [], "Comments": []}),
        1, 3, TIM[:1],
    ),
    "doccano-label-numbers": File("a.jsonl", jsonl({"id": 1, "text": LEFT, "annotations": [{"label": 2, "start_offset": 0, "end_offset": 3}]}), refused="the label is a JSON number"),
    "ubiai": File("a.json", json.dumps([{"documentName": "a", "document": LEFT, "tokens": [{"text": "Tim", "start": 0, "end": 3, "entityLabel": "PER"}]}]), refused="'tokens' is a JSON object"),
    "tagtog": File("a.json", json.dumps({"annotatable": {}, "entities": [{"classId": "e_1", "offsets": [{"start": 0, "text": "Tim"}]}]}), refused="is JSON with the keys"),
    "argilla": File("a.jsonl", jsonl({"text": LEFT, "tokens": ["Tim", "left", "Bonn"], "annotation": [["PER", 0, 3]]}), refused="'annotation' is no known key"),
    "texts-to-annotate": File("a.jsonl", jsonl({"text": LEFT, "messages": [{"role": "user", "type": "x"}], "meta": {"a": 1}, "links": [["a", "b"]], "info": {"label": "x"}}), 1, 3),
    "dataturks": File("a.jsonl", jsonl({"content": LEFT, "annotation": [{"label": ["PER"], "points": [{"start": 0, "end": 2}]}]}), refused="'annotation' is no known key"),
    "stanza": File("a.json", json.dumps([[{"id": 1, "text": "Tim", "ner": "S-PER"}, {"id": 2, "text": "left", "ner": "O"}]]), 1, 2, TIM[:1]),
    "gliner-training": File("a.json", json.dumps([{"tokenized_text": ["Tim", "Cook", "left"], "ner": [[0, 1, "PER"]]}]), 1, 3, TIM_COOK),
    "gliner-output": File("a.json", json.dumps([[{"start": 0, "end": 3, "text": "Tim", "label": "PER", "score": 0.9}], []]), refused=SEEN),
    "pipeline-without-aggregation": File(
        "a.jsonl",
        jsonl({"text": "Tim Cook", "entities": [{"entity": "B-PER", "word": "Tim", "start": 0, "end": 3}, {"entity": "I-PER", "word": "Cook", "start": 4, "end": 8}]}),
        refused="aggregation_strategy='simple'",
    ),
    "comprehend": File("a.jsonl", jsonl({"Entities": [{"Score": 0.9, "Type": "PERSON", "Text": "Tim", "BeginOffset": 0, "EndOffset": 3}], "File": "a", "Line": 0}), refused=SEEN),
    "azure": File("a.json", json.dumps({"documents": [{"id": "1", "entities": [{"text": "Tim", "category": "Person", "offset": 0, "length": 3}]}], "errors": []}), refused=SEEN),
    "google": File("a.json", json.dumps({"entities": [{"name": "Tim", "type": "PERSON", "salience": 0.7, "mentions": [{"text": {"content": "Tim"}}]}]}), refused="the record has no text"),
    "dataset-viewer": File("a.json", json.dumps({"features": [], "rows": [{"row_idx": 0, "row": {"tokens": ["Bonn", "ist"], "ner_tags": [1, 0]}}]}), 1, 2, BONN, options={"extra": {"labels": ["O", "B-LOC"]}}),
    "ace-like-nested": File(
        "a.json",
        json.dumps([{"tokens": ["Bank", "of", "Bonn"], "entity_mentions": [{"entity_type": "ORG", "start": 0, "end": 3}, {"entity_type": "LOC", "start": 2, "end": 3}]}]),
        1, 3, (("Bank of Bonn", "ORG"), ("Bonn", "LOC")),
    ),
    "cluener": File("a.jsonl", jsonl({"text": "叶老桂", "label": {"name": {"叶老桂": [[0, 2]]}}}), refused="'spans' is a JSON object"),
    "cmeee": File("a.json", json.dumps([{"text": "儿童T细胞", "entities": [{"start_idx": 2, "end_idx": 4, "type": "bod", "entity": "T细胞"}]}]), refused="a span has no start, end and label"),
    "bioc-json": File(
        "a.json",
        json.dumps({"source": "x", "documents": [{"id": "1", "passages": [passage(0, "Naloxone reverses", "Chemical", 0, 8), passage(18, "In rats.", "Species", 21, 4)]}]}),
        2, 5, NALOXONE,
    ),
    "bioc-xml": File("a.xml", '<?xml version="1.0"?>\n<collection><text>Bonn</text></collection>\n', refused="is XML"),
    "pubtator": File("a.txt", lines(*PUBTATOR, "1\tCID\tD1\tD2", ""), 2, 5, NALOXONE, ("1 relations are left out",)),
    "pubtator-wrong-offsets": File("a.txt", lines(*PUBTATOR[:2], "1\t1\t9\tNaloxone\tChemical"), refused="a span says 'Naloxone'"),
    "pubtator-odd-line": File("a.txt", lines(*PUBTATOR, "2\t0\t8\tNaloxone\tChemical"), refused="a.txt:5:"),
    "i2b2-concepts": File("a.con", lines('c="his home" 111:6 111:8||t="treatment"'), refused="no column holds tags"),
    "i2b2-xml": File("a.xml", '<?xml version="1.0"?>\n<d><TEXT><![CDATA[Bonn]]></TEXT><TAGS><X start="0" end="4"/></TAGS></d>\n', refused="is XML"),
    "enamex": File("a.txt", lines('<ENAMEX TYPE="PER">Tim</ENAMEX> left <ENAMEX TYPE="LOC">Bonn</ENAMEX>'), 1, 3, TIM),
}  # fmt: skip

ANSWERS = {
    "fenced": File("a.txt", '```json\n{"text": "Tim left", "entities": [{"type": "PER", "text": "Tim"}]}\n```\n', 1, 2, TIM[:1]),
    "answer-as-a-string": File("a.jsonl", jsonl({"text": LEFT, "response": 'Sure:\n```json\n[{"type": "PER", "text": "Tim"}]\n```'}, {"text": "Ja", "response": "[]"}), 2, 4, TIM[:1]),
    "answer-without-json": File("a.jsonl", jsonl({"text": LEFT, "response": '[{"type": "PER", "text": "Tim"}]'}, {"text": "Ja", "response": "I cannot."}), refused="a.jsonl:2: the answer 'I cannot.' holds no types and strings"),
    "answer-of-other-json": File("a.jsonl", jsonl({"text": LEFT, "response": '[{"type": "PER", "text": "Tim"}]'}, {"text": "Ja", "response": '[{"Ja": "LOC"}]'}), refused="a.jsonl:2: the answer"),
    "strings-by-type": File("a.jsonl", jsonl({"text": LEFT, "entities": {"PER": ["Tim"], "LOC": ["Bonn"]}}), 1, 3, TIM),
    "string-under-entity": File("a.jsonl", jsonl({"text": LEFT, "entities": [{"entity": "Tim", "type": "PER"}]}), 1, 3, TIM[:1]),
    "string-as-key": File("a.jsonl", jsonl({"text": LEFT, "entities": [{"Tim": "PER"}]}), refused="a span has no start, end and label"),
    "pairs-turned": File("a.jsonl", jsonl({"text": LEFT, "entities": [["Tim", "PER"]]}), refused="Write the type first", options={"format": "llm"}),
    "latin-in-chinese": File("a.jsonl", jsonl({"text": "我爱IBM公司和北京", "entities": [{"type": "ORG", "text": "IBM"}, {"type": "LOC", "text": "北京"}]}), 1, 8, (("IBM", "ORG"), ("北 京", "LOC"))),
}  # fmt: skip

SHAPES = {**CORPORA, **TABLES, **TOOLS, **ANSWERS}
