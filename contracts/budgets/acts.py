"""What visitors do beside reading, and what it costs a server: a key for each who comes, and log-ins."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from typing import Any

import requests

from contracts.budgets.requests import Answering

TIMES = {"a visitor's key": 300, "a registration": 30, "a log-in": 60}
_PASSWORD = "north-window-58-harvest"  # noqa: S105
_SECONDS = 30


class Visitor:
    """One browser after the other, over one connection."""

    def __init__(self, port: int) -> None:
        self._api = f"http://127.0.0.1:{port}"
        self._line = requests.Session()
        self._numbers = count()

    def arrive(self) -> str:
        """A key for a new browser, as a page gets it."""
        asked = self._line.get(f"{self._api}/channel-key", timeout=_SECONDS)
        asked.raise_for_status()
        return str(self._post("get_api_key", None, **asked.json()["data"])["api_key"])

    def register(self) -> None:
        """A new account."""
        told: dict[str, Any] = {"first_name": "Ada", "last_name": "Visitor", "accept_terms": True}
        told |= {"password": _PASSWORD, "password_confirmation": _PASSWORD}
        self._post("v2/auth/register", self.arrive(), email=f"ada{next(self._numbers)}@example.com", **told)

    def log_in(self) -> None:
        """The first of those accounts, at a new browser."""
        self._post("v2/auth/login", self.arrive(), login="ada0@example.com", password=_PASSWORD)

    def _post(self, path: str, key: str | None, **body: Any) -> Any:
        query = {"api_key": key} if key else {}
        answer = self._line.post(f"{self._api}/api/{path}", params=query, json=body, timeout=_SECONDS)
        answer.raise_for_status()
        return answer.json()["data"]


def costs(parts: dict[str, Answering], port: int) -> Iterator[tuple[str, str, float]]:
    """Milliseconds of processor time of each act in each part: (act, part, ms), without the key for it."""
    visitor = Visitor(port)
    acts: dict[str, Callable[[], object]] = dict(
        zip(TIMES, (visitor.arrive, visitor.register, visitor.log_in), strict=True)
    )
    arriving = dict.fromkeys(parts, 0.0)
    for act, once in acts.items():
        once()
        before = {name: part.cpu_seconds() for name, part in parts.items()}
        for _ in range(TIMES[act]):
            once()
        for name, part in parts.items():
            used = (part.cpu_seconds() - before[name]) / TIMES[act] * 1000
            yield act, name, max(used - arriving[name], 0.0)
            if act == "a visitor's key":
                arriving[name] = used
