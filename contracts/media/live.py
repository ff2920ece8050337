"""Live streams that change in the middle: published by RTMP to the product's own ingest, and measured.

The playlists are those that the catalog writes of the same segments, one reading after each segment.
"""

from __future__ import annotations

import subprocess
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import imageio_ffmpeg

from adapters.ingest.ffmpeg import FfmpegIngest
from contracts.media.cases import Expected
from contracts.media.drawing import AAC, GRID, H264, Film, concatenate, draw, ffmpeg, remux
from contracts.media.expectations import reading_failures
from contracts.media.hls_master_rules import check_master
from contracts.media.hls_media_rules import check_media, check_successive
from contracts.media.hls_playlists import Finding, read_media
from contracts.media.hls_playlists import Segment as Listed
from contracts.media.hls_segment_rules import check_run
from contracts.media.hls_segments import read_segment
from contracts.media.readings import Reading, joined, read_segments
from touchline.catalog.domain.live_playlist import Playlist, Variant, master_text
from touchline.catalog.ports.ingest import Line, Segment, Take, TakeState

KEY = "1204-k5dGv0sW3qXr"
_PATIENCE_SECONDS = 60.0
_KEYS = ("-g", "25", "-keyint_min", "25")
_FLV = ("-bsf:v", "extract_extradata")
"""So that ffmpeg sends the parameters of a new size as an encoder does."""


@dataclass(frozen=True)
class LiveCase:
    """A stream: how its FLV file is made, and what must be in the segments."""

    name: str
    make: Callable[[Path], Path]
    expected: Expected


def _without_sound(begin: float, end: float) -> Callable[[Path], Path]:
    def make(folder: Path) -> Path:
        whole = draw(folder / "whole.flv", Film(seconds=12), *GRID, *_KEYS, *AAC)
        drop = f"noise=drop='between(pts*tb,{begin},{end})'"
        return remux(whole, folder / "stream.flv", "-bsf:a", drop)

    return make


def _changing(*films: Film) -> Callable[[Path], Path]:
    def make(folder: Path) -> Path:
        parts, at = [], 0.0
        for number, film in enumerate(films):
            part = folder / f"part{number}.ts"
            parts.append(draw(part, film, *GRID, *_KEYS, *AAC, "-output_ts_offset", str(at)))
            at += film.seconds
        whole = concatenate(parts, folder / "whole.ts")
        return remux(whole, folder / "stream.flv", *_FLV, "-bsf:a", "aac_adtstoasc")

    return make


def _irregular_keys(folder: Path) -> Path:
    keys = ("-g", "1000", "-keyint_min", "1", "-sc_threshold", "0", "-bf", "0")
    times = ("-force_key_frames", "0,1,1.4,8,8.2,10")
    return draw(folder / "stream.flv", Film(seconds=12), *H264, *keys, *times, *AAC)


def _drifting(folder: Path) -> Path:
    ratio = 1.002
    even = draw(folder / "even.mkv", Film(seconds=24, sound_ratio=ratio), *GRID, *_KEYS, *AAC)
    stamps = f"setts=pts=PTS*{ratio}:dts=DTS*{ratio}"
    ffmpeg("-i", str(even), "-c", "copy", "-bsf:a", stamps, str(folder / "stream.flv"))
    return folder / "stream.flv"


CASES = (
    LiveCase("steady", _changing(Film(seconds=8)), Expected(8, flashes=8)),
    LiveCase("sound off, then on", _without_sound(4, 8), Expected(12, flashes=12, sound=((0, 4), (8, 12)))),
    LiveCase("sound from 4 s on", _without_sound(-1, 4), Expected(12, flashes=12, sound=((4, 12),))),
    LiveCase(
        "size grows", _changing(Film(seconds=5), Film(seconds=5, size="320x180")), Expected(10, flashes=10)
    ),
    LiveCase("irregular key frames", _irregular_keys, Expected(12, flashes=12)),
    LiveCase("sound clock 0.2 % fast", _drifting, Expected(24, flashes=24, offset_ms=40)),
)


def measure_live(case: LiveCase, folder: Path, port: int) -> list[str]:
    """Publish a stream, as fast as it is taken, and return what is wrong with its segments and playlists."""
    stream = case.make(folder)
    take = _received(stream, folder / "take", port)
    found = [f"the operator is told: {take.fault}"] if case.name == "steady" and take.fault else []
    for rendition in take.renditions():
        if rendition.width:
            segments = take.segments(rendition.name)
            wrong = reading_failures(case.expected, _read(segments))
            found += [f"{rendition.name}: {each}" for each in wrong]
            found += [str(each) for each in _segment_findings(rendition.name, segments)]
    return found + [str(each) for each in _playlist_findings(take)]


def _received(stream: Path, folder: Path, port: int) -> Take:
    folder.mkdir()
    ingest = FfmpegIngest(range(port, port + 1), "127.0.0.1", "127.0.0.1")
    line = Line(KEY, port)
    take = ingest.listen(line, folder)
    program = [imageio_ffmpeg.get_ffmpeg_exe(), "-nostdin", "-v", "error", "-i", str(stream)]
    try:
        subprocess.run(
            [*program, "-c", "copy", "-f", "flv", f"{ingest.server(line)}/{KEY}"],
            timeout=_PATIENCE_SECONDS,
            capture_output=True,
            check=False,
        )
        pause, end = threading.Event(), time.monotonic() + _PATIENCE_SECONDS
        while take.state is not TakeState.ENDED and time.monotonic() < end:
            pause.wait(0.05)
    finally:
        take.close()
    return take


def _runs(segments: Sequence[Segment]) -> list[list[Segment]]:
    runs: list[list[Segment]] = []
    for segment in segments:
        if segment.breaks or not runs:
            runs.append([])
        runs[-1].append(segment)
    return runs


def _read(segments: Sequence[Segment]) -> Reading:
    return joined([read_segments([segment.path for segment in run]) for run in _runs(segments)])


def _segment_findings(name: str, segments: Sequence[Segment]) -> list[Finding]:
    found = []
    for run in _runs(segments):
        row = [
            (Listed(each.path.name, each.duration_ms / 1000, number), read_segment(each.path))
            for number, each in enumerate(run)
        ]
        found += check_run(name, row, independent=False)
    return found


def _playlist_findings(take: Take) -> list[Finding]:
    renditions = take.renditions()
    if not renditions:
        return [Finding("has-segments", "take", "nothing was received")]
    sizes = [
        Variant(
            one.name,
            one.width,
            one.height,
            one.bandwidth,
            one.average_bandwidth,
            one.frame_rate,
            one.codecs,
        )
        for one in renditions
    ]
    found = check_master(master_text(sizes), recording=False)
    name = renditions[0].name
    texts = _successive(take.segments(name), name)
    found += check_media(name, texts[-1]) + check_successive(name, texts)
    ends = read_media(texts[-1])
    return found + ([] if ends.ended else [Finding("vod-has-ended", name, "has no end")])


def _successive(segments: Sequence[Segment], name: str) -> list[str]:
    """The playlist after each segment, and at the end."""
    playlist, texts, began = Playlist(), [], datetime(2026, 11, 27, tzinfo=UTC)
    for segment in segments:
        playlist.entries += playlist.following(0, [segment.duration_ms], began, [segment.breaks])
        texts.append(playlist.text(name, ended=False))
    return [*texts, playlist.text(name, ended=True)]
