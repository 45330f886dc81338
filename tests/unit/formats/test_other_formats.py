"""brat, inline markup, OntoNotes, DocBin, Hugging Face folders and language-model output."""

import json

import pytest

from nerproof.base.errors import InputError
from nerproof.formats import read, write


def surfaces(corpus):
    return [(corpus.surface(i), corpus.mention(i).type) for i in range(len(corpus.mentions))]


# --- brat ------------------------------------------------------------------------------------------------------------


def brat(tmp_path, annotations, text="EU rejects German call\nBye"):
    folder = tmp_path / "brat"
    folder.mkdir()
    (folder / "x.txt").write_text(text)
    if annotations is not None:
        (folder / "x.ann").write_text(annotations)
    return folder


def test_brat_discontinuous_mentions_keep_their_parts(tmp_path):
    corpus = read(brat(tmp_path, "T1\tORG 0 2\tEU\nT2\tX 3 10;18 22\trejects call\nR1\tRel Arg1:T1 Arg2:T2\n"))
    assert surfaces(corpus) == [("EU", "ORG"), ("rejects … call", "X")]
    assert [note.split(": ")[1] for note in corpus.notes] == [
        "1 discontinuous mentions keep their parts",
        "1 relations, events, attributes and comments are left out",
    ]
    assert corpus.mentions.form.tolist() == [None, ((0, 1), (2, 3))]
    write(corpus, tmp_path / "again", format="brat")
    assert "T2\tX 3 10;18 22\trejects call\n" in (tmp_path / "again" / "x.ann").read_text()


def test_brat_one_file_of_a_pair_is_enough(tmp_path):
    folder = brat(tmp_path, "T1\tORG 0 2\tEU\n")
    assert surfaces(read(folder / "x.ann")) == [("EU", "ORG")]


def test_brat_text_without_annotation_file_is_not_annotated(tmp_path):
    assert read(brat(tmp_path, None)).annotated.tolist() == [False, False]
    (tmp_path / "brat" / "x.ann").write_text("")
    assert read(tmp_path / "brat").annotated is None


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("T1\tORG 0 2\tXX", r"x\.ann:1: a span says 'XX', but the text has 'EU' there"),
        ("T1\tORG 0 99\tEU", r"x\.ann:1: span \[0, 99\) of 'ORG' is not inside"),
        ("T1 ORG 0 2", r"x\.ann:1: 'T1 ORG 0 2' is no mention"),
    ],
)
def test_brat_errors_name_the_annotation_file(line, what, tmp_path):
    with pytest.raises(InputError, match=what):
        read(brat(tmp_path, line + "\n"))


def test_brat_annotation_without_text_is_an_error(tmp_path):
    folder = brat(tmp_path, "")
    (folder / "y.ann").write_text("")
    with pytest.raises(InputError, match=r"y\.ann: has no \.txt file beside it"):
        read(folder)


# --- inline markup ---------------------------------------------------------------------------------------------------


def inline(tmp_path, text):
    path = tmp_path / "a.txt"
    path.write_text(text)
    return read(path, format="inline")


def test_inline_tags_nest_and_entities_are_characters(tmp_path):
    corpus = inline(tmp_path, "<ORG>Bank of <LOC>England</LOC></ORG> &lt;b&gt; AT&T 1 < 2\n")
    assert surfaces(corpus) == [("Bank of England", "ORG"), ("England", "LOC")]
    assert corpus.text.documents == ("Bank of England <b> AT&T 1 < 2",)


def test_inline_links(tmp_path):
    assert surfaces(inline(tmp_path, "[EU](ORG) met [Peter Blackburn](PER) [sic]\n")) == [
        ("EU", "ORG"),
        ("Peter Blackburn", "PER"),
    ]


def test_inline_blank_lines_part_documents(tmp_path):
    assert inline(tmp_path, "a\nb\n").documents.tolist() == [0, 1, 2]
    corpus = inline(tmp_path, "a\nb\n\nc\n")
    assert corpus.documents.tolist() == [0, 2, 3]
    assert corpus.lines.tolist() == [1, 1, 4]


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("ok\n<A>x</B>\n", ":2: </B> closes <A>"),
        ("x</A>\n", ":1: </A> closes nothing"),
        ("<A>x</A><A>y\n", ":1: <A> is not closed"),
    ],
)
def test_inline_errors_name_the_line(text, what, tmp_path):
    with pytest.raises(InputError, match=what):
        inline(tmp_path, text)


# --- OntoNotes -------------------------------------------------------------------------------------------------------


