"""Files of a recording that plays as if it were live (RFC 8216, section 4.3.3.5).

A segment becomes available when its first frame is due, both in the playlist and by its own URL. A caption
file covers the whole game, so it is split into chunks of `CAPTION_CHUNK_SECONDS` seconds. Each chunk becomes
available when it is due.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import ceil

from touchline.catalog.application.timestamps import format_instant_ms

CAPTION_CHUNK_SECONDS = 4.0
"""Seconds of captions in one chunk, as long as a segment."""
_CUE_START = re.compile(r"^(?:(\d+):)?(\d\d):(\d\d\.\d{3}) +-->", re.MULTILINE)


_HEADER_TAGS = ("#EXT-X-I-FRAMES-ONLY", "#EXT-X-INDEPENDENT-SEGMENTS")
_SEGMENT_TAGS = ("#EXT-X-BYTERANGE:", "#EXT-X-DISCONTINUITY", "#EXT-X-MAP:")


@dataclass(frozen=True, slots=True)
class RecordedSegment:
    """A segment of a recording: its name relative to the playlist, its start and duration in seconds.

    `tags` are the tags of the segment, such as a byte range.
    """

    name: str
    start_seconds: float
    duration_seconds: float
    tags: tuple[str, ...] = ()

    def is_due(self, elapsed: timedelta) -> bool:
        """Return whether the segment has started."""
        return self.start_seconds <= elapsed.total_seconds()


@dataclass(frozen=True, slots=True)
class RecordedPlaylist:
    """A media playlist of a recording. `header` has the tags that apply to all segments."""

    segments: tuple[RecordedSegment, ...]
    header: tuple[str, ...] = ()


def parse_recorded_playlist(playlist: str) -> RecordedPlaylist:
    """Parse a media playlist of video, audio, keyframes or captions.

    Captions are split into chunks, each with its own URL.
    """
    segments: list[RecordedSegment] = []
    head: list[str] = []
    tags: list[str] = []
    start = seconds = 0.0
    for line in playlist.splitlines():
        if line.startswith("#EXTINF:"):
            seconds = float(line.removeprefix("#EXTINF:").split(",")[0])
        elif line in _HEADER_TAGS:
            head.append(line)
        elif line.startswith(_SEGMENT_TAGS):
            tags.append(line)
        elif line and not line.startswith("#"):
            if line.endswith(".vtt"):
                segments += _split_captions(line, start, seconds)
            else:
                segments.append(RecordedSegment(line, start, seconds, tuple(tags)))
            tags = []
            start += seconds
    return RecordedPlaylist(tuple(segments), tuple(head))


def render_playlist(playlist: RecordedPlaylist, starts_at: datetime, now: datetime) -> str:
    """Return the media playlist at `now`. It grows to the end of the recording and is then closed."""
    elapsed, segments = now - starts_at, playlist.segments
    longest = max((segment.duration_seconds for segment in segments), default=CAPTION_CHUNK_SECONDS)
    lines = [
        "#EXTM3U",
        "#EXT-X-VERSION:6",
        *playlist.header,
        f"#EXT-X-TARGETDURATION:{ceil(longest)}",
        "#EXT-X-MEDIA-SEQUENCE:0",
        "#EXT-X-PLAYLIST-TYPE:EVENT",
    ]
    for segment in segments:
        if not segment.is_due(elapsed):
            break
        date_time = format_instant_ms(starts_at + timedelta(seconds=segment.start_seconds))
        lines += [
            f"#EXT-X-PROGRAM-DATE-TIME:{date_time}",
            f"#EXTINF:{segment.duration_seconds:.6f},",
            *segment.tags,
            segment.name,
        ]
    if is_finished(segments, elapsed):
        lines.append("#EXT-X-ENDLIST")
    return "\n".join(lines) + "\n"


def is_finished(segments: Sequence[RecordedSegment], elapsed: timedelta) -> bool:
    """Return whether the last segment has been shown completely."""
    return (
        not segments or segments[-1].start_seconds + segments[-1].duration_seconds <= elapsed.total_seconds()
    )


def select_cues(captions: str, number: int) -> str:
    """Return the WebVTT of one chunk: the file's header and the cues that start in the chunk."""
    head, *cues = re.split(r"\n{2,}", captions.strip("\n"))
    selected = [
        cue
        for cue in cues
        if not (cue_start := _CUE_START.search(cue)) or _get_chunk_number(cue_start) == number
    ]
    return "\n\n".join([head, *selected]) + "\n"


def _split_captions(name: str, start: float, seconds: float) -> list[RecordedSegment]:
    count = max(1, ceil(seconds / CAPTION_CHUNK_SECONDS))
    return [
        RecordedSegment(
            f"{name}?piece={number}",
            start + number * CAPTION_CHUNK_SECONDS,
            min(CAPTION_CHUNK_SECONDS, seconds - number * CAPTION_CHUNK_SECONDS),
        )
        for number in range(count)
    ]


def _get_chunk_number(cue_start: re.Match[str]) -> int:
    hours, minutes, seconds = cue_start.groups()
    return int((int(hours or 0) * 3600 + int(minutes) * 60 + float(seconds)) // CAPTION_CHUNK_SECONDS)
