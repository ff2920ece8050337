"""What it costs nginx to check who may have a file: by processor time, against the same nginx, with the same
headers and the same log, that hands out the same files unchecked.
"""

from __future__ import annotations

import getpass
import os
import re
import secrets
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import median
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

_ROUNDS = 48
_CHECKS = ("signature by the script (--no-sessions)", "signature and session")


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
            file = files / each["name"]
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(secrets.token_bytes(each["kilobytes"] * 1000))
        running = stack.enter_context(doors(house, folder / "nginx", stack.enter_context(app())))
        bare, checked, asking = running
        for each in promised["files"]:
            path = each["name"]
            signed = house.adapters.delivery().address(path, SessionId(41), Scope.FOLDER).url
            targets = [(bare, f"/media/{path}"), (checked, signed), (asking, signed)]
            with _cores_of_their_own(bare):
                plain, *others = _costs(targets, bounds)
            for what, least, costs in zip(_CHECKS, ("least_signature", "least_session"), others, strict=True):
                yield at_least(
                    f"{each['name']} of {each['kilobytes']} kB, {what}",
                    median(without / cost for without, cost in zip(plain, costs, strict=True)),
                    each[least],
                    f"{median(plain):.0f} µs of nginx without, {median(costs):.0f} with",
                )


@contextmanager
def _cores_of_their_own(server: Server) -> Iterator[None]:
    """nginx on one core, who asks on the others: left to the kernel, one answer cost 163 µs in one run and
    322 in the next."""
    asker = psutil.Process()
    cores = asker.cpu_affinity()
    if len(cores) < 2:
        raise CannotMeasure("one core for nginx and another for who asks are needed")
    for worker in server.process.children(recursive=True):
        worker.cpu_affinity(cores[:1])
    asker.cpu_affinity(cores[1:])
    try:
        yield
    finally:
        asker.cpu_affinity(cores)


def _costs(targets: list[tuple[Server, str]], bounds: Bounds) -> list[list[float]]:
    """Microseconds of processor time for an answer of each, round by round. Each round begins with another of
    them, so the machine's moods meet all."""
    costs: list[list[float]] = [[] for _ in targets]
    for server, target in targets:
        load.warm_up(server.port, [target], bounds)
    for turn in range(_ROUNDS):
        for place in range(len(targets)):
            which = (turn + place) % len(targets)
            costs[which].append(_cost(*targets[which], bounds))
    return costs


def _cost(server: Server, target: str, bounds: Bounds) -> float:
    before = _nanoseconds(server)
    done, _took = load.ask(server.port, [target], bounds)
    return (_nanoseconds(server) - before) / done / 1000


def _nanoseconds(server: Server) -> int:
    """Processor time by the kernel's own clock: what `cpu_seconds` counts in is a thousand small answers."""
    workers = server.process.children(recursive=True)
    return sum(int(Path(f"/proc/{each.pid}/schedstat").read_text().split()[0]) for each in workers)


@contextmanager
def doors(house: House, folder: Path, app: int) -> Iterator[list[Server]]:
    """One process of nginx with three doors: at the first nothing is checked, at the second the signature, at
    the third the session as well. Two programs would differ by more than what is measured."""
    ports = [_free_port() for _ in range(3)]
    user = getpass.getuser() if os.geteuid() == 0 else ""
    site = nginx.Site([f"127.0.0.1:{app}"], folder, f"127.0.0.1:{ports[2]}", user=user, alone=True)
    made = nginx.files(house, site)
    script = nginx.files(house, replace(site, listen=f"127.0.0.1:{ports[1]}", asks=False))
    made[nginx.CONFIGURATION] = _three_doors(made[nginx.CONFIGURATION], script[nginx.CONFIGURATION], ports)
    nginx.write(made, folder)
    (folder / "temporary").mkdir()
    command = [str(NGINX), "-c", str(folder / nginx.CONFIGURATION), "-p", str(folder), "-e", "stderr"]
    program = subprocess.Popen(command)
    try:
        for port in ports:
            _wait_for(port)
        yield [Server(port, psutil.Process(program.pid)) for port in ports]
    finally:
        program.terminate()
        program.wait(10)


def _three_doors(asking: str, checking: str, ports: Sequence[int]) -> str:
    """One configuration of two, and at a port of its own the second without its check."""
    checked = _server(checking)
    check, behind = re.findall(r"location \^~ (?:/-media/kept|/media)/ \{.*?\n {8}\}\n", checked, re.DOTALL)
    files = behind.replace("/-media/kept/", "/media/").replace("internal;", "")
    bare = checked.replace(check, files).replace(str(ports[1]), str(ports[0]))
    before = asking.partition("    server {\n        listen")[0]
    head = re.sub("worker_processes .*;", "worker_processes 1;", before)
    return "".join([head, bare, checked, _server(asking), "}\n"])


def _server(text: str) -> str:
    return text[text.index("    server {\n        listen") : text.rindex("}")]


@contextmanager
def app() -> Iterator[int]:
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
