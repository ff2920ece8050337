"""Contract of `Payments.confirm_with_card`, for every provider (`provider_harness.HARNESSES`).

Another card pays a payment that requires authentication, and the viewer is charged once.
"""

from __future__ import annotations

import pytest

from adapters.payments.tests.payment_summaries import get_net_amount
from adapters.payments.tests.provider_harness import (
    CardKind,
    ProviderHarness,
    build_payment_request,
    build_subscription_request,
)
from touchline.billing.ports.payments import CardRefusedError, PaymentState


@pytest.mark.parametrize("saved", [True, False])
def test_another_card_pays_a_payment_that_requires_authentication(
    harness: ProviderHarness, saved: bool
) -> None:
    customer = harness.create_customer()
    waiting = harness.payments.charge(
        build_payment_request(customer, harness.create_card(CardKind.REQUIRES_AUTHENTICATION))
    )
    assert waiting.state is PaymentState.REQUIRES_ACTION
    card = harness.attach_card(customer) if saved else harness.create_card()
    paid = harness.payments.confirm_with_card(waiting.ref, customer, card)
    assert (paid.state, paid.ref, paid.order) == (PaymentState.PAID, waiting.ref, waiting.order)
    repeated = harness.payments.confirm_with_card(waiting.ref, customer, card)
    assert (repeated.state, get_net_amount(repeated), len(repeated.charges)) == (
        PaymentState.PAID,
        get_net_amount(paid),
        1,
    )


def test_another_card_that_is_declined_cancels_the_payment(harness: ProviderHarness) -> None:
    customer = harness.create_customer()
    waiting = harness.payments.charge(
        build_payment_request(customer, harness.create_card(CardKind.REQUIRES_AUTHENTICATION))
    )
    failed = harness.payments.confirm_with_card(waiting.ref, customer, harness.create_card(CardKind.DECLINED))
    assert failed.state is PaymentState.FAILED
    assert failed.failure_code is not None
    assert get_net_amount(failed) == 0


def test_another_card_that_requires_authentication_has_its_own_challenge(harness: ProviderHarness) -> None:
    customer = harness.create_customer()
    waiting = harness.payments.charge(
        build_payment_request(customer, harness.create_card(CardKind.REQUIRES_AUTHENTICATION))
    )
    challenged_again = harness.payments.confirm_with_card(
        waiting.ref, customer, harness.create_card(CardKind.REQUIRES_AUTHENTICATION)
    )
    assert challenged_again.state is PaymentState.REQUIRES_ACTION
    assert challenged_again.client_secret


def test_another_card_starts_a_subscription_that_awaits_its_first_payment(harness: ProviderHarness) -> None:
    customer = harness.create_customer()
    waiting = harness.payments.subscribe(
        build_subscription_request(customer, harness.attach_card(customer, CardKind.REQUIRES_AUTHENTICATION))
    )
    assert waiting.state is PaymentState.REQUIRES_ACTION
    paid = harness.payments.confirm_with_card(waiting.ref, customer, harness.create_card())
    assert (paid.state, paid.ref) == (PaymentState.PAID, waiting.ref)
    assert len([charge for charge in paid.charges if charge.is_paid]) == 1


def test_another_card_starts_a_trial_that_awaits_card_confirmation(harness: ProviderHarness) -> None:
    customer = harness.create_customer()
    card = harness.attach_card(customer, CardKind.REQUIRES_AUTHENTICATION)
    waiting = harness.payments.subscribe(build_subscription_request(customer, card, trial_days=7))
    assert waiting.state is PaymentState.REQUIRES_ACTION
    started = harness.payments.confirm_with_card(waiting.ref, customer, harness.create_card())
    assert (started.state, get_net_amount(started)) == (PaymentState.PAID, 0)


def test_a_card_of_another_customer_is_refused(harness: ProviderHarness) -> None:
    customer, other = harness.create_customer(), harness.create_customer()
    waiting = harness.payments.charge(
        build_payment_request(customer, harness.create_card(CardKind.REQUIRES_AUTHENTICATION))
    )
    with pytest.raises(CardRefusedError):
        harness.payments.confirm_with_card(waiting.ref, customer, harness.attach_card(other))
    assert get_net_amount(harness.payments.retrieve(waiting.ref)) == 0
