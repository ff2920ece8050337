"""Tests for postponed events: orders for a single event stay open until the new date."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest

from touchline.billing.application.products import extend_postponed_orders
from touchline.billing.application.products.extend_postponed_orders import ExtendPostponedOrders
from touchline.billing.application.products.postponement_service import PostponementService
from touchline.billing.domain.checkout.orders import ActivityStatus, Order, ProductKind
from touchline.billing.tests.checkout_environment import ADA, BOB, EVENT_ID, GRACE_PERIOD, CheckoutEnvironment
from touchline.billing.tests.offer_samples import usd
from touchline.billing.tests.order_samples import NOW
from touchline.shared.ids import ChannelId, OrderId

DAY = timedelta(days=1)
START = NOW + 3 * DAY
"""Start of the environment's event, which grants access for two more days."""


class CountingTimetable:
    """`SoldEvents` and `Timetable` over the checkout environment. `query_count` counts the queries."""

    def __init__(self, env: CheckoutEnvironment) -> None:
        self.env, self.query_count, self.is_shown = env, 0, True

    def list_orders(self, since: datetime, after: OrderId, limit: int) -> Sequence[Order]:
        """Return copies of the stored orders for events."""
        self.query_count += 1
        matching = (
            order
            for order in self.env.orders.stored
            if order.id > after and order.product.kind is ProductKind.EVENT
        )
        return [
            replace(order) for order in matching if order.expires_at is None or order.expires_at >= since
        ][:limit]

    def get_start_times(self, event_ids: Collection[int]) -> Mapping[int, datetime]:
        """Return the start of the event while it is shown."""
        self.query_count += 1
        main_event = self.env.sale_catalog.main_event
        return (
            {main_event.id: main_event.coverage.starts_at}
            if self.is_shown and main_event.id in event_ids
            else {}
        )


class NoWithdrawals:
    """`WithdrawProducts` that finds nothing to withdraw."""

    def find(self) -> Sequence[object]:
        """Return nothing."""
        return ()


class PostponementHarness:
    """A checkout environment whose event can be moved."""

    def __init__(self) -> None:
        self.env = CheckoutEnvironment(solo={"days": 2})
        self.timetable = CountingTimetable(self.env)
        self.extend_postponed_orders = ExtendPostponedOrders(
            self.env.orders, self.timetable, self.timetable, self.env.clock
        )
        withdraw_products: Any = NoWithdrawals()
        self.postponement_service = PostponementService(
            self.env.uow, self, self.extend_postponed_orders, withdraw_products
        )

    def list_ids_by_slug(self) -> dict[str, ChannelId]:
        """Return the only channel."""
        return {"prairie": ADA.channel_id}

    def move_event(self, starts_at: datetime) -> int:
        """Move the event to a new start. Return the number of orders that were extended."""
        self.env.sale_catalog.change_event(starts_at=starts_at)
        return self.run_job()

    def run_job(self) -> int:
        """Run the job. Return the number of orders that were extended."""
        return self.postponement_service.run_for_all_channels()

    def get_activity(self, order: Order) -> ActivityStatus:
        """Return the current activity status of an order."""
        return self.env.get_order(order.id).activity(self.env.clock.now(), GRACE_PERIOD)


@pytest.fixture
def harness() -> PostponementHarness:
    return PostponementHarness()


def test_an_event_postponed_beyond_its_access_days_is_available_again(harness: PostponementHarness) -> None:
    bought = harness.env.buy()
    harness.env.clock.set(START + 4 * DAY)
    assert harness.get_activity(bought) is ActivityStatus.EXPIRED
    assert harness.move_event(START + 5 * DAY) == 1
    after = harness.env.get_order(bought.id)
    assert (harness.get_activity(after), after.expires_at) == (ActivityStatus.ACTIVE, START + 7 * DAY)
    assert (after.slot, after.version) == (f"event:{EVENT_ID}", bought.version + 1)


def test_a_second_run_or_an_earlier_start_changes_nothing(
    harness: PostponementHarness,
) -> None:
    bought = harness.env.buy()
    assert harness.move_event(START + DAY) == 1
    after = harness.env.get_order(bought.id)
    assert (harness.run_job(), harness.move_event(START - DAY)) == (0, 0)
    assert harness.env.get_order(bought.id) == after


def test_syncing_again_does_not_shorten_access(harness: PostponementHarness) -> None:
    bought = harness.env.buy()
    harness.move_event(START + 9 * DAY)
    assert harness.env.sync(bought).expires_at == START + 11 * DAY


def test_a_refunded_order_stays_closed(harness: PostponementHarness) -> None:
    bought = harness.env.buy()
    harness.env.payments.reverse_charge("ch_pi_1", usd("13.50"), "re_1")
    before = harness.env.sync(bought)
    assert harness.move_event(START + DAY) == 0
    assert harness.env.get_order(bought.id) == before


def test_an_order_refunded_between_find_and_extend_stays_closed(harness: PostponementHarness) -> None:
    bought = harness.env.buy()
    harness.env.sale_catalog.change_event(starts_at=START + DAY)
    batch = harness.extend_postponed_orders.find_postponed(OrderId(0))
    assert batch is not None
    harness.env.payments.reverse_charge("ch_pi_1", usd("13.50"), "re_1")
    before = harness.env.sync(bought)
    assert [harness.extend_postponed_orders(*new_start) for new_start in batch.new_starts] == [False]
    assert harness.env.get_order(bought.id) == before


def test_an_event_bought_again_after_it_expired_leaves_its_slot_to_the_second_order(
    harness: PostponementHarness,
) -> None:
    first = harness.env.buy()
    harness.env.clock.set(START + 4 * DAY)
    second = harness.env.buy()
    assert harness.env.get_order(first.id).slot is None
    assert harness.move_event(START + 9 * DAY) == 2
    slots = [harness.env.get_order(order.id).slot for order in (first, second)]
    assert slots == [None, f"event:{EVENT_ID}"]


def test_a_free_slot_is_reclaimed(harness: PostponementHarness) -> None:
    bought = harness.env.buy()
    harness.env.clock.set(START + 4 * DAY)
    harness.env.orders.stored[0].slot = None
    harness.move_event(START + 5 * DAY)
    assert harness.env.get_order(bought.id).slot == f"event:{EVENT_ID}"


def test_an_erased_account_reclaims_no_slot(harness: PostponementHarness) -> None:
    bought = harness.env.buy()
    harness.env.orders.erase_account(ADA.viewer_id)
    harness.move_event(START + DAY)
    assert harness.env.get_order(bought.id).slot is None


def test_orders_that_expired_long_ago_are_skipped(harness: PostponementHarness) -> None:
    harness.env.buy()
    harness.env.clock.set(START + 93 * DAY)
    assert harness.move_event(START + 100 * DAY) == 0


def test_many_orders_are_processed_in_batches_of_two_queries_each(
    harness: PostponementHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    for who in (ADA, BOB):
        harness.env.buy(who=who)
    harness.run_job()
    assert harness.timetable.query_count == 2 + 1
    monkeypatch.setattr(extend_postponed_orders, "BATCH_SIZE", 1)
    assert harness.move_event(START + DAY) == 2


def test_an_unpublished_event_extends_no_orders(harness: PostponementHarness) -> None:
    bought = harness.env.buy()
    harness.timetable.is_shown = False
    assert harness.move_event(START + DAY) == 0
    assert harness.env.get_order(bought.id) == bought
