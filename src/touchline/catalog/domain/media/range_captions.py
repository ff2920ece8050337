"""The captions of ranges of footage, such as those of a clip or of a summary."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from touchline.catalog.domain.live_captions.captions import LiveCaption
from touchline.catalog.domain.live_captions.placement import build_cues
from touchline.catalog.domain.live_captions.webvtt import escape_text
from touchline.catalog.domain.media.wall_clock import ClockAnchor, get_position
from touchline.shared.webvtt import (
    TICKS_PER_MS,
    TIMESTAMP_MODULUS,
    TextCue,
    TimestampMap,
    cut_cues,
    parse_cues,
    parse_timestamp_map,
)


@dataclass(frozen=True, slots=True)
class CaptionRange:
    """A range of footage without a discontinuity.

    `start_pts` is the timestamp of its first frame (ticks of 1/90,000 s). `starts_at` is when that frame was
    live; None for a recording.
    """

    start_pts: int
    duration_ms: int
    starts_at: datetime | None = None

    @property
    def ends_at(self) -> datetime | None:
        """When the last frame ended live; None for a recording."""
        return self.starts_at + timedelta(milliseconds=self.duration_ms) if self.starts_at else None


@dataclass(frozen=True, slots=True)
class RangeCaptions:
    """Captions in one language. `cues` has those of each range, with times that count from its start.

    `language` is a BCP 47 tag, or "" if unknown.
    """

    language: str
    name: str
    cues: tuple[tuple[TextCue, ...], ...]

    @property
    def is_empty(self) -> bool:
        """Whether nothing is shown in any range."""
        return not any(self.cues)


def cut_file(webvtt: str, ranges: Sequence[CaptionRange]) -> tuple[tuple[TextCue, ...], ...]:
    """Return the cues of a recording's caption file in ranges of the recording."""
    start = parse_timestamp_map(webvtt) or TimestampMap(0)
    starts_ms = [
        (it.start_pts - start.pts) % TIMESTAMP_MODULUS // TICKS_PER_MS + start.local_ms for it in ranges
    ]
    return _cut(parse_cues(webvtt), starts_ms, ranges)


def cut_recorded(
    webvtt: str, anchors: Sequence[ClockAnchor], ranges: Sequence[CaptionRange]
) -> tuple[tuple[TextCue, ...], ...]:
    """Return the cues of a recording's caption file in ranges of the stream that it recorded."""
    starts_ms = [get_position(anchors, _to_ms(it.starts_at)) for it in ranges]
    return _cut(parse_cues(webvtt), starts_ms, ranges)


def has_recorded(anchors: Sequence[ClockAnchor], duration_ms: int, ranges: Sequence[CaptionRange]) -> bool:
    """Return whether a recording with these anchors has all ranges of its stream."""
    return bool(anchors) and all(
        it.starts_at is not None
        and _to_ms(it.starts_at) >= anchors[0].at_ms
        and get_position(anchors, _to_ms(it.starts_at)) < duration_ms
        for it in ranges
    )


def cut_live(
    captions: Sequence[LiveCaption], ranges: Sequence[CaptionRange]
) -> tuple[tuple[TextCue, ...], ...]:
    """Return live captions of one language at their exact times, in ranges of their stream."""
    cues = build_cues(captions)
    result = []
    for it in ranges:
        start_ms = _to_ms(it.starts_at)
        placed = [
            TextCue(
                _to_ms(cue.starts_at) - start_ms,
                _to_ms(cue.ends_at) - start_ms,
                escape_text(cue.text),
            )
            for cue in cues
        ]
        result.append(tuple(cut_cues(placed, 0, it.duration_ms)))
    return tuple(result)


def _cut(
    cues: Sequence[TextCue], starts_ms: Sequence[int], ranges: Sequence[CaptionRange]
) -> tuple[tuple[TextCue, ...], ...]:
    return tuple(
        tuple(cut_cues(cues, start_ms, start_ms + it.duration_ms))
        for start_ms, it in zip(starts_ms, ranges, strict=True)
    )


def _to_ms(instant: datetime | None) -> int:
    return round(instant.timestamp() * 1000) if instant else 0
