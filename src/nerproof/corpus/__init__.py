"""The corpus model, label schemes and alignment: what everything else stands on."""

from nerproof.corpus.join import join
from nerproof.corpus.model import Corpus, Mention, Mentions, Text
from nerproof.corpus.vocabulary import Bools, Coded, Floats, Ids, Ints, Vocabulary

__all__ = ["Bools", "Coded", "Corpus", "Floats", "Ids", "Ints", "Mention", "Mentions", "Text", "Vocabulary", "join"]
