"""The cost of nginx's access checks, by CPU time.

The baseline is the same nginx with the same headers and log, which serves the same files unchecked.
"""

from __future__ import annotations

import getpass
import os
import re
import secrets
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import median
from threading import Thread
from typing import Any

import psutil

from contracts.nightly.budgets import load_generator, servers
from contracts.nightly.budgets.load_generator import LoadLimits
from contracts.nightly.budgets.results import BudgetResult, CannotMeasureError, at_least
from contracts.nightly.budgets.servers import Server
from contracts.nightly.faults.servers import free_port
from touchline.catalog.ports.media.delivery import TokenScope
from touchline.entrypoints.bootstrap import Application
from touchline.entrypoints.nginx import config
from touchline.platform.config.settings import Settings
from touchline.shared.ids import SessionId
from touchline.shared.tests.machine import NGINX, NGINX_JS

_ROUNDS = 48
_CHECKS = ("signature by the script (--no-sessions)", "signature and session")


def measure(budget: dict[str, Any]) -> Iterator[BudgetResult]:
    """Yield a ratio for each file size, with the signature alone and also with the session."""
    if not (NGINX.exists() and NGINX_JS.exists()):
        raise CannotMeasureError("nginx is not installed: apt-get install nginx libnginx-mod-http-js")
    limits = LoadLimits(**budget["load"])
    # nginx's workers must be able to read the folder.
    with tempfile.TemporaryDirectory(prefix="tl") as name, ExitStack() as stack:
        folder = Path(name)
        folder.chmod(0o755)
        application = Application(
            Settings(var=folder, queue="inline", delivery="nginx", trusted_proxies=1, log_level="error")
        )
        stack.callback(application.close)
        files = application.settings.media_folder
        for file_budget in budget["files"]:
            file = files / file_budget["name"]
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(secrets.token_bytes(file_budget["kilobytes"] * 1000))
        bare, checked, session_server = stack.enter_context(
            run_nginx(application, folder / "nginx", stack.enter_context(run_auth_app()))
        )
        for file_budget in budget["files"]:
            path = file_budget["name"]
            signed_url = application.adapters.delivery().sign(path, SessionId(41), TokenScope.FOLDER).url
            targets = [(bare, f"/media/{path}"), (checked, signed_url), (session_server, signed_url)]
            with _pin_cores(bare):
                unchecked_costs, *checked_costs = _measure_costs(targets, limits)
            for check_name, min_ratio, costs in zip(
                _CHECKS, ("min_signature", "min_session"), checked_costs, strict=True
            ):
                yield at_least(
                    f"{file_budget['name']} of {file_budget['kilobytes']} kB, {check_name}",
                    median(
                        unchecked_cost / cost
                        for unchecked_cost, cost in zip(unchecked_costs, costs, strict=True)
                    ),
                    file_budget[min_ratio],
                    f"{median(unchecked_costs):.0f} µs without the check, {median(costs):.0f} µs with it",
                )


@contextmanager
def _pin_cores(server: Server) -> Iterator[None]:
    """Run nginx on one core and the clients on the others.

    Without pinning, one response cost 163 µs in one run and 322 in the next.
    """
    client_process = psutil.Process()
    cores = client_process.cpu_affinity()
    if len(cores) < 2:
        raise CannotMeasureError("Two cores are required: one for nginx and one for the clients.")
    for worker in server.process.children(recursive=True):
        worker.cpu_affinity(cores[:1])
    client_process.cpu_affinity(cores[1:])
    try:
        yield
    finally:
        client_process.cpu_affinity(cores)


def _measure_costs(targets: list[tuple[Server, str]], limits: LoadLimits) -> list[list[float]]:
    """Return the CPU microseconds per response of each target, round by round.

    Each round starts with another target, so variations of the machine affect all.
    """
    costs: list[list[float]] = [[] for _ in targets]
    for server, target in targets:
        load_generator.warm_up(server.port, [target], limits)
    for round_number in range(_ROUNDS):
        for offset in range(len(targets)):
            index = (round_number + offset) % len(targets)
            costs[index].append(_measure_cost(*targets[index], limits))
    return costs


def _measure_cost(server: Server, target: str, limits: LoadLimits) -> float:
    cpu_before = _cpu_nanoseconds(server)
    response_count, _ = load_generator.send_requests(server.port, [target], limits)
    return (_cpu_nanoseconds(server) - cpu_before) / response_count / 1000


def _cpu_nanoseconds(server: Server) -> int:
    """Return the CPU time from the kernel's own clock. The unit of `cpu_seconds` is as large as a thousand
    small responses.
    """
    workers = server.process.children(recursive=True)
    return sum(int(Path(f"/proc/{worker.pid}/schedstat").read_text().split()[0]) for worker in workers)


@contextmanager
def run_nginx(application: Application, folder: Path, app: int) -> Iterator[list[Server]]:
    """Run one nginx process with three servers: no check, signature check, and session check as well.

    Two separate processes would differ by more than the measured cost.
    """
    ports = [free_port() for _ in range(3)]
    user = getpass.getuser() if os.geteuid() == 0 else ""
    site = config.NginxSite(
        [f"127.0.0.1:{app}"], folder, f"127.0.0.1:{ports[2]}", user=user, is_standalone=True
    )
    configuration_files = config.render_files(application, site)
    signature_files = config.render_files(
        application, replace(site, listen=f"127.0.0.1:{ports[1]}", checks_sessions=False)
    )
    configuration_files[config.CONFIG_FILE] = _merge_configurations(
        configuration_files[config.CONFIG_FILE], signature_files[config.CONFIG_FILE], ports
    )
    config.write_files(configuration_files, folder)
    (folder / "temporary").mkdir()
    command = [str(NGINX), "-c", str(folder / config.CONFIG_FILE), "-p", str(folder), "-e", "stderr"]
    nginx_process = subprocess.Popen(command)
    try:
        for port in ports:
            servers.wait_for_port(port)
        yield [Server(port, psutil.Process(nginx_process.pid)) for port in ports]
    finally:
        nginx_process.terminate()
        nginx_process.wait(10)


def _merge_configurations(
    session_configuration: str, signature_configuration: str, ports: Sequence[int]
) -> str:
    """Merge two configurations, and add the second without its check on its own port."""
    checked = _extract_server(signature_configuration)
    auth_location, file_location = re.findall(
        r"location \^~ (?:/-media/kept|/media)/ \{.*?\n {8}\}\n", checked, re.DOTALL
    )
    files = file_location.replace("/-media/kept/", "/media/").replace("internal;", "")
    bare = checked.replace(auth_location, files).replace(str(ports[1]), str(ports[0]))
    preamble = session_configuration.partition("    server {\n        listen")[0]
    global_section = re.sub("worker_processes .*;", "worker_processes 1;", preamble)
    return "".join([global_section, bare, checked, _extract_server(session_configuration), "}\n"])


def _extract_server(text: str) -> str:
    return text[text.index("    server {\n        listen") : text.rindex("}")]


@contextmanager
def run_auth_app() -> Iterator[int]:
    """Run an app that reports every session as open."""

    class AuthHandler(BaseHTTPRequestHandler):
        def do_HEAD(self) -> None:
            self.send_response(200)
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:
            return

    server = ThreadingHTTPServer(("127.0.0.1", 0), AuthHandler)
    Thread(target=server.serve_forever, daemon=True).start()
    yield server.server_port
    server.shutdown()
    server.server_close()
