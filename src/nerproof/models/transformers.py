"""transformers: token classification with any encoder of the transformers library, with or without a CRF."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np

from nerproof.base.errors import InputError, UsageError
from nerproof.corpus import Coded, Corpus, Mentions, Vocabulary
from nerproof.corpus.schemes import BadTag, decode
from nerproof.models import MODELS, Progress
from nerproof.models.early_stopping import Snapshots, best_epoch, mention_f1
from nerproof.models.extras import Libraries, need
from nerproof.models.options import options_of
from nerproof.models.spanmarginals import Chain, with_marginals
from nerproof.models.store import read_card, save_files
from nerproof.models.tagging import label_names, labels, with_labels
from nerproof.models.weights import from_npz, to_npz

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from nerproof.models.nets.encoder import Encoder
    from nerproof.models.nets.subwords import Padded, SubwordTagger, Window

NETWORK, CRF = "network", "crf.npz"


@dataclass
class Fitted:
    encoder: Encoder
    tagger: SubwordTagger
    names: list[str]
    facts: dict[str, Any]


@MODELS.register("transformers")
@dataclass
class Transformers:
    """``base``: a folder or a name on the hub. Without training, a base that has NER labels predicts them."""

    libraries: ClassVar[Libraries] = (
        ("torch", "torch", "transformers"),
        ("transformers", "transformers", "transformers"),
    )

    base: str = ""
    epochs: int = 4
    patience: int = 2
    batch: int = 16
    learning_rate: float = 5e-5
    warmup: float = 0.1  # share of the steps
    max_length: int | None = None  # subwords per window; None: what the encoder allows
    crf: bool = False
    device: str = "auto"
    fitted: Fitted | None = field(default=None, init=False, repr=False)

    def train(
        self, corpus: Corpus, dev: Corpus | None = None, *, seed: int = 0, progress: Progress | None = None
    ) -> Self:
        if not corpus.n_tokens:
            raise UsageError("the training corpus has no tokens. Give a corpus with at least one sentence.")
        self._check_base()
        torch = need("torch", package="torch", extra="transformers")
        with torch.random.fork_rng(), quiet_library():
            torch.manual_seed(seed)
            fitted = self.open_(self.base, label_names(corpus.types), new_head=True)
            training = Training.of(self, fitted, corpus, seed, progress)
            score = None if dev is None else lambda: mention_f1(dev, self._with(fitted).predict(dev))
            snapshots = Snapshots.of_network(fitted.tagger)
            chosen = best_epoch(training.epoch, score, snapshots, epochs=self.epochs, patience=self.patience)
        fitted.facts = {"trained_on": corpus.digest, "seed": seed, "losses": training.losses, **chosen}
        return self._with(fitted)

    def predict(self, corpus: Corpus, *, progress: Progress | None = None) -> Corpus:
        fitted = self.fitted or self._pretrained()
        if not corpus.n_tokens:
            return corpus.with_mentions(Mentions.of([], [], []), ())
        cut, notes = fitted.encoder.windows(corpus)
        found = np.zeros(corpus.n_tokens, dtype=np.int64)
        state = np.zeros((corpus.n_tokens, len(fitted.names)))
        fitted.tagger.eval()
        order = sorted(cut, key=lambda w: sum(map(len, w.pieces)))  # like lengths, little padding
        for first in range(0, len(order), self.batch):
            chosen = order[first : first + self.batch]
            paths, scores = fitted.tagger.best(self.padded(fitted, chosen, found))
            for window, path, row in zip(chosen, paths, scores.cpu().double().numpy(), strict=True):
                kept = path[window.kept]
                at = window.start + window.kept.start
                found[at : at + len(kept)], state[at : at + len(kept)] = kept, row[: len(path)][window.kept]
            if progress:
                progress("predicting", min(first + self.batch, len(order)), len(order))
        predicted = self._scored(_labelled(corpus, found, fitted.names, ours=self.fitted is not None), found, state)
        return replace(predicted, notes=(*predicted.notes, *notes))

    def _scored(self, predicted: Corpus, found: Any, state: Any) -> Corpus:
        """The probability of each span; of a base's own labels the mean probability of its tokens' labels."""
        if self.fitted is not None:
            crf, names = self.fitted.tagger.crf, self.fitted.names
            chain = Chain.without_steps(len(names)) if crf is None else crf.chain()
            types = [name[2:] for name in names[1::2]]
            return with_marginals(predicted, types, chain, state)
        odds = np.exp(state - state.max(axis=1, keepdims=True))
        sure = np.append(0.0, np.cumsum(odds[np.arange(len(found)), found] / odds.sum(axis=1)))
        m = predicted.mentions
        score = (sure[m.end] - sure[m.start]) / np.maximum(m.end - m.start, 1)
        return predicted.with_mentions(replace(m, score=np.clip(score, 0, 1)))

    def save(self, folder: Path) -> None:
        fitted = self.fitted
        if fitted is None:
            raise UsageError("the transformers model is not trained. Call train first.")

        def network(path: Path) -> None:
            fitted.encoder.network.save_pretrained(path, safe_serialization=True)
            fitted.encoder.tokenizer.save_pretrained(path)

        files: dict[str, Any] = {NETWORK: network}
        if fitted.tagger.crf is not None:
            files[CRF] = to_npz(fitted.tagger.crf)
        save_files(folder, "transformers", options_of(self), files, {"names": fitted.names, **fitted.facts})

    @classmethod
    def load(cls, folder: Path) -> Self:
        card = read_card(folder)
        model = cls(**card.options)
        with quiet_library():
            fitted = model.open_(str(folder / NETWORK), card.facts["names"])
        if fitted.tagger.crf is not None:
            from_npz(fitted.tagger.crf, folder / CRF)
        fitted.facts = {k: v for k, v in card.facts.items() if k != "names"}
        return model._with(fitted)

    def _with(self, fitted: Fitted) -> Self:
        model = replace(self)
        model.fitted = fitted
        return model

    def _check_base(self) -> None:
        if not self.base:
            raise UsageError("the transformers model needs an encoder. Name one: --option base=FOLDER_OR_NAME")

    def open_(self, place: str, names: list[str] | None, *, new_head: bool = False) -> Fitted:
        need("torch", package="torch", extra="transformers")
        from nerproof.models.nets.encoder import Encoder
        from nerproof.models.nets.subwords import SubwordTagger

        encoder = Encoder.open(place, names=names if new_head else None, max_length=self.max_length)
        known = names or [encoder.network.config.id2label[i] for i in range(encoder.network.config.num_labels)]
        tagger = SubwordTagger(encoder.network, len(known), crf=self.crf).to(self._device())
        return Fitted(encoder, tagger, list(known), {})

    def _pretrained(self) -> Fitted:
        """The base with its own labels."""
        self._check_base()
        with quiet_library():
            return replace(self, crf=False).open_(self.base, None)

    def _device(self) -> str:
        import torch

        return ("cuda" if torch.cuda.is_available() else "cpu") if self.device == "auto" else self.device

    def padded(self, fitted: Fitted, chosen: Sequence[Window], gold: Any) -> Padded:
        from nerproof.models.nets.subwords import pad

        encoder = fitted.encoder
        batch = pad(chosen, gold, encoder.wrap, encoder.tokenizer.pad_token_id or 0)
        return batch.to(self._device())


@dataclass
class Training:
    """What one pass over the training data needs: AdamW with a linear rise and fall of the learning rate."""

    options: Transformers
    fitted: Fitted
    cut: list[Window]
    gold: Any
    rng: np.random.Generator
    optimizer: Any
    schedule: Any
    progress: Progress | None
    losses: list[float] = field(default_factory=list)

    @classmethod
    def of(
        cls, options: Transformers, fitted: Fitted, corpus: Corpus, seed: int, progress: Progress | None
    ) -> Training:
        from torch.optim import AdamW
        from torch.optim.lr_scheduler import LambdaLR

        cut, _ = fitted.encoder.windows(corpus)
        steps = options.epochs * -(-len(cut) // options.batch)
        rise = max(1, round(steps * options.warmup))
        optimizer = AdamW(fitted.tagger.parameters(), lr=options.learning_rate, weight_decay=0.01)
        rate = lambda step: min((step + 1) / rise, max(0.0, (steps - step) / max(1, steps - rise)))
        rng = np.random.default_rng(seed)
        return cls(options, fitted, cut, labels(corpus), rng, optimizer, LambdaLR(optimizer, rate), progress)

    def epoch(self, number: int) -> None:
        self.fitted.tagger.train()
        order, size = self.rng.permutation(len(self.cut)), self.options.batch
        steps, total = range(0, len(order), size), 0.0
        for done, first in enumerate(steps, 1):
            chosen = [self.cut[i] for i in order[first : first + size]]
            total += self._step(chosen) * len(chosen)
            if self.progress:
                self.progress("training", number * len(steps) + done, self.options.epochs * len(steps))
        self.losses.append(total / len(self.cut))

    def _step(self, chosen: Sequence[Window]) -> float:
        from torch.nn.utils import clip_grad_norm_

        loss = self.fitted.tagger.loss(self.options.padded(self.fitted, chosen, self.gold))
        self.optimizer.zero_grad()
        loss.backward()
        clip_grad_norm_(self.fitted.tagger.parameters(), 1.0)
        self.optimizer.step()
        self.schedule.step()
        return float(loss.detach())


def _labelled(corpus: Corpus, found: Any, names: list[str], *, ours: bool) -> Corpus:
    """Labels to mentions; a base's own labels may follow any scheme."""
    if ours:
        return with_labels(corpus, found, names)
    if all(name.startswith("LABEL_") for name in names):  # the library's names for a head nobody trained
        raise _no_labels(f"they are called {names[0]} …")
    try:
        decoded = decode(Coded(found.astype(np.int32), Vocabulary(names)), corpus.sentences)
    except BadTag as error:
        raise _no_labels(error.what) from None
    return corpus.with_mentions(decoded.mentions, decoded.types)


def _no_labels(why: str) -> InputError:
    fix = "Train it first, or give a base with labels such as B-PER."
    return InputError.at("the base model", None, f"has no NER labels ({why})", fix=fix)


@contextmanager
def quiet_library() -> Iterator[None]:
    """Without the library's remarks on a new head, which is what we asked for."""
    logging = need("transformers", package="transformers", extra="transformers").utils.logging
    before = logging.get_verbosity()
    logging.set_verbosity_error()
    try:
        yield
    finally:
        logging.set_verbosity(before)
