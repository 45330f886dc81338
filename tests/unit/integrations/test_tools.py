"""Each integration with the real library."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.util import find_spec

import pytest

from nerproof import evaluate, score
from nerproof.base.errors import NerproofError
from nerproof.integrations.llm_answers import count, precision_recall_f1

WORDS = [["Anna", "met", "Bob"], ["Paris", "is", "big"]]
GOLD = [["B-PER", "O", "B-PER"], ["B-LOC", "O", "O"]]
PRED = [["B-PER", "O", "O"], ["B-LOC", "O", "B-LOC"]]


@pytest.fixture(scope="module")
def result():
    gold = list(zip(WORDS, GOLD, strict=True))
    return evaluate(gold, {"mine": PRED}, train=gold[:1], resamples=20)


@pytest.mark.slow
def test_mlflow_gets_scores_rows_and_the_report(result, tmp_path, monkeypatch):
    mlflow = pytest.importorskip("mlflow")
    from nerproof.integrations.mlflow import log_result

    monkeypatch.setenv("MLFLOW_ALLOW_FILE_STORE", "true")
    mlflow.set_tracking_uri(tmp_path.as_uri())
    mlflow.set_experiment("ner")
    with mlflow.start_run() as run:
        log_result(result, step=3)
    kept = mlflow.get_run(run.info.run_id).data
    assert kept.metrics["f1"] == pytest.approx(result.value("f1", system="mine"))
    assert "gold" in kept.tags["nerproof"]
    names = {p.name for p in tmp_path.rglob("step-3/*")}
    assert names == {"result.json", "rows.csv", "report.html"}


@pytest.mark.slow
def test_wandb_gets_scores_rows_and_the_report(result, tmp_path, monkeypatch):
    wandb = pytest.importorskip("wandb")
    from nerproof.integrations.wandb import log_result

    monkeypatch.setenv("WANDB_DIR", str(tmp_path))
    monkeypatch.setenv("WANDB_DATA_DIR", str(tmp_path))
    monkeypatch.setenv("WANDB_CACHE_DIR", str(tmp_path))
    monkeypatch.setenv("WANDB_SILENT", "true")
    with pytest.raises(NerproofError, match="no run of wandb is active"):
        log_result(result)
    with wandb.init(mode="offline", project="test", dir=str(tmp_path)) as run:
        log_result(result, run=run)
        assert run.summary["f1"] == pytest.approx(result.value("f1", system="mine"))
        assert run.summary["nerproof/rows"]["nrows"] == len(result.rows)


@pytest.mark.slow
def test_the_evaluate_metric_is_the_score(tmp_path):
    pytest.importorskip("evaluate")
    from nerproof.integrations.evaluate import metric

    found = metric().compute(predictions=PRED, references=GOLD)
    expected = score(GOLD, PRED)
    assert found["f1"] == expected.value("f1")
    assert found["PER_recall"] == expected.value("recall", label="PER")


@pytest.mark.slow
def test_evaluate_loads_it_from_a_folder(tmp_path, monkeypatch):
    library = pytest.importorskip("evaluate")
    monkeypatch.setenv("HF_MODULES_CACHE", str(tmp_path / "modules"))
    (tmp_path / "ner_metric").mkdir()
    text = "from nerproof.integrations.evaluate import metric_class\n\nNerproof = metric_class()\n"
    (tmp_path / "ner_metric" / "ner_metric.py").write_text(text)
    loaded = library.load(str(tmp_path / "ner_metric"), cache_dir=str(tmp_path / "cache"))
    assert loaded.compute(predictions=PRED, references=GOLD)["recall"] == pytest.approx(2 / 3)


@pytest.fixture
def examples():
    spacy = pytest.importorskip("spacy")
    from spacy.training import Example

    vocab, made = spacy.blank("en").vocab, []
    for words, gold, pred in zip(WORDS, GOLD, PRED, strict=True):
        sides = [spacy.tokens.Doc(vocab, words, ents=tags) for tags in (pred, gold)]
        made.append(Example(*sides))
    return made


def test_spacy_scores_have_the_names_and_values_of_its_scorer(examples):
    from spacy.scorer import get_ner_prf

    from nerproof.integrations.spacy import score_examples

    ours, own = score_examples(examples), get_ner_prf(examples)
    for name in ("ents_p", "ents_r", "ents_f"):
        assert ours[name] == pytest.approx(own[name])
    assert ours["ents_per_type"] == {k: pytest.approx(v) for k, v in own["ents_per_type"].items()}


def test_spacy_finds_the_scorer_by_its_name(examples, tmp_path):
    spacy = pytest.importorskip("spacy")
    if "nerproof.ner_scorer.v1" not in spacy.registry.scorers:
        pytest.skip("the installed metadata is older than pyproject.toml: pip install --no-deps -e .")
    (tmp_path / "train.conll").write_text("Anna B-PER\n\n")
    scorer = {"@scorers": "nerproof.ner_scorer.v1", "train": str(tmp_path / "train.conll")}
    nlp = spacy.blank("en")
    nlp.add_pipe("ner", config={"scorer": scorer}).add_label("PER")
    nlp.initialize(lambda: examples)
    nlp.to_disk(tmp_path / "model")
    spacy.tokens.DocBin(docs=[e.reference for e in examples]).to_disk(tmp_path / "dev.spacy")
    from spacy.cli.evaluate import evaluate as benchmark_accuracy

    found = benchmark_accuracy(str(tmp_path / "model"), tmp_path / "dev.spacy", silent=True)
    assert {"ents_f", "nerproof/tmr/UNSEEN-ANY/recall"} <= set(found)


ANSWER = 'Sure! [{"type": "PER", "text": "Anna"}, {"type": "PER", "text": "Zoe"}]'
TARGET = '[{"type": "PER", "text": "Anna"}, {"type": "PER", "text": "Bob"}]'


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        (ANSWER, (1, 2, 2)),
        ('{"entities": [["PER", "Anna"]]}', (1, 2, 1)),
        ("I cannot", (0, 2, 0)),
        ("[[[", (0, 2, 0)),
        ('[{"type": "PER"}, 3, null]', (0, 2, 0)),
        ('[["LOC", "Anna"]]', (0, 2, 1)),
    ],
)
def test_answers_are_counted(answer, expected):
    assert tuple(count("Anna met Bob", TARGET, answer)) == expected


def test_undefined_scores_are_none():
    assert precision_recall_f1([]) == {"precision": None, "recall": None, "f1": None}


if find_spec("lighteval"):  # it pins packages that other integrations need in other versions: not in requirements/

    def test_lighteval_sums_counts_over_samples():
        from lighteval.models.model_output import ModelResponse
        from lighteval.tasks.requests import Doc

        from nerproof.integrations.lighteval import ner_metric

        made = ner_metric()
        doc = Doc(query="", choices=[""], gold_index=0, specific={"text": "Anna met Bob", "entities": TARGET})
        samples = [made.compute_sample(doc=doc, model_response=ModelResponse(text=[text])) for text in (ANSWER, "[]")]
        found = {k: of([s[k] for s in samples]) for k, of in made.get_corpus_aggregations().items()}
        assert found == {"ner_f1": pytest.approx(1 / 3), "ner_precision": 0.5, "ner_recall": 0.25}


INSPECT = """
import json, sys
import inspect_ai
from inspect_ai.dataset import Sample
from inspect_ai.model import ModelOutput
from inspect_ai.solver import solver
from nerproof.integrations.inspect_ai import ner_scorer

