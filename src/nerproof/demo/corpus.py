"""The demo corpus: small news stories in five domains, the same for the same seed.

Every story has a cast drawn from pools of names, so that its people and places come back from sentence to
sentence. Some names mean two things on purpose: towns are clubs, families are companies. Test stories also
meet names and sentence frames that training never shows.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from nerproof.corpus import Corpus
from nerproof.demo.dice import Dice
from nerproof.demo.frames import DOMAINS, Domain, Sentence, domain, fill
from nerproof.demo.names import Entity, Pool, pool
from nerproof.demo.noise import AnnotationError, spoil

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

SIZES = {"train": 2000, "dev": 400, "test": 800}
SHARED_POOLS = {"town", "country", "company", "paper"}  # the others belong to one domain
LATE_DRAWS = 0.3  # how often dev and test use a name that is kept from training
LATE_FRAMES = 3  # every third frame is kept from training
GENERAL = 0.3  # how often a sentence of the body is one whose words do not tell the type of the name
SKEW = 1.7  # how much the first names of a pool are preferred


@dataclass(frozen=True)
class Demo:
    """The three parts and the annotation errors put into them."""

    seed: int
    parts: Mapping[str, Corpus]
    errors: Sequence[AnnotationError]

    @property
    def train(self) -> Corpus:
        return self.parts["train"]

    @property
    def dev(self) -> Corpus:
        return self.parts["dev"]

    @property
    def test(self) -> Corpus:
        return self.parts["test"]


def build(seed: int = 0) -> Demo:
    """Builds the demo corpus.

    >>> demo = build()
    >>> demo.train.n_sentences, demo.test.types
    (2000, ('LOC', 'MISC', 'ORG', 'PER'))
    """
    writer = _Writer(seed)
    parts: dict[str, Corpus] = {}
    errors: list[AnnotationError] = []
    for part, size in SIZES.items():
        parts[part], wrong = writer.part(part, size)
        errors.extend(wrong)
    return Demo(seed, parts, tuple(errors))


class _Writer:
    """Writes stories: owns the pools and the frames."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.domains = [domain(name) for name in DOMAINS]
        self.general = domain("general")

    @cached_property
    def pools(self) -> dict[tuple[str, str], Pool]:
        keys = {(d.name, kind) for d in self.domains for kind in d.cast.values()}
        streams = {(name, kind): "" if kind in SHARED_POOLS else name for name, kind in keys}
        built = {(kind, stream): pool(kind, self.seed, stream) for (_, kind), stream in streams.items()}
        return {key: built[key[1], stream] for key, stream in streams.items()}

    def part(self, part: str, size: int) -> tuple[Corpus, list[AnnotationError]]:
        dice = Dice(self.seed, f"stories/{part}")
        sentences: list[Sentence] = []
        starts: list[int] = []
        fields: list[str] = []
        while len(sentences) < size:
            about = self.domains[len(starts) % len(self.domains)]
            story = self.story(about, part, dice)[: size - len(sentences)]
            starts.append(len(sentences))
            sentences.extend(story)
            fields.extend([about.name] * len(story))
        spoiled, errors = spoil(part, sentences, Dice(self.seed, f"noise/{part}"))
        corpus = Corpus.from_sentences(
            [s.tokens for s in spoiled],
            [s.mentions for s in spoiled],
            document_starts=starts,
            document_ids=tuple(f"{part}-{i + 1:03d}" for i in range(len(starts))),
            fields={"domain": fields},
        )
        return corpus, errors

    def story(self, about: Domain, part: str, dice: Dice) -> list[Sentence]:
        """Four to ten sentences with one cast: headline or none, opening, what happened, end or none."""
        cast = self.cast(about, part, dice)
        length = dice.between(4, 10)
        frames = [self.frame(about, "headline", part, dice)] if dice.chance(0.35) else []
        frames.append(self.frame(about, "open", part, dice))
        last = [self.frame(about, "close", part, dice)] if dice.chance(0.4) else []
        frames += self.body(about, part, length - len(frames) - len(last), dice)
        return [fill(frame, self.with_any(cast, dice), dice) for frame in [*frames, *last]]

    def body(self, about: Domain, part: str, length: int, dice: Dice) -> list[str]:
        own = dice.shuffled(self.frames(about, "body", part))
        general = dice.shuffled(self.frames(self.general, "body", part))
        return [(general if dice.chance(GENERAL) else own).pop() for _ in range(length)]

    def with_any(self, cast: dict[str, Entity], dice: Dice) -> dict[str, Entity]:
        """The cast and, as ``any`` and ``any2``, two of it by the form they are mostly called."""
        two = dice.shuffled(list(cast.values()))[:2]
        return {**cast, **{role: entity.called() for role, entity in zip(("any", "any2"), two, strict=True)}}

    def frames(self, about: Domain, section: str, part: str) -> list[str]:
        late = part != "train"
        return [f for i, f in enumerate(about.frames[section]) if late or i % LATE_FRAMES != LATE_FRAMES - 1]

    def frame(self, about: Domain, section: str, part: str, dice: Dice) -> str:
        return dice.pick(self.frames(about, section, part))

    def cast(self, about: Domain, part: str, dice: Dice) -> dict[str, Entity]:
        """An entity for every role, no entity in two roles."""
        chosen: dict[str, Entity] = {}
        for role, kind in about.cast.items():
            names = self.pools[about.name, kind]
            entity = self.draw(names, part, dice)
            while entity in chosen.values():
                entity = self.draw(names, part, dice)
            chosen[role] = entity
        return chosen

    def draw(self, names: Pool, part: str, dice: Dice) -> Entity:
        if part != "train" and names.late and dice.chance(LATE_DRAWS):
            return dice.pick(names.late)
        return names.known[int(len(names.known) * dice.share() ** SKEW)]
