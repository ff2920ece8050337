"""Rules for media playlists, alone, side by side and over time: RFC 8216, sections 4.3, 6.2.1 and 6.2.2."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from contracts.media.hls_playlists import Finding, MediaPlaylist, read_media

_MASTER_TAGS = ("EXT-X-MEDIA", "EXT-X-STREAM-INF", "EXT-X-I-FRAME-STREAM-INF", "EXT-X-SESSION-DATA")
_ONCE = (
    *("EXT-X-VERSION", "EXT-X-TARGETDURATION", "EXT-X-MEDIA-SEQUENCE", "EXT-X-DISCONTINUITY-SEQUENCE"),
    *("EXT-X-PLAYLIST-TYPE", "EXT-X-ENDLIST", "EXT-X-I-FRAMES-ONLY", "EXT-X-INDEPENDENT-SEGMENTS"),
)
_BEFORE_SEGMENTS = ("EXT-X-MEDIA-SEQUENCE", "EXT-X-DISCONTINUITY-SEQUENCE", "EXT-X-TARGETDURATION")
_LIVE_TARGETS = 3
_STEP = 0.5


def check_media(where: str, text: str) -> list[Finding]:
    """Return what is wrong in one media playlist."""
    playlist = read_media(text)
    found = [*_form(playlist), *_segments(playlist), *_version(playlist)]
    return [Finding(rule, where, what) for rule, what in found]


def _form(playlist: MediaPlaylist) -> Iterator[tuple[str, str]]:
    if not playlist.text.startswith("#EXTM3U\n"):
        yield "begins-with-extm3u", "the first line is not #EXTM3U"
    for name in _ONCE:
        if len(playlist.all(name)) > 1:
            yield "once", f"{name} is there more than once"
    for name in _MASTER_TAGS:
        if playlist.has(name):
            yield "no-master-tags", f"{name} belongs in multivariant playlists"
    if playlist.target <= 0:
        yield (
            "target-duration",
            f"EXT-X-TARGETDURATION is {playlist.value('EXT-X-TARGETDURATION') or 'missing'!r}",
        )
    kind = playlist.value("EXT-X-PLAYLIST-TYPE")
    if kind not in ("", "VOD", "EVENT"):
        yield "playlist-type", f"EXT-X-PLAYLIST-TYPE is {kind!r}"
    if kind == "VOD" and not playlist.ended:
        yield "vod-has-ended", "the type is VOD and EXT-X-ENDLIST is missing"
    first = min((tag.line for tag in playlist.all("EXTINF")), default=0)
    for name in _BEFORE_SEGMENTS:
        if any(tag.line > first for tag in playlist.all(name)):
            yield "before-segments", f"{name} comes after the first segment"


def _segments(playlist: MediaPlaylist) -> Iterator[tuple[str, str]]:
    if not playlist.segments:
        yield "has-segments", "there are no segments"
    if len(playlist.all("EXTINF")) != len(playlist.segments):
        yield "extinf", f"{len(playlist.all('EXTINF'))} EXTINF for {len(playlist.segments)} segments"
    for segment in playlist.segments:
        if segment.seconds is None:
            yield "extinf", f"{segment.uri} has no EXTINF"
        elif playlist.target and round_half_up(segment.seconds) > playlist.target:
            yield "target-duration", f"{segment.uri} lasts {segment.seconds} s, target {playlist.target} s"
        elif segment.seconds <= 0:
            yield "extinf", f"{segment.uri} lasts {segment.seconds} s"
    if not playlist.ended and playlist.has("EXT-X-MEDIA-SEQUENCE") and playlist.first_sequence:
        least = _LIVE_TARGETS * playlist.target
        if playlist.seconds < least:
            yield (
                "live-window",
                f"a sliding window of {playlist.seconds:.1f} s, at least {least} s are needed",
            )


def _version(playlist: MediaPlaylist) -> Iterator[tuple[str, str]]:
    stated = int(playlist.value("EXT-X-VERSION") or 1)
    decimal = any(not re.fullmatch(r"[0-9]+,.*", tag.value) for tag in playlist.all("EXTINF"))
    needs = {3: decimal, 4: playlist.has("EXT-X-BYTERANGE") or playlist.has("EXT-X-I-FRAMES-ONLY")}
    needs[6] = playlist.has("EXT-X-MAP") and not playlist.has("EXT-X-I-FRAMES-ONLY")
    for version, needed in needs.items():
        if needed and stated < version:
            yield "version", f"EXT-X-VERSION is {stated}, its tags need {version}"


def check_side_by_side(playlists: Mapping[str, str]) -> list[Finding]:
    """Return where renditions of a stream (name: text; no I-frame playlists, no subtitles) do not match."""
    read = {name: read_media(text) for name, text in playlists.items()}
    if not read:
        return []
    first_name, first = next(iter(read.items()))
    found = []
    for name, other in read.items():
        if other.target != first.target:
            what = f"TARGETDURATION {other.target} s, {first.target} s in {first_name}"
            found.append(Finding("same-target-duration", name, what))
        if other.ended != first.ended or other.value("EXT-X-PLAYLIST-TYPE") != first.value(
            "EXT-X-PLAYLIST-TYPE"
        ):
            found.append(Finding("same-type", name, f"type or end differ from {first_name}"))
        found += [Finding(rule, name, f"{what} {first_name}") for rule, what in _mismatches(first, other)]
    return found


def _mismatches(one: MediaPlaylist, other: MediaPlaylist) -> Iterator[tuple[str, str]]:
    """Sequence numbers need not agree, but instants and discontinuities must."""
    breaks = [_break_places(each) for each in (one, other)]
    if len(breaks[0]) != len(breaks[1]) or one.first_discontinuity != other.first_discontinuity:
        yield "same-discontinuities", "discontinuities differ from"
    elif any(abs(a - b) > _STEP for a, b in zip(*breaks, strict=True)):
        yield "same-discontinuities", "discontinuities are at other instants than in"
    if abs(one.seconds - other.seconds) > _STEP:
        yield "same-length", f"{other.seconds:.3f} s long, not {one.seconds:.3f} s as"


def _break_places(playlist: MediaPlaylist) -> list[float]:
    places, at = [], 0.0
    for segment in playlist.segments:
        if segment.discontinuity:
            places.append(at)
        at += segment.seconds or 0
    return places


def check_successive(where: str, texts: Sequence[str]) -> list[Finding]:
    """Return what a live media playlist must not do from one reading to the next, and does."""
    found = []
    for older, newer in pairwise([read_media(text) for text in texts]):
        found += [Finding(rule, where, what) for rule, what in _successive(older, newer)]
    return found


def _successive(older: MediaPlaylist, newer: MediaPlaylist) -> Iterator[tuple[str, str]]:
    if newer.target != older.target:
        yield "constant-target-duration", f"TARGETDURATION went from {older.target} to {newer.target} s"
    gone = newer.first_sequence - older.first_sequence
    if gone < 0:
        yield (
            "sequence-never-goes-back",
            f"MEDIA-SEQUENCE fell from {older.first_sequence} by {-gone}",
        )
        return
    if older.ended and newer.text != older.text:
        yield "nothing-after-the-end", "the playlist changed after EXT-X-ENDLIST"
    kind = older.value("EXT-X-PLAYLIST-TYPE")
    if newer.value("EXT-X-PLAYLIST-TYPE") != kind and not (kind == "EVENT" and newer.ended):
        yield "constant-type", f"EXT-X-PLAYLIST-TYPE went from {kind!r}"
    if gone and kind in ("EVENT", "VOD"):
        yield "event-removes-nothing", f"{gone} segments left a playlist of type {kind}"
    yield from _kept(older, newer, gone)


def _kept(older: MediaPlaylist, newer: MediaPlaylist, gone: int) -> Iterator[tuple[str, str]]:
    stay = older.segments[gone:]
    for before, after in zip(stay, newer.segments, strict=False):
        if (before.uri, before.seconds, before.byte_range) != (after.uri, after.seconds, after.byte_range):
            yield "segments-never-change", f"segment {before.sequence} went from {before.uri} to {after.uri}"
            return
    if len(newer.segments) < len(stay):
        yield "removed-from-the-front", f"{len(stay) - len(newer.segments)} segments left the end"
    breaks = sum(segment.discontinuity for segment in older.segments[: gone + 1])
    breaks -= bool(newer.segments and newer.segments[0].discontinuity)
    if newer.first_discontinuity != older.first_discontinuity + breaks:
        what = f"DISCONTINUITY-SEQUENCE went from {older.first_discontinuity} to {newer.first_discontinuity}"
        yield "discontinuity-sequence", f"{what}, {breaks} discontinuities left"


def round_half_up(seconds: float) -> int:
    """Round as RFC 8216 means it: to the nearest whole number, halves upwards."""
    return int(seconds + 0.5)
