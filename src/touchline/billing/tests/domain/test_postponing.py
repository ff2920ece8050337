"""What becomes of the days of a game that is played later than it was to be."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest

from touchline.billing.domain.orders import Order, OrderStatus
from touchline.billing.domain.postponing import is_postponed, postpone
from touchline.billing.domain.terms import Term
from touchline.billing.tests.orders import NOW, order

DAY = timedelta(days=1)
START = NOW + DAY
WEEK = Term(days=7, not_before=START)


def paid(term: Term = WEEK, **changes: Any) -> Order:
    """An order for the game that was paid at `NOW`."""
    one = order()
    one.grant = replace(one.grant, term=term)
    one.pay(NOW, expires_at=term.end(NOW))
    return replace(one, **changes)


def test_its_days_are_counted_from_its_new_start() -> None:
    one = paid()
    assert is_postponed(one, START + DAY)
    assert postpone(one, START + DAY)
    assert (one.grant.term.not_before, one.expires_at) == (START + DAY, START + 8 * DAY)
    assert not is_postponed(one, START + DAY)


@pytest.mark.parametrize("start", [START, START - DAY])
def test_a_game_that_is_played_earlier_takes_nothing_away(start: datetime) -> None:
    one = paid()
    assert not postpone(one, start)
    assert one == paid()


def test_a_game_that_was_bought_after_its_start_is_open_from_the_purchase_until_its_new_start_is_later() -> (
    None
):
    one = paid(Term(days=7, not_before=NOW - 9 * DAY))
    assert postpone(one, NOW - 2 * DAY)
    assert one.expires_at == NOW + 7 * DAY
    assert postpone(one, NOW + 2 * DAY)
    assert one.expires_at == NOW + 9 * DAY


def test_an_order_that_was_open_for_longer_stays_so() -> None:
    one = paid(expires_at=NOW + 90 * DAY)
    assert postpone(one, START + DAY)
    assert one.expires_at == NOW + 90 * DAY


def test_nothing_is_open_beyond_the_last_day_of_the_offer() -> None:
    one = paid(Term(days=7, not_before=START, until=NOW + 9 * DAY))
    assert postpone(one, START + 30 * DAY)
    assert one.expires_at == NOW + 9 * DAY


@pytest.mark.parametrize(
    "one",
    [
        paid(status=OrderStatus.CREATED),
        paid(status=OrderStatus.FAILED),
        paid(status=OrderStatus.REFUNDED, ended_at=NOW),
        paid(ended_at=NOW),
        paid(Term(days=7)),
        paid(Term(not_before=START, until=NOW + DAY)),
        paid(Term(not_before=START)),
    ],
)
def test_what_is_not_paid_or_was_ended_or_has_no_days_of_a_game_is_left_alone(one: Order) -> None:
    before = replace(one)
    assert not postpone(one, START + DAY)
    assert one == before
