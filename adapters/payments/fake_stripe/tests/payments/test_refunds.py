"""Refunds."""

from __future__ import annotations

import pytest
import stripe

from adapters.payments.fake_stripe.tests.merchant import Merchant


def test_a_charge_is_refunded_in_parts_up_to_its_amount(merchant: Merchant) -> None:
    customer = merchant.create_customer()
    intent = merchant.pay(customer, merchant.attach_card(customer))
    first = merchant.api.refunds.create({"payment_intent": intent.id, "amount": 400})
    assert (first.amount, first.status, first.charge) == (400, "succeeded", intent.latest_charge)
    charge = merchant.api.charges.retrieve(str(intent.latest_charge))
    assert (charge.amount_refunded, charge.refunded) == (400, False)
    with pytest.raises(
        stripe.InvalidRequestError, match=r"\(\$7\.00 usd\) is greater than unrefunded amount"
    ) as error:
        merchant.api.refunds.create({"payment_intent": intent.id, "amount": 700})
    assert error.value.param == "amount"
    rest = merchant.api.refunds.create({"charge": charge.id, "reason": "requested_by_customer"})
    assert rest.amount == 600
    after = merchant.api.charges.retrieve(charge.id, {"expand": ["refunds"]})
    assert (after.amount_refunded, after.refunded) == (1000, True)
    assert [refund.id for refund in after.refunds.data] == [rest.id, first.id]
    with pytest.raises(stripe.InvalidRequestError) as error:
        merchant.api.refunds.create({"charge": charge.id})
    assert error.value.code == "charge_already_refunded"


def test_a_refund_is_announced_and_appears_in_the_balance(merchant: Merchant) -> None:
    customer = merchant.create_customer()
    intent = merchant.pay(customer, merchant.attach_card(customer))
    refund = merchant.api.refunds.create({"payment_intent": intent.id})
    assert merchant.list_event_types()[-2:] == ["charge.refunded", "refund.created"]
    lines = merchant.api.balance_transactions.list().data
    assert sum(line.amount for line in lines) == 0
    assert sum(line.net for line in lines) == -59, "the fee of the charge is kept"
    assert [line.source for line in lines] == [refund.id, intent.latest_charge]
    assert merchant.api.refunds.list({"payment_intent": intent.id}).data[0].id == refund.id


def test_an_unpaid_payment_cannot_be_refunded(merchant: Merchant) -> None:
    intent = merchant.api.payment_intents.create({"amount": 1000, "currency": "usd"})
    with pytest.raises(stripe.InvalidRequestError, match="does not have a successful charge"):
        merchant.api.refunds.create({"payment_intent": intent.id})


def test_a_bank_can_return_a_refund(merchant: Merchant) -> None:
    customer = merchant.create_customer()
    intent = merchant.pay(customer, merchant.attach_card(customer, "refundFail"))
    refund = merchant.api.refunds.create({"payment_intent": intent.id})
    merchant.fake_stripe.advance(days=1)
    assert merchant.api.refunds.retrieve(refund.id).status == "failed"
    assert merchant.api.charges.retrieve(str(intent.latest_charge)).amount_refunded == 0
    assert merchant.list_event_types()[-1] == "refund.failed"


def test_a_refund_can_be_pending(merchant: Merchant) -> None:
    customer = merchant.create_customer()
    intent = merchant.pay(customer, merchant.attach_card(customer, "pendingRefund"))
    refund = merchant.api.refunds.create({"payment_intent": intent.id})
    assert refund.status == "pending"
    merchant.fake_stripe.advance(days=1)
    assert merchant.api.refunds.retrieve(refund.id).status == "succeeded"
