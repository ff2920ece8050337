"""Charges, refunds and disputes as lines."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from adapters.payments.stripe_lines import Taken, charges_of
from adapters.payments.tests.stripe_objects import AT, DAY, charge, dispute, failed, refund
from touchline.billing.domain.refusals import DECLINED, EXPIRED, FUNDS
from touchline.billing.ports.payments import Charged
from touchline.shared.money import Money


def only(taken: Taken) -> Charged:
    [line] = charges_of([taken], "pi_1")
    return line


def test_a_charge_is_a_line_named_after_its_payment() -> None:
    line = only(Taken(charge()))
    assert (line.ref, line.amount, line.paid) == ("pi_1", Money(1250, "USD"), True)
    assert line.at == datetime.fromtimestamp(AT, UTC)


def test_each_attempt_that_failed_is_a_line_of_its_own() -> None:
    lines = list(charges_of([Taken(failed("ch_a")), Taken(failed("ch_b")), Taken(charge())], "in_1"))
    assert [(line.ref, line.paid) for line in lines] == [
        ("in_1:ch_a", False),
        ("in_1:ch_b", False),
        ("in_1", True),
    ]


def test_a_second_payment_of_the_same_invoice_is_another_line() -> None:
    lines = charges_of([Taken(charge()), Taken(charge(id="ch_2"))], "in_1")
    assert [line.ref for line in lines] == ["in_1", "in_1:ch_2"]


def test_a_charge_that_is_under_way_is_no_line_yet() -> None:
    assert list(charges_of([Taken(charge(status="pending"))], "pi_1")) == []


@pytest.mark.parametrize(
    ("declined", "sentence"),
    [
        (failed(), FUNDS),
        (failed(reason="stolen_card"), DECLINED),
        (charge(status="failed", failure_code="expired_card"), EXPIRED),
        (charge(status="failed", failure_code="card_declined"), DECLINED),
    ],
)
def test_a_failed_attempt_says_why_as_far_as_its_holder_may_know(declined: object, sentence: str) -> None:
    assert only(Taken(declined)).failure == sentence  # type: ignore[arg-type]


def test_a_charge_of_which_less_was_taken_is_that_much() -> None:
    assert only(Taken(charge(amount_captured=1000))).amount == Money(1000, "USD")


def test_refunds_are_told_with_their_charge() -> None:
    taken = Taken(charge(), [refund(id="re_2", amount=250, created=AT + 9 * DAY), refund()])
    assert [(one.ref, one.amount.minor, one.won) for one in only(taken).returned] == [
        ("re_1", 500, False),
        ("re_2", 250, False),
    ]


@pytest.mark.parametrize("status", ["failed", "canceled"])
def test_a_refund_that_came_back_to_us_adds_up_to_nothing(status: str) -> None:
    gone, back = only(Taken(charge(), [refund(status=status)])).returned
    assert (gone.ref, gone.won) == ("re_1", False)
    assert (back.ref, back.won, back.amount) == ("re_1:back", True, gone.amount)


@pytest.mark.parametrize("status", ["needs_response", "under_review", "lost"])
def test_a_dispute_takes_its_amount_from_its_first_day_on(status: str) -> None:
    [gone] = only(Taken(charge(), (), [dispute(status=status)])).returned
    assert (gone.ref, gone.amount, gone.dispute, gone.won) == ("dp_1", Money(1250, "USD"), True, False)


def test_a_dispute_that_was_won_brings_it_back_on_that_day() -> None:
    moved = [{"amount": -1250, "created": AT + 2 * DAY}, {"amount": 1250, "created": AT + 40 * DAY}]
    won = dispute(status="won", balance_transactions=[{"object": "balance_transaction", **m} for m in moved])
    gone, back = only(Taken(charge(), (), [won])).returned
    assert (back.ref, back.amount, back.won) == ("dp_1:won", gone.amount, True)
    assert (gone.at, back.at) == tuple(datetime.fromtimestamp(AT + days * DAY, UTC) for days in (2, 40))


@pytest.mark.parametrize("status", ["warning_needs_response", "warning_under_review", "warning_closed"])
def test_an_inquiry_takes_nothing(status: str) -> None:
    assert only(Taken(charge(), (), [dispute(status=status)])).returned == ()
