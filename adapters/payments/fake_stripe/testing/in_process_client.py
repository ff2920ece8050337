"""In-process access to the fake Stripe for the SDK, without sockets.

Usage: `stripe.StripeClient(key, http_client=InProcessClient(simulator))`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

import stripe

from adapters.payments.fake_stripe.api.v1 import DROPPED_HEADER
from adapters.payments.fake_stripe.app import create_app
from adapters.payments.fake_stripe.core.simulator import StripeSimulator


class InProcessClient(stripe.HTTPClient):
    """Calls the Flask application directly.

    A lost response raises `APIConnectionError`, as over a socket.
    """

    name = "in-process"

    def __init__(self, simulator: StripeSimulator) -> None:
        super().__init__()
        self._app = create_app(simulator)

    def request(
        self,
        method: str,
        url: str,
        headers: Mapping[str, str] | None,
        post_data: Any = None,
        *,
        _usage: list[str] | None = None,
    ) -> tuple[str, int, Mapping[str, str]]:
        """Send a request, and return body, status and headers of the response."""
        parts = urlsplit(url)
        response = self._app.test_client(use_cookies=False).open(
            parts.path,
            query_string=parts.query,
            method=method.upper(),
            headers=dict(headers or {}),
            data=post_data,
        )
        if DROPPED_HEADER in response.headers:
            raise stripe.APIConnectionError("The connection was cut.")  # type: ignore[no-untyped-call]
        return (
            response.text,
            response.status_code,
            {name.lower(): value for name, value in response.headers.items()},
        )

    def close(self) -> None:
        """Do nothing: no connection is open."""
