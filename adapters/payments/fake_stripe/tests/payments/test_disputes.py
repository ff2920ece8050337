"""Disputed charges."""

from __future__ import annotations

from typing import Any

import pytest
import requests
import stripe

from adapters.payments.fake_stripe.tests.merchant import Merchant


def create_dispute(merchant: Merchant) -> Any:
    customer = merchant.create_customer()
    intent = merchant.pay(customer, merchant.attach_card(customer, "createDispute"))
    return merchant.api.disputes.list({"payment_intent": intent.id}).data[0]


def get_balance(merchant: Merchant) -> int:
    return sum(line.amount for line in merchant.api.balance_transactions.list().data)


def test_a_test_card_is_disputed_at_once_and_its_funds_are_withdrawn(merchant: Merchant) -> None:
    dispute = create_dispute(merchant)
    assert (dispute.status, dispute.reason, dispute.amount) == ("needs_response", "fraudulent", 1000)
    assert merchant.api.charges.retrieve(str(dispute.charge)).disputed
    assert get_balance(merchant) == 0
    assert merchant.list_event_types()[-2:] == ["charge.dispute.created", "charge.dispute.funds_withdrawn"]
    with pytest.raises(stripe.InvalidRequestError) as error:
        merchant.api.refunds.create({"charge": str(dispute.charge)})
    assert error.value.code == "charge_disputed"


@pytest.mark.parametrize(
    ("evidence", "status", "balance"), [("winning_evidence", "won", 1000), ("losing_evidence", "lost", 0)]
)
def test_evidence_decides_a_dispute(merchant: Merchant, evidence: str, status: str, balance: int) -> None:
    dispute = create_dispute(merchant)
    params: Any = {"evidence": {"uncategorized_text": evidence}, "submit": True}
    assert merchant.api.disputes.update(dispute.id, params).status == status
    assert get_balance(merchant) == balance
    assert ("charge.dispute.funds_reinstated" in merchant.list_event_types()) is (status == "won")


def test_a_dispute_can_be_accepted(merchant: Merchant) -> None:
    dispute = create_dispute(merchant)
    assert merchant.api.disputes.close(dispute.id).status == "lost"
    with pytest.raises(stripe.InvalidRequestError, match="already closed"):
        merchant.api.disputes.close(dispute.id)


def test_the_control_api_opens_and_closes_disputes(merchant: Merchant) -> None:
    customer = merchant.create_customer()
    intent = merchant.pay(customer, merchant.attach_card(customer))
    url = f"{merchant.fake_stripe.url}/_control/disputes"
    opened = requests.post(url, json={"payment_intent": intent.id, "reason": "duplicate"}, timeout=5).json()
    assert (opened["charge"], opened["reason"]) == (intent.latest_charge, "duplicate")
    decided = requests.post(f"{url}/{opened['id']}", json={"outcome": "won"}, timeout=5).json()
    assert decided["status"] == "won"
    assert requests.post(f"{url}/{opened['id']}", json={"outcome": "lost"}, timeout=5).status_code == 400
    assert merchant.api.refunds.create({"payment_intent": intent.id}).status == "succeeded"
