"""The choice among the addresses of a server."""

from __future__ import annotations

import socket
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from adapters.ingest.tests.polling import free_port
from adapters.restream import addresses
from adapters.restream.addresses import SendingError
from adapters.restream.srt_publisher import SrtPublisher
from touchline.catalog.domain.media.restreams import RestreamFailure
from touchline.catalog.ports.media.restreamer import RestreamDestination

_NO_FAMILY = 9999
"""An address family that no system has, as IPv6 on a machine without it."""


def list_addresses(*families: int) -> Callable[..., Sequence[tuple[Any, ...]]]:
    """Return a resolver of a host with an address of each family, in this order."""

    def resolve(
        host: str, port: int, *, kind: socket.SocketKind, allow_private: bool
    ) -> Sequence[tuple[Any, ...]]:
        return [(family, kind, 0, "", ("127.0.0.1", port)) for family in families]

    return resolve


def test_an_address_that_this_machine_cannot_use_is_skipped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "find_addresses", list_addresses(_NO_FAMILY, socket.AF_INET))
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        with addresses.connect("two.example", port, allow_private=True) as connection:
            assert connection.getpeername() == ("127.0.0.1", port)


def test_a_server_without_a_usable_address_cannot_be_reached(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "find_addresses", list_addresses(_NO_FAMILY))
    with pytest.raises(SendingError) as stream_error:
        addresses.connect("one.example", free_port(), allow_private=True)
    with pytest.raises(SendingError) as datagram_error:
        SrtPublisher(RestreamDestination("srt://one.example:9000", ""), allow_private=True)
    failures = {stream_error.value.failure, datagram_error.value.failure}
    assert failures == {RestreamFailure.UNREACHABLE}
