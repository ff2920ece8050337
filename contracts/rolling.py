"""`make rolling`: two app processes behind one nginx are replaced one after the other while visitors read and
write, and every answer is counted.

Each is replaced in two ways: simply told to stop, and taken out of nginx first. With `--old FOLDER` (a
checkout of the release before) both begin with that release's code and schema, the database is brought up to
date meanwhile, and this release takes over: the upgrade of docs/how-to/upgrade.md.
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

from contracts.budgets.postgres import postgres
from touchline.entrypoints.embedded import WEB_STOP_SECONDS
from touchline.platform.commands import json_option
from touchline.platform.tables import print_table
from touchline.shared.tests.machine import NGINX

ROOT = Path(os.environ.get("TOUCHLINE_TEST_NEW", Path(__file__).resolve().parents[1]))
VISITORS = 4
WAIT = 180.0
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
class Counted:
    """What visitors got."""

    right: int = 0
    again: int = 0
    wrong: Counter[str] = field(default_factory=Counter)


class Site:
    """An nginx, and the two apps behind it."""

    def __init__(self, folder: Path, database: str) -> None:
        self._folder, self._database = folder, database
        self.port, *self._ports = free_ports(3)
        self._apps: dict[int, subprocess.Popen[bytes]] = {}
        self._nginx: subprocess.Popen[bytes] | None = None

    def start(self, code: Path) -> None:
        """Both apps, then nginx."""
        self.command(code, "db", "upgrade")
        for pack in ("prairie", "atelier"):
            self.command(code, "channel", "apply", str(code / "src/touchline/demo/packs" / pack))
        for number in range(2):
            self.start_app(number, code)
        self._write(range(2))
        self._nginx = subprocess.Popen([str(NGINX), "-c", str(self._folder / "nginx.conf"), "-e", "stderr"])
        wait_for(self.port)

    def start_app(self, number: int, code: Path) -> None:
        """One app of this code, until it is ready."""
        port = self._ports[number]
        command = [sys.executable, "-m", "granian", "--interface", "wsgi", "--factory", "--host", "127.0.0.1"]
        command += ["--port", str(port), "--workers", "1", "--blocking-threads", "4", "--no-ws"]
        command += ["--log-level", "error", "--workers-kill-timeout", WEB_STOP_SECONDS]
        command.append("touchline.entrypoints.web:application")
        self._apps[number] = subprocess.Popen(command, env=self._environment(code), cwd=code)
        wait_for(port)

    def stop_app(self, number: int) -> float:
        """Tell one app to stop; how long it took."""
        app, began = self._apps.pop(number), time.perf_counter()
        app.send_signal(signal.SIGTERM)
        app.wait(WAIT)
        return time.perf_counter() - began

    def lead_to(self, *numbers: int) -> None:
        """Let nginx send visitors to these apps alone, and wait until nobody of before is left."""
        assert self._nginx is not None
        before = set(children(self._nginx.pid))
        self._write(numbers)
        self._nginx.send_signal(signal.SIGHUP)
        for _ in range(int(WAIT * 20)):
            if before.isdisjoint(children(self._nginx.pid)):
                return
            time.sleep(0.05)
        raise AssertionError("nginx keeps its old processes")

    def command(self, code: Path, *words: str) -> None:
        """A command of `touchline` with this code."""
        subprocess.run(
            [sys.executable, "-m", "touchline", *words],
            env=self._environment(code),
            cwd=code,
            check=True,
            capture_output=True,
            timeout=300,
        )

    def end(self) -> None:
        """Stop all."""
        for process in (self._nginx, *self._apps.values()):
            if process is not None:
                process.terminate()
                process.wait(WAIT)

    def _write(self, numbers: Any) -> None:
        doors = (f"127.0.0.1:{self._ports[number]} max_fails=1 fail_timeout=2s" for number in numbers)
        apps = "\n".join(f"        server {door};" for door in doors)
        text = _CONFIGURATION.format(folder=self._folder, apps=apps, port=self.port)
        (self._folder / "nginx.conf").write_text(text)

    def _environment(self, code: Path) -> dict[str, str]:
        own = {name: value for name, value in os.environ.items() if not name.startswith("TOUCHLINE_")}
        if "throttle_api_keys" in (code / "src/touchline/platform/settings.py").read_text():
            own["TOUCHLINE_THROTTLE_API_KEYS"] = "1000000"
        return own | {
            "PYTHONPATH": os.pathsep.join((str(code / "src"), str(code))),
            "TOUCHLINE_VAR": str(self._folder / "var"),
            "TOUCHLINE_DATABASE_URL": self._database,
            "TOUCHLINE_QUEUE": "inline",
            "TOUCHLINE_DEFAULT_CHANNEL": "prairie",
            "TOUCHLINE_THROTTLE_AUTH_CALLS": "1000000",
            "TOUCHLINE_LOG_LEVEL": "error",
        }


class Visitors:
    """People who read and write all the time, each over a connection of their own."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._over = threading.Event()
        self._threads = [threading.Thread(target=self._visit, daemon=True) for _ in range(VISITORS)]
        self.counted = Counted()
        self._lock = threading.Lock()

    def __enter__(self) -> Visitors:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self._over.set()
        for thread in self._threads:
            thread.join(WAIT)

    def _visit(self) -> None:
        line = http.client.HTTPConnection("127.0.0.1", self._port, timeout=30)
        while not self._over.is_set():
            key = (self._ask(line, "GET", "/channel-key") or {}).get("data")
            given = self._ask(line, "POST", "/api/get_api_key", key) if key else None
            if given:
                for _ in range(4):
                    self._ask(line, "GET", f"/api/events?api_key={given['data']['api_key']}")
        line.close()

    def _ask(self, line: http.client.HTTPConnection, method: str, path: str, body: Any = None) -> Any:
        """As browsers do: where an open connection was closed before a byte of the answer came, the same is
        asked once more over a new one."""
        headers = {"Host": HOST, "Content-Type": "application/json"}
        was_open = line.sock is not None
        try:
            line.request(method, path, json.dumps(body) if body else None, headers)
            answer = line.getresponse()
            said = answer.read()
            fate = "" if answer.status == 200 else f"{method} {answer.status}"
        except (ConnectionError, http.client.RemoteDisconnected) as error:
            line.close()
            if was_open:
                with self._lock:
                    self.counted.again += 1
                return self._ask(line, method, path, body)
            fate, said = f"{method} {type(error).__name__}", b""
        except (OSError, http.client.HTTPException) as error:
            line.close()
            fate, said = f"{method} {type(error).__name__}", b""
        with self._lock:
            if fate:
                self.counted.wrong[fate] += 1
                return None
            self.counted.right += 1
        return json.loads(said)


