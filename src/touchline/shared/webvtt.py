"""WebVTT (W3C): cues as plain values, and the files that players read beside HLS segments (RFC 8216, 3.5)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from html import unescape
from math import ceil

TICKS_PER_MS = 90
TIMESTAMP_MODULUS = 1 << 33
_TIME = r"(?:(\d+):)?(\d\d):(\d\d)\.(\d{3})"
_TIMING = re.compile(rf"^{_TIME}[ \t]+-->[ \t]+{_TIME}[ \t]*(.*)$", re.MULTILINE)
_BLANK_LINES = re.compile(r"\n{2,}")
_TIMESTAMP_MAP = re.compile(r"^X-TIMESTAMP-MAP=(.+)$", re.MULTILINE)
_MPEGTS, _LOCAL = re.compile(r"MPEGTS:(\d+)"), re.compile(rf"LOCAL:{_TIME}")
_TAG = re.compile(r"<[^<>]*>")


@dataclass(frozen=True, slots=True)
class TextCue:
    """Text that is shown from `start_ms` to `end_ms`.

    `text` has the tags and entities of WebVTT. `settings` say where it is shown, "" for the bottom.
    """

    start_ms: int
    end_ms: int
    text: str
    settings: str = ""

    @property
    def displayed_text(self) -> str:
        """The text without tags and entities."""
        return unescape(_TAG.sub("", self.text)).replace("\xa0", " ").strip()


@dataclass(frozen=True, slots=True)
class TimestampMap:
    """The timestamp of the video (ticks of 1/90,000 s) that `local_ms` of a file stands for."""

    pts: int
    local_ms: int = 0


def parse_cues(webvtt: str) -> list[TextCue]:
    """Return the cues of a file in their order. Notes, styles and regions are left out."""
    cues = []
    for block in _BLANK_LINES.split(webvtt.replace("\r\n", "\n")):
        timing = _TIMING.search(block)
        if timing is None:
            continue
        text = block[timing.end() :].strip("\n")
        start_ms, end_ms = parse_time(timing.groups()[:4]), parse_time(timing.groups()[4:8])
        if text and start_ms < end_ms:
            cues.append(TextCue(start_ms, end_ms, text, timing[9].strip()))
    return cues


def parse_timestamp_map(webvtt: str) -> TimestampMap | None:
    """Return the map of a file to the timestamps of the video; None if it has none."""
    header = _TIMESTAMP_MAP.search(webvtt)
    pts, local = (pattern.search(header[1]) if header else None for pattern in (_MPEGTS, _LOCAL))
    return TimestampMap(int(pts[1]), parse_time(local.groups())) if pts and local else None


def render_webvtt(cues: Iterable[TextCue], timestamp_map: TimestampMap | None = None) -> str:
    """Return the file of cues."""
    header = "WEBVTT"
    if timestamp_map is not None:
        pts = timestamp_map.pts % TIMESTAMP_MODULUS
        header += f"\nX-TIMESTAMP-MAP=MPEGTS:{pts},LOCAL:{format_time(timestamp_map.local_ms)}"
    return "\n\n".join([header, *map(_format_cue, cues)]) + "\n"


def render_caption_playlist(files: Sequence[tuple[str, int]]) -> str:
    """Return the media playlist of captions that are one file for each run of the video.

    A file is its URI and its duration in milliseconds. There is a discontinuity between two of them.
    """
    longest_ms = max((duration_ms for _, duration_ms in files), default=0)
    lines = ["#EXTM3U", "#EXT-X-VERSION:6", f"#EXT-X-TARGETDURATION:{ceil(longest_ms / 1000)}"]
    lines += ["#EXT-X-MEDIA-SEQUENCE:0", "#EXT-X-PLAYLIST-TYPE:VOD"]
    for number, (uri, duration_ms) in enumerate(files):
        lines += ["#EXT-X-DISCONTINUITY"] if number else []
        lines += [f"#EXTINF:{duration_ms / 1000:.3f},", uri]
    return "\n".join([*lines, "#EXT-X-ENDLIST"]) + "\n"


def cut_cues(cues: Sequence[TextCue], start_ms: int, end_ms: int) -> list[TextCue]:
    """Return what of the cues is shown from `start_ms` to `end_ms`, with times that count from `start_ms`."""
    return [
        replace(
            cue,
            start_ms=max(cue.start_ms, start_ms) - start_ms,
            end_ms=min(cue.end_ms, end_ms) - start_ms,
        )
        for cue in cues
        if cue.start_ms < end_ms and cue.end_ms > start_ms
    ]


def move_cues(cues: Iterable[TextCue], by_ms: int) -> list[TextCue]:
    """Return cues that are shown `by_ms` later."""
    return [replace(cue, start_ms=cue.start_ms + by_ms, end_ms=cue.end_ms + by_ms) for cue in cues]


def parse_time(parts: Sequence[str | None]) -> int:
    """Return the milliseconds of hours, minutes, seconds and thousandths."""
    hours, minutes, seconds, fraction = (int(part or 0) for part in parts)
    return ((hours * 60 + minutes) * 60 + seconds) * 1000 + fraction


def format_time(milliseconds: int) -> str:
    """Return a time as cues have it."""
    seconds, fraction = divmod(milliseconds, 1000)
    minutes, seconds = divmod(seconds, 60)
    return f"{minutes // 60:02d}:{minutes % 60:02d}:{seconds:02d}.{fraction:03d}"


def _format_cue(cue: TextCue) -> str:
    settings = f" {cue.settings}" if cue.settings else ""
    return f"{format_time(cue.start_ms)} --> {format_time(cue.end_ms)}{settings}\n{cue.text}"
