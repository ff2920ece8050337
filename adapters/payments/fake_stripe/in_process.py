"""The SDK's way to the stand-in without sockets: `stripe.StripeClient(key, http_client=InProcess(world))`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

import stripe

from adapters.payments.fake_stripe.app import create_app
from adapters.payments.fake_stripe.wire import DROPPED
from adapters.payments.fake_stripe.world import World


class InProcess(stripe.HTTPClient):
    """Calls the stand-in's web application. An answer that is lost is an `APIConnectionError`, as over a
    socket."""

    name = "in-process"

    def __init__(self, world: World) -> None:
        super().__init__()
        self._app = create_app(world)

    def request(
        self,
        method: str,
        url: str,
        headers: Mapping[str, str] | None,
        post_data: Any = None,
        *,
        _usage: list[str] | None = None,
    ) -> tuple[str, int, Mapping[str, str]]:
        """One request: body, status and headers of the answer."""
        parts = urlsplit(url)
        answer = self._app.test_client(use_cookies=False).open(
            parts.path,
            query_string=parts.query,
            method=method.upper(),
            headers=dict(headers or {}),
            data=post_data,
        )
        if DROPPED in answer.headers:
            raise stripe.APIConnectionError("The connection was cut.")  # type: ignore[no-untyped-call]
        return (
            answer.text,
            answer.status_code,
            {name.lower(): value for name, value in answer.headers.items()},
        )

    def close(self) -> None:
        """Nothing is open."""
