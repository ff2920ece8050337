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
WEEK = Term(days=7, not_before=START)


def build_paid_order(term: Term = WEEK, **changes: Any) -> Order:
    """Build an order for the event, paid at `NOW`."""
    one = build_order()
    one.grant = replace(one.grant, term=term)
    one.mark_paid(NOW, expires_at=term.get_end(NOW))
    return replace(one, **changes)


def test_its_days_are_counted_from_its_new_start() -> None:
    one = build_paid_order()
    assert is_postponed(one, START + DAY)
    assert postpone(one, START + DAY)
    assert (one.grant.term.not_before, one.expires_at) == (START + DAY, START + 8 * DAY)
    assert not is_postponed(one, START + DAY)


@pytest.mark.parametrize("start", [START, START - DAY])
def test_an_earlier_event_start_does_not_shorten_access(start: datetime) -> None:
    one = build_paid_order()
    assert not postpone(one, start)
    assert one == build_paid_order()


def test_an_event_bought_after_its_start_is_open_from_the_purchase_until_its_new_start_is_later() -> None:
    one = build_paid_order(Term(days=7, not_before=NOW - 9 * DAY))
    assert postpone(one, NOW - 2 * DAY)
    assert one.expires_at == NOW + 7 * DAY
    assert postpone(one, NOW + 2 * DAY)
    assert one.expires_at == NOW + 9 * DAY


def test_an_order_that_was_open_for_longer_stays_so() -> None:
    one = build_paid_order(expires_at=NOW + 90 * DAY)
    assert postpone(one, START + DAY)
    assert one.expires_at == NOW + 90 * DAY


def test_nothing_is_open_beyond_the_last_day_of_the_offer() -> None:
    one = build_paid_order(Term(days=7, not_before=START, until=NOW + 9 * DAY))
    assert postpone(one, START + 30 * DAY)
    assert one.expires_at == NOW + 9 * DAY


@pytest.mark.parametrize(
    "one",
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
def test_unpaid_ended_or_unlimited_orders_are_unchanged(one: Order) -> None:
    before = replace(one)
    assert not postpone(one, START + DAY)
    assert one == before
