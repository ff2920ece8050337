"""The files of a recording as they appear while it plays as if it were live (RFC 8216, section 4.3.3.5).

A segment comes when its first picture is due: not sooner in a playlist, and not sooner by its own address.
A caption file is one for the whole game, so it is told in pieces of `PIECE` seconds, each when it is due.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import ceil

from touchline.catalog.application.moments import instant_in_milliseconds

PIECE = 4.0
"""Seconds of captions that come at once, as long as a segment."""
_CUE = re.compile(r"^(?:(\d+):)?(\d\d):(\d\d\.\d{3}) +-->", re.MULTILINE)


_KEPT_HEAD = ("#EXT-X-I-FRAMES-ONLY", "#EXT-X-INDEPENDENT-SEGMENTS")
_KEPT_TAGS = ("#EXT-X-BYTERANGE:", "#EXT-X-DISCONTINUITY", "#EXT-X-MAP:")


@dataclass(frozen=True, slots=True)
class Segment:
    """A segment of a recording: its name beside the playlist, its start and length in seconds, and the tags
    that belong to it (a byte range, for instance)."""

    name: str
    start: float
    seconds: float
    tags: tuple[str, ...] = ()

    def is_due(self, elapsed: timedelta) -> bool:
        """Whether it begins by now."""
        return self.start <= elapsed.total_seconds()


@dataclass(frozen=True, slots=True)
class RecordedPlaylist:
    """A media playlist of a recording; `head` has the tags that hold for all of it."""

    segments: tuple[Segment, ...]
    head: tuple[str, ...] = ()


def read_recorded(playlist: str) -> RecordedPlaylist:
    """Read a media playlist of pictures, sound, key pictures or captions; captions come in pieces, each with
    an address of its own."""
    found: list[Segment] = []
    head: list[str] = []
    tags: list[str] = []
    start = seconds = 0.0
    for line in playlist.splitlines():
        if line.startswith("#EXTINF:"):
            seconds = float(line.removeprefix("#EXTINF:").split(",")[0])
        elif line in _KEPT_HEAD:
            head.append(line)
        elif line.startswith(_KEPT_TAGS):
            tags.append(line)
        elif line and not line.startswith("#"):
            if line.endswith(".vtt"):
                found += _pieces(line, start, seconds)
            else:
                found.append(Segment(line, start, seconds, tuple(tags)))
            tags = []
            start += seconds
    return RecordedPlaylist(tuple(found), tuple(head))


def shown(playlist: RecordedPlaylist, starts_at: datetime, now: datetime) -> str:
    """The media playlist as it stands at `now`: it grows to the end of the recording, and then is closed."""
    elapsed, segments = now - starts_at, playlist.segments
    lines = [
        "#EXTM3U",
        "#EXT-X-VERSION:6",
        *playlist.head,
        f"#EXT-X-TARGETDURATION:{ceil(max((one.seconds for one in segments), default=PIECE))}",
        "#EXT-X-MEDIA-SEQUENCE:0",
        "#EXT-X-PLAYLIST-TYPE:EVENT",
    ]
    for one in segments:
        if not one.is_due(elapsed):
            break
        moment = instant_in_milliseconds(starts_at + timedelta(seconds=one.start))
        lines += [f"#EXT-X-PROGRAM-DATE-TIME:{moment}", f"#EXTINF:{one.seconds:.6f},", *one.tags, one.name]
    if is_over(segments, elapsed):
        lines.append("#EXT-X-ENDLIST")
    return "\n".join(lines) + "\n"


def is_over(segments: Sequence[Segment], elapsed: timedelta) -> bool:
    """Whether the last segment has been shown whole."""
    return not segments or segments[-1].start + segments[-1].seconds <= elapsed.total_seconds()


def cues_of_piece(captions: str, number: int) -> str:
    """The WebVTT of one piece: the head of the file and the cues that begin in it."""
    head, *cues = re.split(r"\n{2,}", captions.strip("\n"))
    kept = [cue for cue in cues if not (begins := _CUE.search(cue)) or _piece_of(begins) == number]
    return "\n\n".join([head, *kept]) + "\n"


def _pieces(name: str, start: float, seconds: float) -> list[Segment]:
    count = max(1, ceil(seconds / PIECE))
    return [
        Segment(f"{name}?piece={number}", start + number * PIECE, min(PIECE, seconds - number * PIECE))
        for number in range(count)
    ]


def _piece_of(begins: re.Match[str]) -> int:
    hours, minutes, seconds = begins.groups()
    return int((int(hours or 0) * 3600 + int(minutes) * 60 + float(seconds)) // PIECE)