@solver
def answered():  # even its mock model counts tokens with a table from the network
    async def solve(state, generate):
        state.output = ModelOutput.from_content("none", state.metadata["answer"])
        return state

    return solve

samples = [Sample(**sample) for sample in json.loads(sys.argv[1])]
task = inspect_ai.Task(dataset=samples, solver=answered(), scorer=ner_scorer())
log = inspect_ai.eval(task, model="mockllm/model", log_dir=sys.argv[2], display="none")[0]
assert log.status == "success", log.error
print(json.dumps({name: m.value for name, m in log.results.scores[0].metrics.items()}))
"""


@pytest.mark.slow
def test_inspect_ai_scores_a_task(tmp_path):
    """In a process of its own: the library leaves streams open."""
    pytest.importorskip("inspect_ai")
    samples = [
        {"input": "Anna met Bob", "target": TARGET, "metadata": {"answer": ANSWER}},
        {"input": "Which? Nobody came", "target": "[]", "metadata": {"answer": "[]", "text": "Nobody came"}},
    ]
    command = [sys.executable, "-c", INSPECT, json.dumps(samples), str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout.splitlines()[-1])
    assert found == {"ner_precision": 0.5, "ner_recall": 0.5, "ner_f1": 0.5}


@pytest.mark.slow
def test_lm_eval_runs_a_task_with_our_functions(tmp_path):
    lm_eval = pytest.importorskip("lm_eval")
    from lm_eval.api.model import LM

    from nerproof.integrations import lm_eval as ours

    class Fixed(LM):
        def loglikelihood(self, requests, **_):
            raise NotImplementedError

        loglikelihood_rolling = loglikelihood

        def generate_until(self, requests, **_):
            return [ANSWER for _ in requests]

    data = tmp_path / "data.jsonl"
    data.write_text(json.dumps({"text": "Anna met Bob", "entities": json.loads(TARGET)}) + "\n")
    task = {
        "task": "ner",
        "dataset_path": "json",
        "dataset_kwargs": {"data_files": {"test": str(data)}, "cache_dir": str(tmp_path)},
        "test_split": "test",
        "output_type": "generate_until",
        "doc_to_text": "{{text}}",
        "doc_to_target": "",
        "process_results": ours.process_results,
        "metric_list": [
            {"metric": f"ner_{name}", "aggregation": getattr(ours, name), "higher_is_better": True}
            for name in ("f1", "precision", "recall")
        ],
    }
    found = lm_eval.simple_evaluate(model=Fixed(), tasks=[task], bootstrap_iters=0)["results"]["ner"]
    assert (found["ner_f1,none"], found["ner_precision,none"], found["ner_recall,none"]) == (0.5, 0.5, 0.5)


@pytest.mark.parametrize("name", ["mlflow", "wandb", "evaluate", "inspect_ai"])
def test_a_missing_tool_names_the_line_that_installs_it(name, result, monkeypatch):
    import importlib

    module = importlib.import_module(f"nerproof.integrations.{name}")
    monkeypatch.setitem(sys.modules, name, None)
    if name == "inspect_ai":
        monkeypatch.setitem(sys.modules, "inspect_ai.scorer", None)
    call = getattr(module, {"evaluate": "metric", "inspect_ai": "ner_scorer"}.get(name, "log_result"))
    with pytest.raises(NerproofError, match=r"pip install 'nerproof\["):
        call(*([result] if name in {"mlflow", "wandb"} else []))
