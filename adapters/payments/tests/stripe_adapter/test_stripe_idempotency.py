"""Behavior over several days and under concurrency, with the fake Stripe's clock advanced."""

from __future__ import annotations

import pytest

from adapters.payments.stripe_subscriptions import StripeSubscriptions
from adapters.payments.tests.provider_harness import CardKind, build_subscription_request
from adapters.payments.tests.stripe_harness import StripeHarness
from touchline.billing.ports.payments import Discount, Payment, PaymentState, PaymentsUnavailableError
from touchline.shared.money import Money

AFTER_KEY_EXPIRY = 2


def get_price(harness: StripeHarness, minor: int = 999) -> str:
    customer = harness.create_customer()
    subscription_request = build_subscription_request(
        customer, harness.attach_card(customer), amount=Money(minor, "USD")
    )
    ref = harness.payments.subscribe(subscription_request).ref
    return harness.get_price(ref)


def test_a_price_is_found_after_its_idempotency_key_expired(stripe_harness: StripeHarness) -> None:
    first = get_price(stripe_harness)
    stripe_harness.fake_stripe.advance(days=AFTER_KEY_EXPIRY)
    assert get_price(stripe_harness) == first
    assert get_price(stripe_harness, 1099) != first
    assert len(stripe_harness.sdk.v1.products.list().data) == 1


def test_a_promo_code_of_a_failed_order_does_not_block_another(
    stripe_harness: StripeHarness,
) -> None:
    customer = stripe_harness.create_customer()
    card, discount = stripe_harness.attach_card(customer), Discount("TIPOFF20", Money(200, "USD"))
    stripe_harness.fake_stripe.fail_next(2, "500", path_prefix="POST /v1/subscriptions")
    with pytest.raises(PaymentsUnavailableError):
        stripe_harness.payments.subscribe(build_subscription_request(customer, card, discount=discount))
    payment = stripe_harness.payments.subscribe(build_subscription_request(customer, card, discount=discount))
    assert payment.charges[0].amount == Money(799, "USD")


def test_an_order_is_retried_after_its_promo_code_was_created(stripe_harness: StripeHarness) -> None:
    customer = stripe_harness.create_customer()
    subscription_request = build_subscription_request(
        customer, stripe_harness.attach_card(customer), discount=Discount("TIPOFF20", Money(200, "USD"))
    )
    for path_prefix in ("POST /v1/promotion_codes", "POST /v1/subscriptions"):
        stripe_harness.fake_stripe.fail_next(2, "after", path_prefix=path_prefix)
        with pytest.raises(PaymentsUnavailableError):
            stripe_harness.payments.subscribe(subscription_request)
    assert stripe_harness.payments.subscribe(subscription_request).charges[0].amount == Money(799, "USD")


def test_a_subscription_confirmed_during_cancellation_is_not_ended(
    stripe_harness: StripeHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    customer = stripe_harness.create_customer()
    card = stripe_harness.attach_card(customer, CardKind.REQUIRES_AUTHENTICATION)
    payment = stripe_harness.payments.subscribe(build_subscription_request(customer, card))
    retrieve = StripeSubscriptions.retrieve
    retrieved_refs: list[str] = []

    def confirm_after_retrieve(self: StripeSubscriptions, ref: str) -> Payment:
        retrieved = retrieve(self, ref)
        if not retrieved_refs:
            stripe_harness.authenticate(payment.client_secret or "")
        retrieved_refs.append(ref)
        return retrieved

    monkeypatch.setattr(StripeSubscriptions, "retrieve", confirm_after_retrieve)
    canceled = stripe_harness.payments.cancel_unpaid(payment.ref)
    assert (canceled.state, len(canceled.charges)) == (PaymentState.PAID, 1)
    assert canceled.billing_cycle
    assert canceled.billing_cycle.ended_at is None
