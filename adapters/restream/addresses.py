"""Connects to servers that operators enter, without access to the deployment's own network."""

from __future__ import annotations

import socket
import ssl
import sys
from collections.abc import Iterator, Sequence
from typing import Any

from touchline.catalog.domain.media.restreams import RestreamFailure
from touchline.shared.network_addresses import is_public_address

CONNECT_TIMEOUT_SECONDS = 5.0
IO_TIMEOUT_SECONDS = 10.0
"""Seconds that a server may take for an answer, or to receive what was sent."""


class SendingError(Exception):
    """The stream cannot be sent. `detail` is what the server answered."""

    def __init__(self, failure: RestreamFailure, detail: str = "") -> None:
        super().__init__(failure.value)
        self.failure = failure
        self.detail = detail


def find_addresses(
    host: str, port: int, *, allow_private: bool, kind: socket.SocketKind = socket.SOCK_STREAM
) -> Sequence[tuple[Any, ...]]:
    """Resolve a host once. Raises `SendingError` if it is unknown, or has an address that is not public.

    Connect to these addresses without another lookup, which could have another answer (DNS rebinding).
    """
    try:
        found = socket.getaddrinfo(host, port, type=kind)
    except (OSError, UnicodeError):
        raise SendingError(RestreamFailure.UNKNOWN_HOST) from None
    if not (allow_private or all(is_public_address(str(address[4][0])) for address in found)):
        raise SendingError(RestreamFailure.PRIVATE_ADDRESS)
    return found


def create_sockets(
    host: str, port: int, *, allow_private: bool, kind: socket.SocketKind = socket.SOCK_STREAM
) -> Iterator[tuple[socket.socket, Any]]:
    """Yield a socket and the address to connect to, for each address of a host that this machine can reach.

    Without IPv6, there are no sockets for IPv6. Raises `SendingError` like `find_addresses`.
    """
    addresses = find_addresses(host, port, allow_private=allow_private, kind=kind)
    for family, socket_kind, protocol, _, address in addresses:
        try:
            connection = socket.socket(family, socket_kind, protocol)
        except OSError:
            continue
        yield connection, address


def connect(host: str, port: int, *, allow_private: bool) -> socket.socket:
    """Connect to the first address that accepts. Raises `SendingError`."""
    failure = RestreamFailure.UNREACHABLE
    for connection, address in create_sockets(host, port, allow_private=allow_private):
        connection.settimeout(CONNECT_TIMEOUT_SECONDS)
        try:
            connection.connect(address)
        except TimeoutError:
            failure = RestreamFailure.TIMEOUT
            connection.close()
        except OSError:
            connection.close()
        else:
            _set_options(connection)
            return connection
    raise SendingError(failure)


def _set_options(connection: socket.socket) -> None:
    """End a connection whose server takes nothing for a while, even if all fits into the send buffer."""
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    if sys.platform == "linux":
        milliseconds = int(IO_TIMEOUT_SECONDS * 1000)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, milliseconds)


def encrypt(connection: socket.socket, host: str, ca_file: str = "") -> ssl.SSLSocket:
    """Encrypt a connection, and verify the server's certificate. Raises `SendingError`."""
    context = ssl.create_default_context(cafile=ca_file or None)
    try:
        return context.wrap_socket(connection, server_hostname=host)
    except TimeoutError:
        raise SendingError(RestreamFailure.TIMEOUT) from None
    except (ssl.SSLError, OSError) as error:
        reason = error.verify_message if isinstance(error, ssl.SSLCertVerificationError) else ""
        raise SendingError(RestreamFailure.INSECURE, reason) from None
