"""Two releases side by side behind nginx: a page of either finds its files, whichever app is asked first."""

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

from touchline.conftest import furnished
from touchline.entrypoints.nginx import Site
from touchline.entrypoints.tests.media_doors import by_http, running
from touchline.shared.tests.machine import nginx_checks_paths

pytestmark = pytest.mark.skipif(
    not nginx_checks_paths(), reason="nginx with libnginx-mod-http-js is not installed"
)


@contextmanager
def an_app(release: str) -> Iterator[str]:
    """One of a release: it has the files that carry its name, and no other."""

    class App(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            there = release in self.path
            self.send_response(200 if there else 404)
            self.send_header("Content-Length", str(len(release) * there))
            self.end_headers()
            self.wfile.write(release.encode() * there)

        def log_message(self, format: str, *args: object) -> None:
            return

    server = ThreadingHTTPServer(("127.0.0.1", 0), App)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


@pytest.fixture
def door(tmp_path: Path) -> Iterator[Path]:
    """The socket of an nginx before an app of the old release and one of the new."""
    with (
        tempfile.TemporaryDirectory(prefix="tl") as name,
        furnished(tmp_path, "", trusted_proxies=1) as house,
        an_app("old") as old,
        an_app("new") as new,
    ):
        user = getpass.getuser() if os.geteuid() == 0 else ""
        with running(house, Site([old, new], Path(name), f"unix:{name}/door", user=user, alone=True)):
            yield Path(name) / "door"


@pytest.mark.parametrize("release", ["old", "new"])
def test_a_file_that_one_release_has_is_found_whoever_is_asked_first(door: Path, release: str) -> None:
    answers = [by_http(door, f"/assets/menu-{release}.js", "GET", {}) for _ in range(4)]
    assert [(answer.status, answer.body) for answer in answers] == [(200, release.encode())] * 4


def test_a_file_that_no_release_has_is_not_found(door: Path) -> None:
    assert by_http(door, "/assets/menu-none.js", "GET", {}).status == 404
