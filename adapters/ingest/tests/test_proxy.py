"""The proxy of a port, with sockets: which clients are accepted or refused, and what the receiver gets."""

import socket
import threading

import pytest

from adapters.ingest.rtmp import listeners as rtmp_listeners
from adapters.ingest.rtmp import proxy as rtmp_proxy
from adapters.ingest.rtmp.listeners import ListenerPool, PortListener, Protocol
from adapters.ingest.rtmp.proxy import RtmpProxy
from adapters.ingest.tests.polling import wait_until
from adapters.ingest.tests.proxy_clients import READ_SIZE, FakeReceiver, connect_encoder, is_disconnected
from adapters.ingest.tests.test_handshake import (
    CLIENT_HELLO,
    CONNECT,
    KEY,
    PUBLISH,
    encode_command,
    encode_message,
)


@pytest.fixture(autouse=True)
def short_drain_timeout(monkeypatch: pytest.MonkeyPatch) -> None:
    """Refuse a second encoder at once."""
    monkeypatch.setattr(rtmp_proxy, "_DRAIN_TIMEOUT_SECONDS", 0.05)


def test_the_receiver_gets_every_byte_of_an_encoder_with_the_right_key(
    proxy: RtmpProxy[FakeReceiver], port: int, receivers: list[FakeReceiver]
) -> None:
    with connect_encoder(port, CLIENT_HELLO, CONNECT, PUBLISH, b"pictures"):
        wait_until(lambda: proxy.active_receiver is not None)
    wait_until(lambda: proxy.is_finished)
    assert receivers[0].received == CLIENT_HELLO + CONNECT + PUBLISH + b"pictures"
    assert receivers[0].state == "finished"


def test_no_receiver_is_started_for_a_wrong_key(
    proxy: RtmpProxy[FakeReceiver], port: int, receivers: list[FakeReceiver]
) -> None:
    with connect_encoder(
        port, CLIENT_HELLO, CONNECT, encode_message(encode_command("publish", "guess"))
    ) as other_client:
        assert is_disconnected(other_client)
    assert not receivers
    assert proxy.last_refusal == "An encoder used a wrong stream key and was rejected."
    assert proxy.active_receiver is None and not proxy.is_finished


def test_no_receiver_is_started_for_a_client_that_sends_nothing(
    proxy: RtmpProxy[FakeReceiver], port: int, receivers: list[FakeReceiver], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rtmp_proxy, "_HANDSHAKE_TIMEOUT_SECONDS", 0.2)
    with connect_encoder(port) as silent_client:
        assert is_disconnected(silent_client)
    assert not receivers


def test_a_silent_client_does_not_block_the_encoder(proxy: RtmpProxy[FakeReceiver], port: int) -> None:
    with connect_encoder(port) as other_client, connect_encoder(port, CLIENT_HELLO, CONNECT, PUBLISH):
        wait_until(lambda: proxy.active_receiver is not None)
        assert is_disconnected(other_client)


def test_a_second_encoder_with_the_same_key_is_refused_and_reported(
    proxy: RtmpProxy[FakeReceiver], port: int, receivers: list[FakeReceiver]
) -> None:
    with connect_encoder(port, CLIENT_HELLO, CONNECT, PUBLISH) as first:
        wait_until(lambda: proxy.active_receiver is not None)
        assert proxy.second_encoder_warning == ""
        with connect_encoder(port, CLIENT_HELLO, CONNECT, PUBLISH) as second:
            assert is_disconnected(second)
        assert proxy.second_encoder_warning.startswith("A second encoder tried to use this stream key")
        first.sendall(b"pictures")
    wait_until(lambda: proxy.is_finished)
    assert receivers[0].received.endswith(b"pictures")
    assert len(receivers) == 1


def test_a_client_with_a_wrong_key_is_not_reported_as_a_second_encoder(
    proxy: RtmpProxy[FakeReceiver], port: int, receivers: list[FakeReceiver]
) -> None:
    with connect_encoder(port, CLIENT_HELLO, CONNECT, PUBLISH):
        wait_until(lambda: proxy.active_receiver is not None)
        with connect_encoder(
            port, CLIENT_HELLO, CONNECT, encode_message(encode_command("publish", "guess"))
        ) as other_client:
            assert is_disconnected(other_client)
        assert proxy.second_encoder_warning == ""
    assert len(receivers) == 1


