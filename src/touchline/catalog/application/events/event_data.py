"""Data that events need from elsewhere: media, entitlements and offers, loaded once per list."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from touchline.catalog.application.request_context import RequestContext
from touchline.catalog.application.serializer import JsonObject
from touchline.catalog.domain.access import Access, Entitlement
from touchline.catalog.domain.events.availability import Availability
from touchline.catalog.domain.events.event import Event
from touchline.catalog.domain.events.status import StreamStatus
from touchline.catalog.domain.media.assets import (
    SPOILER_TYPES,
    MediaItem,
    MediaType,
    find_recording,
    get_duration,
    has_replay,
)
from touchline.catalog.domain.passes import Price
from touchline.catalog.ports.entitlements import EntitlementQuery, Entitlements, Offers, SingleEventOffer
from touchline.catalog.ports.media.media_links import MediaLinkBuilder
from touchline.shared.ids import AccountId, EventId, PackageId


@dataclass(frozen=True)
class EventData:
    """The data loaded for a list of events."""

    media_items: Mapping[int, Sequence[MediaItem]]
    entitlements: Mapping[EventId, Entitlement] = field(default_factory=dict)
    offers: Sequence[SingleEventOffer] = ()

    def get_visible_media(self, event: Event) -> Sequence[MediaItem]:
        """Return the media of an event. Ingested live media are left out once the recording can be played."""
        rows = self.media_items.get(event.id, ())
        recorded = event.stream.is_recorded and not event.stream.is_publishing
        return [row for row in rows if not (recorded and row.is_ingested)]

    def is_external(self, event: Event) -> bool:
        """Return whether another site hosts the event's video. The clock then decides when the event is on
        air.
        """
        external_types = (MediaType.LIVE, MediaType.EMBEDDED)
        rows = self.media_items.get(event.id, ())
        return any(row.type in external_types and not row.is_ingested for row in rows)

    def check_access(self, event: Event, context: RequestContext) -> Access:
        """Return the viewer's access to an event."""
        return event.check_access(
            context.viewer,
            context.now,
            channel_geo=context.channel.geo,
            entitlement=self.entitlements.get(event.id),
            channel_blackouts=context.channel.blackouts,
        )

    def get_availability(self, event: Event, now: datetime) -> Availability:
        """Return whether an event has anything to watch."""
        return event.get_availability(now, has_replay=has_replay(self.media_items.get(event.id, ())))

    def get_recording_duration(self, event: Event) -> timedelta | None:
        """Return the duration of an event's recording, or None if it has none."""
        return get_duration(find_recording(self.media_items.get(event.id, ())))

    def get_price(self, event: Event, currency: str) -> tuple[Price, PackageId | None]:
        """Return the price of the event on its own, and the package to buy it with.

        The event's own price takes precedence over the package's. A free event has the price 0 and no
        package. An event that does not take place has a price but no package, because it cannot be bought.
        """
        if not event.pass_type.costs_money:
            return Price.zero(currency), None
        category_id = event.category.id if event.category else None
        offer = next((offer for offer in self.offers if offer.covers(category_id)), None)
        price = event.price or (offer.price if offer else Price.zero(currency))
        return price, offer.package_id if offer and event.takes_place else None


class EventDataLoader:
    """Loads media, entitlements and offers for a whole list of events at once."""

    def __init__(self, link_builder: MediaLinkBuilder, entitlements: Entitlements, offers: Offers) -> None:
        self._link_builder = link_builder
        self._entitlements = entitlements
        self._offers = offers

    def load(self, events: Sequence[Event], context: RequestContext) -> EventData:
        """Load the data with at most one query per source. Sources that no event needs are not queried."""
        paid = [event for event in events if event.pass_type.costs_money]
        return EventData(
            media_items=self._link_builder.list_for_owners("event", [event.id for event in events])
            if events
            else {},
            entitlements=self._load_entitlements(paid, context),
            offers=self._offers.list_single_event_offers() if paid else (),
        )

    def load_media(self, events: Sequence[Event]) -> EventData:
        """Load only the media of events, with one query."""
        return EventData(
            media_items=self._link_builder.list_for_owners("event", [event.id for event in events])
        )

    def check_access(self, event: Event, context: RequestContext) -> Access:
        """Return the viewer's access to one event without loading media and offers. At most one query."""
        paid = [event] if event.pass_type.costs_money else []
        return EventData({}, self._load_entitlements(paid, context)).check_access(event, context)

    def check_rights(
        self, account_id: AccountId, event_moments: Sequence[tuple[Event, datetime]]
    ) -> Sequence[bool]:
        """Return, for each event and instant, whether the right that the account had then is still valid.

        A right becomes invalid when it is taken back. Rights to free events are always valid. At most one
        query.
        """
        paid = [
            (build_entitlement_query(event, instant), instant)
            for event, instant in event_moments
            if event.pass_type.costs_money
        ]
        paid_rights = iter(self._entitlements.check_rights(account_id, paid) if paid else ())
        return [next(paid_rights) if event.pass_type.costs_money else True for event, _ in event_moments]

    def build_media_links(
        self,
        event: Event,
        context: RequestContext,
        event_data: EventData,
        *,
        types: frozenset[int] | None = None,
    ) -> list[JsonObject]:
        """Return the media links of an event that the viewer may have now. `types` limits the media types."""
        rows = [row for row in event_data.get_visible_media(event) if types is None or row.type in types]
        access, hidden_types = (
            event_data.check_access(event, context),
            self._get_hidden_types(event, context, event_data),
        )
        until = event.get_playback_end(context.now, context.principal.country, context.channel.blackouts)
        return [
            link
            for row in rows
            for link in self._link_builder.build_links(
                [row],
                can_play=access.can_play and row.type not in hidden_types,
                principal=context.principal,
                region=context.get_region(event.region_rule),
                until=until,
                audio_only=access.audio_only,
            )
        ]

    def _get_hidden_types(
        self, event: Event, context: RequestContext, event_data: EventData
    ) -> frozenset[int]:
        """Return the media types to hide because they would spoil a simulation."""
        simulation = event.get_simulation(event_data.get_recording_duration(event))
        return SPOILER_TYPES if simulation and simulation.should_hide_recording(context.now) else frozenset()

    def _load_entitlements(
        self, paid: Sequence[Event], context: RequestContext
    ) -> Mapping[EventId, Entitlement]:
        account_id = context.principal.account_id
        if account_id is None or not paid:
            return {}
        return self._entitlements.get_for_events(
            account_id, [build_entitlement_query(event, context.now) for event in paid]
        )


def build_entitlement_query(event: Event, now: datetime) -> EntitlementQuery:
    """Return the event as passes see it at `now`."""
    return EntitlementQuery(
        event_id=event.id,
        pass_type=event.pass_type,
        category_id=event.category.id if event.category else None,
        participant_ids=tuple(side.participant.id for side in event.sides),
        ends_at=event.status_ends_at,
        is_over=event.get_status(now) is StreamStatus.FINISHED,
    )
