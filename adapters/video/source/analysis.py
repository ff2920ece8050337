"""Properties of a source, measured in one pass over its packets. Only some keyframes are decoded.

A container's header may be wrong, or only describe the first frame. Frame size and interlacing may change,
and timestamps may jump, pause or be rounded.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil

import numpy as np
from numpy.typing import NDArray

from adapters.video.renditions.ladder import choose_frame_rate
from adapters.video.source.color import Color
from adapters.video.source.demuxing import TimedPacket, read_packets
from adapters.video.source.keyframes import KeyframeSampler
from adapters.video.source.probe import UNREADABLE_MESSAGE, MediaSource, display_size
from adapters.video.timing.frame_grid import FrameGrid, find_frame_grid
from adapters.video.timing.segment_clock import TICKS_PER_SECOND
from touchline.catalog.ports.media.video_packager import VideoRefusedError

_MAX_LEADING_AUDIO = TICKS_PER_SECOND // 2
"""Audio that starts up to this long before the video is trimmed. If there is more, the first frame is
held."""
_MAX_TRAILING_AUDIO = TICKS_PER_SECOND // 5
"""Audio that ends up to this long after the video is trimmed, because nearly every encoder leaves some."""
_CAPTIONS_MARKER = b"GA94"
_MARKER_SEARCH_BYTES = 600
_STEP_TOLERANCE = Fraction(1, 4)
_ROUNDING_TOLERANCE = 180
"""Timestamps in whole milliseconds vary by up to 2 ms from frame to frame."""

Ticks = NDArray[np.int64]


@dataclass(frozen=True)
class SourceAnalysis:
    """The measured properties of a source. Timestamps are ticks of 1/90,000 s from its first packet, shifted
    by `grid`.

    `frame_pts` has the PTS of each frame, in file order. `keyframe_flags` marks the keyframes.
    """

    frame_pts: Ticks
    keyframe_flags: NDArray[np.bool_]
    frame_rate: Fraction
    """Constant frame rate of the output stream, in frames per second."""
    grid: FrameGrid
    sizes: tuple[tuple[int, int], ...]
    """Every display size that occurs, in pixels, largest first."""
    has_uniform_format: bool
    """Whether frame size, sample aspect ratio and pixel format stay the same throughout."""
    has_single_encoding: bool
    """Whether one decoder setup works for all frames."""
    is_interlaced: bool
    color: Color
    has_captions: bool
    """Whether the frames carry CEA-608 or CEA-708 captions."""
    video_bytes: int
    has_timestamps: bool
    """Whether the file has a PTS for each frame. Otherwise the decoder determines it."""
    has_hidden_frames: bool
    """Whether an edit list hides frames that are needed to decode others, as in a trimmed file."""
    source_span: tuple[int, int]
    """First and last timestamp of frames in the file itself."""
    run_starts: Mapping[int, int]
    """First frame of each run of timestamps."""
    start: int
    """Timestamp that becomes 0 in the output stream."""
    video_end: int
    end: int

    @property
    def size(self) -> tuple[int, int]:
        """Return the largest display size in pixels."""
        return self.sizes[0]

    @property
    def seconds(self) -> float:
        """Return the duration of the stream in seconds."""
        return (self.end - self.start) / TICKS_PER_SECOND

    @property
    def hidden_lead(self) -> int:
        """Return the duration of hidden frames before the stream starts, in ticks. It is a whole number of
        frames.
        """
        frame_duration = TICKS_PER_SECOND / self.frame_rate
        hidden_frames = ceil(max(0, self.start - int(self.frame_pts.min())) / frame_duration)
        frame_count = ceil(hidden_frames / frame_duration.denominator) * frame_duration.denominator
        return int(frame_count * frame_duration)

    @property
    def freeze_seconds(self) -> float:
        """Return how many seconds the last frame is held because the audio continues."""
        return (self.end - self.video_end) / TICKS_PER_SECOND


@dataclass
class _PacketStatistics:
    frame_pts: list[int] = field(default_factory=list)
    source_pts: list[int] = field(default_factory=list)
    keyframe_flags: list[bool] = field(default_factory=list)
    audio_spans: dict[int, tuple[int, int]] = field(default_factory=dict)
    run_starts: dict[int, int] = field(default_factory=dict)
    video_bytes: int = 0
    has_captions: bool = False
    has_timestamps: bool = True
    is_visible: list[bool] = field(default_factory=list)

    def add(self, timed_packet: TimedPacket) -> None:
        """Record a packet."""
        if timed_packet.audio_index is not None:
            if timed_packet.packet.is_discard:
                return
            start, end = self.audio_spans.get(timed_packet.audio_index, (timed_packet.pts, timed_packet.pts))
            self.audio_spans[timed_packet.audio_index] = (
                min(start, timed_packet.pts),
                max(end, timed_packet.pts + timed_packet.duration),
            )
            return
        self.run_starts.setdefault(timed_packet.run, timed_packet.pts)
        self.frame_pts.append(timed_packet.pts)
        self.source_pts.append(timed_packet.source_pts)
        self.keyframe_flags.append(timed_packet.packet.is_keyframe)
        self.is_visible.append(not timed_packet.packet.is_discard)
        self.video_bytes += timed_packet.packet.size
        self.has_timestamps = self.has_timestamps and timed_packet.packet.pts is not None
        self.has_captions = self.has_captions or _CAPTIONS_MARKER in bytes(
            memoryview(timed_packet.packet)[:_MARKER_SEARCH_BYTES]
        )


def analyze_source(source: MediaSource, heartbeat: Callable[[], None]) -> SourceAnalysis:
    """Read all packets of a source and return its analysis. `heartbeat` is called during that time.

    Raises `VideoRefusedError` if there is no video, or if a frame is too large or too small.
    """
    statistics, keyframes = _PacketStatistics(), KeyframeSampler(source)
    for timed_packet in read_packets(source.parts, heartbeat, source.max_gap):
        statistics.add(timed_packet)
        if timed_packet.audio_index is None and timed_packet.packet.is_keyframe:
            keyframes.sample(timed_packet)
    if not statistics.frame_pts:
        raise VideoRefusedError(UNREADABLE_MESSAGE)
    sizes = keyframes.sizes or {display_size(*source.coded_size, source.sample_aspect_ratio, source.rotation)}
    frame_pts = np.array(statistics.frame_pts, np.int64)
    median_rate = median_frame_rate(np.sort(frame_pts)) or source.frame_rate
    frame_rate = choose_frame_rate(median_rate, interlaced=keyframes.is_interlaced)
    grid = find_frame_grid(np.sort(frame_pts), median_rate, frame_rate)
    frame_pts = grid.align(frame_pts)
    audio_spans = [
        (start + grid.offset_at(start), end + grid.offset_at(end))
        for start, end in statistics.audio_spans.values()
    ]
    visible = frame_pts[statistics.is_visible] if any(statistics.is_visible) else frame_pts
    start, video_end, end = _output_span(visible, audio_spans, median_frame_duration(np.sort(frame_pts)))
    return SourceAnalysis(
        frame_pts=frame_pts,
        keyframe_flags=np.array(statistics.keyframe_flags, np.bool_),
        frame_rate=frame_rate,
        grid=grid,
        sizes=tuple(sorted(sizes, key=_pixel_count, reverse=True)),
        has_uniform_format=keyframes.has_uniform_format,
        has_single_encoding=keyframes.has_single_encoding,
        is_interlaced=keyframes.is_interlaced,
        color=keyframes.color,
        has_captions=statistics.has_captions,
        video_bytes=statistics.video_bytes,
        has_timestamps=statistics.has_timestamps,
        has_hidden_frames=not all(statistics.is_visible),
        run_starts={run: pts + grid.offset_at(pts) for run, pts in statistics.run_starts.items()},
        source_span=(min(statistics.source_pts), max(statistics.source_pts)),
        start=start,
        video_end=video_end,
        end=end,
    )


def median_frame_duration(frame_pts: Ticks) -> int:
    """Return the typical number of ticks between frames. `frame_pts` is sorted."""
    steps = np.diff(frame_pts)
    steps = steps[steps > 0]
    return int(np.median(steps)) if steps.size else TICKS_PER_SECOND // 25


def median_frame_rate(frame_pts: Ticks) -> Fraction | None:
    """Return the frame rate of most frames. `frame_pts` is sorted.

    A pause, or a part with another rate, does not count. The average over a whole file may match none of its
    parts.
    """
    steps = np.diff(frame_pts)
    steps = steps[steps > 0]
    if not steps.size:
        return None
    frame_step = int(np.median(steps))
    typical_steps = steps[
        np.abs(steps - frame_step) <= max(_ROUNDING_TOLERANCE, int(frame_step * _STEP_TOLERANCE))
    ]
    return (
        Fraction(int(typical_steps.size) * TICKS_PER_SECOND, int(typical_steps.sum()))
        if typical_steps.size
        else None
    )


def _output_span(
    frame_pts: Ticks, audio_spans: Sequence[tuple[int, int]], frame_step: int
) -> tuple[int, int, int]:
    """Return the start of the stream, the end of its video, and the end of the stream.

    The start is a whole number of frames before the first frame, so that no frame moves to fit the rate.
    """
    first, video_end = int(frame_pts.min()), int(frame_pts.max()) + frame_step
    audio_start = min((start for start, _ in audio_spans), default=first)
    audio_end = max((end for _, end in audio_spans), default=video_end)
    start = (
        first - ceil((first - audio_start) / frame_step) * frame_step
        if audio_start < first - _MAX_LEADING_AUDIO
        else first
    )
    return start, video_end, audio_end if audio_end > video_end + _MAX_TRAILING_AUDIO else video_end


def _pixel_count(size: tuple[int, int]) -> int:
    return size[0] * size[1]
