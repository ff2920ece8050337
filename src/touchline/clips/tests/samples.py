"""Sample footage and clips for tests."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from touchline.clips.domain.clip import Clip, ClipDetails, Range
from touchline.clips.domain.footage import Footage, FootageSegment, Rendition
from touchline.clips.domain.ids import ClipId
from touchline.shared.ids import AccountId, ChannelId, EventId, SessionId
from touchline.shared.principal import Principal

NOON = datetime(2026, 11, 21, 18, 0, tzinfo=UTC)
ADA, BEA = AccountId(4), AccountId(5)
SIZES = {"v0": (1280, 720), "v1": (640, 360)}


def build_segments(
    numbers: Iterable[int],
    *,
    name: str = "v0",
    length_ms: int = 4000,
    discontinuity: int = 0,
    shift_ms: int = 0,
) -> tuple[FootageSegment, ...]:
    """Return consecutive segments, each starting `shift_ms` later than its number implies."""
    return tuple(
        FootageSegment(
            f"assets/1/{name}/{number:05}.ts", number * length_ms + shift_ms, length_ms, discontinuity
        )
        for number in numbers
    )


def build_rendition(name: str, segments: Collection[FootageSegment]) -> Rendition:
    """Return one rendition."""
    width, height = SIZES[name]
    return Rendition(
        name, width, height, f"BANDWIDTH={width}000,RESOLUTION={width}x{height}", tuple(segments)
    )


def build_footage(numbers: Iterable[int] = range(10), *, is_live: bool = False, **extra: Any) -> Footage:
    """Return footage with two renditions of the same segments."""
    numbers = list(numbers)
    sizes = [build_rendition(name, build_segments(numbers, name=name, **extra)) for name in SIZES]
    first, last = sizes[0].segments[0], sizes[0].segments[-1]
    return Footage(8, is_live, first.start_ms, last.end_ms, 0.0 if is_live else 25.0, sizes)


def build_clip(**changes: Any) -> Clip:
    """Return Ada's clip of event 7: 9.4 s, from 3.2 s on."""
    created = Clip(
        id=ClipId(1),
        channel_id=ChannelId(1),
        account_id=ADA,
        event_id=EventId(7),
        media_id=8,
        uuid=UUID(int=1),
        details=ClipDetails("Glove save", ("Save",)),
        range=Range(3200, 9400),
        folder="clips/4f",
        offset_ms=3200,
        width=1280,
        height=720,
        frame_rate=25.0,
        created_at=NOON,
    )
    return replace(created, **changes)


def build_viewer(account_id: AccountId | None = ADA) -> Principal:
    """Return the principal of a viewer's request."""
    return Principal(ChannelId(1), SessionId(41), account_id, "en", "US")
