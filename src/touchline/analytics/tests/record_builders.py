"""Builders of records. A test states only the fields that it needs."""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import date
from itertools import count
from typing import Any
from zoneinfo import ZoneInfo

from touchline.analytics.domain.periods import Period
from touchline.analytics.domain.records import (
    AnalyticsEvent,
    ContentKind,
    Device,
    FaultSide,
    PlaybackEvent,
    PlaybackEventType,
    Record,
    RecordBatch,
    SessionStart,
    Visitor,
)
from touchline.shared.ids import ChannelId

PRAIRIE, ATELIER = ChannelId(1), ChannelId(2)
PERIOD = Period(PRAIRIE, date(2026, 11, 1), date(2026, 11, 2), ZoneInfo("America/Winnipeg"))
"""Two days, the first of which has 25 hours."""
START = PERIOD.since
_ids = count(1)
_EVENT_NAMES = (
    "visit_page",
    "visit_page",
    "login",
    "view_item_list",
    "select_item",
    "begin_checkout",
    "purchase",
)


def visitor(session: str = "ada", **more: Any) -> Visitor:
    """Return a visitor of `PRAIRIE`."""
    return Visitor(**{"channel_id": PRAIRIE, "session": session, **more})


def session_start(at: int = 0, visitor_or_name: str | Visitor = "ada") -> SessionStart:
    """Return a session start, `at` seconds after `START`."""
    return SessionStart(next(_ids), START + at, _as_visitor(visitor_or_name), "web", "1440x900")


def analytics_event(
    name: str = "visit_page", at: int = 0, visitor_or_name: str | Visitor = "ada", **more: Any
) -> AnalyticsEvent:
    """Return an analytics event, by default a page visit."""
    return AnalyticsEvent(next(_ids), START + at, _as_visitor(visitor_or_name), name, **more)


def playback_event(
    event_type: PlaybackEventType, at: int = 0, visitor_or_name: str | Visitor = "ada", **more: Any
) -> PlaybackEvent:
    """Return a playback event of event 12. The view has the name of its session."""
    sender = _as_visitor(visitor_or_name)
    fields = {"view": sender.session, "thing_kind": ContentKind.EVENT, "thing_id": 12, **more}
    return PlaybackEvent(next(_ids), START + at, sender, what=event_type, **fields)


def first_frame(at: int = 0, visitor_or_name: str | Visitor = "ada", **more: Any) -> PlaybackEvent:
    """Return the first frame of a view."""
    return playback_event(PlaybackEventType.FIRST_FRAME, at, visitor_or_name, **more)


def viewing(seconds: int, at: int = 0, visitor_or_name: str | Visitor = "ada", **more: Any) -> PlaybackEvent:
    """Return a playback event of watched seconds."""
    return playback_event(PlaybackEventType.VIEWING, at, visitor_or_name, seconds=seconds, **more)


def batch(*records: Record, **more: Any) -> RecordBatch:
    """Return the batch of a whole file."""
    return RecordBatch(**{"file": f"file-{next(_ids)}", "first": 0, "last": 100, "records": records, **more})


def one_of_each(visitor_or_name: Visitor) -> tuple[Record, ...]:
    """Return a record of each kind, in the first minute of `PERIOD`."""
    steps = (analytics_event(name, 1, visitor_or_name) for name in _EVENT_NAMES)
    sides: dict[str, Any] = {"side": FaultSide.DELIVERY, "stall_ms": 900}
    views = (
        first_frame(2, visitor_or_name, startup_ms=700),
        viewing(30, 30, visitor_or_name, position=30, bitrate=2500),
        playback_event(PlaybackEventType.STALL, 31, visitor_or_name, **sides),
        playback_event(PlaybackEventType.ERROR, 32, visitor_or_name, fault="segment"),
        playback_event(PlaybackEventType.END, 33, visitor_or_name),
    )
    return (session_start(0, visitor_or_name), *steps, *views)


def random_records(seed: int, count: int) -> tuple[Record, ...]:
    """Return random records of two channels and three days, some of them from bots."""
    rng = random.Random(seed)  # noqa: S311
    return tuple(_random_record(rng, START + rng.randrange(-40_000, 220_000)) for _ in range(count))


def _random_record(rng: random.Random, at: int) -> Record:
    number = rng.randrange(40)
    visitor_or_name = visitor(
        f"session-{number}",
        channel_id=rng.choice([PRAIRIE, PRAIRIE, PRAIRIE, ATELIER]),
        person=f"person-{number % 4}" if number % 4 else "",
        country=rng.choice(["CA", "CA", "US", ""]),
        device=rng.choice(list(Device)),
        is_bot=number == 7,
        is_doubtful=number in (7, 8, 9),
    )
    kind_number = rng.randrange(10)
    if kind_number == 0:
        return SessionStart(next(_ids), at, visitor_or_name, "web", "1440x900")
    if kind_number < 3:
        return AnalyticsEvent(
            next(_ids), at, visitor_or_name, rng.choice(_EVENT_NAMES), "/", detail={"ms": 12}
        )
    return _random_playback_event(rng, at, visitor_or_name)


def _random_playback_event(rng: random.Random, at: int, visitor_or_name: Visitor) -> PlaybackEvent:
    event_type = rng.choice(
        [
            *PlaybackEventType,
            PlaybackEventType.VIEWING,
            PlaybackEventType.VIEWING,
            PlaybackEventType.FIRST_FRAME,
        ]
    )
    has_fault = event_type in (PlaybackEventType.STALL, PlaybackEventType.ERROR)
    return PlaybackEvent(
        next(_ids),
        at,
        visitor_or_name,
        f"view-{rng.randrange(90)}",
        rng.choice(list(ContentKind)),
        rng.randrange(3),
        event_type,
        position=rng.randrange(300),
        seconds=rng.randrange(130) if event_type is PlaybackEventType.VIEWING else 0,
        startup_ms=rng.choice([0, 50, 100, 350, 9_999, 12_000])
        if event_type is PlaybackEventType.FIRST_FRAME
        else 0,
        stall_ms=rng.randrange(5_000) if event_type is PlaybackEventType.STALL else 0,
        bitrate=rng.choice([0, 249, 250, 3_000]),
        side=rng.choice([None, *FaultSide]) if has_fault else None,
        about={"category": "Hockey"},
    )


def _as_visitor(visitor_or_name: str | Visitor) -> Visitor:
    return visitor(visitor_or_name) if isinstance(visitor_or_name, str) else visitor_or_name


def batches(records: tuple[Record, ...], size: int) -> Iterator[RecordBatch]:
    """Yield the batches of one file, each with up to `size` records."""
    file = f"file-{next(_ids)}"
    for first in range(0, len(records), size):
        yield RecordBatch(file, first, min(first + size, len(records)), records[first : first + size])
