"""Requests that two readers could take for different ones, at real sockets: granian's, and nginx's before it.

Whatever is sent, no request gets past a server as the body of another, and no visitor speaks for the proxy.
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

from touchline.conftest import furnished
from touchline.entrypoints import nginx
from touchline.entrypoints.tests.media_doors import running
from touchline.shared.tests.machine import nginx_checks_paths

HOST = b"Host: prairie.localhost\r\n"
INNER = b"GET /smuggled HTTP/1.1\r\nHost: prairie.localhost\r\n\r\n"
LAST_OF_ALL = b"GET /last HTTP/1.1\r\nHost: prairie.localhost\r\nConnection: close\r\n\r\n"
LENGTH = b"Content-Length: %d\r\n" % len(INNER)
CHUNKED = b"Transfer-Encoding: chunked\r\n"
LAST = b"0\r\n\r\n"
POST = b"POST /outer HTTP/1.1\r\n" + HOST
GET = b"GET /outer HTTP/1.1\r\n" + HOST
AMBIGUOUS = {
    "cl.te": POST + LENGTH + CHUNKED + b"\r\n" + LAST + INNER,
    "te.cl": POST + CHUNKED + b"Content-Length: 4\r\n\r\n%x\r\n" % len(INNER) + INNER + b"\r\n" + LAST,
    "two-lengths": POST + b"Content-Length: 0\r\n" + LENGTH + b"\r\n" + INNER,
    "lengths-in-one": POST + b"Content-Length: 0, %d\r\n\r\n" % len(INNER) + INNER,
    "signed-length": POST + b"Content-Length: +3\r\n\r\nabc" + INNER,
    "spaced-length": POST + b"Content-Length : 3\r\n\r\nabc" + INNER,
    "odd-coding": POST + b"Transfer-Encoding: xchunked\r\n\r\n" + LAST + INNER,
    "odd-coding-and-length": POST + b"Transfer-Encoding: xchunked\r\nContent-Length: 0\r\n\r\n" + INNER,
    "two-codings": POST + CHUNKED + b"Transfer-Encoding: identity\r\n\r\n" + LAST + INNER,
    "vertical-tab": POST + b"Transfer-Encoding: \x0bchunked\r\n" + LENGTH + b"\r\n" + INNER,
    "folded": POST + b"Transfer-Encoding:\r\n chunked\r\n" + LENGTH + b"\r\n" + INNER,
    "old-version": b"POST /outer HTTP/1.0\r\n" + HOST + CHUNKED + b"\r\n" + LAST + INNER,
    "negative-chunk": POST + CHUNKED + b"\r\n-1\r\n" + INNER,
    "huge-chunk": POST + CHUNKED + b"\r\nffffffffffffffff1\r\n" + INNER,
    "bare-cr": GET + b"X: a\rContent-Length: 5\r\n\r\n" + INNER,
    "nul": GET + b"X: a\0b\r\n\r\n" + INNER,
    "body-of-a-get": GET + LENGTH + b"\r\n" + INNER,
    "underscores": POST + b"Transfer_Encoding: chunked\r\n" + LENGTH + b"\r\n" + INNER,
}
WHOLE = {"body-of-a-get", "underscores", "te.cl"}
"""Not ambiguous to whoever follows RFC 9112 (or refused): all that follows is the first one's body."""
SPOOFED = (
    GET
    + b"X-Forwarded-For: 9.9.9.9\r\nX-Forwarded-Proto: https\r\nX-Forwarded-Host: evil.example\r\n"
    + b"X_Forwarded_For: 9.9.9.9\r\nX_Forwarded_Host: evil.example\r\nX-Forwarded_Proto: https\r\n"
    + b"Connection: close, X-Forwarded-For, X-Forwarded-Host\r\n\r\n"
)


@pytest.fixture(scope="module")
def granian() -> Iterator[int]:
    """The port of a real one."""
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


