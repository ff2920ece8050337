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

FAILED_CHARGE = build_charge(ref="ch_0", is_paid=False, failure="card_declined")
DISPUTED, WON = (
    build_reversal(ref="dp_1", is_dispute=True),
    build_reversal(ref="dp_1", is_dispute=True, is_won=True),
)


def test_failed_attempts_are_transactions_that_do_not_count() -> None:
    transactions = build_transactions(
        build_order(), build_payment(PaymentState.PAID, FAILED_CHARGE, build_charge())
    )
    assert [(transaction.movement, transaction.status, transaction.ref) for transaction in transactions] == [
        (Movement.CHARGE, OrderStatus.FAILED, "ch_0"),
        (Movement.CHARGE, OrderStatus.PAID, "ch_1"),
    ]
    assert net_amount(transactions) == 1350
    assert transactions[0].note == "card_declined"


def test_refunds_reduce_the_net_amount() -> None:
    transactions = build_transactions(
        build_order(), build_payment(charges=(build_charge(reversals=(build_reversal("3.50"),)),))
    )
    assert [(transaction.movement, transaction.status) for transaction in transactions][1:] == [
        (Movement.REFUND, OrderStatus.REFUNDED)
    ]
    assert net_amount(transactions) == 1000


def test_a_won_dispute_is_two_transactions_with_no_net_effect() -> None:
    transactions = build_transactions(
        build_order(), build_payment(charges=(build_charge(reversals=(DISPUTED, WON)),))
    )
    assert [transaction.movement for transaction in transactions] == [
        Movement.CHARGE,
        Movement.DISPUTE,
        Movement.DISPUTE_WON,
    ]
    assert [net_amount(transactions[:2]), net_amount(transactions)] == [0, 1350]


def test_only_subscription_transactions_are_labeled() -> None:
    first, second = build_charge("99.00"), build_charge("99.00", ref="ch_2", is_renewal=True)
    labels = [
        transaction.label
        for transaction in build_transactions(
            build_subscription_order(), build_subscription_payment(first, second)
        )
    ]
    assert labels == [TransactionLabel.CREATED, TransactionLabel.UPDATED]
    assert [transaction.label for transaction in build_transactions(build_order(), build_payment())] == [None]


def test_a_charge_of_zero_makes_no_transaction() -> None:
    assert build_transactions(build_order(), build_payment(charges=(build_charge("0"),))) == []


def test_the_refundable_amount_excludes_reversals() -> None:
    assert refundable_amount(build_charge()) == 1350
    assert refundable_amount(FAILED_CHARGE) == 0
    assert refundable_amount(build_charge(reversals=(build_reversal("3.50"),))) == 1000
    assert refundable_amount(build_charge(reversals=(DISPUTED,))) == 0
    assert refundable_amount(build_charge(reversals=(DISPUTED, WON))) == 1350


def test_a_failed_refund_is_no_refund_and_no_dispute() -> None:
    failed_refund = build_reversal(ref="re_1:back", is_won=True)
    payment = build_payment(charges=(build_charge(reversals=(build_reversal(), failed_refund, DISPUTED)),))
    assert (is_fully_refunded(payment), is_disputed(payment)) == (False, True)
    assert is_fully_refunded(build_payment(charges=(build_charge(reversals=(build_reversal(),)),)))
    assert not is_disputed(build_payment(charges=(build_charge(reversals=(DISPUTED, WON)),)))
