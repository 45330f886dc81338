"""A chat endpoint (OpenAI's protocol) that the user names: one question, one answer, kept on disk."""

from __future__ import annotations

import hashlib
import json
import os
import re
import time
import urllib.error
import urllib.parse
import urllib.request
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from nerproof.base.atomic import atomic
from nerproof.base.errors import InputError, UsageError

MAX_ANSWER = 8 << 20  # bytes; an answer about one sentence that is longer is no answer
_HOPELESS = {400, 401, 403, 404, 405}  # asking again changes nothing


@dataclass(frozen=True)
class Answer:
    """What came back; ``error`` says why ``text`` is empty."""

    text: str = ""
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cached: bool = False
    error: str = ""


@dataclass(frozen=True)
class Chat:
    """Where and how to ask. The key is read from the named environment variable and is written nowhere."""

    endpoint: str
    model: str
    key_env: str | None = None
    temperature: float = 0.0
    max_tokens: int = 1024
    timeout: float = 60.0
    retries: int = 4
    wait: float = 1.0  # seconds before the first retry; doubled each time
    cache: Path | None = None

    def __post_init__(self) -> None:
        check_endpoint(self.endpoint)

    def ask(self, messages: list[dict[str, str]], *, seed: int = 0) -> Answer:
        """The kept answer to the same question, or a new one."""
        question = {
            "model": self.model,
            "messages": messages,
            "temperature": self.temperature,
            "max_tokens": self.max_tokens,
            "seed": seed,
        }
        place = self._place(question)
        if place is not None and (kept := _read_kept(place)) is not None:
            return kept
        answer = self._post(json.dumps(question).encode())
        if place is not None and not answer.error:
            _keep(place, answer)
        return answer

    def _place(self, question: dict[str, Any]) -> Path | None:
        if self.cache is None:
            return None
        text = json.dumps([self.endpoint, question], sort_keys=True)
        name = hashlib.sha256(text.encode()).hexdigest()
        return self.cache / name[:2] / f"{name}.json"

    def _post(self, body: bytes) -> Answer:
        wait, problem = self.wait, ""
        for attempt in range(self.retries + 1):
            try:
                return self._once(body)
            except urllib.error.HTTPError as error:
                problem = f"HTTP {error.code} {error.reason}"
                wait = max(wait, _asked_wait(error))
                error.close()
                if error.code in _HOPELESS:
                    raise self._refused(problem) from None
            except (OSError, ValueError) as error:  # no connection, time-out, not the protocol
                problem = str(getattr(error, "reason", error))
            if attempt < self.retries:
                time.sleep(wait)
                wait *= 2
        if not problem.startswith("HTTP"):
            raise self._refused(problem)
        return Answer(error=problem)

    def _once(self, body: bytes) -> Answer:
        headers = {"Content-Type": "application/json", "User-Agent": "nerproof"}
        key = os.environ.get(self.key_env, "") if self.key_env else ""
        if key:
            headers["Authorization"] = f"Bearer {key}"
        url = self.endpoint.rstrip("/") + "/chat/completions"
        request = urllib.request.Request(url, data=body, headers=headers, method="POST")  # noqa: S310
        with urllib.request.urlopen(request, timeout=self.timeout) as reply:  # noqa: S310
            return parse_reply(reply.read(MAX_ANSWER))

    def _refused(self, problem: str) -> InputError:
        fix = "Check the endpoint, the model's name and the variable named by key_env."
        return InputError.at(redacted(self.endpoint), None, f"gave no answer ({problem})", fix=fix)


_SECRET = re.compile(r"(key|token|secret|password|passwd|sig|signature|auth)$", re.IGNORECASE)


def check_endpoint(endpoint: str) -> None:
    """Refuses an address that is none, or that holds a secret: it would be written into files and messages."""
    try:
        parts = urllib.parse.urlsplit(endpoint)
        names = [name for name, _ in urllib.parse.parse_qsl(parts.query, max_num_fields=100)]
        secret = bool(parts.username or parts.password or any(_SECRET.search(name) for name in names))
    except ValueError:
        parts, secret = urllib.parse.urlsplit(""), False
    if secret:
        fix = "Put it into an environment variable and name that: --option key_env=NAME"
        raise UsageError(f"the endpoint {redacted(endpoint)} holds a secret. {fix}")
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        example = "http://localhost:8000/v1"
        raise UsageError(f"the endpoint {redacted(endpoint)!r} is not an http(s) address. Example: {example}")


def redacted(url: str) -> str:
    """An address without what may be a secret.

    >>> redacted("https://me:pass@host/v1?api_key=abc&version=1")
    'https://***@host/v1?api_key=***&version=***'
    """
    return re.sub(r"=[^&#]*", "=***", re.sub(r"(?<=//)[^/?#]*@", "***@", url))


def parse_reply(data: bytes) -> Answer:
    """A reply of the protocol; anything else raises ValueError."""
    try:
        reply = json.loads(data)
        usage = reply.get("usage") or {}
        text = reply["choices"][0]["message"]["content"] or ""
        tokens = int(usage.get("prompt_tokens") or 0), int(usage.get("completion_tokens") or 0)
    except (KeyError, IndexError, TypeError, AttributeError, ValueError, OverflowError, RecursionError):
        raise ValueError("the reply is not that of a chat endpoint") from None
    return Answer(str(text).encode("utf-8", "replace").decode(), *tokens)


def _asked_wait(error: urllib.error.HTTPError) -> float:
    try:
        return min(60.0, float(error.headers.get("Retry-After", 0)))
    except ValueError:
        return 0.0


def _read_kept(place: Path) -> Answer | None:
    try:
        raw = json.loads(place.read_text(encoding="utf-8"))
        return Answer(raw["text"], raw["prompt_tokens"], raw["completion_tokens"], cached=True)
    except (OSError, ValueError, KeyError, TypeError):
        return None  # not there, or half a file from another program: ask again


def _keep(place: Path, answer: Answer) -> None:
    kept = {
        "text": answer.text,
        "prompt_tokens": answer.prompt_tokens,
        "completion_tokens": answer.completion_tokens,
    }
    with atomic(place) as path:
        path.write_text(json.dumps(kept, sort_keys=True, ensure_ascii=False), encoding="utf-8")
