"""Nginx hooks: any running app decides whether an encoder may publish."""

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

from adapters.ingest.tests.polling import free_port
from touchline.conftest import create_test_application
from touchline.entrypoints.nginx.config import NginxSite
from touchline.entrypoints.tests.media_gateways import TIMEOUT_SECONDS, run_nginx
from touchline.shared.tests.machine import should_test_nginx

pytestmark = pytest.mark.skipif(
    not should_test_nginx(), reason="until nginx with libnginx-mod-rtmp is installed"
)


class FakeApp(ThreadingHTTPServer):
    """A running app that records the requests and accepts encoders."""

    def __init__(self) -> None:
        self.requests: list[tuple[str, str]] = []
        self.has_received = threading.Event()
        super().__init__(("127.0.0.1", 0), _HookHandler)


class _HookHandler(BaseHTTPRequestHandler):
    server: FakeApp

    def do_POST(self) -> None:
        form = self.rfile.read(int(self.headers["Content-Length"])).decode()
        self.server.requests.append((self.path, form))
        self.server.has_received.set()
        self.send_response(204)
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:
        return


@contextmanager
def run_nginx_for_apps(tmp_path: Path, *apps: str) -> Iterator[tuple[str, int]]:
    """Run a real nginx that receives encoders. Yield its RTMP URL, and the port for its requests to the
    apps."""
    rtmp, hooks = f"rtmp://127.0.0.1:{free_port()}/live", free_port()
    with (
        tempfile.TemporaryDirectory(prefix="tl") as name,
        create_test_application(
            tmp_path, "", trusted_proxies=1, ingest="nginx", nginx_rtmp_url=rtmp
        ) as application,
    ):
        folder = Path(name)
        user = getpass.getuser() if os.geteuid() == 0 else ""
        site = NginxSite(
            apps,
            folder,
            f"unix:{folder}/nginx.sock",
            user=user,
            is_standalone=True,
            hooks_address=f"127.0.0.1:{hooks}",
        )
        with run_nginx(application, site):
            yield rtmp, hooks


@pytest.fixture
def running_app() -> Iterator[FakeApp]:
    app = FakeApp()
    threading.Thread(target=app.serve_forever, daemon=True).start()
    yield app
    app.shutdown()
    app.server_close()


def test_an_encoder_can_publish_while_the_first_app_is_unavailable(
    running_app: FakeApp, tmp_path: Path
) -> None:
    unavailable, available = f"127.0.0.1:{free_port()}", f"127.0.0.1:{running_app.server_port}"
    with run_nginx_for_apps(tmp_path, unavailable, available) as (rtmp, _hooks):
        encoder_options = [
            "-re",
            "-f",
            "lavfi",
            "-i",
            "testsrc=s=64x36:r=25",
            "-c:v",
            "libx264",
            "-pix_fmt",
            "yuv420p",
        ]
        command = [imageio_ffmpeg.get_ffmpeg_exe(), "-v", "quiet", "-nostdin", *encoder_options, "-f", "flv"]
        with subprocess.Popen([*command, f"{rtmp}/7-stream-key"]) as encoder:
            try:
                assert running_app.has_received.wait(TIMEOUT_SECONDS)
            finally:
                encoder.kill()
    path, form = running_app.requests[0]
    assert path.startswith("/live/hooks/publish?token=")
    assert "name=7-stream-key" in form


def test_only_the_hook_is_reachable_at_the_hook_address(running_app: FakeApp, tmp_path: Path) -> None:
    with run_nginx_for_apps(tmp_path, f"127.0.0.1:{running_app.server_port}") as (_rtmp, hooks):
        for path in ("/", "/api/events", "/live/hooks/publish/more"):
            line = http.client.HTTPConnection("127.0.0.1", hooks, timeout=TIMEOUT_SECONDS)
            line.request("POST", path, body="")
            assert line.getresponse().status == 404
            line.close()
    assert running_app.requests == []
