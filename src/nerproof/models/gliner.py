"""gliner: types by name, without or with training (the gliner library)."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, ClassVar, Self

import numpy as np

from nerproof.base.errors import InputError, UsageError
from nerproof.corpus import Corpus, Mentions
from nerproof.models import MODELS, Progress
from nerproof.models.extras import Libraries, need
from nerproof.models.options import options_of
from nerproof.models.store import read_card, save_files

NETWORK = "network"


@MODELS.register("gliner")
@dataclass
class Gliner:
    """``base``: a folder or a name on the hub; ``types``: what to look for, as the model is told."""

    libraries: ClassVar[Libraries] = (("gliner", "gliner", "gliner"),)

    base: str = ""
    types: tuple[str, ...] = ()
    threshold: float = 0.5
    steps: int = 200
    batch: int = 8
    learning_rate: float = 1e-5
    network: Any = field(default=None, init=False, repr=False)
    trained_on: str | None = field(default=None, init=False, repr=False)

    def train(
        self,
        corpus: Corpus,
        dev: Corpus | None = None,  # noqa: ARG002
        *,
        seed: int = 0,
        progress: Progress | None = None,  # noqa: ARG002
    ) -> Self:
        """Tunes the base; ``steps = 0`` only takes over the types."""
        fitted = replace(self, types=self.types or corpus.types)
        fitted.network, fitted.trained_on = self.open_network(), corpus.digest
        if self.steps:
            torch = need("torch", package="torch", extra="gliner")
            with torch.random.fork_rng(), tempfile.TemporaryDirectory(prefix="nerproof-gliner-") as folder:
                torch.manual_seed(seed)
                self._tune(fitted.network, corpus, folder, seed)
        fitted.network.eval()
        return fitted

    def _tune(self, network: Any, corpus: Corpus, folder: str, seed: int) -> None:
        examples = list(_examples(corpus))
        network.train_model(
            train_dataset=examples,
            eval_dataset=examples[: self.batch],
            output_dir=folder,
            learning_rate=self.learning_rate,
            others_lr=self.learning_rate,
            max_steps=self.steps,
            save_steps=self.steps + 1,
            logging_steps=self.steps + 1,
            per_device_train_batch_size=self.batch,
            dataloader_num_workers=0,
            use_cpu=True,
            seed=seed,
            disable_tqdm=True,
        )

    def predict(self, corpus: Corpus, *, progress: Progress | None = None) -> Corpus:
        if not self.types:
            raise UsageError("gliner knows no types. Train it, or name them: --option types=person,location")
        network = self.network if self.network is not None else self.open_network()
        rows: list[tuple[int, int, str, float]] = []
        chosen = [i for i in range(corpus.n_sentences) if corpus.sentences[i + 1] > corpus.sentences[i]]
        for at in range(0, len(chosen), self.batch):
            part = chosen[at : at + self.batch]
            texts = [" ".join(corpus.sentence(i)) for i in part]
            found = network.inference(texts, list(self.types), threshold=self.threshold, batch_size=self.batch)
            for i, spans in zip(part, found, strict=True):
                rows.extend(_on_tokens(corpus, i, spans))
            if progress:
                progress("predicting", at + len(part), len(chosen))
        columns = ([r[0] for r in rows], [r[1] for r in rows], [self.types.index(r[2]) for r in rows])
        return corpus.with_mentions(Mentions.of(*columns, score=[r[3] for r in rows]), self.types)

    def open_network(self) -> Any:
        if not self.base:
            raise UsageError("gliner needs a model. Name one: --option base=FOLDER_OR_NAME")
        library = need("gliner", package="gliner", extra="gliner")
        try:
            return library.GLiNER.from_pretrained(self.base, local_files_only=Path(self.base).exists())
        except Exception as error:  # whatever a foreign folder makes the library raise
            what = " ".join(str(error).split())[:200]
            raise InputError.at(self.base, None, f"cannot be loaded by gliner ({what})") from None

    def save(self, folder: Path) -> None:
        if self.network is None:
            raise UsageError("gliner is not trained. Call train first.")

        def network(path: Path) -> None:
            self.network.save_pretrained(path, safe_serialization=True)

        options = {**options_of(self), "types": list(self.types)}
        save_files(folder, "gliner", options, {NETWORK: network}, {"trained_on": self.trained_on})

    @classmethod
    def load(cls, folder: Path) -> Self:
        card = read_card(folder)
        fitted = cls(**{**card.options, "types": tuple(card.options["types"])})
        fitted.network = replace(fitted, base=str(folder / NETWORK)).open_network()
        fitted.network.eval()
        fitted.trained_on = card.facts["trained_on"]
        return fitted


def _examples(corpus: Corpus) -> Iterator[dict[str, Any]]:
    """Gliner's training form: tokens, and mentions with inclusive ends."""
    for i, found in enumerate(corpus.mentions_by_sentence()):
        if found:
            yield {"tokenized_text": corpus.sentence(i), "ner": [[s, e - 1, t] for s, e, t in found if e > s]}


def _on_tokens(corpus: Corpus, i: int, spans: list[dict[str, Any]]) -> Iterator[tuple[int, int, str, float]]:
    """Characters of the joined sentence as tokens; a span inside a token covers the whole token."""
    tokens, first = corpus.sentence(i), int(corpus.sentences[i])
    ends = np.cumsum([len(t) + 1 for t in tokens]) - 1
    starts = ends - [len(t) for t in tokens]
    for span in spans:
        start = int(np.searchsorted(ends, span["start"], side="right"))
        end = int(np.searchsorted(starts, span["end"]))
        yield first + start, first + max(end, start + 1), span["label"], float(span["score"])
