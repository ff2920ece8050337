"""The segments of a medium on one time line: what a clip is cut from."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Piece:
    """One segment: where storage keeps it, and where it lies on the time line (ms). `take` differs between
    segments with a discontinuity between them."""

    key: str
    start_ms: int
    duration_ms: int
    take: int = 0

    @property
    def end_ms(self) -> int:
        return self.start_ms + self.duration_ms


@dataclass(frozen=True, slots=True)
class FootageRendition:
    """One size of the pictures; `attributes` are those of its EXT-X-STREAM-INF, without captions."""

    name: str
    width: int
    height: int
    attributes: str
    pieces: tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Footage:
    """A medium of an event, the largest rendition first.

    The time line counts milliseconds from the medium's first picture; of a live stream from its `start_ts`
    on the clock of its playlist. What can be cut lies between `starts_ms` and `ends_ms`. `origin` is the
    instant of 0, where it is known; `frame_rate` 0 where it is not. `region` is the country that addresses
    made of it are good for.
    """

    event_id: int
    media_id: int
    live: bool
    starts_ms: int
    ends_ms: int
    frame_rate: float
    renditions: tuple[FootageRendition, ...]
    origin: datetime | None = None
    region: str | None = None
