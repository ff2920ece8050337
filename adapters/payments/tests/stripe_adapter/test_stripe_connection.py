"""The connection to Stripe during errors: retries, messages, and what is never logged."""

from __future__ import annotations

import logging
import socket
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime

import pytest
import stripe

from adapters.payments.stripe import StripePayments
from adapters.payments.stripe_client import StripeConnection
from adapters.payments.tests.provider_harness import build_payment_request, build_subscription_request
from adapters.payments.tests.stripe_harness import SECRET, StripeHarness
from touchline.billing.ports.payments import PaymentState, PaymentsUnavailableError
from touchline.shared.money import Money

LONG_AGO = datetime(2026, 1, 1, tzinfo=UTC)
KEY = "sk_test_a_key_that_nobody_may_see"


@pytest.fixture
def silent_server() -> Iterator[StripePayments]:
    """Yield payments with a server that accepts connections and never responds."""
    with closing(socket.create_server(("127.0.0.1", 0))) as listening:
        address = f"http://127.0.0.1:{listening.getsockname()[1]}"
        yield StripePayments(StripeConnection(KEY, 0.1, address), SECRET)


def fail_next(harness: StripeHarness, times: int, how: str, path_prefix: str = "") -> None:
    harness.fake_stripe.fail_next(times, how, path_prefix=path_prefix)


def count_charges(harness: StripeHarness) -> int:
    return len(harness.sdk.v1.charges.list().data)


@pytest.mark.parametrize("how", ["timeout", "after"])
def test_a_lost_response_is_retried_and_charges_once(stripe_harness: StripeHarness, how: str) -> None:
    payment_request = build_payment_request(stripe_harness.create_customer(), "pm_card_visa")
    fail_next(stripe_harness, 1, how)
    assert stripe_harness.payments.charge(payment_request).state is PaymentState.PAID
    assert count_charges(stripe_harness) == 1


@pytest.mark.parametrize("how", ["timeout", "after", "500"])
def test_a_charge_whose_response_is_lost_twice_is_found_and_made_once(
    stripe_harness: StripeHarness, how: str
) -> None:
    customer = stripe_harness.create_customer()
    payment_request = build_payment_request(customer, "pm_card_visa")
    fail_next(stripe_harness, 2, how)
    with pytest.raises(PaymentsUnavailableError, match="try again in a few minutes"):
        stripe_harness.payments.charge(payment_request)
    before = stripe_harness.payments.find(customer, payment_request.order)
    assert (before is not None) == (how == "after")
    payment = stripe_harness.payments.charge(payment_request)
    assert (payment.state, count_charges(stripe_harness)) == (PaymentState.PAID, 1)
    assert before in (None, payment)


def test_a_subscription_is_created_once_if_its_response_is_lost(stripe_harness: StripeHarness) -> None:
    customer = stripe_harness.create_customer()
    payment_request = build_subscription_request(customer, stripe_harness.attach_card(customer))
    fail_next(stripe_harness, 2, "after", "POST /v1/subscriptions")
    with pytest.raises(PaymentsUnavailableError):
        stripe_harness.payments.subscribe(payment_request)
    payment = stripe_harness.payments.subscribe(payment_request)
    assert stripe_harness.payments.find(customer, payment_request.order) == payment
    assert count_charges(stripe_harness) == 1


def test_a_refund_with_a_lost_response_happens_once(stripe_harness: StripeHarness) -> None:
    payment = stripe_harness.payments.charge(
        build_payment_request(stripe_harness.create_customer(), "pm_card_visa")
    )
    fail_next(stripe_harness, 2, "after", "POST /v1/refunds")
    for attempt in range(2):
        if attempt:
            stripe_harness.payments.refund(payment.ref, payment.charges[0].amount, "once")
            continue
        with pytest.raises(PaymentsUnavailableError):
            stripe_harness.payments.refund(payment.ref, payment.charges[0].amount, "once")
    assert len(stripe_harness.payments.retrieve(payment.ref).charges[0].reversals) == 1


def test_reads_are_not_retried(stripe_harness: StripeHarness) -> None:
    ref = stripe_harness.payments.charge(
        build_payment_request(stripe_harness.create_customer(), "pm_card_visa")
    ).ref
    fail_next(stripe_harness, 1, "timeout")
    with pytest.raises(PaymentsUnavailableError):
        stripe_harness.payments.retrieve(ref)
    assert stripe_harness.payments.retrieve(ref).state is PaymentState.PAID


def test_a_rate_limit_is_an_outage(stripe_harness: StripeHarness) -> None:
    fail_next(stripe_harness, 9, "429")
    with pytest.raises(PaymentsUnavailableError):
        stripe_harness.payments.charge(build_payment_request("cus_1", "pm_card_visa"))


CALLS: list[Callable[[StripePayments], object]] = [
    lambda payments: payments.check(),
    lambda payments: payments.list_cards("cus_1"),
    lambda payments: payments.charge(build_payment_request("cus_1", "pm_1")),
    lambda payments: payments.list_since(LONG_AGO),
]


@pytest.mark.parametrize("call", CALLS)
def test_a_timeout_is_an_outage(
    silent_server: StripePayments, call: Callable[[StripePayments], object]
) -> None:
    with pytest.raises(PaymentsUnavailableError):
        call(silent_server)


