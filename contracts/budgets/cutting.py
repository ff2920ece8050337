"""Clips a minute that 1, 2 and 4 workers cut: `python -m contracts.budgets.cutting [--clips 24] [--json]`.

No budget: it tells what another worker is worth on this machine. The queue's server, the workers and the
cutter are the product's own, in a folder that is gone afterwards. Exit code 1: a clip was not cut.
"""

from __future__ import annotations

import json
import os
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
import rq

from adapters.video.ffmpeg import FfmpegVideo
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

FILM_S, CLIP_MS = 16, 8_000
_KEY = "only for this measurement"
_FOLDER = "assets/1-bench"
_CHANNEL = ChannelId(1)
_UP_S, _A_CLIP_S = 300.0, 60.0
_COLUMNS = ("workers", "clips a minute", "× real time", "× one worker")


@dataclass(frozen=True)
class Round:
    """So many workers cut so many clips in so many seconds."""

    workers: int
    clips: int
    seconds: float

    @property
    def a_minute(self) -> float:
        return self.clips / self.seconds * 60

    @property
    def times_real(self) -> float:
        """Seconds of clips that are cut in a second."""
        return self.clips * CLIP_MS / 1000 / self.seconds

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
        """A film of test pictures, 1280 × 720, as the product packs it."""
        media: Any = self._house.container.catalog.media
        with tempfile.TemporaryDirectory(dir=self._house.settings.var) as folder:
            film, made = Path(folder) / "film.mkv", Path(folder) / "made"
            made.mkdir()
            _draw(film)
            package = FfmpegVideo().package(film, [], made, lambda _share: None)
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
            for one in found
        ]
        self._footage = Footage(1, False, 0, package.duration_ms, package.frame_rate, sizes)

    def measure(self, workers: int, clips: int, told: Callable[[float], None]) -> Round:
        """From when the clips are asked for to when all are ready; workers that wait already."""
        with _workers(self._house, workers):
            waiting = [self._gathered(workers, number, clips) for number in range(clips)]
            started = time.monotonic()
            with self._database.transaction(_CHANNEL):
                kept = [self._clips.kept().add(clip) for clip in waiting]
                for clip in kept:
                    ask_to_cut(self._house.container.outbox(), clip)
            ids = [clip.id for clip in kept]
            _until(lambda: self._all_ready(ids, told), clips * _A_CLIP_S)
            return Round(workers, clips, time.monotonic() - started)

    def _gathered(self, workers: int, number: int, clips: int) -> Clip:
        """A clip that plays, at an instant of its own."""
        now = SystemClock().now()
        asked = Range((FILM_S * 1000 - CLIP_MS) * number // clips // 40 * 40, CLIP_MS)
        sizes = needed(self._footage, asked)
        clip = Clip(
            id=ClipId(0),
            channel_id=_CHANNEL,
            account_id=AccountId(1),
            event_id=EventId(1),
            media_id=1,
            uuid=uuid4(),
            words=Words(f"Clip {number} of {workers}", ("bench",)),
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
    pictures = f"testsrc2=s=1280x720:r=25:d={FILM_S},format=yuv420p"
    command = [imageio_ffmpeg.get_ffmpeg_exe(), "-v", "error", "-f", "lavfi", "-i", pictures]
    command += ["-f", "lavfi", "-i", f"sine=440:d={FILM_S}:r=48000"]
    command += ["-c:v", "libx264", "-preset", "ultrafast", "-c:a", "aac", str(film)]
    subprocess.run(command, check=True)


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
def _workers(house: House, number: int) -> Iterator[None]:
    """So many, and each waits for clips."""
    command = [sys.executable, "-m", "touchline", "worker", "--queue", QUEUE]
    connection = house.adapters.queue().connection
    with _running(*[command] * number, var=house.settings.var):
        _until(lambda: rq.Worker.count(connection=connection) == number, _UP_S)
        yield
    _until(lambda: rq.Worker.count(connection=connection) == 0, _UP_S)


@contextmanager
def _running(*commands: list[str], var: Path | None = None) -> Iterator[None]:
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
        yield
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


@click.command()
@click.option("--clips", type=click.IntRange(1, 1000), default=24, show_default=True, help="In each round.")
@click.option("--workers", type=click.IntRange(1, 64), multiple=True, default=(1, 2, 4), show_default=True)
@json_option
def main(clips: int, workers: tuple[int, ...], as_json: bool) -> None:
    """Measure the throughput of cutting with so many workers, one round after the other."""
    rounds: list[Round] = []
    with Bar("Making footage", hidden=as_json) as bar, _deployment() as bench:
        bench.add_recording()
        for number in workers:
            text = f"Cutting with {number}"
            rounds.append(bench.measure(number, clips, lambda share, text=text: bar.show(share, text)))  # type: ignore[misc]
    found = [one.told(rounds[0]) for one in rounds]
    if as_json:
        click.echo(json.dumps(found))
        return
    shown = ("workers", "clips_a_minute", "times_real_time", "ratio")
    print_table(_COLUMNS, [tuple(str(one[name]) for name in shown) for one in found])


if __name__ == "__main__":
    main()
