"""Whatever holds a corpus gives the rows of the file that it came from; wrong shapes are one line."""

from __future__ import annotations

import numpy as np
import pytest

import nerproof
from nerproof import Corpus, NerproofError, Options, evaluate

NAMES = ["O", "B-ORG", "I-ORG", "B-PER"]
TOKENS = [["EU", "Council", "rejects"], ["Peter", "left"], ["nothing", "here"], ["EU", "wins"]]
GOLD = [["B-ORG", "I-ORG", "O"], ["B-PER", "O"], ["O", "O"], ["B-ORG", "O"]]
PRED = [["B-ORG", "O", "O"], ["B-PER", "O"], ["O", "B-PER"], ["B-ORG", "O"]]


def numbers(tags):
    return [[NAMES.index(t) for t in sentence] for sentence in tags]


def spans(tags):
    mentions = Corpus.from_tags(TOKENS, tags).mentions_by_sentence()
    return list(zip(TOKENS, mentions, strict=True))


def write(path, tags):
    sentences = zip(TOKENS, tags, strict=True)
    path.write_text("".join("".join(f"{w} {t}\n" for w, t in zip(*s, strict=True)) + "\n" for s in sentences))
    return path


def rows(gold, pred, train, **more):
    result = evaluate(gold, {"a": pred}, train=train, resamples=20, **more)
    return [r.to_dict() for r in result.rows], [f.to_dict() for f in result.findings]


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    folder = tmp_path_factory.mktemp("files")
    return [write(folder / f"{name}.conll", tags) for name, tags in (("gold", GOLD), ("pred", PRED), ("train", GOLD))]


@pytest.fixture(scope="module")
def expected(files):
    return rows(*files)


def table(library, method="DataFrame"):
    return lambda tags: getattr(pytest.importorskip(library), method)({"tokens": TOKENS, "ner_tags": tags})


def dataset(tags):
    datasets = pytest.importorskip("datasets")
    classes = datasets.Sequence(datasets.ClassLabel(names=NAMES))
    features = datasets.Features({"tokens": datasets.Sequence(datasets.Value("string")), "ner_tags": classes})
    return datasets.Dataset.from_dict({"tokens": TOKENS, "ner_tags": numbers(tags)}, features=features)


def split_of_dict(tags):
    return pytest.importorskip("datasets").DatasetDict({"test": dataset(tags)})["test"]


def docs(tags):
    spacy = pytest.importorskip("spacy")
    vocab, made = spacy.blank("en").vocab, []
    for words, mentions in spans(tags):
        doc = spacy.tokens.Doc(vocab, words)
        doc.ents = [spacy.tokens.Span(doc, s, e, label) for s, e, label in mentions]
        made.append(doc)
    return made


KINDS = {
    "pairs": lambda tags: list(zip(TOKENS, tags, strict=True)),
    "token spans": spans,
    "records": lambda tags: [{"tokens": w, "tags": t} for w, t in zip(TOKENS, tags, strict=True)],
    "columns": lambda tags: {"tokens": TOKENS, "tags": tags},
    "Corpus": lambda tags: Corpus.from_tags(TOKENS, tags),
    "pandas": table("pandas"),
    "polars": table("polars"),
    "pyarrow": table("pyarrow", "table"),
    "Dataset": dataset,
    "split of a DatasetDict": split_of_dict,
    "spaCy Docs": docs,
}


@pytest.mark.parametrize("kind", KINDS)
def test_objects_give_the_rows_of_the_files(kind, expected):
    assert rows(*(KINDS[kind](tags) for tags in (GOLD, PRED, GOLD))) == expected


@pytest.mark.parametrize("kind", KINDS)
def test_objects_and_files_go_together(kind, files, expected):
    assert rows(files[0], KINDS[kind](PRED), files[2]) == expected


def test_numbers_with_names(expected):
    pairs = [[(w, np.array(t)) for w, t in zip(TOKENS, numbers(tags), strict=True)] for tags in (GOLD, PRED, GOLD)]
    assert rows(*pairs, labels=NAMES) == expected


@pytest.mark.parametrize(
    "tags", [PRED, numbers(PRED), [np.array(t) for t in numbers(PRED)]], ids=["str", "int", "numpy"]
)
def test_predictions_may_be_tags_on_the_tokens_of_gold(tags, files, expected):
    assert rows(files[0], tags, files[2], labels=NAMES) == expected


def test_examples_have_gold_and_predictions():
    training = pytest.importorskip("spacy.training")
    examples = [training.Example(p, g) for p, g in zip(docs(PRED), docs(GOLD), strict=True)]
    assert rows(examples, examples, docs(GOLD)) == rows(docs(GOLD), docs(PRED), docs(GOLD))


def test_one_corpus_of_predictions_is_a_system(files):
    assert evaluate(files[0], files[1], resamples=0).systems == ["pred"]
    assert evaluate(files[0], PRED, resamples=0).systems == ["pred"]


@pytest.mark.parametrize(
    ("gold", "pred", "said"),
    [
        (GOLD[0], GOLD, "flat list of strings"),
        (list(zip(TOKENS, GOLD, strict=True)), PRED[0], "one list of tags per sentence"),
        (GOLD, GOLD, "tags without tokens"),
        (list(zip(TOKENS, GOLD, strict=True)), PRED[:2], "gold has 4 sentences, the list of tags has 2"),
        (
            list(zip(TOKENS, GOLD, strict=True)),
            [*PRED[:3], ["O"]],
            "sentence 3: gold has 2 items, the list of tags has 1",
        ),
        (list(zip(TOKENS, GOLD, strict=True)), numbers(PRED), "is a number"),
        (3.5, GOLD, "float is not a kind of corpus"),
    ],
)
def test_wrong_shapes_are_one_line(gold, pred, said):
    with pytest.raises(NerproofError, match=said) as caught:
        evaluate(gold, {"a": pred})
    assert "\n" not in str(caught.value)


def test_options_or_keywords_not_both(files):
    with pytest.raises(NerproofError, match="not both"):
        evaluate(files[0], files[1], options=Options(seed=1), resamples=0)
    assert evaluate(files[0], files[1], options=Options(resamples=0)).signature["bs"] == 0


def test_types_are_a_list_of_names(files):
    kept = evaluate(files[0], files[1], types=["PER"], rename={"ORG": "ORGANISATION"}, resamples=0)
    assert {r.label for r in kept.rows} == {"ALL", "PER"}
    for wrong in ({"types": "PER"}, {"exclude_types": "PER"}, {"suites": "standard"}):
        with pytest.raises(NerproofError, match="list of names"):
            evaluate(files[0], files[1], **wrong)


def test_several_training_sets_are_joined(files):
    assert nerproof.stats(train=[files[0], Corpus.from_tags(TOKENS, GOLD)]).row(
        "sentences", suite="statistics", slice="train"
    ).count == 2 * len(TOKENS)
