import itertools
import subprocess
import sys

import pytest

from nerproof.base.errors import InputError, UsageError
from nerproof.gazetteers import open_gazetteer

from .conftest import CITIES, free_port

FAST = {"classes": {"GPE": ["Q515", "Q6256"]}, "pause": 0.01, "page": 50}


def ask(url, tmp_path, **changes):
    return open_gazetteer(f"sparql:{url}", cache=tmp_path, **FAST | changes)


def test_reads_every_page_of_every_class(endpoint, tmp_path):
    found = ask(endpoint, tmp_path)
    assert {r.name for r in found.rows() if r.class_qid == "Q515"} == set(CITIES.values())
    assert [r for r in found.rows() if r.class_qid == "Q6256"] == [("GPE", "Q6256", "country", "Q38", "Italy")]
    assert found.licence.startswith("CC0")


def test_language_and_limit(endpoint, tmp_path):
    found = ask(endpoint, tmp_path, language="es", limit=60)
    assert len(found) == 60
    assert all(n.startswith("Ciudad ") for n in found.names)


def test_second_run_asks_nothing(proxy, tmp_path):
    first = ask(proxy.url, tmp_path)
    before = proxy.seen
    second = ask(proxy.url, tmp_path)
    assert proxy.seen == before
    assert list(first.rows()) == list(second.rows())


def test_failures_that_pass_are_tried_again(proxy, tmp_path):
    proxy.faults = [503, 429, "cut", None, "half"]
    assert len(ask(proxy.url, tmp_path)) == len(CITIES) + 1
    assert proxy.faults == []


def test_waits_grow_with_every_failure(proxy, tmp_path):
    proxy.faults = [500] * 4
    ask(proxy.url, tmp_path, retries=4, pause=0.05, limit=10, page=10)
    waits = [after - before for before, after in itertools.pairwise(proxy.times)][:4]
    assert all(wait >= 0.05 * 2**i for i, wait in enumerate(waits))


def test_a_server_that_names_a_wait_gets_it(proxy, tmp_path):
    proxy.faults, proxy.retry_after = [429], "1"
    ask(proxy.url, tmp_path, limit=10, page=10)
    assert proxy.times[1] - proxy.times[0] >= 1.0


def test_timeout_is_tried_again(proxy, tmp_path):
    proxy.faults = ["slow"]
    assert len(ask(proxy.url, tmp_path, timeout=0.3)) == len(CITIES) + 1
    assert proxy.seen == 8 + 1, "the slow answer was waited for"


def test_a_server_that_is_always_too_slow_is_named(proxy, tmp_path):
    proxy.faults = ["slow", "slow"]
    with pytest.raises(InputError, match=r"no answer in 2 tries \(no answer within 0.2 s\)"):
        ask(proxy.url, tmp_path, timeout=0.2, retries=1)


def test_server_that_gives_fewer_rows_than_asked_for_cuts_nothing(proxy, tmp_path):
    proxy.row_cap = 7
    assert len(ask(proxy.url, tmp_path)) == len(CITIES) + 1


@pytest.mark.parametrize("fault", ["cut", "half"])
def test_truncated_answer_is_an_error(proxy, tmp_path, fault):
    proxy.faults = [None, fault, fault]
    with pytest.raises(InputError, match=r"no answer in 2 tries \(the answer was cut off\)"):
        ask(proxy.url, tmp_path, retries=1)


def test_goes_on_after_a_failed_run(proxy, tmp_path):
    proxy.faults = [None, None, None, 500, 500]
    with pytest.raises(InputError, match=r"HTTP 500"):
        ask(proxy.url, tmp_path, retries=1)
    before = proxy.seen
    assert len(ask(proxy.url, tmp_path)) == len(CITIES) + 1
    # A clean run asks eight times (two labels, three pages and one, two empty pages); three answers are kept.
    assert proxy.seen - before == 8 - 3


def test_goes_on_after_a_kill(proxy, tmp_path):
    script = (
        "import sys; from nerproof.gazetteers import open_gazetteer; from pathlib import Path\n"
        "open_gazetteer('sparql:' + sys.argv[1], cache=Path(sys.argv[2]), classes={'GPE': ['Q515', 'Q6256']},"
        " pause=0.01, page=50)"
    )
    proxy.faults = [None, None, "slow"]
    child = subprocess.Popen([sys.executable, "-c", script, proxy.url, str(tmp_path)])
    while proxy.seen < 3:
        assert child.poll() is None
    child.kill()
    child.wait()
    kept = list((tmp_path / "sparql").glob("*.json"))
    assert len(kept) == 2
    assert len(ask(proxy.url, tmp_path)) == len(CITIES) + 1


def test_names_itself(proxy, tmp_path):
    ask(proxy.url, tmp_path, user_agent="mine (me@example.org)")
    assert proxy.user_agents == {"mine (me@example.org)"}


def test_endpoint_down(tmp_path):
    with pytest.raises(InputError, match=r"gave no answer in 2 tries .*refused.* run the command again"):
        ask(f"http://127.0.0.1:{free_port()}/query", tmp_path, retries=1)


def test_wrong_question_is_not_repeated(proxy, tmp_path):
    proxy.faults = [404]
    with pytest.raises(InputError, match=r"HTTP 404"):
        ask(proxy.url, tmp_path)
    assert proxy.seen == 1


def test_no_names(endpoint, tmp_path):
    with pytest.raises(InputError, match=r"knows no name"):
        ask(endpoint, tmp_path, language="fi")


def test_class_that_is_no_item(endpoint, tmp_path):
    with pytest.raises(UsageError, match=r"'city' of GPE is not a Wikidata item"):
        ask(endpoint, tmp_path, classes={"GPE": ["city"]})


def test_address_that_is_none(tmp_path):
    with pytest.raises(InputError, match=r"is not a web address"):
        ask("/etc/passwd", tmp_path)
