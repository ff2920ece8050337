"""JSON documents that a provider publishes: its description and its keys, kept for an hour."""

import time
from collections.abc import Callable
from typing import Any

import requests

from touchline.channel.ports.social import SocialUnavailable

CONNECT_SECONDS, READ_SECONDS = 5.0, 10.0
KEPT_SECONDS = 3600.0
NOT_NOW = "This log-in does not answer at the moment. Please try again later."
Timeouts = tuple[float, float]


def unavailable() -> SocialUnavailable:
    """The refusal while a provider cannot be talked with."""
    return SocialUnavailable(NOT_NOW, code="errors.social_unavailable")


class Documents:
    """Fetches documents when they are first asked for. `timer` counts seconds."""

    def __init__(self, timeouts: Timeouts, timer: Callable[[], float] = time.monotonic) -> None:
        self._timeouts = timeouts
        self._timer = timer
        self._kept: dict[str, tuple[float, dict[str, Any]]] = {}

    def get(self, address: str, *, fresh: bool = False) -> dict[str, Any]:
        """The document at an address, `fresh` without looking at what is kept; `SocialUnavailable`."""
        until, kept = self._kept.get(address, (0.0, {}))
        if kept and not fresh and self._timer() < until:
            return kept
        found = self._fetch(address)
        self._kept[address] = (self._timer() + KEPT_SECONDS, found)
        return found

    def _fetch(self, address: str) -> dict[str, Any]:
        try:
            answer = requests.get(
                address,
                timeout=self._timeouts,
                headers={"Accept": "application/json"},
                allow_redirects=False,  # a provider's description is where it is, and nowhere else
            )
            answer.raise_for_status()
            found = answer.json()
        except requests.RequestException:  # its JSON errors are among them
            raise unavailable() from None
        if not isinstance(found, dict) or not answer.ok or answer.is_redirect:
            raise unavailable()
        return found
