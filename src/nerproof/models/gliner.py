"""gliner: types by name, without or with training (the gliner library)."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from nerproof.base.errors import UsageError
from nerproof.corpus import Corpus
from nerproof.formats.found import Found, packed
from nerproof.models import MODELS, Progress
from nerproof.models.extras import Libraries, loaded_by, need
from nerproof.models.store import Content
from nerproof.models.tagging import joined_to_tokens
from nerproof.models.trainable import Run, Trainable

NETWORK = "network"


@MODELS.register("gliner")
@dataclass
class Gliner(Trainable[Any]):
    """``base``: a folder or a name on the hub; ``types``: what to look for, as the model is told."""

    name: ClassVar[str] = "gliner"
    libraries: ClassVar[Libraries] = (("gliner", "gliner", "gliner"),)

    base: str = ""
    types: tuple[str, ...] = ()
    threshold: float = 0.5
    steps: int = 200
    batch: int = 8
    learning_rate: float = 1e-5

    def learn(self, corpus: Corpus, run: Run) -> tuple[Any, dict[str, Any]]:
        """Tunes the base; ``steps = 0`` only takes over the types."""
        self.types = self.types or corpus.types
        network = _open(self.base)
        if self.steps:
            torch = need("torch", package="torch", extra="gliner")
            with torch.random.fork_rng(), tempfile.TemporaryDirectory(prefix="nerproof-gliner-") as folder:
                torch.manual_seed(run.seed)
                self._tune(network, corpus, folder, run.seed)
        return network.eval(), {}

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

    def untrained(self) -> Any:
        if not self.types:
            raise UsageError("gliner knows no types. Train it, or name them: --option types=person,location")
        return _open(self.base)

    def label(self, fitted: Any, corpus: Corpus, progress: Progress | None) -> Corpus:
        rows: list[Found] = []
        chosen = [i for i in range(corpus.n_sentences) if corpus.sentences[i + 1] > corpus.sentences[i]]
        for at in range(0, len(chosen), self.batch):
            part = chosen[at : at + self.batch]
            texts = [" ".join(corpus.sentence(i)) for i in part]
            found = fitted.inference(texts, list(self.types), threshold=self.threshold, batch_size=self.batch)
            for i, spans in zip(part, found, strict=True):
                rows.extend(_on_tokens(corpus, i, spans))
            if progress:
                progress("predicting", at + len(part), len(chosen))
        return corpus.with_mentions(*packed(rows)).with_types(sorted(self.types))

    def files(self, fitted: Any) -> dict[str, Content]:
        return {NETWORK: lambda path: fitted.save_pretrained(path, safe_serialization=True)}

    def restore(self, folder: Path, facts: dict[str, Any]) -> Any:  # noqa: ARG002
        return _open(str(folder / NETWORK)).eval()


def _open(base: str) -> Any:
    if not base:
        raise UsageError("gliner needs a model. Name one: --option base=FOLDER_OR_NAME")
    library = need("gliner", package="gliner", extra="gliner")
    with loaded_by("gliner", base):
        return library.GLiNER.from_pretrained(base, local_files_only=Path(base).exists())


def _examples(corpus: Corpus) -> Iterator[dict[str, Any]]:
    """Gliner's training form: tokens, and mentions with inclusive ends."""
    for i, found in enumerate(corpus.mentions_by_sentence()):
        if found:
            yield {"tokenized_text": corpus.sentence(i), "ner": [[s, e - 1, t] for s, e, t in found if e > s]}


def _on_tokens(corpus: Corpus, i: int, spans: list[dict[str, Any]]) -> Iterator[Found]:
    tokens, first = corpus.sentence(i), int(corpus.sentences[i])
    for span in spans:
        start, end = joined_to_tokens(tokens, span["start"], span["end"])
        yield Found(first + start, first + end, span["label"], float(span["score"]))
