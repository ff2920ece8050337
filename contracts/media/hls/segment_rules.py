"""Rules for segments: RFC 8216, sections 3 and 4.3.2, and Apple's specification on encoding."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from statistics import median

from contracts.media.hls.playlists import Segment, Violation
from contracts.media.hls.segments import SegmentDetails, Track

SegmentRun = Sequence[tuple[Segment, SegmentDetails]]
_CLOCK_TOLERANCE = 0.002
_LENGTH_TOLERANCE = 0.02
_MAX_AUDIO_OVERHANG = 0.25
"""Maximum seconds between the starts, or the ends, of a segment's audio and video."""
_PEAK_WINDOW_RATIOS = (0.5, 1.5)
_BITRATE_TOLERANCE = 0.1


def check_run(location: str, segment_run: SegmentRun, *, has_independent_segments: bool) -> list[Violation]:
    """Return the violations in consecutive segments without a discontinuity."""
    violations = []
    for segment, details in segment_run:
        name = f"{location}/{segment.uri}"
        violations += [
            Violation(rule, name, message)
            for rule, message in _check_segment(segment, details, has_independent_segments)
        ]
    for (_, previous), (segment, following) in pairwise(segment_run):
        name = f"{location}/{segment.uri}"
        violations += [
            Violation(rule, name, message) for rule, message in _check_continuity(previous, following)
        ]
    return violations


def _check_segment(
    segment: Segment, details: SegmentDetails, has_independent_segments: bool
) -> Iterator[tuple[str, str]]:
    if not details.is_ts:
        yield "transport-stream", "does not consist of transport stream packets"
        return
    if not details.starts_with_tables:
        yield "tables-first", "does not start with PAT and PMT"
    if details.counter_errors:
        yield "continuity-counters", f"{details.counter_errors} breaks of a continuity counter"
    if not details.tracks:
        yield "has-packets", "has no packets"
    kinds = [track.kind for track in details.tracks if track.kind in ("video", "audio")]
    if len(kinds) != len(set(kinds)):
        yield "one-track-of-a-kind", f"has tracks {kinds}"
    video, audio = details.find_track("video"), details.find_track("audio")
    if video and has_independent_segments and not video.starts_with_keyframe:
        yield "begins-with-keyframe", "does not start with a keyframe"
    main = video or audio
    if main and segment.seconds and abs(main.end - main.start - segment.seconds) > _track_tolerance(main):
        yield "extinf-is-true", f"lasts {main.end - main.start:.3f} s, EXTINF is {segment.seconds:.3f} s"
    if video and audio:
        if abs(audio.start - video.start) > _MAX_AUDIO_OVERHANG:
            yield "tracks-begin-together", f"audio starts {audio.start - video.start:+.3f} s from the video"
        if abs(audio.end - video.end) > _MAX_AUDIO_OVERHANG:
            yield "tracks-end-together", f"audio ends {audio.end - video.end:+.3f} s from the video"


def _track_tolerance(track: Track) -> float:
    return max(_LENGTH_TOLERANCE, 1.5 * (track.end - track.start) / track.packet_count)


def _check_continuity(previous: SegmentDetails, following: SegmentDetails) -> Iterator[tuple[str, str]]:
    """Yield what requires a discontinuity before the second segment (section 4.3.2.3) but has none."""
    track_kinds = [
        sorted((track.kind, track.codec, track.pid) for track in details.tracks)
        for details in (previous, following)
    ]
    if track_kinds[0] != track_kinds[1]:
        yield "discontinuity-where-tracks-change", f"tracks change from {track_kinds[0]} to {track_kinds[1]}"
        return
    for previous_track, next_track in zip(previous.tracks, following.tracks, strict=True):
        yield from _compare_tracks(previous_track, next_track)
    for pid, (first, _) in following.counters.items():
        if pid in previous.counters and (first - previous.counters[pid][1]) % 16 != 1:
            yield (
                "counters-go-on",
                f"continuity counter of PID {pid} does not continue from the previous segment",
            )


def _compare_tracks(previous_track: Track, next_track: Track) -> Iterator[tuple[str, str]]:
    # A segment between two keyframes may have no parameter sets, so its size is unknown.
    if previous_track.width != 0 != next_track.width and (previous_track.width, previous_track.height) != (
        next_track.width,
        next_track.height,
    ):
        message = (
            f"size changes from {previous_track.width}x{previous_track.height} to "
            f"{next_track.width}x{next_track.height}"
        )
        yield "discontinuity-where-size-changes", message
    step = (previous_track.end - previous_track.start) / previous_track.packet_count
    if previous_track.kind == "video":
        if abs(next_track.start - previous_track.end) > 0.6 * step + _CLOCK_TOLERANCE:
            yield (
                "timestamps-go-on",
                f"video continues {next_track.start - previous_track.end:+.3f} s from the previous segment",
            )
    elif abs(next_track.start - previous_track.end) > _CLOCK_TOLERANCE:
        yield (
            "timestamps-go-on",
            f"audio continues {next_track.start - previous_track.end:+.4f} s from the previous segment",
        )


def peak_bitrate(sizes: Sequence[tuple[int, float]], target: float) -> float:
    """Return the peak bitrate of segments (bytes, seconds), as section 4.3.4.2 defines it.

    It is the highest of any consecutive segments that last between half and one and a half target durations.
    """
    rates = []
    for first in range(len(sizes)):
        size, seconds = 0, 0.0
        for segment_size, duration in sizes[first:]:
            size, seconds = size + segment_size, seconds + duration
            if seconds > _PEAK_WINDOW_RATIOS[1] * target:
                break
            if seconds >= _PEAK_WINDOW_RATIOS[0] * target:
                rates.append(size * 8 / seconds)
    return max(rates, default=average_bitrate(sizes))


def average_bitrate(sizes: Sequence[tuple[int, float]]) -> float:
    """Return the average bitrate of segments (bytes, seconds)."""
    return sum(size for size, _ in sizes) * 8 / max(0.001, sum(seconds for _, seconds in sizes))


def is_within_tolerance(stated_bitrate: float, minimum: float, maximum: float) -> bool:
    """Return whether a stated bitrate is within 10 % of the measured range."""
    return minimum * (1 - _BITRATE_TOLERANCE) <= stated_bitrate <= maximum * (1 + _BITRATE_TOLERANCE)


def median_frame_rate(segment_run: SegmentRun) -> float:
    """Return the median frame rate of the segments; 0 without segments."""
    rates = [
        track.frame_rate
        for _, details in segment_run
        if (track := details.find_track("video")) and track.frame_rate
    ]
    return float(median(rates)) if rates else 0.0
