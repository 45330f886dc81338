"""llm: any OpenAI-compatible chat endpoint; answers are JSON, strings are placed by the stated policy."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from nerproof.base.errors import InputError, UsageError
from nerproof.corpus import Corpus
from nerproof.corpus.strings import Placed, align_strings
from nerproof.formats.found import Found, packed
from nerproof.formats.llm import read_answer
from nerproof.models import MODELS, Progress
from nerproof.models.chat import Answer, Chat, check_endpoint, redacted
from nerproof.models.store import Content, from_json, to_json
from nerproof.models.tagging import joined_to_tokens
from nerproof.models.trainable import Run, Trainable

EXAMPLES = "examples.json"
PROMPT = """Find all named entities in the sentence. Types: {types}.
Answer with JSON only: {"entities": [{"type": "…", "text": "…"}]}, one item per mention, in the order of the sentence,
each text copied exactly as it stands. No entities: {"entities": []}.
{examples}
Sentence: {sentence}
"""
PATIENCE = 5  # sentences without an answer from the beginning on that are enough
Examples = list[dict[str, Any]]  # sentences with their answers, to show


@MODELS.register("llm")
@dataclass
class Llm(Trainable[Examples]):
    """``prompt``: a file with {types}, {examples} and {sentence}; training only chooses examples to show."""

    name: ClassVar[str] = "llm"

    endpoint: str = ""
    model: str = ""
    key_env: str | None = None
    types: tuple[str, ...] = ()
    prompt: str | None = None
    shots: int = 0
    cache: str | None = None
    parallel: int = 4
    temperature: float = 0.0
    max_tokens: int = 1024
    timeout: float = 60.0
    retries: int = 4
    wait: float = 1.0
    price_in: float = 0.0  # per million tokens
    price_out: float = 0.0
    usage: Counter[str] = field(default_factory=Counter, init=False, repr=False)

    def __post_init__(self) -> None:
        if self.endpoint:
            check_endpoint(self.endpoint)

    def learn(self, corpus: Corpus, run: Run) -> tuple[Examples, dict[str, Any]]:
        self.types = self.types or corpus.types
        return _choose(corpus, self.shots, np.random.default_rng(run.seed)), {}

    def untrained(self) -> Examples:
        if not self.types:
            raise UsageError("the llm knows no types. Train it, or name them: --option types=PER,LOC")
        return []

    def label(self, fitted: Examples, corpus: Corpus, progress: Progress | None) -> Corpus:
        self.usage = Counter()
        chat, template = self._chat(), self._template()
        sentences = [" ".join(corpus.sentence(i)) for i in range(corpus.n_sentences)]
        questions = [[{"role": "user", "content": self._fill(template, fitted, s)}] for s in sentences]
        rows: list[Found] = []
        with ThreadPoolExecutor(max(1, self.parallel)) as pool:
            for i, answer in enumerate(pool.map(chat.ask, questions)):
                rows.extend(self._place(corpus, i, sentences[i], answer))
                self._refuse_silence(i + 1, len(sentences), answer)
                if progress:
                    progress("asking", i + 1, len(sentences))
        self._refuse_prose(len(sentences))
        mentions, found = packed(rows)
        types = tuple(sorted({*self.types, *found}))
        predicted = corpus.with_mentions(mentions, found).with_types(types)
        return replace(predicted, notes=(*corpus.notes, *self._notes(corpus.n_sentences)))

    def _refuse_silence(self, asked: int, sentences: int, answer: Answer) -> None:
        """An endpoint that fails on everything gives no predictions, not empty ones."""
        if self.usage["errors"] == asked == min(PATIENCE, sentences):
            fix = "Check the endpoint and the model's name, then predict again."
            what = f"gave no answer to the first {asked} sentence{'s' * (asked > 1)} ({answer.error})"
            raise InputError.at(redacted(self.endpoint), None, what, fix=fix)

    def _refuse_prose(self, sentences: int) -> None:
        """A model that never answers in the form asked for gives no predictions either."""
        if self.usage["unreadable"] == sentences > 0:
            what = f"answered none of {sentences} sentences with the JSON asked for"
            fix = "Try another model, more --option max_tokens=N, or another prompt: --option prompt=FILE."
            raise InputError.at(redacted(self.endpoint), None, what, fix=fix)

    def files(self, fitted: Examples) -> dict[str, Content]:
        return {EXAMPLES: to_json(fitted)}

    def restore(self, folder: Path, facts: dict[str, Any]) -> Examples:  # noqa: ARG002
        found: Examples = from_json(folder / EXAMPLES)
        return found

    def _chat(self) -> Chat:
        if not (self.endpoint and self.model):
            raise UsageError("the llm needs --option endpoint=http://… and --option model=NAME.")
        same = {f.name: getattr(self, f.name) for f in fields(Chat)}
        return Chat(**{**same, "cache": None if self.cache is None else Path(self.cache)})

    def _template(self) -> str:
        if self.prompt is None:
            return PROMPT
        try:
            template = Path(self.prompt).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise InputError.at(self.prompt, None, f"cannot be read ({error})") from None
        if "{sentence}" not in template:
            raise InputError.at(self.prompt, None, "has no {sentence}", fix="Write it where the sentence goes.")
        return template

    def _fill(self, template: str, examples: Examples, sentence: str) -> str:
        shown = "\n".join(f"Sentence: {e['sentence']}\nAnswer: {json.dumps(e['answer'])}" for e in examples)
        filled = template.replace("{types}", ", ".join(self.types)).replace("{examples}", shown)
        return filled.replace("{sentence}", sentence)  # last, so that braces in a sentence stay what they are

    def _place(self, corpus: Corpus, i: int, sentence: str, answer: Answer) -> Iterator[Found]:
        """Mentions of one sentence; a string that does not occur in it is an empty span: a false positive."""
        self.usage.update(prompt=answer.prompt_tokens, completion=answer.completion_tokens, cached=answer.cached)
        items = None if answer.error else read_answer(answer.text)
        if items is None:
            self.usage["errors" if answer.error else "unreadable"] += 1
            return
        placed = align_strings(sentence, [(self._known_type(t), s) for t, s in items])
        self._count(placed)
        first, words = int(corpus.sentences[i]), corpus.sentence(i)
        for start, end, type_ in placed.spans:
            yield Found(*joined_to_tokens(words, start, end), type_).moved(first)
        if words:
            yield from (Found(first, first, type_, None, string) for type_, string in placed.missing)

    def _known_type(self, name: str) -> str:
        return next((t for t in self.types if t.lower() == name.lower()), name)

    def _count(self, placed: Placed) -> None:
        self.usage.update(missing=len(placed.missing), surplus=len(placed.surplus))

    def _notes(self, sentences: int) -> list[str]:
        told = {
            "errors": "warning: {} of {} sentences got no answer from the endpoint (no mentions there)",
            "unreadable": "warning: {} of {} answers hold no JSON as asked for (no mentions there)",
            "missing": "{} predicted strings do not occur in their sentences; each counts as a false positive",
            "surplus": "{} predicted strings are listed more often than they occur and are dropped",
        }
        notes = [text.format(self.usage[k], sentences) for k, text in told.items() if self.usage[k]]
        used = f"{self.usage['prompt']} prompt and {self.usage['completion']} completion tokens"
        cost = (self.usage["prompt"] * self.price_in + self.usage["completion"] * self.price_out) / 1e6
        return [*notes, f"{used}, cost {cost:.4f}" if cost else used]


def _choose(corpus: Corpus, shots: int, rng: np.random.Generator) -> Examples:
    """Random training sentences with mentions, as a question and its answer."""
    with_mentions = np.unique(corpus.sentence_of_mention)
    chosen = rng.permutation(with_mentions)[:shots].tolist()
    by_sentence = list(corpus.mentions_by_sentence()) if chosen else []
    examples = []
    for i in chosen:
        words = corpus.sentence(i)
        found = [{"type": t, "text": " ".join(words[s:e])} for s, e, t in by_sentence[i]]
        examples.append({"sentence": " ".join(words), "answer": {"entities": found}})
    return examples
