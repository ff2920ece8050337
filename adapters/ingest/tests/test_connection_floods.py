"""Many connections to a port, and connections that broke without a sign, do not keep out its encoder."""

import time
from contextlib import ExitStack

import pytest

from adapters.ingest.rtmp import proxy as rtmp_proxy
from adapters.ingest.rtmp.proxy import RtmpProxy
from adapters.ingest.tests.polling import wait_until
from adapters.ingest.tests.proxy_clients import FakeReceiver, connect_encoder, is_disconnected
from adapters.ingest.tests.test_handshake import CLIENT_HELLO, CONNECT, PUBLISH

SILENT_CLIENTS = 200


@pytest.fixture
def silent_clients(proxy: RtmpProxy[FakeReceiver], port: int) -> ExitStack:
    """Return connections whose clients send the first byte of the handshake and no more."""
    with ExitStack() as stack:
        for _ in range(SILENT_CLIENTS):
            stack.enter_context(connect_encoder(port, CLIENT_HELLO[:1]))
        return stack.pop_all()


def test_an_encoder_is_accepted_beside_many_silent_clients(
    proxy: RtmpProxy[FakeReceiver], port: int, silent_clients: ExitStack
) -> None:
    with silent_clients, connect_encoder(port, CLIENT_HELLO, CONNECT, PUBLISH):
        wait_until(lambda: proxy.active_receiver is not None)
        assert len(proxy._connections) <= rtmp_proxy._MAX_PENDING_CONNECTIONS + 1


def test_many_silent_clients_do_not_disconnect_the_encoder(
    proxy: RtmpProxy[FakeReceiver], port: int, receivers: list[FakeReceiver]
) -> None:
    with connect_encoder(port, CLIENT_HELLO, CONNECT, PUBLISH) as encoder:
        wait_until(lambda: proxy.active_receiver is not None)
        with ExitStack() as stack:
            clients = [
                stack.enter_context(connect_encoder(port, CLIENT_HELLO[:1])) for _ in range(SILENT_CLIENTS)
            ]
            assert is_disconnected(clients[0])
        encoder.sendall(b"video")
    wait_until(lambda: proxy.is_finished)
    assert receivers[0].received.endswith(b"video")


def test_an_encoder_whose_connection_broke_is_replaced_as_soon_as_that_shows(
    proxy: RtmpProxy[FakeReceiver], port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rtmp_proxy, "_STALL_SECONDS", 0.5)
    monkeypatch.setattr(rtmp_proxy, "_DRAIN_TIMEOUT_SECONDS", 60.0)
    monkeypatch.setattr(rtmp_proxy, "_READ_TIMEOUT_SECONDS", 60.0)
    with connect_encoder(port, CLIENT_HELLO, CONNECT, PUBLISH) as silent_client:
        wait_until(lambda: proxy.active_receiver is not None)
        started_at = time.monotonic()
        with connect_encoder(port, CLIENT_HELLO, CONNECT, PUBLISH):
            assert is_disconnected(silent_client)
        assert time.monotonic() - started_at < 20
