"""What it costs nginx to check who may have a file: the same files with and without, by processor time.

The segments are as small as they come (4 s of the small rendition), so that larger ones are checked for less.
"""

from __future__ import annotations

import getpass
import os
import secrets
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import psutil

from contracts.budgets import load
from contracts.budgets.load import Bounds
from contracts.budgets.measured import CannotMeasure, Measured, at_least
from contracts.budgets.serving import Server
from touchline.catalog.ports.delivery import Scope
from touchline.entrypoints import nginx
from touchline.entrypoints.bootstrap import House
from touchline.platform.settings import Settings
from touchline.shared.ids import SessionId
from touchline.shared.tests.machine import NGINX, NGINX_JS

_FOLDER = "assets/7-ab12"
_ROUNDS = 5
_PLAIN = """\
{user}daemon off;
pid {folder}/pid;
worker_processes auto;
error_log stderr alert;
events {{ worker_connections 8192; }}
http {{
    sendfile on;
    tcp_nopush on;
    keepalive_requests 10000;
    access_log {folder}/access.log combined buffer=64k flush=5s;
    {temporary}
    server {{
        listen 127.0.0.1:{port};
        location /media/ {{ alias {files}/; }}
    }}
}}
"""


def measure(promised: dict[str, Any]) -> Iterator[Measured]:
    """A ratio for each size of file, with the signature alone and with the session as well."""
    if not (NGINX.exists() and NGINX_JS.exists()):
        raise CannotMeasure("nginx is not here: apt-get install nginx libnginx-mod-http-js")
    bounds = Bounds(**promised["load"])
    # Not below a folder that is closed to nginx's workers
    with tempfile.TemporaryDirectory(prefix="tl") as name, ExitStack() as stack:
        folder = Path(name)
        folder.chmod(0o755)
        house = House(
            Settings(var=folder, queue="inline", delivery="nginx", trusted_proxies=1, log_level="error")
        )
        stack.callback(house.close)
        files = house.settings.media_folder
        for each in promised["files"]:
            file = files / _FOLDER / each["name"]
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(secrets.token_bytes(each["kilobytes"] * 1000))
        app = stack.enter_context(_app())
        bare = stack.enter_context(_plain(folder / "plain", files))
        checked = stack.enter_context(_checked(house, folder / "checked", app, asks=False))
        asking = stack.enter_context(_checked(house, folder / "asking", app, asks=True))
        for each in promised["files"]:
            path = f"{_FOLDER}/{each['name']}"
            signed = house.adapters.delivery().address(path, SessionId(41), Scope.FOLDER).url
            targets = [(bare, f"/media/{path}"), (checked, signed), (asking, signed)]
            plain, signature, session = _costs(targets, bounds)
            what = f"{each['name']} of {each['kilobytes']} kB"
            detail = f"{plain:.0f} µs of nginx without, {{:.0f}} with"
            yield at_least(
                f"{what}, signature checked",
                plain / signature,
                each["least_signature"],
                detail.format(signature),
            )
            yield at_least(
                f"{what}, session asked for too",
                plain / session,
                each["least_session"],
                detail.format(session),
            )


def _costs(targets: list[tuple[Server, str]], bounds: Bounds) -> list[float]:
    """Microseconds of processor time for an answer of each, by turns: the machine's moods meet all."""
    spent = [[0.0, 0.0] for _ in targets]
    for server, target in targets:
        load.warm_up(server.port, [target], bounds)
    for _ in range(_ROUNDS):
        for (server, target), sums in zip(targets, spent, strict=True):
            before = server.cpu_seconds()
            done, _took = load.ask(server.port, [target], bounds)
            sums[0] += server.cpu_seconds() - before
            sums[1] += done
    return [seconds / answers * 1e6 for seconds, answers in spent]


@contextmanager
def _plain(folder: Path, files: Path) -> Iterator[Server]:
    folder.mkdir()
    port = _free_port()
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    temporary = " ".join(f"{kind}_temp_path {folder}/{kind};" for kind in kinds)
    text = _PLAIN.format(user=_user(), folder=folder, files=files, port=port, temporary=temporary)
    nginx.write({nginx.CONFIGURATION: text}, folder)
    with _running(folder, port) as server:
        yield server


@contextmanager
def _checked(house: House, folder: Path, app: int, *, asks: bool) -> Iterator[Server]:
    port = _free_port()
    site = nginx.Site([f"127.0.0.1:{app}"], folder, f"127.0.0.1:{port}", alone=True, asks=asks)
    nginx.write(nginx.files(house, replace(site, user=getpass.getuser() if _user() else "")), folder)
    (folder / "temporary").mkdir()
    with _running(folder, port) as server:
        yield server


@contextmanager
def _running(folder: Path, port: int) -> Iterator[Server]:
    command = [str(NGINX), "-c", str(folder / nginx.CONFIGURATION), "-p", str(folder), "-e", "stderr"]
    program = subprocess.Popen(command)
    try:
        _wait_for(port)
        yield Server(port, psutil.Process(program.pid))
    finally:
        program.terminate()
        program.wait(10)


@contextmanager
def _app() -> Iterator[int]:
    """Says of every session that it is open."""

    class App(BaseHTTPRequestHandler):
        def do_HEAD(self) -> None:
            self.send_response(200)
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:
            return

    server = ThreadingHTTPServer(("127.0.0.1", 0), App)
    Thread(target=server.serve_forever, daemon=True).start()
    yield server.server_port
    server.shutdown()
    server.server_close()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _wait_for(port: int) -> None:
    for _ in range(100):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
    raise CannotMeasure("nginx does not take the configuration.")


def _user() -> str:
    return f"user {getpass.getuser()};\n" if os.geteuid() == 0 else ""
