"""What an order becomes by what the provider says of it."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from touchline.billing.domain.offers import Capability
from touchline.billing.domain.orders import Activity, AutoRenewal, Grant, Order, OrderStatus
from touchline.billing.domain.payment import PaymentState
from touchline.billing.domain.periods import Period, counted_since, period_of
from touchline.billing.domain.settled import REPLACED, TOO_LATE, settle, when_to_look
from touchline.billing.domain.settling import ATTEMPT, AUTHENTICATION, TAKING_UP
from touchline.billing.domain.terms import Term
from touchline.billing.tests.orders import NOW, order
from touchline.billing.tests.payments import YEAR, charged, payment, refunded, running, subscribed
from touchline.billing.tests.samples import dollars

GRACE, HOUR, DAY = timedelta(days=7), timedelta(hours=1), timedelta(days=1)
OPEN_SIX_HOURS = Grant(capabilities=(), term=Term(until=NOW + 6 * HOUR))
WEEK = Grant(capabilities=(Capability.WATCH,), event_id=12, term=Term(days=7))
ASKS = payment(PaymentState.ACTION, client_secret="pi_1_secret")


def settled(one: Order, what: object, later: timedelta = timedelta(), *, abandoned: bool = False) -> Order:
    """The order, settled some time after `NOW`."""
    settle(one, what, NOW + later, abandoned=abandoned)  # type: ignore[arg-type]
    return one


def test_an_order_whose_money_came_is_open_from_the_charge_on_for_its_term() -> None:
    one = settled(order(grant=WEEK), payment(), HOUR)
    assert (one.status, one.payment_ref) == (OrderStatus.PAID, "pi_1")
    assert (one.starts_at, one.expires_at) == (NOW, NOW + timedelta(days=7))
    assert one.auto_renewal is None


def test_while_the_bank_asks_the_order_holds_the_secret_and_no_longer() -> None:
    one = settled(order(), ASKS)
    assert (one.status, one.client_secret) == (OrderStatus.CREATED, "pi_1_secret")
    assert settled(one, payment(PaymentState.PENDING)).client_secret is None
    assert settled(settled(order(), ASKS), payment()).client_secret is None


def test_a_declined_card_fails_the_order_with_the_reason() -> None:
    what = payment(PaymentState.FAILED, failure_code="expired_card", failure_message="Your card has expired.")
    one = settled(order(slot="event:12"), what)
    assert (one.status, one.failure_code) == (OrderStatus.FAILED, "expired_card")
    assert (one.failure_message, one.slot) == ("Your card has expired.", None)


def test_a_payment_that_was_given_up_says_so_and_not_that_the_card_was_declined() -> None:
    given_up = payment(PaymentState.FAILED, failure_code="abandoned", failure_message="…")
    assert settled(order(), given_up).failure_message == TOO_LATE
    assert settled(order(), given_up, abandoned=True).failure_message == REPLACED


def test_what_the_provider_never_heard_of_fails_after_some_minutes() -> None:
    one = order(attempt_until=NOW + ATTEMPT)
    assert settled(one, None, TAKING_UP - timedelta(seconds=1)).status is OrderStatus.CREATED
    assert settled(one, None, TAKING_UP).failure_message == TOO_LATE


def test_what_nobody_waits_for_fails_once_no_call_can_be_under_way() -> None:
    one = order(attempt_until=None)
    assert settled(one, None, ATTEMPT - timedelta(seconds=1), abandoned=True).status is OrderStatus.CREATED
    assert settled(one, None, ATTEMPT, abandoned=True).failure_message == REPLACED


def test_an_attempt_that_is_under_way_does_not_fail() -> None:
    one = order(attempt_until=NOW + TAKING_UP + ATTEMPT)
    assert settled(one, None, TAKING_UP, abandoned=True).status is OrderStatus.CREATED


def test_what_costs_nothing_is_paid_without_the_provider() -> None:
    one = settled(order(grant=WEEK, discount=dollars("13.50")), None)
    assert (one.status, one.expires_at) == (OrderStatus.PAID, NOW + timedelta(days=7))


def test_a_subscription_is_open_as_long_as_the_provider_says_and_renews() -> None:
    one = settled(subscribed(status=OrderStatus.CREATED, expires_at=None, auto_renewal=None), running())
    assert (one.status, one.expires_at, one.auto_renewal) == (OrderStatus.PAID, YEAR, AutoRenewal.ACTIVE)


def test_a_subscription_whose_bank_took_its_time_pays_for_the_periods_of_the_provider() -> None:
    late = [charged("99.00", at=NOW + 14 * HOUR), charged("99.00", ref="ch_2", at=YEAR + HOUR, renewal=True)]
    one = settled(subscribed(status=OrderStatus.CREATED, starts_at=None), running(late[0]), 14 * HOUR)
    assert [period_of(one, charge.at) for charge in late] == [
        Period(NOW, YEAR),
        Period(YEAR, YEAR + 366 * DAY),
    ]
    assert counted_since(one, YEAR) == YEAR


def test_a_start_that_was_taken_from_the_first_charge_becomes_the_providers() -> None:
    assert settled(subscribed(starts_at=NOW + 14 * HOUR), running()).starts_at == NOW


def test_a_renewal_makes_the_paid_time_longer() -> None:
    assert settled(subscribed(), running(until=2 * DAY + YEAR)).expires_at == 2 * DAY + YEAR


def test_an_older_reading_takes_no_paid_time_away() -> None:
    assert settled(subscribed(), running(until=YEAR - DAY)).expires_at == YEAR


def test_a_renewal_that_fails_is_noted_and_forgotten_when_it_is_paid_after_all() -> None:
    one = settled(subscribed(), running(past_due_at=NOW))
    assert one.past_due_at == NOW
    assert settled(one, running()).past_due_at is None


def test_a_subscription_that_stops_is_open_to_its_end() -> None:
    one = settled(subscribed(), running(stops=True))
    assert (one.auto_renewal, one.activity(NOW, GRACE)) == (AutoRenewal.CANCELLED, Activity.ACTIVE)
    assert settled(one, running()).auto_renewal is AutoRenewal.ACTIVE


@pytest.mark.parametrize("on", [True, False])
def test_a_switch_goes_on_processing_until_the_provider_agrees(on: bool) -> None:
    one = subscribed(auto_renewal=AutoRenewal.PROCESSING, renew_wanted=on)
    assert settled(one, running(stops=on)).auto_renewal is AutoRenewal.PROCESSING
    after = settled(one, running(stops=not on))
    assert after.auto_renewal is (AutoRenewal.ACTIVE if on else AutoRenewal.CANCELLED)
    assert after.renew_wanted is None


def test_a_subscription_that_was_ended_early_is_canceled_and_one_that_ran_out_is_expired() -> None:
    early = settled(subscribed(), running(ended_at=NOW + HOUR))
    assert early.activity(NOW + DAY, GRACE) is Activity.CANCELED
    assert (early.auto_renewal, early.slot) == (AutoRenewal.CANCELLED, None)
    over = settled(subscribed(), running(ended_at=YEAR, stops=True))
    assert over.activity(YEAR - DAY, GRACE) is Activity.ACTIVE
    assert over.activity(YEAR, GRACE) is Activity.EXPIRED


def test_a_subscription_whose_renewal_never_came_is_inactive_when_it_was_ended() -> None:
    one = settled(subscribed(), running(past_due_at=YEAR, ended_at=YEAR + GRACE))
    assert one.activity(YEAR + GRACE, GRACE) is Activity.INACTIVE


def test_a_partial_refund_leaves_the_order_paid_and_a_whole_one_ends_it() -> None:
    part = payment(charges=(charged(returned=(refunded("3.50"),)),))
    whole = payment(charges=(charged(returned=(refunded("3.50"), refunded("10.00", "re_2"))),))
    one = order(status=OrderStatus.PAID, slot="event:12")
    assert settled(one, part).status is OrderStatus.PAID
    assert settled(one, whole).status is OrderStatus.REFUNDED
    assert (one.ended_at, one.slot) == (NOW + HOUR, None)


def test_a_subscription_is_refunded_only_when_all_its_charges_are() -> None:
    first = charged("99.00", returned=(refunded("99.00"),))
    second = charged("99.00", ref="ch_2", renewal=True)
    assert settled(subscribed(), running(first, second)).status is OrderStatus.PAID
    both = replace(second, returned=(refunded("99.00", "re_2"),))
    assert settled(subscribed(), running(first, both)).status is OrderStatus.REFUNDED


def test_money_that_came_and_went_back_before_anybody_looked_is_refunded() -> None:
    assert (
        settled(order(), payment(charges=(charged(returned=(refunded(),)),))).status is OrderStatus.REFUNDED
    )


def test_a_dispute_closes_an_order_and_winning_it_opens_it_again() -> None:
    taken, back = refunded(dispute=True), refunded(ref="re_1", dispute=True, won=True, at=NOW + DAY)
    one = settled(order(status=OrderStatus.PAID), payment(charges=(charged(returned=(taken,)),)))
    assert (one.status, one.activity(NOW + DAY, GRACE)) == (OrderStatus.PAID, Activity.CANCELED)
    settled(one, payment(charges=(charged(returned=(taken, back)),)))
    assert one.activity(NOW + DAY, GRACE) is Activity.ACTIVE


def test_winning_a_dispute_does_not_open_what_was_closed_for_another_reason() -> None:
    taken, back = refunded(dispute=True), refunded(ref="re_1", dispute=True, won=True)
    one = order(status=OrderStatus.PAID, ended_at=NOW)
    settled(one, payment(charges=(charged(returned=(taken, back)),)))
    assert one.ended_at == NOW


def test_winning_a_dispute_does_not_open_a_subscription_that_was_ended_before_it() -> None:
    taken = refunded(dispute=True, at=NOW + 2 * DAY)
    back = refunded(ref="re_1", dispute=True, won=True, at=NOW + 3 * DAY)
    over = charged("99.00", returned=(taken, back))
    for one in (subscribed(), subscribed(ended_at=NOW + DAY, auto_renewal=AutoRenewal.CANCELLED)):
        assert settled(one, running(over, ended_at=NOW + DAY)).ended_at == NOW + DAY


@pytest.mark.parametrize("status", [OrderStatus.FAILED, OrderStatus.REFUNDED])
def test_nothing_that_the_provider_says_brings_an_order_back_from_its_end(status: OrderStatus) -> None:
    one = order(status=status, ended_at=NOW)
    assert settled(one, payment()).status is status
    assert settled(one, ASKS).client_secret is None


def test_settling_again_changes_nothing() -> None:
    for what in (payment(), running(), ASKS, payment(charges=(charged(returned=(refunded(),)),))):
        once = settled(order(), what)
        assert settled(replace(once), what) == once


@pytest.mark.parametrize(
    ("one", "now", "look_at"),
    [
        (order(attempt_until=NOW + ATTEMPT), NOW, NOW + ATTEMPT),
        (order(), NOW, NOW + timedelta(seconds=30)),
        (order(), NOW + 2 * HOUR, NOW + 2.5 * HOUR),
        (order(), NOW + 20 * HOUR, NOW + 21 * HOUR),
        (order(), NOW + 23.5 * HOUR, NOW + AUTHENTICATION),
        (
            order(grant=Grant(capabilities=(), term=Term(until=NOW + 6 * HOUR))),
            NOW + 5 * HOUR,
            NOW + 6 * HOUR,
        ),
        (order(), NOW + 30 * HOUR, NOW + 31 * HOUR),
        (order(status=OrderStatus.PAID), NOW, None),
        (order(status=OrderStatus.FAILED), NOW, None),
        (subscribed(), NOW, YEAR + timedelta(minutes=2)),
        (subscribed(auto_renewal=AutoRenewal.CANCELLED), NOW, None),
        (subscribed(auto_renewal=AutoRenewal.PROCESSING), NOW, NOW + timedelta(seconds=30)),
        (subscribed(), YEAR, YEAR + HOUR),
        (subscribed(), YEAR + GRACE - HOUR / 2, YEAR + GRACE),
        (subscribed(), YEAR + GRACE, YEAR + GRACE + timedelta(minutes=2)),
    ],
)
def test_an_order_is_looked_at_again_when_something_may_have_happened(
    one: Order, now: object, look_at: object
) -> None:
    assert when_to_look(one, now, GRACE) == look_at  # type: ignore[arg-type]
