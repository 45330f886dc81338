from __future__ import annotations

import numpy as np
import pytest

from nerproof.base.errors import UsageError
from nerproof.corpus import Corpus
from nerproof.splits import split

pymetis = pytest.importorskip("pymetis")


@pytest.mark.parametrize(("method", "weighted"), [("paper", True), ("paper-code", False)])
def test_it_equals_a_direct_call_on_the_clique_graph(clustered, method, weighted):
    corpus = clustered(documents=False)
    entities = [set() for _ in range(corpus.n_sentences)]
    for m, sentence in enumerate(corpus.sentence_of_mention.tolist()):
        entities[sentence].add((corpus.surface(m), corpus.mention(m).type))
    shared = [[len(a & b) if i != j else 0 for j, b in enumerate(entities)] for i, a in enumerate(entities)]
    xadj, adjncy, eweights = [0], [], []
    for row in shared:
        adjncy += [j for j, n in enumerate(row) if n]
        eweights += [n for n in row if n]
        xadj.append(len(adjncy))
    _, found = pymetis.part_graph(
        3,
        adjacency=pymetis.CSRAdjacency(xadj, adjncy),
        eweights=eweights if weighted else None,
        tpwgts=[0.8, 0.1, 0.1],
        recursive=False,
        options=pymetis.Options(seed=2),
    )
    made = split(corpus, method=method, seed=2)
    for p, name in enumerate(("train", "dev", "test")):
        assert made.parts[name].tolist() == np.flatnonzero(np.array(found) == p).tolist()


def test_a_graph_of_tens_of_gigabytes_is_refused_before_it_is_made():
    n = 12_000
    corpus = Corpus.from_sentences([["EU"]] * n, [[(0, 1, "ORG")]] * n)
    with pytest.raises(UsageError, match=r"7\.2e\+07 pairs of samples.*--method balanced"):
        split(corpus, method="paper")
