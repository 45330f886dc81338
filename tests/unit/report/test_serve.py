"""The local server: what it shows, and all that it refuses."""

from __future__ import annotations

import http.client
import importlib.util
import json
import os
import threading
from pathlib import Path
from urllib.parse import quote

import pytest

from nerproof.base.errors import UsageError
from nerproof.report.bundle import csp_digest
from nerproof.report.html import asset
from nerproof.report.serve import server

ROOT = Path(__file__).resolve().parents[3]
HOSTILE = "<img src=x onerror=alert(1)>.json"


def _made(**options):
    spec = importlib.util.spec_from_file_location("made_result", ROOT / "tests" / "browser" / "made_result.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.made_result(**options)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    outside = tmp_path_factory.mktemp("outside")
    (outside / "secret.json").write_text(json.dumps(_made(systems=("secret",), sentences=2)))
    made = tmp_path_factory.mktemp("results")
    (made / "deep").mkdir()
    for number, name in enumerate(("monday.json", "deep/tuesday.json", HOSTILE)):
        (made / name).write_text(json.dumps(_made(systems=("mine", f"s{number}"), sentences=8, seed=number)))
        os.utime(made / name, (1_700_000_000 + number * 86_400,) * 2)
    (made / "other.json").write_text('{"not": "a result"}')
    (made / ".hidden.json").write_text((made / "monday.json").read_text())
    (made / "link.json").symlink_to(outside / "secret.json")
    (made / "way-out").symlink_to(outside)
    return made


@pytest.fixture(scope="module")
def running(folder):
    made = server(folder)
    thread = threading.Thread(target=made.serve_forever, daemon=True)
    thread.start()
    yield made
    made.shutdown()
    made.server_close()
    thread.join(5)


def _ask(running, path, *, method="GET", host=None):
    connection = http.client.HTTPConnection("127.0.0.1", running.server_address[1], timeout=20)
    connection.request(method, path, headers={"Host": host or f"127.0.0.1:{running.server_address[1]}"})
    answer = connection.getresponse()
    body = answer.read().decode()
    connection.close()
    return answer.status, dict(answer.headers), body


def test_the_list_names_every_result_and_nothing_else(running):
    status, _, body = _ask(running, "/")
    assert status == 200
    assert "monday.json" in body
    assert "deep/tuesday.json" in body
    for absent in ("other.json", ".hidden.json", "link.json", "secret"):
        assert absent not in body


def test_hostile_file_names_are_text(running):
    _, _, body = _ask(running, "/")
    assert "<img src=x" not in body
    assert "&lt;img src=x" in body
    status, _, body = _ask(running, f"/report?file={quote(HOSTILE)}")
    assert status == 200
    assert "<img src=x" not in body


def test_a_report_is_made_on_asking(running):
    status, headers, body = _ask(running, "/report?file=deep/tuesday.json")
    assert status == 200
    assert 'id="verdicts"' in body
    assert 'href="/"' in body
    assert headers["X-Content-Type-Options"] == "nosniff"


def test_several_results_side_by_side(running):
    status, _, body = _ask(running, "/compare?file=monday.json&file=deep/tuesday.json")
    assert status == 200
    assert "mine (monday.json)" in body
    assert "mine (deep/tuesday.json)" in body


def test_history_is_drawn_oldest_first(running):
    status, headers, body = _ask(running, "/history.svg?metric=f1")
    assert status == 200
    assert headers["Content-Type"].startswith("image/svg+xml")
    assert body.index("monday.json") < body.index("tuesday.json")
    assert _ask(running, "/history.svg?metric=__class__")[0] == 404


@pytest.mark.parametrize(
    "path",
    [
        "/report?file=../outside0/secret.json", "/report?file=%2e%2e%2foutside0%2fsecret.json", "/report?file=/etc/passwd", "/report?file=link.json", "/report?file=way-out/secret.json",
        "/report?file=.hidden.json", "/report?file=other.json", "/report?file=monday.json%00", "/report?file=deep", "/report", "/report?file=", "/../monday.json", "/monday.json", "/deep/",
        "/report?file=" + "a" * 5000, "/compare?" + "&".join(f"file=f{i}" for i in range(40)), "/compare?" + "&".join("x=1" for _ in range(400)),
    ],
)  # fmt: skip
def test_nothing_but_listed_results_is_ever_opened(running, path):
    status, _, body = _ask(running, path)
    assert status == 404
    assert "verdicts" not in body
    assert "root:" not in body
    assert "secret</bdi>" not in body


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS"])
def test_only_reading_is_allowed(running, folder, method):
    before = sorted(path.name for path in folder.rglob("*"))
    assert _ask(running, "/", method=method)[0] in (405, 501)
    assert sorted(path.name for path in folder.rglob("*")) == before


def test_a_forged_host_is_refused(running):
    assert _ask(running, "/", host="evil.example:80")[0] == 403
    assert _ask(running, "/", host="localhost")[0] == 200
    assert _ask(running, "/", host="[::1]:8765")[0] == 200


def test_head_has_no_body(running):
    status, headers, body = _ask(running, "/", method="HEAD")
    assert (status, body) == (200, "")
    assert int(headers["Content-Length"]) > 500


def test_pages_without_scripts_allow_none(running):
    status, headers, body = _ask(running, "/no-such-page")
    assert status == 404
    assert "<script" not in body
    assert headers["Content-Security-Policy"].startswith("default-src 'none'")


def test_the_board_allows_its_own_script_only(running):
    _, _, body = _ask(running, "/")
    policy = body.split('Content-Security-Policy" content="')[1].split('"')[0].replace("&#39;", "'")
    assert f"script-src '{csp_digest(asset('board.js'))}';" in policy
    assert policy.startswith("default-src 'none'")


def test_a_changed_file_is_read_again(running, folder):
    path = folder / "monday.json"
    old = path.read_text()
    try:
        path.write_text(old.replace('"mine"', '"renamed"'))
        assert "renamed" in _ask(running, "/")[2]
    finally:
        path.write_text(old)
        os.utime(path, (1_700_000_000,) * 2)


def test_an_empty_folder_says_what_to_do(tmp_path):
    from nerproof.report.catalogue import Catalogue
    from nerproof.report.shelf import index_page

    assert "No result file is in this folder yet" in index_page(Catalogue(tmp_path))


def test_a_taken_port_is_one_line(running, folder):
    with pytest.raises(UsageError, match="Choose another with --port"):
        server(folder, port=running.server_address[1])


@pytest.mark.parametrize("host", ["[", "[::1", "]", "[x]:1"])
def test_a_host_that_is_none_is_not_ours(tmp_path, host):
    with server(tmp_path) as running:
        assert running.knows(host) is False
