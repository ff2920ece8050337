"""Whoever talks to Stripe about an order's money is done when he is taken for dead (`settling.ATTEMPT`)."""

from __future__ import annotations

from contextlib import suppress

import pytest
import stripe

from adapters.payments.stripe import StripePayments
from adapters.payments.stripe_client import Line
from adapters.payments.tests.shops import subscribing, wanted
from adapters.payments.tests.stripe_shop import SECRET, StripeShop
from touchline.billing.domain.settling import ATTEMPT
from touchline.billing.ports.payments import Payment, PaymentState, PaymentsUnavailable

SDK_WAITS = stripe.HTTPClient.INITIAL_DELAY
SECONDS = 20
"""What TOUCHLINE_STRIPE_SECONDS is unless told."""


def taking(gone: float, seconds: float = SECONDS) -> int:
    """How often the money is asked for again when so many seconds are gone."""
    options = Line("sk_test_x", seconds, timer=lambda: 100.0).taking("an-order", 100 - gone)
    return options["max_network_retries"] or 0


@pytest.mark.parametrize("seconds", range(1, 23))
def test_the_last_call_for_the_money_of_an_order_is_over_when_its_attempt_is(seconds: int) -> None:
    for gone in range(23):
        again = taking(gone, seconds)
        assert gone + (1 + again) * seconds + again * SDK_WAITS <= ATTEMPT.total_seconds()


def test_one_that_is_asked_for_at_once_is_asked_for_again() -> None:
    assert [taking(gone) for gone in (0, 4, 5, 22)] == [1, 1, 0, 0]
    assert [taking(0, seconds) for seconds in (1, 22, 23, 80)] == [1, 1, 0, 0]


def test_connecting_is_part_of_the_time_in_which_an_answer_must_come(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[tuple[float, float]] = []
    monkeypatch.setattr(stripe, "RequestsClient", lambda timeout, session: made.append(timeout))
    for seconds in (1, SECONDS, 80):
        Line("sk_test_x", seconds)
    assert [sum(timeout) for timeout in made] == [1, SECONDS, 80]
    assert max(connecting for connecting, _ in made) == 5


@pytest.mark.parametrize(("seconds", "charges"), [(22, 1), (23, 0)])
def test_a_card_is_charged_again_only_where_there_is_time(
    stripe_shop: StripeShop, seconds: int, charges: int
) -> None:
    customer = stripe_shop.customer()
    stripe_shop.stand_in.fail_next(1, "500", only="POST /v1/payment_intents")
    line = Line(stripe_shop.stand_in.key, seconds, stripe_shop.stand_in.url)
    with suppress(PaymentsUnavailable):
        StripePayments(line, SECRET).charge(wanted(customer, "pm_card_visa"))
    assert stripe_shop.charges(customer) == charges


def subscribe(shop: StripeShop, *times: float) -> tuple[Payment | None, int]:
    """A subscription while a timer shows these times, one a look; with how many there are then."""
    customer = shop.customer()
    asked = subscribing(customer, shop.saved(customer))
    line = Line(shop.stand_in.key, SECONDS, shop.stand_in.url, timer=iter(times).__next__)
    payment = None
    try:
        payment = StripePayments(line, SECRET).subscribe(asked)
    except PaymentsUnavailable:
        assert shop.payments.find(customer, asked.order) is None
    return payment, len(shop.sdk.v1.subscriptions.list({"customer": customer}).data)


def test_a_subscription_whose_price_took_too_long_to_make_is_not_asked_for(stripe_shop: StripeShop) -> None:
    assert subscribe(stripe_shop, 0, 23) == (None, 0)
    payment, count = subscribe(stripe_shop, 0, 22)
    assert payment
    assert (payment.state, count) == (PaymentState.PAID, 1)


def test_a_subscription_whose_price_took_long_to_make_is_asked_for_once(stripe_shop: StripeShop) -> None:
    stripe_shop.stand_in.fail_next(1, "500", only="POST /v1/subscriptions")
    assert subscribe(stripe_shop, 0, 10) == (None, 0)
    stripe_shop.stand_in.fail_next(1, "500", only="POST /v1/subscriptions")
    assert subscribe(stripe_shop, 0, 1)[1] == 1
