"""A program as a model: files in, files out."""

import sys

import pytest
from tiny_models import agreement, keys, towns

from nerproof.models import create, load

TAGGER = """
import sys
source, target = sys.argv[1:3]
for line in open(source):
    word = line.split("\\t")[0].strip()
    if word and not line.rstrip().endswith("\\tO"):
        sys.exit("labels leaked: " + line)
with open(source) as lines, open(target, "w") as out:
    for line in lines:
        word = line.split("\\t")[0].strip()
        tag = "B-LOC" if word.endswith("ville") else "B-PER" if word.endswith("son") else "O"
        out.write(f"{word}\\t{tag}\\n" if word else "\\n")
"""


@pytest.fixture
def program(tmp_path):
    def write(text, arguments="{input} {output}"):
        path = tmp_path / "tagger.py"
        path.write_text(text)
        return f"{sys.executable} {path} {arguments}"

    return write


def test_predicts_without_seeing_labels(program):
    test = towns(4)
    assert agreement(test, create("command", {"run": program(TAGGER)}).predict(test)) == 1.0


def test_a_program_may_be_trained(program, tmp_path):
    script = """
import pathlib, sys
mode, first, second, model = sys.argv[1:5]
if mode == "fit":
    rows = [l.rstrip("\\n").split("\\t") for l in open(first) if l.strip()]
    pathlib.Path(model, "known").write_text("\\n".join("\\t".join(r) for r in rows if r[-1] != "O"))
else:
    known = dict(l.split("\\t") for l in pathlib.Path(model, "known").read_text().split("\\n"))
    with open(second, "w") as out:
        for line in open(first):
            word = line.split("\\t")[0].strip()
            out.write(f"{word}\\t{known.get(word, 'O')}\\n" if word else "\\n")
"""
    fit, run = program(script, "fit {train} {dev} {model}"), program(script, "run {input} {output} {model}")
    model = create("command", {"fit": fit, "run": run}).train(towns(5), towns(2))
    assert agreement(towns(5), model.predict(towns(5))) == 1.0
    model.save(tmp_path / "m")
    expected = keys(model.predict(towns(5)))
    del model
    assert keys(load(tmp_path / "m").predict(towns(5))) == expected


@pytest.mark.parametrize(
    ("script", "message"),
    [
        ("import sys; sys.exit('no such weights')", r"failed with exit code 1: no such weights"),
        ("pass", r"wrote no output. It must write to \{output\}."),
        (
            "import sys; open(sys.argv[2], 'w').write('a\\tO\\n')",
            r"wrote 1 sentences for 3. It must keep every sentence.",
        ),
        ("import sys; open(sys.argv[2], 'w').write('a\\tO\\n\\n' * 3)", r"changed the tokens"),
        ("import sys; open(sys.argv[2], 'w').write('')", r"wrote what cannot be read|wrote 0 sentences"),
        ("import sys; open(sys.argv[2], 'wb').write(bytes(range(256)))", r"wrote what cannot be read"),
        ("import time; time.sleep(30)", r"took more than 0.5 s"),
    ],
)
def test_programs_that_fail(program, script, message):
    with pytest.raises(ValueError, match=message) as caught:
        create("command", {"run": program(script), "timeout": 0.5 if "sleep" in script else 60}).predict(towns(3))
    assert "\n" not in str(caught.value)


def test_a_program_that_is_not_there():
    with pytest.raises(
        ValueError, match=r"'no-such-program-here' cannot be started|the command 'no-such-program-here'"
    ):
        create("command", {"run": "no-such-program-here {input} {output}"}).predict(towns(1))


def test_no_shell(tmp_path):
    target = tmp_path / "made"
    with pytest.raises(ValueError, match="wrote no output"):
        create("command", {"run": f"echo hello ; touch {target}"}).predict(towns(1))
    assert not target.exists()
