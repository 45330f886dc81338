"""What a user asks of an attack, made into AttackOptions: gazetteers are opened, models loaded, links read."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from nerproof.attacks import AttackOptions
from nerproof.attacks.hard import refuse_same
from nerproof.attacks.language import guess_language
from nerproof.base.errors import InputError
from nerproof.gazetteers import Gazetteer, open_gazetteer
from nerproof.gazetteers.type_map import parse_type_map
from nerproof.models.files import open_model
from nerproof.models.store import CARD, read_card

if TYPE_CHECKING:
    from nerproof.corpus import Corpus
    from nerproof.corpus.edits import Predict


def attack_options(
    gold: Corpus,
    *,
    train: Corpus | None = None,
    gazetteer: str | Path | Gazetteer | None = None,
    gazetteer_filter: Sequence[str] = (),
    type_map: Sequence[str] = (),
    links: str | Path | None = None,
    reference: str | Path | Predict | None = None,
    mlm: str | None = None,
    language: str | None = None,
    **fields: Any,
) -> AttackOptions:
    """AttackOptions; ``fields`` are those of them that are taken as they are."""
    # Names come in the language of the text where the gazetteer has them.
    spoken = language or guess_language(gold if train is None else train)
    return AttackOptions(
        train=train,
        gazetteer=_opened(gazetteer, tuple(gazetteer_filter), spoken),
        type_map=parse_type_map(type_map),
        links=None if links is None else read_links(Path(links)),
        reference=open_model(reference).predict if isinstance(reference, str | Path) else reference,
        language=language,
        filler=None if mlm is None else _masked(mlm),
        **fields,
    )


def _opened(given: str | Path | Gazetteer | None, filters: tuple[str, ...], language: str | None) -> Gazetteer | None:
    if given is None or isinstance(given, Gazetteer):
        return given
    return open_gazetteer(given, filters=filters, language=language)


def read_links(path: Path) -> dict[int, str]:
    """An outside linker's answers: JSON Lines with the index of a mention and its QID."""
    found = {}
    for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1):
        try:
            record = json.loads(line)
            found[int(record["mention"])] = str(record["qid"])
        except (ValueError, KeyError, TypeError):
            fix = 'Write lines like {"mention": 0, "qid": "Q956"}.'
            raise InputError.at(path, number, "names no mention and qid", fix=fix) from None
    return found


def refuse_evaluated(reference: str, evaluated: Sequence[str]) -> None:
    """A reference that will be scored itself makes the attack circular."""
    refuse_same(identity(reference), {name: identity(name) for name in evaluated})


def identity(model: str) -> str:
    """A saved model by its digest, wherever it lies; anything else by its name."""
    return read_card(Path(model)).digest if (Path(model) / CARD).exists() else model


def _masked(name: str) -> Any:
    from nerproof.attacks.masked import MaskedFiller

    return MaskedFiller.load(name)
