"""audit apply: only what was decided changes, byte for byte; a wrong file or decision is refused."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from nerproof import read
from nerproof.base.errors import InputError
from nerproof.cli.audit import command


def conll(tags, end="\n"):
    sentences = [["EU", "rejects"], ["Peter", "Blackburn", "came"], ["Karsk", "won"]]
    rows = [
        "".join(f"{w}  x\t{t}{end}" for w, t in zip(s, ts, strict=True)) for s, ts in zip(sentences, tags, strict=True)
    ]
    return end.join(rows).encode()


GOLD = [["B-ORG", "O"], ["B-LOC", "I-LOC", "O"], ["B-LOC", "O"]]
SYSTEM = [["B-ORG", "O"], ["B-PER", "I-PER", "O"], ["B-ORG", "O"]]


@pytest.fixture(params=["\n", "\r\n"])
def audited(tmp_path, request):
    gold = tmp_path / "gold.conll"
    gold.write_bytes(b"\xef\xbb\xbf" + conll(GOLD, request.param).rstrip())  # a BOM, and no line end at the end
    for name in "ab":
        (tmp_path / name).write_bytes(conll(SYSTEM, request.param))
    run = [
        "--gold",
        str(gold),
        "--pred",
        f"a={tmp_path / 'a'}",
        "--pred",
        f"b={tmp_path / 'b'}",
        "--out",
        str(tmp_path / "audit"),
    ]
    result = CliRunner().invoke(command, run, catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return tmp_path, gold


def decide(folder, decisions):
    path = folder / "decisions.jsonl"
    path.write_text("".join(json.dumps(d) + "\n" for d in decisions))
    return path


def test_accepted_sites_change_and_nothing_else_does(audited):
    folder, gold = audited
    sites = [json.loads(line) for line in (folder / "audit/audit.jsonl").read_text().splitlines()]
    peter = next(s for s in sites if s["sentence"] == 1)
    assert (peter["gold"], peter["proposal"], peter["kind"]) == ([[0, 2, "LOC"]], [[0, 2, "PER"]], "type")
    others = [{"rank": s["rank"], "decision": "reject"} for s in sites if s is not peter]
    path = decide(folder, [{"rank": peter["rank"], "decision": "accept"}, *others])
    out = folder / "fixed.conll"
    args = ["apply", str(folder / "audit"), "--decisions", str(path), "--out", str(out)]
    result = CliRunner().invoke(command, args, catch_exceptions=False)
    assert result.output == f"{out}: 1 site corrected; the log is {out}.log.jsonl\n"
    assert out.read_bytes() == gold.read_bytes().replace(b"B-LOC", b"B-PER", 1).replace(b"I-LOC", b"I-PER")
    log = [json.loads(line) for line in (folder / "fixed.conll.log.jsonl").read_text().splitlines()]
    assert [(c["gold"], c["corrected"]) for c in log] == [([[0, 2, "LOC"]], [[0, 2, "PER"]])]


def test_no_decision_leaves_the_file_as_it_is(audited):
    folder, gold = audited
    path = decide(folder, [{"rank": 1, "decision": "unsure"}])
    out = folder / "same.conll"
    CliRunner().invoke(command, ["apply", str(folder / "audit"), "--decisions", str(path), "--out", str(out)])
    assert out.read_bytes() == gold.read_bytes()


def test_an_edited_proposal_is_taken(audited):
    folder, _ = audited
    sites = [json.loads(line) for line in (folder / "audit/audit.jsonl").read_text().splitlines()]
    rank = next(site["rank"] for site in sites if site["sentence"] == 1)
    path = decide(folder, [{"rank": rank, "decision": "accept", "corrected": [[1, 3, "PER"]]}])
    out = folder / "edited.conll"
    CliRunner().invoke(command, ["apply", str(folder / "audit"), "--decisions", str(path), "--out", str(out)])
    assert list(read(out).mentions_by_sentence())[1] == [(1, 3, "PER")]


@pytest.mark.parametrize(
    ("decision", "message"),
    [
        ({"rank": 99, "decision": "accept"}, "rank 99 is no site"),
        ({"rank": 1, "decision": "yes"}, "decision 'yes' is unknown"),
        ({"rank": 1, "decision": "accept", "corrected": [[0, 9, "X"]]}, "outside the sentence"),
        ({"rank": 1, "decision": "accept", "corrected": "X"}, "no list of"),
    ],
)
def test_bad_decisions_are_refused_and_nothing_is_written(audited, decision, message):
    folder, _ = audited
    out = folder / "never.conll"
    args = ["apply", str(folder / "audit"), "--decisions", str(decide(folder, [decision])), "--out", str(out)]
    with pytest.raises(InputError, match=message):
        CliRunner().invoke(command, args, catch_exceptions=False)
    assert not out.exists()


def test_another_gold_is_refused(audited):
    folder, gold = audited
    gold.write_bytes(gold.read_bytes().replace(b"EU", b"UN"))
    path = decide(folder, [{"rank": 1, "decision": "accept"}])
    args = ["apply", str(folder / "audit"), "--decisions", str(path), "--out", str(folder / "never.conll")]
    with pytest.raises(InputError, match="not the file that was audited"):
        CliRunner().invoke(command, args, catch_exceptions=False)


def test_jsonl_keeps_the_lines_that_no_decision_touches(tmp_path):
    lines = [
        {"text": "EU rejects", "label": [[0, 2, "ORG"]], "extra": 1},
        {"text": "Peter came", "label": [[0, 5, "LOC"]]},
    ]
    gold, pred = tmp_path / "gold.jsonl", tmp_path / "pred.jsonl"
    gold.write_text("".join(json.dumps(x, separators=(" , ", ":")) + "\n" for x in lines))
    lines[1]["label"] = [[0, 5, "PER"]]
    pred.write_text("".join(json.dumps(x) + "\n" for x in lines))
    run = ["--gold", str(gold), "--pred", f"a={pred}", "--out", str(tmp_path / "audit")]
    assert CliRunner().invoke(command, run, catch_exceptions=False).exit_code == 0
    path, out = decide(tmp_path, [{"rank": 1, "decision": "accept"}]), tmp_path / "fixed.jsonl"
    args = ["apply", str(tmp_path / "audit"), "--decisions", str(path), "--out", str(out)]
    assert CliRunner().invoke(command, args, catch_exceptions=False).exit_code == 0
    before, after = gold.read_bytes().splitlines(), out.read_bytes().splitlines()
    assert after[0] == before[0]
    assert json.loads(after[1])["label"] == [[0, 5, "PER"]]


def reviewed(tool, tasks, rank, spans):
    """What a tool exports when the reviewer leaves these spans (characters) in one task and skips no other."""
    found = []
    for task in tasks:
        mine = (
            task.get("rank") or next(task[k] for k in ("meta", "data", "metadata") if k in task).get("rank")
        ) == rank
        if tool == "prodigy":
            own = [{"start": a, "end": b, "label": t} for a, b, t in spans]
            found.append({**task, "answer": "accept", "spans": own} if mine else {**task, "answer": "reject"})
        elif tool == "doccano" and mine:
            found.append({**task, "label": [list(s) for s in spans]})
        elif tool == "labelstudio" and mine:
            values = [{"value": {"start": a, "end": b, "labels": [t]}} for a, b, t in spans]
            found.append({**task, "annotations": [*task["annotations"], {"result": values}]})
        elif tool == "argilla" and mine:
            value = [{"start": a, "end": b, "label": t} for a, b, t in spans]
            found.append({**task, "responses": {"mentions": [{"value": value, "user_id": "u"}]}})
    return found


@pytest.mark.parametrize("tool", ["argilla", "doccano", "labelstudio", "prodigy"])
@pytest.mark.parametrize(("kept", "wanted"), [("Peter  x Blackburn  x", (0, 2)), ("Blackburn", (1, 2))])
def test_a_review_in_another_tool_comes_back(audited, tool, kept, wanted):
    folder, gold = audited
    run = ["--gold", str(gold), "--pred", f"a={folder / 'a'}", "--pred", f"b={folder / 'b'}", "--export", tool]
    CliRunner().invoke(command, [*run, "--out", str(folder / "audit")], catch_exceptions=False)
    text = next((folder / "audit").glob(f"tasks.{tool}.*")).read_text()
    tasks = json.loads(text) if text[0] == "[" else [json.loads(line) for line in text.splitlines()]
    sites = [json.loads(line) for line in (folder / "audit/audit.jsonl").read_text().splitlines()]
    site = next(site for site in sites if site["sentence"] == 1)
    rank, at = site["rank"], " ".join(site["tokens"]).index(kept)
    path = decide(folder, reviewed(tool, tasks, rank, [(at, at + len(kept), "PER")]))
    out = folder / "reviewed.conll"
    args = ["apply", str(folder / "audit"), "--decisions", str(path), "--out", str(out)]
    CliRunner().invoke(command, args, catch_exceptions=False)
    found = list(read(out).mentions_by_sentence())
    assert found == [[(0, 1, "ORG")], [(*wanted, "PER")], [(0, 1, "LOC")]]


LEFT = {"start": 0, "end": 18, "text": "Peter  x Blackburn", "labels": ["PER"]}


@pytest.mark.parametrize(
    ("record", "types"),
    [
        ({"rank": 0, "label": [LEFT], "text": ""}, ["PER"]),  # JSON-MIN of Label Studio
        ({"rank": 0, "text": "", "entities": [{"start_offset": 0, "end_offset": 18, "label": "PER"}]}, ["PER"]),
        (
            {"data": {"rank": 0}, "annotations": [{"result": [{"type": "choices", "value": {}}, {"value": LEFT}]}]},
            ["PER"],
        ),
        ({"data": {"rank": 0}, "annotations": [{"was_cancelled": True, "result": []}]}, ["LOC"]),
        ({"data": {"rank": 0}, "annotations": []}, ["LOC"]),
        ({"metadata": {"rank": 0}, "responses": {"mentions": [{"status": "discarded", "value": []}]}}, ["LOC"]),
        ({"metadata": {"rank": 0}, "responses": []}, ["LOC"]),
        ({"meta": {"rank": 0}, "spans": [], "answer": "ignore"}, ["LOC"]),
        ({"meta": {"rank": 0}, "spans": [], "answer": "accept"}, []),
    ],
)
def test_skipped_tasks_change_nothing_and_other_exports_are_read(audited, record, types):
    folder, _ = audited
    sites = [json.loads(line) for line in (folder / "audit/audit.jsonl").read_text().splitlines()]
    rank = next(site["rank"] for site in sites if site["sentence"] == 1)
    text = json.dumps(record).replace('"rank": 0', f'"rank": {rank}')
    out = folder / "reviewed.conll"
    args = ["apply", str(folder / "audit"), "--decisions", str(decide(folder, [json.loads(text)])), "--out", str(out)]
    assert CliRunner().invoke(command, args, catch_exceptions=False).exit_code == 0
    assert [type_ for _, _, type_ in list(read(out).mentions_by_sentence())[1]] == types
