"""command: any program that reads a file and writes a file."""

from __future__ import annotations

import shlex
import shutil
import subprocess
import tempfile
import weakref
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from nerproof.base.errors import InputError, NerproofError, UsageError
from nerproof.corpus import Corpus, Mentions
from nerproof.corpus.align import align
from nerproof.formats import read, write
from nerproof.models import MODELS, Progress
from nerproof.models.store import Content
from nerproof.models.trainable import Run, Trainable

MODEL = "model"
_TAIL = 300  # characters of a failed program's last words


@dataclass(frozen=True, eq=False)
class Kept:
    """What the program left in {model}, where it was trained."""

    folder: Path | None = None


@MODELS.register("command")
@dataclass
class Command(Trainable[Kept]):
    """``run``: the program with {input} and {output} (and {model}); ``fit``: with {train}, {dev}, {model}, {seed}.

    The program is started without a shell. It gets the tokens without any labels.
    """

    name: ClassVar[str] = "command"

    run: str = ""
    fit: str = ""
    format: str = "conll"
    timeout: float = 3600.0

    def learn(self, corpus: Corpus, run: Run) -> tuple[Kept, dict[str, Any]]:
        if not self.fit:
            return Kept(), {}
        model = Path(tempfile.mkdtemp(prefix="nerproof-command-"))
        kept = Kept(model)
        weakref.finalize(kept, shutil.rmtree, model, ignore_errors=True)
        with tempfile.TemporaryDirectory(prefix="nerproof-command-") as folder:
            train, held_out = Path(folder) / "train", Path(folder) / "dev"
            write(corpus, train, format=self.format)
            nothing = corpus.select(np.zeros(0, dtype=np.int64))
            write(nothing if run.dev is None else run.dev, held_out, format=self.format)
            self._start(self.fit, {"train": train, "dev": held_out, "model": model, "seed": run.seed})
        return kept, {}

    def untrained(self) -> Kept:
        return Kept()

    def label(self, fitted: Kept, corpus: Corpus, progress: Progress | None) -> Corpus:  # noqa: ARG002
        if not self.run:
            usage = '--option run="program {input} {output}"'
            raise UsageError(f"the command model needs a program. Name it: {usage}")
        # Other columns may hold labels under another name, so the program does not get them.
        bare = replace(corpus.with_mentions(Mentions.of([], [], []), ()), columns={})
        with tempfile.TemporaryDirectory(prefix="nerproof-command-") as folder:
            source, target = Path(folder) / "input", Path(folder) / "output"
            write(bare, source, format=self.format)
            self._start(self.run, {"input": source, "output": target, "model": fitted.folder or ""})
            if not target.exists():
                raise InputError.at(self._program(), None, "wrote no output", fix="It must write to {output}.")
            return self._on_tokens(corpus, target)

    def files(self, fitted: Kept) -> dict[str, Content]:
        kept = fitted.folder
        return {} if kept is None else {MODEL: lambda path: shutil.copytree(kept, path, dirs_exist_ok=True)}

    def restore(self, folder: Path, facts: dict[str, Any]) -> Kept:  # noqa: ARG002
        return Kept(folder / MODEL if (folder / MODEL).exists() else None)

    def _program(self) -> str:
        return f"the command {shlex.split(self.run or self.fit)[0]!r}"

    def _start(self, line: str, places: dict[str, object]) -> None:
        words = shlex.split(line)
        for key, value in places.items():
            words = [word.replace(f"{{{key}}}", str(value)) for word in words]
        try:
            done = subprocess.run(words, capture_output=True, timeout=self.timeout, check=False)  # noqa: S603
        except OSError as error:
            raise InputError.at(self._program(), None, f"cannot be started ({error.strerror})") from None
        except subprocess.TimeoutExpired:
            fix = "Raise it with --option timeout=SECONDS."
            raise InputError.at(self._program(), None, f"took more than {self.timeout:g} s", fix=fix) from None
        if done.returncode:
            last = " ".join(done.stderr.decode("utf-8", "replace").split())[-_TAIL:]
            raise InputError.at(
                self._program(), None, f"failed with exit code {done.returncode}: {last or 'no message'}"
            )

    def _on_tokens(self, corpus: Corpus, target: Path) -> Corpus:
        try:
            answer = read(target, format=self.format)
        except NerproofError as error:
            what = str(error).replace(str(target), "its output").rstrip(".")
            raise InputError.at(self._program(), None, f"wrote what cannot be read ({what})") from None
        wanted = int((np.diff(corpus.sentences) > 0).sum())
        if answer.n_sentences < wanted:
            counts = f"{answer.n_sentences} sentences for {wanted}"
            raise InputError.at(self._program(), None, f"wrote {counts}", fix="It must keep every sentence.")
        try:
            return align(corpus, answer)
        except NerproofError as error:
            what = str(error).replace(str(target), "its output").rstrip(".")
            raise InputError.at(self._program(), None, f"changed the tokens ({what})") from None
