"""What a core of this machine carries, and what a crowd needs: `python -m contracts.budgets.capacity`.

Not a budget: nothing is promised. Each row is measured on the product's own programs by processor time, so
other programs on the machine change little; a core is 1,000 ms of it a second. How many a crowd needs is
arithmetic over these rows (`Crowd`), and says so.
"""

from __future__ import annotations

import json
import math
import secrets
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import click
import imageio_ffmpeg
import psutil

from adapters.ingest.ffmpeg import FfmpegIngest
from adapters.video.ffmpeg import FfmpegVideo
from contracts.budgets import acts, intake, serving
from contracts.budgets import nginx as in_front
from contracts.budgets.load import Bounds
from contracts.budgets.postgres import postgres
from contracts.budgets.requests import Answering, Together, cost
from touchline.catalog.ports.delivery import ANYBODY, Scope
from touchline.catalog.ports.ingest import Line
from touchline.entrypoints.bootstrap import House
from touchline.platform.commands import json_option
from touchline.platform.settings import Settings
from touchline.platform.tables import print_table
from touchline.shared.ids import SessionId

BOUNDS = Bounds(connections=8, warm_up=100, answers=20_000, seconds=6)
SEGMENT = "assets/7-ab12/v0/00000.ts"
SEGMENT_BYTES = 1_500_000
FILM_SECONDS, LIVE_SECONDS = 10, 20
IN_POSTGRES = ", in PostgreSQL"
LEAST = 0.005
"""Milliseconds: what costs less is not told, as it was not measured."""
_FFMPEG = imageio_ffmpeg.get_ffmpeg_exe()
_SOUND = "anoisesrc=color=pink:amplitude=0.2:sample_rate=48000"
"""A single tone would take an AAC encoder four times as long as what is heard at a game."""
_COLUMNS = ("what", "a core carries", "unit", "processor time of one")


@dataclass(frozen=True)
class Carried:
    """`core` of it are done by a core in a second (of streams and films: at once, of their own seconds)."""

    name: str
    core: float
    unit: str

    @property
    def one(self) -> str:
        """What one costs."""
        return (
            f"{1000 / self.core:.3g} ms" if self.unit.endswith("/s") else f"{100 / self.core:.3g} % of a core"
        )


@dataclass(frozen=True)
class Crowd:
    """Viewers, and what each does: the arrival in so many seconds, with a page and, in `new` browsers of all,
    a key; `calls` of the start and of lists and `pages` of events on arrival; a share of `logging_in`; a
    segment every `segment` seconds, a playlist every `playlist`, a report every `report`. `edge` is the share
    of segments that a CDN has."""

    viewers: int = 1_000_000
    arrival: float = 600
    calls: float = 3
    pages: float = 2
    new: float = 0.5
    logging_in: float = 0.05
    segment: float = 4
    playlist: float = 4
    report: float = 10
    edge: float = 0.99

    def needs(self, carried: dict[str, float], filled: float = 0.5) -> list[tuple[str, float, float]]:
        """Rows of (program, things a second, cores when they are filled to this share)."""
        arriving = self.viewers / self.arrival
        watching = self.viewers
        past = 1 - self.edge
        asked = {
            "web: pages of those who arrive": (arriving, carried["a page"]),
            "web: keys of new browsers": (arriving * self.new, carried["a visitor's key"]),
            "web: log-ins": (arriving * self.logging_in, carried["a log-in"]),
            "web: calls of those who arrive": (arriving * self.calls, carried["event list"]),
            "web: events that they open": (arriving * self.pages, carried["an event"]),
            "web: reports of what is watched": (watching / self.report, carried["report of a browser"]),
            "nginx: segments that the CDN has not": (
                watching / self.segment * past,
                carried["segment by nginx"],
            ),
            "nginx: live playlists, all of them": (watching / self.playlist, carried["playlist by nginx"]),
        }
        beneath = {"an event": arriving * self.pages, "a visitor's key": arriving * self.new}
        beneath |= {"a page": arriving, "a log-in": arriving * self.logging_in}
        beneath |= {"event list": arriving * self.calls}
        asked |= {
            f"PostgreSQL: {name}": (rate, carried[name + IN_POSTGRES])
            for name, rate in beneath.items()
            if name + IN_POSTGRES in carried
        }
        return [(name, rate, rate / core / filled) for name, (rate, core) in asked.items()]


