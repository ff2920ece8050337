"""Tests that the ledger accounts for every cent of an order."""

from __future__ import annotations

from touchline.billing.domain.checkout.orders import OrderStatus
from touchline.billing.domain.checkout.payments import PaymentState
from touchline.billing.domain.ledger.payment_transactions import (
    build_transactions,
    is_disputed,
    is_fully_refunded,
    refundable_amount,
)
from touchline.billing.domain.ledger.transactions import Movement, TransactionLabel, net_amount
from touchline.billing.tests.order_samples import build_order
from touchline.billing.tests.payment_samples import (
    build_charge,
    build_payment,
    build_reversal,
    build_subscription_order,
    build_subscription_payment,
)

FAILED = build_charge(ref="ch_0", paid=False, failure="card_declined")
DISPUTED, WON = build_reversal(ref="dp_1", dispute=True), build_reversal(ref="dp_1", dispute=True, won=True)


def test_charges_and_attempts_are_lines_and_only_what_was_paid_counts() -> None:
    lines = build_transactions(build_order(), build_payment(PaymentState.PAID, FAILED, build_charge()))
    assert [(line.movement, line.status, line.ref) for line in lines] == [
        (Movement.CHARGE, OrderStatus.FAILED, "ch_0"),
        (Movement.CHARGE, OrderStatus.PAID, "ch_1"),
    ]
    assert net_amount(lines) == 1350
    assert lines[0].note == "card_declined"


def test_refunds_reduce_the_net_amount() -> None:
    lines = build_transactions(
        build_order(), build_payment(charges=(build_charge(reversals=(build_reversal("3.50"),)),))
    )
    assert [(line.movement, line.status) for line in lines][1:] == [(Movement.REFUND, OrderStatus.REFUNDED)]
    assert net_amount(lines) == 1000


def test_a_dispute_that_was_won_is_two_lines_and_leaves_what_there_was() -> None:
    lines = build_transactions(
        build_order(), build_payment(charges=(build_charge(reversals=(DISPUTED, WON)),))
    )
    assert [line.movement for line in lines] == [Movement.CHARGE, Movement.DISPUTE, Movement.DISPUTE_WON]
    assert [net_amount(lines[:2]), net_amount(lines)] == [0, 1350]


def test_only_subscription_transactions_are_labeled() -> None:
    first, second = build_charge("99.00"), build_charge("99.00", ref="ch_2", renewal=True)
    labels = [
        line.label
        for line in build_transactions(build_subscription_order(), build_subscription_payment(first, second))
    ]
    assert labels == [TransactionLabel.CREATED, TransactionLabel.UPDATED]
    assert [line.label for line in build_transactions(build_order(), build_payment())] == [None]


def test_nothing_makes_no_line() -> None:
    assert build_transactions(build_order(), build_payment(charges=(build_charge("0"),))) == []


def test_what_is_left_of_a_charge_can_be_given_back() -> None:
    assert refundable_amount(build_charge()) == 1350
    assert refundable_amount(FAILED) == 0
    assert refundable_amount(build_charge(reversals=(build_reversal("3.50"),))) == 1000
    assert refundable_amount(build_charge(reversals=(DISPUTED,))) == 0
    assert refundable_amount(build_charge(reversals=(DISPUTED, WON))) == 1350


def test_a_refund_that_could_not_be_paid_out_returned_nothing_and_is_no_dispute() -> None:
    came_back = build_reversal(ref="re_1:back", won=True)
    case = build_payment(charges=(build_charge(reversals=(build_reversal(), came_back, DISPUTED)),))
    assert (is_fully_refunded(case), is_disputed(case)) == (False, True)
    assert is_fully_refunded(build_payment(charges=(build_charge(reversals=(build_reversal(),)),)))
    assert not is_disputed(build_payment(charges=(build_charge(reversals=(DISPUTED, WON)),)))
