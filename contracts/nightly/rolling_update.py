"""`make rolling`: two app processes behind one nginx are replaced in turn while visitors read and write, and
every response is counted.

Each app is replaced in two ways: simply stopped, and removed from nginx first. With `--old FOLDER` (a
checkout of the previous release) both start with that release's code and schema. The database is upgraded in
the meantime, and this release takes over: the upgrade of docs/how-to/upgrade.md.
"""

from __future__ import annotations

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import click

from contracts.nightly.budgets.postgres import run_postgres
from touchline.entrypoints.runner.programs import WEB_STOP_SECONDS
from touchline.platform.cli.commands import json_option
from touchline.platform.cli.tables import print_table
from touchline.shared.tests.machine import NGINX

ROOT = Path(os.environ.get("TOUCHLINE_TEST_NEW", Path(__file__).resolve().parents[2]))
VIRTUAL_USER_COUNT = 4
TIMEOUT_SECONDS = 180.0
HOST = "prairie.localhost"
_CONFIGURATION = """\
daemon off; pid {folder}/pid; error_log stderr crit; worker_processes 1;
events {{ worker_connections 1024; }}
http {{
    access_log off;
    client_body_temp_path {folder}; proxy_temp_path {folder}; fastcgi_temp_path {folder};
    uwsgi_temp_path {folder}; scgi_temp_path {folder};
    upstream touchline {{
{apps}
        keepalive 64;
        keepalive_timeout 10s;
    }}
    server {{
        listen 127.0.0.1:{port};
        location / {{
            proxy_pass http://touchline;
            proxy_http_version 1.1;
            proxy_set_header Connection "";
            proxy_set_header Host $http_host;
            proxy_next_upstream error timeout;
        }}
    }}
}}
"""


@dataclass
class ResponseCounts:
    """The responses that visitors got."""

    succeeded: int = 0
    retried: int = 0
    failures: Counter[str] = field(default_factory=Counter)


class NginxSite:
    """An nginx, and the two apps behind it."""

    def __init__(self, folder: Path, database: str) -> None:
        self._folder, self._database = folder, database
        self.port, *self._ports = free_ports(3)
        self._apps: dict[int, subprocess.Popen[bytes]] = {}
        self._nginx: subprocess.Popen[bytes] | None = None

    def start(self, code: Path) -> None:
        """Start both apps, then nginx.

        The commands have the names of the previous release. This release also accepts them.
        """
        self.run_command(code, "db", "upgrade")
        for pack in ("prairie", "atelier"):
            self.run_command(code, "channel", "apply", str(code / "src/touchline/demo/packs" / pack))
        for number in range(2):
            self.start_app(number, code)
        self._write_configuration(range(2))
        self._nginx = subprocess.Popen([str(NGINX), "-c", str(self._folder / "nginx.conf"), "-e", "stderr"])
        wait_until_ready(self.port)

    def start_app(self, number: int, code: Path) -> None:
        """Start one app with this code, and wait until it is ready."""
        port = self._ports[number]
        command = [sys.executable, "-m", "granian", "--interface", "wsgi", "--factory", "--host", "127.0.0.1"]
        command += ["--port", str(port), "--workers", "1", "--blocking-threads", "4", "--no-ws"]
        command += ["--log-level", "error", "--workers-kill-timeout", WEB_STOP_SECONDS]
        command.append("touchline.entrypoints.web:application")
        self._apps[number] = subprocess.Popen(command, env=self._environment(code), cwd=code)
        wait_until_ready(port)

    def stop_app(self, number: int) -> float:
        """Stop one app, and return the seconds it took."""
        app, started = self._apps.pop(number), time.perf_counter()
        app.send_signal(signal.SIGTERM)
        app.wait(TIMEOUT_SECONDS)
        return time.perf_counter() - started

    def route_to(self, *numbers: int) -> None:
        """Route visitors to these apps only, and wait until nginx's old processes have ended."""
        assert self._nginx is not None
        old_pids = set(child_pids(self._nginx.pid))
        self._write_configuration(numbers)
        self._nginx.send_signal(signal.SIGHUP)
        for _ in range(int(TIMEOUT_SECONDS * 20)):
            if old_pids.isdisjoint(child_pids(self._nginx.pid)):
                return
            time.sleep(0.05)
        raise AssertionError("nginx's old processes did not end")

    def run_command(self, code: Path, *arguments: str) -> None:
        """Run a `touchline` command with this code."""
        subprocess.run(
            [sys.executable, "-m", "touchline", *arguments],
            env=self._environment(code),
            cwd=code,
            check=True,
            capture_output=True,
            timeout=300,
        )

    def stop(self) -> None:
        """Stop everything."""
        for process in (self._nginx, *self._apps.values()):
            if process is not None:
                process.terminate()
                process.wait(TIMEOUT_SECONDS)

    def _write_configuration(self, numbers: Any) -> None:
        upstreams = (f"127.0.0.1:{self._ports[number]} max_fails=1 fail_timeout=2s" for number in numbers)
        apps = "\n".join(f"        server {upstream};" for upstream in upstreams)
        text = _CONFIGURATION.format(folder=self._folder, apps=apps, port=self.port)
        (self._folder / "nginx.conf").write_text(text)

    def _environment(self, code: Path) -> dict[str, str]:
        environment = {name: value for name, value in os.environ.items() if not name.startswith("TOUCHLINE_")}
        return environment | {
            "TOUCHLINE_THROTTLE_API_KEYS": "1000000",
            "PYTHONPATH": os.pathsep.join((str(code / "src"), str(code))),
            "TOUCHLINE_VAR": str(self._folder / "var"),
            "TOUCHLINE_DATABASE_URL": self._database,
            "TOUCHLINE_QUEUE": "inline",
            "TOUCHLINE_DEFAULT_CHANNEL": "prairie",
            "TOUCHLINE_THROTTLE_AUTH_CALLS": "1000000",
            "TOUCHLINE_LOG_LEVEL": "error",
        }


