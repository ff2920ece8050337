"""Live streams that change in the middle, published by RTMP to the product's ingest, and measured.

The playlists are those that the catalog writes of the same segments, one version after each segment.
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
from contracts.media.checks import check_stream
from contracts.media.decoded_streams import DecodedStream, decode_segments, join_streams
from contracts.media.hls.master_rules import check_master
from contracts.media.hls.media_rules import check_media, check_reloads
from contracts.media.hls.playlists import Segment as ListedSegment
from contracts.media.hls.playlists import Violation, read_media
from contracts.media.hls.segment_rules import check_run
from contracts.media.hls.segments import read_segment
from contracts.media.hls.subtitle_rules import check_subtitle_tags, check_subtitles
from contracts.nightly.media.live_cases import LiveCase, create_live_cases, draw_parts
from contracts.nightly.media.publisher import Part, RefusedError, publish_files
from touchline.catalog.domain.live_captions.caption_playlists import (
    CaptionLanguage,
    PublishedRange,
    add_languages,
    get_folder,
    get_segment_name,
    render_playlist,
)
from touchline.catalog.domain.live_captions.placement import Cue
from touchline.catalog.domain.live_captions.webvtt import render_segment
from touchline.catalog.domain.media.live_playlists import LivePlaylist, VariantStream, build_master_playlist
from touchline.catalog.ports.media.ingest import (
    SESSION_START_MS,
    IngestedSegment,
    IngestEndpoint,
    IngestSession,
    IngestSessionState,
)
from touchline.shared.webvtt import TICKS_PER_MS

KEY = "1204-k5dGv0sW3qXr"
CASES = create_live_cases(4)
QUICK = (
    *("steady", "audio off, then on", "audio from the second part on", "size grows, then shrinks"),
    *("irregular keyframes", "timestamps back at 0", "clock 5 % fast", "audio clock 0.2 % fast"),
)
"""The cases that `make test` also measures."""
_TIMEOUT_SECONDS = 60.0


def measure_live(case: LiveCase, folder: Path, port: int) -> list[str]:
    """Publish a stream as fast as the server takes it. Return the problems of its segments and playlists."""
    session = _receive(draw_parts(case, folder), folder / "stream", port)
    failures = (
        [f"the operator sees the fault: {session.fault}"] if case.name == "steady" and session.fault else []
    )
    for rendition in session.renditions():
        if rendition.width:
            segments = session.segments(rendition.name)
            stream_failures = check_stream(case.expected, _decode(segments))
            failures += [f"{rendition.name}: {failure}" for failure in stream_failures]
            failures += [str(failure) for failure in _check_segments(rendition.name, segments)]
    return failures + [str(failure) for failure in _check_playlists(session)]


def _receive(parts: Sequence[Part], folder: Path, port: int) -> IngestSession:
    folder.mkdir()
    ingest = FfmpegIngest(range(port, port + 1), "127.0.0.1", "127.0.0.1")
    endpoint = IngestEndpoint(KEY, port)
    session = ingest.listen(endpoint, folder)
    try:
        with suppress(RefusedError):
            deque(publish_files(ingest.get_server_url(endpoint), KEY, parts, real_time=False), maxlen=0)
        wait_event, deadline = threading.Event(), time.monotonic() + _TIMEOUT_SECONDS
        while session.state is not IngestSessionState.ENDED and time.monotonic() < deadline:
            wait_event.wait(0.05)
    finally:
        session.close()
    return session


def _split_runs(segments: Sequence[IngestedSegment]) -> list[list[IngestedSegment]]:
    runs: list[list[IngestedSegment]] = []
    for segment in segments:
        if segment.is_discontinuity or not runs:
            runs.append([])
        runs[-1].append(segment)
    return runs


def _decode(segments: Sequence[IngestedSegment]) -> DecodedStream:
    return join_streams([decode_segments([segment.path for segment in run]) for run in _split_runs(segments)])


def _check_segments(name: str, segments: Sequence[IngestedSegment]) -> list[Violation]:
    failures = []
    for run in _split_runs(segments):
        run_segments = [
            (ListedSegment(segment.path.name, segment.duration_ms / 1000, number), read_segment(segment.path))
            for number, segment in enumerate(run)
        ]
        failures += check_run(name, run_segments, has_independent_segments=False)
    return failures


def _check_playlists(session: IngestSession) -> list[Violation]:
    renditions = session.renditions()
    if not renditions:
        return [Violation("has-segments", "stream", "nothing was received")]
    variants = [
        VariantStream(
            stream_rendition.name,
            stream_rendition.width,
            stream_rendition.height,
            stream_rendition.bandwidth,
            stream_rendition.average_bandwidth,
            stream_rendition.frame_rate,
            stream_rendition.codecs,
        )
        for stream_rendition in renditions
    ]
    master = add_languages(build_master_playlist(variants), [CaptionLanguage("en", "English")])
    failures = check_master(master, is_recording=False) + check_subtitle_tags(master)
    name = renditions[0].name
    failures += _check_subtitles(session.segments(name), name)
    texts = _render_playlists(session.segments(name), name)
    failures += check_media(name, texts[-1]) + check_reloads(name, texts)
    last_playlist = read_media(texts[-1])
    return failures + (
        [] if last_playlist.has_ended else [Violation("vod-has-ended", name, "EXT-X-ENDLIST is missing")]
    )


def _check_subtitles(segments: Sequence[IngestedSegment], name: str) -> list[Violation]:
    """Return where the captions of a stream are not in step with its media."""
    playlist, started_at = LivePlaylist(), datetime(2026, 11, 27, tzinfo=UTC)
    texts, starts, start_ms = {}, {}, SESSION_START_MS
    for number, segment in enumerate(segments):
        (entry,) = playlist.build_entries(0, [segment.duration_ms], started_at, [segment.is_discontinuity])
        playlist.entries.append(entry)
        cue = Cue(entry.starts_at, entry.ends_at, segment.path.name)
        content = render_segment([cue], entry.starts_at, start_ms * TICKS_PER_MS)
        texts[f"{get_folder('en')}/{get_segment_name(entry)}"] = content
        start_ms += segment.duration_ms
        track = read_segment(segment.path).find_track("video")
        if track is not None:
            starts[number] = track.start
    captions = render_playlist(playlist, "en", PublishedRange(0, len(segments)), None, ended=True)
    return check_subtitles("en", captions, playlist.render(name, ended=True), texts, starts)


def _render_playlists(segments: Sequence[IngestedSegment], name: str) -> list[str]:
    """Return the playlist after each segment, and at the end."""
    playlist, texts, started_at = LivePlaylist(), [], datetime(2026, 11, 27, tzinfo=UTC)
    for segment in segments:
        playlist.entries += playlist.build_entries(
            0, [segment.duration_ms], started_at, [segment.is_discontinuity]
        )
        texts.append(playlist.render(name, ended=False))
    return [*texts, playlist.render(name, ended=True)]
