"""The cost of visitors' actions other than reading: new keys, registrations and logins."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from typing import Any

import requests

from contracts.nightly.budgets.requests import MeasuredServer

KEY_ACTION = "key of a new browser"
REPETITIONS = {KEY_ACTION: 300, "registration": 30, "login": 60}
_PASSWORD = "north-window-58-harvest"  # noqa: S105
_TIMEOUT_SECONDS = 30


class SimulatedVisitor:
    """One new browser after the other, over one connection."""

    def __init__(self, port: int) -> None:
        self._base_url = f"http://127.0.0.1:{port}"
        self._session = requests.Session()
        self._sequence = count()

    def get_api_key(self) -> str:
        """Get a key for a new browser, as a page does."""
        key_response = self._session.get(f"{self._base_url}/channel-key", timeout=_TIMEOUT_SECONDS)
        key_response.raise_for_status()
        return str(self._post("get_api_key", None, **key_response.json()["data"])["api_key"])

    def register(self) -> None:
        """Create a new account."""
        form: dict[str, Any] = {"first_name": "Ada", "last_name": "Visitor", "accept_terms": True}
        form |= {"password": _PASSWORD, "password_confirmation": _PASSWORD}
        self._post(
            "v2/auth/register", self.get_api_key(), email=f"ada{next(self._sequence)}@example.com", **form
        )

    def log_in(self) -> None:
        """Log in to the first of those accounts in a new browser."""
        self._post("v2/auth/login", self.get_api_key(), login="ada0@example.com", password=_PASSWORD)

    def _post(self, path: str, key: str | None, **body: Any) -> Any:
        query = {"api_key": key} if key else {}
        response = self._session.post(
            f"{self._base_url}/api/{path}", params=query, json=body, timeout=_TIMEOUT_SECONDS
        )
        response.raise_for_status()
        return response.json()["data"]


def measure_costs(servers: dict[str, MeasuredServer], port: int) -> Iterator[tuple[str, str, float]]:
    """Yield the CPU milliseconds of each action in each part, (action, part, ms), without the cost of its
    key.
    """
    visitor = SimulatedVisitor(port)
    actions: dict[str, Callable[[], object]] = dict(
        zip(REPETITIONS, (visitor.get_api_key, visitor.register, visitor.log_in), strict=True)
    )
    key_costs = dict.fromkeys(servers, 0.0)
    for action, perform in actions.items():
        perform()
        cpu_before = {name: server.cpu_seconds() for name, server in servers.items()}
        for _ in range(REPETITIONS[action]):
            perform()
        for name, server in servers.items():
            cpu_ms = (server.cpu_seconds() - cpu_before[name]) / REPETITIONS[action] * 1000
            yield action, name, max(cpu_ms - key_costs[name], 0.0)
            if action == KEY_ACTION:
                key_costs[name] = cpu_ms
