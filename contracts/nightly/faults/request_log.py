"""Visitors' log: every response, or its absence, with its time and message."""

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

NO_RESPONSE = 0
TIMEOUT_SECONDS = 20.0
PLAYBACK, LIVE, PAGES, ACTIONS, REPORTS = "recordings", "live", "pages", "actions", "reports"
RETRY = "retry"
"""A repeated action, which may be refused because the first attempt succeeded."""


@dataclass(frozen=True)
class ResponseRecord:
    """One response: its kind, time, status, duration and message."""

    kind: str
    received_at: float
    status: int
    seconds: float
    message: str = ""

    @property
    def is_ok(self) -> bool:
        """Return whether the visitor got the requested data."""
        return 200 <= self.status < 300


@dataclass
class RequestLog:
    """A log that all visitors write to."""

    responses: list[ResponseRecord] = field(default_factory=list)
    segment_times: list[float] = field(default_factory=list)
    """Times when each new live segment was seen first."""
    lock: Lock = field(default_factory=Lock)

    def add(self, response_record: ResponseRecord) -> None:
        """Record a response."""
        with self.lock:
            self.responses.append(response_record)

    def between(self, since: float, until: float, *kinds: str) -> list[ResponseRecord]:
        """Return the records of a time span, of some kinds or all. The request time counts."""
        with self.lock:
            responses = list(self.responses)
        return [
            response
            for response in responses
            if since <= response.received_at - response.seconds < until
            and (not kinds or response.kind in kinds)
        ]

    def seconds_until_recovery(self, since: float) -> float:
        """Return the seconds until no request failed any more."""
        failure_times = [
            response.received_at for response in self.between(since, float("inf")) if not response.is_ok
        ]
        return max(failure_times, default=since) - since

    def longest_live_pause(self, since: float, until: float) -> float:
        """Return the longest freeze of the live video in seconds."""
        timestamps = [since, *(seen for seen in self.segment_times if since < seen < until), until]
        return max(following - previous for previous, following in pairwise(timestamps))


def count_messages(records: Sequence[ResponseRecord]) -> Counter[str]:
    """Return the messages of refusals and how often each occurred."""
    return Counter(_format_failure(record) for record in records if not record.is_ok)


def _format_failure(record: ResponseRecord) -> str:
    if record.status == NO_RESPONSE:
        return f"no response {record.message}".strip()
    return f"{record.status} {record.message or 'without a message'}"


def pluralize(count: int, noun: str) -> str:
    """Return the count with its noun: `1 call`, `2 calls`, `2 passes`."""
    plural = f"{noun}es" if noun.endswith("s") else f"{noun}s"
    return f"{count} {noun if count == 1 else plural}"


class BrowserClient:
    """A client that requests like a page: persistent connections, and the page's timeouts."""

    def __init__(self, port: int, request_log: RequestLog) -> None:
        self._base_url = f"http://127.0.0.1:{port}"
        self._request_log = request_log
        self._session = requests.Session()
        self._session.trust_env = False
        self.api_key = ""

    def get(self, kind: str, path: str, /, **query: Any) -> Any:
        """Send `GET` below /api, and return the response's JSON or None."""
        return self.request(kind, "GET", f"/api{path}", params={"api_key": self.api_key, **query})

    def post(self, kind: str, path: str, /, key: str = "", **body: Any) -> Any:
        """Send `POST` below /api. The idempotency `key` makes repeated requests count once."""
        headers = {"Idempotency-Key": key} if key else {}
        return self.request(
            kind, "POST", f"/api{path}", json={"api_key": self.api_key, **body}, headers=headers
        )

    def request(self, kind: str, method: str, path: str, **options: Any) -> Any:
        """Send any call. Return the JSON or bytes of a 2xx response, else None."""
        started = time.monotonic()
        try:
            response = self._session.request(
                method, self._base_url + path, timeout=TIMEOUT_SECONDS, **options
            )
            status, body = response.status_code, response.content
        except requests.RequestException as error:
            message = "(timeout)" if isinstance(error, requests.Timeout) else ""
            self._request_log.add(
                ResponseRecord(kind, time.monotonic(), NO_RESPONSE, time.monotonic() - started, message)
            )
            return None
        payload = response.json() if body and "json" in response.headers.get("Content-Type", "") else body
        is_ok = 200 <= status < 300
        is_page = "text/html" in options.get("headers", {}).get("Accept", "")
        message = "" if is_ok else _extract_message(payload, is_page)
        self._request_log.add(
            ResponseRecord(kind, time.monotonic(), status, time.monotonic() - started, message)
        )
        return payload if is_ok else None


def _extract_message(payload: Any, is_page: bool) -> str:
    """Return the message of a refusal, or the title if it is a page."""
    if isinstance(payload, dict):
        return str(payload.get("message") or "")
    title = re.search(rb"<title>(.+?)</title>", payload) if is_page else None
    return f"(page) {title[1].decode()}" if title else ""
