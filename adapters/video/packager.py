"""`TOUCHLINE_VIDEO=ffmpeg`: packaging with the ffmpeg of the package imageio-ffmpeg. PyAV reads the files."""

import shutil
from collections.abc import Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from pathlib import Path

from adapters.video import joined_recordings
from adapters.video.audio.loudness import measure_gains
from adapters.video.captions.caption_tracks import make_captions
from adapters.video.ffmpeg_process import FfmpegFailedError
from adapters.video.playlists.media_playlists import are_aligned
from adapters.video.playlists.presentation import read_source_captions, write_presentation
from adapters.video.renditions.encoding import EncodedRenditions, EncodingPlan, make_renditions
from adapters.video.renditions.ladder import build_ladder
from adapters.video.renditions.stream_copy import can_copy
from adapters.video.source.analysis import analyze_source
from adapters.video.source.probe import UNREADABLE_MESSAGE, probe
from adapters.video.source.truncation import check_truncation
from adapters.video.thumbnails import make_thumbnails, trim_sheets, write_segment_poster
from adapters.video.timing.segment_clock import TICKS_PER_SECOND
from adapters.video.timing.timeline import MAX_GAP
from touchline.catalog.domain.media.renditions import DEFAULT_RECORDING_RENDITIONS, has_audio_only
from touchline.catalog.domain.media.trimmed_playlists import Tile
from touchline.catalog.ports.media.video_packager import (
    MASTER,
    CaptionFile,
    ProgressCallback,
    RecordedTrack,
    VideoPackage,
    VideoRefusedError,
)

_RENDITIONS_SHARE = 0.95


class FfmpegVideoPackager:
    """Stateless packager that uses ffmpeg.

    `max_gap` is in seconds. Longer pauses in the signal are closed, shorter ones are filled.
    """

    def __init__(self, max_gap: int = MAX_GAP // TICKS_PER_SECOND) -> None:
        self._max_gap = max_gap * TICKS_PER_SECOND

    def package(
        self,
        source: Path,
        captions: Sequence[CaptionFile],
        into: Path,
        on_progress: ProgressCallback,
        renditions: Sequence[str] = DEFAULT_RECORDING_RENDITIONS,
        *,
        loudness: int | None = None,
    ) -> VideoPackage:
        """Write a package to `into` (port `VideoPackager`)."""
        on_progress = _monotonic(on_progress)
        on_progress(0.0)
        media_source = probe(source, self._max_gap)
        analysis = analyze_source(media_source, lambda: on_progress(0.0))
        ladder = build_ladder(*analysis.size, analysis.frame_rate, renditions)
        warning = check_truncation(media_source, analysis)
        gains: Sequence[float] = ()
        if loudness is not None:
            gains = measure_gains(media_source, analysis, loudness, lambda: on_progress(0.0))
        plan = EncodingPlan(media_source, analysis, ladder, has_audio_only(renditions), gains)
        encoded = _make_renditions(plan, into, on_progress)
        top_rendition = encoded.video[0]

        def heartbeat() -> None:
            on_progress(_RENDITIONS_SHARE)

        closed_captions = read_source_captions(media_source, analysis, heartbeat)
        tracks = make_captions(media_source, analysis, captions, closed_captions, into, heartbeat)
        make_thumbnails(encoded.video, into, heartbeat)
        (into / MASTER).write_text(
            write_presentation(plan, encoded, tracks, closed_captions, heartbeat), encoding="utf-8"
        )
        on_progress(1.0)
        return VideoPackage(
            duration_ms=round(top_rendition.seconds * 1000),
            width=top_rendition.width,
            height=top_rendition.height,
            frame_rate=round(float(analysis.frame_rate), 3),
            has_audio=bool(media_source.audio_streams),
            has_captions=bool(tracks),
            storyboard=True,
            warning=warning,
        )

    def join(self, parts: Sequence[Path], into: Path, audio_tracks: Sequence[RecordedTrack] = ()) -> None:
        """Join recordings into one file (port `VideoPackager`)."""
        joined_recordings.join_recordings(parts, into, audio_tracks)

    def trim_thumbnails(self, sheets: Mapping[str, Path], tiles: Sequence[Tile], into: Path) -> int:
        """Write the sheets with only these thumbnails (port `VideoPackager`)."""
        return trim_sheets(sheets, tiles, into)

    def write_poster(self, segment: Path, offset_ms: int, into: Path) -> None:
        """Write a frame of a segment as a poster (port `VideoPackager`)."""
        write_segment_poster(segment, Fraction(offset_ms, 1000), into)


def _make_renditions(plan: EncodingPlan, into: Path, on_progress: ProgressCallback) -> EncodedRenditions:
    """Copy the top rendition if the renditions stay aligned, otherwise encode all of them."""

    def report_seconds(seconds: float) -> None:
        on_progress(_RENDITIONS_SHARE * min(1.0, max(0.0, seconds / max(0.001, plan.analysis.seconds))))

    if can_copy(plan.source, plan.analysis, plan.ladder[0]):
        # A damaged frame can be skipped by a decoder, but cannot be copied.
        with suppress(FfmpegFailedError):
            encoded = make_renditions(plan, into, copy_top=True, on_seconds=report_seconds)
            if are_aligned(encoded.video, plan.analysis.frame_rate):
                return encoded
        _delete_contents(into)
    try:
        encoded = make_renditions(plan, into, copy_top=False, on_seconds=report_seconds)
    except FfmpegFailedError as error:
        reason = (str(error).splitlines() or [""])[-1][:200]
        raise VideoRefusedError(f"{UNREADABLE_MESSAGE} (ffmpeg: {reason})") from error
    if not encoded.video[0].segments or not are_aligned(encoded.video, plan.analysis.frame_rate):
        raise VideoRefusedError(UNREADABLE_MESSAGE)
    return encoded


def _monotonic(on_progress: ProgressCallback) -> ProgressCallback:
    """Return a callback whose progress never decreases. ffmpeg sometimes reports `N/A`, and a failed copy is
    followed by encoding.
    """
    highest = 0.0

    def report(share: float) -> None:
        nonlocal highest
        highest = max(highest, share)
        on_progress(highest)

    return report


def _delete_contents(folder: Path) -> None:
    for child in folder.iterdir():
        shutil.rmtree(child)
