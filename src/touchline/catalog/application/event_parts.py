"""What belongs to an event but comes from elsewhere: media, entitlements, offers; gathered once a list."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from touchline.catalog.application.answers import Answer
from touchline.catalog.application.asking import Asking
from touchline.catalog.domain.access import Access, Holding
from touchline.catalog.domain.availability import Availability
from touchline.catalog.domain.event import Event
from touchline.catalog.domain.media import AHEAD, MediaRow, MediaType, has_replay, length_of, recording
from touchline.catalog.domain.passes import Price
from touchline.catalog.ports.entitlements import Entitlements, EventClaim, Offers, SingleEventOffer
from touchline.catalog.ports.links import Links
from touchline.shared.ids import AccountId, EventId, PackageId


@dataclass(frozen=True)
class Gathered:
    """What was gathered for a list of events."""

    media: Mapping[int, Sequence[MediaRow]]
    holdings: Mapping[EventId, Holding] = field(default_factory=dict)
    offers: Sequence[SingleEventOffer] = ()

    def shown_of(self, event: Event) -> Sequence[MediaRow]:
        """The media of one of the events; what came in live only until its recording can be played."""
        rows = self.media.get(event.id, ())
        recorded = event.stream.recorded and not event.stream.publishing
        return [row for row in rows if not (recorded and row.is_ingested)]

    def is_carried(self, event: Event) -> bool:
        """Whether another site shows the picture of one of the events: then the clock says when it is on."""
        elsewhere = (MediaType.LIVE, MediaType.EMBEDDED)
        rows = self.media.get(event.id, ())
        return any(row.type in elsewhere and not row.is_ingested for row in rows)

    def access_to(self, event: Event, asking: Asking) -> Access:
        """The viewer's access to one of the events."""
        holding = self.holdings.get(event.id)
        return event.access(asking.viewer, asking.now, channel_geo=asking.facts.geo, holding=holding)

    def availability_of(self, event: Event, now: datetime) -> Availability:
        """Return whether there is anything to watch of one of the events."""
        return event.availability(now, has_replay=has_replay(self.media.get(event.id, ())))

    def recording_of(self, event: Event) -> timedelta | None:
        """How long the recording of one of the events is, where it has one."""
        return length_of(recording(self.media.get(event.id, ())))

    def price_of(self, event: Event, currency: str) -> tuple[Price, PackageId | None]:
        """What the event costs on its own, and the package to buy it with.

        The event's own price goes before the package's; what costs nothing has the price 0 and no package.
        An event that does not take place has its price, and no package: it cannot be bought.
        """
        if not event.pass_type.costs_money:
            return Price.nothing(currency), None
        category_id = event.category.id if event.category else None
        offer = next((offer for offer in self.offers if offer.covers(category_id)), None)
        price = event.price or (offer.price if offer else Price.nothing(currency))
        return price, offer.package_id if offer and event.takes_place else None


class EventParts:
    """Asks the media, the entitlements and the offers for a whole list at once."""

    def __init__(self, media: Links, entitlements: Entitlements, offers: Offers) -> None:
        self._media = media
        self._entitlements = entitlements
        self._offers = offers

    def gather(self, events: Sequence[Event], asking: Asking) -> Gathered:
        """At most one query to each; none for what no event of the list needs."""
        paid = [event for event in events if event.pass_type.costs_money]
        return Gathered(
            media=self._media.rows_for("event", [event.id for event in events]) if events else {},
            holdings=self._holdings(paid, asking),
            offers=self._offers.single_event() if paid else (),
        )

    def media_of(self, events: Sequence[Event]) -> Gathered:
        """The media of events alone; one query."""
        return Gathered(media=self._media.rows_for("event", [event.id for event in events]))

    def access_alone(self, event: Event, asking: Asking) -> Access:
        """The viewer's access to one event, without its media and offers: at most one query."""
        holdings = self._holdings([event] if event.pass_type.costs_money else [], asking)
        return Gathered({}, holdings).access_to(event, asking)

    def kept(self, account_id: AccountId, moments: Sequence[tuple[Event, datetime]]) -> Sequence[bool]:
        """Whether what opened each event to the account at that instant was not taken back since; what costs
        nothing is always kept. At most one query."""
        paid = [(_claim(event), at) for event, at in moments if event.pass_type.costs_money]
        found = iter(self._entitlements.kept(account_id, paid) if paid else ())
        return [next(found) if event.pass_type.costs_money else True for event, _ in moments]

    def links(
        self, event: Event, asking: Asking, gathered: Gathered, *, only: frozenset[int] | None = None
    ) -> list[Answer]:
        """The media of one of the events as the viewer may have them now; `only` narrows the types."""
        rows = [row for row in gathered.shown_of(event) if only is None or row.type in only]
        may_play, hidden = gathered.access_to(event, asking).may_play, self._hidden(event, asking, gathered)
        return [
            link
            for row in rows
            for link in self._media.links(
                [row],
                may_play=may_play and row.type not in hidden,
                principal=asking.principal,
                region=asking.region(event.geo),
            )
        ]

    def _hidden(self, event: Event, asking: Asking, gathered: Gathered) -> frozenset[int]:
        """What a simulated showing would lose its point by."""
        showing = event.simulation(gathered.recording_of(event))
        return AHEAD if showing and showing.hides_the_recording(asking.now) else frozenset()

    def _holdings(self, paid: Sequence[Event], asking: Asking) -> Mapping[EventId, Holding]:
        account_id = asking.principal.account_id
        if account_id is None or not paid:
            return {}
        return self._entitlements.of_events(account_id, [_claim(event) for event in paid])


def _claim(event: Event) -> EventClaim:
    return EventClaim(
        event_id=event.id,
        pass_type=event.pass_type,
        category_id=event.category.id if event.category else None,
        participant_ids=tuple(side.participant.id for side in event.sides),
    )
