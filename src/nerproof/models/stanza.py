"""stanza: a tagger of the stanza library, trained from its own program or ready."""

from __future__ import annotations

import json
import tempfile
import weakref
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from shutil import copyfile, rmtree
from typing import Any, ClassVar

from nerproof.base.errors import InputError, UsageError
from nerproof.corpus import Coded, Corpus, Mentions
from nerproof.corpus.schemes import decode, encode
from nerproof.models import MODELS, Progress
from nerproof.models.extras import Libraries, loaded_by, need
from nerproof.models.seeding import global_generators_kept
from nerproof.models.store import Content
from nerproof.models.tagging import sentence_slices
from nerproof.models.trainable import Run, Trainable, refuse_no_mentions

TAGGER = "tagger.pt"  # stanza's file: tensors and plain values, loaded with weights_only


@dataclass(frozen=True, eq=False)
class Opened:
    """A tagger's file, opened when it is first needed."""

    file: Path

    @cached_property
    def trainer(self) -> Any:
        trainer = need("stanza.models.ner.trainer", package="stanza", extra="stanza")
        with loaded_by("stanza", self.file):
            return trainer.Trainer(model_file=str(self.file), device="cpu")


@MODELS.register("stanza")
@dataclass
class Stanza(Trainable[Opened]):
    """``base``: a tagger's file (.pt), used as it is; ``vectors``: stanza's pretrain file of word vectors."""

    name: ClassVar[str] = "stanza"
    libraries: ClassVar[Libraries] = (("stanza", "stanza", "stanza"),)

    base: str = ""
    vectors: str | None = None
    steps: int = 500
    every: int = 50  # steps between two looks at dev
    batch: int = 32
    hidden: int = 128
    word_dim: int = 100
    char_dim: int = 50
    learning_rate: float = 0.01

    def learn(self, corpus: Corpus, run: Run) -> tuple[Opened, dict[str, Any]]:
        refuse_no_mentions(corpus)
        program = need("stanza.models.ner_tagger", package="stanza", extra="stanza")
        folder = Path(tempfile.mkdtemp(prefix="nerproof-stanza-"))
        for name, part in (("train", corpus), ("dev", corpus if run.dev is None else run.dev)):
            (folder / f"{name}.json").write_text(json.dumps(_records(part)), encoding="utf-8")
        with global_generators_kept():  # stanza seeds them
            program.main(self._arguments(folder, run.seed))
        fitted = Opened(folder / TAGGER)
        weakref.finalize(fitted, rmtree, folder, ignore_errors=True)
        return fitted, {}

    def _arguments(self, folder: Path, seed: int) -> list[str]:
        given: dict[str, Any] = {
            "train_file": folder / "train.json",
            "eval_file": folder / "dev.json",
            "save_dir": folder,
            "save_name": TAGGER,
            "shorthand": "xx_nerproof",
            "max_steps": self.steps,
            "eval_interval": min(self.every, self.steps),
            "batch_size": self.batch,
            "hidden_dim": self.hidden,
            "word_emb_dim": self.word_dim,
            "char_emb_dim": self.char_dim,
            "char_hidden_dim": self.char_dim,
            "lr": self.learning_rate,
            "optim": "adam",
            "seed": seed,
        }
        words = [word for key, value in given.items() for word in (f"--{key}", str(value))]
        vectors = ["--no_pretrain"] if self.vectors is None else ["--wordvec_pretrain_file", self.vectors]
        return [*words, *vectors, "--cpu"]

    def untrained(self) -> Opened:
        if not self.base:
            raise UsageError("the stanza model is not trained. Train it, or name a file: --option base=FILE.pt")
        return Opened(Path(self.base))

    def label(self, fitted: Opened, corpus: Corpus, progress: Progress | None) -> Corpus:
        trainer = fitted.trainer
        data = need("stanza.models.ner.data", package="stanza", extra="stanza")
        document = need("stanza.models.common.doc", package="stanza", extra="stanza").Document(
            _records(corpus.with_mentions(Mentions.of([], [], []), ()))
        )
        loader = data.DataLoader(
            document, self.batch, trainer.args, vocab=trainer.vocab, evaluation=True, preprocess_tags=False
        )
        tags: list[list[str]] = []
        for done, batch in enumerate(loader, 1):
            tags += trainer.predict(batch)
            if progress:
                progress("predicting", done, len(loader))
        coded = Coded.encode(tag for sentence in tags for tag in sentence)
        if len(coded) != corpus.n_tokens:
            raise InputError.at("stanza", None, "left out tokens of the input")
        found = decode(coded, corpus.sentences)
        return corpus.with_mentions(found.mentions, found.types)

    def files(self, fitted: Opened) -> dict[str, Content]:
        return {TAGGER: lambda path: copyfile(fitted.file, path)}

    def restore(self, folder: Path, facts: dict[str, Any]) -> Opened:  # noqa: ARG002
        return Opened(folder / TAGGER)


def _records(corpus: Corpus) -> list[list[dict[str, Any]]]:
    """Sentences as stanza's JSON: id, text and tag of every token."""
    words, tags = corpus.tokens.strings(), encode(corpus, "IOB2").strings()
    made = []
    for start, end in sentence_slices(corpus):
        pairs = zip(words[start:end], tags[start:end], strict=True)
        made.append([{"id": i, "text": w, "ner": t} for i, (w, t) in enumerate(pairs, 1)])
    return made
