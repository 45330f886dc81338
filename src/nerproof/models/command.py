"""command: any program that reads a file and writes a file."""

from __future__ import annotations

import shlex
import shutil
import subprocess
import tempfile
import weakref
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Self

import numpy as np

from nerproof.base.errors import InputError, NerproofError, UsageError
from nerproof.corpus import Corpus, Mentions
from nerproof.corpus.align import align
from nerproof.formats import read, write
from nerproof.models import MODELS, Progress
from nerproof.models.options import options_of
from nerproof.models.store import read_card, save_files

MODEL = "model"
_TAIL = 300  # characters of a failed program's last words


@MODELS.register("command")
@dataclass
class Command:
    """``run``: the program with {input} and {output} (and {model}); ``fit``: with {train}, {dev}, {model}, {seed}.

    The program is started without a shell. It gets the tokens without any labels.
    """

    run: str = ""
    fit: str = ""
    format: str = "conll"
    timeout: float = 3600.0
    kept: Path | None = field(default=None, init=False, repr=False)  # what the program left in {model}
    trained_on: str | None = field(default=None, init=False, repr=False)

    def train(
        self,
        corpus: Corpus,
        dev: Corpus | None = None,
        *,
        seed: int = 0,
        progress: Progress | None = None,  # noqa: ARG002
    ) -> Self:
        fitted = replace(self)
        fitted.trained_on = corpus.digest
        if not self.fit:
            return fitted
        fitted.kept = Path(tempfile.mkdtemp(prefix="nerproof-command-"))
        weakref.finalize(fitted, shutil.rmtree, fitted.kept, ignore_errors=True)
        with tempfile.TemporaryDirectory(prefix="nerproof-command-") as folder:
            train, held_out = Path(folder) / "train", Path(folder) / "dev"
            write(corpus, train, format=self.format)
            nothing = corpus.select(np.zeros(0, dtype=np.int64))
            write(nothing if dev is None else dev, held_out, format=self.format)
            places = {"train": train, "dev": held_out, "model": fitted.kept, "seed": seed}
            self._start(self.fit, places)
        return fitted

    def predict(self, corpus: Corpus, *, progress: Progress | None = None) -> Corpus:  # noqa: ARG002
        if not self.run:
            usage = '--option run="program {input} {output}"'
            raise UsageError(f"the command model needs a program. Name it: {usage}")
        # Other columns may hold labels under another name, so the program does not get them.
        bare = replace(corpus.with_mentions(Mentions.of([], [], []), ()), columns={})
        with tempfile.TemporaryDirectory(prefix="nerproof-command-") as folder:
            source, target = Path(folder) / "input", Path(folder) / "output"
            write(bare, source, format=self.format)
            self._start(self.run, {"input": source, "output": target, "model": self.kept or ""})
            if not target.exists():
                raise InputError.at(self._name(), None, "wrote no output", fix="It must write to {output}.")
            return self._on_tokens(corpus, target)

    def save(self, folder: Path) -> None:
        kept = self.kept
        copy = lambda path: shutil.copytree(kept, path, dirs_exist_ok=True) and None if kept else None
        files = {MODEL: copy} if kept is not None else {}
        save_files(folder, "command", options_of(self), files, {"trained_on": self.trained_on})

    @classmethod
    def load(cls, folder: Path) -> Self:
        card = read_card(folder)
        fitted = cls(**card.options)
        fitted.kept = folder / MODEL if MODEL in card.files else None
        fitted.trained_on = card.facts["trained_on"]
        return fitted

    def _name(self) -> str:
        return f"the command {shlex.split(self.run or self.fit)[0]!r}"

    def _start(self, line: str, places: dict[str, object]) -> None:
        words = shlex.split(line)
        for key, value in places.items():
            words = [word.replace(f"{{{key}}}", str(value)) for word in words]
        try:
            done = subprocess.run(words, capture_output=True, timeout=self.timeout, check=False)  # noqa: S603
        except OSError as error:
            raise InputError.at(self._name(), None, f"cannot be started ({error.strerror})") from None
        except subprocess.TimeoutExpired:
            fix = "Raise it with --option timeout=SECONDS."
            raise InputError.at(self._name(), None, f"took more than {self.timeout:g} s", fix=fix) from None
        if done.returncode:
            last = " ".join(done.stderr.decode("utf-8", "replace").split())[-_TAIL:]
            raise InputError.at(self._name(), None, f"failed with exit code {done.returncode}: {last or 'no message'}")

    def _on_tokens(self, corpus: Corpus, target: Path) -> Corpus:
        try:
            answer = read(target, format=self.format)
        except NerproofError as error:
            what = str(error).replace(str(target), "its output").rstrip(".")
            raise InputError.at(self._name(), None, f"wrote what cannot be read ({what})") from None
        wanted = int((np.diff(corpus.sentences) > 0).sum())
        if answer.n_sentences < wanted:
            counts = f"{answer.n_sentences} sentences for {wanted}"
            raise InputError.at(self._name(), None, f"wrote {counts}", fix="It must keep every sentence.")
        try:
            return align(corpus, answer)
        except NerproofError as error:
            what = str(error).replace(str(target), "its output").rstrip(".")
            raise InputError.at(self._name(), None, f"changed the tokens ({what})") from None
