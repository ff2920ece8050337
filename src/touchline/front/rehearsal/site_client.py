"""A viewer of the site, over HTTP at the site's own address, as a browser would reach it."""

from __future__ import annotations

import json
import socket
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urljoin, urlsplit

from touchline.front.rehearsal.rehearsal import StepFailedError, StepMessage
from touchline.platform.http_client.public_addresses import (
    AddressNotAllowedError,
    PublicHttpClient,
    RequestFailedError,
)
from touchline.shared.site_urls import LOCALHOST_SUFFIX

NO_ANSWER = StepMessage(
    "no_answer",
    "{host} does not answer this server ({reason}). Check the address of the site, its DNS entry and its "
    "proxy.",
)
UNEXPECTED_STATUS = StepMessage("unexpected_status", "{path} was answered with status {status}. {text}")
MAX_BYTES = 64 << 20
_MAX_TEXT = 200
_OK = (200, 201, 204, 206)


class SiteClient:
    """Sends requests of one viewer, or of a visitor without an API key."""

    def __init__(self, site_url: str, api_key: str = "") -> None:
        self.site_url, self._api_key = site_url, api_key
        self._http = PublicHttpClient(allow_private=True, resolve=_resolve)

    @property
    def host(self) -> str:
        """The host of the site."""
        return urlsplit(self.site_url).netloc

    def log_in(self, api_key: str) -> SiteClient:
        """Return the client of a viewer who has this API key."""
        return SiteClient(self.site_url, api_key)

    def start_session(self) -> SiteClient:
        """Return the client of a visitor with a new API key."""
        channel_key = self.request("GET", "/channel-key")["channel_key"]
        answer = self.request("POST", "/api/get_api_key", {"channel_key": channel_key})
        return self.log_in(answer["api_key"])

    def get_status(self, path: str) -> int:
        """Return the status of the response to a request."""
        return self._send("GET", path, None, {})[0]

    def request(
        self,
        method: str,
        path: str,
        body: Mapping[str, Any] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Any:
        """Return the data of a response. Raises `StepFailedError` for any other status than success."""
        status, content = self._send(method, path, body, headers or {})
        try:
            answer = json.loads(content) if content else {}
        except ValueError:
            answer = {}
        if status not in _OK:
            raise StepFailedError(
                UNEXPECTED_STATUS.with_params(path=path, status=status, text=_get_message(answer))
            )
        return answer.get("data", answer) if isinstance(answer, dict) else answer

    def download(self, url: str, byte_range: tuple[int, int] | None = None) -> bytes:
        """Return a media file, or `byte_range` of it (first byte, length). Raises `StepFailedError`."""
        headers = {}
        if byte_range is not None:
            first, length = byte_range
            headers["Range"] = f"bytes={first}-{first + length - 1}"
        status, content = self._send("GET", url, None, headers)
        if status not in _OK:
            path = urlsplit(url).path.rpartition("/")[2]
            raise StepFailedError(UNEXPECTED_STATUS.with_params(path=path, status=status, text=""))
        return content

    def _send(
        self, method: str, path: str, body: Mapping[str, Any] | None, headers: Mapping[str, str]
    ) -> tuple[int, bytes]:
        url = urljoin(f"{self.site_url}/", path)
        sent = {"User-Agent": "Touchline rehearsal", "Accept": "*/*", **headers}
        if self._api_key and urlsplit(url).netloc == self.host:
            sent["Authorization"] = f"Bearer {self._api_key}"
        content = None
        if body is not None:
            content, sent["Content-Type"] = json.dumps(body).encode(), "application/json"
        try:
            response = self._http.request(method, url, sent, content, max_bytes=MAX_BYTES)
        except (RequestFailedError, AddressNotAllowedError) as error:
            reason = getattr(error, "reason", "address")
            raise StepFailedError(NO_ANSWER.with_params(host=urlsplit(url).netloc, reason=reason)) from error
        return response.status, response.body


def _resolve(host: str, port: int, **options: Any) -> Sequence[tuple[Any, ...]]:
    """Resolve a host. Names below `localhost` mean this machine, also without a resolver that knows that."""
    if host.endswith(LOCALHOST_SUFFIX):
        host = "127.0.0.1"
    return socket.getaddrinfo(host, port, **options)


def _get_message(answer: Any) -> str:
    """Return the message of a refusal, or ""."""
    error = answer.get("error", answer) if isinstance(answer, dict) else None
    message = error.get("message", "") if isinstance(error, dict) else error
    return str(message or "")[:_MAX_TEXT]
