"""The table of votes of files or corpora, chunk by chunk: what systems have at each site, never all of them at once."""

from __future__ import annotations

from collections.abc import Mapping

from nerproof.corpus import Corpus
from nerproof.engine.inputs import MemoryInputs, open_inputs
from nerproof.engine.prepare import load_all
from nerproof.engine.study import Input, Options
from nerproof.measures.votes import GOLD, Votes


def read_votes(
    gold: Input, predictions: Mapping[str, Input], options: Options, *, stream: bool | None = None
) -> tuple[Corpus, Votes, tuple[str, ...]]:
    """Gold, the table of gold's and the systems' votes, and what the readers say.

    ``stream`` reads the predictions chunk by chunk (None: where files are large); gold stays in memory, because sites
    are shown with their sentences.
    """
    inputs = open_inputs(gold, predictions, options, stream=stream)
    said = options.types.check(set(inputs.read_types), anyway=options.reading.anyway)
    chunks = (inputs.chunk(number, words=True, systems=True) for number in range(inputs.n_chunks))
    votes = Votes.joined([Votes.of({GOLD: chunk.gold, **chunk.systems}) for chunk in chunks])
    whole = inputs.whole.gold if isinstance(inputs, MemoryInputs) else _loaded(gold, options, inputs.types)
    notes = [*said, *whole.notes, *(n for outline in inputs.systems.values() for n in outline.notes)]
    return whole, votes, tuple(dict.fromkeys(notes))


def _loaded(gold: Input, options: Options, types: tuple[str, ...]) -> Corpus:
    corpus = load_all(gold, options)
    assert corpus is not None
    return corpus.with_types(types)
