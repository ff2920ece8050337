"""Data about items that viewers can follow: names, and which events are live now."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from touchline.catalog.application.events.event_names import format_full_name
from touchline.catalog.application.events.team_names import format_team_name
from touchline.catalog.application.events.viewer_events import ViewerEvents
from touchline.catalog.application.request_context import RequestContextFactory
from touchline.catalog.application.serializer import CatalogSerializer
from touchline.catalog.domain.events.event import Event
from touchline.catalog.domain.events.participants import Participant
from touchline.catalog.domain.events.simulation import SimulationState
from touchline.catalog.domain.events.status import StreamStatus
from touchline.catalog.domain.filters import EventFilter
from touchline.catalog.domain.taxonomy import Category, Group
from touchline.catalog.ports.events.events import Events
from touchline.catalog.ports.events.followable_items import FollowableItems, LiveEvent
from touchline.catalog.ports.library_items import LibraryItems
from touchline.shared.clock import Clock
from touchline.shared.ids import CategoryId, EventId, GroupId, LibraryItemId, ParticipantId
from touchline.shared.paging import PageRequest
from touchline.shared.principal import Principal
from touchline.shared.strings.localized import LocalText

FollowableKind = Literal["participant", "group", "category"]


@dataclass(frozen=True)
class FollowedItem:
    """A team, a school or a sport's category.

    `image_url` is a URL, `color` is `#rrggbb`. `full_name` distinguishes teams with the same name.
    """

    id: int
    name: str
    full_name: str
    short_name: str
    alias: str
    image_url: str | None
    color: str | None


@dataclass(frozen=True)
class EventSummary:
    """The names of an event. `is_over` is true once the event and its simulation have ended."""

    id: int
    name: str
    short_name: str
    is_over: bool


class FollowableQueries:
    """Queries for followed items and events, for viewers, operators and jobs."""

    def __init__(
        self,
        followable_items: FollowableItems,
        events: Events,
        viewer_events: ViewerEvents,
        library_items: LibraryItems,
        contexts: RequestContextFactory,
        clock: Clock,
    ) -> None:
        self._followable_items = followable_items
        self._events = events
        self._viewer_events = viewer_events
        self._library_items = library_items
        self._contexts = contexts
        self._clock = clock

    def list_items(
        self, kind: FollowableKind, ids: Collection[int], language: str
    ) -> Mapping[int, FollowedItem]:
        """Return items of one kind by id. Items that the channel does not show are left out.

        One query; two for teams.
        """
        serializer = self._contexts.create_serializer(language)
        return {item.id: item for item in self._load_items(kind, ids, serializer)} if ids else {}

    def list_events(self, ids: Collection[int], language: str) -> Mapping[int, EventSummary]:
        """Return events by id, for operators and jobs. Events that the channel does not show are left out.

        The number of queries is constant.
        """
        if not ids:
            return {}
        event_filter = EventFilter(ids=frozenset(ids))
        page = self._events.list_page(
            event_filter, PageRequest(limit=len(event_filter.ids)), self._clock.now()
        )
        return self._summarize(page.items, language)

    def list_events_for(self, principal: Principal, ids: Collection[int]) -> Mapping[int, EventSummary]:
        """Return events by id, without private events that the viewer may not see."""
        if not ids:
            return {}
        event_filter = EventFilter(ids=frozenset(ids))
        request = PageRequest(limit=len(event_filter.ids))
        page = self._viewer_events.list_page(principal, event_filter, request, self._clock.now())
        return self._summarize(page.items, principal.language)

    def list_live_events(self) -> Sequence[LiveEvent]:
        """Return every event of the channel that has video now. One query.

        The video comes from the event's stream, from another site (by the clock), or from a simulation.
        """
        return self._followable_items.list_live_events(self._clock.now())

    def can_resume_event(self, principal: Principal, event_id: int) -> bool | None:
        """Return whether the event may have a recording that a viewer can stop and resume.

        False before the event is over and while its simulation is live. None if the channel does not show the
        event to the viewer.
        """
        now = self._clock.now()
        timing = self._followable_items.get_timing(EventId(event_id), now)
        if timing is None:
            return None
        if timing.is_private and self._viewer_events.find(principal, EventId(event_id)) is None:
            return None
        is_simulation_live = (
            timing.simulation is not None and timing.simulation.get_state(now) is SimulationState.LIVE
        )
        return timing.status is StreamStatus.FINISHED and not is_simulation_live

    def can_resume_library_item(self, item_id: int) -> bool | None:
        """Return True, or None if the channel does not show the library item."""
        return True if self._library_items.get(LibraryItemId(item_id)) else None

    def _load_items(
        self, kind: FollowableKind, ids: Collection[int], serializer: CatalogSerializer
    ) -> Sequence[FollowedItem]:
        if kind == "participant":
            teams = self._followable_items.list_participants(
                [ParticipantId(participant_id) for participant_id in ids]
            )
            categories = self._followable_items.list_categories(
                {team.category_id for team in teams if team.category_id}
            )
            category_names = {category.id: category.name for category in categories}
            return [_describe_participant(team, category_names, serializer) for team in teams]
        if kind == "group":
            return [
                _describe_group(group, serializer)
                for group in self._followable_items.list_groups([GroupId(group_id) for group_id in ids])
            ]
        sports = self._followable_items.list_categories([CategoryId(category_id) for category_id in ids])
        return [_describe_category(sport, serializer) for sport in sports]

    def _summarize(self, events: Sequence[Event], language: str) -> Mapping[int, EventSummary]:
        serializer = self._contexts.create_serializer(language)
        return {int(event.id): self._summarize_event(event, serializer) for event in events}

    def _summarize_event(self, event: Event, serializer: CatalogSerializer) -> EventSummary:
        now, simulation = self._clock.now(), event.get_simulation(None)
        is_simulation_pending = simulation is not None and simulation.should_hide_recording(now)
        return EventSummary(
            id=event.id,
            name=format_full_name(event, serializer.language, serializer.fallback, serializer.time_zone),
            short_name=event.get_short_name(serializer.language, serializer.fallback),
            is_over=event.get_status(now) is StreamStatus.FINISHED and not is_simulation_pending,
        )


def _describe_participant(
    team: Participant, categories: Mapping[CategoryId, LocalText], serializer: CatalogSerializer
) -> FollowedItem:
    category = categories.get(team.category_id) if team.category_id else None
    full = format_team_name(team.name, category, serializer.language, serializer.fallback)
    name, short = serializer.localize(team.name), serializer.localize(team.display_short_name)
    image = serializer.urls.get_image_url(team.logo)
    return FollowedItem(team.id, name, full, short, team.key, image, team.display_colors[0])


def _describe_group(group: Group, serializer: CatalogSerializer) -> FollowedItem:
    name, short = serializer.localize(group.name), serializer.localize(group.short_name or group.name)
    image, color = serializer.urls.get_image_url(group.logo), group.colors[0] if group.colors else None
    return FollowedItem(group.id, name, name, short, group.key, image, color)


def _describe_category(category: Category, serializer: CatalogSerializer) -> FollowedItem:
    name, short = (
        serializer.localize(category.name),
        serializer.localize(category.short_name or category.name),
    )
    image = serializer.urls.get_image_url(category.image)
    return FollowedItem(category.id, name, name, short, category.key, image, None)
