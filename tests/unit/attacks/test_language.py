"""The language of a text, by its function words and letters."""

from __future__ import annotations

import pytest

from nerproof.attacks.language import UNKNOWN, guess_language
from nerproof.corpus import Corpus


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("The man went to the house with his dog", "en"),
        ("Der Mann ging mit dem Hund nach Hause und die Frau nicht", "de"),
        ("Mannen gick till huset och det var inte en hund som är på", "sv"),
        ("Człowiek nie jest w domu i się na to", "pl"),
        ("OIL PRICES UP", "en"),
        ("Он прибыл в Москву", UNKNOWN),
        ("他 访问 了 北京", UNKNOWN),
    ],
)
def test_language(text, language):
    assert guess_language(Corpus.from_sentences([text.split()])) == language
