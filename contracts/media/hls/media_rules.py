"""Rules for media playlists, alone, in comparison and over time: RFC 8216, sections 4.3, 6.2.1 and 6.2.2."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from contracts.media.hls.part_rules import check_parts
from contracts.media.hls.playlists import MediaPlaylist, Violation, read_media

_MASTER_TAGS = ("EXT-X-MEDIA", "EXT-X-STREAM-INF", "EXT-X-I-FRAME-STREAM-INF", "EXT-X-SESSION-DATA")
_UNIQUE_TAGS = (
    *("EXT-X-VERSION", "EXT-X-TARGETDURATION", "EXT-X-MEDIA-SEQUENCE", "EXT-X-DISCONTINUITY-SEQUENCE"),
    *("EXT-X-PLAYLIST-TYPE", "EXT-X-ENDLIST", "EXT-X-I-FRAMES-ONLY", "EXT-X-INDEPENDENT-SEGMENTS"),
    *("EXT-X-SERVER-CONTROL", "EXT-X-PART-INF", "EXT-X-SKIP"),
)
_TAGS_BEFORE_SEGMENTS = ("EXT-X-MEDIA-SEQUENCE", "EXT-X-DISCONTINUITY-SEQUENCE", "EXT-X-TARGETDURATION")
_MIN_LIVE_TARGET_DURATIONS = 3
_TIME_TOLERANCE = 0.5


def check_media(location: str, text: str) -> list[Violation]:
    """Return the violations of one media playlist."""
    playlist = read_media(text)
    violations = [*_check_format(playlist), *_check_segments(playlist), *_check_version(playlist)]
    violations += check_parts(playlist)
    return [Violation(rule, location, message) for rule, message in violations]


def _check_format(playlist: MediaPlaylist) -> Iterator[tuple[str, str]]:
    if not playlist.text.startswith("#EXTM3U\n"):
        yield "begins-with-extm3u", "the first line is not #EXTM3U"
    for name in _UNIQUE_TAGS:
        if len(playlist.find_tags(name)) > 1:
            yield "once", f"{name} occurs more than once"
    for name in _MASTER_TAGS:
        if playlist.has_tag(name):
            yield "no-master-tags", f"{name} belongs in master playlists"
    if playlist.target_duration <= 0:
        yield (
            "target-duration",
            f"EXT-X-TARGETDURATION is {playlist.get_value('EXT-X-TARGETDURATION') or 'missing'!r}",
        )
    kind = playlist.get_value("EXT-X-PLAYLIST-TYPE")
    if kind not in ("", "VOD", "EVENT"):
        yield "playlist-type", f"EXT-X-PLAYLIST-TYPE is {kind!r}"
    if kind == "VOD" and not playlist.has_ended:
        yield "vod-has-ended", "the type is VOD and EXT-X-ENDLIST is missing"
    first = min((tag.line for tag in playlist.find_tags("EXTINF")), default=0)
    for name in _TAGS_BEFORE_SEGMENTS:
        if any(tag.line > first for tag in playlist.find_tags(name)):
            yield "before-segments", f"{name} comes after the first segment"


def _check_segments(playlist: MediaPlaylist) -> Iterator[tuple[str, str]]:
    if not playlist.segments:
        yield "has-segments", "there are no segments"
    if len(playlist.find_tags("EXTINF")) != len(playlist.segments):
        yield "extinf", f"{len(playlist.find_tags('EXTINF'))} EXTINF for {len(playlist.segments)} segments"
    for segment in playlist.segments:
        if segment.seconds is None:
            yield "extinf", f"{segment.uri} has no EXTINF"
        elif playlist.target_duration and round_half_up(segment.seconds) > playlist.target_duration:
            yield (
                "target-duration",
                f"{segment.uri} lasts {segment.seconds} s, target {playlist.target_duration} s",
            )
        elif segment.seconds <= 0:
            yield "extinf", f"{segment.uri} lasts {segment.seconds} s"
    if not playlist.has_ended and playlist.has_tag("EXT-X-MEDIA-SEQUENCE") and playlist.media_sequence:
        min_duration = _MIN_LIVE_TARGET_DURATIONS * playlist.target_duration
        if playlist.seconds < min_duration:
            yield (
                "live-window",
                f"a sliding window of {playlist.seconds:.1f} s, at least {min_duration} s are needed",
            )


def _check_version(playlist: MediaPlaylist) -> Iterator[tuple[str, str]]:
    stated_version = int(playlist.get_value("EXT-X-VERSION") or 1)
    decimal = any(not re.fullmatch(r"[0-9]+,.*", tag.value) for tag in playlist.find_tags("EXTINF"))
    requirements = {
        3: decimal,
        4: playlist.has_tag("EXT-X-BYTERANGE") or playlist.has_tag("EXT-X-I-FRAMES-ONLY"),
    }
    requirements[6] = playlist.has_tag("EXT-X-MAP") and not playlist.has_tag("EXT-X-I-FRAMES-ONLY")
    for version, is_required in requirements.items():
        if is_required and stated_version < version:
            yield "version", f"EXT-X-VERSION is {stated_version}, its tags require {version}"


def check_renditions_match(playlists: Mapping[str, str]) -> list[Violation]:
    """Return where the renditions of a stream do not match.

    The mapping is name to text, without I-frame playlists and subtitles.
    """
    parsed = {name: read_media(text) for name, text in playlists.items()}
    if not parsed:
        return []
    first_name, first = next(iter(parsed.items()))
    violations = []
    for name, other_playlist in parsed.items():
        if other_playlist.target_duration != first.target_duration:
            message = (
                f"TARGETDURATION {other_playlist.target_duration} s, {first.target_duration} s in "
                f"{first_name}"
            )
            violations.append(Violation("same-target-duration", name, message))
        if other_playlist.has_ended != first.has_ended or other_playlist.get_value(
            "EXT-X-PLAYLIST-TYPE"
        ) != first.get_value("EXT-X-PLAYLIST-TYPE"):
            violations.append(Violation("same-type", name, f"type or end differ from {first_name}"))
        violations += [
            Violation(rule, name, f"{message} {first_name}")
            for rule, message in _find_mismatches(first, other_playlist)
        ]
    return violations


def _find_mismatches(
    first_playlist: MediaPlaylist, other_playlist: MediaPlaylist
) -> Iterator[tuple[str, str]]:
    """Yield mismatches. Sequence numbers may differ, but times and discontinuities must match."""
    discontinuities = [_discontinuity_times(item) for item in (first_playlist, other_playlist)]
    if (
        len(discontinuities[0]) != len(discontinuities[1])
        or first_playlist.discontinuity_sequence != other_playlist.discontinuity_sequence
    ):
        yield "same-discontinuities", "discontinuities differ from"
    elif any(abs(a - b) > _TIME_TOLERANCE for a, b in zip(*discontinuities, strict=True)):
        yield "same-discontinuities", "discontinuities are at other times than in"
    if abs(first_playlist.seconds - other_playlist.seconds) > _TIME_TOLERANCE:
        yield "same-length", f"{other_playlist.seconds:.3f} s long, not {first_playlist.seconds:.3f} s as"


def _discontinuity_times(playlist: MediaPlaylist) -> list[float]:
    times, time = [], 0.0
    for segment in playlist.segments:
        if segment.is_discontinuity:
            times.append(time)
        time += segment.seconds or 0
    return times


def check_reloads(location: str, texts: Sequence[str]) -> list[Violation]:
    """Return the changes between reloads that a live media playlist must not make."""
    violations = []
    for older, newer in pairwise([read_media(text) for text in texts]):
        violations += [Violation(rule, location, message) for rule, message in _check_reload(older, newer)]
    return violations


def _check_reload(older: MediaPlaylist, newer: MediaPlaylist) -> Iterator[tuple[str, str]]:
    if newer.target_duration != older.target_duration:
        yield (
            "constant-target-duration",
            f"TARGETDURATION went from {older.target_duration} to {newer.target_duration} s",
        )
    removed_count = newer.media_sequence - older.media_sequence
    if removed_count < 0:
        yield (
            "sequence-never-goes-back",
            f"MEDIA-SEQUENCE fell from {older.media_sequence} by {-removed_count}",
        )
        return
    if older.has_ended and newer.text != older.text:
        yield "nothing-after-the-end", "the playlist changed after EXT-X-ENDLIST"
    kind = older.get_value("EXT-X-PLAYLIST-TYPE")
    if newer.get_value("EXT-X-PLAYLIST-TYPE") != kind and not (kind == "EVENT" and newer.has_ended):
        yield "constant-type", f"EXT-X-PLAYLIST-TYPE went from {kind!r}"
    if removed_count and kind in ("EVENT", "VOD"):
        yield "event-removes-nothing", f"{removed_count} segments left a playlist of type {kind}"
    yield from _check_kept_segments(older, newer, removed_count)


def _check_kept_segments(
    older: MediaPlaylist, newer: MediaPlaylist, removed_count: int
) -> Iterator[tuple[str, str]]:
    remaining = older.segments[removed_count:]
    for before, after in zip(remaining, newer.segments, strict=False):
        if (before.uri, before.seconds, before.byte_range) != (after.uri, after.seconds, after.byte_range):
            yield "segments-never-change", f"segment {before.sequence} went from {before.uri} to {after.uri}"
            return
    if len(newer.segments) < len(remaining):
        yield "removed-from-the-front", f"{len(remaining) - len(newer.segments)} segments left the end"
    discontinuities = sum(segment.is_discontinuity for segment in older.segments[: removed_count + 1])
    discontinuities -= bool(newer.segments and newer.segments[0].is_discontinuity)
    if newer.discontinuity_sequence != older.discontinuity_sequence + discontinuities:
        message = (
            f"DISCONTINUITY-SEQUENCE went from {older.discontinuity_sequence} to "
            f"{newer.discontinuity_sequence}"
        )
        yield "discontinuity-sequence", f"{message}, {discontinuities} discontinuities left"


def round_half_up(seconds: float) -> int:
    """Round as RFC 8216 defines it: to the nearest whole number, halves upward."""
    return int(seconds + 0.5)
