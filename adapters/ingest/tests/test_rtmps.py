"""RTMPS on the port of RTMP: TLS, certificates that are renewed, and clients that stop in the middle."""

import os
import socket
import ssl
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from adapters.ingest.rtmp import proxy as rtmp_proxy
from adapters.ingest.rtmp.listeners import ListenerPool, PortListener
from adapters.ingest.rtmp.proxy import RtmpProxy
from adapters.ingest.rtmp.tls import NO_CERTIFICATE_FAULT, UNTRUSTED_CERTIFICATE_FAULT, CertificateFiles
from adapters.ingest.tests.certificates import write_certificate
from adapters.ingest.tests.polling import free_port, wait_until
from adapters.ingest.tests.proxy_clients import FakeReceiver, is_disconnected
from adapters.ingest.tests.test_handshake import CLIENT_HELLO, CONNECT, KEY, PUBLISH

StartProxy = Callable[[CertificateFiles | None], int]


@pytest.fixture
def certificate(certificate_folder: Path) -> CertificateFiles:
    return CertificateFiles(str(certificate_folder / "chain.pem"), str(certificate_folder / "key.pem"))


@pytest.fixture
def proxies() -> list[RtmpProxy[FakeReceiver]]:
    """Return the proxies started so far."""
    return []


@pytest.fixture
def start_proxy(proxies: list[RtmpProxy[FakeReceiver]]) -> Iterator[StartProxy]:
    """Yield a function that starts a proxy and returns its port."""

    def start(certificate: CertificateFiles | None) -> int:
        port = free_port()
        proxies.append(
            RtmpProxy(
                *(ListenerPool().acquire("127.0.0.1", port, KEY), KEY, lambda _: FakeReceiver()),
                PortListener.close,
                certificate=certificate,
            )
        )
        return port

    yield start
    for proxy in proxies:
        proxy.close()


def connect(port: int, authority: Path | None, version: ssl.TLSVersion | None = None) -> ssl.SSLSocket:
    """Return a TLS connection that trusts the certificates in a file."""
    context = ssl.create_default_context(cafile=authority)
    if version is not None:
        context.minimum_version = context.maximum_version = version
    plain = socket.create_connection(("127.0.0.1", port), timeout=30)
    return context.wrap_socket(plain, server_hostname="127.0.0.1")


def test_the_receiver_gets_the_decrypted_bytes_and_the_encoder_its_answers(
    start_proxy: StartProxy,
    proxies: list[RtmpProxy[FakeReceiver]],
    certificate: CertificateFiles,
    certificate_folder: Path,
) -> None:
    port, pictures = start_proxy(certificate), os.urandom(100_000)
    with connect(port, certificate_folder / "chain.pem") as encoder:
        encoder.sendall(CLIENT_HELLO + CONNECT + PUBLISH)
        answer = b""
        while b"NetStream.Publish.Start" not in answer:
            answer += encoder.recv(65536)
        encoder.sendall(pictures)
    wait_until(lambda: proxies[0].is_finished)
    receiver = proxies[0].active_receiver
    assert receiver is not None
    assert receiver.received == CLIENT_HELLO + CONNECT + PUBLISH + pictures


def test_plain_rtmp_stays_usable_beside_a_certificate(
    start_proxy: StartProxy, proxies: list[RtmpProxy[FakeReceiver]], certificate: CertificateFiles
) -> None:
    with socket.create_connection(("127.0.0.1", start_proxy(certificate))) as encoder:
        encoder.sendall(CLIENT_HELLO + CONNECT + PUBLISH)
        wait_until(lambda: proxies[0].active_receiver is not None)


def test_tls_without_a_certificate_is_reported(
    start_proxy: StartProxy, proxies: list[RtmpProxy[FakeReceiver]]
) -> None:
    with pytest.raises(OSError):
        connect(start_proxy(None), None)
    wait_until(lambda: proxies[0].last_refusal == NO_CERTIFICATE_FAULT)


def test_an_encoder_that_does_not_trust_the_certificate_is_reported(
    start_proxy: StartProxy, proxies: list[RtmpProxy[FakeReceiver]], certificate: CertificateFiles
) -> None:
    with pytest.raises(ssl.SSLCertVerificationError):
        connect(start_proxy(certificate), None)
    wait_until(lambda: proxies[0].last_refusal == UNTRUSTED_CERTIFICATE_FAULT)


def test_old_versions_of_tls_are_refused(
    start_proxy: StartProxy, certificate: CertificateFiles, certificate_folder: Path
) -> None:
    port = start_proxy(certificate)
    with pytest.raises(OSError):
        connect(port, certificate_folder / "chain.pem", ssl.TLSVersion.TLSv1_1)


def test_a_client_that_stops_in_the_handshake_blocks_nobody(
    start_proxy: StartProxy,
    proxies: list[RtmpProxy[FakeReceiver]],
    certificate: CertificateFiles,
    certificate_folder: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    port = start_proxy(certificate)
    with socket.create_connection(("127.0.0.1", port), timeout=30) as silent_client:
        silent_client.sendall(b"\x16")
        with connect(port, certificate_folder / "chain.pem") as encoder:
            encoder.sendall(CLIENT_HELLO + CONNECT + PUBLISH)
            wait_until(lambda: proxies[0].active_receiver is not None)
        assert is_disconnected(silent_client)


def test_a_client_that_stops_in_the_handshake_is_disconnected(
    start_proxy: StartProxy, certificate: CertificateFiles, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rtmp_proxy, "_HANDSHAKE_TIMEOUT_SECONDS", 0.2)
    with socket.create_connection(("127.0.0.1", start_proxy(certificate)), timeout=30) as silent_client:
        silent_client.sendall(b"\x16\x03")
        assert is_disconnected(silent_client)


def test_a_renewed_certificate_is_used_from_the_next_connection_on(
    start_proxy: StartProxy, tmp_path: Path
) -> None:
    chain, key = tmp_path / "chain.pem", tmp_path / "key.pem"
    write_certificate(chain, key)
    port = start_proxy(CertificateFiles(str(chain), str(key)))
    served = []
    for _ in range(2):
        with suppress(OSError), connect(port, chain) as client:
            served.append(client.getpeercert(binary_form=True))
        write_certificate(chain, key)
    assert len(served) == 2 and served[0] != served[1]


def test_a_renewed_certificate_that_cannot_be_read_does_not_replace_the_old_one(tmp_path: Path) -> None:
    chain, key = tmp_path / "chain.pem", tmp_path / "key.pem"
    write_certificate(chain, key)
    files = CertificateFiles(str(chain), str(key))
    context = files.get_context()
    chain.write_text("half a certificate")
    assert files.get_context() is context
    write_certificate(chain, key)
    assert files.get_context() is not context
