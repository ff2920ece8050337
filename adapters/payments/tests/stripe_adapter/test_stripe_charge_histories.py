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


def build_attempts(histories: ChargeHistory) -> ChargeAttempt:
    [attempt] = build_charge_attempts([histories], "pi_1")
    return attempt


def test_a_charge_is_a_line_named_after_its_payment() -> None:
    attempt = build_attempts(ChargeHistory(build_charge()))
    assert (attempt.ref, attempt.amount, attempt.paid) == ("pi_1", Money(1250, "USD"), True)
    assert attempt.at == datetime.fromtimestamp(AT, UTC)


def test_each_attempt_that_failed_is_a_line_of_its_own() -> None:
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
    assert [(attempt.ref, attempt.paid) for attempt in attempts] == [
        ("in_1:ch_a", False),
        ("in_1:ch_b", False),
        ("in_1", True),
    ]


def test_a_second_payment_of_the_same_invoice_is_another_line() -> None:
    attempts = build_charge_attempts(
        [ChargeHistory(build_charge()), ChargeHistory(build_charge(id="ch_2"))], "in_1"
    )
    assert [attempt.ref for attempt in attempts] == ["in_1", "in_1:ch_2"]


def test_a_charge_that_is_under_way_is_no_line_yet() -> None:
    assert list(build_charge_attempts([ChargeHistory(build_charge(status="pending"))], "pi_1")) == []


@pytest.mark.parametrize(
    ("declined", "sentence"),
    [
        (build_failed_charge(), INSUFFICIENT_FUNDS),
        (build_failed_charge(reason="stolen_card"), DECLINED),
        (build_charge(status="failed", failure_code="expired_card"), EXPIRED),
        (build_charge(status="failed", failure_code="card_declined"), DECLINED),
    ],
)
def test_a_failed_attempt_has_a_reason_safe_for_its_holder(declined: object, sentence: str) -> None:
    assert build_attempts(ChargeHistory(declined)).failure == sentence  # type: ignore[arg-type]


def test_a_partly_captured_charge_has_the_captured_amount() -> None:
    assert build_attempts(ChargeHistory(build_charge(amount_captured=1000))).amount == Money(1000, "USD")


def test_refunds_are_listed_with_their_charge() -> None:
    histories = ChargeHistory(
        build_charge(), [build_refund(id="re_2", amount=250, created=AT + 9 * DAY), build_refund()]
    )
    assert [(one.ref, one.amount.minor, one.won) for one in build_attempts(histories).reversals] == [
        ("re_1", 500, False),
        ("re_2", 250, False),
    ]


@pytest.mark.parametrize("status", ["failed", "canceled"])
def test_a_refund_that_came_back_to_us_adds_up_to_nothing(status: str) -> None:
    withdrawn, reinstated = build_attempts(
        ChargeHistory(build_charge(), [build_refund(status=status)])
    ).reversals
    assert (withdrawn.ref, withdrawn.won) == ("re_1", False)
    assert (reinstated.ref, reinstated.won, reinstated.amount) == ("re_1:back", True, withdrawn.amount)


@pytest.mark.parametrize("status", ["needs_response", "under_review", "lost"])
def test_a_dispute_takes_its_amount_from_its_first_day_on(status: str) -> None:
    [withdrawn] = build_attempts(ChargeHistory(build_charge(), (), [build_dispute(status=status)])).reversals
    assert (withdrawn.ref, withdrawn.amount, withdrawn.dispute, withdrawn.won) == (
        "dp_1",
        Money(1250, "USD"),
        True,
        False,
    )


def test_a_dispute_that_was_won_brings_it_back_on_that_day() -> None:
    reversals = [{"amount": -1250, "created": AT + 2 * DAY}, {"amount": 1250, "created": AT + 40 * DAY}]
    dispute_won = build_dispute(
        status="won", balance_transactions=[{"object": "balance_transaction", **m} for m in reversals]
    )
    withdrawn, reinstated = build_attempts(ChargeHistory(build_charge(), (), [dispute_won])).reversals
    assert (reinstated.ref, reinstated.amount, reinstated.won) == ("dp_1:won", withdrawn.amount, True)
    assert (withdrawn.at, reinstated.at) == tuple(
        datetime.fromtimestamp(AT + days * DAY, UTC) for days in (2, 40)
    )


@pytest.mark.parametrize("status", ["warning_needs_response", "warning_under_review", "warning_closed"])
def test_an_inquiry_takes_nothing(status: str) -> None:
    assert build_attempts(ChargeHistory(build_charge(), (), [build_dispute(status=status)])).reversals == ()
