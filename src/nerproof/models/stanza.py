"""stanza: a tagger of the stanza library, trained from its own program or ready."""

from __future__ import annotations

import json
import tempfile
import weakref
from dataclasses import dataclass, field, replace
from pathlib import Path
from shutil import copyfile, rmtree
from typing import Any, ClassVar, Self

import numpy as np

from nerproof.base.errors import InputError, UsageError
from nerproof.corpus import Coded, Corpus, Mentions
from nerproof.corpus.schemes import decode, encode
from nerproof.models import MODELS, Progress
from nerproof.models.extras import Libraries, need
from nerproof.models.options import options_of
from nerproof.models.store import read_card, save_files
from nerproof.models.tagging import sentence_slices

TAGGER = "tagger.pt"  # stanza's file: tensors and plain values, loaded with weights_only


@MODELS.register("stanza")
@dataclass
class Stanza:
    """``base``: a tagger's file (.pt), used as it is; ``vectors``: stanza's pretrain file of word vectors."""

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
    file: Path | None = field(default=None, init=False, repr=False)
    trained_on: str | None = field(default=None, init=False, repr=False)
    opened: Any = field(default=None, init=False, repr=False)

    def train(
        self,
        corpus: Corpus,
        dev: Corpus | None = None,
        *,
        seed: int = 0,
        progress: Progress | None = None,  # noqa: ARG002
    ) -> Self:
        if not len(corpus.mentions):
            raise UsageError("the training corpus has no mentions. Nothing can be learned from it.")
        program = need("stanza.models.ner_tagger", package="stanza", extra="stanza")
        fitted = replace(self)
        folder = Path(tempfile.mkdtemp(prefix="nerproof-stanza-"))
        weakref.finalize(fitted, rmtree, folder, ignore_errors=True)
        for name, part in (("train", corpus), ("dev", corpus if dev is None else dev)):
            (folder / f"{name}.json").write_text(json.dumps(_records(part)), encoding="utf-8")
        with _seeded(seed):
            program.main(self._arguments(folder, seed))
        fitted.file, fitted.trained_on = folder / TAGGER, corpus.digest
        return fitted

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

    def predict(self, corpus: Corpus, *, progress: Progress | None = None) -> Corpus:
        trainer = self._open()
        if not corpus.n_tokens:
            return corpus.with_mentions(Mentions.of([], [], []), ())
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

    def _open(self) -> Any:
        if self.opened is None:
            file = self.file or (Path(self.base) if self.base else None)
            if file is None:
                raise UsageError("the stanza model is not trained. Train it, or name a file: --option base=FILE.pt")
            trainer = need("stanza.models.ner.trainer", package="stanza", extra="stanza")
            try:
                self.opened = trainer.Trainer(model_file=str(file), device="cpu")
            except Exception as error:  # whatever a foreign file makes the library raise
                what = " ".join(str(error).split())[:200]
                raise InputError.at(file, None, f"cannot be loaded by stanza ({what})") from None
        return self.opened

    def save(self, folder: Path) -> None:
        file = self.file
        if file is None:
            raise UsageError("the stanza model is not trained. Call train first.")

        def copy(path: Path) -> None:
            copyfile(file, path)

        save_files(folder, "stanza", options_of(self), {TAGGER: copy}, {"trained_on": self.trained_on})

    @classmethod
    def load(cls, folder: Path) -> Self:
        card = read_card(folder)
        fitted = cls(**card.options)
        fitted.file, fitted.trained_on = folder / TAGGER, card.facts["trained_on"]
        return fitted


def _records(corpus: Corpus) -> list[list[dict[str, Any]]]:
    """Sentences as stanza's JSON: id, text and tag of every token."""
    words, tags = corpus.tokens.strings(), encode(corpus, "IOB2").strings()
    made = []
    for start, end in sentence_slices(corpus):
        pairs = zip(words[start:end], tags[start:end], strict=True)
        made.append([{"id": i, "text": w, "ner": t} for i, (w, t) in enumerate(pairs, 1)])
    return made


class _seeded:  # noqa: N801
    """stanza seeds the global generators: they are put back afterwards."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def __enter__(self) -> None:
        import random

        torch = need("torch", package="torch", extra="stanza")
        self.before = random.getstate(), np.random.get_state(), torch.get_rng_state()  # noqa: NPY002

    def __exit__(self, *_: object) -> None:
        import random

        torch = need("torch", package="torch", extra="stanza")
        random.setstate(self.before[0])
        np.random.set_state(self.before[1])  # noqa: NPY002
        torch.set_rng_state(self.before[2])
