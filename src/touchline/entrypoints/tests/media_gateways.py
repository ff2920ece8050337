"""The two media gateways for one test file: the app, and a real nginx in front of it."""

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

import pytest
from dependency_injector import providers
from flask import Flask
from werkzeug.serving import make_server

from adapters.storage.tests.object_store import start_object_store
from touchline.catalog.ports.media.delivery import MediaTokenClaims
from touchline.catalog.ports.media.playback_log import LiveViewer
from touchline.conftest import create_test_application, get_clock
from touchline.entrypoints.bootstrap import Application
from touchline.entrypoints.nginx import config
from touchline.entrypoints.web import create_app
from touchline.shared.clock import SystemClock
from touchline.shared.ids import SessionId
from touchline.shared.tests.machine import NGINX, should_test_nginx_signed_paths

OPEN_SESSION, ENDED_SESSION = SessionId(41), SessionId(42)
TIMEOUT_SECONDS = 20
_NEVER = threading.Event()
with_nginx = pytest.mark.skipif(
    not should_test_nginx_signed_paths(), reason="until nginx with libnginx-mod-http-js is installed"
)


@dataclass(frozen=True)
class GatewayResponse:
    """A response with its header names in lowercase."""

    status: int
    headers: Mapping[str, str]
    body: bytes


class SendRequest(Protocol):
    """Sends a request to a gateway."""

    def __call__(self, path: str, method: str = "GET", **headers: str) -> GatewayResponse: ...


class FakePlaybackRights:
    """Port `PlaybackRights`: only the session `OPEN_SESSION` may play, except paths in `revoked_paths`.

    `requested_paths` records the checked paths.
    """

    def __init__(self) -> None:
        self.revoked_paths: set[str] = set()
        self.requested_paths: list[str] = []

    def can_play(self, claims: MediaTokenClaims, path: str) -> bool:
        """Return whether the session is open and the path does not start with a revoked path."""
        self.requested_paths.append(path)
        return claims.session_id == OPEN_SESSION and not path.startswith(tuple(self.revoked_paths))

    def find_viewers(self, claims: MediaTokenClaims, path: str) -> tuple[LiveViewer, ...]:
        """Return no viewers, because the session has no account."""
        return ()


@dataclass(frozen=True)
class MediaGateway:
    """A gateway, and the application behind it."""

    name: str
    application: Application
    app: Flask
    send: SendRequest
    close_app: Callable[[], None]
    read_log: Callable[[str], str]


@contextmanager
def create_app_gateway(var: Path) -> Iterator[MediaGateway]:
    """Create a gateway where the app sends the media itself."""
    with _create_application(var) as (application, app):

        def send(path: str, method: str = "GET", **headers: str) -> GatewayResponse:
            return _send_to_app(app, path, method, headers)

        yield MediaGateway("app", application, app, send, _reject_close, str)


@contextmanager
def create_nginx_gateway(var: Path, *, calls_hooks: bool = True, **settings: Any) -> Iterator[MediaGateway]:
    """Create a gateway with nginx, as `touchline nginx` configures it."""
    # Use a separate folder: socket paths must be short, and nginx's workers cannot read pytest's folders.
    with (
        tempfile.TemporaryDirectory(prefix="tl") as name,
        _create_application(var, delivery="nginx", **settings) as (application, app),
    ):
        folder = Path(name)
        behind = make_server(f"unix://{folder}/app", 0, app, threaded=True)
        threading.Thread(target=behind.serve_forever, daemon=True).start()
        user = getpass.getuser() if os.geteuid() == 0 else ""
        site = config.NginxSite(
            [f"unix:{folder}/app"],
            folder,
            f"unix:{folder}/nginx.sock",
            user=user,
            is_standalone=True,
            checks_sessions=calls_hooks,
        )
        with run_nginx(application, site) as process:

            def close() -> None:
                behind.shutdown()
                behind.server_close()
                (folder / "app").unlink(missing_ok=True)

            def send(path: str, method: str = "GET", **headers: str) -> GatewayResponse:
                return send_over_socket(folder / "nginx.sock", path, method, headers)

            def read_log(expected: str) -> str:
                """Return the whole log as soon as it contains `expected`.

                nginx flushes its buffered lines when it reopens its logs.
                """
                process.send_signal(signal.SIGUSR1)
                for _ in range(TIMEOUT_SECONDS * 20):
                    if expected in (text := (folder / "access.log").read_text()):
                        return text
                    _NEVER.wait(0.05)
                raise AssertionError(text)

            name = "nginx-s3" if application.settings.storage == "s3" else "nginx"
            yield MediaGateway(name, application, app, send, close, read_log)
        behind.shutdown()
        behind.server_close()


def s3_settings() -> dict[str, Any]:
    """Return settings for storage in an empty bucket of a local object store."""
    bucket = start_object_store().create_bucket()
    return {
        "storage": "s3",
        "s3_endpoint": bucket.endpoint,
        "s3_bucket": bucket.name,
        "s3_prefix": bucket.prefix,
        "s3_access_key": bucket.access_key,
        "s3_secret_key": bucket.secret_key,
    }


@contextmanager
def run_nginx(application: Application, site: config.NginxSite) -> Iterator[subprocess.Popen[bytes]]:
    """Run a real nginx with this configuration."""
    config.write_files(config.render_files(application, site), site.folder)
    (site.folder / "temporary").mkdir()
    program = subprocess.Popen(
        [str(NGINX), "-c", str(site.folder / config.CONFIG_FILE), "-p", str(site.folder), "-e", "stderr"]
    )
    try:
        for _ in range(TIMEOUT_SECONDS * 20):
            with socket.socket(socket.AF_UNIX) as probe:
                if probe.connect_ex(site.listen.removeprefix("unix:")) == 0:
                    break
            assert program.poll() is None, "nginx rejects the configuration"
            _NEVER.wait(0.05)
        yield program
    finally:
        program.terminate()
        program.wait(TIMEOUT_SECONDS)


@contextmanager
def _create_application(var: Path, **settings: Any) -> Iterator[tuple[Application, Flask]]:
    with create_test_application(var, "", **{"trusted_proxies": 1, **settings}) as application:
        get_clock(application).set(SystemClock().now())  # nginx uses the real time
        media: Any = application.container.catalog
        media.playback_rights.override(providers.Object(FakePlaybackRights()))
        yield application, create_app(application)


def _send_to_app(app: Flask, path: str, method: str, headers: Mapping[str, str]) -> GatewayResponse:
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    response = app.test_client().open(path, method=method, headers=sent, buffered=True)
    return GatewayResponse(response.status_code, {k.lower(): v for k, v in response.headers}, response.data)


class _UnixSocketConnection(http.client.HTTPConnection):
    """HTTP over a Unix domain socket."""

    def __init__(self, place: Path) -> None:
        super().__init__("localhost", timeout=TIMEOUT_SECONDS)
        self._socket_path = place

    def connect(self) -> None:
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.settimeout(TIMEOUT_SECONDS)
        self.sock.connect(str(self._socket_path))


def send_over_socket(place: Path, path: str, method: str, headers: Mapping[str, str]) -> GatewayResponse:
    """Send a request to the server that listens on a socket."""
    connection = _UnixSocketConnection(place)
    try:
        connection.request(
            method, path, headers={name.replace("_", "-"): value for name, value in headers.items()}
        )
        response = connection.getresponse()
        return GatewayResponse(
            response.status, {k.lower(): v for k, v in response.getheaders()}, response.read()
        )
    finally:
        connection.close()


def _reject_close() -> None:
    raise AssertionError("The app is this door.")
