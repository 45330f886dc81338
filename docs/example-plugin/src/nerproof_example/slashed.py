"""slashed: one sentence per line, as ``EU/B-ORG rejects/O``."""

from itertools import pairwise

from nerproof import Corpus, InputError
from nerproof.base.atomic import atomic
from nerproof.corpus.schemes import encode
from nerproof.formats import define


def sniff(source, head):
    """How sure we are, between 0 and 1, that a file looks like ours; ``head`` is its beginning."""
    words = [] if source.is_folder else head.split(b"\n", 1)[0].split()
    return 0.9 if words and all(word.rpartition(b"/")[2][:2] in {b"O", b"B-", b"I-"} for word in words) else 0.0


def read(source, options):
    """One sentence per line: EU/B-ORG rejects/O."""
    tokens, tags = [], []
    for number, line in enumerate(source.text(options.encoding).splitlines(), 1):
        pairs = [word.rpartition("/") for word in line.split()]
        if not all(token and slash for token, slash, _ in pairs):
            raise InputError.at(source.name, number, "a word has no tag", fix="Write token/tag.")
        if pairs:
            tokens.append([token for token, _, _ in pairs])
            tags.append([tag for _, _, tag in pairs])
    return Corpus.from_tags(tokens, tags, scheme=options.scheme, repair=options.repair)


def write(corpus, path, options):
    tags = encode(corpus, options.scheme).strings()
    words = [f"{token}/{tag}" for token, tag in zip(corpus.tokens.strings(), tags, strict=True)]
    cuts = corpus.sentences.tolist()
    lines = [" ".join(words[a:b]) for a, b in pairwise(cuts)]
    with atomic(path) as temporary:  # the file appears whole or not at all
        temporary.write_text("\n".join(lines) + "\n", encoding="utf-8")


def losses(corpus):
    """What a file of this format cannot hold."""
    return ["document boundaries"] if corpus.marked_documents else []


define("slashed", sniff=sniff, read=read, write=write, losses=losses, suffix=".slashed")
