"""The SPARQL gazetteer: names of classes from any endpoint, in pages that are kept on disk.

Plain ``rdfs:label`` queries, since ``SERVICE wikibase:label`` exists on Wikidata's own server only. Each
answered page is a file, so a run that was killed goes on where it stopped.
"""

from __future__ import annotations

import http.client
import json
import time
import urllib.error
import urllib.parse
import urllib.request
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from nerproof.base.errors import InputError
from nerproof.gazetteers import GazetteerOptions, gazetteer
from nerproof.gazetteers.cache import digest_of, kept_in, read_json, write_json
from nerproof.gazetteers.classes import types_of_classes
from nerproof.gazetteers.progress import steps
from nerproof.gazetteers.table import Gazetteer, Rows

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

WIKIDATA = "https://query.wikidata.org/sparql"

PREFIXES = (
    "PREFIX wd: <http://www.wikidata.org/entity/> PREFIX wdt: <http://www.wikidata.org/prop/direct/> "
    "PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#> "
)
# ORDER BY makes pages disjoint; without it a server may answer in any order.
NAMES = (
    PREFIXES + "SELECT DISTINCT ?entity ?name WHERE {{ ?entity wdt:P31 wd:{qid} ; rdfs:label ?name . "
    'FILTER(LANG(?name) = "{language}") }} ORDER BY ?entity ?name LIMIT {limit} OFFSET {offset}'
)
LABEL = PREFIXES + 'SELECT ?name WHERE {{ wd:{qid} rdfs:label ?name . FILTER(LANG(?name) = "{language}") }} LIMIT 1'

_TRY_AGAIN = {408, 425, 429, 500, 502, 503, 504}


@gazetteer("sparql", licence="CC0 (Wikidata) unless the endpoint says otherwise")
def load(where: str, options: GazetteerOptions) -> Gazetteer:
    """Names of classes from a SPARQL endpoint (sparql:URL; Wikidata's by default), paged and kept on disk."""
    client = Client(where or WIKIDATA, options)
    owners = types_of_classes(options.classes)
    records = []
    for qid in steps(list(owners), "asking the endpoint"):
        label = client.label(qid)
        names = list(client.names(qid))
        records += [(type_, qid, label, entity, name) for type_ in owners[qid] for entity, name in names]
    if not records:
        fix = f"Name others with --classes TYPE=Q…, or another --language than {options.language!r}."
        raise InputError.at(client.endpoint, None, "knows no name of the classes asked for", fix=fix)
    return Gazetteer.of(Rows.of(records), origin=f"sparql:{client.endpoint}")


@dataclass
class Client:
    """Questions to one endpoint: polite, repeated with back-off, answered from disk where possible."""

    endpoint: str
    options: GazetteerOptions
    asked: int = field(default=0, init=False)  # questions that went over the wire

    def names(self, qid: str) -> Iterator[tuple[str, str]]:
        """(entity, name) pairs of a class, up to the limit.

        The next page starts after what *came*, and only an empty page is the end: a server that gives fewer
        rows than asked for cannot cut the list short.
        """
        offset = 0
        while offset < self.options.limit:
            limit = min(self.options.page, self.options.limit - offset)
            query = NAMES.format(qid=qid, language=self.options.language, limit=limit, offset=offset)
            page = self.rows(query)
            yield from ((row["entity"].rsplit("/", 1)[-1], row["name"]) for row in page)
            offset += len(page)
            if not page:
                return

    def label(self, qid: str) -> str:
        found = self.rows(LABEL.format(qid=qid, language=self.options.language))
        return found[0]["name"] if found else qid

    def rows(self, query: str) -> list[dict[str, str]]:
        """The answer as plain rows, from disk if it was given before."""
        kept = self._kept(query)
        answer = read_json(kept)
        if answer is None:
            answer = self._ask(query)
            write_json(kept, answer)
        return [{k: v["value"] for k, v in binding.items()} for binding in answer["results"]["bindings"]]

    def _kept(self, query: str) -> Path:
        return kept_in(self.options.cache) / "sparql" / f"{digest_of(self.endpoint, query)}.json"

    def _ask(self, query: str) -> Any:
        failure = ""
        for attempt in range(self.options.retries + 1):
            time.sleep(self._wait(attempt, failure))
            self.asked += 1
            try:
                return self._once(query)
            except _TryAgainError as error:
                failure = str(error)
        tries = self.options.retries + 1
        fix = "What was answered so far is kept: run the command again later, or name another endpoint."
        raise InputError.at(self.endpoint, None, f"gave no answer in {tries} tries ({failure})", fix=fix)

    def _wait(self, attempt: int, failure: str) -> float:
        if attempt == 0:
            return self.options.pause if self.asked else 0.0
        named = failure.rpartition("retry after ")[2]
        backoff = self.options.pause * float(2 ** (attempt - 1))
        return max(backoff, float(named)) if named.isdigit() else backoff

    def _once(self, query: str) -> Any:
        body = urllib.parse.urlencode({"query": query}).encode()
        headers = {
            "User-Agent": self.options.user_agent,
            "Accept": "application/sparql-results+json",
            "Content-Type": "application/x-www-form-urlencoded",
        }
        if not self.endpoint.startswith(("http://", "https://")):
            raise InputError.at(self.endpoint, None, "is not a web address", fix="Write sparql:https://…")
        request = urllib.request.Request(self.endpoint, data=body, headers=headers)  # noqa: S310
        try:
            with urllib.request.urlopen(request, timeout=self.options.timeout) as answer:  # noqa: S310
                return _whole(answer.read())
        except urllib.error.HTTPError as error:
            raise _http_failure(self.endpoint, error) from None
        except http.client.IncompleteRead:
            raise _TryAgainError("the answer was cut off") from None
        except TimeoutError:
            raise _TryAgainError(f"no answer within {self.options.timeout:g} s") from None
        except (urllib.error.URLError, ConnectionError, http.client.HTTPException) as error:
            raise _TryAgainError(str(getattr(error, "reason", error) or error)) from None


class _TryAgainError(Exception):
    """A failure that may pass."""


def _whole(data: bytes) -> Any:
    """The answer if it is complete: Wikidata's server appends an error text to a half list and says 200."""
    try:
        answer = json.loads(data)
        answer["results"]["bindings"]
    except (ValueError, KeyError, TypeError):
        raise _TryAgainError("the answer was cut off") from None
    return answer


def _http_failure(endpoint: str, error: urllib.error.HTTPError) -> Exception:
    after = error.headers.get("Retry-After", "") if error.headers else ""
    error.close()
    if error.code in _TRY_AGAIN:
        return _TryAgainError(f"HTTP {error.code}" + (f", retry after {after}" if after.isdigit() else ""))
    return InputError.at(endpoint, None, f"refused the question (HTTP {error.code} {error.reason})")
