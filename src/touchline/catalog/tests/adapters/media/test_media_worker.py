"""A real worker process on a real queue, killed while it processes a video."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import imageio_ffmpeg
import psutil
import pytest
from sqlalchemy import update

from touchline.catalog.adapters.sql.media.media_tables import MediaAssetRow
from touchline.catalog.application.media.add_media import VideoUpload
from touchline.catalog.domain.media.assets import Asset, AssetState, MediaOwner
from touchline.entrypoints.bootstrap import Application
from touchline.entrypoints.runner.programs import is_queue_up, valkey
from touchline.platform.config.settings import Settings
from touchline.platform.db.base import Base
from touchline.shared.ids import ChannelId

TIMEOUT_SECONDS = 120.0
_NEVER = threading.Event()
CHANNEL = ChannelId(1)
EVENT_OWNER = MediaOwner("event", 5)


@pytest.fixture
def deployment(tmp_path: Path) -> Iterator[Application]:
    """Yield an application with its own queue on a Unix socket, and the database of its workers."""
    application = Application(Settings(var=tmp_path / "var", secret_key="only for this test"))
    application.settings.var.mkdir()
    Base.metadata.create_all(application.container.database().engine)
    server = subprocess.Popen(valkey(application.settings).command, stdout=subprocess.DEVNULL)
    try:
        wait_until(lambda: is_queue_up(application.settings))
        yield application
    finally:
        server.kill()
        server.wait()
        application.close()


@pytest.fixture
def long_video(tmp_path: Path) -> Path:
    """Return a video of noise that takes a while to encode."""
    target = tmp_path / "noise.mkv"
    frames = "color=gray:s=480x270:r=25:d=12,noise=alls=100:allf=t"
    command = ["-v", "error", "-f", "lavfi", "-i", frames, "-c:v", "ffvhuff", str(target)]
    subprocess.run([imageio_ffmpeg.get_ffmpeg_exe(), *command], check=True)
    return target


@pytest.fixture
def workers(deployment: Application) -> Iterator[Callable[..., psutil.Popen]]:
    """Yield `workers(*options)`, which starts `touchline worker`.

    Workers still running at the end are killed.
    """
    started: list[psutil.Popen] = []

    def start(*options: str) -> psutil.Popen:
        environment = {
            "PATH": os.environ["PATH"],
            "TOUCHLINE_VAR": str(deployment.settings.var),
            "TOUCHLINE_SECRET_KEY": "only for this test",
        }
        command = [sys.executable, "-m", "touchline", "worker", *options]
        started.append(psutil.Popen(command, env=environment, stderr=subprocess.DEVNULL))
        return started[-1]

    yield start
    for worker in started:
        if worker.is_running():
            kill_process_tree(worker)


def wait_until(condition: Callable[[], bool]) -> None:
    """Poll the condition until it is true, for at most two minutes."""
    end = time.monotonic() + TIMEOUT_SECONDS
    while not condition():
        assert time.monotonic() < end, "the condition was not true in time"
        _NEVER.wait(0.02)


def kill_process_tree(worker: psutil.Popen) -> None:
    """Kill the worker and its job process. ffmpeg is not killed: it must stop by itself."""
    family = [worker, *(child for child in worker.children() if "ffmpeg" not in child.name())]
    for process in reversed(family):
        process.kill()
    worker.wait()


def list_encoders(worker: psutil.Popen) -> list[psutil.Process]:
    """Return the ffmpeg processes that encode for the worker.

    Processes that only report the version of ffmpeg are left out.
    """
    found = []
    for child in worker.children(recursive=True):
        with contextlib.suppress(psutil.Error):
            if "-progress" in child.cmdline():
                found.append(child)
    return found


@pytest.mark.nightly
def test_a_worker_killed_while_processing_is_replaced_and_the_asset_becomes_ready_once(
    deployment: Application, long_video: Path, workers: Callable[..., psutil.Popen]
) -> None:
    media: Any = deployment.container.catalog
    database = deployment.container.database()
    with database.transaction(CHANNEL):
        added = media.add_media()(VideoUpload(CHANNEL, long_video, (EVENT_OWNER,)))

    def get_asset() -> Asset:
        with database.transaction(CHANNEL):
            found: Asset = media.assets().get(added.id)
            return found

    first = workers()
    encoding: list[psutil.Process] = []

    def is_encoding() -> bool:
        encoding[:] = list_encoders(first)
        return bool(encoding)

    wait_until(is_encoding)
    kill_process_tree(first)
    encoding[0].wait(timeout=TIMEOUT_SECONDS)
    assert get_asset().state is AssetState.PROCESSING
    with database.transaction(CHANNEL):
        assert media.media_items().list_for_owners("event", [5]) == {}
    with database.transaction(CHANNEL) as session:  # as if the 30 s lease had expired
        session.execute(update(MediaAssetRow).values(leased_until=datetime.now(UTC) - timedelta(seconds=1)))

    assert workers("--burst").wait(timeout=TIMEOUT_SECONDS) == 0
    done = get_asset()
    assert (done.state, done.attempts) == (AssetState.READY, 2)
    assert done.package is not None
    stored_files = list(media.storage().list(""))
    assert {key.rpartition("/v")[0] or key for key in stored_files if "/v" in key} == {done.package.folder}
    assert all(key.startswith(done.package.folder + "/") for key in stored_files)
    assert list((deployment.settings.media_folder / ".work").iterdir()) == []
    with database.transaction(CHANNEL):
        assert len(media.media_items().list_for_owners("event", [5])[5]) == 3
