"""Request smuggling on real sockets: granian's, and nginx's in front of it.

No request can be smuggled in the body of another, and no visitor can impersonate the proxy.
"""

from __future__ import annotations

import getpass
import json
import os
import re
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from touchline.conftest import create_test_application
from touchline.entrypoints.nginx import config
from touchline.entrypoints.tests.media_gateways import run_nginx
from touchline.shared.tests.machine import should_test_nginx_signed_paths

HOST = b"Host: prairie.localhost\r\n"
INNER_REQUEST = b"GET /smuggled HTTP/1.1\r\nHost: prairie.localhost\r\n\r\n"
FINAL_REQUEST = b"GET /last HTTP/1.1\r\nHost: prairie.localhost\r\nConnection: close\r\n\r\n"
LENGTH = b"Content-Length: %d\r\n" % len(INNER_REQUEST)
CHUNKED = b"Transfer-Encoding: chunked\r\n"
LAST_CHUNK = b"0\r\n\r\n"
POST_REQUEST = b"POST /outer HTTP/1.1\r\n" + HOST
GET_REQUEST = b"GET /outer HTTP/1.1\r\n" + HOST
AMBIGUOUS_REQUESTS = {
    "cl.te": POST_REQUEST + LENGTH + CHUNKED + b"\r\n" + LAST_CHUNK + INNER_REQUEST,
    "te.cl": POST_REQUEST
    + CHUNKED
    + b"Content-Length: 4\r\n\r\n%x\r\n" % len(INNER_REQUEST)
    + INNER_REQUEST
    + b"\r\n"
    + LAST_CHUNK,
    "two-lengths": POST_REQUEST + b"Content-Length: 0\r\n" + LENGTH + b"\r\n" + INNER_REQUEST,
    "lengths-in-one": POST_REQUEST + b"Content-Length: 0, %d\r\n\r\n" % len(INNER_REQUEST) + INNER_REQUEST,
    "signed-length": POST_REQUEST + b"Content-Length: +3\r\n\r\nabc" + INNER_REQUEST,
    "spaced-length": POST_REQUEST + b"Content-Length : 3\r\n\r\nabc" + INNER_REQUEST,
    "odd-coding": POST_REQUEST + b"Transfer-Encoding: xchunked\r\n\r\n" + LAST_CHUNK + INNER_REQUEST,
    "odd-coding-and-length": POST_REQUEST
    + b"Transfer-Encoding: xchunked\r\nContent-Length: 0\r\n\r\n"
    + INNER_REQUEST,
    "two-codings": POST_REQUEST
    + CHUNKED
    + b"Transfer-Encoding: identity\r\n\r\n"
    + LAST_CHUNK
    + INNER_REQUEST,
    "vertical-tab": POST_REQUEST + b"Transfer-Encoding: \x0bchunked\r\n" + LENGTH + b"\r\n" + INNER_REQUEST,
    "folded": POST_REQUEST + b"Transfer-Encoding:\r\n chunked\r\n" + LENGTH + b"\r\n" + INNER_REQUEST,
    "old-version": b"POST /outer HTTP/1.0\r\n" + HOST + CHUNKED + b"\r\n" + LAST_CHUNK + INNER_REQUEST,
    "negative-chunk": POST_REQUEST + CHUNKED + b"\r\n-1\r\n" + INNER_REQUEST,
    "huge-chunk": POST_REQUEST + CHUNKED + b"\r\nffffffffffffffff1\r\n" + INNER_REQUEST,
    "bare-cr": GET_REQUEST + b"X: a\rContent-Length: 5\r\n\r\n" + INNER_REQUEST,
    "nul": GET_REQUEST + b"X: a\0b\r\n\r\n" + INNER_REQUEST,
    "body-of-a-get": GET_REQUEST + LENGTH + b"\r\n" + INNER_REQUEST,
    "underscores": POST_REQUEST + b"Transfer_Encoding: chunked\r\n" + LENGTH + b"\r\n" + INNER_REQUEST,
}
COMPLETE_REQUESTS = {"body-of-a-get", "underscores", "te.cl"}
"""Requests that RFC 9112 does not make ambiguous (or that are refused): everything that follows is the first
request's body.
"""
SPOOFED_HEADERS = (
    GET_REQUEST
    + b"X-Forwarded-For: 9.9.9.9\r\nX-Forwarded-Proto: https\r\nX-Forwarded-Host: evil.example\r\n"
    + b"X_Forwarded_For: 9.9.9.9\r\nX_Forwarded_Host: evil.example\r\nX-Forwarded_Proto: https\r\n"
    + b"Connection: close, X-Forwarded-For, X-Forwarded-Host\r\n\r\n"
)