def ontonotes(tmp_path, *cells, begin="#begin document (bc/x); part 000\n"):
    rows = "".join(f"bc/x 0 {i} w{i} NN * - - - - {cell} - (0)\n" if cell else "\n" for i, cell in enumerate(cells))
    path = tmp_path / "a.conll"
    path.write_text(f"{begin}{rows}\n#end document\n")
    return path


def test_ontonotes_brackets_nest(tmp_path):
    corpus = read(ontonotes(tmp_path, "(ORG*", "(GPE)", "*)", "(A(B)", "*)", "(DATE)"))
    assert list(corpus.mentions_by_sentence()) == [
        [(0, 3, "ORG"), (1, 2, "GPE"), (3, 4, "B"), (3, 5, "A"), (5, 6, "DATE")]
    ]
    assert corpus.document_ids == ("bc/x",)
    assert corpus.columns["pos"].strings()[:2] == ["NN", "NN"]


def test_ontonotes_parts_are_documents(tmp_path):
    path = ontonotes(tmp_path, "*", "", "*")
    path.write_text(path.read_text() + path.read_text().replace("part 000", "part 001"))
    corpus = read(path)
    assert corpus.document_ids == ("bc/x", "bc/x; part 001")
    assert corpus.documents.tolist() == [0, 2, 4]


@pytest.mark.parametrize(("cells", "line"), [(["(ORG*", "*"], 2), (["*", "*)"], 3), (["x"], 2), (["("], 2)])
def test_ontonotes_wrong_brackets_name_the_line(cells, line, tmp_path):
    with pytest.raises(InputError, match=rf"a\.conll:{line}: "):
        read(ontonotes(tmp_path, *cells))


# --- spaCy -----------------------------------------------------------------------------------------------------------


def docbin(tmp_path, *docs):
    spacy_tokens = pytest.importorskip("spacy.tokens")
    path = tmp_path / "a.spacy"
    spacy_tokens.DocBin(docs=docs, store_user_data=True).to_disk(path)
    return path


def blank():
    return pytest.importorskip("spacy").blank("en")


def test_docbin_missing_entities_are_not_annotated(tmp_path):
    nlp = blank()
    with_none, unset = nlp("No entity here"), nlp("Never looked at")
    with_none.set_ents([], default="outside")
    corpus = read(docbin(tmp_path, with_none, unset))
    assert corpus.annotated.tolist() == [True, False]


def test_docbin_as_spacy_sees_it(tmp_path):
    nlp = blank()
    doc = nlp("Apple  Inc.\nhired Tim Cook, didn't it?")
    doc.ents = [doc.char_span(0, 11, "ORG"), doc.char_span(18, 26, "PER")]
    corpus = read(docbin(tmp_path, doc))
    assert corpus.text.documents == (doc.text,)
    assert corpus.tokens.strings() == [t.text for t in doc if not t.is_space]
    found = {(corpus.text.start[m.start], corpus.text.end[m.end - 1], m.type) for m in map(corpus.mention, range(2))}
    assert found == {(e.start_char, e.end_char, e.label_) for e in doc.ents}


def test_docbin_span_group_holds_nested_mentions(tmp_path):
    nlp = blank()
    doc = nlp("Bank of England")
    doc.spans["sc"] = [
        pytest.importorskip("spacy.tokens").Span(doc, a, b, label=t) for a, b, t in [(0, 3, "ORG"), (2, 3, "LOC")]
    ]
    corpus = read(docbin(tmp_path, doc))
    assert surfaces(corpus) == [("Bank of England", "ORG"), ("England", "LOC")]
    assert "span group 'sc'" in corpus.notes[0]


def test_docbin_sentences_are_the_documents_own(tmp_path):
    nlp = blank()
    nlp.add_pipe("sentencizer")
    corpus = read(docbin(tmp_path, nlp("One here. Two here.")))
    assert [corpus.sentence(i) for i in range(corpus.n_sentences)] == [["One", "here", "."], ["Two", "here", "."]]


def test_docbin_bomb_is_refused(tmp_path):
    import zlib

    (tmp_path / "a.spacy").write_bytes(zlib.compress(b"\x81\xa7version" + b"\0" * (20 << 20)))
    with pytest.raises(InputError, match=r"a\.spacy: unpacks to more than 16 MB"):
        read(tmp_path / "a.spacy", format="spacy")


# --- Hugging Face ----------------------------------------------------------------------------------------------------


def dataset():
    return pytest.importorskip("datasets")