def test_the_second_encoder_warning_expires(
    proxy: RtmpProxy[FakeReceiver], port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    with connect_encoder(port, CLIENT_HELLO, CONNECT, PUBLISH):
        wait_until(lambda: proxy.active_receiver is not None)
        with connect_encoder(port, CLIENT_HELLO, CONNECT, PUBLISH) as second:
            assert is_disconnected(second)
        monkeypatch.setattr(rtmp_proxy, "SECOND_ENCODER_WARNING_SECONDS", 0.0)
        assert proxy.second_encoder_warning == ""


def test_an_encoder_with_a_broken_connection_has_left(
    proxy: RtmpProxy[FakeReceiver], port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rtmp_proxy, "_READ_TIMEOUT_SECONDS", 0.2)
    with connect_encoder(port, CLIENT_HELLO, CONNECT, PUBLISH) as silent_client:
        wait_until(lambda: proxy.is_finished)
        assert is_disconnected(silent_client)


def test_the_encoder_is_disconnected_when_the_receiver_ends(
    proxy: RtmpProxy[FakeReceiver], port: int, receivers: list[FakeReceiver]
) -> None:
    with connect_encoder(port, CLIENT_HELLO, CONNECT, PUBLISH) as encoder:
        wait_until(lambda: proxy.active_receiver is not None)
        receivers[0]._socket.shutdown(socket.SHUT_WR)
        assert is_disconnected(encoder)


class SlowReceiver(FakeReceiver):
    """A receiver that takes time to finish."""

    def __init__(self, may_end: threading.Event) -> None:
        super().__init__()
        self._may_end = may_end

    def finish(self) -> None:
        assert self._may_end.wait(30)
        if not self.state:
            super().finish()


def start_proxy(
    listener: PortListener, receivers: list[FakeReceiver], stream_key: str = KEY
) -> RtmpProxy[FakeReceiver]:
    def create_receiver(_: Protocol) -> FakeReceiver:
        receivers.append(FakeReceiver())
        return receivers[-1]

    return RtmpProxy(listener, stream_key, create_receiver, PortListener.close)


def start_slow_proxy(listener: PortListener, may_end: threading.Event) -> RtmpProxy[FakeReceiver]:
    """Return a proxy that leaves its listener open."""
    return RtmpProxy(listener, KEY, lambda _: SlowReceiver(may_end), lambda _: None)


def test_an_encoder_that_reconnects_at_once_waits_for_the_next_proxy(port: int) -> None:
    may_end, receivers = threading.Event(), list[FakeReceiver]()
    listener = ListenerPool().acquire("127.0.0.1", port, KEY)
    first = start_slow_proxy(listener, may_end)
    with connect_encoder(port, CLIENT_HELLO, CONNECT, PUBLISH):
        wait_until(lambda: first.active_receiver is not None)
    with connect_encoder(port, CLIENT_HELLO, CONNECT, PUBLISH, b"back") as returning_encoder:
        wait_until(lambda: listener.is_held(KEY))
        assert first.second_encoder_warning == ""
        may_end.set()
        wait_until(lambda: first.is_finished)
        second = start_proxy(listener, receivers)
        wait_until(lambda: second.active_receiver is not None)
        response = b""
        while b"NetStream.Publish.Start" not in response:
            response += returning_encoder.recv(READ_SIZE)
    wait_until(lambda: second.is_finished)
    assert receivers[0].received == CLIENT_HELLO + CONNECT + PUBLISH + b"back"
    second.close()


def test_an_encoder_that_waits_with_a_revoked_key_is_disconnected(
    port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rtmp_listeners, "IDLE_TIMEOUT_SECONDS", 0.05)
    may_end, receivers, pool = threading.Event(), list[FakeReceiver](), ListenerPool()
    listener = pool.acquire("127.0.0.1", port, KEY)
    first = start_slow_proxy(listener, may_end)
    with connect_encoder(port, CLIENT_HELLO, CONNECT, PUBLISH):
        wait_until(lambda: first.active_receiver is not None)
    with connect_encoder(port, CLIENT_HELLO, CONNECT, PUBLISH) as returning_encoder:
        wait_until(lambda: listener.is_held(KEY))
        may_end.set()
        wait_until(lambda: first.is_finished)
        second = start_proxy(listener, receivers, stream_key="another")
        pool.release(port, listener, KEY)
        assert is_disconnected(returning_encoder)
    second.close()
    assert not receivers


def test_a_stalled_encoder_is_replaced_when_it_reconnects(
    proxy: RtmpProxy[FakeReceiver], port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rtmp_proxy, "_STALL_SECONDS", 0.0)
    with connect_encoder(port, CLIENT_HELLO, CONNECT, PUBLISH) as silent_client:
        wait_until(lambda: proxy.active_receiver is not None)
        with connect_encoder(port, CLIENT_HELLO, CONNECT, PUBLISH):
            assert is_disconnected(silent_client)
            wait_until(lambda: proxy.is_finished)
            assert proxy.second_encoder_warning == ""


def test_a_listener_that_no_proxy_acquires_is_closed(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rtmp_listeners, "IDLE_TIMEOUT_SECONDS", 0.05)
    pool = ListenerPool()
    listener = pool.acquire("127.0.0.1", port, KEY)
    pool.release(port, listener, KEY)
    wait_until(lambda: listener.socket.fileno() == -1)
    reopened = pool.acquire("127.0.0.1", port, KEY)
    assert reopened is not listener
    reopened.close()


def test_the_next_proxy_gets_the_released_listener(port: int) -> None:
    pool = ListenerPool()
    listener = pool.acquire("127.0.0.1", port, KEY)
    pool.release(port, listener, KEY)
    with connect_encoder(port):
        assert pool.acquire("127.0.0.1", port, KEY) is listener
    listener.close()


def test_an_encoder_that_reconnects_before_its_data_is_read_is_not_a_second_encoder(
    proxy: RtmpProxy[FakeReceiver], port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rtmp_proxy, "_DRAIN_TIMEOUT_SECONDS", 30.0)
    first = connect_encoder(port, CLIENT_HELLO, CONNECT, PUBLISH)
    wait_until(lambda: proxy.active_receiver is not None)
    with connect_encoder(port, CLIENT_HELLO, CONNECT, PUBLISH):
        wait_until(lambda: len(proxy._connections) == 2)
        first.close()
        wait_until(lambda: proxy.is_finished)
        assert proxy.second_encoder_warning == ""


OTHER_KEY = "1204-backup-h2bQ8mZr"


def publish(stream_key: str) -> bytes:
    return encode_message(encode_command("publish", stream_key, "live"))


def test_two_encoders_with_two_keys_share_a_port(port: int) -> None:
    receivers, other_receivers = list[FakeReceiver](), list[FakeReceiver]()
    listener = ListenerPool().acquire("127.0.0.1", port, KEY)
    first = start_shared_proxy(listener, receivers, KEY)
    second = start_shared_proxy(listener, other_receivers, OTHER_KEY)
    for _ in range(4):
        with connect_encoder(port, CLIENT_HELLO, CONNECT, publish("guess")) as guessing_client:
            assert is_disconnected(guessing_client)
    with (
        connect_encoder(port, CLIENT_HELLO, CONNECT, publish(OTHER_KEY), b"backup"),
        connect_encoder(port, CLIENT_HELLO, CONNECT, publish(KEY), b"primary"),
    ):
        wait_until(lambda: first.active_receiver is not None and second.active_receiver is not None)
        assert first.last_refusal == second.last_refusal == ""
    wait_until(lambda: first.is_finished and second.is_finished)
    assert receivers[0].received.endswith(b"primary")
    assert other_receivers[0].received.endswith(b"backup")
    listener.close()


def test_an_encoder_of_the_other_key_waits_for_its_next_proxy(port: int) -> None:
    receivers, other_receivers = list[FakeReceiver](), list[FakeReceiver]()
    listener = ListenerPool().acquire("127.0.0.1", port, KEY)
    first = start_shared_proxy(listener, receivers, KEY)
    with connect_encoder(port, CLIENT_HELLO, CONNECT, PUBLISH):
        wait_until(lambda: first.active_receiver is not None)
    wait_until(lambda: first.is_finished)
    second = start_shared_proxy(listener, other_receivers, OTHER_KEY)
    with connect_encoder(port, CLIENT_HELLO, CONNECT, PUBLISH, b"back"):
        wait_until(lambda: listener.is_held(KEY))
        third = start_shared_proxy(listener, receivers, KEY)
        wait_until(lambda: third.active_receiver is not None)
    wait_until(lambda: third.is_finished)
    assert receivers[1].received.endswith(b"back")
    second.close()
    listener.close()


def start_shared_proxy(
    listener: PortListener, receivers: list[FakeReceiver], stream_key: str
) -> RtmpProxy[FakeReceiver]:
    """Return a proxy that leaves its listener open."""

    def create_receiver(_protocol: Protocol) -> FakeReceiver:
        receivers.append(FakeReceiver())
        return receivers[-1]

    return RtmpProxy(listener, stream_key, create_receiver, lambda _: None)