@pytest.fixture(scope="module")
def granian() -> Iterator[int]:
    """Yield the port of a real granian."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    command = [sys.executable, "-m", "granian", "--interface", "wsgi", "--workers", "1", "--port", str(port)]
    command += [
        "--blocking-threads",
        "2",
        "--no-ws",
        "--log-level",
        "error",
        f"{__package__}.echo:application",
    ]
    program = subprocess.Popen(command, env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)})
    pause = threading.Event()
    for _ in range(400):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                break
        assert program.poll() is None
        pause.wait(0.05)
    yield port
    program.terminate()
    program.wait(20)


@pytest.fixture(
    scope="module", params=["granian", "nginx"] if should_test_nginx_signed_paths() else ["granian"]
)
def gateway(
    request: pytest.FixtureRequest, granian: int, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Any]:
    """Yield the address that visitors connect to."""
    if request.param == "granian":
        yield ("127.0.0.1", granian)
        return
    with (
        tempfile.TemporaryDirectory(prefix="tl") as name,
        create_test_application(
            tmp_path_factory.mktemp("var"), "", delivery="nginx", trusted_proxies=1
        ) as application,
    ):
        user = getpass.getuser() if os.geteuid() == 0 else ""
        socket_path = f"{name}/nginx.sock"
        site = config.NginxSite(
            [f"127.0.0.1:{granian}"], Path(name), f"unix:{socket_path}", user=user, is_standalone=True
        )
        with run_nginx(application, site):
            yield socket_path


def send_raw(gateway: Any, sent: bytes) -> list[dict[str, Any] | int]:
    """Return the results in order: what reached the program, or the status of a refusal."""
    with socket.socket(socket.AF_UNIX if isinstance(gateway, str) else socket.AF_INET) as line:
        line.settimeout(10)
        line.connect(gateway)
        line.sendall(sent)
        read = b""
        while piece := line.recv(1 << 16):
            read += piece
    found: list[dict[str, Any] | int] = []
    for response in re.split(rb"(?=HTTP/1\.[01] \d{3} )", read)[1:]:
        status = int(response[9:12])
        found.append(json.loads(re.findall(rb"\{.*\}", response)[0]) if status == 200 else status)
    return found


@pytest.mark.parametrize("name", AMBIGUOUS_REQUESTS)
def test_no_request_is_smuggled_in_the_body_of_another(gateway: Any, name: str) -> None:
    responses = send_raw(gateway, AMBIGUOUS_REQUESTS[name] + FINAL_REQUEST)
    reached = [response["path"] for response in responses if isinstance(response, dict)]
    assert reached in ([], ["/outer"], ["/outer", "/last"]), responses
    assert all(400 <= response < 600 for response in responses if isinstance(response, int))
    if reached and name in COMPLETE_REQUESTS:
        assert isinstance(responses[0], dict)
        assert responses[0]["body"] == INNER_REQUEST.decode()


def test_pipelined_requests_are_handled_separately(gateway: Any) -> None:
    responses = send_raw(gateway, GET_REQUEST + b"\r\n" + INNER_REQUEST + FINAL_REQUEST)
    assert [response["path"] for response in responses if isinstance(response, dict)] == [
        "/outer",
        "/smuggled",
        "/last",
    ]


@pytest.mark.parametrize("size", [100_000, 1_000_000], ids=["large", "huge"])
def test_oversized_headers_are_refused(gateway: Any, size: int) -> None:
    try:
        responses = send_raw(gateway, GET_REQUEST + b"X: " + b"a" * size + b"\r\nConnection: close\r\n\r\n")
    except OSError:
        return  # the connection was closed
    reached = [response for response in responses if isinstance(response, dict)]
    assert not reached or (size == 100_000 and not isinstance(gateway, str))


def test_a_proxy_replaces_the_forwarded_headers_of_visitors(gateway: Any) -> None:
    (environ,) = send_raw(gateway, SPOOFED_HEADERS)
    assert isinstance(environ, dict)
    forwarded = {name: value for name, value in environ.items() if "FORWARDED" in name}
    behind_a_proxy = isinstance(gateway, str)
    assert behind_a_proxy != (forwarded["HTTP_X_FORWARDED_FOR"] == "9.9.9.9"), (
        "without a proxy, the headers arrive unchanged"
    )
    assert not behind_a_proxy or forwarded == {
        "HTTP_X_FORWARDED_FOR": "unix:",
        "HTTP_X_FORWARDED_PROTO": "http",
        "HTTP_X_FORWARDED_HOST": "prairie.localhost",
    }


@pytest.mark.parametrize(
    "line",
    [b"GET http://evil.example/outer HTTP/1.1\r\n" + HOST, GET_REQUEST + b"Host: evil.example\r\n"],
    ids=["absolute", "two-hosts"],
)
def test_a_conflicting_host_is_refused_or_ignored(gateway: Any, line: bytes) -> None:
    (environ,) = send_raw(gateway, line + b"Connection: close\r\n\r\n")
    if isinstance(environ, dict):
        assert environ["HTTP_HOST"] != "evil.example"
