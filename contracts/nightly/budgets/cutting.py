"""Speed of cutting clips. The queue's server, the workers and the cutter are the product's own, in a
temporary folder.

`measure` is a part of the budgets: how many times faster than real time a core cuts clips of one length.
`python -m contracts.nightly.budgets.cutting [--clips 24] [--seconds 20] [--json]` shows the gain of another
worker on this machine. Exit code 1: a clip was not cut.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import uuid4

import click
import imageio_ffmpeg
import psutil
import rq

from adapters.video.packager import FfmpegVideoPackager
from contracts.nightly.budgets.results import BudgetResult, at_least
from touchline.catalog.application.playback.footage_reader import FootageReader
from touchline.clips.application.processing.job_requests import QUEUE, request_clip_cut
from touchline.clips.domain.clip import Clip, ClipDetails, Range
from touchline.clips.domain.folders import CLIPS, new_folder
from touchline.clips.domain.footage import Footage, FootageSegment, Rendition
from touchline.clips.domain.ids import ClipId
from touchline.clips.domain.playlists import (
    MASTER,
    build_master_playlist,
    build_media_playlist,
    get_playlist_offset,
    segment_name,
    select_renditions,
)
from touchline.entrypoints.bootstrap import Application
from touchline.entrypoints.runner.programs import is_queue_up, valkey
from touchline.platform.cli.commands import ProgressBar, json_option
from touchline.platform.cli.tables import print_table
from touchline.platform.config.settings import Settings
from touchline.platform.db.base import Base
from touchline.shared.clock import SystemClock
from touchline.shared.concurrency.processes import die_with_parent
from touchline.shared.ids import AccountId, ChannelId, EventId
from touchline.shared.tasks.work import WorkState

VIDEO_SECONDS, REPETITIONS = 40, 8
"""Seconds of the video, and how often the recording repeats it."""
_KEY = "only for this measurement"
_FOLDER = "assets/1-bench"
_CHANNEL = ChannelId(1)
_STARTUP_TIMEOUT_SECONDS, _CLIP_TIMEOUT_SECONDS = 300.0, 60.0
_COLUMNS = ("workers", "clips per minute", "× real time", "× one worker")
_SIZE = "1280x720"


@dataclass(frozen=True)
class CuttingRound:
    """One round: workers, clips, clip length in seconds, and the wall-clock and CPU seconds it took."""

    workers: int
    clips: int
    clip_seconds: float
    seconds: float
    cpu_seconds: float

    @property
    def clips_per_minute(self) -> float:
        return self.clips / self.seconds * 60

    @property
    def real_time_ratio(self) -> float:
        """Return the seconds of clips that are cut in a second."""
        return self.clips * self.clip_seconds / self.seconds

    @property
    def real_time_ratio_per_core(self) -> float:
        """Return the seconds of clips that are cut in one second of CPU time."""
        return self.clips * self.clip_seconds / self.cpu_seconds

    def to_dict(self, first: CuttingRound) -> dict[str, Any]:
        """Return the round for programs. `ratio` compares with the first round."""
        return {
            "workers": self.workers,
            "clips": self.clips,
            "seconds": round(self.seconds, 2),
            "clips_a_minute": round(self.clips_per_minute, 1),
            "times_real_time": round(self.real_time_ratio, 1),
            "ratio": round(self.clips_per_minute / first.clips_per_minute, 2),
        }


class ClipBenchmark:
    """A separate deployment with one recording and as many clips of it as requested."""

    def __init__(self, application: Application) -> None:
        self._application = application
        self._clips: Any = application.container.clips
        self._database = application.container.database()

    def add_recording(self) -> None:
        """Add a test video of 1280 × 720, packaged by the product and repeated."""
        catalog: Any = self._application.container.catalog
        with tempfile.TemporaryDirectory(dir=self._application.settings.var) as folder:
            video, package_folder = Path(folder) / "film.mkv", Path(folder) / "package"
            package_folder.mkdir()
            _draw_video(video)
            package = FfmpegVideoPackager().package(video, [], package_folder, lambda _share: None)
            _repeat_recording(package_folder)
            catalog.storage().publish(package_folder, _FOLDER)
        footage = FootageReader(catalog.storage()).read_recording(_FOLDER)
        renditions = [
            Rendition(
                rendition.name,
                rendition.width,
                rendition.height,
                rendition.attributes,
                tuple(
                    FootageSegment(segment.key, segment.start_ms, segment.duration_ms)
                    for segment in rendition.segments
                ),
            )
            for rendition in footage.renditions[:1]
        ]
        self._footage = Footage(
            1, False, 0, package.duration_ms * REPETITIONS, package.frame_rate, renditions
        )

    def measure(
        self, workers: int, clips: int, clip_seconds: float, on_progress: Callable[[float], None]
    ) -> CuttingRound:
        """Measure from the request of the clips until all are ready. The workers already wait."""
        with _run_workers(self._application, workers) as worker_processes:
            clips_to_cut = [self._prepare_clip(number, clips, clip_seconds) for number in range(clips)]
            cpu_before, started = sum(map(_cpu_seconds, worker_processes)), time.monotonic()
            with self._database.transaction(_CHANNEL):
                saved_clips = [self._clips.clips().add(clip) for clip in clips_to_cut]
                for clip in saved_clips:
                    request_clip_cut(self._application.container.outbox(), clip)
            ids = [clip.id for clip in saved_clips]
            _wait_until(lambda: self._are_all_ready(ids, on_progress), clips * _CLIP_TIMEOUT_SECONDS)
            seconds = time.monotonic() - started
            return CuttingRound(
                workers, clips, clip_seconds, seconds, sum(map(_cpu_seconds, worker_processes)) - cpu_before
            )

    def _prepare_clip(self, number: int, clips: int, clip_seconds: float) -> Clip:
        """Return a clip with its own start. The starts are spread over the groups of pictures (GOPs)."""
        now, available_ms = (
            SystemClock().now(),
            VIDEO_SECONDS * REPETITIONS * 1000 - round(clip_seconds * 1000),
        )
        clip_range = Range(
            (available_ms * number // clips // 4000 * 100 + 100 * number // clips) * 40,
            round(clip_seconds * 1000),
        )
        renditions = select_renditions(self._footage, clip_range)
        clip = Clip(
            id=ClipId(0),
            channel_id=_CHANNEL,
            account_id=AccountId(1),
            event_id=EventId(1),
            media_id=1,
            uuid=uuid4(),
            details=ClipDetails(f"Clip {number}", ("bench",)),
            range=clip_range,
            folder=new_folder(CLIPS, now),
            offset_ms=get_playlist_offset(renditions[0], clip_range),
            width=renditions[0].width,
            height=renditions[0].height,
            frame_rate=self._footage.frame_rate,
            created_at=now,
        )
        links = {
            f"{rendition.name}/{segment_name(n)}": segment.key
            for rendition in renditions
            for n, segment in enumerate(rendition.segments)
        }
        texts = {
            f"{rendition.name}/index.m3u8": build_media_playlist(rendition, clip.offset_ms)
            for rendition in renditions
        }
        self._clips.files().create_folder(
            clip.play_folder, links, {**texts, MASTER: build_master_playlist(renditions)}
        )
        return clip

    def _are_all_ready(self, ids: Sequence[ClipId], on_progress: Callable[[float], None]) -> bool:
        with self._database.transaction(_CHANNEL):
            states = [self._clips.clips().get(clip_id).state for clip_id in ids]
        if WorkState.FAILED in states:
            raise click.ClickException("A clip was not cut.")
        ready_count = states.count(WorkState.READY)
        on_progress(ready_count / len(ids))
        return ready_count == len(ids)


def _draw_video(video: Path) -> None:
    """Draw a test pattern and a tone."""
    frames = f"testsrc2=s={_SIZE}:r=25:d={VIDEO_SECONDS},format=yuv420p"
    command = [imageio_ffmpeg.get_ffmpeg_exe(), "-v", "error", "-f", "lavfi", "-i", frames]
    command += ["-f", "lavfi", "-i", f"sine=440:d={VIDEO_SECONDS}:r=48000"]
    command += ["-c:v", "libx264", "-preset", "ultrafast", "-c:a", "aac", str(video)]
    subprocess.run(command, check=True)


def _repeat_recording(package_folder: Path) -> None:
    """Repeat the frames of the largest size without encoding them again, with a continuous tone."""
    source, repeated = package_folder / "v0", package_folder / "repeated"
    repeated.mkdir()
    command = [imageio_ffmpeg.get_ffmpeg_exe(), "-v", "error", "-stream_loop", str(REPETITIONS - 1)]
    command += [
        "-i",
        str(source / "index.m3u8"),
        "-f",
        "lavfi",
        "-i",
        f"sine=440:d={VIDEO_SECONDS * REPETITIONS}:r=48000",
    ]
    command += ["-map", "0:v", "-c:v", "copy", "-map", "1:a", "-c:a", "aac", "-b:a", "128k", "-ac", "2"]
    command += ["-output_ts_offset", "1", "-f", "hls", "-hls_time", "4"]
    command += ["-hls_playlist_type", "vod", "-hls_segment_filename", str(repeated / "%05d.ts")]
    subprocess.run([*command, str(repeated / "index.m3u8")], check=True)
    shutil.rmtree(source)
    repeated.rename(source)


def _cpu_seconds(worker: psutil.Process) -> float:
    """Return the CPU seconds of a worker, including its former children."""
    times = worker.cpu_times()
    return float(times.user + times.system + times.children_user + times.children_system)


@contextmanager
def _run_deployment() -> Iterator[ClipBenchmark]:
    """Run a deployment that is independent of the environment variables."""
    with tempfile.TemporaryDirectory() as folder:
        application = Application(Settings(var=Path(folder), secret_key=_KEY))
        Base.metadata.create_all(application.container.database().engine)
        with _run_processes(valkey(application.settings).command):
            _wait_until(lambda: is_queue_up(application.settings), _STARTUP_TIMEOUT_SECONDS)
            yield ClipBenchmark(application)
        application.close()


@contextmanager
def _run_workers(application: Application, number: int) -> Iterator[list[psutil.Process]]:
    """Run `number` workers, which all wait for clips."""
    command = [sys.executable, "-m", "touchline", "worker", "--queue", QUEUE]
    connection = application.adapters.queue().connection
    with _run_processes(*[command] * number, var=application.settings.var) as started:
        _wait_until(lambda: rq.Worker.count(connection=connection) == number, _STARTUP_TIMEOUT_SECONDS)
        yield [psutil.Process(item.pid) for item in started]
    _wait_until(lambda: rq.Worker.count(connection=connection) == 0, _STARTUP_TIMEOUT_SECONDS)


@contextmanager
def _run_processes(*commands: list[str], var: Path | None = None) -> Iterator[list[subprocess.Popen[bytes]]]:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("TOUCHLINE_")}
    environment |= {"TOUCHLINE_VAR": str(var), "TOUCHLINE_SECRET_KEY": _KEY}
    devnull = subprocess.DEVNULL
    started: list[subprocess.Popen[bytes]] = []
    try:
        for command in commands:
            process = subprocess.Popen(
                command, env=environment, stdout=devnull, stderr=devnull, preexec_fn=die_with_parent
            )
            started.append(process)
        yield started
    finally:
        for process in started:
            process.terminate()
        for process in started:
            process.wait(_STARTUP_TIMEOUT_SECONDS)


def _wait_until(condition: Callable[[], bool], seconds: float) -> None:
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            raise click.ClickException(f"The condition was not met within {seconds:.0f} s.")
        time.sleep(0.05)


def measure(budgets: Sequence[dict[str, Any]]) -> Iterator[BudgetResult]:
    """Yield results for clips of each length with one worker. Results use CPU time, so other load does not
    matter.
    """
    with _run_deployment() as bench:
        bench.add_recording()
        for item in budgets:
            result = bench.measure(1, item["clips"], item["seconds"], lambda _share: None)
            detail = f"{result.clips} clips, {result.cpu_seconds / result.clips:.2f} s of a core each, "
            detail += f"{result.seconds / result.clips:.2f} s of elapsed time each"
            what = f"clips of {item['seconds']} s, × real time"
            yield at_least(what, result.real_time_ratio_per_core, item["min_real_time_ratio"], detail, 0)


@click.command()
@click.option(
    "--seconds", type=click.FloatRange(1, 300), default=20, show_default=True, help="Length of a clip."
)
@click.option(
    "--clips", type=click.IntRange(1, 1000), default=24, show_default=True, help="Clips in each round."
)
@click.option("--workers", type=click.IntRange(1, 64), multiple=True, default=(1, 2, 4), show_default=True)
@json_option
def main(seconds: float, clips: int, workers: tuple[int, ...], as_json: bool) -> None:
    """Measure the throughput of cutting with these numbers of workers, one round after the other."""
    rounds: list[CuttingRound] = []
    with ProgressBar("Creating footage", hidden=as_json) as bar, _run_deployment() as bench:
        bench.add_recording()
        for number in workers:
            text = f"Cutting with {number}"
            rounds.append(
                bench.measure(number, clips, seconds, lambda share, text=text: bar.update(share, text))  # type: ignore[misc]
            )
    results = [cutting_round.to_dict(rounds[0]) for cutting_round in rounds]
    if as_json:
        click.echo(json.dumps(results))
        return
    columns = ("workers", "clips_a_minute", "times_real_time", "ratio")
    print_table(_COLUMNS, [tuple(str(result[name]) for name in columns) for result in results])


if __name__ == "__main__":
    main()
