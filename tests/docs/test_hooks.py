"""The pre-commit hooks call verbs that exist, with options that these have."""

from __future__ import annotations

import re
from pathlib import Path

import click

from nerproof.cli import app

TEXT = (Path(__file__).parents[2] / ".pre-commit-hooks.yaml").read_text("utf-8")


def test_hooks_call_existing_verbs():
    entries = re.findall(r"entry: nerproof (\S+)", TEXT)
    assert entries
    for verb in entries:
        assert app.get_command(click.Context(app), verb) is not None


def test_arguments_of_the_gate_are_its_options():
    (arguments,) = re.findall(r"args: \[([^\]]*)\]", TEXT)
    command = app.get_command(click.Context(app), "gate")
    known = {name for parameter in command.params for name in parameter.opts}
    assert {a.strip() for a in arguments.split(",") if a.strip().startswith("--")} <= known


def test_files_that_start_the_hooks():
    gate, data = re.findall(r"files: (.+)", TEXT)
    assert re.search(gate, "eval/baseline.json")
    assert re.search(data, "data/test.conll")
    assert not re.search(data, "README.md")