class VirtualUsers:
    """People who read and write all the time, each over their own connection."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._stopped = threading.Event()
        self._threads = [
            threading.Thread(target=self._run_user, daemon=True) for _ in range(VIRTUAL_USER_COUNT)
        ]
        self.counts = ResponseCounts()
        self._lock = threading.Lock()

    def __enter__(self) -> VirtualUsers:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self._stopped.set()
        for thread in self._threads:
            thread.join(TIMEOUT_SECONDS)

    def _run_user(self) -> None:
        connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=30)
        while not self._stopped.is_set():
            key = (self._request(connection, "GET", "/channel-key") or {}).get("data")
            api_key_response = self._request(connection, "POST", "/api/get_api_key", key) if key else None
            if api_key_response:
                for _ in range(4):
                    self._request(
                        connection, "GET", f"/api/events?api_key={api_key_response['data']['api_key']}"
                    )
        connection.close()

    def _request(
        self, connection: http.client.HTTPConnection, method: str, path: str, body: Any = None
    ) -> Any:
        """Send a request as browsers do.

        If an open connection closes before the response starts, the request is repeated once over a new
        connection.
        """
        headers = {"Host": HOST, "Content-Type": "application/json"}
        was_open = connection.sock is not None
        try:
            connection.request(method, path, json.dumps(body) if body else None, headers)
            response = connection.getresponse()
            body_bytes = response.read()
            failure = "" if response.status == 200 else f"{method} {response.status}"
        except (ConnectionError, http.client.RemoteDisconnected) as error:
            connection.close()
            if was_open:
                with self._lock:
                    self.counts.retried += 1
                return self._request(connection, method, path, body)
            failure, body_bytes = f"{method} {type(error).__name__}", b""
        except (OSError, http.client.HTTPException) as error:
            connection.close()
            failure, body_bytes = f"{method} {type(error).__name__}", b""
        with self._lock:
            if failure:
                self.counts.failures[failure] += 1
                return None
            self.counts.succeeded += 1
        return json.loads(body_bytes)


def measure(old: Path | None, over_postgres: bool) -> Iterator[dict[str, Any]]:
    """Measure both methods, one after the other, each on its own database."""
    for replacement in ("stopped", "removed from nginx first"):
        with tempfile.TemporaryDirectory(prefix="tl-roll-") as name, ExitStack() as stack:
            database = stack.enter_context(run_postgres(Path(name))).url if over_postgres else ""
            site = NginxSite(Path(name), database)
            stack.callback(site.stop)
            site.start(old or ROOT)
            with VirtualUsers(site.port) as visitors:
                time.sleep(2)
                site.run_command(ROOT, "databases", "upgrade")
                stop_seconds = [replace_app(site, number, replacement) for number in range(2)]
                time.sleep(2)
            counts = visitors.counts
        yield {
            "method": replacement,
            "responses": counts.succeeded,
            "retried": counts.retried,
            "lost": sum(counts.failures.values()),
            "failures": dict(counts.failures),
            "seconds to stop": [round(seconds, 2) for seconds in stop_seconds],
        }


def replace_app(site: NginxSite, number: int, replacement: str) -> float:
    """Replace one app with another, and return the seconds that the old one took to end."""
    if replacement == "removed from nginx first":
        site.route_to(1 - number)
    stop_seconds = site.stop_app(number)
    site.start_app(number, ROOT)
    if replacement == "removed from nginx first":
        site.route_to(0, 1)
    time.sleep(2)
    return stop_seconds


@contextmanager
def _hold_sockets() -> Iterator[list[socket.socket]]:
    sockets: list[socket.socket] = []
    yield sockets
    for open_socket in sockets:
        open_socket.close()


def free_ports(count: int) -> list[int]:
    """Return free ports."""
    with _hold_sockets() as sockets:
        for _ in range(count):
            free_socket = socket.socket()
            free_socket.bind(("127.0.0.1", 0))
            sockets.append(free_socket)
        return [int(free_socket.getsockname()[1]) for free_socket in sockets]


def wait_until_ready(port: int) -> None:
    """Wait until `/readyz` on this port responds with 200."""
    for _ in range(int(TIMEOUT_SECONDS * 10)):
        try:
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
            connection.request("GET", "/readyz", headers={"Host": HOST})
            if connection.getresponse().status == 200:
                return
        except OSError:
            pass
        time.sleep(0.1)
    raise AssertionError(f"port {port} is not ready")


def child_pids(pid: int) -> list[int]:
    """Return the child processes of a process."""
    text = Path(f"/proc/{pid}/task/{pid}/children").read_text()
    return [int(child_pid) for child_pid in text.split()]


@click.command()
@click.option(
    "--old", type=click.Path(path_type=Path, exists=True), help="A checkout of the previous release."
)
@click.option("--postgres", "over_postgres", is_flag=True, help="Use PostgreSQL instead of SQLite.")
@json_option
def main(old: Path | None, over_postgres: bool, as_json: bool) -> None:
    """Replace two app processes under load; exit code 1: a request was lost although the app was removed
    first.
    """
    if not NGINX.exists():
        sys.exit("nginx is required: apt-get install nginx")
    results = list(measure(old.resolve() if old else None, over_postgres))
    if as_json:
        click.echo(json.dumps(results))
    else:
        rows = [[str(value) for value in result.values()] for result in results]
        print_table(("Method", "Responses", "Retried", "Lost", "Failures", "Seconds to stop"), rows)
    sys.exit(1 if results[-1]["lost"] else 0)


if __name__ == "__main__":
    main()
