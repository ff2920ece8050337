"""Charges, refunds and disputes as charge attempts and reversals."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from adapters.payments.stripe_charge_histories import ChargeHistory, build_charge_attempts
from adapters.payments.tests.stripe_objects import (
    AT,
    DAY,
    build_charge,
    build_dispute,
    build_failed_charge,
    build_refund,
)
from touchline.billing.domain.checkout.declines import DECLINED, EXPIRED, INSUFFICIENT_FUNDS
from touchline.billing.ports.payments import ChargeAttempt
from touchline.shared.money import Money


def build_attempt(history: ChargeHistory) -> ChargeAttempt:
    [attempt] = build_charge_attempts([history], "pi_1")
    return attempt


def test_a_charge_has_the_reference_of_its_payment() -> None:
    attempt = build_attempt(ChargeHistory(build_charge()))
    assert (attempt.ref, attempt.amount, attempt.is_paid) == ("pi_1", Money(1250, "USD"), True)
    assert attempt.at == datetime.fromtimestamp(AT, UTC)


def test_each_failed_attempt_has_its_own_reference() -> None:
    attempts = list(
        build_charge_attempts(
            [
                ChargeHistory(build_failed_charge("ch_a")),
                ChargeHistory(build_failed_charge("ch_b")),
                ChargeHistory(build_charge()),
            ],
            "in_1",
        )
    )
    assert [(attempt.ref, attempt.is_paid) for attempt in attempts] == [
        ("in_1:ch_a", False),
        ("in_1:ch_b", False),
        ("in_1", True),
    ]


def test_a_second_payment_of_an_invoice_has_its_own_reference() -> None:
    attempts = build_charge_attempts(
        [ChargeHistory(build_charge()), ChargeHistory(build_charge(id="ch_2"))], "in_1"
    )
    assert [attempt.ref for attempt in attempts] == ["in_1", "in_1:ch_2"]


def test_a_pending_charge_is_left_out() -> None:
    assert list(build_charge_attempts([ChargeHistory(build_charge(status="pending"))], "pi_1")) == []


@pytest.mark.parametrize(
    ("declined", "expected_message"),
    [
        (build_failed_charge(), INSUFFICIENT_FUNDS),
        (build_failed_charge(reason="stolen_card"), DECLINED),
        (build_charge(status="failed", failure_code="expired_card"), EXPIRED),
        (build_charge(status="failed", failure_code="card_declined"), DECLINED),
    ],
)
def test_a_failed_attempt_has_a_message_for_the_cardholder(declined: object, expected_message: str) -> None:
    assert build_attempt(ChargeHistory(declined)).failure == expected_message  # type: ignore[arg-type]


def test_a_partly_captured_charge_has_the_captured_amount() -> None:
    assert build_attempt(ChargeHistory(build_charge(amount_captured=1000))).amount == Money(1000, "USD")


def test_refunds_are_listed_with_their_charge() -> None:
    history = ChargeHistory(
        build_charge(), [build_refund(id="re_2", amount=250, created=AT + 9 * DAY), build_refund()]
    )
    assert [
        (reversal.ref, reversal.amount.minor, reversal.is_won)
        for reversal in build_attempt(history).reversals
    ] == [
        ("re_1", 500, False),
        ("re_2", 250, False),
    ]


@pytest.mark.parametrize("status", ["failed", "canceled"])
def test_a_failed_refund_is_reversed(status: str) -> None:
    withdrawn, reinstated = build_attempt(
        ChargeHistory(build_charge(), [build_refund(status=status)])
    ).reversals
    assert (withdrawn.ref, withdrawn.is_won) == ("re_1", False)
    assert (reinstated.ref, reinstated.is_won, reinstated.amount) == ("re_1:back", True, withdrawn.amount)


@pytest.mark.parametrize("status", ["needs_response", "under_review", "lost"])
def test_a_dispute_withdraws_its_amount_when_it_is_opened(status: str) -> None:
    [withdrawn] = build_attempt(ChargeHistory(build_charge(), (), [build_dispute(status=status)])).reversals
    assert (withdrawn.ref, withdrawn.amount, withdrawn.is_dispute, withdrawn.is_won) == (
        "dp_1",
        Money(1250, "USD"),
        True,
        False,
    )


def test_a_won_dispute_reinstates_its_amount_on_that_day() -> None:
    balance_transactions = [
        {"amount": -1250, "created": AT + 2 * DAY},
        {"amount": 1250, "created": AT + 40 * DAY},
    ]
    common = {"currency": "usd", "fee": 0, "exchange_rate": None}
    dispute_won = build_dispute(
        status="won",
        balance_transactions=[
            {
                "object": "balance_transaction",
                **common,
                **transaction,
            }
            for transaction in balance_transactions
        ],
    )
    withdrawn, reinstated = build_attempt(ChargeHistory(build_charge(), (), [dispute_won])).reversals
    assert (reinstated.ref, reinstated.amount, reinstated.is_won) == ("dp_1:won", withdrawn.amount, True)
    assert (withdrawn.at, reinstated.at) == tuple(
        datetime.fromtimestamp(AT + days * DAY, UTC) for days in (2, 40)
    )


@pytest.mark.parametrize("status", ["warning_needs_response", "warning_under_review", "warning_closed"])
def test_an_inquiry_withdraws_nothing(status: str) -> None:
    assert build_attempt(ChargeHistory(build_charge(), (), [build_dispute(status=status)])).reversals == ()
