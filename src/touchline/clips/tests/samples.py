"""Footage and clips to test with."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from touchline.clips.domain.clip import Clip, Range, Words
from touchline.clips.domain.footage import Footage, Piece, Rendition
from touchline.clips.domain.ids import ClipId
from touchline.shared.ids import AccountId, ChannelId, EventId, SessionId
from touchline.shared.principal import Principal

NOON = datetime(2026, 11, 21, 18, 0, tzinfo=UTC)
ADA, BEA = AccountId(4), AccountId(5)
SIZES = {"v0": (1280, 720), "v1": (640, 360)}


def pieces(
    numbers: Iterable[int], *, name: str = "v0", length_ms: int = 4000, take: int = 0, shift_ms: int = 0
) -> tuple[Piece, ...]:
    """Segments that follow each other; `shift_ms` later than their numbers say."""
    return tuple(
        Piece(f"assets/1/{name}/{number:05}.ts", number * length_ms + shift_ms, length_ms, take)
        for number in numbers
    )


def rendition(name: str, of: Collection[Piece]) -> Rendition:
    """One size."""
    width, height = SIZES[name]
    return Rendition(name, width, height, f"BANDWIDTH={width}000,RESOLUTION={width}x{height}", tuple(of))


def footage(numbers: Iterable[int] = range(10), *, live: bool = False, **more: Any) -> Footage:
    """Two sizes of the same segments."""
    numbers = list(numbers)
    sizes = [rendition(name, pieces(numbers, name=name, **more)) for name in SIZES]
    first, last = sizes[0].pieces[0], sizes[0].pieces[-1]
    return Footage(8, live, first.start_ms, last.end_ms, 0.0 if live else 25.0, sizes)


def clip(**changes: Any) -> Clip:
    """Ada's clip of event 7: 9.4 s from 3.2 s on."""
    made = Clip(
        id=ClipId(1),
        channel_id=ChannelId(1),
        account_id=ADA,
        event_id=EventId(7),
        media_id=8,
        uuid=UUID(int=1),
        words=Words("Glove save", ("Save",)),
        range=Range(3200, 9400),
        folder="clips/4f",
        offset_ms=3200,
        width=1280,
        height=720,
        frame_rate=25.0,
        created_at=NOON,
    )
    return replace(made, **changes)


def viewer(account_id: AccountId | None = ADA) -> Principal:
    """Who asks."""
    return Principal(ChannelId(1), SessionId(41), account_id, "en", "US")
