"""PaymentIntents as payments."""

from __future__ import annotations

import pytest

from adapters.payments.stripe_lines import Taken
from adapters.payments.stripe_states import payment_of
from adapters.payments.tests.stripe_objects import ORDER, charge, failed, intent
from touchline.billing.domain.refusals import AUTHENTICATION, FUNDS, UNFINISHED
from touchline.billing.ports.payments import PaymentState


def test_one_that_succeeded_is_paid_by_its_charge() -> None:
    payment = payment_of(intent(), [Taken(charge())])
    assert (payment.ref, payment.order, payment.state) == ("pi_1", ORDER, PaymentState.PAID)
    assert (payment.client_secret, payment.failure_code) == (None, None)
    assert [(line.ref, line.paid) for line in payment.charges] == [("pi_1", True)]


def test_one_that_wants_its_holder_gives_the_browser_its_secret() -> None:
    payment = payment_of(intent(status="requires_action"), [])
    assert (payment.state, payment.client_secret) == (PaymentState.ACTION, "pi_1_secret_x")


@pytest.mark.parametrize("status", ["succeeded", "canceled", "processing", "requires_payment_method"])
def test_nobody_else_is_given_a_secret(status: str) -> None:
    assert payment_of(intent(status=status), []).client_secret is None


def test_one_that_was_not_authenticated_is_pending_with_a_failure_until_it_is_given_up() -> None:
    error = {"code": "payment_intent_authentication_failure", "type": "invalid_request_error"}
    payment = payment_of(intent(status="requires_payment_method", last_payment_error=error), [])
    assert (payment.state, payment.failure_code) == (PaymentState.PENDING, error["code"])
    assert payment.failure_message == AUTHENTICATION


def test_one_that_is_under_way_is_pending_without_a_failure() -> None:
    payment = payment_of(intent(status="processing"), [])
    assert (payment.state, payment.failure_code) == (PaymentState.PENDING, None)


def test_the_banks_reason_goes_before_stripes() -> None:
    error = {"code": "card_declined", "decline_code": "insufficient_funds"}
    payment = payment_of(intent(status="canceled", last_payment_error=error), [])
    assert (payment.state, payment.failure_code) == (PaymentState.FAILED, "insufficient_funds")
    assert payment.failure_message == FUNDS


def test_a_cancelled_one_that_lost_its_error_has_that_of_its_last_charge() -> None:
    payment = payment_of(intent(status="canceled"), [Taken(failed())])
    assert payment.failure_code == "insufficient_funds"


def test_one_that_nobody_finished_says_so() -> None:
    payment = payment_of(intent(status="canceled"), [])
    assert (payment.failure_code, payment.failure_message) == ("abandoned", UNFINISHED)


def test_an_error_of_before_is_not_told_of_one_that_is_paid() -> None:
    error = {"code": "card_declined", "decline_code": "insufficient_funds"}
    assert payment_of(intent(last_payment_error=error), []).failure_code is None


def test_one_that_is_not_ours_has_no_order() -> None:
    assert payment_of(intent(metadata={}), []).order == ""