def measure(old: Path | None, over_postgres: bool) -> Iterator[dict[str, Any]]:
    """Both ways, one after the other, each on a database of its own."""
    for way in ("told to stop", "taken out first"):
        with tempfile.TemporaryDirectory(prefix="tl-roll-") as name, ExitStack() as stack:
            database = stack.enter_context(postgres(Path(name))).url if over_postgres else ""
            site = Site(Path(name), database)
            stack.callback(site.end)
            site.start(old or ROOT)
            with Visitors(site.port) as visitors:
                time.sleep(2)
                site.command(ROOT, "db", "upgrade")
                took = [replaced(site, number, way) for number in range(2)]
                time.sleep(2)
            counted = visitors.counted
        yield {
            "way": way,
            "answers": counted.right,
            "asked again": counted.again,
            "lost": sum(counted.wrong.values()),
            "how": dict(counted.wrong),
            "seconds to stop": [round(one, 2) for one in took],
        }


def replaced(site: Site, number: int, way: str) -> float:
    """One app in the place of another; how long the old one took to end."""
    if way == "taken out first":
        site.lead_to(1 - number)
    took = site.stop_app(number)
    site.start_app(number, ROOT)
    if way == "taken out first":
        site.lead_to(0, 1)
    time.sleep(2)
    return took


@contextmanager
def _held() -> Iterator[list[socket.socket]]:
    sockets: list[socket.socket] = []
    yield sockets
    for each in sockets:
        each.close()


def free_ports(count: int) -> list[int]:
    """Ports that nobody listens on."""
    with _held() as sockets:
        for _ in range(count):
            one = socket.socket()
            one.bind(("127.0.0.1", 0))
            sockets.append(one)
        return [int(one.getsockname()[1]) for one in sockets]


def wait_for(port: int) -> None:
    """Until `/readyz` or anything else answers there."""
    for _ in range(int(WAIT * 10)):
        try:
            line = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
            line.request("GET", "/readyz", headers={"Host": HOST})
            if line.getresponse().status == 200:
                return
        except OSError:
            pass
        time.sleep(0.1)
    raise AssertionError(f"nothing answers on port {port}")


def children(pid: int) -> list[int]:
    """The processes that this one started."""
    text = Path(f"/proc/{pid}/task/{pid}/children").read_text()
    return [int(one) for one in text.split()]


@click.command()
@click.option("--old", type=click.Path(path_type=Path, exists=True), help="A checkout of the release before.")
@click.option("--postgres", "over_postgres", is_flag=True, help="On PostgreSQL; SQLite if not given.")
@json_option
def main(old: Path | None, over_postgres: bool, as_json: bool) -> None:
    """Replace two app processes under load; exit code 1: a request was lost though the app was taken out
    first."""
    if not NGINX.exists():
        sys.exit("nginx is needed: apt-get install nginx")
    told = list(measure(old.resolve() if old else None, over_postgres))
    if as_json:
        click.echo(json.dumps(told))
    else:
        rows = [[str(value) for value in one.values()] for one in told]
        print_table(("Way", "Answers", "Asked again", "Lost", "How", "Seconds to stop"), rows)
    sys.exit(1 if told[-1]["lost"] else 0)


if __name__ == "__main__":
    main()
