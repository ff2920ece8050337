"""What is to be done at the provider before an order can be settled."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest

from touchline.billing.domain.offers import Capability
from touchline.billing.domain.orders import AutoRenewal, Grant, Order, OrderStatus
from touchline.billing.domain.payment import Payment, PaymentState, Rhythm
from touchline.billing.domain.settling import ATTEMPT, AUTHENTICATION, TAKING_UP, Act, next_act, owed
from touchline.billing.domain.terms import Term
from touchline.billing.tests.orders import NOW, order
from touchline.billing.tests.payments import YEAR, charged, payment, refunded, running, subscribed
from touchline.billing.tests.samples import dollars

GRACE = timedelta(days=7)
SECOND = timedelta(seconds=1)
PLACED = order(attempt_until=NOW + ATTEMPT)
BROKEN_OFF = order(attempt_until=NOW)
ASKS = payment(PaymentState.ACTION)
SLOW = payment(PaymentState.PENDING)
REFUSED = payment(PaymentState.PENDING, failure_code="card_declined")
OVER = payment(PaymentState.FAILED)
WAITING = order(payment_ref="pi_1")
LAST_HOUR = order(grant=Grant(capabilities=(Capability.WATCH,), term=Term(until=NOW + timedelta(hours=1))))
FAILED = order(status=OrderStatus.FAILED)
PAID = order(status=OrderStatus.PAID)


def act(
    one: Order, what: Payment | None, later: timedelta = timedelta(), *, abandoned: bool = False
) -> Act | None:
    """What is to be done some time after `NOW`."""
    return next_act(one, what, NOW + later, GRACE, abandoned=abandoned)


@pytest.mark.parametrize(
    ("one", "later", "abandoned", "wanted"),
    [
        (PLACED, timedelta(), False, None),
        (PLACED, ATTEMPT, False, Act.CHARGE),
        (BROKEN_OFF, timedelta(), False, Act.CHARGE),
        (BROKEN_OFF, timedelta(), True, None),
        (BROKEN_OFF, TAKING_UP - SECOND, False, Act.CHARGE),
        (BROKEN_OFF, TAKING_UP, False, None),
        (order(account_id=None), timedelta(), False, None),
        (order(discount=dollars("13.50")), timedelta(), False, None),
        (FAILED, timedelta(), False, None),
        (PAID, timedelta(), False, None),
    ],
)
def test_what_the_provider_does_not_know_is_asked_for_again_for_some_minutes_unless_somebody_is_at_it(
    one: Order, later: timedelta, abandoned: bool, wanted: Act | None
) -> None:
    assert act(one, None, later, abandoned=abandoned) is wanted


def test_a_payment_is_not_waited_for_beyond_the_end_of_what_it_opens() -> None:
    hour = timedelta(hours=1)
    assert [act(LAST_HOUR, ASKS, later) for later in (hour - SECOND, hour)] == [None, Act.GIVE_UP]


@pytest.mark.parametrize(
    ("what", "later", "abandoned", "wanted"),
    [
        (ASKS, timedelta(), False, None),
        (ASKS, AUTHENTICATION - SECOND, False, None),
        (ASKS, AUTHENTICATION, False, Act.GIVE_UP),
        (ASKS, timedelta(), True, Act.GIVE_UP),
        (SLOW, timedelta(), False, None),
        (SLOW, timedelta(), True, Act.GIVE_UP),
        (SLOW, AUTHENTICATION, False, Act.GIVE_UP),
        (REFUSED, timedelta(), False, Act.GIVE_UP),
        (OVER, timedelta(), False, None),
        (payment(), AUTHENTICATION, True, None),
    ],
)
def test_a_payment_is_given_up_when_it_was_refused_or_waited_a_day_or_nobody_waits_for_it(
    what: Payment, later: timedelta, abandoned: bool, wanted: Act | None
) -> None:
    assert act(WAITING, what, later, abandoned=abandoned) is wanted


@pytest.mark.parametrize(
    ("what", "wanted"),
    [
        (OVER, None),
        (ASKS, Act.GIVE_UP),
        (SLOW, Act.GIVE_UP),
        (payment(), Act.REFUND),
        (payment(charges=(charged(returned=(refunded("3.50"),)),)), Act.REFUND),
        (payment(charges=(charged(returned=(refunded(),)),)), None),
        (running(), Act.END),
        (running(ended_at=NOW), Act.REFUND),
    ],
)
def test_an_order_that_failed_or_is_nobodys_before_it_is_paid_keeps_no_money_and_no_subscription(
    what: Payment, wanted: Act | None
) -> None:
    assert act(FAILED, what) is wanted
    assert act(order(account_id=None), what) is wanted


def test_an_order_that_was_paid_before_its_account_was_closed_keeps_its_money() -> None:
    assert act(order(account_id=None, status=OrderStatus.PAID), payment()) is None


@pytest.mark.parametrize(
    ("one", "what", "wanted"),
    [
        (subscribed(), running(), None),
        (subscribed(ended_at=NOW), running(), Act.END),
        (subscribed(ended_at=NOW), running(ended_at=NOW), None),
        (subscribed(status=OrderStatus.REFUNDED), running(), Act.END),
        (subscribed(), running(charged("99.00", returned=(refunded("99.00"),))), Act.END),
        (subscribed(), running(charged("99.00", returned=(refunded("9.00"),))), None),
        (subscribed(), running(charged("99.00", returned=(refunded("99.00", dispute=True),))), Act.END),
        (subscribed(), running(past_due_at=NOW, until=NOW), None),
        (subscribed(), running(past_due_at=NOW - GRACE, until=NOW - GRACE), Act.END),
        (subscribed(), running(until=NOW - GRACE), None),
        (PAID, payment(), None),
    ],
)
def test_a_subscription_that_opens_nothing_any_more_is_ended_at_the_provider(
    one: Order, what: Payment, wanted: Act | None
) -> None:
    assert act(one, what) is wanted


@pytest.mark.parametrize(
    ("ended_at", "trial_days", "owed_back"),
    [
        (None, 0, []),
        (NOW, 0, []),
        (NOW - SECOND, 0, ["ch_2"]),
        (NOW - 2 * (YEAR - NOW), 0, ["ch_2"]),
        (NOW - 2 * (YEAR - NOW), 7, ["ch_1", "ch_2"]),
    ],
)
def test_what_was_charged_after_the_end_of_an_order_is_given_back_but_not_what_opened_it(
    ended_at: datetime | None, trial_days: int, owed_back: list[str]
) -> None:
    first = charged("99.00", at=NOW - timedelta(days=365))
    both = running(first, charged("99.00", ref="ch_2", renewal=True), ended_at=NOW)
    one = subscribed(ended_at=ended_at, trial_days=trial_days)
    assert [charge.ref for charge in owed(one, both)] == owed_back
    assert act(one, both) is (Act.REFUND if owed_back else None)


@pytest.mark.parametrize(
    ("on", "stops", "wanted"),
    [(False, False, Act.SWITCH), (False, True, None), (True, True, Act.SWITCH), (True, False, None)],
)
def test_the_provider_is_told_whether_to_renew_until_it_agrees(
    on: bool, stops: bool, wanted: Act | None
) -> None:
    one = subscribed(auto_renewal=AutoRenewal.PROCESSING, renew_wanted=on)
    assert act(one, running(stops=stops)) is wanted


@pytest.mark.parametrize(
    "rhythm", [{"asking": True}, {"past_due_at": NOW}, {"asking": True, "past_due_at": NOW}]
)
def test_a_renewal_that_is_not_wanted_any_more_is_ended_while_its_money_is_asked_for(
    rhythm: dict[str, Any],
) -> None:
    cancelled = subscribed(auto_renewal=AutoRenewal.PROCESSING, renew_wanted=False)
    assert act(cancelled, running(until=NOW, **rhythm)) is Act.END
    assert act(subscribed(), running(until=NOW, stops=True, **rhythm)) is Act.END
    assert act(subscribed(), running(until=NOW, **rhythm)) is None
    goes_on = subscribed(auto_renewal=AutoRenewal.PROCESSING, renew_wanted=True)
    assert act(goes_on, running(until=NOW, stops=True, **rhythm)) is Act.SWITCH


@pytest.mark.parametrize("dispute", [False, True])
def test_a_subscription_is_ended_whose_money_went_back_before_its_order_was_known_to_be_paid(
    dispute: bool,
) -> None:
    gone = running(charged("99.00", returned=(refunded("99.00", dispute=dispute),)))
    assert act(subscribed(status=OrderStatus.CREATED), gone) is Act.END


def test_nothing_is_done_twice_in_one_settling() -> None:
    assert next_act(WAITING, REFUSED, NOW, GRACE, done={Act.GIVE_UP}) is None


def test_a_trial_that_was_given_to_a_failed_order_is_ended() -> None:
    trial = payment(ref="sub_1", charges=(), rhythm=Rhythm(since=NOW, until=YEAR, trial=True))
    assert act(subscribed(status=OrderStatus.FAILED), trial) is Act.END
