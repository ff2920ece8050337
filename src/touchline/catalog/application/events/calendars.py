"""Event calendars: a single event, or a feed to subscribe to. They are the same for every viewer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from touchline.catalog.application.events.event_names import format_labeled_name
from touchline.catalog.application.events.viewer_events import ViewerEvents
from touchline.catalog.application.request_context import RequestContextFactory
from touchline.catalog.application.serializer import CatalogSerializer
from touchline.catalog.domain.events.event import Event
from touchline.catalog.domain.events.schedule import ScheduleStatus
from touchline.catalog.domain.events.status import StreamStatus
from touchline.catalog.domain.filters import EventFilter, Period, PeriodBound
from touchline.catalog.domain.taxonomy import Location
from touchline.catalog.ports.current_channel import CurrentChannel
from touchline.catalog.ports.events.events import Events
from touchline.catalog.ports.site_urls import SiteUrls
from touchline.shared.clock import Clock
from touchline.shared.errors import NotFoundError
from touchline.shared.ids import EventId
from touchline.shared.paging import MAX_UNLIMITED, PageRequest
from touchline.shared.strings.folding import fold_text

_STATUSES = {ScheduleStatus.CANCELED: "CANCELLED", ScheduleStatus.POSTPONED: "TENTATIVE"}


@dataclass(frozen=True)
class CalendarEntry:
    """One event of a calendar.

    The `uid` of an event never changes. Texts are in one language. `status` is an RFC 5545 status.
    `starts_at` and `ends_at` are days if the time is to be announced.
    """

    uid: str
    name: str
    starts_at: date
    ends_at: date
    changed_at: datetime
    revision: int
    url: str
    location: str = ""
    description: str = ""
    category: str = ""
    status: str = "CONFIRMED"


@dataclass(frozen=True)
class Calendar:
    """A calendar: its name, and its entries by start."""

    name: str
    entries: Sequence[CalendarEntry]


class CalendarQueries:
    """Queries for `.ics` responses (api.md, "Catalog"; RFC 5545)."""

    def __init__(
        self,
        events: Events,
        viewer_events: ViewerEvents,
        current_channel: CurrentChannel,
        urls: SiteUrls,
        contexts: RequestContextFactory,
        clock: Clock,
    ) -> None:
        self._events = events
        self._viewer_events = viewer_events
        self._current_channel = current_channel
        self._urls = urls
        self._contexts = contexts
        self._clock = clock

    def get_event_calendar(self, language: str, event_id: EventId, *, with_results: bool) -> Calendar:
        """Return the calendar of one event, with its result after the final if asked.

        Raises `NotFoundError` if the channel does not show the event to
        everybody.
        """
        event = self._viewer_events.find_public(event_id)
        if event is None:
            raise NotFoundError()
        serializer = self._contexts.create_serializer(language)
        entry = self._build_entry(event, serializer, with_results=with_results)
        return Calendar(entry.name, [entry])

    def get_filtered_calendar(
        self,
        language: str,
        event_filter: EventFilter,
        *,
        with_results: bool,
        first: PeriodBound = None,
        last: PeriodBound = None,
    ) -> Calendar:
        """Return the calendar of the events that match a filter, as in `GET /events`.

        If more than 1000 events match, return those that start last.
        """
        channel, now = self._current_channel.get_details(), self._clock.now()
        query = replace(event_filter, period=Period.between(first, last, channel.zone_info))
        latest = PageRequest(MAX_UNLIMITED, 0, "event_utc_ts", "desc")
        events = list(reversed(self._events.list_page(query, latest, now).items))
        serializer = self._contexts.create_serializer(language)
        name = " · ".join([*_describe_filter(event_filter, events, serializer), channel.name])
        entries = [self._build_entry(event, serializer, with_results=with_results) for event in events]
        return Calendar(name, entries)

    def _build_entry(
        self, event: Event, serializer: CatalogSerializer, *, with_results: bool
    ) -> CalendarEntry:
        category = serializer.localize(event.category.name) if event.category else ""
        url = self._urls.get_event_url(event.id)
        is_over = event.get_status(self._clock.now()) is StreamStatus.FINISHED
        score = event.current_score if is_over and event.is_matchup and with_results else None
        result = serializer.format_final(score, event.ordered_sides, event.sport) if score else ""
        text = serializer.localize(event.description) if with_results or not is_over else ""
        description_parts = (result, serializer.localize(event.label), text or category, url)
        starts_at, ends_at = _get_period(event, serializer.time_zone)
        return CalendarEntry(
            uid=f"event-{event.id}@{self._current_channel.get_details().domain}",
            name=format_labeled_name(event, serializer.language, serializer.fallback),
            starts_at=starts_at,
            ends_at=ends_at,
            changed_at=event.changed_at or event.starts_at,
            revision=event.revision,
            url=url,
            location=_format_location(event.location, serializer) if event.location else "",
            description="\n".join(text for text in description_parts if text),
            category=category,
            status=_STATUSES.get(event.schedule.status, "CONFIRMED"),
        )


def _get_period(event: Event, time_zone: str) -> tuple[date, date]:
    """Return start and end; the day and the one after it if the time is to be announced."""
    if event.is_time_known:
        return event.starts_at, event.ends_at
    day = event.starts_at.astimezone(ZoneInfo(time_zone)).date()
    return day, day + timedelta(days=1)


def _format_location(location: Location, serializer: CatalogSerializer) -> str:
    parts = (serializer.localize(location.name), location.city, location.state)
    return ", ".join(dict.fromkeys(part for part in parts if part))


def _describe_filter(
    event_filter: EventFilter, events: Sequence[Event], serializer: CatalogSerializer
) -> list[str]:
    """Return labels for the filter: names from the matched events, or the alias if nothing matched."""
    participants = [side.participant for event in events for side in event.sides]
    groups = [participant.group for participant in participants if participant.group]
    teams = {participant.key: serializer.localize(participant.name) for participant in participants}
    schools = {group.key: serializer.localize(group.name) for group in groups}
    sports = {
        event.category.key: serializer.localize(event.category.name) for event in events if event.category
    }
    filter_values = (
        (event_filter.team, teams),
        (event_filter.school or event_filter.group, schools),
        (event_filter.sport, sports),
    )
    labels = [names.get(name.strip().lower(), name.strip()) for name, names in filter_values if name]
    return [name for name in dict.fromkeys(labels) if fold_text(name)]
