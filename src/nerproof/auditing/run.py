"""audit(): ranks the sites where gold is probably wrong and says what that means for the systems."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from nerproof.auditing.alternatives import KINDS, Alternatives
from nerproof.auditing.folds import Folds
from nerproof.auditing.inconsistencies import inconsistencies
from nerproof.auditing.meaning import meaning
from nerproof.auditing.probability import FOLDS, VOTES, Ranked, rank
from nerproof.auditing.review import Review, review
from nerproof.auditing.why import Reasons
from nerproof.base.errors import UsageError
from nerproof.base.version import __version__
from nerproof.corpus import Corpus
from nerproof.corpus.outline import Outline
from nerproof.engine.prepare import load_all
from nerproof.engine.study import Input, Options
from nerproof.engine.votes import read_votes
from nerproof.measures.votes import GOLD, Answer, Votes
from nerproof.models import Progress

WORST_FIRST = 20  # inconsistencies that are kept


@dataclass(frozen=True, eq=False)
class Audit:
    """Ranked sites and what they mean. ``site(i)`` is the i-th as a dictionary, ``sites()`` all of them."""

    gold: Corpus
    votes: Votes
    ranked: Ranked
    systems: tuple[str, ...]  # those given; our own models on folds are voters, too
    options: Options
    folds: int = 0
    train: Corpus | None = None
    notes: tuple[str, ...] = ()

    def __len__(self) -> int:
        return len(self.ranked)

    @cached_property
    def review(self) -> Review:
        """How many errors to expect, and where to stop."""
        return review(self.ranked.score, FOLDS if self.folds else VOTES)

    @cached_property
    def reasons(self) -> Reasons:
        return Reasons(self.votes)

    def sites(self, limit: int | None = None) -> Iterator[dict[str, Any]]:
        """The sites as ``audit.jsonl`` has them, likeliest errors first."""
        return (self.site(i) for i in range(len(self) if limit is None else min(limit, len(self))))

    def site(self, i: int) -> dict[str, Any]:
        row = int(self.ranked.row[i])
        gold, proposal = self.ranked.alternatives.both(row)
        site = int(self.ranked.alternatives.site[row])
        sentence = int(self.votes.site_sentence[site])
        first = int(self.votes.sentences[sentence])
        kind = KINDS[int(self.ranked.alternatives.kind[row])]
        votes = {name: _plain(self.votes.answer(site, k)) for k, name in enumerate(self.votes.voters) if k}
        return {
            "rank": i + 1,
            "score": round(float(self.ranked.score[i]), 6),
            "probability": round(float(self.ranked.probability[i]), 6),
            "sentence": sentence,
            "start": int(self.votes.site_start[site]) - first,
            "end": int(self.votes.site_end[site]) - first,
            "gold": _plain(gold),
            "proposal": _plain(proposal),
            "votes": votes,
            "kind": kind,
            "why": self.reasons.of(self.gold, site, gold, proposal, votes),
            "tokens": self.gold.sentence(sentence),
            "place": self.gold.place(sentence),
        }

    @cached_property
    def summary(self) -> dict[str, Any]:
        """Everything but the sites: expected errors, where to stop, scores against audited gold, inconsistencies."""
        corpora = [c for c in (self.train, self.gold) if c is not None]
        means = meaning(self.ranked, self.gold, self.systems, self.options)
        return {
            "signature": self.signature,
            "sites": self.votes.n_sites,
            "disputed": len(self),
            "review": self.review.to_dict(),
            "systems": means.systems,
            "findings": means.findings,
            "inconsistencies": [x.to_dict() for x in inconsistencies(corpora, limit=WORST_FIRST)],
            "notes": list(self.notes),
        }

    @property
    def signature(self) -> dict[str, Any]:
        return {
            "gold": str(Outline.of(self.gold)),
            "voters": list(self.votes.voters[1:]),
            "folds": self.folds,
            "seed": self.options.seed,
            "resamples": self.options.resamples,
            "version": __version__,
        }


def audit(
    gold: Input,
    predictions: Mapping[str, Input] | None = None,
    *,
    train: Input | Sequence[Input] | None = None,
    cross_validate: int = 0,
    folder: str | Path | None = None,
    progress: Progress | None = None,
    options: Options | None = None,
    stream: bool | None = None,
    **changes: Any,
) -> Audit:
    """Where gold is probably wrong, judged by systems (``predictions``) or our own models (``cross_validate`` folds).

    ``train`` is further evidence of how names are annotated. ``folder`` keeps the models of the folds, so that a broken
    run goes on where it stopped. ``stream`` reads predictions chunk by chunk (None: where files are large). Other
    keyword arguments are fields of Options.
    """
    chosen = options or Options(**changes)
    if not predictions and not cross_validate:
        raise UsageError("nothing to audit by. Give predictions (--pred NAME=FILE) or --cross-validate 5")
    corpus, votes, notes = _inputs(gold, predictions or {}, chosen, stream)
    training = load_all(train, chosen)
    folds = None
    if cross_validate:
        home = None if folder is None else Path(folder)
        folds = Folds.trained(corpus, cross_validate, also=training, seed=chosen.seed, folder=home, progress=progress)
        votes = votes.beside(Votes.of(folds.predictions(corpus)))
    alternatives = Alternatives.of(votes, None if training is None else Votes.of({GOLD: training}))
    ranked = rank(alternatives, folds.log_odds(corpus, alternatives) if folds else None)
    if votes.dropped:
        notes = (*notes, f"{votes.dropped} predicted spans that fit no token of one sentence are left out")
    return Audit(corpus, votes, ranked, tuple(predictions or {}), chosen, cross_validate, training, notes)


def _inputs(
    gold: Input, predictions: Mapping[str, Input], options: Options, stream: bool | None
) -> tuple[Corpus, Votes, tuple[str, ...]]:
    if GOLD in predictions:
        raise UsageError(f"no system may be named {GOLD!r}. Give it another name: --pred NAME=FILE")
    if predictions:
        return read_votes(gold, predictions, options, stream=stream)
    corpus = load_all(gold, options)
    assert corpus is not None
    return corpus, Votes.of({GOLD: corpus}), corpus.notes


def _plain(answer: Answer) -> list[list[Any]]:
    return [[span.start, span.end, span.type] for span in answer]
