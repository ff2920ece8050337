"""What visitors saw: every answer, or that there was none, with its time and its words."""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from threading import Lock
from typing import Any

import requests

NO_ANSWER = 0
PATIENCE = 20.0
PLAY, LIVE, LOOK, ACT, TELL = "recordings", "live", "pages", "acts", "reports"


@dataclass(frozen=True)
class Seen:
    """One answer: of what kind, when, with which status, how long it took, and what it said."""

    kind: str
    at: float
    status: int
    seconds: float
    words: str = ""

    @property
    def fine(self) -> bool:
        """Whether the visitor got what they asked for."""
        return 200 <= self.status < 300


@dataclass
class Diary:
    """All visitors write into one."""

    pages: list[Seen] = field(default_factory=list)
    segments: list[float] = field(default_factory=list)
    """When a new live segment was seen first."""
    lock: Lock = field(default_factory=Lock)

    def note(self, seen: Seen) -> None:
        """Write down what was seen."""
        with self.lock:
            self.pages.append(seen)

    def between(self, since: float, until: float, *kinds: str) -> list[Seen]:
        """What was seen in a span, of some kinds or of all; it counts when it was asked."""
        with self.lock:
            pages = list(self.pages)
        return [
            one for one in pages if since <= one.at - one.seconds < until and (not kinds or one.kind in kinds)
        ]

    def well_since(self, since: float) -> float:
        """Seconds from then on until nothing went wrong any more."""
        bad = [one.at for one in self.between(since, float("inf")) if not one.fine]
        return max(bad, default=since) - since

    def longest_pause(self, since: float, until: float) -> float:
        """Seconds for which the live picture stood still at most."""
        marks = [since, *(at for at in self.segments if since < at < until), until]
        return max(later - at for at, later in pairwise(marks))


def words_of(seen: Sequence[Seen]) -> Counter[str]:
    """What refusals said, and how often."""
    return Counter(_refusal(one) for one in seen if not one.fine)


def _refusal(one: Seen) -> str:
    if one.status == NO_ANSWER:
        return f"no answer {one.words}".strip()
    return f"{one.status} {one.words or 'without a sentence'}"


def so_many(times: int, what: str) -> str:
    """`1 call`, `2 calls`, `2 passes`."""
    several = f"{what}es" if what.endswith("s") else f"{what}s"
    return f"{times} {what if times == 1 else several}"


class Browser:
    """Asks like a page: connections stay open, and no answer is waited for longer than a page would."""

    def __init__(self, port: int, diary: Diary) -> None:
        self._address = f"http://127.0.0.1:{port}"
        self._diary = diary
        self._session = requests.Session()
        self._session.trust_env = False
        self.api_key = ""

    def get(self, kind: str, path: str, /, **query: Any) -> Any:
        """`GET` below /api; the answer's JSON, or None."""
        return self.ask(kind, "GET", f"/api{path}", params={"api_key": self.api_key, **query})

    def post(self, kind: str, path: str, /, key: str = "", **body: Any) -> Any:
        """`POST` below /api; `key` makes it the same however often it is asked."""
        headers = {"Idempotency-Key": key} if key else {}
        return self.ask(kind, "POST", f"/api{path}", json={"api_key": self.api_key, **body}, headers=headers)

    def ask(self, kind: str, method: str, path: str, **more: Any) -> Any:
        """Any call; what it answered (JSON, else bytes), or None where that was no 2xx."""
        began = time.monotonic()
        try:
            answer = self._session.request(method, self._address + path, timeout=PATIENCE, **more)
            status, body = answer.status_code, answer.content
        except requests.RequestException as error:
            words = "(too late)" if isinstance(error, requests.Timeout) else ""
            self._diary.note(Seen(kind, time.monotonic(), NO_ANSWER, time.monotonic() - began, words))
            return None
        told = answer.json() if body and "json" in answer.headers.get("Content-Type", "") else body
        fine = 200 <= status < 300
        as_page = "text/html" in more.get("headers", {}).get("Accept", "")
        words = "" if fine else _said(told, as_page)
        self._diary.note(Seen(kind, time.monotonic(), status, time.monotonic() - began, words))
        return told if fine else None


def _said(told: Any, as_page: bool) -> str:
    """The sentence of a refusal; of a page, where one was asked for, its title."""
    if isinstance(told, dict):
        return str(told.get("message") or "")
    title = re.search(rb"<title>(.+?)</title>", told) if as_page else None
    return f"(page) {title[1].decode()}" if title else ""
