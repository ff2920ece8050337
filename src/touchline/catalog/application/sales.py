"""Events and teams for sale, for other contexts."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from touchline.catalog.application.events.event_data import EventData
from touchline.catalog.application.events.event_names import format_dated_name
from touchline.catalog.application.events.team_names import format_team_name
from touchline.catalog.application.events.viewer_events import ViewerEvents
from touchline.catalog.domain.events.event import Event
from touchline.catalog.domain.events.scheduled_event import ScheduledEvent
from touchline.catalog.domain.media.assets import has_replay
from touchline.catalog.ports.current_channel import ChannelDetails, CurrentChannel
from touchline.catalog.ports.entitlements import Offers
from touchline.catalog.ports.events.events import Events
from touchline.catalog.ports.events.sale_schedule import SaleSchedule
from touchline.catalog.ports.library_items import LibraryItems
from touchline.catalog.ports.media.media_links import MediaLinkBuilder
from touchline.shared.clock import Clock
from touchline.shared.geo import is_blocked
from touchline.shared.ids import EventId, LibraryItemId, PackageId, ParticipantId
from touchline.shared.money import Money
from touchline.shared.principal import Principal
from touchline.shared.strings.localized import LocalText


@dataclass(frozen=True, kw_only=True)
class SaleEvent:
    """An event that a pass can cover.

    `availability` is `expected`, `recorded` or `none`. `is_blocked` means not available in the buyer's
    region, now or later. `has_live` and `has_replay`: buyers there can still watch the live stream, or the
    replay. Without `has_video`, they get only the audio.
    """

    id: EventId
    pass_type: str
    category_id: int | None
    participant_ids: tuple[int, ...]
    starts_at: datetime
    availability: str
    is_blocked: bool
    has_live: bool = True
    has_replay: bool = True
    has_video: bool = True


@dataclass(frozen=True, kw_only=True)
class EventForSale:
    """An event with its price: `base_price` and `service_fee`.

    `package_id` is the single-event package to buy it with, or None if it cannot be bought on its own.
    """

    event: SaleEvent
    name: LocalText
    base_price: Money
    service_fee: Money
    package_id: PackageId | None


@dataclass(frozen=True)
class SaleTeam:
    """A team, and the categories in which it is listed or has events.

    `full_name` distinguishes teams with the same name.
    """

    id: ParticipantId
    name: LocalText
    full_name: LocalText
    category_ids: tuple[int, ...]


class SaleQueries:
    """Queries for what can be sold. Prices are the same for every viewer. `country` is the buyer's
    country."""

    def __init__(
        self,
        events: Events,
        viewer_events: ViewerEvents,
        sale_schedule: SaleSchedule,
        library_items: LibraryItems,
        media_links: MediaLinkBuilder,
        offers: Offers,
        current_channel: CurrentChannel,
        clock: Clock,
    ) -> None:
        self._events = events
        self._viewer_events = viewer_events
        self._sale_schedule = sale_schedule
        self._library_items = library_items
        self._media_links = media_links
        self._offers = offers
        self._current_channel = current_channel
        self._clock = clock

    def get_event(self, event_id: EventId, viewer: Principal | None) -> EventForSale | None:
        """Return the event at any price, or None if there is none with that id.

        With a `viewer`, None for a private event that they may not see. Operators and jobs pass None.
        """
        event = self._viewer_events.find(viewer, event_id) if viewer else self._events.get(event_id)
        if event is None:
            return None
        channel = self._current_channel.get_details()
        event_data = EventData(media_items={}, offers=self._offers.list_single_event_offers())
        price, package_id = event_data.get_price(event, channel.currency)
        rows = self._media_links.list_for_owners("event", [event.id]).get(event.id, ())
        now, country = self._clock.now(), viewer.country if viewer else None
        remainder = event.get_remainder(now, country, channel.blackouts)
        return EventForSale(
            event=SaleEvent(
                id=event.id,
                pass_type=event.pass_type.value,
                category_id=event.category.id if event.category else None,
                participant_ids=tuple(side.participant.id for side in event.sides),
                starts_at=event.starts_at,
                availability=event.get_availability(now, has_replay=has_replay(rows)).value,
                is_blocked=is_blocked(country, channel.geo, event.geo) or remainder.is_blacked_out,
                has_live=remainder.live,
                has_replay=remainder.replay,
                has_video=event.has_video,
            ),
            name=_localize_event_name(event, channel),
            base_price=price.base,
            service_fee=price.fee,
            package_id=package_id,
        )

    def list_events(
        self, country: str | None, category_ids: Collection[int] = (), participant_id: int | None = None
    ) -> Sequence[SaleEvent]:
        """Return the events, at any price, that passes for these categories and this team may cover.

        Without categories, all are included.
        """
        now, channel = self._clock.now(), self._current_channel.get_details()
        return [
            _build_sale_event(event, now, country, channel)
            for event in self._sale_schedule.list_events(category_ids, participant_id)
        ]

    def is_blocked(self, country: str | None) -> bool:
        """Return whether the channel is not available in a country."""
        return self._current_channel.get_details().geo.blocks(country)

    def has_library_items(self, *, paid: bool) -> bool:
        """Return whether the library has items or, with `paid`, paid items."""
        return self._sale_schedule.has_library_items(paid_only=paid)

    def library_item_needs_pass(self, item_id: LibraryItemId) -> bool | None:
        """Return whether a library item is paid, or None if there is none with that id."""
        item = self._library_items.get(item_id)
        return item.pass_type.costs_money if item else None

    def get_start_times(self, event_ids: Collection[int]) -> Mapping[int, datetime]:
        """Return the start of each event, at any price. Events that are not shown are left out. One query."""
        start_times = self._events.get_start_times([EventId(event_id) for event_id in event_ids])
        return {int(event_id): starts_at for event_id, starts_at in start_times.items()}

    def get_team(self, participant_id: ParticipantId) -> SaleTeam | None:
        """Return a team, or None if there is none with that id."""
        return next(iter(self._load_teams(participant_id)), None)

    def list_teams(self) -> Sequence[SaleTeam]:
        """Return all teams by name."""
        return self._load_teams(None)

    def _load_teams(self, participant_id: ParticipantId | None) -> Sequence[SaleTeam]:
        teams = self._sale_schedule.list_teams(participant_id)
        categories = self._sale_schedule.get_team_categories(participant_id) if teams else {}
        channel = self._current_channel.get_details()
        return [
            SaleTeam(team_id, name, _localize_team_name(name, category, channel), categories.get(team_id, ()))
            for team_id, name, category in teams
        ]


def _build_sale_event(
    event: ScheduledEvent, now: datetime, country: str | None, channel: ChannelDetails
) -> SaleEvent:
    remainder = event.get_remainder(now, country, channel.blackouts)
    return SaleEvent(
        id=event.id,
        pass_type=event.pass_type.value,
        category_id=event.category_id,
        participant_ids=event.participant_ids,
        starts_at=event.starts_at,
        availability=event.get_availability(now).value,
        is_blocked=is_blocked(country, channel.geo, event.geo) or remainder.is_blacked_out,
        has_live=remainder.live,
        has_replay=remainder.replay,
        has_video=event.has_video,
    )


def _localize_team_name(name: LocalText, category: LocalText | None, channel: ChannelDetails) -> LocalText:
    """Return the team's full name in each language of the channel or of either part."""
    languages = {channel.language, *channel.languages, *name, *(category or {})}
    return {
        language: format_team_name(name, category, language, channel.language)
        for language in sorted(languages)
    }


def _localize_event_name(event: Event, channel: ChannelDetails) -> LocalText:
    """Return the event's dated name in each language of the channel or of any part of the name."""
    languages = {channel.language, *channel.languages, *event.title, *event.label}
    languages.update(language for side in event.sides for language in side.participant.name)
    return {
        language: format_dated_name(event, language, channel.language, channel.time_zone)
        for language in sorted(languages)
    }
