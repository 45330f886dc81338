"""How much of a corpus was attacked, and how many of its names are new: tables 3 and 4 of the RockNER paper."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from nerproof.corpus import Corpus
    from nerproof.corpus.edits import Edit


def sizes(corpus: Corpus, edits: Sequence[Edit]) -> dict[str, Any]:
    """Table 3: sentences, tokens, mentions, and how much of them was attacked."""
    made = [e for e in edits if e.new is not None]
    mentions = len({e.mention for e in made if e.kind in {"entity", "swap", "natural"}})
    sentences = len({e.sentence for e in made})
    return {
        "sentences": corpus.n_sentences,
        "tokens": corpus.n_tokens,
        "mentions": len(corpus.mentions),
        "attacked_mentions": mentions,
        "attacked_mentions_share": _share(mentions, len(corpus.mentions)),
        "attacked_context_words": sum(e.kind == "context" for e in made),
        "attacked_sentences": sentences,
        "attacked_sentences_share": _share(sentences, corpus.n_sentences),
    }


def entity_words(corpus: Corpus) -> dict[str, set[str]]:
    """The distinct words inside mentions, by type."""
    found: dict[str, set[str]] = {t: set() for t in corpus.types}
    words, ids = corpus.tokens.vocabulary.strings, corpus.tokens.ids.tolist()
    m = corpus.mentions
    for s, e, t in zip(m.start.tolist(), m.end.tolist(), m.type.tolist(), strict=True):
        found[corpus.types[t]].update(words[i] for i in ids[s:e])
    return found


def seen_words(train: Corpus, corpora: Mapping[str, Corpus]) -> list[dict[str, Any]]:
    """Table 4: distinct entity words per type in train and in each corpus, and the share of them seen in train."""
    known = entity_words(train)
    others = {name: entity_words(c) for name, c in corpora.items()}
    types = sorted({t for words in (known, *others.values()) for t in words})
    rows = []
    for type_ in (*types, "ALL"):
        own = _of(known, type_)
        row: dict[str, Any] = {"type": type_, "train": len(own)}
        for name, words in others.items():
            mine = _of(words, type_)
            row[name] = len(mine)
            row[f"{name}_seen"] = _share(len(mine & own), len(mine))
        rows.append(row)
    return rows


def naturally_unseen(train: Corpus, corpus: Corpus) -> dict[str, Any]:
    """The second control's size: mentions of the unattacked corpus whose surface train has nowhere as a mention."""
    known = {train.surface(i) for i in range(len(train.mentions))}
    n = sum(corpus.surface(i) not in known for i in range(len(corpus.mentions)))
    return {"mentions": n, "share": _share(n, len(corpus.mentions))}


def _of(words: Mapping[str, set[str]], type_: str) -> set[str]:
    return set().union(*words.values()) if type_ == "ALL" else words.get(type_, set())


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None
