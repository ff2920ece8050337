"""What an operator may give back."""

from __future__ import annotations

import pytest

from touchline.billing.domain.payment import PaymentState
from touchline.billing.domain.refunds import plan
from touchline.billing.tests.orders import order
from touchline.billing.tests.payments import charged, payment, refunded
from touchline.billing.tests.samples import dollars
from touchline.shared.errors import Refused

FIRST, SECOND = charged("13.50"), charged("9.00", ref="ch_2")
FAILED = charged("9.00", ref="ch_3", paid=False)


def test_all_that_is_left_of_the_last_payment_goes_back() -> None:
    found = plan(order(), payment(PaymentState.PAID, FIRST, SECOND, FAILED), None)
    assert (found.charge, found.amount, found.left) == ("ch_2", dollars("9.00"), dollars("9.00"))


def test_a_part_of_a_payment_goes_back() -> None:
    found = plan(order(), payment(), dollars("5.00"))
    assert (found.amount, found.left) == (dollars("5.00"), dollars("13.50"))


def test_what_went_back_already_is_not_left() -> None:
    partly = charged("13.50", returned=(refunded("5.00"),))
    assert plan(order(), payment(PaymentState.PAID, partly), None).amount == dollars("8.50")
    wholly = charged("9.00", ref="ch_2", returned=(refunded("9.00", "re_2"),))
    assert plan(order(), payment(PaymentState.PAID, FIRST, wholly), None).charge == "ch_1"


def test_one_payment_can_be_named() -> None:
    both = payment(PaymentState.PAID, FIRST, SECOND)
    assert plan(order(), both, None, "ch_1").charge == "ch_1"
    with pytest.raises(Refused, match="Nothing is left"):
        plan(order(), both, None, "ch_3")


@pytest.mark.parametrize("amount", ["13.51", "0.00"])
def test_more_than_is_left_or_nothing_is_refused(amount: str) -> None:
    with pytest.raises(Refused, match=r"At most 13\.50 USD"):
        plan(order(), payment(), dollars(amount))


def test_nothing_goes_back_of_nothing() -> None:
    with pytest.raises(Refused, match="Nothing is left"):
        plan(order(), payment(PaymentState.PAID, FAILED), None)


def test_the_same_words_are_the_same_refund_and_a_later_one_is_another() -> None:
    before = payment()
    after = payment(PaymentState.PAID, charged("13.50", returned=(refunded("5.00"),)))
    keys = [plan(order(), one, dollars("5.00")).key for one in (before, before, after)]
    assert keys[0] == keys[1] != keys[2]
