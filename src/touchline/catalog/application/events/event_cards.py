"""Cards of events and library items, for page metadata, generated images and structured data."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from touchline.catalog.application.events.event_data import EventDataLoader
from touchline.catalog.application.events.event_names import format_full_name, format_full_title
from touchline.catalog.application.events.viewer_events import ViewerEvents
from touchline.catalog.application.request_context import RequestContextFactory
from touchline.catalog.application.serializer import CatalogSerializer
from touchline.catalog.domain.events.event import EVENT_IMAGES, Event
from touchline.catalog.domain.events.participants import EventSide
from touchline.catalog.domain.events.replay import ReplayState
from touchline.catalog.domain.events.status import StreamStatus
from touchline.catalog.domain.events.visibility import Visibility
from touchline.catalog.domain.library import LibraryItem
from touchline.catalog.ports.events.events import Events
from touchline.catalog.ports.library_items import LibraryItems
from touchline.catalog.ports.site_urls import SiteUrls
from touchline.shared.clock import Clock
from touchline.shared.geo import EVERYWHERE, GeoRule
from touchline.shared.ids import EventId, LibraryItemId


@dataclass(frozen=True)
class CardLocation:
    """Location of an event. `country` is a two-letter code or empty."""

    name: str
    city: str
    state: str
    country: str


@dataclass(frozen=True)
class FinalResult:
    """The final result of a game: the score, how it is written, such as `2–3 (OT)`, its note, such as `OT`,
    and a sentence.
    """

    away: int
    home: int
    text: str
    note: str
    sentence: str


@dataclass(frozen=True)
class CardSide:
    """One side of a game. `logo_url` is a URL; the colors are `#rrggbb`."""

    name: str
    short_name: str
    color: str | None
    color_2: str | None
    logo_url: str | None


@dataclass(frozen=True)
class Card:
    """The public details of an event or library item.

    `status` is empty for a library item, and its `starts_at` is its publication date. `image_url` is a URL.
    `full_name` distinguishes items with the same name; images that show the date use `name`. `sides` are the
    away and home sides of a game, otherwise None. `final` is the result of a game that is over, unless it is
    hidden or not known.

    `geo` is the event's own rule, in addition to the channel's. `schedule_status` says whether the event
    takes place. `is_time_known` is false if only the day of the start is known. `moved_from` is the first
    announced start of a rescheduled event. `is_on_air` is true once the stream has started; `status` alone
    only says that the event is due. `is_recorded`: there is a recording that viewers may watch now.
    `is_listed` is false for an unlisted event.
    """

    name: str
    full_name: str
    description: str
    image_url: str | None
    starts_at: datetime
    duration: timedelta
    costs_money: bool
    status: str = ""
    is_recorded: bool = True
    category: str = ""
    sport: str = ""
    location: CardLocation | None = None
    time_zone: str = ""
    sides: tuple[CardSide, CardSide] | None = None
    geo: GeoRule = EVERYWHERE
    is_time_known: bool = True
    schedule_status: str = "scheduled"
    moved_from: datetime | None = None
    is_on_air: bool = False
    is_listed: bool = True
    final: FinalResult | None = None


@dataclass(frozen=True)
class EventPictures:
    """The pictures of an event as URLs, and what a matchup is drawn of if it has none.

    `sides` are the away and home sides of a game, otherwise None.
    """

    card: str | None
    poster: str | None
    tall: str | None
    sport: str
    sides: tuple[CardSide, CardSide] | None


class CardQueries:
    """Queries for cards. Cards are the same for every viewer and contain nothing that is locked."""

    def __init__(
        self,
        events: Events,
        viewer_events: ViewerEvents,
        library_items: LibraryItems,
        event_data: EventDataLoader,
        contexts: RequestContextFactory,
        urls: SiteUrls,
        clock: Clock,
    ) -> None:
        self._events = events
        self._viewer_events = viewer_events
        self._event_data = event_data
        self._library_items = library_items
        self._contexts = contexts
        self._urls = urls
        self._clock = clock

    def get_event_card(self, event_id: EventId, language: str, *, with_result: bool) -> Card | None:
        """Return the card of an event, or None if the channel does not show it to everybody."""
        event = self._viewer_events.find_public(event_id)
        if event is None:
            return None
        serializer = self._contexts.create_serializer(language)
        card = self._build_event_card(event, serializer)
        return replace(card, final=self._find_final(event, serializer)) if with_result else card

    def get_clip_event_card(self, event_id: EventId, language: str) -> Card | None:
        """Return the card of the event of a clip, without its result.

        None if the channel does not show the event to everybody, or if its clips ended with its recording.
        """
        event = self._viewer_events.find_public(event_id)
        if event is None or event.recording_state.ends_clips:
            return None
        return self._build_event_card(event, self._contexts.create_serializer(language))

    def list_event_pictures(
        self, event_ids: Collection[EventId], language: str
    ) -> Mapping[EventId, EventPictures]:
        """Return the pictures of the events that the channel shows to everybody, by id."""
        serializer = self._contexts.create_serializer(language)
        events = self._viewer_events.list_public(event_ids)
        return {event.id: self._build_pictures(event, serializer) for event in events}

    def get_operator_card(self, event_id: EventId, language: str) -> Card | None:
        """Return the card of an event for an operator, who may see private events."""
        event = self._events.get(event_id)
        return self._build_event_card(event, self._contexts.create_serializer(language)) if event else None

    def is_private(self, event_id: EventId) -> bool:
        """Return whether an event opens only for members of its teams. False if there is none."""
        event = self._events.get(event_id)
        return event is not None and event.is_private

    def get_library_card(self, item_id: LibraryItemId, language: str) -> Card | None:
        """Return the card of a library item, or None if the channel does not show it."""
        item = self._library_items.get(item_id)
        return self._build_library_card(item, self._contexts.create_serializer(language)) if item else None

    def _build_library_card(self, item: LibraryItem, serializer: CatalogSerializer) -> Card:
        return Card(
            name=serializer.localize(item.title),
            full_name=format_full_title(item, serializer.language, serializer.fallback, serializer.time_zone),
            description=serializer.localize(item.description),
            image_url=self._urls.get_image_url(item.image),
            starts_at=item.date,
            duration=item.duration,
            costs_money=item.pass_type.costs_money,
            category=serializer.localize(item.categories[0].name) if item.categories else "",
            time_zone=serializer.time_zone,
        )

    def _build_event_card(self, event: Event, serializer: CatalogSerializer) -> Card:
        location, now = event.location, self._clock.now()
        is_external = self._event_data.load_media([event]).is_external(event)
        return Card(
            name=event.get_name(serializer.language, serializer.fallback),
            full_name=format_full_name(event, serializer.language, serializer.fallback, serializer.time_zone),
            description=serializer.localize(event.description),
            image_url=self._urls.get_image_url(event.images.get("poster") or event.images.get("card")),
            starts_at=event.starts_at,
            duration=event.duration,
            costs_money=event.pass_type.costs_money,
            status=event.get_status(now).value,
            is_on_air=event.is_on_air(now, is_external=is_external),
            is_recorded=event.stream.is_recorded and event.replay.get_state(now) is ReplayState.AVAILABLE,
            is_listed=event.visibility is Visibility.PUBLIC,
            category=serializer.localize(event.category.name) if event.category else "",
            sport=event.sport,
            location=CardLocation(
                serializer.localize(location.name), location.city, location.state, location.country
            )
            if location
            else None,
            is_time_known=event.is_time_known,
            time_zone=event.get_time_zone(serializer.time_zone),
            sides=self._build_sides(event, serializer),
            geo=event.geo,
            schedule_status=event.schedule.status.value,
            moved_from=event.schedule.moved_from,
        )

    def _find_final(self, event: Event, serializer: CatalogSerializer) -> FinalResult | None:
        score = event.current_score
        if score is None or not event.is_matchup:
            return None
        if event.get_status(self._clock.now()) is not StreamStatus.FINISHED:
            return None
        sentence = serializer.format_final(score, event.ordered_sides, event.sport)
        return FinalResult(score.away, score.home, *serializer.format_result(score, event.sport), sentence)

    def _build_pictures(self, event: Event, serializer: CatalogSerializer) -> EventPictures:
        card, poster, tall = (self._urls.get_image_url(event.images.get(name)) for name in EVENT_IMAGES)
        return EventPictures(card, poster, tall, event.sport, self._build_sides(event, serializer))

    def _build_sides(self, event: Event, serializer: CatalogSerializer) -> tuple[CardSide, CardSide] | None:
        if not event.is_matchup:
            return None
        away, home = event.ordered_sides
        return self._build_side(away, serializer), self._build_side(home, serializer)

    def _build_side(self, side: EventSide, serializer: CatalogSerializer) -> CardSide:
        participant = side.participant
        name, short, logo_url = (
            serializer.localize(participant.name),
            serializer.localize(participant.display_short_name),
            self._urls.get_image_url(participant.logo),
        )
        return CardSide(name, short, *participant.display_colors, logo_url)
