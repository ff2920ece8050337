"""HTTP requests to addresses that people enter, without access to the deployment's own network.

The host is resolved once. If any of its IP addresses is not public, nothing is sent. The connection goes to
the checked IP address, so a second DNS answer cannot redirect it (DNS rebinding). Redirects are not followed,
and the environment's proxies are not used.
"""

from __future__ import annotations

import socket
import ssl
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException
from threading import Event, Timer
from typing import Any
from urllib.parse import SplitResult, urlsplit

from touchline.shared.network_addresses import is_public_address

Resolve = Callable[..., Sequence[tuple[Any, ...]]]
CONNECT_TIMEOUT_SECONDS = 5.0
TOTAL_TIMEOUT_SECONDS = 15.0
_DEFAULT_PORTS = {"https": 443, "http": 80}


class AddressNotAllowedError(ValueError):
    """The URL does not use https, or its host has an address that is not public."""


class RequestFailedError(OSError):
    """The request got no response. `reason` is `dns`, `timeout`, `tls` or `connection`."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class HttpResponse:
    """A response. `body` holds at most the requested number of bytes."""

    status: int
    headers: Mapping[str, str]
    body: bytes


class PublicHttpClient:
    """A client for https URLs on public addresses. With `allow_private`, http and all addresses are allowed.

    `resolve` is called as `socket.getaddrinfo`. The timeouts are in seconds; the total one includes the whole
    response.
    """

    def __init__(
        self,
        *,
        allow_private: bool = False,
        resolve: Resolve = socket.getaddrinfo,
        ssl_context: ssl.SSLContext | None = None,
        connect_timeout: float = CONNECT_TIMEOUT_SECONDS,
        total_timeout: float = TOTAL_TIMEOUT_SECONDS,
    ) -> None:
        self._allow_private = allow_private
        self._resolve = resolve
        self._ssl_context = ssl_context
        self._connect_timeout = connect_timeout
        self._total_timeout = total_timeout

    def request(
        self, method: str, url: str, headers: Mapping[str, str], body: bytes | None = None, *, max_bytes: int
    ) -> HttpResponse:
        """Send a request and return its response, whatever the status.

        Raises `AddressNotAllowedError` or `RequestFailedError`.
        """
        parts = urlsplit(url)
        addresses = self._find_addresses(parts)
        target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        all_headers = {**headers, "Host": parts.netloc.rpartition("@")[2], "Connection": "close"}
        with (
            _translated_errors(),
            closing(self._connect(addresses)) as connection,
            _deadline(connection, self._total_timeout),
            closing(HTTPConnection(parts.hostname or "")) as http,
        ):
            http.sock = self._encrypt(connection, parts) if parts.scheme == "https" else connection
            http.request(method, target, body, all_headers)
            response = http.getresponse()
            return HttpResponse(response.status, dict(response.headers), response.read(max_bytes))

    def _find_addresses(self, parts: SplitResult) -> Sequence[tuple[Any, ...]]:
        if parts.scheme != "https" and not (self._allow_private and parts.scheme == "http"):
            raise AddressNotAllowedError("The URL does not begin with https://.")
        port = parts.port or _DEFAULT_PORTS[parts.scheme]
        try:
            found = self._resolve(parts.hostname, port, type=socket.SOCK_STREAM)
        except (OSError, UnicodeError) as error:
            raise RequestFailedError("dns") from error
        if not (self._allow_private or all(is_public_address(address[4][0]) for address in found)):
            raise AddressNotAllowedError("The host has an address that is not public.")
        return found

    def _connect(self, addresses: Sequence[tuple[Any, ...]]) -> socket.socket:
        """Connect to the first address that accepts, without another DNS lookup."""
        last_error: OSError = ConnectionError("no address")
        for family, kind, protocol, _, address in addresses:
            connection = socket.socket(family, kind, protocol)
            connection.settimeout(self._connect_timeout)
            try:
                connection.connect(address)
            except OSError as error:
                connection.close()
                last_error = error
            else:
                connection.settimeout(self._total_timeout)
                return connection
        raise last_error

    def _encrypt(self, connection: socket.socket, parts: SplitResult) -> ssl.SSLSocket:
        context = self._ssl_context or ssl.create_default_context()
        return context.wrap_socket(connection, server_hostname=parts.hostname)


@contextmanager
def _deadline(connection: socket.socket, seconds: float) -> Iterator[None]:
    """Shut the connection down after a time. The timeout of a socket begins again with each byte."""
    duplicate, expired = connection.dup(), Event()  # encryption detaches the original

    def expire() -> None:
        expired.set()
        with suppress(OSError):
            duplicate.shutdown(socket.SHUT_RDWR)

    timer = Timer(seconds, expire)
    timer.daemon = True
    timer.start()
    try:
        yield
    except Exception as error:
        if expired.is_set():
            raise TimeoutError from error
        raise
    finally:
        timer.cancel()
        duplicate.close()


@contextmanager
def _translated_errors() -> Iterator[None]:
    try:
        yield
    except TimeoutError as error:
        raise RequestFailedError("timeout") from error
    except ssl.SSLError as error:
        raise RequestFailedError("tls") from error
    except (OSError, HTTPException, ValueError) as error:
        raise RequestFailedError("connection") from error
