"""Fakes of what reports need from other contexts."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from itertools import count
from typing import Any
from zoneinfo import ZoneInfo

from touchline.analytics.domain.periods import Period
from touchline.analytics.domain.records import (
    AnalyticsEvent,
    ContentKind,
    PlaybackEvent,
    PlaybackEventType,
    RecordBatch,
    Visitor,
)
from touchline.analytics.ports.catalog import EventSummary
from touchline.analytics.ports.clipped_moments import ClippedMoment
from touchline.analytics.ports.current_channel import ChannelDetails
from touchline.analytics.ports.sales import ProductSales
from touchline.analytics.tests.fakes import InMemoryAnalyticsStore
from touchline.shared.ids import ChannelId

CHANNEL = ChannelId(1)
CHICAGO = ZoneInfo("America/Chicago")
NOON = datetime(2026, 11, 21, 18, 0, tzinfo=UTC)
NOON_SECOND = int(NOON.timestamp())


class FakeCurrentChannel:
    """The channel `prairie`."""

    def get_details(self) -> ChannelDetails:
        """Return the same details every time."""
        return ChannelDetails(CHANNEL, "en", CHICAGO, "USD")


class FakeCatalog:
    """Events and library items in lists."""

    def __init__(self, *events: EventSummary, library_items: Mapping[int, str] | None = None) -> None:
        self._events = {event.id: event for event in events}
        self._library_items = library_items or {}

    def list_events(self, ids: Collection[int], language: str) -> Mapping[int, EventSummary]:
        """Return the events that exist."""
        return {number: self._events[number] for number in ids if number in self._events}

    def list_library_item_titles(self, ids: Collection[int], language: str) -> Mapping[int, str]:
        """Return the titles of the library items that exist."""
        return {number: self._library_items[number] for number in ids if number in self._library_items}


class FakeSalesLedger:
    """Sales in a list."""

    def __init__(self, *sales: ProductSales) -> None:
        self._sales = sales

    def list_sales(self, period: Period, language: str) -> Sequence[ProductSales]:
        """Return the sales within the period."""
        return [sale for sale in self._sales if period.first <= sale.day <= period.last]


class FakeClippedMoments:
    """Clipped moments in a list."""

    def __init__(self, *moments: ClippedMoment) -> None:
        self._moments = moments

    def list_most_clipped(self, event_id: int, limit: int) -> Sequence[ClippedMoment]:
        """Return the same moments for every event."""
        return self._moments[:limit]


def event_summary(number: int, **changes: Any) -> EventSummary:
    """Return a game of two hours."""
    return replace(EventSummary(number, f"Game {number}", NOON, 7200), **changes)


class RecordedActivity:
    """A store with short methods to fill it. Each view is in its own session."""

    def __init__(self) -> None:
        self.store = InMemoryAnalyticsStore()
        self._numbers = count(1)

    def add_view(
        self, content_key: str = "event:1", at: int = NOON_SECOND, seconds: int = 60, **more: Any
    ) -> str:
        """Add a view with a first frame and some watched seconds, and return its name."""
        number = next(self._numbers)
        view = f"view {number}"
        self.add_playback_event(
            view,
            content_key,
            PlaybackEventType.FIRST_FRAME,
            at,
            startup_ms=more.pop("startup_ms", 500),
            **more,
        )
        if seconds:
            position = more.pop("position", seconds)
            self.add_playback_event(
                view, content_key, PlaybackEventType.VIEWING, at, seconds=seconds, position=position, **more
            )
        return view

    def add_playback_event(
        self, view: str, content_key: str, event_type: PlaybackEventType, at: int = NOON_SECOND, **more: Any
    ) -> None:
        """Add a playback event to a view."""
        kind, _, number = content_key.partition(":")
        visitor_fields = {name: more.pop(name) for name in ("country", "device") if name in more}
        visitor = Visitor(CHANNEL, f"session of {view}", **visitor_fields)
        record = PlaybackEvent(
            next(self._numbers), at, visitor, view, ContentKind(kind), int(number), event_type, **more
        )
        self._write(record)

    def add_events(self, session: str, *names: str, at: int = NOON_SECOND) -> None:
        """Add analytics events to a session."""
        for name in names:
            self._write(AnalyticsEvent(next(self._numbers), at, Visitor(CHANNEL, session), name))

    def _write(self, record: Any) -> None:
        file_number = next(self._numbers)
        self.store.write(RecordBatch(f"file {file_number}", 0, 1, (record,)))
