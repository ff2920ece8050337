"""A real worker process on a real queue, killed in the middle of its work."""

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

from touchline.catalog.adapters.sql.media_tables import MediaAssetRow
from touchline.catalog.application.add_media import VideoFile
from touchline.catalog.domain.media import Asset, AssetState, Owner
from touchline.entrypoints.bootstrap import House
from touchline.entrypoints.embedded import queue_answers, valkey
from touchline.platform.db.base import Base
from touchline.platform.settings import Settings
from touchline.shared.ids import ChannelId

PATIENCE = 120.0
_NEVER = threading.Event()
CHANNEL = ChannelId(1)
GAME = Owner("event", 5)


@pytest.fixture
def deployment(tmp_path: Path) -> Iterator[House]:
    """A house with a queue of its own on a unix socket, and the database of its worker processes."""
    house = House(Settings(var=tmp_path / "var", secret_key="only for this test"))
    house.settings.var.mkdir()
    Base.metadata.create_all(house.container.database().engine)
    server = subprocess.Popen(valkey(house.settings).command, stdout=subprocess.DEVNULL)
    try:
        until(lambda: queue_answers(house.settings))
        yield house
    finally:
        server.kill()
        server.wait()
        house.close()


@pytest.fixture
def long_film(tmp_path: Path) -> Path:
    """Noise that keeps an encoder busy for a while."""
    target = tmp_path / "noise.mkv"
    pictures = "color=gray:s=480x270:r=25:d=12,noise=alls=100:allf=t"
    command = ["-v", "error", "-f", "lavfi", "-i", pictures, "-c:v", "ffvhuff", str(target)]
    subprocess.run([imageio_ffmpeg.get_ffmpeg_exe(), *command], check=True)
    return target


@pytest.fixture
def workers(deployment: House) -> Iterator[Callable[..., psutil.Popen]]:
    """`workers(*options)` starts `touchline worker`; whatever still runs at the end is killed."""
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
            kill_9(worker)


def until(true: Callable[[], bool]) -> None:
    """Look again and again until it is true, for two minutes at most."""
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, "it did not come to pass in time"
        _NEVER.wait(0.02)


def kill_9(worker: psutil.Popen) -> None:
    """Kill the worker and the process that it does its job in. ffmpeg is left to notice by itself."""
    family = [worker, *(child for child in worker.children() if "ffmpeg" not in child.name())]
    for process in reversed(family):
        process.kill()
    worker.wait()


def encoders(worker: psutil.Popen) -> list[psutil.Process]:
    """What encodes for the worker now: not the ffmpeg that is only asked for its version first."""
    found = []
    for child in worker.children(recursive=True):
        with contextlib.suppress(psutil.Error):
            if "-progress" in child.cmdline():
                found.append(child)
    return found


def test_a_worker_killed_at_work_is_replaced_and_the_asset_ends_ready_once(
    deployment: House, long_film: Path, workers: Callable[..., psutil.Popen]
) -> None:
    media: Any = deployment.container.catalog.media
    database = deployment.container.database()
    with database.transaction(CHANNEL):
        added = media.add()(VideoFile(CHANNEL, long_film, (GAME,)))

    def asset() -> Asset:
        with database.transaction(CHANNEL):
            found: Asset = media.assets().get(added.id)
            return found

    first = workers()
    encoding: list[psutil.Process] = []

    def encodes() -> bool:
        encoding[:] = encoders(first)
        return bool(encoding)

    until(encodes)
    kill_9(first)
    encoding[0].wait(timeout=PATIENCE)
    assert asset().state is AssetState.PROCESSING
    with database.transaction(CHANNEL):
        assert media.rows().rows_for("event", [5]) == {}
    with database.transaction(CHANNEL) as session:  # as if the lease's 30 s were over
        session.execute(update(MediaAssetRow).values(leased_until=datetime.now(UTC) - timedelta(seconds=1)))

    assert workers("--burst").wait(timeout=PATIENCE) == 0
    done = asset()
    assert (done.state, done.attempts) == (AssetState.READY, 2)
    assert done.made is not None
    kept = list(media.storage().list(""))
    assert {key.rpartition("/v")[0] or key for key in kept if "/v" in key} == {done.made.folder}
    assert all(key.startswith(done.made.folder + "/") for key in kept)
    assert list((deployment.settings.media_folder / ".work").iterdir()) == []
    with database.transaction(CHANNEL):
        assert len(media.rows().rows_for("event", [5])[5]) == 3
