"""Any masked language model of the transformers library, from a local path or by its hub name."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from nerproof.attacks.contextwords import FIXED
from nerproof.attacks.english import KIND, english_words
from nerproof.attacks.fillers import Filled, Gap, like
from nerproof.base.errors import InputError, MissingExtra
from nerproof.gazetteers.progress import steps

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from nerproof.corpus import Ints

BATCH = 32
SEARCHED = 2000  # likeliest words among which those of the right tag are looked for


@dataclass(frozen=True)
class MaskedFiller:
    """Fills masks from left to right: the words already filled in are part of what the model reads."""

    name: str
    tokenizer: Any
    model: Any
    words: Ints  # ids of the vocabulary that are whole plain words
    has_tag: Callable[[str, str], bool] = field(default=lambda _word, _tag: True, repr=False)  # (word, fine tag)

    @property
    def statement(self) -> str:
        return f"context words by the masked language model {self.name}"

    @classmethod
    def load(cls, name: str, has_tag: Callable[[str, str], bool] | None = None) -> MaskedFiller:
        """From a folder or a hub name; anything that is not a masked language model is refused.

        ``has_tag`` says whether a word may have a fine tag; by default the English word list does.
        """
        has_tag = has_tag or (lambda word, tag: english_words().lemma(tag, word) is not None)
        try:
            from transformers import AutoConfig, AutoModelForMaskedLM, AutoTokenizer
        except ImportError:
            raise MissingExtra.of("transformers", "transformers") from None
        try:
            config = AutoConfig.from_pretrained(name)
            _check(name, list(getattr(config, "architectures", None) or []))
            tokenizer = AutoTokenizer.from_pretrained(name)
            model = AutoModelForMaskedLM.from_pretrained(name).eval()
        except (OSError, KeyError, ValueError) as error:
            if isinstance(error, InputError):
                raise
            # The library goes on to list every kind of model there is.
            first = str(error).strip().splitlines()[0].split(". ")[0].rstrip(".")
            what = f"cannot be loaded as a masked language model ({first})"
            raise InputError.at(name, None, what, fix=_FIX) from None
        if tokenizer.mask_token is None:
            raise InputError.at(name, None, "is not a masked language model: its tokenizer has no mask", fix=_FIX)
        return cls(name, tokenizer, model, _plain_words(tokenizer), has_tag)

    def fillable(self, words: Sequence[str], tags: Sequence[str]) -> list[int]:
        """Plain words whose tag is that of a noun, a full verb, an adjective or an adverb."""
        pairs = enumerate(zip(words, tags, strict=True))
        return [i for i, (w, t) in pairs if t in KIND and w.isalpha() and len(w) > 2 and w.lower() not in FIXED]

    def fill(self, gaps: Sequence[Gap], ranks: tuple[int, int]) -> list[Filled]:
        """All gaps at once, one mask after the other."""
        texts = [list(g.words) for g in gaps]
        for text, gap in zip(texts, gaps, strict=True):
            for p in gap.positions:
                text[p] = self.tokenizer.mask_token
        new: list[list[str]] = [[] for _ in gaps]
        likelihood: list[float | None] = [0.0] * len(gaps)
        for turn in range(max((len(g.positions) for g in gaps), default=0)):
            open_ = [i for i, g in enumerate(gaps) if turn < len(g.positions) and likelihood[i] is not None]
            for i, best in zip(open_, self._ranked([texts[i] for i in open_], SEARCHED), strict=True):
                word, score = self._pick(gaps[i], turn, best, ranks)
                before = likelihood[i]
                likelihood[i] = None if word is None or before is None else before + score
                if word is not None:
                    texts[i][gaps[i].positions[turn]] = word
                    new[i].append(word)
        return [Filled(tuple(w), p) for w, p in zip(new, likelihood, strict=True)]

    def _pick(
        self, gap: Gap, turn: int, best: list[tuple[str, float]], ranks: tuple[int, int]
    ) -> tuple[str | None, float]:
        old, tag = gap.words[gap.positions[turn]], gap.tags[gap.positions[turn]]
        usable = [(w, s) for w, s in best if w.lower() != old.lower() and self.has_tag(w, tag)][: ranks[1]]
        if not usable:
            return None, 0.0
        low = ranks[0] if len(usable) > ranks[0] else len(usable) // 2
        word, score = usable[low + int(gap.draws[turn] * (len(usable) - low))]
        return like(word, old), score

    def _ranked(self, texts: list[list[str]], n: int) -> list[list[tuple[str, float]]]:
        """The n best plain words for the first mask of each text, best first; none where it does not fit."""
        import torch

        found: list[list[tuple[str, float]]] = []
        for begin in steps(range(0, len(texts), BATCH), "filling in words"):
            batch = self.tokenizer(
                texts[begin : begin + BATCH],
                is_split_into_words=True,
                padding=True,
                truncation=True,
                max_length=_longest(self.tokenizer, self.model),
                return_tensors="pt",
            )
            with torch.inference_mode():
                scores = torch.log_softmax(self.model(**batch).logits.float(), dim=-1)
            masks = (batch["input_ids"] == self.tokenizer.mask_token_id).numpy()
            for row, mask in enumerate(masks):
                places = np.flatnonzero(mask)
                found.append(self._words(scores[row, int(places[0])].numpy(), n) if len(places) else [])
        return found

    def _words(self, scores: Any, n: int) -> list[tuple[str, float]]:
        of_words = scores[self.words]
        order = np.lexsort((self.words, -of_words))[:n]
        ids = self.words[order].tolist()
        names = [self.tokenizer.decode([i]).strip() for i in ids]
        return list(zip(names, (float(s) for s in of_words[order]), strict=True))


_FIX = "Give a model that was trained to fill masks, for example a BERT."


def _check(name: str, architectures: list[str]) -> None:
    """A model with another head loads "successfully" with random weights for the missing one."""
    known = ("MaskedLM", "ForPreTraining", "WithLMHeadModel")
    if architectures and not any(k in a for a in architectures for k in known):
        raise InputError.at(name, None, f"is not a masked language model but {', '.join(architectures)}", fix=_FIX)


def _plain_words(tokenizer: Any) -> Ints:
    """Ids whose text is one whole lower-case word: no pieces, marks or special tokens."""
    special = set(tokenizer.all_special_ids)
    found = []
    pieces = list(tokenizer.get_vocab().items())
    # BERT marks the pieces inside words (##), RoBERTa and its kin the starts (Ġ, ▁).
    starts = any(p.startswith(("Ġ", "▁")) for p, _ in pieces)
    for piece, i in pieces:
        word = piece[1:] if starts and piece.startswith(("Ġ", "▁")) else piece
        whole = piece != word if starts else not piece.startswith("##")
        if whole and i not in special and len(word) > 1 and word.isalpha() and word.islower():
            found.append(i)
    return np.array(sorted(found), dtype=np.int64)


def _longest(tokenizer: Any, model: Any) -> int:
    """The longest input: tokenizers without a limit say 10^30."""
    limit = getattr(model.config, "max_position_embeddings", 512)
    # RoBERTa's positions begin after the padding index.
    limit -= 2 if model.config.model_type in {"roberta", "xlm-roberta", "camembert"} else 0
    return int(min(tokenizer.model_max_length, limit))
