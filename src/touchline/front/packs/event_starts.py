"""Starts of events that a pack gives relative to now."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any

from touchline.channel.domain.document.entries import EntryRef
from touchline.front.packs.document.applied_pack import find_relative_fields, locate_entries
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


def end_postponements(merged: Mapping[str, Any], current: Mapping[str, Any], pack: Pack) -> dict[str, Any]:
    """Return the merged content, in which a postponement ends if the pack says another start than before.

    The pack's own `status` takes precedence. A start that depends on the day of the apply is no other start.
    """
    previous = {event["key"]: event for event in current["events"]}
    in_pack = {event["key"]: event for event in pack.content["events"]}
    locations = locate_entries(pack)

    def end(event: PackPart) -> PackPart:
        key, before, said = event["key"], previous.get(event["key"]), in_pack.get(event["key"])
        is_kept = event["status"] == "postponed" and said is not None and said["status"] is None
        if not is_kept or before is None or before["starts"] == event["starts"]:
            return event
        if "starts" in find_relative_fields(locations.get(EntryRef("events", key))):
            return event
        return event | {"status": None, "postponed_to": None}

    return {**merged, "events": [end(event) for event in merged["events"]]}


def reinstate_events(content: Mapping[str, Any], current: Mapping[str, Any]) -> dict[str, Any]:
    """Return a content in which an event says `scheduled` if its status was removed.

    The catalog keeps the status of an event that says none, because packs do not repeat what commands do.
    """
    called_off = {event["key"] for event in current["events"] if event["status"]}
    events = [
        event | {"status": "scheduled"} if event["key"] in called_off and not event["status"] else event
        for event in content["events"]
    ]
    return {**content, "events": events}


def has_later_event(before: Iterable[PackPart], after: Iterable[PackPart]) -> bool:
    """Return whether an event starts later than before the apply."""
    previous_starts = {event["key"]: event["starts"] for event in before}
    return any(event["starts"] > previous_starts.get(event["key"], event["starts"]) for event in after)


def _get_event_state(starts: datetime, duration: timedelta, now: datetime) -> str:
    if now < starts:
        return "ahead"
    return "on air" if now < starts + duration else "over"
