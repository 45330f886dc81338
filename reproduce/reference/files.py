"""Column files and their mentions, read with plain loops: nothing here comes from nerproof."""

from __future__ import annotations

from pathlib import Path

Sentence = list[tuple[str, str]]  # token, tag
Mention = tuple[int, int, int, str]  # sentence, first token, one behind the last token, type


def read(path: Path) -> list[Sentence]:
    """Sentences stand between blank lines; the token is the first column, the tag the last."""
    sentences: list[Sentence] = [[]]
    for line in path.read_text(encoding="utf-8").split("\n"):
        columns = line.strip("\r\n\t ").split("\t" if "\t" in line.strip() else " ")
        if columns[0] == "-DOCSTART-" or not line.strip():
            sentences.append([])
        else:
            sentences[-1].append((columns[0], columns[-1]))
    return [s for s in sentences if s]


def tagged(gold: list[Sentence], pred: list[Sentence]) -> list[Sentence]:
    """Gold's tokens and sentences with the predicted tags, position by position."""
    tags = iter([tag for sentence in pred for _, tag in sentence])
    return [[(token, next(tags)) for token, _ in sentence] for sentence in gold]


def mentions(sentences: list[Sentence], repair: str = "begin") -> list[Mention]:
    """An I- that continues nothing begins a mention.

    hardeval's program (``repair="hardeval"``) takes it as O after an O, and as part of the mention before it if that has
    another type.
    """
    found: list[Mention] = []
    for i, sentence in enumerate(sentences):
        start, kind = 0, ""
        for k, (_, tag) in enumerate([*sentence, ("", "O")]):
            prefix, _, own = tag.partition("-")
            if kind and (prefix != "I" or (own != kind and repair == "begin")):
                found.append((i, start, k, kind))
                kind = ""
            if prefix == "B" or (prefix == "I" and not kind and repair == "begin"):
                start, kind = k, own
    return found


def surface(sentences: list[Sentence], mention: Mention) -> str:
    i, start, end, _ = mention
    return " ".join(token for token, _ in sentences[i][start:end])


def labels(sentences: list[Sentence], found: list[Mention], how: str = "io") -> list[list[str]]:
    """A label per token from mentions: the type (io), or with its place in the mention (bilou)."""
    tags = [["O"] * len(sentence) for sentence in sentences]
    for i, start, end, kind in found:
        for k in range(start, end):
            place = "U" if end - start == 1 else "B" if k == start else "L" if k == end - 1 else "I"
            tags[i][k] = kind if how == "io" else f"{place}-{kind}"
    return tags
