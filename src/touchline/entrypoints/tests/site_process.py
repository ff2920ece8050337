"""A real `touchline run` in its own folder, and the commands that an operator types beside it."""

from __future__ import annotations

import json
import os
import shlex
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class SiteProcess:
    """A site that runs in `folder`. Requests go to the host `domain`."""

    folder: Path
    port: int
    domain: str

    def run_command(self, line: str, message: str = "", code: int = 0) -> str:
        """Run a command line that must end with the exit code, and return its output."""
        arguments = shlex.split(line)
        assert arguments[0] == "touchline"
        done = subprocess.run(
            [sys.executable, "-m", *arguments],
            cwd=self.folder,
            env=environment_without_settings(),
            input=message,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        assert done.returncode == code, (line, done.stdout, done.stderr)
        return done.stdout

    def run_json_command(self, line: str) -> Any:
        """Run a command line with `--json`, and return its parsed output."""
        return json.loads(self.run_command(f"{line} --json"))

    def send_get(self, path: str, **headers: str) -> tuple[int, str]:
        """Return the site's response to a proxy that forwards the domain."""
        status, body = self.send_request("GET", path, None, headers)
        return status, body.decode("utf-8", "replace")

    def send_request(
        self, method: str, path: str, body: Mapping[str, Any] | None, headers: Mapping[str, str]
    ) -> tuple[int, bytes]:
        """Send one request, and return status and body."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=30)
        sent = {"Host": self.domain, "X-Forwarded-Proto": "https"} | dict(headers)
        data = None
        if body is not None:
            data, sent["Content-Type"] = json.dumps(body), "application/json"
        connection.request(method, path, data, sent)
        response = connection.getresponse()
        return response.status, response.read()


def environment_without_settings() -> dict[str, str]:
    """Return this process's environment without site settings."""
    return {name: value for name, value in os.environ.items() if not name.startswith("TOUCHLINE_")}


@contextmanager
def run_site(folder: Path, domain: str, settings: Mapping[str, str], *options: str) -> Iterator[SiteProcess]:
    """Start `touchline run` with settings and options. The site stops when the block ends."""
    (port,) = free_ports(1)
    output = folder / "output"
    with output.open("wb") as out:
        run = subprocess.Popen(
            [sys.executable, "-m", "touchline", "run", *options],
            cwd=folder,
            env=environment_without_settings() | dict(settings) | {"TOUCHLINE_PORT": str(port)},
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=out,
        )
    try:
        wait_until(lambda: b"Touchline is ready" in output.read_bytes(), seconds=120)
        yield SiteProcess(folder, port, domain)
    finally:
        run.send_signal(signal.SIGINT)
        run.wait(60)


def free_ports(number: int) -> list[int]:
    """Return free ports."""
    with ExitStack() as stack:
        found = [stack.enter_context(socket.create_server(("127.0.0.1", 0))) for _ in range(number)]
        return [sock.getsockname()[1] for sock in found]


def wait_until(true: Callable[[], bool], seconds: float) -> None:
    """Poll a condition five times a second until it is true, for at most `seconds`."""
    pause, end = threading.Event(), time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "the condition was not met in time"
        pause.wait(0.2)


def is_listening(port: int) -> bool:
    """Return whether a port accepts connections."""
    with socket.socket() as caller:
        return caller.connect_ex(("127.0.0.1", port)) == 0
