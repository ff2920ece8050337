"""Two releases behind one nginx: each page gets the files of its own release from either app."""

from __future__ import annotations

import getpass
import os
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from touchline.conftest import create_test_application
from touchline.entrypoints.nginx.config import NginxSite
from touchline.entrypoints.tests.media_gateways import run_nginx, send_over_socket
from touchline.shared.tests.machine import should_test_nginx_signed_paths

pytestmark = pytest.mark.skipif(
    not should_test_nginx_signed_paths(), reason="until nginx with libnginx-mod-http-js is installed"
)


@contextmanager
def run_fake_app(release: str) -> Iterator[str]:
    """Run an app of a release that has only the files with the release's name."""

    class FakeAppHandler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            exists = release in self.path
            self.send_response(200 if exists else 404)
            self.send_header("Content-Length", str(len(release) * exists))
            self.end_headers()
            self.wfile.write(release.encode() * exists)

        def log_message(self, format: str, *args: object) -> None:
            return

    server = ThreadingHTTPServer(("127.0.0.1", 0), FakeAppHandler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


@pytest.fixture
def nginx_socket(tmp_path: Path) -> Iterator[Path]:
    """Return the socket of an nginx in front of one app of the old release and one of the new."""
    with (
        tempfile.TemporaryDirectory(prefix="tl") as name,
        create_test_application(tmp_path, "", trusted_proxies=1) as application,
        run_fake_app("old") as old,
        run_fake_app("new") as new,
    ):
        user = getpass.getuser() if os.geteuid() == 0 else ""
        with run_nginx(
            application,
            NginxSite([old, new], Path(name), f"unix:{name}/nginx.sock", user=user, is_standalone=True),
        ):
            yield Path(name) / "nginx.sock"


@pytest.mark.parametrize("release", ["old", "new"])
def test_a_file_of_either_release_is_found_on_every_request(nginx_socket: Path, release: str) -> None:
    responses = [send_over_socket(nginx_socket, f"/assets/menu-{release}.js", "GET", {}) for _ in range(4)]
    assert [(response.status, response.body) for response in responses] == [(200, release.encode())] * 4


def test_a_file_of_no_release_is_404(nginx_socket: Path) -> None:
    assert send_over_socket(nginx_socket, "/assets/menu-none.js", "GET", {}).status == 404
