"""seqeval in ``mode="strict"``: only what follows the scheme to the letter is a mention."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nerproof.compat import scorer
from nerproof.compat.counts import Row, rows_by_type
from nerproof.compat.tagschemes import read_strict, scheme_of

if TYPE_CHECKING:
    from nerproof.compat.coding import TagPair
    from nerproof.compat.spans import Reading


def mentions(pair: TagPair) -> Reading:
    return read_strict(pair, scheme_of(tag[:1] for tag in pair.tags))


@scorer(
    "seqeval-strict", rule="an I- without a matching B- before it is no mention; nothing is repaired", read=mentions
)
def seqeval_strict(pair: TagPair) -> list[Row]:
    """Strict mode of seqeval in the scheme that the prefixes show (IOB2, IOBES or BILOU)."""
    return rows_by_type(mentions(pair).tally(len(pair.gold)))
