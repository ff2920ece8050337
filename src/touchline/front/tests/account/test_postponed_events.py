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
        self.create_event = 0
        self._order_ids = iter(range(1, 1000))

    def create_plan(self, starts_at: datetime, **changes: Any) -> None:
        """Apply the catalog part of a pack in which the game starts at `starts_at`."""
        catalog = self.application.container.catalog.facade()
        with self.application.container.database().transaction(self.channel.id):
            final = event_entry("final", starts_at, **{"pass": "paid"} | changes)
            catalog.apply_pack(pack_part(events=[final]))
            solo = billing_part(package_entry("solo", type="event", categories=[], days=PASS_DAYS))
            self.application.container.billing.facade().apply_pack(solo, {"category": {}})
            self.create_event = catalog.list_ids_by_key("event")["final"]

    def create_order(self, viewer: Visitor, **changes: Any) -> Order:
        """Store an order of the viewer for the game, paid at noon."""
        grant = Grant(
            capabilities=build_order().grant.capabilities,
            event_id=self.create_event,
            term=Term(days=PASS_DAYS, not_before=EVENT_START),
        )
        made = build_order(
            uuid=str(next(self._order_ids)),
            account_id=AccountId(viewer.data("/profile")["id"]),
            product=Product(kind=ProductKind.EVENT, id=self.create_event, name={"en": "Final"}),
            grant=grant,
        )
        made.mark_paid(NOON, expires_at=grant.term.get_end(NOON))
        made = replace(made, **changes)
        with self.application.container.database().transaction(self.channel.id):
            assert self.application.container.billing.orders().add(made)
        return made

    def set_now(self, made: Order) -> Order:
        """Return the stored order."""
        with self.application.container.database().transaction(self.channel.id):
            stored: Order | None = self.application.container.billing.orders().get(made.id)
        assert stored is not None
        return stored

    def run_jobs(self) -> None:
        """Run the daily job."""
        self.application.runner.run(Task(EXTEND_POSTPONED_ORDERS_JOB, ()))

    def has_access(self, viewer: Visitor) -> bool:
        """Return whether the viewer may watch the game."""
        return bool(viewer.data(f"/events/{self.create_event}")["has_access"])


@pytest.fixture
def harness(application: Application, channel: ChannelDetails, clock: FixedClock) -> PostponementHarness:
    made = PostponementHarness(application, channel, clock)
    made.create_plan(EVENT_START)
    return made


@pytest.fixture
def viewer(visitor: Visitor) -> Visitor:
    """Return a viewer of `prairie`."""
    return visitor.register()


def test_an_event_postponed_beyond_its_days_stays_open_to_its_buyers(
    harness: PostponementHarness, viewer: Visitor
) -> None:
    bought = harness.create_order(viewer)
    assert harness.has_access(viewer)
    harness.clock.set(EVENT_START + 5 * DAY)
    harness.create_plan(EVENT_START + 6 * DAY)
    assert not harness.has_access(viewer)
    harness.run_jobs()
    assert harness.has_access(viewer)
    after = harness.set_now(bought)
    assert (after.expires_at, after.slot) == (EVENT_START + 8 * DAY, f"event:{harness.create_event}")
    harness.run_jobs()
    assert harness.set_now(bought) == after
    harness.clock.set(EVENT_START + 8 * DAY)
    assert not harness.has_access(viewer)


def test_a_hidden_event_moves_nothing_and_a_now_free_one_does(
    harness: PostponementHarness, viewer: Visitor
) -> None:
    bought = harness.create_order(viewer)
    harness.create_plan(EVENT_START + 9 * DAY)
    catalog = harness.application.container.catalog.facade()
    with harness.application.container.database().transaction(harness.channel.id):
        catalog.apply_pack(pack_part(events=[event_entry("another", EVENT_START)]))
        another = catalog.list_ids_by_key("event")["another"]
        assert catalog.list_event_starts([harness.create_event, another]) == {another: EVENT_START}
        assert catalog.list_event_starts([harness.create_event]) == {}
    harness.run_jobs()
    after = harness.set_now(bought)
    assert (after.expires_at, after.product_status) == (bought.expires_at, ProductStatus.WITHDRAWN)
    harness.create_plan(EVENT_START + DAY, **{"pass": "free"})
    harness.run_jobs()
    assert harness.set_now(bought).expires_at == EVENT_START + 3 * DAY


def test_orders_of_another_channel_follow_their_own_events(
    harness: PostponementHarness,
    viewer: Visitor,
    other_channel: ChannelDetails,
    visit: Callable[[ChannelDetails], Visitor],
) -> None:
    bought = harness.create_order(viewer)
    other = PostponementHarness(harness.application, other_channel, harness.clock)
    other.create_plan(EVENT_START)
    theirs = other.create_order(visit(other_channel).register(email="zoe@example.org"), uuid="theirs")
    other.create_plan(EVENT_START + DAY)
    harness.run_jobs()
    assert (harness.set_now(bought), other.set_now(theirs).expires_at) == (bought, EVENT_START + 3 * DAY)
