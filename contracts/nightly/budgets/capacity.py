"""The capacity of one core, and the cores that an audience needs: `python -m
contracts.nightly.budgets.capacity`.

It is not a budget, and nothing is promised. Each row is measured on the product's own programs by CPU time,
so other programs have little effect. One core has 1,000 ms per second. The number of cores for an audience is
calculated from these rows (`AudienceModel`).
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
from adapters.video.packager import FfmpegVideoPackager
from contracts.nightly.budgets import analytics_load, nginx, servers, visitor_actions
from contracts.nightly.budgets.load_generator import LoadLimits
from contracts.nightly.budgets.postgres import run_postgres
from contracts.nightly.budgets.requests import MeasuredServer, ServerGroup, measure_cost
from touchline.catalog.ports.media.delivery import PUBLIC_SESSION, TokenScope
from touchline.catalog.ports.media.ingest import IngestEndpoint
from touchline.entrypoints.bootstrap import Application
from touchline.platform.cli.commands import json_option
from touchline.platform.cli.tables import print_table
from touchline.platform.config.settings import Settings
from touchline.shared.ids import SessionId

LIMITS = LoadLimits(connections=8, warm_up=100, responses=20_000, seconds=6)
SEGMENT = "assets/7-ab12/v0/00000.ts"
SEGMENT_BYTES = 1_500_000
VIDEO_SECONDS, LIVE_SECONDS = 10, 20
IN_POSTGRES = ", in PostgreSQL"
MIN_MILLISECONDS = 0.005
"""Milliseconds: a smaller cost is not reported, because it cannot be measured."""
_FFMPEG = imageio_ffmpeg.get_ffmpeg_exe()
_AUDIO_SOURCE = "anoisesrc=color=pink:amplitude=0.2:sample_rate=48000"
"""A single tone would take an AAC encoder four times as long as the audio of a game."""
_COLUMNS = ("operation", "per core", "unit", "CPU time of one")


@dataclass(frozen=True)
class Throughput:
    """`per_core` is the number of operations that a core performs per second. For streams and videos, it is
    the number that a core processes at once in real time.
    """

    name: str
    per_core: float
    unit: str

    @property
    def cpu_cost(self) -> str:
        """Return the CPU time of one operation, or its share of a core."""
        return (
            f"{1000 / self.per_core:.3g} ms"
            if self.unit.endswith("/s")
            else f"{100 / self.per_core:.3g} % of a core"
        )


@dataclass(frozen=True)
class AudienceModel:
    """An audience, and what each viewer does.

    Viewers arrive within `arrival_seconds`. Each makes `calls_per_viewer` start-up and list calls and loads
    `pages_per_viewer` event pages. A share of `new_browser_share` get a key, and a share of `login_share` log
    in. A viewer requests a segment every `segment_seconds` seconds, a playlist every `playlist_seconds`, and
    sends a report every `report_seconds`. `cdn_hit_ratio` is the share of segments that a CDN serves.
    """

    viewers: int = 1_000_000
    arrival_seconds: float = 600
    calls_per_viewer: float = 3
    pages_per_viewer: float = 2
    new_browser_share: float = 0.5
    login_share: float = 0.05
    segment_seconds: float = 4
    playlist_seconds: float = 4
    report_seconds: float = 10
    cdn_hit_ratio: float = 0.99

    def estimate_cores(
        self, throughputs: dict[str, float], utilization: float = 0.5
    ) -> list[tuple[str, float, float]]:
        """Return rows of (program, requests per second, cores at this utilization)."""
        arrival_rate = self.viewers / self.arrival_seconds
        viewer_count = self.viewers
        miss_ratio = 1 - self.cdn_hit_ratio
        loads = {
            "web: pages of arriving viewers": (arrival_rate, throughputs["event page"]),
            "web: keys of new browsers": (
                arrival_rate * self.new_browser_share,
                throughputs["key of a new browser"],
            ),
            "web: logins": (arrival_rate * self.login_share, throughputs["login"]),
            "web: start-up calls and lists of arriving viewers": (
                arrival_rate * self.calls_per_viewer,
                throughputs["event list"],
            ),
            "web: events that they open": (arrival_rate * self.pages_per_viewer, throughputs["one event"]),
            "web: analytics reports": (
                viewer_count / self.report_seconds,
                throughputs["browser report"],
            ),
            "nginx: segments that the CDN does not have": (
                viewer_count / self.segment_seconds * miss_ratio,
                throughputs["segment from nginx"],
            ),
            "nginx: all live playlists": (
                viewer_count / self.playlist_seconds,
                throughputs["playlist from nginx"],
            ),
        }
        rates = {
            "one event": arrival_rate * self.pages_per_viewer,
            "key of a new browser": arrival_rate * self.new_browser_share,
        }
        rates |= {"event page": arrival_rate, "login": arrival_rate * self.login_share}
        rates |= {"event list": arrival_rate * self.calls_per_viewer}
        loads |= {
            f"PostgreSQL: {name}": (rate, throughputs[name + IN_POSTGRES])
            for name, rate in rates.items()
            if name + IN_POSTGRES in throughputs
        }
        return [(name, rate, rate / core / utilization) for name, (rate, core) in loads.items()]


def measure(over_postgres: bool = False) -> Iterator[Throughput]:
    """Yield the measurements, one after the other."""
    with tempfile.TemporaryDirectory(prefix="tl") as name:
        folder = Path(name)
        folder.chmod(0o755)
        yield from _measure_calls(folder / "calls", over_postgres)
        yield from _measure_files(folder / "files")
        yield _measure_reports(folder / "reports")
        yield _measure_recording(folder / "recording")
        yield _measure_live(folder / "live")


def _measure_calls(var: Path, over_postgres: bool) -> Iterator[Throughput]:
    """Measure calls of the app, and of PostgreSQL."""
    var.mkdir()
    file = var / "media" / SEGMENT
    file.parent.mkdir(parents=True)
    file.write_bytes(secrets.token_bytes(SEGMENT_BYTES))
    with ExitStack() as stack:
        postgres_server = stack.enter_context(run_postgres(var)) if over_postgres else None
        url = postgres_server.url if postgres_server else ""
        server, keys = stack.enter_context(
            servers.run_product_with_keys(var, database=url, TOUCHLINE_THROTTLE_AUTH_CALLS="1000000")
        )
        parts: dict[str, MeasuredServer] = {"": server}
        if postgres_server:
            parts[IN_POSTGRES] = ServerGroup(server.port, [postgres_server.cpu_seconds])
        for name, path in _request_paths(server.port, keys.visitors[0], var).items():
            for part_name, process in parts.items():
                cpu_ms = measure_cost(process, path, LIMITS).milliseconds
                if cpu_ms > MIN_MILLISECONDS:
                    yield Throughput(name + part_name, 1000 / cpu_ms, "responses/s")
        for name, part_name, cpu_ms in visitor_actions.measure_costs(parts, server.port):
            if cpu_ms > MIN_MILLISECONDS:
                yield Throughput(name + part_name, 1000 / cpu_ms, "actions/s")


def _request_paths(port: int, key: str, var: Path) -> dict[str, str]:
    events = json.loads(servers.get_text(port, servers.add_api_key("/api/events", key)))["data"]
    signed = (
        _create_delivery(Settings(var=var, queue="inline")).sign(SEGMENT, PUBLIC_SESSION, TokenScope.FILE).url
    )
    return {
        "event page": f"/watch/{events[0]['id']}",
        "start-up call": servers.add_api_key("/api/channel-bootstrap-data", key),
        "event list": servers.add_api_key("/api/events", key),
        "one event": servers.add_api_key(f"/api/events/{events[0]['id']}", key),
        "search": servers.add_api_key("/api/search?q=hockey", key),
        "segment from the app": signed,
    }


def _measure_files(var: Path) -> Iterator[Throughput]:
    """Measure files through nginx, which checks signature and session."""
    settings = Settings(var=var, queue="inline", delivery="nginx", trusted_proxies=1, log_level="error")
    with ExitStack() as stack:
        application = Application(settings)
        stack.callback(application.close)
        names = {
            "segment from nginx": (SEGMENT, SEGMENT_BYTES),
            "playlist from nginx": ("live/3-cd/source.m3u8", 9000),
        }
        for path, size in names.values():
            file = settings.media_folder / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(secrets.token_bytes(size))
        app = stack.enter_context(nginx.run_auth_app())
        _bare, _checked, server = stack.enter_context(nginx.run_nginx(application, var / "nginx", app))
        for name, (path, _) in names.items():
            signed: Any = application.adapters.delivery().sign(path, SessionId(41), TokenScope.FOLDER)
            yield Throughput(
                name, 1000 / measure_cost(server, signed.url, LIMITS).milliseconds, "responses/s"
            )


def _measure_reports(var: Path) -> Throughput:
    """Measure reports sent in lists of ten, as our page does, and stored in a database on this machine."""
    var.mkdir()
    servers.create_channel(var)
    with servers.run_intake(var) as server:
        before = server.cpu_seconds()
        result = analytics_load.send_events(
            server.port, analytics_load.VirtualUsers(8, 6.0, 10), first_number=0
        )
        deadline = time.monotonic() + 60
        while len(analytics_load.read_stored(var)) < len(result.numbers) and time.monotonic() < deadline:
            time.sleep(0.5)
        cpu_seconds = server.cpu_seconds() - before
    return Throughput("browser report", len(result.numbers) / cpu_seconds, "events/s")


def _measure_recording(folder: Path) -> Throughput:
    """Measure a 1080p video that must be encoded in every size."""
    folder.mkdir()
    video = folder / "film.mkv"
    video_source = f"testsrc2=s=1920x1080:r=30:d={VIDEO_SECONDS},noise=alls=8:allf=t"
    audio = f"{_AUDIO_SOURCE}:duration={VIDEO_SECONDS}"
    codec_options = ["-c:v", "libx264", "-preset", "ultrafast", "-g", "30", "-c:a", "aac"]
    ffmpeg_arguments = [
        "-f",
        "lavfi",
        "-i",
        video_source,
        "-f",
        "lavfi",
        "-i",
        audio,
        *codec_options,
        str(video),
    ]
    subprocess.run([_FFMPEG, "-v", "error", *ffmpeg_arguments], check=True)
    (folder / "package").mkdir()
    before = _cpu_seconds()
    FfmpegVideoPackager().package(video, [], folder / "package", lambda _share: None)
    return Throughput("recording in 1080p", VIDEO_SECONDS / (_cpu_seconds() - before), "× real time")


def _measure_live(folder: Path) -> Throughput:
    """Measure a 720p stream in real time: received, cut, and encoded again for slow connections."""
    folder.mkdir()
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    session = FfmpegIngest(range(port, port + 1), "127.0.0.1", "127.0.0.1").listen(
        IngestEndpoint("1-bench", port), folder
    )
    video_source = "testsrc2=s=1280x720:r=30"
    encoder_options = [
        "-re",
        "-f",
        "lavfi",
        "-i",
        video_source,
        "-f",
        "lavfi",
        "-i",
        _AUDIO_SOURCE,
        "-t",
        str(LIVE_SECONDS),
    ]
    encoder_options += [
        "-c:v",
        "libx264",
        "-preset",
        "ultrafast",
        "-pix_fmt",
        "yuv420p",
        "-g",
        "60",
        "-c:a",
        "aac",
    ]
    encoder_options += ["-f", "flv"]
    encoder = psutil.Popen(
        [_FFMPEG, "-v", "error", *encoder_options, f"rtmp://127.0.0.1:{port}/live/1-bench"]
    )
    cpu_seconds: dict[int, float] = {}
    while encoder.poll() is None:
        session.renditions()
        for process in psutil.Process().children(recursive=True):
            if process.pid != encoder.pid:
                cpu_seconds[process.pid] = sum(process.cpu_times()[:2])
        time.sleep(0.2)
    session.close()
    return Throughput("live stream in 720p", LIVE_SECONDS / sum(cpu_seconds.values()), "streams at once")


def _create_delivery(settings: Settings) -> Any:
    application = Application(settings)
    delivery = application.adapters.delivery()
    application.close()
    return delivery


def _cpu_seconds() -> float:
    """Return the CPU time of this process, which reads the video, and of its children, which encode."""
    return float(sum(psutil.Process().cpu_times()[:4]))


@click.command()
@click.option(
    "--viewers", default=AudienceModel.viewers, show_default=True, help="Number of simultaneous viewers."
)
@click.option(
    "--postgres", "over_postgres", is_flag=True, help="Use PostgreSQL, and also measure its CPU time."
)
@json_option
def main(viewers: int, over_postgres: bool, as_json: bool) -> None:
    """Measure the capacity of a core, and calculate the cores that the viewers need."""
    throughputs = []
    for throughput in measure(over_postgres):
        throughputs.append(throughput)
        click.echo(f"{throughput.name}: {throughput.per_core:,.1f} {throughput.unit}", err=True)
    needs = AudienceModel(viewers).estimate_cores(
        {throughput.name: throughput.per_core for throughput in throughputs}
    )
    if as_json:
        click.echo(
            json.dumps(
                {"core": [asdict(throughput) for throughput in throughputs], "needs": needs},
                ensure_ascii=False,
            )
        )
        return
    print_table(_COLUMNS, [_format_row(throughput) for throughput in throughputs])
    rows = [(name, f"{rate:,.0f}", f"{math.ceil(cores):,}") for name, rate, cores in needs]
    print_table((f"{viewers:,} viewers", "per second", "cores at 50 %"), rows)


def _format_row(throughput: Throughput) -> Sequence[str]:
    return (
        throughput.name,
        f"{throughput.per_core:,.1f}" if throughput.per_core < 100 else f"{throughput.per_core:,.0f}",
        throughput.unit,
        throughput.cpu_cost,
    )


if __name__ == "__main__":
    main()
