"""The label schemes by name: which prefix each token of a mention has."""

from __future__ import annotations

from nerproof.base.errors import UnknownName
from nerproof.record import record


@record(eq=True)
class Scheme:
    """The prefix of a chunk's only, first, inner and last token.

    ``adjacent``: the prefix at the seam of two chunks of one type (IOB1's B, IOE1's E).
    """

    name: str
    single: str
    first: str
    inner: str
    last: str
    adjacent: str = ""

    @property
    def prefixes(self) -> frozenset[str]:
        return frozenset(self.single + self.first + self.inner + self.last + self.adjacent)


SCHEMES = {
    s.name: s
    for s in (
        Scheme("IOB2", "B", "B", "I", "I"),
        Scheme("IOB1", "I", "I", "I", "I", adjacent="B"),
        Scheme("IOE2", "E", "I", "I", "E"),
        Scheme("IOE1", "I", "I", "I", "I", adjacent="E"),
        Scheme("BIOES", "S", "B", "I", "E"),
        Scheme("BILOU", "U", "B", "I", "L"),
        Scheme("BMES", "S", "B", "M", "E"),
        Scheme("BMEOW", "W", "B", "M", "E"),
        Scheme("IO", "I", "I", "I", "I"),
        Scheme("bare", "", "", "", ""),
    )
}
ALIASES = {
    "BIO": "IOB2",
    "IOB": "IOB1",
    "BIOUL": "BILOU",
    "BILUO": "BILOU",
    "IOBES": "BIOES",
    "BMEWO": "BMEOW",
}


def named(scheme: str) -> Scheme:
    name = ALIASES.get(scheme.upper(), scheme if scheme == "bare" else scheme.upper())
    if name not in SCHEMES:
        raise UnknownName.among("scheme", scheme, [*SCHEMES, *ALIASES])
    return SCHEMES[name]
