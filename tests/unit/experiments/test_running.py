"""Runs are kept, never repeated, survive kill -9, other processes and failures of single runs."""

import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest
from studies import DATA, study

from nerproof.experiments import read_spec, report, run, status
from nerproof.experiments.plan import plan
from nerproof.experiments.records import Store

pytestmark = pytest.mark.slow
SLOW = """
import shutil, sys, time
time.sleep(0.3)
shutil.copy(sys.argv[1], sys.argv[2])
"""
RUN = "import sys; from nerproof.experiments import read_spec, run; run(read_spec(sys.argv[1]), jobs=int(sys.argv[2]))"


def slow_study(folder, seeds=6):
    (folder / "slow.py").write_text(SLOW)
    return study(
        folder,
        f"""
        seeds = {list(range(seeds))}
        suites = ["standard"]
        {DATA.replace(chr(10), chr(10) + "        ")}
        [models.slow]
        model = "command"
        run = "{sys.executable} {folder}/slow.py {{input}} {{output}}"
        """,
        sizes=(10, 5, 5),
    )


def attempts(spec):
    return Counter((spec.out / "started").read_text().split())


def start(path, jobs=1):
    return subprocess.Popen([sys.executable, "-c", RUN, str(path), str(jobs)], start_new_session=True)


def wait_for(condition, seconds=60):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.02)


def test_a_second_call_does_nothing_and_gives_the_same_bytes(tmp_path):
    spec = read_spec(study(tmp_path, DATA + "[models.memorizer]\n"))
    first = run(spec).path.read_bytes()
    assert run(spec).path.read_bytes() == first
    assert set(attempts(spec).values()) == {1}


def test_one_process_and_several_give_the_same_bytes(tmp_path):
    path = study(tmp_path, DATA + "[models.memorizer]\n[models.crf]\niterations = 3\n")
    spec = read_spec(path)
    from dataclasses import replace

    alone, together = replace(spec, out=tmp_path / "one"), replace(spec, out=tmp_path / "two")
    assert run(alone).path.read_bytes() == run(together, jobs=2).path.read_bytes()


@pytest.mark.parametrize("jobs", [1, 2])
def test_kill_9_loses_only_the_run_in_progress(tmp_path, jobs):
    for name in ("killed", "undisturbed"):
        (tmp_path / name).mkdir()
    path = slow_study(tmp_path / "killed")
    spec = read_spec(path)
    process = start(path, jobs)
    wait_for(lambda: len(list((spec.out / "runs").glob("[!.]*.json"))) >= 2 if spec.out.exists() else False)
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    finished = {p.stem for p in (spec.out / "runs").glob("[!.]*.json")}
    assert 2 <= len(finished) < 6, "it was not killed in the middle"
    disturbed = run(spec).result
    undisturbed = run(read_spec(slow_study(tmp_path / "undisturbed"))).result
    tried = attempts(spec)
    assert all(tried[key] == 1 for key in finished), "a finished run was done twice"
    assert sum(tried.values()) <= 6 + jobs
    # The program's path differs between the two folders; everything else must not.
    assert strip(disturbed) == strip(undisturbed)


def strip(result):
    data = json.loads(result.to_json())
    data["signature"].pop("models")
    for line in data["extras"]["experiment"]["runs"]:
        line.pop("key")
    return data


def test_two_processes_share_the_work(tmp_path):
    path = slow_study(tmp_path, seeds=8)
    spec = read_spec(path)
    processes = [start(path), start(path)]
    assert [p.wait(timeout=120) for p in processes] == [0, 0]
    assert set(attempts(spec).values()) == {1}
    assert len(list((spec.out / "runs").glob("[!.]*.json"))) == 8
    before = (spec.out / "result.json").read_bytes()
    assert report(spec).path.read_bytes() == before


def test_a_run_whose_process_died_is_taken_over(tmp_path):
    path = slow_study(tmp_path, seeds=2)
    spec = read_spec(path)
    first = start(path)
    wait_for((spec.out / "started").exists)
    second = start(path)
    time.sleep(0.05)
    os.killpg(first.pid, signal.SIGKILL)
    first.wait()
    assert second.wait(timeout=120) == 0
    assert {state for _, state, _ in status(spec)} == {"done"}


def test_a_half_written_record_is_done_again(tmp_path):
    spec = read_spec(study(tmp_path, "seeds = [0]\n" + DATA + "[models.memorizer]\n"))
    wanted = run(spec).path.read_bytes()
    record = next((spec.out / "runs").glob("[!.]*.json"))
    record.write_text(record.read_text()[:100])
    assert run(spec).path.read_bytes() == wanted


def test_a_failed_run_is_recorded_and_the_others_go_on(tmp_path):
    text = "seeds = [0]\n" + DATA + "[models.memorizer]\n[models.broken]\nmodel = 'command'\nrun = 'false'\n"
    spec = read_spec(study(tmp_path, text))
    outcome = run(spec)
    assert [error for _, error in outcome.failed] == [
        "InputError: the command 'false': failed with exit code 1: no message."
    ]
    assert outcome.result.value("f1", suite="experiment", system="memorizer") is not None
    assert any(note.startswith("failed (dataset=towns, model=broken, seed=0)") for note in outcome.result.notes)
    lines = outcome.result.extras["experiment"]["runs"]
    assert [line["status"] for line in lines] == ["done", "failed"]
    record = Store(outcome.path.parent).read(outcome.failed[0][0].key)
    assert record.traceback.startswith("Traceback (most recent call last)")
    assert "InputError: the command 'false'" in record.traceback


