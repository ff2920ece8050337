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
def test_another_card_pays_what_waits_for_the_bank(harness: ProviderHarness, saved: bool) -> None:
    customer = harness.create_customer()
    waiting = harness.payments.charge(
        build_payment_request(customer, harness.create_card(CardKind.REQUIRES_AUTHENTICATION))
    )
    assert waiting.state is PaymentState.REQUIRES_ACTION
    card = harness.attach_card(customer) if saved else harness.create_card()
    paid = harness.payments.confirm_with_card(waiting.ref, customer, card)
    assert (paid.state, paid.ref, paid.order) == (PaymentState.PAID, waiting.ref, waiting.order)
    again = harness.payments.confirm_with_card(waiting.ref, customer, card)
    assert (again.state, get_net_amount(again), len(again.charges)) == (
        PaymentState.PAID,
        get_net_amount(paid),
        1,
    )


def test_another_card_that_is_declined_gives_the_payment_up(harness: ProviderHarness) -> None:
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
    still = harness.payments.confirm_with_card(
        waiting.ref, customer, harness.create_card(CardKind.REQUIRES_AUTHENTICATION)
    )
    assert still.state is PaymentState.REQUIRES_ACTION
    assert still.client_secret


def test_another_card_starts_a_subscription_that_awaits_its_first_payment(harness: ProviderHarness) -> None:
    customer = harness.create_customer()
    waiting = harness.payments.subscribe(
        build_subscription_request(customer, harness.attach_card(customer, CardKind.REQUIRES_AUTHENTICATION))
    )
    assert waiting.state is PaymentState.REQUIRES_ACTION
    paid = harness.payments.confirm_with_card(waiting.ref, customer, harness.create_card())
    assert (paid.state, paid.ref) == (PaymentState.PAID, waiting.ref)
    assert len([one for one in paid.charges if one.paid]) == 1


def test_another_card_starts_a_trial_that_awaits_card_confirmation(harness: ProviderHarness) -> None:
    customer = harness.create_customer()
    card = harness.attach_card(customer, CardKind.REQUIRES_AUTHENTICATION)
    waiting = harness.payments.subscribe(build_subscription_request(customer, card, trial_days=7))
    assert waiting.state is PaymentState.REQUIRES_ACTION
    begun = harness.payments.confirm_with_card(waiting.ref, customer, harness.create_card())
    assert (begun.state, get_net_amount(begun)) == (PaymentState.PAID, 0)


def test_the_card_of_somebody_else_is_refused(harness: ProviderHarness) -> None:
    customer, other = harness.create_customer(), harness.create_customer()
    waiting = harness.payments.charge(
        build_payment_request(customer, harness.create_card(CardKind.REQUIRES_AUTHENTICATION))
    )
    with pytest.raises(CardRefusedError):
        harness.payments.confirm_with_card(waiting.ref, customer, harness.attach_card(other))
    assert get_net_amount(harness.payments.retrieve(waiting.ref)) == 0
