"""Starts of events that a pack gives relative to now."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from touchline.front.packs.pack import Pack
from touchline.front.packs.part_types import PackPart


def keep_event_starts(pack: Pack, events_before: Iterable[PackPart]) -> dict[str, Any]:
    """Return the content of a pack, in which events that start at `now …` keep their previous start."""
    previous_starts = {event["key"]: event["starts"] for event in events_before}
    events = [
        _keep_event_start(event, previous_starts.get(event["key"]), pack) for event in pack.content["events"]
    ]
    return pack.content | {"events": events}


def _keep_event_start(event: PackPart, previous_start: datetime | None, pack: Pack) -> PackPart:
    """Keep the previous start of an event that starts at `now …`, if its state stays the same.

    A live event does not start over with each apply.
    """
    if previous_start is None or event["key"] not in pack.relative_events:
        return event
    duration = timedelta(seconds=event["duration"])
    recent = abs(event["starts"] - previous_start) < timedelta(hours=12)
    if recent and _get_event_state(previous_start, duration, pack.read_at) == _get_event_state(
        event["starts"], duration, pack.read_at
    ):
        return event | {"starts": previous_start}
    return event


def has_later_event(before: Iterable[PackPart], after: Iterable[PackPart]) -> bool:
    """Return whether an event starts later than before the apply."""
    previous_starts = {event["key"]: event["starts"] for event in before}
    return any(event["starts"] > previous_starts.get(event["key"], event["starts"]) for event in after)


def _get_event_state(starts: datetime, duration: timedelta, now: datetime) -> str:
    if now < starts:
        return "ahead"
    return "on air" if now < starts + duration else "over"
