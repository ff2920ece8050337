"""The text files of a trimmed recording: playlists (RFC 8216), captions and the storyboard (WebVTT)."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import pairwise

from touchline.catalog.domain.media.playlist_tags import MEDIA_TAG, VARIANT_TAG, parse_attributes
from touchline.catalog.domain.media.trims import Trim
from touchline.shared.webvtt import TICKS_PER_MS, TIMESTAMP_MODULUS, format_time, parse_time

IFRAMES_TAG = "#EXT-X-I-FRAME-STREAM-INF:"
_DURATION_TAG = "#EXTINF:"
_MAP_TAG = "#EXT-X-MAP:"
_END_TAG = "#EXT-X-ENDLIST"
_BYTE_RANGE = re.compile(r"^#EXT-X-BYTERANGE:\d+@(\d+)$", re.MULTILINE)
_TIME = r"(?:(\d+):)?(\d\d):(\d\d)\.(\d{3})"
_TIMING = re.compile(rf"^{_TIME}[ \t]+-->[ \t]+{_TIME}(.*)$", re.MULTILINE)
_INLINE_TIME = re.compile(rf"<{_TIME}>")
_TIMESTAMP_MAP = re.compile(r"(?<=MPEGTS:)\d+")
_TILE = re.compile(r"^(?P<sheet>[^#\n]+)#xywh=(?P<box>\d+,\d+,\d+,\d+)$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class PlaylistNames:
    """The playlists that a master playlist names, each once: of segments, of keyframes and of captions."""

    media: tuple[str, ...]
    keyframes: tuple[str, ...]
    captions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PlaylistEntry:
    """A segment in a playlist: its name, its position in milliseconds, and its lines."""

    name: str
    start_ms: float
    duration_ms: float
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Tile:
    """A thumbnail of the storyboard: its sheet, its box in pixels, and its time in the full recording."""

    sheet: str
    box: tuple[int, int, int, int]
    start_ms: int


def list_playlists(master: str) -> PlaylistNames:
    """Return the playlists that a master playlist names."""
    lines = master.splitlines()
    media = [uri for line, uri in pairwise(lines) if line.startswith(VARIANT_TAG)]
    tags = [parse_attributes(line.removeprefix(MEDIA_TAG)) for line in lines if line.startswith(MEDIA_TAG)]
    media += [tag["URI"] for tag in tags if tag.get("TYPE") == "AUDIO" and "URI" in tag]
    captions = [tag["URI"] for tag in tags if tag.get("TYPE") == "SUBTITLES" and "URI" in tag]
    keyframes = [
        parse_attributes(line.removeprefix(IFRAMES_TAG))["URI"]
        for line in lines
        if line.startswith(IFRAMES_TAG)
    ]
    unique = (tuple(dict.fromkeys(names)) for names in (media, keyframes, captions))
    return PlaylistNames(*unique)


def parse_entries(playlist: str) -> tuple[list[str], list[PlaylistEntry]]:
    """Return the lines of a playlist that come before its first segment, and its segments."""
    head: list[str] = []
    entries: list[PlaylistEntry] = []
    lines: list[str] = []
    position = seconds = 0.0
    for line in playlist.splitlines():
        if line.startswith(_DURATION_TAG):
            seconds = float(line.removeprefix(_DURATION_TAG).split(",")[0])
        if not entries and not lines and line.startswith("#") and not line.startswith(_DURATION_TAG):
            head.append(line)
        elif line.startswith("#"):
            lines.append(line)
        elif line:
            entries.append(PlaylistEntry(line, position * 1000, seconds * 1000, (*lines, line)))
            position += seconds
            lines = []
    return head, entries


def trim_playlist(playlist: str, trim: Trim) -> tuple[str, list[str]]:
    """Return a playlist with the segments of the range, and their names."""
    head, entries = parse_entries(playlist)
    kept = [entry for entry in entries if trim.contains(entry.start_ms, entry.duration_ms)]
    return _render(head, kept), [entry.name for entry in kept]


def trim_keyframes(playlist: str, names: Collection[str]) -> str:
    """Return a keyframe playlist with the keyframes of these segments.

    The tables before the first keyframe are declared for the first segment.
    """
    head, entries = parse_entries(playlist)
    kept = [entry for entry in entries if entry.name in names]
    byte_range = _BYTE_RANGE.search("\n".join(kept[0].lines)) if kept else None
    if byte_range is not None:
        first = f'{_MAP_TAG}URI="{kept[0].name}",BYTERANGE="{byte_range[1]}@0"'
        head = [first if line.startswith(_MAP_TAG) else line for line in head]
    return _render(head, kept)


def trim_captions(webvtt: str, trim: Trim) -> str:
    """Return captions that count from the start of the range, without those outside it.

    The header maps their zero to the timestamp at the start of the range.
    """
    head, *blocks = re.split(r"\n{2,}", webvtt.strip("\n"))
    head = _TIMESTAMP_MAP.sub(lambda found: _add_ticks(found[0], trim.start_ms), head)
    moved = (_move_cue(block, -trim.start_ms, trim.duration_ms) for block in blocks)
    return "\n\n".join([head, *(block for block in moved if block)]) + "\n"


def delay_captions(webvtt: str, delay_ms: int) -> str:
    """Return captions that are shown later, such as those of a trimmed recording in its full length."""
    head, *blocks = re.split(r"\n{2,}", webvtt.strip("\n"))
    return "\n\n".join([head, *(_move_cue(block, delay_ms, None) for block in blocks)]) + "\n"


def trim_storyboard(webvtt: str, trim: Trim) -> tuple[str, list[Tile]]:
    """Return a storyboard with the thumbnails of the range, and the thumbnails."""
    tiles = [tile for tile in parse_storyboard(webvtt) if trim.start_ms <= tile.start_ms < trim.end_ms]
    starts = [0, *(tile.start_ms - trim.start_ms for tile in tiles[1:])]
    ends = [*starts[1:], trim.duration_ms]
    cues = [
        f"{format_time(start)} --> {format_time(end)}\n{tile.sheet}#xywh={','.join(map(str, tile.box))}\n"
        for tile, start, end in zip(tiles, starts, ends, strict=False)
    ]
    return "\n".join(["WEBVTT\n", *cues]), tiles


def parse_storyboard(webvtt: str) -> list[Tile]:
    """Return the thumbnails of a storyboard."""
    tiles = []
    for block in re.split(r"\n{2,}", webvtt):
        timing, target = _TIMING.search(block), _TILE.search(block)
        if timing and target:
            left, top, width, height = map(int, target["box"].split(","))
            tiles.append(Tile(target["sheet"], (left, top, width, height), parse_time(timing.groups()[:4])))
    return tiles


def _render(head: Sequence[str], entries: Sequence[PlaylistEntry]) -> str:
    return "\n".join([*head, *(line for entry in entries for line in entry.lines), _END_TAG]) + "\n"


def _add_ticks(timestamp: str, milliseconds: int) -> str:
    return str((int(timestamp) + milliseconds * TICKS_PER_MS) % TIMESTAMP_MODULUS)


def _move_cue(block: str, offset_ms: int, duration_ms: int | None) -> str:
    """Return a cue that is shown `offset_ms` later, or "" if it is outside the duration.

    Blocks without a time are styles and regions, which stay, and notes, which do not.
    """
    timing = _TIMING.search(block)
    if timing is None:
        return "" if block.startswith("NOTE") else block
    start, end = parse_time(timing.groups()[:4]) + offset_ms, parse_time(timing.groups()[4:8]) + offset_ms
    if end <= 0 or (duration_ms is not None and start >= duration_ms):
        return ""
    end = end if duration_ms is None else min(end, duration_ms)
    line = f"{format_time(max(0, start))} --> {format_time(end)}{timing[9]}"
    moved = block[: timing.start()] + line + block[timing.end() :]
    return _INLINE_TIME.sub(
        lambda found: f"<{format_time(max(0, parse_time(found.groups()) + offset_ms))}>", moved
    )
