"""The little an attack must know about a language: its articles, possessives and auxiliaries."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import numpy as np

from nerproof.attacks.shapes import LATIN, script_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from nerproof.corpus import Corpus

ARTICLES: Mapping[str, frozenset[str]] = {
    "en": frozenset(["the", "a", "an"]),
    "es": frozenset(["el", "la", "los", "las", "un", "una"]),
    "nl": frozenset(["de", "het", "een", "'t"]),
    "de": frozenset(["der", "die", "das", "den", "dem", "des", "ein", "eine"]),
    "fr": frozenset(["le", "la", "les", "l'", "un", "une"]),
    "it": frozenset(["il", "lo", "la", "i", "gli", "le", "l'", "un", "una"]),
    "pt": frozenset(["o", "a", "os", "as", "um", "uma"]),
}
POSSESSIVES = frozenset(["'s", "’s", "'", "’"])
QUOTES = frozenset(['"', "``", "''", "“", "”", "„", "«", "»", "'", "‘", "’"])


UNKNOWN = "und"  # ISO 639's code for a language that could not be told

_FUNCTION_WORDS: Mapping[str, str] = {
    "en": "the of and to in is for that was with on his he it at by from are has were",
    "es": "el la de los las que y en del un una por con se su para al es como más",
    "nl": "de het een van en in dat op te is met voor zijn niet aan door bij ook naar werd",
    "de": "der die das und den von zu mit dem des ein eine im ist nicht auf für sich auch nach",
    "fr": "le la les de et des en du un une que dans est pour qui par sur au pas avec",
    "it": "il di che la e del della per un una con gli le non sono dei nel alla più ha",
    "pt": "o a de que e do da em um uma para os as não no na com dos por mais",
    "sv": "och i att det som en på är av för med den till inte har ett om var från vid",
    "da": "og i at det er en til på af som med for den de ikke der et har fra blev",
    "no": "og i det er på til som en av for at med den har ikke et om var ble fra",
    "fi": "ja on ei että se oli hän mutta ovat kun mukaan myös joka ole sen kuin",
    "pl": "i w na z do się nie że jest to o przez po od ma jak za oraz dla był",
    "cs": "a v na se že je s z do o to pro za by ve jako od po byl k",
    "hu": "a az és hogy nem is egy volt meg ez már csak mint de ki még vagy után",
    "ro": "de în și la a cu din pe o că pentru nu un este care mai au fi prin sau",
    "tr": "ve bir bu için da de ile olarak olan çok daha sonra kadar gibi ise en olduğu",
    "id": "yang dan di ini dengan untuk dari dalam itu pada tidak akan adalah ke oleh juga",
    "hr": "i u je na se da su za od s kao iz koji o bi nije to će sa ali",
    "ca": "de la i el que a en els les un una per amb del és al va no",
}


def guess_language(corpus: Corpus) -> str:
    """The language whose function words make up most tokens; of texts without any, English if the letters are Latin."""
    vocabulary = corpus.tokens.vocabulary
    counts = np.bincount(corpus.tokens.ids, minlength=len(vocabulary))
    index = vocabulary.index

    def share(language: str) -> int:
        return sum(int(counts[index[w]]) for w in _FUNCTION_WORDS[language].split() if w in index)

    best = max(_FUNCTION_WORDS, key=lambda name: (share(name), name == "en"))
    if share(best):
        return best
    words = [w for w, n in zip(vocabulary.strings, counts.tolist(), strict=True) if n]
    scripts = Counter(s for w in words if (s := script_of(w)))
    return "en" if not scripts or scripts.most_common(1)[0][0] == LATIN else UNKNOWN