def test_a_failed_run_is_tried_again(tmp_path):
    program = tmp_path / "flaky.py"
    program.write_text("raise SystemExit('not yet')")
    text = f"seeds = [0]\n{DATA}[models.flaky]\nmodel = 'command'\nrun = '{sys.executable} {program} {{input}} {{output}}'\n"
    path = study(tmp_path, text)
    assert len(run(read_spec(path)).failed) == 1
    program.write_text("import shutil, sys; shutil.copy(*sys.argv[1:3])")
    assert not run(read_spec(path)).failed


def test_types_that_training_lacks_are_scored_and_noted(tmp_path):
    path = study(tmp_path, "seeds = [0]\n" + DATA + "[models.memorizer]\n")
    with (tmp_path / "test.conll").open("a") as out:
        out.write("Euro\tB-MONEY\n")
    outcome = run(read_spec(path))
    assert "types in test that the training data lacks: MONEY" in outcome.result.notes
    assert outcome.result.row("recall", suite="experiment", label="MONEY").value == 0.0


def test_status_before_and_after(tmp_path):
    spec = read_spec(study(tmp_path, "seeds = [0, 1]\n" + DATA + "[models.memorizer]\n"))
    assert [state for _, state, _ in status(spec)] == ["waiting", "waiting"]
    run(spec)
    assert [state for _, state, _ in status(spec)] == ["done", "done"]


def test_report_without_runs_says_what_to_do(tmp_path):
    spec = read_spec(study(tmp_path, DATA + "[models.memorizer]\n"))
    with pytest.raises(ValueError, match=r"no run has finished yet. Start them with: nerproof experiment run"):
        report(spec)


def test_a_folder_that_cannot_be_written_to(tmp_path):
    from dataclasses import replace

    spec = read_spec(study(tmp_path, DATA + "[models.memorizer]\n"))
    (tmp_path / "file").write_text("")
    with pytest.raises(ValueError, match="cannot be written"):
        run(replace(spec, out=tmp_path / "file" / "runs"))


FULL = """
import resource, signal, sys
from nerproof.experiments import read_spec, run
from nerproof.base.errors import NerproofError
spec = read_spec(sys.argv[1])
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000))
try:
    run(spec)
except NerproofError as error:
    print(error)
"""


def test_no_room_is_a_clear_error_and_no_failed_run(tmp_path):
    """The kernel refuses large files here, as it does on a full disk."""
    path = study(tmp_path, "seeds = [0]\n" + DATA + "[models.memorizer]\n")
    done = subprocess.run([sys.executable, "-c", FULL, str(path)], capture_output=True, text=True, check=True)
    assert "cannot be written (File too large). Make room" in done.stdout
    spec = read_spec(path)
    assert Store(spec.out).read(plan(spec)[0].key) is None
    assert not run(spec).failed


DASK = """
import sys
from distributed import LocalCluster

if __name__ == "__main__":
    with LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster:
        print(cluster.scheduler_address, flush=True)
        sys.stdin.read()
"""


def test_a_dask_cluster_of_processes_gives_the_same_bytes(tmp_path):
    pytest.importorskip("distributed")
    from dataclasses import replace

    script = tmp_path / "cluster.py"
    script.write_text(DASK)
    spec = read_spec(study(tmp_path, "seeds = [0, 1]\n" + DATA + "[models.memorizer]\n[models.crf]\niterations = 3\n"))
    cluster = subprocess.Popen([sys.executable, str(script)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        address = cluster.stdout.readline().strip()
        code = "import sys; from nerproof.cli import main; sys.argv = ['nerproof', *sys.argv[1:]]; main()"
        command = [
            sys.executable,
            "-c",
            code,
            "experiment",
            "run",
            str(spec.path),
            "--out",
            str(tmp_path / "dask"),
            "-q",
        ]
        done = subprocess.run(
            [*command, "--backend", "dask", "--scheduler", address],
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
    finally:
        cluster.communicate("")
    local = run(replace(spec, out=tmp_path / "local"))
    assert (tmp_path / "dask" / "result.json").read_bytes() == local.path.read_bytes()


def test_dask_without_an_address(tmp_path):
    spec = read_spec(study(tmp_path, DATA + "[models.memorizer]\n"))
    with pytest.raises(ValueError, match=r"needs the address of a cluster"):
        run(spec, backend="dask")
    with pytest.raises(ValueError, match=r"no backend named 'dusk'"):
        run(spec, backend="dusk")


def test_folder_of_another_version_is_kept(tmp_path):
    """Records whose keys are no longer asked for stay, and are left out of the result."""
    path = study(tmp_path, "seeds = [0, 1]\n" + DATA + "[models.memorizer]\n")
    run(read_spec(path))
    path.write_text(path.read_text().replace("[0, 1]", "[1]"))
    outcome = run(read_spec(path))
    assert len(outcome.result.extras["experiment"]["runs"]) == 1
    assert len(list(Path(outcome.path.parent / "runs").glob("*.json"))) == 2


def test_another_version_of_the_program_runs_again(tmp_path, monkeypatch):
    """What an older program counted is no result of this one."""
    spec = read_spec(study(tmp_path, DATA + "[models.memorizer]\n"))
    old = {r.key for r in plan(spec)}
    monkeypatch.setattr("nerproof.experiments.plan.__version__", "another")
    new = {r.key for r in plan(spec)}
    assert len(old) == len(new) == len(spec.seeds)
    assert not old & new