def measure(over_postgres: bool = False) -> Iterator[Carried]:
    """One after the other."""
    with tempfile.TemporaryDirectory(prefix="tl") as name:
        folder = Path(name)
        folder.chmod(0o755)
        yield from _calls(folder / "calls", over_postgres)
        yield from _files(folder / "files")
        yield _reports(folder / "reports")
        yield _recording(folder / "recording")
        yield _live(folder / "live")


def _calls(var: Path, over_postgres: bool) -> Iterator[Carried]:
    """Of the app, and of PostgreSQL beneath it."""
    var.mkdir()
    file = var / "media" / SEGMENT
    file.parent.mkdir(parents=True)
    file.write_bytes(secrets.token_bytes(SEGMENT_BYTES))
    with ExitStack() as stack:
        beneath = stack.enter_context(postgres(var)) if over_postgres else None
        url = beneath.url if beneath else ""
        server, keys = stack.enter_context(
            serving.visited(var, database=url, TOUCHLINE_THROTTLE_AUTH_CALLS="1000000")
        )
        parts: dict[str, Answering] = {"": server}
        if beneath:
            parts[IN_POSTGRES] = Together(server.port, [beneath.cpu_seconds])
        for name, path in _paths(server.port, keys.visitors[0], var).items():
            for part, program in parts.items():
                used = cost(program, path, BOUNDS).milliseconds
                if used > LEAST:
                    yield Carried(name + part, 1000 / used, "answers/s")
        for name, part, used in acts.costs(parts, server.port):
            if used > LEAST:
                yield Carried(name + part, 1000 / used, "times/s")


def _paths(port: int, key: str, var: Path) -> dict[str, str]:
    events = json.loads(serving.text_of(port, serving.with_key("/api/events", key)))["data"]
    signed = _delivery(Settings(var=var, queue="inline")).address(SEGMENT, ANYBODY, Scope.FILE).url
    return {
        "a page": f"/watch/{events[0]['id']}",
        "start-up call": serving.with_key("/api/channel-bootstrap-data", key),
        "event list": serving.with_key("/api/events", key),
        "an event": serving.with_key(f"/api/events/{events[0]['id']}", key),
        "search": serving.with_key("/api/search?q=hockey", key),
        "segment by the app": signed,
    }


def _files(var: Path) -> Iterator[Carried]:
    """Through nginx, which checks signature and session."""
    settings = Settings(var=var, queue="inline", delivery="nginx", trusted_proxies=1, log_level="error")
    with ExitStack() as stack:
        house = House(settings)
        stack.callback(house.close)
        names = {
            "segment by nginx": (SEGMENT, SEGMENT_BYTES),
            "playlist by nginx": ("live/3-cd/source.m3u8", 9000),
        }
        for path, size in names.values():
            file = settings.media_folder / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(secrets.token_bytes(size))
        app = stack.enter_context(in_front.app())
        _bare, _checked, server = stack.enter_context(in_front.doors(house, var / "nginx", app))
        for name, (path, _) in names.items():
            signed: Any = house.adapters.delivery().address(path, SessionId(41), Scope.FOLDER)
            yield Carried(name, 1000 / cost(server, signed.url, BOUNDS).milliseconds, "answers/s")


def _reports(var: Path) -> Carried:
    """Told in lists of ten, as our page sends them, and stored; the database is on this machine."""
    var.mkdir()
    serving.furnish(var)
    with serving.intake(var) as server:
        before = server.cpu_seconds()
        told = intake.tell(server.port, intake.Crowd(8, 6.0, 10), first=0)
        until = time.monotonic() + 60
        while len(intake.stored(var)) < len(told.numbers) and time.monotonic() < until:
            time.sleep(0.5)
        used = server.cpu_seconds() - before
    return Carried("report of a browser", len(told.numbers) / used, "things/s")


