"""Who is asked whether an encoder may publish: any of the apps that stands."""

from __future__ import annotations

import getpass
import http.client
import os
import subprocess
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import imageio_ffmpeg
import pytest

from adapters.ingest.tests.waiting import free_port
from touchline.conftest import furnished
from touchline.entrypoints.nginx import Site
from touchline.entrypoints.tests.media_doors import PATIENCE_SECONDS, running
from touchline.shared.tests.machine import nginx_is_wanted

pytestmark = pytest.mark.skipif(not nginx_is_wanted(), reason="nginx with libnginx-mod-rtmp is not installed")


class App(ThreadingHTTPServer):
    """One that stands: it notes what it is asked, and lets encoders in."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, str]] = []
        self.heard = threading.Event()
        super().__init__(("127.0.0.1", 0), _Answers)


class _Answers(BaseHTTPRequestHandler):
    server: App

    def do_POST(self) -> None:
        form = self.rfile.read(int(self.headers["Content-Length"])).decode()
        self.server.asked.append((self.path, form))
        self.server.heard.set()
        self.send_response(204)
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:
        return


@contextmanager
def nginx_before(tmp_path: Path, *apps: str) -> Iterator[tuple[str, int]]:
    """A real nginx that receives encoders: its RTMP address, and the port at which it asks the apps."""
    rtmp, hooks = f"rtmp://127.0.0.1:{free_port()}/live", free_port()
    with (
        tempfile.TemporaryDirectory(prefix="tl") as name,
        furnished(tmp_path, "", trusted_proxies=1, ingest="nginx", live_nginx=rtmp) as house,
    ):
        folder = Path(name)
        user = getpass.getuser() if os.geteuid() == 0 else ""
        site = Site(apps, folder, f"unix:{folder}/door", user=user, alone=True, hooks=f"127.0.0.1:{hooks}")
        with running(house, site):
            yield rtmp, hooks


@pytest.fixture
def standing() -> Iterator[App]:
    app = App()
    threading.Thread(target=app.serve_forever, daemon=True).start()
    yield app
    app.shutdown()
    app.server_close()


def test_an_encoder_gets_in_while_the_first_app_is_away(standing: App, tmp_path: Path) -> None:
    away, there = f"127.0.0.1:{free_port()}", f"127.0.0.1:{standing.server_port}"
    with nginx_before(tmp_path, away, there) as (rtmp, _hooks):
        film = ["-re", "-f", "lavfi", "-i", "testsrc=s=64x36:r=25", "-c:v", "libx264", "-pix_fmt", "yuv420p"]
        command = [imageio_ffmpeg.get_ffmpeg_exe(), "-v", "quiet", "-nostdin", *film, "-f", "flv"]
        with subprocess.Popen([*command, f"{rtmp}/7-stream-key"]) as encoder:
            try:
                assert standing.heard.wait(PATIENCE_SECONDS)
            finally:
                encoder.kill()
    path, form = standing.asked[0]
    assert path.startswith("/live/hooks/publish?token=")
    assert "name=7-stream-key" in form


def test_nothing_else_is_reached_where_nginx_asks(standing: App, tmp_path: Path) -> None:
    with nginx_before(tmp_path, f"127.0.0.1:{standing.server_port}") as (_rtmp, hooks):
        for path in ("/", "/api/events", "/live/hooks/publish/more"):
            line = http.client.HTTPConnection("127.0.0.1", hooks, timeout=PATIENCE_SECONDS)
            line.request("POST", path, body="")
            assert line.getresponse().status == 404
            line.close()
    assert standing.asked == []
