"""The schedule as the team of a channel sees it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum

from touchline.catalog.application.request_context import RequestContext, RequestContextFactory
from touchline.catalog.application.serializer import JsonObject
from touchline.catalog.domain.events.attention import EventMedia, find_missing
from touchline.catalog.domain.events.event import Event
from touchline.catalog.domain.events.schedule import ScheduleStatus
from touchline.catalog.domain.events.status import StreamStatus
from touchline.catalog.domain.filters import EventFilter, Period, PeriodBound
from touchline.catalog.ports.events.event_media import EventMediaLookup
from touchline.catalog.ports.events.events import Events
from touchline.shared.paging import Page, PageRequest
from touchline.shared.principal import Principal

TAKES_PLACE = frozenset(status for status in ScheduleStatus if status.takes_place)


class EventStatus(StrEnum):
    """The status of an event in the studio: that of its schedule if it does not take place."""

    UPCOMING = "upcoming"
    LIVE = "live"
    FINISHED = "finished"
    POSTPONED = "postponed"
    CANCELED = "canceled"


def get_event_status(event: Event, now: datetime) -> EventStatus:
    """Return the status of an event in the studio."""
    is_shown = event.takes_place or event.stream.is_publishing
    return EventStatus(event.get_status(now).value if is_shown else event.schedule.status.value)


def filter_status(event_filter: EventFilter, status: EventStatus | None) -> EventFilter:
    """Return the filter, narrowed to a status."""
    if status is None:
        return event_filter
    if status in (EventStatus.POSTPONED, EventStatus.CANCELED):
        return replace(event_filter, schedule=frozenset({ScheduleStatus(status.value)}))
    if status is EventStatus.LIVE:
        return replace(event_filter, statuses=frozenset({StreamStatus.LIVE}))
    return replace(event_filter, statuses=frozenset({StreamStatus(status.value)}), schedule=TAKES_PLACE)


@dataclass(frozen=True)
class ListStudioEvents:
    """Query: a page of the schedule for operators, with what each event has and lacks."""

    events: Events
    media: EventMediaLookup
    contexts: RequestContextFactory

    def __call__(
        self,
        principal: Principal,
        event_filter: EventFilter,
        request: PageRequest,
        *,
        first: PeriodBound = None,
        last: PeriodBound = None,
    ) -> Page[JsonObject]:
        """Return a page of events. `first` and `last` are inclusive days in the channel's time zone, or
        instants.
        """
        context = self.contexts.create(principal)
        period = Period.between(first, last, context.channel.zone_info)
        query = replace(event_filter, period=period, with_unlisted=True)
        page = self.events.list_page(query, request, context.now)
        media = self.media.get_media([event.id for event in page.items])
        return page.map(
            lambda event: serialize_studio_event(event, media.get(event.id, EventMedia()), context)
        )


def serialize_studio_event(event: Event, media: EventMedia, context: RequestContext) -> JsonObject:
    """Serialize an event of the schedule, with what it has and lacks."""
    serializer = context.serializer
    category, location = event.category, event.location
    return {
        "id": event.id,
        "key": event.key,
        "name": event.get_name(serializer.language, serializer.fallback),
        "category": serializer.localize(category.name) if category else "",
        "category_id": category.id if category else None,
        "location": serializer.localize(location.name) if location else "",
        "teams": [serializer.localize(side.participant.name) for side in event.ordered_sides]
        if event.is_matchup
        else None,
        "is_neutral_site": event.is_neutral_site,
        "score": serializer.serialize_score(event.current_score, event.sport),
        "has_timeline": event.has_timeline,
        "starts_at": event.starts_at,
        "is_time_known": event.is_time_known and event.schedule.status is not ScheduleStatus.POSTPONED,
        "time_zone": event.get_time_zone(context.channel.time_zone),
        "status": get_event_status(event, context.now).value,
        "is_rescheduled": event.schedule.status is ScheduleStatus.RESCHEDULED,
        "visibility": event.visibility.value,
        "pass_type": event.pass_type.value,
        "price": event.price.base.decimal if event.price else None,
        "has_stream": media.has_stream,
        "is_stream_used": media.is_stream_used,
        "is_external": media.is_external,
        "has_picture": any(event.images.values()),
        "has_recording": event.stream.is_recorded or media.has_replay,
        "missing": find_missing(event, media, context.now),
    }
