"""Serialized events: access, price and media, loaded once for a whole list."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from touchline.catalog.application.events.event_data import EventDataLoader
from touchline.catalog.application.events.event_queries import ListEvents, ShowEvent
from touchline.catalog.application.events.event_serializer import EventSerializer
from touchline.catalog.application.request_context import RequestContextFactory
from touchline.catalog.domain.access import EntitlementKind
from touchline.catalog.domain.filters import EventFilter
from touchline.catalog.domain.media.assets import MediaItem, MediaOwner, MediaType
from touchline.catalog.domain.passes import PassType, Price
from touchline.catalog.domain.taxonomy import Category
from touchline.catalog.ports.current_channel import ChannelDetails
from touchline.catalog.ports.entitlements import SingleEventOffer
from touchline.catalog.tests.fakes import (
    FakeBilling,
    FakeCurrentChannel,
    FakeMediaLinkBuilder,
    FakeScoreSettings,
    FakeSiteUrls,
    FakeSports,
    InMemoryEvents,
    build_viewer_events,
)
from touchline.catalog.tests.samples import HOCKEY, NOON, TIMELINE_TOKENS, build_event
from touchline.shared.clock import FixedClock
from touchline.shared.errors import NotFoundError
from touchline.shared.ids import AccountId, CategoryId, ChannelId, EventId, PackageId, SessionId
from touchline.shared.money import Money
from touchline.shared.paging import PageRequest
from touchline.shared.principal import Principal

VISITOR = Principal(ChannelId(1), SessionId(1), None, "en", "US")
VIEWER = replace(VISITOR, account_id=AccountId(5))
VIDEO_ITEMS = [
    MediaItem(number, MediaOwner("event", 1), kind)
    for number, kind in enumerate(
        (MediaType.VOD, MediaType.THUMBNAILS, MediaType.IMAGE, MediaType.PREVIEW), 1
    )
]
PAID = build_event(1, pass_type=PassType.PAID)


def usd(amount: str) -> Money:
    """Return an amount in US dollars."""
    return Money.parse(amount, "USD")


class QueryHarness:
    """The event queries, over fakes."""

    def __init__(self, *events: Any, billing: FakeBilling | None = None) -> None:
        self.billing = billing or FakeBilling()
        self.score_settings = FakeScoreSettings()
        self.links = FakeMediaLinkBuilder({event.id: VIDEO_ITEMS for event in events})
        self.events = InMemoryEvents(events)
        urls, details = FakeSiteUrls(), FakeCurrentChannel(ChannelDetails(time_zone="America/Chicago"))
        contexts = RequestContextFactory(details, urls, FakeSports(), self.score_settings, FixedClock(NOON))
        loader = EventDataLoader(self.links, self.billing, self.billing)
        serializer = EventSerializer(loader, urls, TIMELINE_TOKENS)
        viewer_events = build_viewer_events(self.events)
        self.show = ShowEvent(viewer_events, serializer, contexts)
        self.list = ListEvents(viewer_events, serializer, contexts)


def test_a_locked_event_lists_its_media_without_playable_urls() -> None:
    payload: Any = QueryHarness(PAID).show(VISITOR, EventId(1))
    assert [(row["type"], row["url"]) for row in payload["media"]] == [
        (3, None),
        (5, None),
        (1, "signed"),
        (6, "signed"),
    ]


def test_a_viewer_entitled_to_a_paid_event_gets_its_urls() -> None:
    harness = QueryHarness(PAID, billing=FakeBilling(events={1: EntitlementKind.PURCHASED}))
    payload: Any = harness.show(VIEWER, EventId(1))
    assert (payload["has_access"], payload["access_reason"]) == (True, "purchased")
    assert {row["url"] for row in payload["media"]} == {"signed"}
    assert harness.billing.queries[0].category_id == HOCKEY.id
    assert harness.billing.queries[0].participant_ids == (1, 2)


def test_each_media_item_of_an_event_is_signed_once() -> None:
    harness = QueryHarness(build_event(1))
    harness.show(VISITOR, EventId(1))
    assert harness.links.linked_ids == [1, 2, 3, 4]


def test_before_the_start_there_is_access_but_no_playable_url() -> None:
    early = build_event(1, starts_at=NOON + timedelta(hours=1))
    payload: Any = QueryHarness(early).show(VISITOR, EventId(1))
    assert (payload["has_access"], payload["access_reason"]) == (True, "not_started")
    assert payload["media"][0]["url"] is None


def test_a_list_row_has_only_images_and_previews() -> None:
    harness = QueryHarness(build_event(1), build_event(2))
    page: Any = harness.list(VISITOR, EventFilter(), PageRequest())
    assert [[row["type"] for row in event["media"]] for event in page.items] == [[1, 6], [1, 6]]
    assert harness.links.queries == [("event", (1, 2))]


def test_billing_is_not_queried_for_free_events() -> None:
    harness = QueryHarness(build_event(1), build_event(2, pass_type=PassType.REGISTER))
    harness.list(VIEWER, EventFilter(), PageRequest())
    assert harness.billing.queries == []


def test_a_paid_event_is_sold_with_the_first_package_covering_its_category() -> None:
    other = CategoryId(99)
    offers = [
        SingleEventOffer(PackageId(1), Price(usd("5.00"), usd("0.50")), frozenset({other})),
        SingleEventOffer(PackageId(2), Price(usd("8.00"), usd("1.00")), frozenset({HOCKEY.id})),
        SingleEventOffer(PackageId(3), Price(usd("9.00"), usd("1.00"))),
    ]
    other_event = build_event(2, pass_type=PassType.PPV, category=Category(CategoryId(5), "x", {"en": "X"}))
    harness = QueryHarness(PAID, other_event, billing=FakeBilling(offers=offers))
    payload: Any = [harness.show(VISITOR, EventId(number)) for number in (1, 2)]
    assert [(event["single_event_package_id"], event["price"]) for event in payload] == [
        (2, "9.00"),
        (3, "10.00"),
    ]


def test_the_price_of_an_event_takes_precedence_over_the_package() -> None:
    offer = SingleEventOffer(PackageId(3), Price(usd("9.00"), usd("1.00")))
    priced_event = replace(PAID, price=Price(usd("12.50"), usd("0.75")))
    payload: Any = QueryHarness(priced_event, billing=FakeBilling(offers=[offer])).show(VISITOR, EventId(1))
    assert (payload["base_price"], payload["service_fee"], payload["price"]) == ("12.50", "0.75", "13.25")
    assert payload["single_event_package_id"] == 3


def test_a_location_without_a_time_zone_uses_that_of_the_channel() -> None:
    event_without_location = build_event(1, location=None)
    assert QueryHarness(event_without_location).show(VISITOR, EventId(1))["time_zone"] == "America/Chicago"
    assert QueryHarness(build_event(1)).show(VISITOR, EventId(1))["time_zone"] == "America/Denver"


def test_a_missing_event_is_not_found() -> None:
    with pytest.raises(NotFoundError):
        QueryHarness().show(VISITOR, EventId(1))
