"""No two files make compare-scorers fail other than by an error of ours."""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from nerproof.base.errors import NerproofError
from nerproof.compat.compare import compare
from nerproof.compat.tagfile import read_tags, tag_pair

PIECES = [
    b"a B-A\n", b"b I-A\n", b"c O\n", b"\n", b"d E-A\n", b"e X-B\n", b"f o\n", b"g B\n", b"h B-\n", b"i -A\n", b"j [\n",
    b"k .-A\n", b"l \xff\n", b"m B-\xc3\xa4\n", b"\0", b"\r\n", b"#", b" ", b"\t", b"-DOCSTART- O\n\n", b"{\n", b"n B_A\n",
]  # fmt: skip


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.sampled_from(PIECES), max_size=12), st.booleans())
def test_only_our_errors(tmp_path, pieces, same) -> None:
    data = b"".join(pieces)
    gold, pred = tmp_path / "gold.conll", tmp_path / "pred.conll"
    gold.write_bytes(data)
    pred.write_bytes(data if same else data.replace(b"B-A", b"I-A").replace(b" O", b" B-C"))
    try:
        pair = tag_pair(read_tags(str(gold)), read_tags(str(pred)))
    except NerproofError:
        return
    found = compare(pair)
    assert len(found.differences) <= found.n_differences
    if same:
        scored = [v for v in found.verdicts if v.error is None and v.n_gold]
        assert all(v.n_gold == v.n_pred for v in scored)
