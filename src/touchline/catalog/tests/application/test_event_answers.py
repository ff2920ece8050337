"""How events are told: access, price and media, gathered once for a whole list."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from touchline.catalog.application.asking import Desk
from touchline.catalog.application.event_answers import EventAnswers
from touchline.catalog.application.event_parts import EventParts
from touchline.catalog.application.event_queries import ListEvents, ShowEvent
from touchline.catalog.domain.access import Holding
from touchline.catalog.domain.filters import EventFilter
from touchline.catalog.domain.media import MediaRow, MediaType, Owner
from touchline.catalog.domain.passes import PassType, Price
from touchline.catalog.domain.places import Category
from touchline.catalog.ports.channel_facts import Facts
from touchline.catalog.ports.entitlements import SingleEventOffer
from touchline.catalog.tests.fakes import (
    FakeBilling,
    FakeLinks,
    FixedFacts,
    InMemoryEvents,
    PlainAddresses,
)
from touchline.catalog.tests.samples import HOCKEY, NOON, game
from touchline.shared.clock import FixedClock
from touchline.shared.errors import NotFound
from touchline.shared.ids import AccountId, CategoryId, ChannelId, EventId, PackageId, SessionId
from touchline.shared.money import Money
from touchline.shared.paging import PageRequest
from touchline.shared.principal import Principal

VISITOR = Principal(ChannelId(1), SessionId(1), None, "en", "US")
VIEWER = replace(VISITOR, account_id=AccountId(5))
VIDEO = [
    MediaRow(number, Owner("event", 1), kind)
    for number, kind in enumerate(
        (MediaType.VOD, MediaType.THUMBNAILS, MediaType.IMAGE, MediaType.PREVIEW), 1
    )
]
PAID = game(1, pass_type=PassType.PAID)


def dollars(amount: str) -> Money:
    """An amount of US dollars."""
    return Money.parse(amount, "USD")


class Box:
    """The queries over fakes."""

    def __init__(self, *events: Any, billing: FakeBilling | None = None) -> None:
        self.billing = billing or FakeBilling()
        self.links = FakeLinks({event.id: VIDEO for event in events})
        self.events = InMemoryEvents(events)
        addresses, facts = PlainAddresses(), FixedFacts(Facts(time_zone="America/Chicago"))
        desk = Desk(facts, addresses, FixedClock(NOON))
        answers = EventAnswers(EventParts(self.links, self.billing, self.billing), addresses)
        self.show = ShowEvent(self.events, answers, desk)
        self.list = ListEvents(self.events, answers, desk)


def test_a_locked_event_tells_its_media_but_no_address_of_what_plays() -> None:
    told: Any = Box(PAID).show(VISITOR, EventId(1))
    assert [(row["type"], row["url"]) for row in told["media"]] == [
        (3, None),
        (5, None),
        (1, "signed"),
        (6, "signed"),
    ]


def test_who_holds_a_paid_event_gets_its_addresses() -> None:
    box = Box(PAID, billing=FakeBilling(events={1: Holding.PURCHASED}))
    told: Any = box.show(VIEWER, EventId(1))
    assert (told["has_access"], told["access_reason"]) == (True, "purchased")
    assert {row["url"] for row in told["media"]} == {"signed"}
    assert box.billing.claims[0].category_id == HOCKEY.id
    assert box.billing.claims[0].participant_ids == (1, 2)


def test_each_medium_of_an_event_is_signed_once() -> None:
    box = Box(game(1))
    box.show(VISITOR, EventId(1))
    assert box.links.told == [1, 2, 3, 4]


def test_before_the_start_nothing_plays_though_there_is_access() -> None:
    early = game(1, starts_at=NOON + timedelta(hours=1))
    told: Any = Box(early).show(VISITOR, EventId(1))
    assert (told["has_access"], told["access_reason"]) == (True, "not_started")
    assert told["media"][0]["url"] is None


def test_a_row_shows_pictures_and_previews_alone() -> None:
    box = Box(game(1), game(2))
    page: Any = box.list(VISITOR, EventFilter(), PageRequest())
    assert [[row["type"] for row in event["media"]] for event in page.items] == [[1, 6], [1, 6]]
    assert box.links.asked == [("event", (1, 2))]


def test_nobody_asks_billing_for_what_costs_nothing() -> None:
    box = Box(game(1), game(2, pass_type=PassType.REGISTER))
    box.list(VIEWER, EventFilter(), PageRequest())
    assert box.billing.claims == []


def test_a_paid_event_is_sold_with_the_first_package_that_covers_its_category() -> None:
    other = CategoryId(99)
    offers = [
        SingleEventOffer(PackageId(1), Price(dollars("5.00"), dollars("0.50")), frozenset({other})),
        SingleEventOffer(PackageId(2), Price(dollars("8.00"), dollars("1.00")), frozenset({HOCKEY.id})),
        SingleEventOffer(PackageId(3), Price(dollars("9.00"), dollars("1.00"))),
    ]
    elsewhere = game(2, pass_type=PassType.PPV, category=Category(CategoryId(5), "x", {"en": "X"}))
    box = Box(PAID, elsewhere, billing=FakeBilling(offers=offers))
    told: Any = [box.show(VISITOR, EventId(number)) for number in (1, 2)]
    assert [(one["single_event_package_id"], one["price"]) for one in told] == [(2, "9.00"), (3, "10.00")]


def test_an_events_own_price_goes_before_the_packages() -> None:
    offer = SingleEventOffer(PackageId(3), Price(dollars("9.00"), dollars("1.00")))
    own = replace(PAID, price=Price(dollars("12.50"), dollars("0.75")))
    told: Any = Box(own, billing=FakeBilling(offers=[offer])).show(VISITOR, EventId(1))
    assert (told["base_price"], told["service_fee"], told["price"]) == ("12.50", "0.75", "13.25")
    assert told["single_event_package_id"] == 3


def test_a_location_without_a_zone_of_its_own_is_in_the_channels() -> None:
    here = game(1, location=None)
    assert Box(here).show(VISITOR, EventId(1))["time_zone"] == "America/Chicago"
    assert Box(game(1)).show(VISITOR, EventId(1))["time_zone"] == "America/Denver"


def test_an_event_that_is_not_there_is_not_found() -> None:
    with pytest.raises(NotFound):
        Box().show(VISITOR, EventId(1))
