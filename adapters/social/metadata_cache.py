"""Cache for a provider's JSON documents (discovery document and keys). Documents are kept for an hour."""

import time
from collections.abc import Callable
from typing import Any

import requests
from requests.adapters import BaseAdapter

from touchline.channel.ports.accounts.social import SocialUnavailableError
from touchline.shared.error_messages import ErrorMessage

CONNECT_SECONDS, READ_SECONDS = 5.0, 10.0
CACHE_SECONDS = 3600.0
TEMPORARILY_UNAVAILABLE = ErrorMessage(
    "errors.social_unavailable", "This login is not available right now. Please try again later."
)
Timeouts = tuple[float, float]


def unavailable_error() -> SocialUnavailableError:
    """Return the error for a provider that cannot be reached."""
    return SocialUnavailableError(TEMPORARILY_UNAVAILABLE)


def mount(session: requests.Session, transport: BaseAdapter) -> None:
    """Send all requests of a session through a transport."""
    for scheme in ("https://", "http://"):
        session.mount(scheme, transport)


class MetadataCache:
    """Cache that fetches documents on first use. `timer` returns seconds. `transport` replaces requests'."""

    def __init__(
        self,
        timeouts: Timeouts,
        timer: Callable[[], float] = time.monotonic,
        transport: BaseAdapter | None = None,
    ) -> None:
        self._timeouts = timeouts
        self._transport = transport
        self._timer = timer
        self._entries: dict[str, tuple[float, dict[str, Any]]] = {}

    def get(self, address: str, *, force_refresh: bool = False) -> dict[str, Any]:
        """Return the document at a URL. `force_refresh` skips the cache.

        Raises `SocialUnavailableError`.
        """
        expires_at, cached = self._entries.get(address, (0.0, {}))
        if cached and not force_refresh and self._timer() < expires_at:
            return cached
        document = self._fetch(address)
        self._entries[address] = (self._timer() + CACHE_SECONDS, document)
        return document

    def _fetch(self, address: str) -> dict[str, Any]:
        try:
            with requests.Session() as session:
                if self._transport:
                    mount(session, self._transport)
                response = session.get(
                    address,
                    timeout=self._timeouts,
                    headers={"Accept": "application/json"},
                    allow_redirects=False,  # a provider's documents must be at the configured URL
                )
            response.raise_for_status()
            document = response.json()
        except requests.RequestException:  # includes JSON errors
            raise unavailable_error() from None
        if not isinstance(document, dict) or not response.ok or response.is_redirect:
            raise unavailable_error()
        return document
