"""Charges that customers dispute."""

from __future__ import annotations

from typing import Any

import pytest
import requests
import stripe

from adapters.payments.fake_stripe.tests.shop import Shop


def disputed(shop: Shop) -> Any:
    customer = shop.customer()
    intent = shop.pay(customer, shop.card(customer, "createDispute"))
    return shop.api.disputes.list({"payment_intent": intent.id}).data[0]


def balance(shop: Shop) -> int:
    return sum(line.net for line in shop.api.balance_transactions.list().data)


def test_a_test_card_is_disputed_at_once_and_its_money_is_gone(shop: Shop) -> None:
    dispute = disputed(shop)
    assert (dispute.status, dispute.reason, dispute.amount) == ("needs_response", "fraudulent", 1000)
    assert shop.api.charges.retrieve(str(dispute.charge)).disputed
    assert balance(shop) == 0
    assert shop.types()[-2:] == ["charge.dispute.created", "charge.dispute.funds_withdrawn"]
    with pytest.raises(stripe.InvalidRequestError) as error:
        shop.api.refunds.create({"charge": str(dispute.charge)})
    assert error.value.code == "charge_disputed"


@pytest.mark.parametrize(
    ("evidence", "status", "left"), [("winning_evidence", "won", 1000), ("losing_evidence", "lost", 0)]
)
def test_evidence_decides(shop: Shop, evidence: str, status: str, left: int) -> None:
    dispute = disputed(shop)
    asked: Any = {"evidence": {"uncategorized_text": evidence}, "submit": True}
    assert shop.api.disputes.update(dispute.id, asked).status == status
    assert balance(shop) == left
    assert ("charge.dispute.funds_reinstated" in shop.types()) is (status == "won")


def test_a_dispute_can_be_given_in_to(shop: Shop) -> None:
    dispute = disputed(shop)
    assert shop.api.disputes.close(dispute.id).status == "lost"
    with pytest.raises(stripe.InvalidRequestError, match="already closed"):
        shop.api.disputes.close(dispute.id)


def test_control_opens_and_decides_disputes(shop: Shop) -> None:
    customer = shop.customer()
    intent = shop.pay(customer, shop.card(customer))
    control = f"{shop.running.url}/_control/disputes"
    opened = requests.post(
        control, json={"payment_intent": intent.id, "reason": "duplicate"}, timeout=5
    ).json()
    assert (opened["charge"], opened["reason"]) == (intent.latest_charge, "duplicate")
    decided = requests.post(f"{control}/{opened['id']}", json={"outcome": "won"}, timeout=5).json()
    assert decided["status"] == "won"
    assert requests.post(f"{control}/{opened['id']}", json={"outcome": "lost"}, timeout=5).status_code == 400
    assert shop.api.refunds.create({"payment_intent": intent.id}).status == "succeeded"
