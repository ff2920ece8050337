"""The wall clock of a recording: when each of its frames was live."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from touchline.catalog.domain.media.live_playlists import PlaylistEntry

_TOLERANCE_MS = 50
"""Difference in milliseconds up to which a segment follows the one before it without a break."""


@dataclass(frozen=True, slots=True)
class ClockAnchor:
    """A position in a recording, and the time at which it was live, both in milliseconds. The position counts
    from the start of the recording, the time since 1970. Time passes evenly until the next anchor.
    """

    position_ms: int
    at_ms: int


def build_anchors(segments: Iterable[PlaylistEntry]) -> list[ClockAnchor]:
    """Return the anchors of a recording that joins these segments: one after each break."""
    anchors: list[ClockAnchor] = []
    position_ms, expected_ms = 0, None
    for segment in segments:
        at_ms = round(segment.starts_at.timestamp() * 1000)
        if expected_ms is None or abs(at_ms - expected_ms) > _TOLERANCE_MS:
            anchors.append(ClockAnchor(position_ms, at_ms))
        position_ms, expected_ms = position_ms + segment.duration_ms, at_ms + segment.duration_ms
    return anchors


def trim_anchors(anchors: Sequence[ClockAnchor], start_ms: int) -> list[ClockAnchor]:
    """Return the anchors of a recording that begins at `start_ms` of the full length."""
    before = [anchor for anchor in anchors if anchor.position_ms <= start_ms]
    first = [ClockAnchor(0, before[-1].at_ms + start_ms - before[-1].position_ms)] if before else []
    later = (anchor for anchor in anchors if anchor.position_ms > start_ms)
    return [*first, *(ClockAnchor(anchor.position_ms - start_ms, anchor.at_ms) for anchor in later)]


def get_instant(anchors: Sequence[ClockAnchor], position_ms: int) -> int:
    """Return when a position of a recording was live. There must be an anchor."""
    before = [anchor for anchor in anchors if anchor.position_ms <= position_ms]
    anchor = before[-1] if before else anchors[0]
    return anchor.at_ms + position_ms - anchor.position_ms


def get_position(anchors: Sequence[ClockAnchor], at_ms: int) -> int:
    """Return the position of what was live at a time, negative before the start. There must be an anchor.

    A time in a break has the position of the end of the break.
    """
    number = max((number for number, anchor in enumerate(anchors) if anchor.at_ms <= at_ms), default=0)
    anchor = anchors[number]
    position_ms = anchor.position_ms + at_ms - anchor.at_ms
    return min([position_ms, *(following.position_ms for following in anchors[number + 1 :])])
