"""Tests for mapping PaymentIntents to payments."""

from __future__ import annotations

import pytest

from adapters.payments.stripe_charge_histories import ChargeHistory
from adapters.payments.stripe_payment_states import build_intent_payment
from adapters.payments.tests.stripe_objects import ORDER, build_charge, build_failed_charge, build_intent
from touchline.billing.domain.checkout.declines import (
    AUTHENTICATION_FAILED,
    INSUFFICIENT_FUNDS,
    NOT_COMPLETED,
)
from touchline.billing.ports.payments import PaymentState


def test_a_succeeded_intent_is_a_paid_payment() -> None:
    payment = build_intent_payment(build_intent(), [ChargeHistory(build_charge())])
    assert (payment.ref, payment.order, payment.state) == ("pi_1", ORDER, PaymentState.PAID)
    assert (payment.client_secret, payment.failure_code) == (None, None)
    assert [(charge.ref, charge.is_paid) for charge in payment.charges] == [("pi_1", True)]


def test_an_intent_that_requires_action_returns_its_client_secret() -> None:
    payment = build_intent_payment(build_intent(status="requires_action"), [])
    assert (payment.state, payment.client_secret) == (PaymentState.REQUIRES_ACTION, "pi_1_secret_x")


@pytest.mark.parametrize("status", ["succeeded", "canceled", "processing", "requires_payment_method"])
def test_other_intents_return_no_client_secret(status: str) -> None:
    assert build_intent_payment(build_intent(status=status), []).client_secret is None


def test_an_unauthenticated_intent_is_pending_with_a_failure_until_it_is_canceled() -> None:
    error = {"code": "payment_intent_authentication_failure", "type": "invalid_request_error"}
    payment = build_intent_payment(
        build_intent(status="requires_payment_method", last_payment_error=error), []
    )
    assert (payment.state, payment.failure_code) == (PaymentState.PENDING, error["code"])
    assert payment.failure_message == AUTHENTICATION_FAILED


def test_a_processing_intent_is_pending_without_a_failure() -> None:
    payment = build_intent_payment(build_intent(status="processing"), [])
    assert (payment.state, payment.failure_code) == (PaymentState.PENDING, None)


def test_the_decline_code_of_the_bank_takes_precedence() -> None:
    error = {"code": "card_declined", "decline_code": "insufficient_funds"}
    payment = build_intent_payment(build_intent(status="canceled", last_payment_error=error), [])
    assert (payment.state, payment.failure_code) == (PaymentState.FAILED, "insufficient_funds")
    assert payment.failure_message == INSUFFICIENT_FUNDS


def test_a_canceled_intent_without_an_error_has_the_error_of_its_last_charge() -> None:
    payment = build_intent_payment(build_intent(status="canceled"), [ChargeHistory(build_failed_charge())])
    assert payment.failure_code == "insufficient_funds"


def test_an_unfinished_payment_is_reported_as_unfinished() -> None:
    payment = build_intent_payment(build_intent(status="canceled"), [])
    assert (payment.failure_code, payment.failure_message) == ("abandoned", NOT_COMPLETED)


def test_a_paid_intent_has_no_earlier_error() -> None:
    error = {"code": "card_declined", "decline_code": "insufficient_funds"}
    assert build_intent_payment(build_intent(last_payment_error=error), []).failure_code is None


def test_an_unrelated_intent_has_no_order() -> None:
    assert build_intent_payment(build_intent(metadata={}), []).order == ""
