"""capitals: whether a mention is written in capitals."""

import numpy as np

from nerproof.measures.attributes import attribute


@attribute("capitals", kind="flag")
def capitals(corpus):
    """Whether the mention is written in capitals."""
    return np.array([corpus.surface(i).isupper() for i in range(len(corpus.mentions))], dtype=bool)
