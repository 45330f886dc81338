"""capital-words: every run of capitalised words is a mention of the most frequent type."""

import json
from collections import Counter
from dataclasses import dataclass, field, replace

from nerproof import Corpus, UsageError
from nerproof.models import MODELS
from nerproof.models.store import read_card, save_files


@MODELS.register("capital-words")
@dataclass
class CapitalWords:
    """Its options are its fields: ``nerproof train capital-words -o longest=3``."""

    longest: int = 5
    type: str | None = field(default=None, init=False)

    def train(self, corpus, dev=None, *, seed=0, progress=None):
        fitted = replace(self)  # a fitted copy: the model itself stays as it is
        counts = Counter(corpus.mention(i).type for i in range(len(corpus.mentions)))
        fitted.type = counts.most_common(1)[0][0]
        return fitted

    def predict(self, corpus, *, progress=None):
        if self.type is None:
            raise UsageError("capital-words is not trained. Call train first.")
        sentences = [corpus.sentence(i) for i in range(corpus.n_sentences)]
        found = Corpus.from_sentences(sentences, [self._mentions(words) for words in sentences])
        return corpus.with_mentions(found.mentions, found.types)

    def _mentions(self, words):
        start, found = None, []
        for i, word in enumerate([*words, ""]):
            capital = word[:1].isupper()
            if start is not None and (not capital or i - start == self.longest):
                found.append((start, i, self.type))
                start = None
            if capital and start is None:
                start = i
        return found

    def save(self, folder):
        save_files(
            folder, "capital-words", {"longest": self.longest}, {"type.json": json.dumps(self.type).encode()}, {}
        )

    @classmethod
    def load(cls, folder):
        fitted = cls(**read_card(folder).options)
        fitted.type = json.loads((folder / "type.json").read_text("utf-8"))
        return fitted
