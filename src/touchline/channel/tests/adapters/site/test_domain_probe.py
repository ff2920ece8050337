"""The certificate of a domain, read with a TLS handshake."""

from __future__ import annotations

import socket
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

import pytest

from touchline.channel.adapters.site.domain_probe import NetworkDomainProbe
from touchline.channel.domain.site.domain_checks import DomainProblem
from touchline.channel.ports.site.domain_probe import DomainProbeError
from touchline.platform.tests.http_client.certificates import create_certificate


@contextmanager
def tls_server(file: Path) -> Iterator[int]:
    """Run a server with a certificate for one handshake. Yield its port."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(file)
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def serve() -> None:
            connection, _ = listener.accept()
            with connection, suppress(OSError):
                context.wrap_socket(connection, server_side=True).close()

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        yield listener.getsockname()[1]
        thread.join(5)


def test_a_valid_certificate_is_read_with_its_issuer(tmp_path: Path) -> None:
    file = create_certificate(tmp_path, "localhost", days=90)
    probe = NetworkDomainProbe(ssl.create_default_context(cafile=str(file)))
    with tls_server(file) as port:
        certificate = probe.get_certificate(["127.0.0.1"], port, "localhost")
    assert certificate.issuer == "localhost"
    assert (certificate.expires_at - datetime.now(UTC)).days == 90


@pytest.mark.parametrize(
    ("days", "host", "trusted", "problem"),
    [
        (-1, "localhost", True, DomainProblem.CERTIFICATE_EXPIRED),
        (90, "watch.example.org", True, DomainProblem.CERTIFICATE_WRONG_NAME),
        (90, "localhost", False, DomainProblem.CERTIFICATE_UNTRUSTED),
    ],
    ids=["expired", "other-name", "untrusted"],
)
def test_an_invalid_certificate_says_what_is_wrong(
    days: int, host: str, trusted: bool, problem: DomainProblem, tmp_path: Path
) -> None:
    file = create_certificate(tmp_path, "localhost", days)
    context = ssl.create_default_context(cafile=str(file)) if trusted else None
    with tls_server(file) as port, pytest.raises(DomainProbeError) as raised:
        NetworkDomainProbe(context).get_certificate(["127.0.0.1"], port, host)
    assert raised.value.problem is problem


def test_a_server_that_does_not_respond_is_named(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as unused:
        port = unused.getsockname()[1]
    with pytest.raises(DomainProbeError) as raised:
        NetworkDomainProbe().get_certificate(["127.0.0.1"], port, "localhost")
    assert raised.value.problem is DomainProblem.NO_RESPONSE
