"""How a corpus shows itself in a notebook: its size, its types and its first sentences."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from nerproof.corpus.model import Corpus

SENTENCES = 5
_MARK = "background:#e8eefc;border-radius:3px;padding:0 2px"


def html(corpus: Corpus) -> str:
    facts = {
        "sentences": corpus.n_sentences,
        "tokens": corpus.n_tokens,
        "mentions": len(corpus.mentions),
        **({"documents": corpus.n_documents} if corpus.marked_documents else {}),
    }
    counts = np.bincount(corpus.mentions.type, minlength=len(corpus.types)).tolist()
    rows = [*facts.items(), *zip(corpus.types, counts, strict=True)]
    table = "".join(f"<tr><td>{escape(str(k))}</td><td>{v:,}</td></tr>" for k, v in rows)
    shown = "".join(f"<p>{sentence(corpus, i)}</p>" for i in range(min(SENTENCES, corpus.n_sentences)))
    return f"<div><table>{table}</table>{shown}</div>"


def sentence(corpus: Corpus, i: int) -> str:
    """A sentence with its mentions marked; of overlapping mentions only the type of each is added."""
    first, last = int(corpus.sentences[i]), int(corpus.sentences[i + 1])
    words = [escape(w) for w in corpus.tokens.strings(first, last)]
    inside = [False] * len(words)
    m = corpus.mentions
    for k in np.flatnonzero((m.start >= first) & (m.start < last)).tolist():
        start, end, type_ = corpus.mention(k)
        if end == start:
            continue
        inside[start - first : end - first] = [True] * (end - start)
        words[end - first - 1] += f"<sub>{escape(type_)}</sub>"
    return " ".join(f'<span style="{_MARK}">{w}</span>' if x else w for w, x in zip(words, inside, strict=True))
