"""transformers: token classification with any encoder of the transformers library, with or without a CRF."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from nerproof.base.errors import InputError, UsageError
from nerproof.corpus import Coded, Corpus, Vocabulary
from nerproof.corpus.schemes import BadTag, decode
from nerproof.models import MODELS, Progress
from nerproof.models.early_stopping import Snapshots, best_epoch
from nerproof.models.extras import Libraries, need
from nerproof.models.spanmarginals import Chain, with_marginals
from nerproof.models.store import Content
from nerproof.models.tagging import label_names, labels, with_labels
from nerproof.models.trainable import Run, Trainable
from nerproof.models.weights import from_npz, to_npz

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from nerproof.models.nets.encoder import Encoder
    from nerproof.models.nets.subwords import Padded, SubwordTagger, Window
    from nerproof.models.nets.training import Passes

NETWORK, CRF = "network", "crf.npz"


@dataclass
class Fitted:
    encoder: Encoder
    tagger: SubwordTagger
    names: list[str]
    ours: bool = True  # else the base's own labels


@MODELS.register("transformers")
@dataclass
class Transformers(Trainable[Fitted]):
    """``base``: a folder or a name on the hub. Without training, a base that has NER labels predicts them."""

    name: ClassVar[str] = "transformers"
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

    def learn(self, corpus: Corpus, run: Run) -> tuple[Fitted, dict[str, Any]]:
        self._check_base()
        torch = need("torch", package="torch", extra="transformers")
        with torch.random.fork_rng(), quiet_library():
            torch.manual_seed(run.seed)
            fitted = self._open(self.base, label_names(corpus.types), new_head=True)
            passes = self._passes(fitted, corpus, run)
            chosen = best_epoch(self, fitted, passes.epoch, Snapshots.of_network(fitted.tagger), run)
        return fitted, {"names": fitted.names, **chosen}

    def _passes(self, fitted: Fitted, corpus: Corpus, run: Run) -> Passes:
        """AdamW with a linear rise and fall of the learning rate."""
        from torch.optim import AdamW
        from torch.optim.lr_scheduler import LambdaLR

        from nerproof.models.nets.training import Passes

        cut, _ = fitted.encoder.windows(corpus)
        steps = self.epochs * -(-len(cut) // self.batch)
        rise = max(1, round(steps * self.warmup))
        optimizer = AdamW(fitted.tagger.parameters(), lr=self.learning_rate, weight_decay=0.01)
        rate = lambda step: min((step + 1) / rise, max(0.0, (steps - step) / max(1, steps - rise)))
        gold = labels(corpus)
        loss = lambda chosen: fitted.tagger.loss(self._padded(fitted, chosen, gold))
        how = (optimizer, np.random.default_rng(run.seed), self.batch, self.epochs, 1.0)
        return Passes(fitted.tagger, cut, lambda: loss, *how, LambdaLR(optimizer, rate), run.progress)

    def label(self, fitted: Fitted, corpus: Corpus, progress: Progress | None) -> Corpus:
        cut, notes = fitted.encoder.windows(corpus)
        found = np.zeros(corpus.n_tokens, dtype=np.int64)
        state = np.zeros((corpus.n_tokens, len(fitted.names)))
        fitted.tagger.eval()
        order = sorted(cut, key=lambda w: sum(map(len, w.pieces)))  # like lengths, little padding
        for first in range(0, len(order), self.batch):
            chosen = order[first : first + self.batch]
            paths, scores = fitted.tagger.best(self._padded(fitted, chosen, found))
            for window, path, row in zip(chosen, paths, scores.cpu().double().numpy(), strict=True):
                kept = path[window.kept]
                at = window.start + window.kept.start
                found[at : at + len(kept)], state[at : at + len(kept)] = kept, row[: len(path)][window.kept]
            if progress:
                progress("predicting", min(first + self.batch, len(order)), len(order))
        predicted = _scored(fitted, _labelled(corpus, found, fitted), found, state)
        return replace(predicted, notes=(*predicted.notes, *notes))

    def files(self, fitted: Fitted) -> dict[str, Content]:
        def network(path: Path) -> None:
            fitted.encoder.network.save_pretrained(path, safe_serialization=True)
            fitted.encoder.tokenizer.save_pretrained(path)

        return {NETWORK: network, **({} if fitted.tagger.crf is None else {CRF: to_npz(fitted.tagger.crf)})}

    def restore(self, folder: Path, facts: dict[str, Any]) -> Fitted:
        with quiet_library():
            fitted = self._open(str(folder / NETWORK), facts["names"])
        if fitted.tagger.crf is not None:
            from_npz(fitted.tagger.crf, folder / CRF)
        return fitted

    def untrained(self) -> Fitted:
        """The base with its own labels."""
        self._check_base()
        with quiet_library():
            return self._open(self.base, None)

    def _check_base(self) -> None:
        if not self.base:
            raise UsageError("the transformers model needs an encoder. Name one: --option base=FOLDER_OR_NAME")

    def _open(self, place: str, names: list[str] | None, *, new_head: bool = False) -> Fitted:
        need("torch", package="torch", extra="transformers")
        from nerproof.models.nets.encoder import Encoder
        from nerproof.models.nets.subwords import SubwordTagger

        encoder = Encoder.open(place, names=names if new_head else None, max_length=self.max_length)
        known = names or [encoder.network.config.id2label[i] for i in range(encoder.network.config.num_labels)]
        tagger = SubwordTagger(encoder.network, len(known), crf=self.crf and names is not None).to(self._device())
        return Fitted(encoder, tagger, list(known), ours=names is not None)

    def _device(self) -> str:
        import torch

        return ("cuda" if torch.cuda.is_available() else "cpu") if self.device == "auto" else self.device

    def _padded(self, fitted: Fitted, chosen: Sequence[Window], gold: Any) -> Padded:
        from nerproof.models.nets.subwords import pad

        encoder = fitted.encoder
        batch = pad(chosen, gold, encoder.wrap, encoder.tokenizer.pad_token_id or 0)
        return batch.to(self._device())


def _scored(fitted: Fitted, predicted: Corpus, found: Any, state: Any) -> Corpus:
    """The probability of each span; of a base's own labels the mean probability of its tokens' labels."""
    if fitted.ours:
        crf = fitted.tagger.crf
        chain = Chain.without_steps(len(fitted.names)) if crf is None else crf.chain()
        return with_marginals(predicted, [name[2:] for name in fitted.names[1::2]], chain, state)
    odds = np.exp(state - state.max(axis=1, keepdims=True))
    sure = np.append(0.0, np.cumsum(odds[np.arange(len(found)), found] / odds.sum(axis=1)))
    m = predicted.mentions
    score = (sure[m.end] - sure[m.start]) / np.maximum(m.end - m.start, 1)
    return predicted.with_mentions(replace(m, score=np.clip(score, 0, 1)))


def _labelled(corpus: Corpus, found: Any, fitted: Fitted) -> Corpus:
    """Labels to mentions; a base's own labels may follow any scheme."""
    names = fitted.names
    if fitted.ours:
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