def _recording(folder: Path) -> Carried:
    """A film of 1080p that must be encoded in every size."""
    folder.mkdir()
    film = folder / "film.mkv"
    pictures = f"testsrc2=s=1920x1080:r=30:d={FILM_SECONDS},noise=alls=8:allf=t"
    sound = f"{_SOUND}:duration={FILM_SECONDS}"
    coded = ["-c:v", "libx264", "-preset", "ultrafast", "-g", "30", "-c:a", "aac"]
    made = ["-f", "lavfi", "-i", pictures, "-f", "lavfi", "-i", sound, *coded, str(film)]
    subprocess.run([_FFMPEG, "-v", "error", *made], check=True)
    (folder / "package").mkdir()
    before = _cpu_seconds()
    FfmpegVideo().package(film, [], folder / "package", lambda _share: None)
    return Carried("recording in 1080p", FILM_SECONDS / (_cpu_seconds() - before), "× real time")


def _live(folder: Path) -> Carried:
    """A stream of 720p in real time: received, cut, and encoded anew for slow lines."""
    folder.mkdir()
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    take = FfmpegIngest(range(port, port + 1), "127.0.0.1", "127.0.0.1").listen(Line("1-bench", port), folder)
    pictures = "testsrc2=s=1280x720:r=30"
    sent = ["-re", "-f", "lavfi", "-i", pictures, "-f", "lavfi", "-i", _SOUND, "-t", str(LIVE_SECONDS)]
    sent += ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-g", "60", "-c:a", "aac"]
    sent += ["-f", "flv"]
    encoder = psutil.Popen([_FFMPEG, "-v", "error", *sent, f"rtmp://127.0.0.1:{port}/live/1-bench"])
    used: dict[int, float] = {}
    while encoder.poll() is None:
        take.renditions()
        for each in psutil.Process().children(recursive=True):
            if each.pid != encoder.pid:
                used[each.pid] = sum(each.cpu_times()[:2])
        time.sleep(0.2)
    take.close()
    return Carried("live stream in 720p", LIVE_SECONDS / sum(used.values()), "streams at once")


def _delivery(settings: Settings) -> Any:
    house = House(settings)
    delivery = house.adapters.delivery()
    house.close()
    return delivery


def _cpu_seconds() -> float:
    """Of this process, which reads the film, and of its children, which encode."""
    return float(sum(psutil.Process().cpu_times()[:4]))


@click.command()
@click.option("--viewers", default=Crowd.viewers, show_default=True, help="How many watch at once.")
@click.option("--postgres", "over_postgres", is_flag=True, help="Over PostgreSQL, and what it does for that.")
@json_option
def main(viewers: int, over_postgres: bool, as_json: bool) -> None:
    """Measure what a core carries, and reckon what so many viewers need."""
    carried = []
    for each in measure(over_postgres):
        carried.append(each)
        click.echo(f"{each.name}: {each.core:,.1f} {each.unit}", err=True)
    needs = Crowd(viewers).needs({each.name: each.core for each in carried})
    if as_json:
        click.echo(
            json.dumps({"core": [asdict(each) for each in carried], "needs": needs}, ensure_ascii=False)
        )
        return
    print_table(_COLUMNS, [_row(each) for each in carried])
    rows = [(name, f"{rate:,.0f}", f"{math.ceil(cores):,}") for name, rate, cores in needs]
    print_table((f"{viewers:,} viewers", "a second", "cores, half filled"), rows)


def _row(each: Carried) -> Sequence[str]:
    return each.name, f"{each.core:,.1f}" if each.core < 100 else f"{each.core:,.0f}", each.unit, each.one


if __name__ == "__main__":
    main()
