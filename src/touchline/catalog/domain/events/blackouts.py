"""Blackouts: countries in which events and library items are not available for a time.

A channel, a category and an event may each have blackouts. The strictest one counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

Interval = tuple[datetime | None, datetime | None]
"""From a time (inclusive) to a time (exclusive); None leaves that side open."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Blackout:
    """A time in which content is not available in some countries (ISO 3166 alpha-2, upper case).

    It begins at `since` and ends at `until`, or `hours_after_end` after the planned end of the event. A side
    without a time is open.
    """

    regions: tuple[str, ...]
    since: datetime | None = None
    until: datetime | None = None
    hours_after_end: int | None = None

    def get_interval(self, ends_at: datetime) -> Interval:
        """Return the time of the blackout for an event with this planned end."""
        if self.hours_after_end is None:
            return self.since, self.until
        return self.since, ends_at + timedelta(hours=self.hours_after_end)

    def to_dict(self) -> dict[str, Any]:
        """Return the value for a column."""
        return {
            "regions": list(self.regions),
            "since": self.since.isoformat() if self.since else None,
            "until": self.until.isoformat() if self.until else None,
            "hours_after_end": self.hours_after_end,
        }

    @classmethod
    def from_dict(cls, value: Mapping[str, Any]) -> Blackout:
        """Return the blackout of a column."""
        since, until = value.get("since"), value.get("until")
        return cls(
            regions=tuple(value["regions"]),
            since=datetime.fromisoformat(since) if since else None,
            until=datetime.fromisoformat(until) if until else None,
            hours_after_end=value.get("hours_after_end"),
        )


def combine_blackouts(*levels: Iterable[Blackout]) -> tuple[Blackout, ...]:
    """Return the blackouts that count for an event: those of the channel, of its category and its own.

    Content is blacked out while any of them lasts. So no level can open what another one closes.
    """
    return tuple(dict.fromkeys(blackout for level in levels for blackout in level))


def list_intervals(blackouts: Iterable[Blackout], country: str | None, ends_at: datetime) -> list[Interval]:
    """Return the times in which an event is blacked out in a country.

    An unknown country has no blackouts, as it has no blocked events.
    """
    return [blackout.get_interval(ends_at) for blackout in blackouts if country in blackout.regions]


def is_blacked_out(intervals: Iterable[Interval], now: datetime) -> bool:
    """Return whether one of the intervals includes `now`."""
    return any(
        (since is None or since <= now) and (until is None or now < until) for since, until in intervals
    )


def get_blackout_end(intervals: Sequence[Interval], now: datetime) -> datetime | None:
    """Return the first instant from `now` on outside of all intervals; None if there is none.

    Intervals may overlap or touch.
    """
    end = now
    for _ in intervals:
        current = [until for since, until in intervals if is_blacked_out([(since, until)], end)]
        if not current:
            break
        known = [until for until in current if until is not None]
        if len(known) < len(current):
            return None
        end = max(known)
    return end


def get_next_blackout(intervals: Iterable[Interval], now: datetime) -> datetime | None:
    """Return when the next blackout after `now` begins; None if there is none."""
    return min(
        (since for since, until in intervals if since is not None and since > now and since != until),
        default=None,
    )


def is_open_within(intervals: Sequence[Interval], since: datetime, until: datetime | None) -> bool:
    """Return whether any instant from `since` to `until` (exclusive, None: open) is not blacked out."""
    end = get_blackout_end(intervals, since)
    return end is not None and (until is None or end < until)
