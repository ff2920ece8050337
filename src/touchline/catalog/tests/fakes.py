"""In-memory fakes of the catalog's ports."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from touchline.catalog.application.events.viewer_events import ViewerEvents
from touchline.catalog.domain.access import Entitlement, EntitlementKind
from touchline.catalog.domain.events.event import Event
from touchline.catalog.domain.events.participants import Participant
from touchline.catalog.domain.events.schedule import PlannedStart
from touchline.catalog.domain.filters import EventFilter, ParticipantFilter
from touchline.catalog.domain.media.assets import PUBLIC_TYPES, MediaItem, OwnerKind
from touchline.catalog.domain.scoring.channel_sport import ChannelSport
from touchline.catalog.domain.scoring.sport import Sport
from touchline.catalog.domain.taxonomy import Category, Group, GroupProperty, Location
from touchline.catalog.ports.current_channel import ChannelDetails
from touchline.catalog.ports.entitlements import EntitlementQuery, SingleEventOffer
from touchline.shared.ids import AccountId, CategoryId, EventId, GroupId, LibraryItemId, ParticipantId
from touchline.shared.paging import Page, PageRequest
from touchline.shared.principal import Principal


@dataclass
class FakeCurrentChannel:
    """`CurrentChannel` with constant details."""

    details: ChannelDetails = field(default_factory=ChannelDetails)

    def get_details(self) -> ChannelDetails:
        return self.details


class FakeSiteUrls:
    """`SiteUrls` below one example site. A value that is already a URL is returned unchanged."""

    def get_image_url(self, path: str | None) -> str | None:
        return f"https://media.example{path}" if path and path.startswith("/") else path

    def get_event_url(self, event_id: int) -> str:
        return f"https://site.example/watch/{event_id}"

    def get_overlay_url(self, event_id: int, token: str) -> str:
        return f"https://site.example/overlay/{event_id}?token={token}"

    def get_scoreboard_url(self, event_id: int, token: str) -> str:
        return f"https://site.example/scoreboard/{event_id}?token={token}"

    def get_camera_url(self, event_key: str) -> str:
        return f"https://site.example/studio/camera/{event_key}"

    def get_scorer_url(self, token: str) -> str:
        return f"https://channel.test/score/{token}"


@dataclass
class FakeMediaLinkBuilder:
    """`MediaLinkBuilder` that records queries and links.

    Playable media have a URL only if the viewer may play them.
    """

    media_items: Mapping[int, Sequence[MediaItem]] = field(default_factory=dict)
    queries: list[tuple[OwnerKind, tuple[int, ...]]] = field(default_factory=list)
    linked_ids: list[int] = field(default_factory=list)

    def list_for_owners(self, owner_kind: OwnerKind, ids: Sequence[int]) -> Mapping[int, Sequence[MediaItem]]:
        self.queries.append((owner_kind, tuple(ids)))
        return {owner_id: items for owner_id, items in self.media_items.items() if owner_id in ids}

    def build_links(
        self,
        items: Sequence[MediaItem],
        *,
        can_play: bool,
        principal: Principal,
        region: str | None = None,
        until: datetime | None = None,
        audio_only: bool = False,
    ) -> list[dict[str, object]]:
        self.linked_ids += [item.id for item in items]
        return [
            {
                "id": item.id,
                "type": item.type,
                "url": "signed" if can_play or item.type in PUBLIC_TYPES else None,
            }
            for item in items
        ]

    def build_simulation_link(
        self,
        item: MediaItem,
        starts_at: datetime,
        principal: Principal,
        region: str | None = None,
        *,
        audio_only: bool = False,
    ) -> dict[str, object]:
        return {"id": item.id, "type": 2, "url": "showing"}


@dataclass
class FakeBilling:
    """`Entitlements` and `Offers`. Records the entitlement queries."""

    events: Mapping[int, EntitlementKind] = field(default_factory=dict)
    items: Mapping[int, EntitlementKind] = field(default_factory=dict)
    offers: Sequence[SingleEventOffer] = ()
    queries: list[EntitlementQuery] = field(default_factory=list)

    def get_for_events(
        self, account_id: AccountId, queries: Sequence[EntitlementQuery]
    ) -> Mapping[EventId, Entitlement]:
        self.queries += queries
        return {EventId(number): Entitlement(kind) for number, kind in self.events.items()}

    def check_rights(
        self, account_id: AccountId, queries: Sequence[tuple[EntitlementQuery, datetime]]
    ) -> Sequence[bool]:
        return [query.event_id in self.events for query, _ in queries]

    def get_for_library_items(
        self, account_id: AccountId, item_ids: Sequence[LibraryItemId]
    ) -> Mapping[LibraryItemId, Entitlement]:
        return {LibraryItemId(number): Entitlement(kind) for number, kind in self.items.items()}

    def list_single_event_offers(self) -> Sequence[SingleEventOffer]:
        return self.offers


class InMemoryEvents:
    """`Events` over a list. Supports only the filters that the use cases set themselves."""

    def __init__(self, events: Sequence[Event]) -> None:
        self._events = list(events)
        self.filters: list[EventFilter] = []

    def get(self, event_id: EventId) -> Event | None:
        return next((event for event in self._events if event.id == event_id), None)

    def list_by_ids(self, event_ids: Collection[EventId]) -> Sequence[Event]:
        return [event for event in self._events if event.id in event_ids]

    def get_planned_starts(self, event_ids: Collection[EventId]) -> Mapping[EventId, PlannedStart]:
        """Return the start and schedule of each event."""
        return {
            event.id: (event.starts_at, event.schedule) for event in self._events if event.id in event_ids
        }

    def get_start_times(self, event_ids: Collection[EventId]) -> Mapping[EventId, datetime]:
        return {event.id: event.starts_at for event in self._events if event.id in event_ids}

    def list_page(self, statement: EventFilter, request: PageRequest, now: datetime) -> Page[Event]:
        self.filters.append(statement)
        found = [event for event in self._events if _matches(event, statement, now)]
        found.sort(key=lambda event: event.starts_at, reverse=request.sort_direction == "desc")
        part = found[request.offset : request.offset + request.limit]
        return Page(part, len(found), request.limit, request.offset)

    def list_newest_by_category(
        self, statement: EventFilter, limit: int, now: datetime
    ) -> Mapping[CategoryId, Page[Event]]:
        pages = {}
        for category_id in {event.category.id for event in self._events if event.category}:
            within = replace(statement, category_id=category_id)
            page = self.list_page(within, PageRequest(limit, 0, "event_utc_ts", "desc"), now)
            if page.items:
                pages[category_id] = page
        return pages


@dataclass
class InMemoryTaxonomy:
    """`Taxonomy` with categories and participants only."""

    known_categories: Sequence[Category] = ()
    teams: Sequence[Participant] = ()

    def list_categories(self) -> Sequence[Category]:
        return self.known_categories

    def list_locations(self) -> Sequence[Location]:
        return ()

    def list_groups(self) -> Sequence[Group]:
        return ()

    def list_group_properties(self) -> Sequence[GroupProperty]:
        return ()

    def list_participants(self, statement: ParticipantFilter, request: PageRequest) -> Page[Participant]:
        return Page([], 0, request.limit, request.offset)

    def list_group_teams(self, group_id: GroupId) -> Sequence[Participant]:
        return [team for team in self.teams if team.group and team.group.id == group_id]

    def get_participant(self, participant_id: ParticipantId) -> Participant | None:
        return next((team for team in self.teams if team.id == participant_id), None)


@dataclass
class FakeSports:
    """`Sports` over a list."""

    sports: Sequence[Sport] = ()

    def get(self, key: str) -> Sport | None:
        return next((sport for sport in self.sports if sport.key == key), None)

    def list(self) -> Sequence[Sport]:
        return self.sports

    def list_own(self) -> Sequence[ChannelSport]:
        return ()


@dataclass
class FakeScoreSettings:
    """`ScoreSettings` over the accounts that hide scores."""

    hidden: frozenset[int] = frozenset()
    calls: list[int] = field(default_factory=list)

    def hides_scores(self, account_id: AccountId) -> bool:
        self.calls.append(account_id)
        return account_id in self.hidden


def _matches(event: Event, statement: EventFilter, now: datetime) -> bool:
    its_category = event.category.id if event.category else None
    if statement.on_air is not None and event.is_on_air(now, is_external=False) is not statement.on_air:
        return False
    return (not statement.statuses or event.get_status(now) in statement.statuses) and (
        statement.category_id in (None, its_category)
        and (not statement.with_replay or event.stream.is_recorded)
    )


@dataclass
class FakeMemberships:
    """`Memberships` and `ChildTeams`: the teams of each account, the children of each team, and operators.

    `calls` counts the queries.
    """

    teams: Mapping[int, Collection[int]] = field(default_factory=dict)
    children: Mapping[int, Collection[int]] = field(default_factory=dict)
    operators: Collection[int] = ()
    rehearsals: Mapping[str, int] = field(default_factory=dict)
    calls: int = 0

    def list_participants(self, account_id: AccountId) -> frozenset[ParticipantId]:
        self.calls += 1
        return frozenset(map(ParticipantId, self.teams.get(account_id, ())))

    def is_rehearsing(self, account_id: AccountId, key: str) -> bool:
        self.calls += 1
        return self.rehearsals.get(key) == account_id

    def may_edit_content(self, principal: Principal) -> bool:
        self.calls += 1
        return principal.account_id in self.operators

    def list_child_ids(self, participant_ids: Collection[ParticipantId]) -> frozenset[ParticipantId]:
        self.calls += 1
        return frozenset(
            ParticipantId(child) for team in participant_ids for child in self.children.get(team, ())
        )


def build_viewer_events(events: InMemoryEvents, memberships: FakeMemberships | None = None) -> ViewerEvents:
    """Return the door to events, over fakes."""
    members = memberships or FakeMemberships()
    return ViewerEvents(events, members, members)
