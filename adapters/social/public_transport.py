"""A transport of `requests` for addresses that operators enter: public addresses only."""

from __future__ import annotations

from io import BytesIO
from typing import Any, Protocol

import requests
from requests.adapters import BaseAdapter

MAX_BYTES = 1_000_000


class PublicHttp(Protocol):
    """A client that connects to public addresses only. It raises `OSError` or `ValueError`."""

    def request(
        self, method: str, url: str, headers: dict[str, str], body: bytes | None = None, *, max_bytes: int
    ) -> Any:
        """Return a response with `status`, `headers` and `body`."""
        ...


class PublicTransport(BaseAdapter):
    """Sends each request through a client that checks the address, with its own timeouts."""

    def __init__(self, http: PublicHttp) -> None:
        super().__init__()
        self._http = http

    def send(self, request: requests.PreparedRequest, *_: Any, **__: Any) -> requests.Response:
        """Return the response. Raises `requests.ConnectionError`."""
        headers = {**request.headers, "Accept-Encoding": "identity"}
        body = request.body.encode() if isinstance(request.body, str) else request.body
        try:
            received = self._http.request(
                str(request.method), str(request.url), headers, body, max_bytes=MAX_BYTES
            )
        except (OSError, ValueError) as error:
            raise requests.ConnectionError(type(error).__name__, request=request) from None
        response = requests.Response()
        response.status_code = received.status
        response.headers.update(received.headers)
        response.raw = BytesIO(received.body)
        response.url, response.request = str(request.url), request
        return response

    def close(self) -> None:
        """Do nothing: no connection is kept."""
