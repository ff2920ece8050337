"""Clients that try to keep a port from its encoders, and errors that must not end its proxy."""

import errno
import socket
import threading
from contextlib import suppress
from typing import Any

import pytest

from adapters.ingest.rtmp import proxy as rtmp_proxy
from adapters.ingest.rtmp.listeners import PendingEncoder
from adapters.ingest.rtmp.proxy import RtmpProxy
from adapters.ingest.tests.polling import wait_until
from adapters.ingest.tests.proxy_clients import FakeReceiver, connect_encoder, is_disconnected
from adapters.ingest.tests.test_handshake import (
    CLIENT_HELLO,
    CONNECT,
    DEEP_OBJECT,
    KEY,
    NOT_UTF8,
    PUBLISH,
    encode_message,
    encode_string,
)


@pytest.mark.parametrize("value", [NOT_UTF8, DEEP_OBJECT])
def test_a_client_whose_command_cannot_be_read_is_disconnected(
    proxy: RtmpProxy[FakeReceiver], port: int, value: bytes
) -> None:
    with connect_encoder(port, CLIENT_HELLO, encode_message(encode_string("connect") + value)) as client:
        assert is_disconnected(client)
    assert not proxy._connections


def test_a_client_is_disconnected_after_an_unexpected_error(
    proxy: RtmpProxy[FakeReceiver],
    port: int,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(rtmp_proxy, "starts_with_tls", lambda _: 1 / 0)
    with connect_encoder(port) as client:
        assert is_disconnected(client)
    wait_until(lambda: not proxy._connections)
    assert "ZeroDivisionError" in caplog.text


def test_a_client_that_sends_its_handshake_too_slowly_is_disconnected(
    proxy: RtmpProxy[FakeReceiver], port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rtmp_proxy, "_HANDSHAKE_TIMEOUT_SECONDS", 0.5)
    pause = threading.Event()
    sent_count = 0
    with connect_encoder(port) as slow_client, suppress(ConnectionError):
        for byte in CLIENT_HELLO[:200]:
            slow_client.sendall(bytes((byte,)))
            sent_count += 1
            pause.wait(0.05)
    assert sent_count < 200


def test_an_encoder_that_is_handed_over_to_a_busy_proxy_is_not_taken(
    proxy: RtmpProxy[FakeReceiver], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rtmp_proxy, "_MAX_PENDING_CONNECTIONS", -1)
    ours, theirs = socket.socketpair()
    with ours, theirs:
        assert not proxy.hand_over(PendingEncoder(ours, KEY, b"", b""))


def test_the_port_stays_open_when_a_connection_cannot_be_accepted(
    proxy: RtmpProxy[FakeReceiver], port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    accept, errors = socket.socket.accept, [OSError(errno.EMFILE, "Too many open files")]

    def accept_later(listening_socket: socket.socket) -> tuple[socket.socket, Any]:
        if errors:
            raise errors.pop()
        return accept(listening_socket)

    monkeypatch.setattr(socket.socket, "accept", accept_later)
    wait_until(lambda: not errors)
    with connect_encoder(port, CLIENT_HELLO, CONNECT, PUBLISH):
        wait_until(lambda: proxy.active_receiver is not None)
