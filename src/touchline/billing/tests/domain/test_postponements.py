"""Tests for the access days of a postponed event."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest

from touchline.billing.domain.checkout.orders import Order, OrderStatus
from touchline.billing.domain.offers.terms import Term
from touchline.billing.domain.products.postponements import is_postponed, postpone
from touchline.billing.tests.order_samples import NOW, build_order

DAY = timedelta(days=1)
START = NOW + DAY
WEEK_TERM = Term(days=7, not_before=START)


def build_paid_order(term: Term = WEEK_TERM, **changes: Any) -> Order:
    """Build an order for the event, paid at `NOW`."""
    order = build_order()
    order.grant = replace(order.grant, term=term)
    order.mark_paid(NOW, expires_at=term.get_end(NOW))
    return replace(order, **changes)


def test_access_days_are_counted_from_the_new_start() -> None:
    order = build_paid_order()
    assert is_postponed(order, START + DAY)
    assert postpone(order, START + DAY)
    assert (order.grant.term.not_before, order.expires_at) == (START + DAY, START + 8 * DAY)
    assert not is_postponed(order, START + DAY)


@pytest.mark.parametrize("start", [START, START - DAY])
def test_an_earlier_event_start_does_not_shorten_access(start: datetime) -> None:
    order = build_paid_order()
    assert not postpone(order, start)
    assert order == build_paid_order()


def test_access_bought_after_the_start_counts_from_the_purchase_or_a_later_new_start() -> None:
    order = build_paid_order(Term(days=7, not_before=NOW - 9 * DAY))
    assert postpone(order, NOW - 2 * DAY)
    assert order.expires_at == NOW + 7 * DAY
    assert postpone(order, NOW + 2 * DAY)
    assert order.expires_at == NOW + 9 * DAY


def test_a_longer_access_period_is_kept() -> None:
    order = build_paid_order(expires_at=NOW + 90 * DAY)
    assert postpone(order, START + DAY)
    assert order.expires_at == NOW + 90 * DAY


def test_access_never_exceeds_the_last_day_of_the_offer() -> None:
    order = build_paid_order(Term(days=7, not_before=START, until=NOW + 9 * DAY))
    assert postpone(order, START + 30 * DAY)
    assert order.expires_at == NOW + 9 * DAY


@pytest.mark.parametrize(
    "order",
    [
        build_paid_order(status=OrderStatus.CREATED),
        build_paid_order(status=OrderStatus.FAILED),
        build_paid_order(status=OrderStatus.REFUNDED, ended_at=NOW),
        build_paid_order(ended_at=NOW),
        build_paid_order(Term(days=7)),
        build_paid_order(Term(not_before=START, until=NOW + DAY)),
        build_paid_order(Term(not_before=START)),
    ],
)
def test_unpaid_ended_or_unlimited_orders_are_unchanged(order: Order) -> None:
    before = replace(order)
    assert not postpone(order, START + DAY)
    assert order == before
