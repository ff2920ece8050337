"""Slow connections on real sockets to the real web server: stalled senders, stalled readers and concurrent
logins.
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection
from statistics import median
from typing import Any

import pytest

from touchline.conftest import channel_part
from touchline.entrypoints.bootstrap import Application
from touchline.entrypoints.runner import programs
from touchline.entrypoints.tests.deployment import create_deployment
from touchline.platform.config.settings import Settings
from touchline.platform.db.session import bind_channel

_NEVER = threading.Event()
INCOMPLETE_REQUEST = (
    b"POST /api/get_api_key HTTP/1.1\r\nHost: prairie.localhost\r\nContent-Length: 100\r\n\r\n{"
)


def free_port() -> int:
    """Return a free port of this machine."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture(scope="module")
def server_port() -> Iterator[int]:
    """Yield the port of a web server as `touchline run` starts it: two processes, one channel."""
    with create_deployment() as stored:
        settings = Settings(var=stored.var, port=free_port(), default_channel="prairie")
        application = Application(settings)
        with application.container.database().transaction(None):
            facade = application.container.channel.facade()
            bind_channel(facade.ensure_channel("prairie", "Prairie"))
            facade.apply_pack(channel_part("prairie"), {})
        application.close()
        program = programs.web(settings, reload=False)
        environment = {name: value for name, value in os.environ.items() if not name.startswith("TOUCHLINE_")}
        environment |= program.environment | {
            "TOUCHLINE_VAR": str(stored.var),
            "TOUCHLINE_PORT": str(settings.port),
        }
        environment |= {"TOUCHLINE_DEFAULT_CHANNEL": "prairie", "TOUCHLINE_THROTTLE_AUTH_CALLS": "1000"}
        server = subprocess.Popen([sys.executable, *program.command[1:]], env=environment)
        wait_until(lambda: responds(settings.port, "/readyz"), 60)
        yield settings.port
        server.terminate()
        server.wait(30)


def wait_until(happened: Callable[[], bool], seconds: float) -> None:
    """Wait until a condition is true."""
    end = time.monotonic() + seconds
    while not happened():
        assert time.monotonic() < end, "the condition was not met in time"
        _NEVER.wait(0.1)


def responds(server_port: int, path: str) -> bool:
    try:
        return send_raw_request(server_port, path)[0] == 200
    except OSError:
        return False


def send_raw_request(
    server_port: int, path: str, body: dict[str, Any] | None = None
) -> tuple[int, Any, float]:
    """Return status, body and seconds of a call."""
    began = time.monotonic()
    connection = HTTPConnection("127.0.0.1", server_port, timeout=60)
    headers = {"Host": "prairie.localhost", "Content-Type": "application/json"}
    connection.request("POST" if body else "GET", path, json.dumps(body) if body else None, headers)
    response = connection.getresponse()
    text = response.read()
    connection.close()
    return response.status, text, time.monotonic() - began


def open_and_send(server_port: int, text: bytes, receive: int | None = None) -> socket.socket:
    """Open a connection that sends this text and nothing more."""
    line = socket.socket()
    if receive:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive)
    line.connect(("127.0.0.1", server_port))
    line.sendall(text)
    line.setblocking(False)
    return line


def is_closed(line: socket.socket) -> bool:
    """Return whether the server closed the connection."""
    try:
        while line.recv(65536):
            pass
    except BlockingIOError:
        return False
    except OSError:
        return True
    return True


@pytest.mark.parametrize("number", [pytest.param(12, marks=pytest.mark.nightly), 100])
def test_stalled_bodies_do_not_block_others_and_are_closed(server_port: int, number: int) -> None:
    connections = [open_and_send(server_port, INCOMPLETE_REQUEST) for _ in range(number)]
    began = time.monotonic()
    for path in ("/healthz", "/", "/readyz") * 3:
        status, _, seconds = send_raw_request(server_port, path)
        assert (status, seconds < 1) == (200, True), (path, seconds)
    wait_until(lambda: all(map(is_closed, connections)), 30 - (time.monotonic() - began))


def test_slow_bodies_and_incomplete_headers_are_disconnected(server_port: int) -> None:
    trickling = [open_and_send(server_port, INCOMPLETE_REQUEST) for _ in range(3)]
    headers = [open_and_send(server_port, b"GET / HTTP/1.1\r\nHost: prairie") for _ in range(20)]
    done: set[socket.socket] = set()

    def wait_for_close() -> bool:
        for line in trickling:
            if line not in done and is_closed(line):
                done.add(line)
            elif line not in done:
                try:
                    line.sendall(b" ")
                except OSError:
                    done.add(line)
        return len(done) == len(trickling) and all(map(is_closed, headers))

    wait_until(wait_for_close, 30)
    assert send_raw_request(server_port, "/")[0] == 200


@pytest.mark.nightly
def test_simultaneous_log_ins_leave_capacity_for_others(server_port: int) -> None:
    channel_key = json.loads(send_raw_request(server_port, "/channel-key")[1])["data"]
    key = json.loads(send_raw_request(server_port, "/api/get_api_key", channel_key)[1])["data"]["api_key"]
    wrong = {"api_key": key, "login": "nobody@example.org", "password": "tumbling pucks"}
    path = f"/api/events?limit=1&api_key={key}&n="

    def measure_log_in(times: int) -> float:
        return median(send_raw_request(server_port, f"{path}{number}")[2] for number in range(times))

    with ThreadPoolExecutor(12) as pool:
        tries = [
            pool.submit(
                send_raw_request, server_port, "/api/v2/auth/login", {**wrong, "login": f"{n}@example.org"}
            )
            for n in range(24)
        ]
        wait_until(lambda: any(future.done() for future in tries), 60)
        others = measure_log_in(20)
        slowest = max(send_raw_request(server_port, "/healthz")[2] for _ in range(5))
    assert {future.result()[0] for future in tries} <= {400, 422, 429}
    log_ins = median(future.result()[2] for future in tries)
    assert others * 5 < log_ins, "other calls wait as long as logins"
    assert slowest * 2 < log_ins
