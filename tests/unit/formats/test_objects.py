"""Python objects give the corpus that the file of the same content gives."""

from __future__ import annotations

import numpy as np
import pytest

from nerproof import NerproofError, read
from nerproof.formats.objects import as_corpus

NAMES = ["O", "B-ORG", "I-ORG", "B-PER"]
TOKENS = [["EU", "Council", "rejects"], ["Peter"], ["nothing", "here"]]
TAGS = [["B-ORG", "I-ORG", "O"], ["B-PER"], ["O", "O"]]
IDS = [[NAMES.index(t) for t in tags] for tags in TAGS]


@pytest.fixture
def expected(tmp_path):
    path = tmp_path / "a.conll"
    lines = ["".join(f"{w} {t}\n" for w, t in zip(*s, strict=True)) + "\n" for s in zip(TOKENS, TAGS, strict=True)]
    path.write_text("".join(lines))
    return content(read(path))


def content(corpus):
    return [corpus.sentence(i) for i in range(corpus.n_sentences)], [list(m) for m in corpus.mentions_by_sentence()]


def pairs():
    return list(zip(TOKENS, TAGS, strict=True))


def dataset():
    datasets = pytest.importorskip("datasets")
    tags = datasets.Sequence(datasets.ClassLabel(names=NAMES))
    features = datasets.Features({"tokens": datasets.Sequence(datasets.Value("string")), "ner_tags": tags})
    return datasets.Dataset.from_dict({"tokens": TOKENS, "ner_tags": IDS}, features=features)


def long_form():
    rows = [(i, w, t) for i, (words, tags) in enumerate(pairs()) for w, t in zip(words, tags, strict=True)]
    return {"sentence_id": [r[0] for r in rows], "token": [r[1] for r in rows], "label": [r[2] for r in rows]}


def spreadsheet():
    """As a well-known shared file has it: the number stands beside the first token only."""
    pandas = pytest.importorskip("pandas")
    columns = long_form()
    numbers = [
        f"Sentence: {n}" if i == 0 or n != columns["sentence_id"][i - 1] else None
        for i, n in enumerate(columns["sentence_id"])
    ]
    return pandas.DataFrame({"Sentence #": numbers, "Word": columns["token"], "Tag": columns["label"]})


WITH_NAMES = {
    "pairs": pairs,
    "records": lambda: [{"tokens": w, "tags": t} for w, t in pairs()],
    "columns": lambda: {"tokens": TOKENS, "tags": TAGS},
    "token spans": lambda: [(TOKENS[0], [(0, 2, "ORG")]), (TOKENS[1], [(0, 1, "PER")]), (TOKENS[2], [])],
    "dataset": dataset,
    "long table": lambda: pytest.importorskip("pandas").DataFrame(long_form()),
    "spreadsheet": spreadsheet,
    "polars, long": lambda: pytest.importorskip("polars").DataFrame(long_form()),
    "pyarrow": lambda: pytest.importorskip("pyarrow").table({"tokens": TOKENS, "ner_tags": TAGS}),
}
WITH_NUMBERS = {
    "pairs": lambda: [(w, np.array(i)) for w, i in zip(TOKENS, IDS, strict=True)],
    "pandas": lambda: pytest.importorskip("pandas").DataFrame({"tokens": TOKENS, "ner_tags": IDS}),
    "polars": lambda: pytest.importorskip("polars").DataFrame({"tokens": TOKENS, "ner_tags": IDS}),
}


@pytest.mark.parametrize("kind", WITH_NAMES)
def test_objects_equal_the_file(kind, expected):
    assert content(as_corpus(WITH_NAMES[kind]())) == expected


@pytest.mark.parametrize("kind", WITH_NUMBERS)
def test_numbers_get_their_names(kind, expected):
    assert content(as_corpus(WITH_NUMBERS[kind](), labels=NAMES)) == expected


@pytest.fixture
def doc():
    spacy = pytest.importorskip("spacy")
    made = spacy.blank("en")("EU rejects it.")
    made.ents = [made.char_span(0, 2, "ORG")]
    return made


def test_spacy_documents(doc):
    corpus = as_corpus([doc])
    assert content(corpus) == ([["EU", "rejects", "it", "."]], [[(0, 1, "ORG")]])
    assert corpus.text is not None


def test_one_spacy_document_is_a_corpus(doc):
    assert as_corpus(doc).content_digest == as_corpus([doc]).content_digest


def test_spacy_examples_have_two_sides(doc):
    from spacy.training import Example

    blank = doc.copy()
    blank.ents = []
    example = Example(predicted=blank, reference=doc)
    assert len(as_corpus([example]).mentions) == 1
    assert len(as_corpus([example], predicted=True).mentions) == 0


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (["B-PER", "O"], "flat list of strings"),
        (5, "int is not a kind of corpus"),
        ([], "is empty"),
        ([("EU", "B-ORG")], "tags without tokens"),
        ([(["EU"], "B-ORG")], "sentence 0 is not a pair"),
        ([(["EU"], ["B-ORG", "O"])], "1 tokens have 2 tags"),
        ([(["EU"], [1])], "tag 1 is a number"),
        ({"tokens": TOKENS, "tags": TAGS[:1]}, "same length"),
    ],
)
def test_wrong_shapes_are_one_line(data, said):
    with pytest.raises(NerproofError, match=said) as caught:
        as_corpus(data)
    assert "\n" not in str(caught.value)


def test_a_dataset_dict_asks_for_one_part():
    datasets = pytest.importorskip("datasets")
    with pytest.raises(NerproofError, match="Pass one"):
        as_corpus(datasets.DatasetDict({"train": dataset()}))
