"""The playlists of a clip (RFC 8216): its event's playlists, limited to the segments that it needs.

A player must show only the time between the clip's first and last frame. EXT-X-START points players that
support it to the first frame.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import pairwise

from touchline.clips.domain.clip import MIN_DURATION_MS, ROUNDING_TOLERANCE_MS, Range
from touchline.clips.domain.clip_segments import DATE_TAG
from touchline.clips.domain.footage import AudioTrack, Footage, FootageSegment, Rendition
from touchline.shared.error_messages import ErrorMessage
from touchline.shared.errors import RefusedError

MASTER = "master.m3u8"
NO_VIDEO = ErrorMessage("errors.no_video_in_range", "There is no video in this range. Choose another range.")
_AUDIO_GROUP = "sounds"
_CLOSED_CAPTIONS = re.compile(r',?CLOSED-CAPTIONS="[^"]*"')
_ALIGNMENT_TOLERANCE_MS = 20
"""Segments of two renditions that start this close together start with the same frame."""


def select_renditions(footage: Footage, requested: Range) -> tuple[Rendition, ...]:
    """Return the renditions with the segments that the range needs, the largest first.

    Raises `RefusedError` if there are none. Renditions whose segments do not align with the largest one are
    left out. Players switch between renditions by segment number.
    """
    narrowed = (
        _narrow_to_range(rendition, requested) for rendition in footage.renditions if rendition.segments
    )
    largest = next(narrowed, None)
    if largest is None or not largest.segments:
        raise RefusedError(NO_VIDEO)
    return (
        largest,
        *(rendition for rendition in narrowed if _are_aligned(rendition.segments, largest.segments)),
    )


def get_playable_range(rendition: Rendition, requested: Range) -> Range:
    """Return the range without gaps in the stream. Its duration is the clip's playing time.

    Raises `RefusedError` if less than the minimum duration is left.
    """
    segments = rendition.segments
    start = max(requested.start_ms, segments[0].start_ms)
    gap_ms = sum(max(0, after.start_ms - before.end_ms) for before, after in _find_discontinuities(segments))
    shown = Range(start, min(requested.end_ms, segments[-1].end_ms) - start - gap_ms)
    if shown.duration_ms < MIN_DURATION_MS - ROUNDING_TOLERANCE_MS:
        raise RefusedError(NO_VIDEO)
    return shown


def get_playlist_offset(rendition: Rendition, shown: Range) -> int:
    """Return the position of the first frame in the clip's playlist, in milliseconds."""
    return shown.start_ms - rendition.segments[0].start_ms


def segment_name(number: int) -> str:
    """Return the file name of a segment, relative to the clip's playlist."""
    return f"{number:05}.ts"


def select_audio_tracks(footage: Footage, video: Rendition) -> tuple[AudioTrack, ...]:
    """Return the audio tracks for video that `select_renditions` narrowed; none if there is no choice.

    Each track has as many segments as the video, because players match them by segment number.
    """
    all_segments = next(
        rendition.segments for rendition in footage.renditions if rendition.name == video.name
    )
    start_index = all_segments.index(video.segments[0])
    end_index = start_index + len(video.segments)
    chosen = [
        track if track.is_default else replace(track, segments=track.segments[start_index:end_index])
        for track in footage.audio_tracks
        if track.is_default or len(track.segments) >= end_index
    ]
    return tuple(chosen) if len(chosen) > 1 else ()


def build_master_playlist(
    renditions: Sequence[Rendition],
    audio_tracks: Sequence[AudioTrack] = (),
    closed_captions: Sequence[str] = (),
) -> str:
    """Return the master playlist. `closed_captions` are EXT-X-MEDIA tags."""
    lines = ["#EXTM3U", "#EXT-X-VERSION:6", "#EXT-X-INDEPENDENT-SEGMENTS"]
    lines += [_build_audio_tag(track, audio_tracks) for track in audio_tracks]
    lines += closed_captions
    group = f',AUDIO="{_AUDIO_GROUP}"' if audio_tracks else ""
    for rendition in renditions:
        attributes = (
            rendition.attributes if closed_captions else _CLOSED_CAPTIONS.sub("", rendition.attributes)
        )
        lines += [f"#EXT-X-STREAM-INF:{attributes}{group}", f"{rendition.name}/index.m3u8"]
    return "\n".join(lines) + "\n"


def build_media_playlist(
    rendition: Rendition | AudioTrack, offset_ms: int, origin: datetime | None = None
) -> str:
    """Return the media playlist of a rendition or audio track.

    With the `origin` of a live stream, each run of segments has the time at which it was live.
    """
    longest = max(segment.duration_ms for segment in rendition.segments)
    lines = [
        "#EXTM3U",
        "#EXT-X-VERSION:6",
        "#EXT-X-INDEPENDENT-SEGMENTS",
        f"#EXT-X-TARGETDURATION:{(longest + 500) // 1000 or 1}",
        "#EXT-X-MEDIA-SEQUENCE:0",
        "#EXT-X-PLAYLIST-TYPE:VOD",
        f"#EXT-X-START:TIME-OFFSET={offset_ms / 1000:.3f},PRECISE=YES",
    ]
    after_discontinuity = {after.key for _, after in _find_discontinuities(rendition.segments)}
    for number, segment in enumerate(rendition.segments):
        lines += ["#EXT-X-DISCONTINUITY"] if segment.key in after_discontinuity else []
        if origin is not None and (number == 0 or segment.key in after_discontinuity):
            starts_at = origin + timedelta(milliseconds=segment.start_ms)
            lines.append(f"{DATE_TAG}{starts_at.isoformat(timespec='milliseconds')}")
        lines += [f"#EXTINF:{segment.duration_ms / 1000:.3f},", segment_name(number)]
    return "\n".join([*lines, "#EXT-X-ENDLIST"]) + "\n"


def _build_audio_tag(audio_track: AudioTrack, group: Sequence[AudioTrack]) -> str:
    first_of_language = next(track for track in group if track.language == audio_track.language)
    auto = "YES" if first_of_language is audio_track or not audio_track.language else "NO"
    attributes = [f'TYPE=AUDIO,GROUP-ID="{_AUDIO_GROUP}",NAME="{audio_track.name}"']
    attributes += [f'LANGUAGE="{audio_track.language}"'] if audio_track.language else []
    default = "YES" if audio_track.is_default else "NO"
    attributes += [f'DEFAULT={default},AUTOSELECT={auto},CHANNELS="2"']
    attributes += [] if audio_track.is_default else [f'URI="{audio_track.folder}/index.m3u8"']
    return f"#EXT-X-MEDIA:{','.join(attributes)}"


def _narrow_to_range(rendition: Rendition, requested: Range) -> Rendition:
    segments = rendition.segments_between(requested.start_ms, requested.end_ms)
    return Rendition(rendition.name, rendition.width, rendition.height, rendition.attributes, segments)


def _are_aligned(segments: Sequence[FootageSegment], others: Sequence[FootageSegment]) -> bool:
    if len(segments) != len(others):
        return False
    pairs = zip(segments, others, strict=True)
    return all(abs(segment.start_ms - other.start_ms) <= _ALIGNMENT_TOLERANCE_MS for segment, other in pairs)


def _find_discontinuities(
    segments: Sequence[FootageSegment],
) -> Iterator[tuple[FootageSegment, FootageSegment]]:
    return (pair for pair in pairwise(segments) if pair[0].discontinuity != pair[1].discontinuity)
