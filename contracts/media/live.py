"""Live streams that change in the middle: published by RTMP to the product's own ingest, and measured.

The playlists are those that the catalog writes of the same segments, one reading after each segment.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from adapters.ingest.ffmpeg import FfmpegIngest
from contracts.media.expectations import reading_failures
from contracts.media.hls_master_rules import check_master
from contracts.media.hls_media_rules import check_media, check_successive
from contracts.media.hls_playlists import Finding, read_media
from contracts.media.hls_playlists import Segment as Listed
from contracts.media.hls_segment_rules import check_run
from contracts.media.hls_segments import read_segment
from contracts.media.live_cases import LiveCase, draw_parts, live_cases
from contracts.media.publisher import Part, RefusedError, publish
from contracts.media.readings import Reading, joined, read_segments
from touchline.catalog.domain.live_playlist import Playlist, Variant, master_text
from touchline.catalog.ports.ingest import Line, Segment, Take, TakeState

KEY = "1204-k5dGv0sW3qXr"
CASES = live_cases(4)
QUICK = (
    *("steady", "sound off, then on", "sound from the second shot on", "size grows, then shrinks"),
    *("irregular key frames", "timestamps back at 0", "clock 5 % fast", "sound clock 0.2 % fast"),
)
"""The cases that `make test` measures as well."""
_PATIENCE_SECONDS = 60.0


def measure_live(case: LiveCase, folder: Path, port: int) -> list[str]:
    """Publish a stream, as fast as it is taken, and return what is wrong with its segments and playlists."""
    take = _received(draw_parts(case, folder), folder / "take", port)
    found = [f"the operator is told: {take.fault}"] if case.name == "steady" and take.fault else []
    for rendition in take.renditions():
        if rendition.width:
            segments = take.segments(rendition.name)
            wrong = reading_failures(case.expected, _read(segments))
            found += [f"{rendition.name}: {each}" for each in wrong]
            found += [str(each) for each in _segment_findings(rendition.name, segments)]
    return found + [str(each) for each in _playlist_findings(take)]


def _received(parts: Sequence[Part], folder: Path, port: int) -> Take:
    folder.mkdir()
    ingest = FfmpegIngest(range(port, port + 1), "127.0.0.1", "127.0.0.1")
    line = Line(KEY, port)
    take = ingest.listen(line, folder)
    try:
        with suppress(RefusedError):
            deque(publish(ingest.server(line), KEY, parts, real_time=False), maxlen=0)
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
