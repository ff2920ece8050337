"""Requests to addresses that people enter, over real sockets and with a fake resolver."""

from __future__ import annotations

import socket
import ssl
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from touchline.platform.http_client.public_addresses import (
    AddressNotAllowedError,
    PublicHttpClient,
    RequestFailedError,
    Resolve,
)
from touchline.platform.tests.http_client.certificates import create_certificate
from touchline.platform.tests.http_client.http_server import LocalServer, run_server


@pytest.fixture
def server() -> Iterator[LocalServer]:
    """Yield a running server."""
    with run_server() as running:
        yield running


def resolver(*ips: str) -> Resolve:
    """Return a resolver with one answer for every host."""

    def resolve(_host: str, port: int, **_options: Any) -> list[tuple[Any, ...]]:
        return [
            (socket.AF_INET6 if ":" in ip else socket.AF_INET, socket.SOCK_STREAM, 0, "", (ip, port))
            for ip in ips
        ]

    return resolve


def test_a_request_contains_the_host_the_headers_and_the_body(server: LocalServer) -> None:
    server.status, server.body = 201, b"created"
    client = PublicHttpClient(allow_private=True, resolve=resolver("127.0.0.1"))
    url = f"http://hooks.example.org:{server.port}/in?a=1#part"
    response = client.request("POST", url, {"X-Kind": "test"}, b"body", max_bytes=100)
    assert (response.status, response.body) == (201, b"created")
    ((method, path, headers, body),) = server.requests
    assert (method, path, body) == ("POST", "/in?a=1", b"body")
    assert (headers["Host"], headers["X-Kind"]) == (f"hooks.example.org:{server.port}", "test")


def test_a_host_with_a_private_address_among_others_gets_no_request() -> None:
    lookups: list[str] = []

    def resolve(host: str, port: int, **options: Any) -> Any:
        lookups.append(host)
        return resolver("8.8.8.8", "10.0.0.1")(host, port, **options)

    with pytest.raises(AddressNotAllowedError, match="not public"):
        PublicHttpClient(resolve=resolve).request("GET", "https://rebind.example.org/", {}, max_bytes=1)
    assert lookups == ["rebind.example.org"], "a second lookup could have another answer"


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "[::1]", "2130706433", "0x7f.1", "localhost", "[::ffff:127.0.0.1]"]
)
def test_no_spelling_of_this_machine_is_allowed(host: str) -> None:
    with pytest.raises(AddressNotAllowedError):
        PublicHttpClient().request("GET", f"https://{host}/", {}, max_bytes=1)


@pytest.mark.parametrize(
    "url", ["http://hooks.example.org/", "ftp://hooks.example.org/", "file:///etc/passwd"]
)
def test_only_https_is_allowed(url: str) -> None:
    with pytest.raises(AddressNotAllowedError, match="https"):
        PublicHttpClient(resolve=resolver("8.8.8.8")).request("GET", url, {}, max_bytes=1)


def test_redirects_are_not_followed_and_long_responses_are_cut(server: LocalServer) -> None:
    server.status, server.headers, server.body = 302, {"Location": server.url}, b"x" * 100_000
    response = PublicHttpClient(allow_private=True).request("GET", server.url, {}, max_bytes=10)
    assert (response.status, response.body, len(server.requests)) == (302, b"x" * 10, 1)


def test_a_server_that_sends_one_byte_at_a_time_is_left_at_the_total_timeout(server: LocalServer) -> None:
    server.drips = True
    client = PublicHttpClient(allow_private=True, total_timeout=0.2)
    with pytest.raises(RequestFailedError, match="timeout"):
        client.request("GET", server.url, {}, max_bytes=10)


def test_failures_have_a_reason(server: LocalServer) -> None:
    def resolve_nothing(*_: object, **__: object) -> Any:
        raise socket.gaierror

    client = PublicHttpClient(allow_private=True, resolve=resolve_nothing)
    with pytest.raises(RequestFailedError, match="dns"):
        client.request("GET", "https://nowhere.invalid/", {}, max_bytes=1)
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        with pytest.raises(RequestFailedError, match="connection"):
            url = f"http://127.0.0.1:{unused.getsockname()[1]}/"
            PublicHttpClient(allow_private=True).request("GET", url, {}, max_bytes=1)
    with pytest.raises(RequestFailedError, match="tls"):
        url = f"https://127.0.0.1:{server.port}/"
        PublicHttpClient(allow_private=True).request("GET", url, {}, max_bytes=1)


def test_the_certificate_must_belong_to_the_host_of_the_url(tmp_path: Path) -> None:
    certificate = create_certificate(tmp_path, "hooks.example.org")
    server_context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server_context.load_cert_chain(certificate)
    trusting = ssl.create_default_context(cafile=str(certificate))
    client = PublicHttpClient(allow_private=True, resolve=resolver("127.0.0.1"), ssl_context=trusting)
    with run_server(server_context) as server:
        url = f"https://hooks.example.org:{server.port}/"
        assert client.request("GET", url, {}, max_bytes=1).status == 204
        with pytest.raises(RequestFailedError, match="tls"):
            client.request("GET", url.replace("hooks", "other"), {}, max_bytes=1)
