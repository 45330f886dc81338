"""A real SPARQL server with Wikidata-shaped triples, and a proxy before it that misbehaves on order."""

import http.server
import shutil
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from pathlib import Path

import pytest

WD, WDT = "http://www.wikidata.org/entity/", "http://www.wikidata.org/prop/direct/"
LABEL = "<http://www.w3.org/2000/01/rdf-schema#label>"
CITIES = {f"Q{9000 + i}": f"Stadt {i:03d}" for i in range(130)}


def triples():
    lines = [f'<{WD}Q515> {LABEL} "city"@en .', f'<{WD}Q6256> {LABEL} "country"@en .']
    for qid, name in CITIES.items():
        lines += [f"<{WD}{qid}> <{WDT}P31> <{WD}Q515> .", f'<{WD}{qid}> {LABEL} "{name}"@en .']
        lines.append(f'<{WD}{qid}> {LABEL} "Ciudad {name[-3:]}"@es .')
    lines += [f"<{WD}Q38> <{WDT}P31> <{WD}Q6256> .", f'<{WD}Q38> {LABEL} "Italy"@en .']
    return "\n".join(lines).encode()


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


@pytest.fixture(scope="session")
def endpoint():
    """The URL of an `oxigraph serve` on loopback."""
    beside = Path(sys.executable).parent / "oxigraph"
    program = str(beside) if beside.exists() else shutil.which("oxigraph")
    if not program:
        pytest.skip("oxigraph is not installed")
    port = free_port()
    server = subprocess.Popen(
        [program, "serve", "--bind", f"127.0.0.1:{port}"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    base = f"http://127.0.0.1:{port}"
    try:
        for _ in range(200):
            try:
                request = urllib.request.Request(
                    f"{base}/store?default",
                    data=triples(),
                    headers={"Content-Type": "application/n-triples"},
                    method="POST",
                )
                urllib.request.urlopen(request, timeout=5).close()
                break
            except OSError:
                time.sleep(0.05)
        else:
            pytest.fail("oxigraph did not start")
        yield f"{base}/query"
    finally:
        server.terminate()
        server.wait(10)


class Proxy:
    """Stands before the server; ``faults`` are used up one per question, then it behaves."""

    def __init__(self, upstream):
        self.upstream, self.faults, self.seen, self.user_agents, self.row_cap = upstream, [], 0, set(), None
        self.retry_after, self.times = "0", []
        proxy = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                proxy.answer(self)

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}/query"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def answer(self, handler):
        body = handler.rfile.read(int(handler.headers["Content-Length"]))
        self.seen += 1
        self.times.append(time.monotonic())
        self.user_agents.add(handler.headers["User-Agent"])
        fault = self.faults.pop(0) if self.faults else None
        if isinstance(fault, int):
            handler.send_response(fault)
            handler.send_header("Retry-After", self.retry_after)
            handler.end_headers()
            return
        if fault == "slow":
            time.sleep(0.6)
        if self.row_cap:
            import re

            body = re.sub(rb"LIMIT\+(\d+)", lambda m: b"LIMIT+%d" % min(int(m[1]), self.row_cap), body)
        headers = {"Content-Type": handler.headers["Content-Type"], "Accept": handler.headers["Accept"]}
        with urllib.request.urlopen(urllib.request.Request(self.upstream, data=body, headers=headers)) as r:
            data = r.read()
        try:
            handler.send_response(200)
            handler.send_header("Content-Length", str(len(data)))
            handler.end_headers()
            if fault == "cut":  # the connection ends in the middle
                handler.wfile.write(data[: len(data) // 2])
                handler.connection.close()
            elif fault == "half":  # as Wikidata's server: half a list, then an error text, all under "200 OK"
                handler.wfile.write((data[: len(data) // 2] + b" " * len(data))[: len(data)])
            else:
                handler.wfile.write(data)
        except OSError:
            pass


@pytest.fixture
def proxy(endpoint):
    made = Proxy(endpoint)
    yield made
    made.server.shutdown()
    made.server.server_close()
