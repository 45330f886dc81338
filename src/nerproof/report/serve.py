"""A small local server: lists the result files of a folder, opens and compares their reports. It never writes."""

from __future__ import annotations

import ipaddress
from collections.abc import Callable
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from nerproof.base.errors import NerproofError, UsageError
from nerproof.report.board import Ranking, own_places
from nerproof.report.catalogue import Catalogue
from nerproof.report.html import render
from nerproof.report.shelf import compare_page, error_page, history_picture, index_page

POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'"
)
MOST_COMPARED = 12
Query = dict[str, list[str]]


class Server(ThreadingHTTPServer):
    """Answers for one folder; names it is called by are checked, so that no web page can reach it by a forged name."""

    daemon_threads = True

    def __init__(self, address: tuple[str, int], catalogue: Catalogue, ranking: Ranking) -> None:
        self.catalogue, self.ranking = catalogue, ranking
        self.host = address[0]
        super().__init__(address, Handler)

    @property
    def loopback(self) -> bool:
        return self.host == "localhost" or _is_loopback(self.host)

    def knows(self, host: str) -> bool:
        """On loopback only loopback's names are ours; elsewhere the user decided to be found."""
        try:
            name = urlsplit(f"//{host}").hostname or ""
        except ValueError:  # "[" is no host
            return False
        return not self.loopback or name == "localhost" or _is_loopback(name)


def server(folder: Path, *, host: str = "127.0.0.1", port: int = 0, ranking: Ranking = own_places) -> Server:
    """A server bound to the address, not yet running; ``ranking`` says which places systems may have."""
    try:
        return Server((host, port), Catalogue(folder.resolve()), ranking)
    except OSError as error:
        raise UsageError(
            f"cannot listen on {host}:{port} ({error.strerror or error}). Choose another with --port"
        ) from None


def _is_loopback(name: str) -> bool:
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False


class Handler(BaseHTTPRequestHandler):
    """GET and HEAD only."""

    server: Server
    server_version = "nerproof"
    sys_version = ""
    protocol_version = "HTTP/1.1"
    timeout = 30

    def do_GET(self) -> None:
        self._answer(body=True)

    def do_HEAD(self) -> None:
        self._answer(body=False)

    def _answer(self, *, body: bool) -> None:
        if not self.server.knows(self.headers.get("Host", "")):
            return self._send(HTTPStatus.FORBIDDEN, error_page("This server answers to localhost only."), body=body)
        try:
            parts = urlsplit(self.path)
        except ValueError:
            return self._send(HTTPStatus.BAD_REQUEST, error_page("This is no address."), body=body)
        page = ROUTES.get(parts.path)
        if page is None:
            return self._send(HTTPStatus.NOT_FOUND, error_page("There is no such page."), body=body)
        try:
            made = page(self.server, parse_qs(parts.query, max_num_fields=200))
        except (NerproofError, KeyError, ValueError) as error:
            return self._send(HTTPStatus.NOT_FOUND, error_page(str(error)), body=body)
        return self._send(
            HTTPStatus.OK, made, body=body, kind="image/svg+xml" if parts.path.endswith(".svg") else "text/html"
        )

    def _send(self, status: HTTPStatus, text: str, *, body: bool, kind: str = "text/html") -> None:
        content = text.encode("utf-8", "replace")
        self.send_response(status)
        headers = {
            "Content-Type": f"{kind}; charset=utf-8",
            "Content-Length": str(len(content)),
            "X-Content-Type-Options": "nosniff",
            "Referrer-Policy": "no-referrer",
            "Cache-Control": "no-store",
            "X-Frame-Options": "DENY",
        }
        if "<script" not in text:  # a report carries its own, stricter policy
            headers["Content-Security-Policy"] = POLICY
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        if body:
            self.wfile.write(content)

    def log_message(self, *_: object) -> None:
        """Quiet: the terminal stays readable."""


def _report(running: Server, query: Query) -> str:
    name = _files(query)[0]
    return render(running.catalogue.load(name).to_dict(), title=name, home="/")


def _compare(running: Server, query: Query) -> str:
    return compare_page(running.catalogue, _files(query, most=MOST_COMPARED))


def _files(query: Query, most: int = 1) -> list[str]:
    names = list(dict.fromkeys(query.get("file", [])))
    if not names:
        raise UsageError("no file was chosen")
    if len(names) > most:
        raise UsageError(f"at most {most} files can be shown at once")
    return names


ROUTES: dict[str, Callable[[Server, Query], str]] = {
    "/": lambda running, _: index_page(running.catalogue, running.ranking),
    "/report": _report,
    "/compare": _compare,
    "/history.svg": lambda running, query: history_picture(running.catalogue, query.get("metric", ["f1"])[0]),
}
