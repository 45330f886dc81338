"""Processes that take turns at one list."""

from __future__ import annotations

import os
import signal
import time

import pytest

from nerproof.base.errors import InputError, UsageError
from nerproof.engines.crew import Crew
from nerproof.engines.signing import _ahead as ahead
from nerproof.engines.signing import begin, signing
from nerproof.formats.source import digest_of_files


def doubled(turns, context):
    return os.getpid(), [(k, context * task) for k, task in turns]


def test_every_task_is_done_once_and_the_first_answer_is_ours():
    answers = Crew(2, doubled, list(range(50)), 2).answers("doubled")
    assert answers[0][0] == os.getpid()
    assert len({pid for pid, _ in answers}) == 3
    assert sorted(done for _, own in answers for done in own) == [(k, 2 * k) for k in range(50)]


def test_the_others_begin_without_this_process():
    crew = Crew(1, doubled, [5], 2)
    assert crew.awaited()[0][1] == [(0, 10)]


def elsewhere(turns, here):
    """Does something to the other process, which takes its turns alone."""
    for _, task in turns:
        if os.getpid() != here:
            task()


def refused():
    raise InputError.at("file", 3, "is wrong")


def killed():
    os.kill(os.getpid(), signal.SIGKILL)


def test_an_error_of_another_process_is_raised_here():
    with pytest.raises(InputError, match="file:3: is wrong"):
        Crew(1, elsewhere, [refused], os.getpid()).awaited()


def test_a_process_that_is_killed_is_an_error():
    with pytest.raises(UsageError, match="killed.*-j 1"):
        Crew(1, elsewhere, [killed], os.getpid()).awaited()


def asleep():
    time.sleep(600)


def test_what_nobody_waits_for_is_stopped():
    crew = Crew(1, elsewhere, [asleep], os.getpid())
    process = crew.others[0][0]
    crew.stop()
    process.join(20)
    assert not process.is_alive()


def test_where_processes_cannot_be_forked(tmp_path, monkeypatch):
    """As on Windows: what they need is sent."""
    path = tmp_path / "file"
    path.write_bytes(b"a O\n")
    monkeypatch.setattr("multiprocessing.get_all_start_methods", lambda: ["spawn"])
    assert signing([str(path)]).awaited() == [{str(path): digest_of_files([path])}]


def test_files_may_be_signed_ahead(tmp_path, monkeypatch):
    monkeypatch.setattr("nerproof.engines.signing.LARGE", 1)
    path = tmp_path / "file"
    path.write_bytes(b"a O\n")
    begin([str(path)])
    path.write_bytes(b"b O\n" * 9)  # too late, if it was read, and too early, if not: there is one digest
    first, second = signing([str(path)]), signing([str(path)])
    assert first is not second
    assert second.awaited() == [{str(path): digest_of_files([path])}]
    assert len(first.awaited()[0]) == 1


def test_what_is_no_large_file_is_not_signed_ahead(tmp_path):
    begin([str(tmp_path / "none")])
    assert not ahead
