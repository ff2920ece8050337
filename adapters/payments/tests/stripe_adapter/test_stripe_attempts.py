"""A call that charges an order ends before its attempt times out (`provider_actions.ATTEMPT_TIMEOUT`)."""

from __future__ import annotations

from contextlib import suppress

import pytest
import stripe

from adapters.payments.stripe import StripePayments
from adapters.payments.stripe_client import StripeConnection
from adapters.payments.tests.provider_harness import build_payment_request, build_subscription_request
from adapters.payments.tests.stripe_harness import SECRET, StripeHarness
from touchline.billing.domain.checkout.provider_actions import ATTEMPT_TIMEOUT
from touchline.billing.ports.payments import Payment, PaymentState, PaymentsUnavailableError

SDK_RETRY_DELAY = stripe.HTTPClient.INITIAL_DELAY
SECONDS = 20
"""The default of `TOUCHLINE_STRIPE_TIMEOUT_SECONDS`."""


def get_charge_retries(elapsed: float, seconds: float = SECONDS) -> int:
    """Return the number of retries of a charge after the elapsed seconds."""
    options = StripeConnection("sk_test_x", seconds, timer=lambda: 100.0).charge_options(
        "an-order", 100 - elapsed
    )
    return options["max_network_retries"] or 0


@pytest.mark.parametrize("seconds", range(1, 23))
def test_the_last_charge_request_ends_before_its_attempt_times_out(seconds: int) -> None:
    for elapsed in range(23):
        retries = get_charge_retries(elapsed, seconds)
        assert (
            elapsed + (1 + retries) * seconds + retries * SDK_RETRY_DELAY <= ATTEMPT_TIMEOUT.total_seconds()
        )


def test_a_prompt_request_is_retried() -> None:
    assert [get_charge_retries(elapsed) for elapsed in (0, 4, 5, 22)] == [1, 1, 0, 0]
    assert [get_charge_retries(0, seconds) for seconds in (1, 22, 23, 80)] == [1, 1, 0, 0]


def test_the_timeout_includes_the_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    timeouts: list[tuple[float, float]] = []
    monkeypatch.setattr(stripe, "RequestsClient", lambda timeout, session: timeouts.append(timeout))
    for seconds in (1, SECONDS, 80):
        StripeConnection("sk_test_x", seconds)
    assert [sum(timeout) for timeout in timeouts] == [1, SECONDS, 80]
    assert max(connecting for connecting, _ in timeouts) == 5


@pytest.mark.parametrize(("seconds", "charges"), [(22, 1), (23, 0)])
def test_a_charge_is_retried_only_if_there_is_time(
    stripe_harness: StripeHarness, seconds: int, charges: int
) -> None:
    customer = stripe_harness.create_customer()
    stripe_harness.fake_stripe.fail_next(1, "500", path_prefix="POST /v1/payment_intents")
    connection = StripeConnection(
        stripe_harness.fake_stripe.secret_key, seconds, stripe_harness.fake_stripe.url
    )
    with suppress(PaymentsUnavailableError):
        StripePayments(connection, SECRET).charge(build_payment_request(customer, "pm_card_visa"))
    assert stripe_harness.count_charges(customer) == charges


def subscribe_with_delays(harness: StripeHarness, *delays: float) -> tuple[Payment | None, int]:
    """Subscribe with a timer that returns these times in turn.

    Return the payment and the number of subscriptions.
    """
    customer = harness.create_customer()
    payment_request = build_subscription_request(customer, harness.attach_card(customer))
    connection = StripeConnection(
        harness.fake_stripe.secret_key, SECONDS, harness.fake_stripe.url, timer=iter(delays).__next__
    )
    payment = None
    try:
        payment = StripePayments(connection, SECRET).subscribe(payment_request)
    except PaymentsUnavailableError:
        assert harness.payments.find(customer, payment_request.order) is None
    return payment, len(harness.sdk.v1.subscriptions.list({"customer": customer}).data)


def test_a_subscription_is_not_requested_after_a_price_timeout(stripe_harness: StripeHarness) -> None:
    assert subscribe_with_delays(stripe_harness, 0, 23) == (None, 0)
    payment, count = subscribe_with_delays(stripe_harness, 0, 22)
    assert payment
    assert (payment.state, count) == (PaymentState.PAID, 1)


def test_a_subscription_with_a_slow_price_is_requested_once(stripe_harness: StripeHarness) -> None:
    stripe_harness.fake_stripe.fail_next(1, "500", path_prefix="POST /v1/subscriptions")
    assert subscribe_with_delays(stripe_harness, 0, 10) == (None, 0)
    stripe_harness.fake_stripe.fail_next(1, "500", path_prefix="POST /v1/subscriptions")
    assert subscribe_with_delays(stripe_harness, 0, 1)[1] == 1
