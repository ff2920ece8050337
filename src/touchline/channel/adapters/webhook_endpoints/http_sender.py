"""Sending of webhooks over HTTP."""

from __future__ import annotations

import time
from collections.abc import Mapping
from datetime import datetime

from touchline.channel.domain.webhook_endpoints.deliveries import DeliveryError, WebhookAttempt
from touchline.platform.http_client.public_addresses import (
    AddressNotAllowedError,
    PublicHttpClient,
    RequestFailedError,
)

MAX_RESPONSE_BYTES = 1000


class HttpWebhookSender:
    """Port `WebhookSender`."""

    def __init__(self, client: PublicHttpClient) -> None:
        self._client = client

    def send(self, url: str, headers: Mapping[str, str], body: bytes, at: datetime) -> WebhookAttempt:
        """Send a request. Only a response with status 2xx is a success."""
        started, status, text = time.monotonic(), None, ""
        error: DeliveryError | None = None
        try:
            response = self._client.request("POST", url, headers, body, max_bytes=MAX_RESPONSE_BYTES)
        except AddressNotAllowedError:
            error = DeliveryError.ADDRESS
        except RequestFailedError as failure:
            error = DeliveryError(failure.reason)
        else:
            status, text = response.status, _to_storable_text(response.body)
            error = None if 200 <= status < 300 else DeliveryError.STATUS
        return WebhookAttempt(at, int((time.monotonic() - started) * 1000), status, text, error)


def _to_storable_text(body: bytes) -> str:
    """Return the body as text. PostgreSQL cannot store the null character."""
    return body.decode(errors="replace").replace("\0", "\ufffd")