def test_dataset_saved_by_the_library_itself(tmp_path):
    d = dataset()
    features = d.Features(
        {"tokens": d.Sequence(d.Value("string")), "ner_tags": d.Sequence(d.ClassLabel(names=["O", "B-ORG", "I-ORG"]))}
    )
    made = d.Dataset.from_dict({"tokens": [["EU", "met"], ["x"]], "ner_tags": [[1, 0], [0]]}, features=features)
    d.DatasetDict({"train": made, "test": made.select([1])}).save_to_disk(tmp_path / "both")
    with pytest.raises(InputError, match=r"has the splits .*--split"):
        read(tmp_path / "both")
    corpus = read(tmp_path / "both", extra={"split": "train"})
    assert surfaces(corpus) == [("EU", "ORG")]
    assert read(tmp_path / "both" / "test").n_sentences == 1


def test_a_plain_folder_of_arrow_files(tmp_path):
    pa = pytest.importorskip("pyarrow")
    table = pa.table({"tokens": [["EU"]], "tags": [["B-ORG"]]})
    (tmp_path / "plain").mkdir()
    for name in ("a", "b"):
        with (
            pa.OSFile(str(tmp_path / "plain" / f"{name}.arrow"), "wb") as sink,
            pa.ipc.new_file(sink, table.schema) as out,
        ):
            out.write_table(table)
    assert surfaces(read(tmp_path / "plain")) == [("EU", "ORG")] * 2


def test_what_we_write_the_library_loads(tmp_path):
    from nerproof.corpus import Corpus
    from nerproof.formats import write

    write(Corpus.from_sentences([["EU", "met"]], [[(0, 1, "ORG")]]), tmp_path / "out", format="huggingface")
    loaded = dataset().load_from_disk(str(tmp_path / "out"))
    assert loaded[0] == {"tokens": ["EU", "met"], "tags": [1, 0]}
    assert loaded.features["tags"].feature.names == ["O", "B-ORG"]


# --- language models -------------------------------------------------------------------------------------------------


def llm(tmp_path, *records):
    path = tmp_path / "llm.jsonl"
    path.write_text("\n".join(map(json.dumps, records)))
    return path


def test_llm_hallucinated_string_is_a_false_positive_and_noted(tmp_path):
    path = llm(
        tmp_path, {"text": "EU met EU", "entities": [{"type": "ORG", "text": "EU"}, {"type": "LOC", "text": "Mars"}]}
    )
    corpus = read(path)
    assert list(corpus.mentions_by_sentence()) == [[(0, 0, "LOC"), (0, 1, "ORG")]]
    assert corpus.notes[0].startswith("1 predicted string does not occur in its text; it counts as a false positive")
    assert f"'Mars' at {path}:1" in corpus.notes[0]


def test_llm_on_gold_tokens_without_text(tmp_path):
    (tmp_path / "gold.conll").write_text("New\tB-LOC\nYork\tI-LOC\n's\tO\n\nEU\tB-ORG\n")
    gold = read(tmp_path / "gold.conll")
    path = llm(tmp_path, {"entities": [["LOC", "New York"]]}, {"entities": []})
    corpus = read(path, format="llm", text=gold)
    assert list(corpus.mentions_by_sentence()) == [[(0, 2, "LOC")], []]


def test_llm_one_answer_per_sentence_of_gold_documents(tmp_path):
    (tmp_path / "gold.conll").write_text("-DOCSTART- O\n\nEU B-ORG\nmet O\n\nEU B-ORG\n")
    path = llm(tmp_path, {"entities": []}, {"text": " ", "entities": []}, {"entities": [["ORG", "EU"]]})
    corpus = read(path, format="llm", text=read(tmp_path / "gold.conll"))
    assert list(corpus.mentions_by_sentence()) == [[], [(0, 1, "ORG")]]


def test_llm_with_another_text_than_gold_is_an_error(tmp_path):
    (tmp_path / "gold.conll").write_text("New\tB-LOC\nYork\tI-LOC\n")
    path = llm(tmp_path, {"text": "Old York", "entities": [{"type": "LOC", "text": "York"}]})
    with pytest.raises(InputError, match=r"llm\.jsonl:1: the text is not that of the corpus"):
        read(path, text=read(tmp_path / "gold.conll"))


def test_llm_without_any_text_says_how_to_give_one(tmp_path):
    with pytest.raises(InputError, match=r"has no text\. Give each record its text, or the corpus"):
        read(llm(tmp_path, {"id": 1, "entities": [{"type": "LOC", "text": "York"}]}))


def test_llm_repeats_all(tmp_path):
    path = llm(tmp_path, {"text": "EU met EU", "entities": [{"type": "ORG", "text": "EU"}]})
    assert len(read(path).mentions) == 1
    assert len(read(path, extra={"repeats": "all"}).mentions) == 2


def test_llm_is_known_by_any_of_its_first_records(tmp_path):
    rows = [{"text": "none", "entities": []}, {"text": "EU", "entities": [{"type": "ORG", "text": "EU"}]}]
    assert surfaces(read(llm(tmp_path, *rows))) == [("EU", "ORG")]
