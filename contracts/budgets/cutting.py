"""How quickly clips are cut. The queue's server, the workers and the cutter are the product's own, in a
folder that is gone afterwards.

`measure` is a part of the budgets: how many times faster than they play clips of a length are cut by a core.
`python -m contracts.budgets.cutting [--clips 24] [--seconds 20] [--json]` tells what another worker is worth
on this machine. Exit code 1: a clip was not cut.
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

from adapters.video.ffmpeg import FfmpegVideo
from contracts.budgets.measured import Measured, at_least
from touchline.catalog.application.read_footage import ReadFootage
from touchline.clips.application.asking_to_cut import QUEUE, ask_to_cut
from touchline.clips.domain.clip import Clip, Range, Words
from touchline.clips.domain.folders import CLIPS, new_folder
from touchline.clips.domain.footage import Footage, Piece, Rendition
from touchline.clips.domain.ids import ClipId
from touchline.clips.domain.playlists import MASTER, master_text, media_text, name_of, needed, offset_of
from touchline.entrypoints.bootstrap import House
from touchline.entrypoints.embedded import queue_answers, valkey
from touchline.platform.commands import Bar, json_option
from touchline.platform.db.base import Base
from touchline.platform.settings import Settings
from touchline.platform.tables import print_table
from touchline.shared.clock import SystemClock
from touchline.shared.ids import AccountId, ChannelId, EventId
from touchline.shared.processes import die_with_parent
from touchline.shared.work import WorkState

FILM_S, ROUNDS = 40, 8
"""The film is so long, and the recording has it so many times, one behind the other."""
_KEY = "only for this measurement"
_FOLDER = "assets/1-bench"
_CHANNEL = ChannelId(1)
_UP_S, _A_CLIP_S = 300.0, 60.0
_COLUMNS = ("workers", "clips a minute", "× real time", "× one worker")
_SIZE = "1280x720"


@dataclass(frozen=True)
class Round:
    """So many workers cut so many clips of so many seconds: how long it took, by the clock and of cores."""

    workers: int
    clips: int
    lasts: float
    seconds: float
    cpu_seconds: float

    @property
    def a_minute(self) -> float:
        return self.clips / self.seconds * 60

    @property
    def times_real(self) -> float:
        """Seconds of clips that are cut in a second."""
        return self.clips * self.lasts / self.seconds

    @property
    def times_real_a_core(self) -> float:
        """The same of a second of a core that nobody else uses."""
        return self.clips * self.lasts / self.cpu_seconds

    def told(self, first: Round) -> dict[str, Any]:
        """For programs; `ratio` compares with the first round."""
        return {
            "workers": self.workers,
            "clips": self.clips,
            "seconds": round(self.seconds, 2),
            "clips_a_minute": round(self.a_minute, 1),
            "times_real_time": round(self.times_real, 1),
            "ratio": round(self.a_minute / first.a_minute, 2),
        }


class Bench:
    """A deployment of its own, with one recording and as many clips of it as are asked for."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._clips: Any = house.container.clips
        self._database = house.container.database()

    def add_recording(self) -> None:
        """A film of test pictures, 1280 × 720, as the product packs it, over and over."""
        media: Any = self._house.container.catalog.media
        with tempfile.TemporaryDirectory(dir=self._house.settings.var) as folder:
            film, made = Path(folder) / "film.mkv", Path(folder) / "made"
            made.mkdir()
            _draw(film)
            package = FfmpegVideo().package(film, [], made, lambda _share: None)
            _repeat(made)
            media.storage().publish(made, _FOLDER)
        found = ReadFootage(media.storage()).recording(_FOLDER)
        sizes = [
            Rendition(
                one.name,
                one.width,
                one.height,
                one.attributes,
                tuple(Piece(piece.key, piece.start_ms, piece.duration_ms) for piece in one.pieces),
            )
            for one in found.renditions[:1]
        ]
        self._footage = Footage(1, False, 0, package.duration_ms * ROUNDS, package.frame_rate, sizes)

    def measure(self, workers: int, clips: int, lasts: float, told: Callable[[float], None]) -> Round:
        """From when the clips are asked for to when all are ready; workers that wait already."""
        with _workers(self._house, workers) as busy:
            waiting = [self._gathered(number, clips, lasts) for number in range(clips)]
            used, started = sum(map(_used, busy)), time.monotonic()
            with self._database.transaction(_CHANNEL):
                kept = [self._clips.kept().add(clip) for clip in waiting]
                for clip in kept:
                    ask_to_cut(self._house.container.outbox(), clip)
            ids = [clip.id for clip in kept]
            _until(lambda: self._all_ready(ids, told), clips * _A_CLIP_S)
            seconds = time.monotonic() - started
            return Round(workers, clips, lasts, seconds, sum(map(_used, busy)) - used)

    def _gathered(self, number: int, clips: int, lasts: float) -> Clip:
        """A clip that plays, at an instant of its own: beginnings are spread over groups of pictures."""
        now, room = SystemClock().now(), FILM_S * ROUNDS * 1000 - round(lasts * 1000)
        asked = Range(
            (room * number // clips // 4000 * 100 + 100 * number // clips) * 40, round(lasts * 1000)
        )
        sizes = needed(self._footage, asked)
        clip = Clip(
            id=ClipId(0),
            channel_id=_CHANNEL,
            account_id=AccountId(1),
            event_id=EventId(1),
            media_id=1,
            uuid=uuid4(),
            words=Words(f"Clip {number}", ("bench",)),
            range=asked,
            folder=new_folder(CLIPS, now),
            offset_ms=offset_of(sizes[0], asked),
            width=sizes[0].width,
            height=sizes[0].height,
            frame_rate=self._footage.frame_rate,
            created_at=now,
        )
        links = {f"{one.name}/{name_of(n)}": piece.key for one in sizes for n, piece in enumerate(one.pieces)}
        texts = {f"{one.name}/index.m3u8": media_text(one, clip.offset_ms) for one in sizes}
        self._clips.files().gather(clip.play_folder, links, {**texts, MASTER: master_text(sizes)})
        return clip

    def _all_ready(self, ids: Sequence[ClipId], told: Callable[[float], None]) -> bool:
        with self._database.transaction(_CHANNEL):
            states = [self._clips.kept().get(one).state for one in ids]
        if WorkState.FAILED in states:
            raise click.ClickException("A clip was not cut.")
        done = states.count(WorkState.READY)
        told(done / len(ids))
        return done == len(ids)


def _draw(film: Path) -> None:
    """Test pictures and a tone."""
    pictures = f"testsrc2=s={_SIZE}:r=25:d={FILM_S},format=yuv420p"
    command = [imageio_ffmpeg.get_ffmpeg_exe(), "-v", "error", "-f", "lavfi", "-i", pictures]
    command += ["-f", "lavfi", "-i", f"sine=440:d={FILM_S}:r=48000"]
    command += ["-c:v", "libx264", "-preset", "ultrafast", "-c:a", "aac", str(film)]
    subprocess.run(command, check=True)


def _repeat(made: Path) -> None:
    """The pictures of the largest size over and over, not encoded again, with a tone that goes on."""
    source, into = made / "v0", made / "again"
    into.mkdir()
    command = [imageio_ffmpeg.get_ffmpeg_exe(), "-v", "error", "-stream_loop", str(ROUNDS - 1)]
    command += [
        "-i",
        str(source / "index.m3u8"),
        "-f",
        "lavfi",
        "-i",
        f"sine=440:d={FILM_S * ROUNDS}:r=48000",
    ]
    command += ["-map", "0:v", "-c:v", "copy", "-map", "1:a", "-c:a", "aac", "-b:a", "128k", "-ac", "2"]
    command += ["-output_ts_offset", "1", "-f", "hls", "-hls_time", "4"]
    command += ["-hls_playlist_type", "vod", "-hls_segment_filename", str(into / "%05d.ts")]
    subprocess.run([*command, str(into / "index.m3u8")], check=True)
    shutil.rmtree(source)
    into.rename(source)


def _used(worker: psutil.Process) -> float:
    """Seconds of processors, with those of the children that it had."""
    used = worker.cpu_times()
    return float(used.user + used.system + used.children_user + used.children_system)


@contextmanager
def _deployment() -> Iterator[Bench]:
    """It has nothing to do with what the environment names."""
    with tempfile.TemporaryDirectory() as folder:
        house = House(Settings(var=Path(folder), secret_key=_KEY))
        Base.metadata.create_all(house.container.database().engine)
        with _running(valkey(house.settings).command):
            _until(lambda: queue_answers(house.settings), _UP_S)
            yield Bench(house)
        house.close()


@contextmanager
def _workers(house: House, number: int) -> Iterator[list[psutil.Process]]:
    """So many, and each waits for clips."""
    command = [sys.executable, "-m", "touchline", "worker", "--queue", QUEUE]
    connection = house.adapters.queue().connection
    with _running(*[command] * number, var=house.settings.var) as started:
        _until(lambda: rq.Worker.count(connection=connection) == number, _UP_S)
        yield [psutil.Process(each.pid) for each in started]
    _until(lambda: rq.Worker.count(connection=connection) == 0, _UP_S)


@contextmanager
def _running(*commands: list[str], var: Path | None = None) -> Iterator[list[subprocess.Popen[bytes]]]:
    own = {name: value for name, value in os.environ.items() if not name.startswith("TOUCHLINE_")}
    own |= {"TOUCHLINE_VAR": str(var), "TOUCHLINE_SECRET_KEY": _KEY}
    quiet = subprocess.DEVNULL
    started: list[subprocess.Popen[bytes]] = []
    try:
        for command in commands:
            program = subprocess.Popen(
                command, env=own, stdout=quiet, stderr=quiet, preexec_fn=die_with_parent
            )
            started.append(program)
        yield started
    finally:
        for program in started:
            program.terminate()
        for program in started:
            program.wait(_UP_S)


def _until(true: Callable[[], bool], seconds: float) -> None:
    end = time.monotonic() + seconds
    while not true():
        if time.monotonic() > end:
            raise click.ClickException(f"It did not come to pass within {seconds:.0f} s.")
        time.sleep(0.05)


def measure(promised: Sequence[dict[str, Any]]) -> Iterator[Measured]:
    """One worker, clips of each length: what a second of a core is worth, whoever else is busy."""
    with _deployment() as bench:
        bench.add_recording()
        for each in promised:
            found = bench.measure(1, each["clips"], each["seconds"], lambda _share: None)
            detail = f"{found.clips} clips, {found.cpu_seconds / found.clips:.2f} s of a core each, "
            detail += f"{found.seconds / found.clips:.2f} s by the clock"
            what = f"clips of {each['seconds']} s, × real time"
            yield at_least(what, found.times_real_a_core, each["least_times_real"], detail, 0)


@click.command()
@click.option("--seconds", type=click.FloatRange(1, 300), default=20, show_default=True, help="Of a clip.")
@click.option("--clips", type=click.IntRange(1, 1000), default=24, show_default=True, help="In each round.")
@click.option("--workers", type=click.IntRange(1, 64), multiple=True, default=(1, 2, 4), show_default=True)
@json_option
def main(seconds: float, clips: int, workers: tuple[int, ...], as_json: bool) -> None:
    """Measure the throughput of cutting with so many workers, one round after the other."""
    rounds: list[Round] = []
    with Bar("Making footage", hidden=as_json) as bar, _deployment() as bench:
        bench.add_recording()
        for number in workers:
            text = f"Cutting with {number}"
            rounds.append(
                bench.measure(number, clips, seconds, lambda share, text=text: bar.show(share, text))  # type: ignore[misc]
            )
    found = [one.told(rounds[0]) for one in rounds]
    if as_json:
        click.echo(json.dumps(found))
        return
    shown = ("workers", "clips_a_minute", "times_real_time", "ratio")
    print_table(_COLUMNS, [tuple(str(one[name]) for name in shown) for one in found])


if __name__ == "__main__":
    main()
