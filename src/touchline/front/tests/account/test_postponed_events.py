"""Postponed events: a game that moves to a later date stays open for its buyers, on both databases."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest

from touchline.billing.application.products.extend_postponed_orders import EXTEND_POSTPONED_ORDERS_JOB
from touchline.billing.domain.checkout.orders import Grant, Order, Product, ProductKind, ProductStatus
from touchline.billing.domain.offers.terms import Term
from touchline.billing.tests.offer_samples import billing_part, package_entry
from touchline.billing.tests.order_samples import build_order
from touchline.catalog.tests.pack_samples import event_entry, pack_part
from touchline.channel.facade import ChannelDetails
from touchline.conftest import NOON, Visitor
from touchline.entrypoints.bootstrap import Application
from touchline.shared.clock import FixedClock
from touchline.shared.ids import AccountId
from touchline.shared.tasks.jobs import Task

DAY = timedelta(days=1)
EVENT_START = NOON + DAY
PASS_DAYS = 2
"""Days of access from the start of the game."""


class PostponementHarness:
    """A channel with one paid game, `final`, sold with two days of access from its start."""

    def __init__(self, application: Application, channel: ChannelDetails, clock: FixedClock) -> None:
        self.application, self.channel, self.clock = application, channel, clock
        self.event_id = 0
        self._order_ids = iter(range(1, 1000))

    def schedule_event(self, starts_at: datetime, **changes: Any) -> None:
        """Apply a pack in which the game starts at `starts_at`."""
        catalog = self.application.container.catalog.facade()
        with self.application.container.database().transaction(self.channel.id):
            final = event_entry("final", starts_at, **{"pass": "paid"} | changes)
            catalog.apply_pack(pack_part(events=[final]))
            offers = billing_part(package_entry("solo", type="event", categories=[], days=PASS_DAYS))
            self.application.container.billing.facade().apply_pack(offers, {"category": {}})
            self.event_id = catalog.list_ids_by_key("event")["final"]

    def create_order(self, viewer: Visitor, **changes: Any) -> Order:
        """Store an order of the viewer for the game, paid at noon."""
        grant = Grant(
            capabilities=build_order().grant.capabilities,
            event_id=self.event_id,
            term=Term(days=PASS_DAYS, not_before=EVENT_START),
        )
        order = build_order(
            uuid=str(next(self._order_ids)),
            account_id=AccountId(viewer.data("/profile")["id"]),
            product=Product(kind=ProductKind.EVENT, id=self.event_id, name={"en": "Final"}),
            grant=grant,
        )
        order.mark_paid(NOON, expires_at=grant.term.get_end(NOON))
        order = replace(order, **changes)
        with self.application.container.database().transaction(self.channel.id):
            assert self.application.container.billing.orders().add(order)
        return order

    def get_stored_order(self, order: Order) -> Order:
        """Return the stored order."""
        with self.application.container.database().transaction(self.channel.id):
            stored: Order | None = self.application.container.billing.orders().get(order.id)
        assert stored is not None
        return stored

    def run_job(self) -> None:
        """Run the daily job."""
        self.application.runner.run(Task(EXTEND_POSTPONED_ORDERS_JOB, ()))

    def has_access(self, viewer: Visitor) -> bool:
        """Return whether the viewer may watch the game."""
        return bool(viewer.data(f"/events/{self.event_id}")["has_access"])


@pytest.fixture
def harness(application: Application, channel: ChannelDetails, clock: FixedClock) -> PostponementHarness:
    harness = PostponementHarness(application, channel, clock)
    harness.schedule_event(EVENT_START)
    return harness


@pytest.fixture
def viewer(visitor: Visitor) -> Visitor:
    """Return a viewer of `prairie`."""
    return visitor.register()


def test_an_event_postponed_beyond_its_days_stays_open_to_its_buyers(
    harness: PostponementHarness, viewer: Visitor
) -> None:
    order = harness.create_order(viewer)
    assert harness.has_access(viewer)
    harness.clock.set(EVENT_START + 5 * DAY)
    harness.schedule_event(EVENT_START + 6 * DAY)
    assert not harness.has_access(viewer)
    harness.run_job()
    assert harness.has_access(viewer)
    extended = harness.get_stored_order(order)
    assert (extended.expires_at, extended.slot) == (EVENT_START + 8 * DAY, f"event:{harness.event_id}")
    harness.run_job()
    assert harness.get_stored_order(order) == extended
    harness.clock.set(EVENT_START + 8 * DAY)
    assert not harness.has_access(viewer)


def test_a_hidden_event_extends_no_order_and_a_free_one_does(
    harness: PostponementHarness, viewer: Visitor
) -> None:
    order = harness.create_order(viewer)
    harness.schedule_event(EVENT_START + 9 * DAY)
    catalog = harness.application.container.catalog.facade()
    with harness.application.container.database().transaction(harness.channel.id):
        catalog.apply_pack(pack_part(events=[event_entry("another", EVENT_START)]))
        another = catalog.list_ids_by_key("event")["another"]
        assert catalog.list_event_starts([harness.event_id, another]) == {another: EVENT_START}
        assert catalog.list_event_starts([harness.event_id]) == {}
    harness.run_job()
    extended = harness.get_stored_order(order)
    assert (extended.expires_at, extended.product_status) == (order.expires_at, ProductStatus.WITHDRAWN)
    harness.schedule_event(EVENT_START + DAY, **{"pass": "free"})
    harness.run_job()
    assert harness.get_stored_order(order).expires_at == EVENT_START + 3 * DAY


def test_orders_of_another_channel_follow_their_own_events(
    harness: PostponementHarness,
    viewer: Visitor,
    other_channel: ChannelDetails,
    visit: Callable[[ChannelDetails], Visitor],
) -> None:
    order = harness.create_order(viewer)
    other = PostponementHarness(harness.application, other_channel, harness.clock)
    other.schedule_event(EVENT_START)
    other_order = other.create_order(visit(other_channel).register(email="zoe@example.org"), uuid="theirs")
    other.schedule_event(EVENT_START + DAY)
    harness.run_job()
    assert (harness.get_stored_order(order), other.get_stored_order(other_order).expires_at) == (
        order,
        EVENT_START + 3 * DAY,
    )