@pytest.fixture(scope="module", params=["granian", "nginx"] if nginx_checks_paths() else ["granian"])
def door(
    request: pytest.FixtureRequest, granian: int, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Any]:
    """Where a visitor's line ends: an address for `connect`."""
    if request.param == "granian":
        yield ("127.0.0.1", granian)
        return
    with (
        tempfile.TemporaryDirectory(prefix="tl") as name,
        furnished(tmp_path_factory.mktemp("var"), "", delivery="nginx", trusted_proxies=1) as house,
    ):
        user = getpass.getuser() if os.geteuid() == 0 else ""
        place = f"{name}/door"
        site = nginx.Site([f"127.0.0.1:{granian}"], Path(name), f"unix:{place}", user=user, alone=True)
        with running(house, site):
            yield place


def says(door: Any, sent: bytes) -> list[dict[str, Any] | int]:
    """What came back, in order: what reached the program, or the status of a refusal."""
    with socket.socket(socket.AF_UNIX if isinstance(door, str) else socket.AF_INET) as line:
        line.settimeout(10)
        line.connect(door)
        line.sendall(sent)
        read = b""
        while piece := line.recv(1 << 16):
            read += piece
    found: list[dict[str, Any] | int] = []
    for answer in re.split(rb"(?=HTTP/1\.[01] \d{3} )", read)[1:]:
        status = int(answer[9:12])
        found.append(json.loads(re.findall(rb"\{.*\}", answer)[0]) if status == 200 else status)
    return found


@pytest.mark.parametrize("name", AMBIGUOUS)
def test_no_request_travels_as_the_body_of_another(door: Any, name: str) -> None:
    answers = says(door, AMBIGUOUS[name] + LAST_OF_ALL)
    reached = [each["path"] for each in answers if isinstance(each, dict)]
    assert reached in ([], ["/outer"], ["/outer", "/last"]), answers
    assert all(400 <= each < 600 for each in answers if isinstance(each, int))
    if reached and name in WHOLE:
        assert isinstance(answers[0], dict)
        assert answers[0]["body"] == INNER.decode()


def test_two_requests_on_a_line_are_two(door: Any) -> None:
    told = says(door, GET + b"\r\n" + INNER + LAST_OF_ALL)
    assert [each["path"] for each in told if isinstance(each, dict)] == ["/outer", "/smuggled", "/last"]


@pytest.mark.parametrize("size", [100_000, 1_000_000], ids=["large", "huge"])
def test_headers_without_end_are_refused(door: Any, size: int) -> None:
    try:
        answers = says(door, GET + b"X: " + b"a" * size + b"\r\nConnection: close\r\n\r\n")
    except OSError:
        return  # the line was cut
    reached = [each for each in answers if isinstance(each, dict)]
    assert not reached or (size == 100_000 and not isinstance(door, str))


def test_a_visitor_does_not_speak_for_the_proxy(door: Any) -> None:
    (told,) = says(door, SPOOFED)
    assert isinstance(told, dict)
    forwarded = {name: value for name, value in told.items() if "FORWARDED" in name}
    behind_a_proxy = isinstance(door, str)
    assert behind_a_proxy != (forwarded["HTTP_X_FORWARDED_FOR"] == "9.9.9.9"), "alone, nobody may be trusted"
    assert not behind_a_proxy or forwarded == {
        "HTTP_X_FORWARDED_FOR": "unix:",
        "HTTP_X_FORWARDED_PROTO": "http",
        "HTTP_X_FORWARDED_HOST": "prairie.localhost",
    }


@pytest.mark.parametrize(
    "line",
    [b"GET http://evil.example/outer HTTP/1.1\r\n" + HOST, GET + b"Host: evil.example\r\n"],
    ids=["absolute", "two-hosts"],
)
def test_there_is_one_host(door: Any, line: bytes) -> None:
    (told,) = says(door, line + b"Connection: close\r\n\r\n")
    if isinstance(told, dict):
        assert told["HTTP_HOST"] != "evil.example"
