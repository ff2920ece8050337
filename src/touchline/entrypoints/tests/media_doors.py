"""The two doors through which media go out, for one file of tests: the app, and a real nginx before it."""

from __future__ import annotations

import getpass
import http.client
import os
import signal
import socket
import subprocess
import tempfile
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from dependency_injector import providers
from flask import Flask
from werkzeug.serving import make_server

from adapters.storage.tests.object_store import running_store
from touchline.catalog.ports.delivery import Ticket
from touchline.conftest import clock_of, furnished
from touchline.entrypoints import nginx
from touchline.entrypoints.bootstrap import House
from touchline.entrypoints.web import create_app
from touchline.shared.clock import SystemClock
from touchline.shared.ids import SessionId
from touchline.shared.tests.machine import NGINX

OPEN, OVER = SessionId(41), SessionId(42)
PATIENCE_SECONDS = 20
_NEVER = threading.Event()


@dataclass(frozen=True)
class Answer:
    """What came back; names of headers in small letters."""

    status: int
    headers: Mapping[str, str]
    body: bytes


class Ask(Protocol):
    """Asks a door."""

    def __call__(self, path: str, method: str = "GET", **headers: str) -> Answer: ...


class Rights:
    """Port `PlaybackRights`: the session `OPEN` may play everything but what was `taken` from it, all others
    are over. `asked` counts the questions."""

    def __init__(self) -> None:
        self.taken: set[str] = set()
        self.asked: list[str] = []

    def may_play(self, ticket: Ticket, path: str) -> bool:
        """By its number and the path's beginning."""
        self.asked.append(path)
        return ticket.session_id == OPEN and not path.startswith(tuple(self.taken))


@dataclass(frozen=True)
class Door:
    """One door, and the house behind it."""

    name: str
    house: House
    ask: Ask
    close_the_app: Callable[[], None]
    read_log: Callable[[str], str]


@contextmanager
def app_door(var: Path) -> Iterator[Door]:
    """The app sends media itself."""
    with _house(var) as (house, app):

        def ask(path: str, method: str = "GET", **headers: str) -> Answer:
            return _by_app(app, path, method, headers)

        yield Door("app", house, ask, _gone, str)


@contextmanager
def nginx_door(var: Path, *, asks: bool = True, **settings: Any) -> Iterator[Door]:
    """nginx as `touchline nginx` configures it."""
    # A folder of its own: sockets have short names, and pytest's folders are closed to nginx's workers.
    with (
        tempfile.TemporaryDirectory(prefix="tl") as name,
        _house(var, delivery="nginx", **settings) as (house, app),
    ):
        folder = Path(name)
        behind = make_server(f"unix://{folder}/app", 0, app, threaded=True)
        threading.Thread(target=behind.serve_forever, daemon=True).start()
        user = getpass.getuser() if os.geteuid() == 0 else ""
        site = nginx.Site(
            [f"unix:{folder}/app"], folder, f"unix:{folder}/door", user=user, alone=True, asks=asks
        )
        with running(house, site) as process:

            def close() -> None:
                behind.shutdown()
                behind.server_close()
                (folder / "app").unlink(missing_ok=True)

            def ask(path: str, method: str = "GET", **headers: str) -> Answer:
                return by_http(folder / "door", path, method, headers)

            def read_log(word: str) -> str:
                """All of it, once the word is in it. nginx writes down what it held back when it is told to
                reopen its logs."""
                process.send_signal(signal.SIGUSR1)
                for _ in range(PATIENCE_SECONDS * 20):
                    if word in (text := (folder / "access.log").read_text()):
                        return text
                    _NEVER.wait(0.05)
                raise AssertionError(text)

            name = "nginx-s3" if house.settings.storage == "s3" else "nginx"
            yield Door(name, house, ask, close, read_log)
        behind.shutdown()
        behind.server_close()


def in_a_bucket() -> dict[str, Any]:
    """Settings of a storage that is an empty bucket of a store on this machine."""
    bucket = running_store().fresh_bucket()
    return {
        "storage": "s3",
        "s3_endpoint": bucket.endpoint,
        "s3_bucket": bucket.name,
        "s3_prefix": bucket.prefix,
        "s3_access_key": bucket.access_key,
        "s3_secret_key": bucket.secret_key,
    }


@contextmanager
def running(house: House, site: nginx.Site) -> Iterator[subprocess.Popen[bytes]]:
    """A real nginx of this configuration."""
    nginx.write(nginx.files(house, site), site.folder)
    (site.folder / "temporary").mkdir()
    program = subprocess.Popen(
        [str(NGINX), "-c", str(site.folder / nginx.CONFIGURATION), "-p", str(site.folder), "-e", "stderr"]
    )
    try:
        for _ in range(PATIENCE_SECONDS * 20):
            with socket.socket(socket.AF_UNIX) as probe:
                if probe.connect_ex(site.listen.removeprefix("unix:")) == 0:
                    break
            assert program.poll() is None, "nginx does not take the configuration"
            _NEVER.wait(0.05)
        yield program
    finally:
        program.terminate()
        program.wait(PATIENCE_SECONDS)


@contextmanager
def _house(var: Path, **settings: Any) -> Iterator[tuple[House, Flask]]:
    with furnished(var, "", **{"trusted_proxies": 1, **settings}) as house:
        clock_of(house).set(SystemClock().now())  # as nginx knows it
        media: Any = house.container.catalog
        media.playback_rights.override(providers.Object(Rights()))
        yield house, create_app(house)


def _by_app(app: Flask, path: str, method: str, headers: Mapping[str, str]) -> Answer:
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    answer = app.test_client().open(path, method=method, headers=sent, buffered=True)
    return Answer(answer.status_code, {k.lower(): v for k, v in answer.headers}, answer.data)


class _Line(http.client.HTTPConnection):
    """HTTP over a socket that is a file."""

    def __init__(self, place: Path) -> None:
        super().__init__("localhost", timeout=PATIENCE_SECONDS)
        self._place = place

    def connect(self) -> None:
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.settimeout(PATIENCE_SECONDS)
        self.sock.connect(str(self._place))


def by_http(place: Path, path: str, method: str, headers: Mapping[str, str]) -> Answer:
    """Ask whoever listens at a socket."""
    line = _Line(place)
    try:
        line.request(method, path, headers={name.replace("_", "-"): value for name, value in headers.items()})
        answer = line.getresponse()
        return Answer(answer.status, {k.lower(): v for k, v in answer.getheaders()}, answer.read())
    finally:
        line.close()


def _gone() -> None:
    raise AssertionError("The app is this door.")
