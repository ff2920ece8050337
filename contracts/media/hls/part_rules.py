"""Rules for playlists with parts (low-latency HLS): RFC 8216bis, sections 4.4.3, 4.4.4.9 and 6.2.5.1."""

from __future__ import annotations

from collections.abc import Iterator

from contracts.media.hls.playlists import MediaPlaylist, Tag, parse_number

_SKIP_VERSION = 9
_MIN_SKIP_TARGETS = 6
_MIN_HOLD_BACK_PARTS = 2
_MIN_HOLD_BACK_TARGETS = 3
_MIN_PART_SHARE = 0.85
_TIME_TOLERANCE = 0.002


def check_parts(playlist: MediaPlaylist) -> Iterator[tuple[str, str]]:
    """Yield the violations of the rules for parts, server control and skipped segments."""
    parts = playlist.find_tags("EXT-X-PART")
    target = _get_number(playlist, "EXT-X-PART-INF", "PART-TARGET")
    if parts and not target:
        yield "part-inf", "there are parts, and EXT-X-PART-INF has no PART-TARGET"
        return
    yield from _check_server_control(playlist, target)
    yield from _check_skip(playlist)
    for group, duration in _group_parts(playlist):
        yield from _check_group(group, target or 0, duration)


def _check_server_control(playlist: MediaPlaylist, part_target: float | None) -> Iterator[tuple[str, str]]:
    hold_back = _get_number(playlist, "EXT-X-SERVER-CONTROL", "PART-HOLD-BACK")
    if part_target and (hold_back is None or hold_back < _MIN_HOLD_BACK_PARTS * part_target):
        yield "part-hold-back", f"PART-HOLD-BACK is {hold_back}, PART-TARGET {part_target}"
    segment_hold_back = _get_number(playlist, "EXT-X-SERVER-CONTROL", "HOLD-BACK")
    if (
        segment_hold_back is not None
        and segment_hold_back < _MIN_HOLD_BACK_TARGETS * playlist.target_duration
    ):
        yield "hold-back", f"HOLD-BACK is {segment_hold_back}, target {playlist.target_duration} s"
    skip_until = _get_number(playlist, "EXT-X-SERVER-CONTROL", "CAN-SKIP-UNTIL")
    if skip_until is not None and skip_until < _MIN_SKIP_TARGETS * playlist.target_duration:
        yield "skip-boundary", f"CAN-SKIP-UNTIL is {skip_until}, target {playlist.target_duration} s"


def _check_skip(playlist: MediaPlaylist) -> Iterator[tuple[str, str]]:
    if not playlist.has_tag("EXT-X-SKIP"):
        return
    if int(playlist.get_value("EXT-X-VERSION") or 1) < _SKIP_VERSION:
        yield "version", f"EXT-X-VERSION is {playlist.get_value('EXT-X-VERSION')}, EXT-X-SKIP requires 9"
    if not _get_number(playlist, "EXT-X-SKIP", "SKIPPED-SEGMENTS"):
        yield "skip", "EXT-X-SKIP skips no segments"
    boundary = _get_number(playlist, "EXT-X-SERVER-CONTROL", "CAN-SKIP-UNTIL")
    if boundary is None:
        yield "skip-boundary", "EXT-X-SKIP without CAN-SKIP-UNTIL"
    elif playlist.seconds < boundary - _TIME_TOLERANCE:
        yield "skip-boundary", f"{playlist.seconds:.3f} s are left, CAN-SKIP-UNTIL is {boundary}"


def _group_parts(playlist: MediaPlaylist) -> Iterator[tuple[list[Tag], float | None]]:
    """Yield the parts of each segment with the segment's duration; None if it is in progress."""
    group: list[Tag] = []
    for tag in playlist.tags:
        if tag.name == "EXT-X-PART":
            group.append(tag)
        elif tag.name == "EXTINF":
            if group:
                yield group, parse_number(tag.value.split(",")[0])
            group = []
    if group:
        yield group, None


def _check_group(group: list[Tag], target: float, duration: float | None) -> Iterator[tuple[str, str]]:
    lengths = [parse_number(tag.get_attribute("DURATION")) for tag in group]
    for number, (tag, length) in enumerate(zip(group, lengths, strict=True)):
        uri = tag.get_attribute("URI")
        if not uri or not tag.is_attribute_list:
            yield "part", f"EXT-X-PART:{tag.value} is malformed"
        is_last = duration is not None and number == len(group) - 1
        if not length or length > target:
            yield "part-target", f"{uri} lasts {length} s, PART-TARGET is {target}"
        elif length < _MIN_PART_SHARE * target and not is_last:
            yield "part-target", f"{uri} lasts only {length} s, PART-TARGET is {target}"
    total = sum(length or 0 for length in lengths)
    if duration is not None and abs(total - duration) > _TIME_TOLERANCE:
        yield "parts-fill-segment", f"the parts last {total:.3f} s, their segment {duration:.3f} s"


def _get_number(playlist: MediaPlaylist, name: str, attribute: str) -> float | None:
    tags = playlist.find_tags(name)
    return parse_number(tags[0].get_attribute(attribute)) if tags else None
