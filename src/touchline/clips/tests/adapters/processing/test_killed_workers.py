"""Real workers on a real queue, killed with SIGKILL while they cut: every clip becomes ready exactly once."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import random
import subprocess
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from typing import Any

import av
import imageio_ffmpeg
import psutil
import pytest
import rq

from touchline.clips.application.processing.job_requests import request_clip_cut
from touchline.clips.domain.clip import Clip, ClipDetails, Range
from touchline.clips.domain.folders import CLIPS, new_folder
from touchline.clips.domain.ids import ClipId
from touchline.clips.tests.adapters import quick_worker
from touchline.clips.tests.cutting_fakes import CHANNEL_ID, build_clip, write_segments
from touchline.entrypoints.bootstrap import Application
from touchline.entrypoints.runner.programs import is_queue_up, valkey
from touchline.platform.config.settings import Settings
from touchline.platform.db.base import Base
from touchline.shared.clock import SystemClock
from touchline.shared.tasks.work import WorkState

CLIP_COUNT = 20
KILLS = 8
WORKERS = 2
TIMEOUT_SECONDS = 240.0
MAX_KILLS_PER_CLIP = 2
SEED = os.environ.get("TOUCHLINE_PROOF_SEED", "kills of clips")
SECRET = "only for this test"
EXPIRED_AT = datetime(2000, 1, 1, tzinfo=UTC)
NEW_PROCESSES = multiprocessing.get_context("forkserver")
NEW_PROCESSES.set_forkserver_preload([quick_worker.__name__])
_NEVER = threading.Event()


@pytest.fixture(scope="module")
def segments(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, bytes]:
    """Return eight segments of one second each, with small frames and a tone."""
    folder = tmp_path_factory.mktemp("segments")
    frames = "testsrc2=s=160x90:r=25:d=8,format=yuv420p"
    command = ["-v", "error", "-f", "lavfi", "-i", frames, "-f", "lavfi", "-i", "sine=440:d=8:r=48000"]
    command += [
        "-c:v",
        "libx264",
        "-preset",
        "veryfast",
        "-g",
        "25",
        "-keyint_min",
        "25",
        "-sc_threshold",
        "0",
    ]
    command += ["-c:a", "aac", "-f", "hls", "-hls_time", "1", "-hls_list_size", "0"]
    command += ["-hls_segment_filename", str(folder / "%05d.ts"), str(folder / "index.m3u8")]
    subprocess.run([imageio_ffmpeg.get_ffmpeg_exe(), *command], check=True)
    return {path.name: path.read_bytes() for path in sorted(folder.glob("*.ts"))}


@dataclass
class WorkerPool:
    """An application with its own queue, and workers that tests can kill."""

    application: Application
    rng: random.Random
    workers: list[ForkServerProcess] = field(default_factory=list)
    killed_at: datetime = EXPIRED_AT

    @property
    def clips(self) -> Any:
        return self.application.container.clips

    def start_worker(self) -> None:
        settings = {"TOUCHLINE_VAR": str(self.application.settings.var), "TOUCHLINE_SECRET_KEY": SECRET}
        worker = NEW_PROCESSES.Process(target=quick_worker.main, args=(settings,))
        worker.start()
        self.workers.append(worker)

    def save(self, segments: Mapping[str, bytes], folder: Path, number: int) -> None:
        """Save a playable clip and request its file."""
        start, length = self.rng.randrange(0, 3000, 40), self.rng.randrange(1000, 3000, 40)
        clip = build_clip(
            0,
            channel_id=CHANNEL_ID,
            details=ClipDetails(f"Clip {number}", ("save",)),
            range=Range(start, length),
            offset_ms=start,
            folder=new_folder(CLIPS, SystemClock().now()),
        )
        write_segments(self.clips.files(), clip, segments, folder)
        with self.application.container.database().transaction(CHANNEL_ID):
            request_clip_cut(self.application.container.outbox(), self.clips.clips().add(clip))

    def all(self) -> list[Clip]:
        with self.application.container.database().transaction(CHANNEL_ID):
            found = [self.clips.clips().get(ClipId(number)) for number in range(1, CLIP_COUNT + 1)]
        return [clip for clip in found if clip is not None]

    def are_all_ready(self) -> bool:
        return all(clip.state is WorkState.READY for clip in self.all())

    def busy_workers(self) -> list[ForkServerProcess]:
        """Return the workers that run a clip job. Which clip a job cuts is decided when it runs."""
        found = rq.Worker.all(connection=self.application.adapters.queue().connection)
        pids = {worker.pid for worker in found if (worker.get_current_job_id() or "").startswith("clip-")}
        return [worker for worker in self.workers if worker.pid in pids]

    def kill_worker(self) -> bool:
        """Kill the process of a clip job, and sometimes its worker. Return whether a process was killed.

        A clip fails after too many crashes. So this method kills nothing while a clip in progress must not
        crash again.
        """
        now = SystemClock().now()
        leased = [(clip, until) for clip in self.all() if (until := clip.leased_until) and until > now]
        if any(clip.attempts > MAX_KILLS_PER_CLIP for clip, _ in leased):
            return False
        # A lease renewed since the last kill belongs to a live worker.
        alive = [clip for clip, until in leased if until > self.killed_at + quick_worker.LEASE]
        busy = self.busy_workers()
        if not busy or len(busy) > len(alive):
            return False
        worker = self.rng.choice(busy)
        with contextlib.suppress(psutil.Error):
            job_processes = list_child_processes(worker)
            if job_processes and self.rng.random() < 0.3:
                worker.kill()
                worker.join()
                self.workers.remove(worker)
                self.start_worker()
            for process in job_processes:
                process.kill()
            self.killed_at = SystemClock().now() if job_processes else self.killed_at
            return bool(job_processes)
        return False

    def stop(self) -> None:
        for worker in self.workers:
            worker.terminate()
        for worker in self.workers:
            worker.join(TIMEOUT_SECONDS)


@pytest.fixture
def worker_pool(tmp_path: Path) -> Iterator[WorkerPool]:
    """Yield a pool without workers."""
    application = Application(Settings(var=tmp_path / "var", secret_key=SECRET))
    application.settings.var.mkdir()
    Base.metadata.create_all(application.container.database().engine)
    server = subprocess.Popen(valkey(application.settings).command, stdout=subprocess.DEVNULL)
    worker_pool = WorkerPool(application, random.Random(SEED))  # noqa: S311
    try:
        wait_until(lambda: is_queue_up(application.settings))
        yield worker_pool
    finally:
        for worker in worker_pool.workers:
            with contextlib.suppress(psutil.Error):
                for process in list_child_processes(worker):
                    process.kill()
            worker.kill()
            worker.join()
        server.kill()
        server.wait()
        application.close()


def list_child_processes(worker: ForkServerProcess) -> list[psutil.Process]:
    """Return the processes in which a worker runs its jobs."""
    processes: list[psutil.Process] = psutil.Process(worker.pid).children(recursive=True)
    return processes


def wait_until(condition: Callable[[], bool], interval: Callable[[], float] = lambda: 0.02) -> None:
    """Poll the condition until it is true, for at most four minutes."""
    end = time.monotonic() + TIMEOUT_SECONDS
    while not condition():
        assert time.monotonic() < end, f"{SEED}: the condition was not true in time"
        _NEVER.wait(interval())


@pytest.mark.nightly
def test_workers_are_killed_at_random_and_every_clip_ends_ready_once(
    worker_pool: WorkerPool, segments: Mapping[str, bytes], tmp_path: Path
) -> None:
    for number in range(CLIP_COUNT):
        worker_pool.save(segments, tmp_path, number)
    for _ in range(WORKERS):
        worker_pool.start_worker()
    killed = 0

    def kill_or_finish() -> bool:
        nonlocal killed
        if killed < KILLS:
            killed += worker_pool.kill_worker()
        return worker_pool.are_all_ready()

    wait_until(kill_or_finish, lambda: worker_pool.rng.uniform(0.01, 0.2))
    worker_pool.stop()
    again = sum(clip.attempts - 1 for clip in worker_pool.all())
    assert again >= KILLS / 2, f"{SEED}: {killed} were killed, but only {again} attempts were repeated"
    assert [clip.id for clip in worker_pool.all() if clip.state is not WorkState.READY] == []
    media = worker_pool.application.settings.media_folder
    assert list((media / ".work").iterdir()) == []
    for clip in worker_pool.all():
        files = [path for path in (media / clip.folder).rglob("*") if path.is_file()]
        created = {path.name: path for path in files if "play" not in path.parts}
        assert set(created) == {"clip.mp4", "poster.jpg"}
        assert created["clip.mp4"].stat().st_size == clip.size
        assert _count_frames(created["clip.mp4"]) == clip.range.duration_ms // 40


def _count_frames(path: Path) -> int:
    with av.open(str(path)) as file:
        return sum(1 for _ in file.decode(video=0))