def test_a_refused_connection_is_an_outage() -> None:
    with closing(socket.socket()) as unused:
        unused.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{unused.getsockname()[1]}"
        with pytest.raises(PaymentsUnavailableError):
            StripePayments(StripeConnection(KEY, 5, address), SECRET).check()


def test_the_fake_is_reached_without_a_proxy(
    stripe_harness: StripeHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("HTTP_PROXY", "http_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    for name in ("NO_PROXY", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
    stripe_harness.payments.check()


def test_an_unknown_key_is_reported_to_the_operator_without_the_key(
    stripe_harness: StripeHarness, caplog: pytest.LogCaptureFixture
) -> None:
    payments = StripePayments(StripeConnection("no key at all", 5, stripe_harness.fake_stripe.url), SECRET)
    with pytest.raises(PaymentsUnavailableError) as error_info:
        payments.check()
    [record] = [record for record in caplog.records if record.name == "adapters.payments.stripe_client"]
    assert record.levelno == logging.ERROR
    assert "AuthenticationError" in record.getMessage()
    assert "status 401" in record.getMessage()
    assert "key at all" not in record.getMessage() + str(error_info.value)


def test_logs_and_errors_contain_no_keys_secrets_or_bodies(
    stripe_harness: StripeHarness, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.DEBUG):
        customer = stripe_harness.create_customer()
        secret = stripe_harness.payments.create_setup_intent(customer)
        payment = stripe_harness.payments.charge(
            build_payment_request(customer, "pm_card_authenticationRequired")
        )
        stripe_harness.payments.charge(build_payment_request(customer, "pm_card_visa_chargeDeclined"))
        with pytest.raises(PaymentsUnavailableError) as error_info:
            stripe_harness.payments.create_portal_session(
                "cus_that_never_was", "http://prairie.example", "en"
            )
    logged = "\n".join(caplog.messages) + repr(error_info.value.__cause__) + str(error_info.value)
    assert payment.client_secret
    for hidden in (
        stripe_harness.fake_stripe.secret_key,
        secret,
        payment.client_secret,
        "ada@example.com",
        "declined",
    ):
        assert hidden not in logged


def test_the_sdk_sends_no_telemetry() -> None:
    assert stripe.enable_telemetry is False


def test_lists_are_read_across_pages(stripe_harness: StripeHarness, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("charges", "invoices", "subscriptions", "wallet", "webhooks"):
        monkeypatch.setattr(f"adapters.payments.stripe_{module}.PAGE_SIZE", 1)
    customer = stripe_harness.create_customer()
    cards = [stripe_harness.attach_card(customer) for _ in range(3)]
    subscription_requests = [build_subscription_request(customer, card, product=card) for card in cards]
    payment_requests = [build_payment_request(customer, card) for card in cards]
    created = [stripe_harness.payments.subscribe(request) for request in subscription_requests]
    created += [stripe_harness.payments.charge(request) for request in payment_requests]
    assert [
        stripe_harness.payments.find(customer, request.order)
        for request in [*subscription_requests, *payment_requests]
    ] == created
    assert sorted(card.id for card in stripe_harness.payments.list_cards(customer)) == sorted(cards)
    listed_orders = {event.order for event in stripe_harness.payments.list_since(LONG_AGO)}
    assert listed_orders >= {request.order for request in [*subscription_requests, *payment_requests]}


def test_all_refunds_of_a_charge_are_read(stripe_harness: StripeHarness) -> None:
    payment = stripe_harness.payments.charge(
        build_payment_request(stripe_harness.create_customer(), "pm_card_visa")
    )
    for number in range(12):
        stripe_harness.payments.refund(payment.ref, Money(100, "USD"), str(number))
    assert len(stripe_harness.payments.retrieve(payment.ref).charges[0].reversals) == 12


def raise_conflicts(times: int, status: int = 409) -> Callable[[], str]:
    """Return a call that gets an error a number of times, as for a concurrent request with the same key."""
    remaining = iter(range(times))

    def call() -> str:
        if next(remaining, None) is not None:
            raise stripe.APIError("in use", http_status=status)
        return "created"

    return call


def test_a_call_is_repeated_during_a_conflict() -> None:
    assert (
        StripeConnection("sk_test_x", 20, timer=lambda: 0.0).retry_on_conflict(raise_conflicts(5))
        == "created"
    )


def test_a_call_is_repeated_until_the_timeout() -> None:
    connection = StripeConnection("sk_test_x", 20, timer=iter((0.0, 19.0, 20.0)).__next__)
    with pytest.raises(stripe.APIError):
        connection.retry_on_conflict(raise_conflicts(3))


def test_a_call_is_not_repeated_after_other_errors() -> None:
    with pytest.raises(stripe.APIError):
        StripeConnection("sk_test_x", 20, timer=lambda: 0.0).retry_on_conflict(raise_conflicts(1, 500))


def test_the_operator_sees_the_message_of_stripe_without_keys() -> None:
    error = stripe.AuthenticationError("Invalid API Key provided: sk_test_4eC39HqLyjWD****7dc")
    error.request_id = "req_1"
    with (
        pytest.raises(PaymentsUnavailableError) as refused,
        StripeConnection(KEY, 1).translate_errors("refund"),
    ):
        raise error
    assert refused.value.provider_message == "Invalid API Key provided: sk_test… (req_1)"
    assert refused.value.is_refusal
    assert "Invalid" not in refused.value.message
