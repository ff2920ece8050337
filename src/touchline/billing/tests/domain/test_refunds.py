"""Tests for the refunds that an operator can make."""

from __future__ import annotations

import pytest

from touchline.billing.domain.checkout.payments import PaymentState
from touchline.billing.domain.ledger.refunds import plan_refund
from touchline.billing.tests.offer_samples import usd
from touchline.billing.tests.order_samples import build_order
from touchline.billing.tests.payment_samples import build_charge, build_payment, build_reversal
from touchline.shared.errors import RefusedError

FIRST_CHARGE, SECOND_CHARGE = build_charge("13.50"), build_charge("9.00", ref="ch_2")
FAILED_CHARGE = build_charge("9.00", ref="ch_3", is_paid=False)


def test_the_rest_of_the_last_charge_is_refunded_by_default() -> None:
    found = plan_refund(
        build_order(), build_payment(PaymentState.PAID, FIRST_CHARGE, SECOND_CHARGE, FAILED_CHARGE), None
    )
    assert (found.charge, found.amount, found.refundable) == ("ch_2", usd("9.00"), usd("9.00"))


def test_a_part_of_a_charge_can_be_refunded() -> None:
    found = plan_refund(build_order(), build_payment(), usd("5.00"))
    assert (found.amount, found.refundable) == (usd("5.00"), usd("13.50"))


def test_earlier_refunds_reduce_the_refundable_amount() -> None:
    partial = build_charge("13.50", reversals=(build_reversal("5.00"),))
    assert plan_refund(build_order(), build_payment(PaymentState.PAID, partial), None).amount == usd("8.50")
    full = build_charge("9.00", ref="ch_2", reversals=(build_reversal("9.00", "re_2"),))
    assert (
        plan_refund(build_order(), build_payment(PaymentState.PAID, FIRST_CHARGE, full), None).charge
        == "ch_1"
    )


def test_a_charge_can_be_selected() -> None:
    payment = build_payment(PaymentState.PAID, FIRST_CHARGE, SECOND_CHARGE)
    assert plan_refund(build_order(), payment, None, "ch_1").charge == "ch_1"
    with pytest.raises(RefusedError, match="already been fully refunded"):
        plan_refund(build_order(), payment, None, "ch_3")


@pytest.mark.parametrize("amount", ["13.51", "0.00"])
def test_an_amount_of_zero_or_above_the_rest_is_refused(amount: str) -> None:
    with pytest.raises(RefusedError, match=r"At most 13\.50 USD"):
        plan_refund(build_order(), build_payment(), usd(amount))


def test_an_unpaid_order_cannot_be_refunded() -> None:
    with pytest.raises(RefusedError, match="already been fully refunded"):
        plan_refund(build_order(), build_payment(PaymentState.PAID, FAILED_CHARGE), None)


def test_the_idempotency_key_changes_after_a_refund() -> None:
    before = build_payment()
    after = build_payment(PaymentState.PAID, build_charge("13.50", reversals=(build_reversal("5.00"),)))
    keys = [plan_refund(build_order(), payment, usd("5.00")).key for payment in (before, before, after)]
    assert keys[0] == keys[1] != keys[2]
