"""A real nginx, configured by `touchline streams print-nginx-config`, that calls the real app."""

from __future__ import annotations

import socket
import subprocess
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import imageio_ffmpeg
import pytest
from flask import Flask
from werkzeug.serving import make_server

from touchline.catalog.adapters.cli.nginx import render_configuration
from touchline.channel.facade import ChannelDetails
from touchline.entrypoints.bootstrap import Application
from touchline.shared.ids import EventId
from touchline.shared.tests.machine import NGINX, NGINX_RTMP

TIMEOUT_SECONDS = 30
_NGINX_CONF = "load_module {module};\ndaemon off;\nmaster_process off;\npid {folder}/pid;\nevents {{ }}\n"
_NEVER = threading.Event()


def find_free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture
def app_address(app: Flask) -> Iterator[str]:
    """Yield the URL of the real app on its own port."""
    server = make_server("127.0.0.1", 0, app, threaded=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


@pytest.fixture
def rtmp_application(app_address: str, application: Application, tmp_path: Path) -> Iterator[str]:
    """Yield the URL of the RTMP application of an nginx with our configuration."""
    live: Any = application.container.catalog
    port = find_free_port()
    rtmp_url = f"rtmp://127.0.0.1:{port}/live"
    configuration_text = render_configuration(rtmp_url, app_address, live.stream_keys().hook_token)
    (tmp_path / "nginx.conf").write_text(
        _NGINX_CONF.format(module=NGINX_RTMP, folder=tmp_path) + configuration_text
    )
    command = [str(NGINX), "-c", str(tmp_path / "nginx.conf"), "-p", str(tmp_path), "-e", "stderr"]
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
    for _ in range(TIMEOUT_SECONDS * 10):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                break
        assert process.poll() is None, "nginx rejects the configuration"
        _NEVER.wait(0.1)
    yield rtmp_url
    process.terminate()
    process.wait()


def publish(url: str) -> int:
    """Publish one second of video and return the encoder's exit code."""
    command = [imageio_ffmpeg.get_ffmpeg_exe(), "-v", "quiet", "-nostdin", "-re", "-f", "lavfi"]
    command += ["-i", "testsrc=s=64x36:r=25:d=1", "-c:v", "libx264", "-pix_fmt", "yuv420p", "-f", "flv"]
    return subprocess.run([*command, url], timeout=TIMEOUT_SECONDS, check=False).returncode


def test_nginx_authorizes_only_the_key_of_an_open_stream(
    rtmp_application: str,
    application: Application,
    season: ChannelDetails,
    ids: Callable[[str, str], int],
    transaction: Callable[..., Any],
) -> None:
    catalog: Any = application.container.catalog
    with transaction(season.id):
        key = catalog.stream_keys().derive(catalog.open_stream()(EventId(ids("event", "on-now"))))
    assert publish(f"{rtmp_application}/{key}") == 0
    assert publish(f"{rtmp_application}/{key[:-1]}") != 0
    with transaction(season.id):
        catalog.stop_stream()(EventId(ids("event", "on-now")))
    assert publish(f"{rtmp_application}/{key}") != 0
