"""The upload of a large file: its speed, compared with nginx that stores the same parts, and its memory.

nginx stores a part with `PUT` (`ngx_http_dav_module`). The product also checks rights, records how much
arrived and syncs each part to the disk. Both servers run alternately, and the median counts.
"""

from __future__ import annotations

import base64
import getpass
import os
import secrets
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from statistics import median
from typing import Any

from contracts.nightly.budgets import servers
from contracts.nightly.budgets.results import BudgetResult, CannotMeasureError, at_least, at_most
from contracts.nightly.faults.servers import free_port
from touchline.shared.tests.machine import NGINX

_MEGABYTE = 1_000_000
_PIECE = 1 << 18
_METADATA = {"filename": "game.mp4", "event": "hrf-cdr-boys-hockey"}
_TIMEOUT_SECONDS = 120
_CONFIGURATION = """
{user}worker_processes 1;
daemon off;
pid nginx.pid;
error_log stderr;
events {{}}
http {{
    access_log off;
    client_body_temp_path body;
    server {{
        listen 127.0.0.1:{port};
        client_max_body_size 0;
        location / {{ root files; dav_methods PUT; }}
    }}
}}
"""


@dataclass(frozen=True)
class LargeFile:
    """A file that is sent in parts."""

    descriptor: int
    size: int
    part_size: int

    def send(self, send_part: Callable[[Part], None]) -> float:
        """Send each part in a request. Return the seconds."""
        started = time.perf_counter()
        for offset in range(0, self.size, self.part_size):
            send_part(Part(self.descriptor, offset, min(self.part_size, self.size - offset)))
        return time.perf_counter() - started


@dataclass(frozen=True)
class Part:
    """A part of a file."""

    descriptor: int
    offset: int
    length: int

    def read(self) -> Iterator[bytes]:
        """Yield the content in pieces."""
        end = self.offset + self.length
        for position in range(self.offset, end, _PIECE):
            yield os.pread(self.descriptor, min(_PIECE, end - position), position)


def measure(budget: dict[str, Any]) -> Iterator[BudgetResult]:
    """Yield the ratio of the speeds, and how much the memory of a web process grew."""
    if not NGINX.exists():
        raise CannotMeasureError("nginx is not installed: apt-get install nginx")
    with (
        tempfile.TemporaryDirectory(prefix="tl") as name,
        servers.run_product_with_keys(Path(name), workers=1) as (server, keys),
        _run_nginx(Path(name) / "nginx") as nginx_port,
        tempfile.TemporaryFile() as content,
    ):
        for _ in range(budget["megabytes"]):
            content.write(secrets.token_bytes(_MEGABYTE))
        content.flush()
        sizes = (budget[name] * _MEGABYTE for name in ("megabytes", "part_megabytes"))
        file = LargeFile(content.fileno(), *sizes)
        _send_to_product(file, server.port, keys.owners[0])
        initial = max(server.resident_bytes())
        rounds = [
            (_send_to_nginx(file, nginx_port), _send_to_product(file, server.port, keys.owners[0]))
            for _ in range(budget["rounds"])
        ]
        growth = (max(server.resident_bytes()) - initial) / _MEGABYTE
    ratio = median(nginx / product for nginx, product in rounds)
    nginx_speed, product_speed = (
        f"{budget['megabytes'] / median(column):,.0f} MB/s" for column in zip(*rounds, strict=True)
    )
    detail = f"{product_speed} against {nginx_speed}"
    yield at_least("speed of an upload, compared with nginx", ratio, budget["min_ratio"], detail)
    detail = f"{initial / _MEGABYTE:.0f} MB after the first"
    yield at_most("MB that uploads add to a web process", growth, budget["max_growth_megabytes"], detail, 0)


def _send_to_nginx(file: LargeFile, port: int) -> float:
    connection = HTTPConnection("127.0.0.1", port, timeout=_TIMEOUT_SECONDS)

    def send_part(part: Part) -> None:
        headers = {"Content-Length": str(part.length)}
        connection.request("PUT", f"/{part.offset}", part.read(), headers)
        _expect(connection, 201, 204)

    return file.send(send_part)


def _send_to_product(file: LargeFile, port: int, owner: str) -> float:
    """Upload all but the last byte, so that no video is made. Then cancel the upload."""
    connection = HTTPConnection("127.0.0.1", port, timeout=_TIMEOUT_SECONDS)
    headers = {"Tus-Resumable": "1.0.0"}
    metadata = (f"{key} {base64.b64encode(value.encode()).decode()}" for key, value in _METADATA.items())
    creation = {"Upload-Length": str(file.size + 1), "Upload-Metadata": ",".join(metadata)}
    target = servers.add_api_key("/api/studio/uploads", owner)
    connection.request("POST", target, headers=headers | creation)
    upload = servers.add_api_key(_expect(connection, 201).headers["Location"], owner)

    def send_part(part: Part) -> None:
        part_headers = {
            "Content-Length": str(part.length),
            "Content-Type": "application/offset+octet-stream",
            "Upload-Offset": str(part.offset),
        }
        connection.request("PATCH", upload, part.read(), headers | part_headers)
        _expect(connection, 204)

    seconds = file.send(send_part)
    connection.request("DELETE", upload, headers=headers)
    _expect(connection, 204)
    return seconds


def _expect(connection: HTTPConnection, *statuses: int) -> HTTPResponse:
    response = connection.getresponse()
    body = response.read()
    if response.status not in statuses:
        raise CannotMeasureError(f"{response.status}: {body[:500]!r}")
    return response


@contextmanager
def _run_nginx(folder: Path) -> Iterator[int]:
    (folder / "files").mkdir(parents=True)
    port = free_port()
    user = f"user {getpass.getuser()};\n" if os.geteuid() == 0 else ""
    (folder / "nginx.conf").write_text(_CONFIGURATION.format(user=user, port=port))
    process = subprocess.Popen(
        [str(NGINX), "-c", str(folder / "nginx.conf"), "-p", str(folder), "-e", "stderr"]
    )
    try:
        servers.wait_for_port(port)
        yield port
    finally:
        process.terminate()
        process.wait(10)
