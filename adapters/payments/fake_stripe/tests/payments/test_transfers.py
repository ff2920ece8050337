"""Transfers to connected accounts."""

from __future__ import annotations

from typing import Any

import pytest
import stripe

from adapters.payments.fake_stripe.tests.merchant import Merchant

TRANSFER: Any = {
    "amount": 500, "currency": "usd", "destination": "acct_1League", "transfer_group": "shares-1",
    "metadata": {"payout": "league"},
}  # fmt: skip


@pytest.fixture
def paid_merchant(merchant: Merchant) -> Merchant:
    """Return a merchant with a balance of 9.41."""
    customer = merchant.create_customer()
    merchant.pay(customer, merchant.attach_card(customer))
    return merchant


def test_a_transfer_is_made_once_for_each_key_and_is_listed_by_its_group(paid_merchant: Merchant) -> None:
    transfers = paid_merchant.api.transfers
    made = [transfers.create(TRANSFER, {"idempotency_key": "a"}) for _ in range(2)]
    assert made[0].id == made[1].id
    listed = transfers.list({"transfer_group": "shares-1"}).data
    assert [(entry.id, entry.amount, entry.reversed) for entry in listed] == [(made[0].id, 500, False)]
    assert transfers.list({"transfer_group": "shares-2"}).data == []
    newest = paid_merchant.api.balance_transactions.list().data[0]
    assert (newest.type, newest.net, newest.source) == ("transfer", -500, made[0].id)


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"amount": 942}, "balance_insufficient"),
        ({"currency": "cad"}, "balance_insufficient"),
        ({"destination": "acct_missing"}, "resource_missing"),
        ({"destination": "nobody"}, "resource_missing"),
    ],
)
def test_a_transfer_that_cannot_be_made_is_refused(
    paid_merchant: Merchant, changes: dict[str, Any], code: str
) -> None:
    with pytest.raises(stripe.InvalidRequestError) as error:
        paid_merchant.api.transfers.create({**TRANSFER, **changes})
    assert error.value.code == code
    assert paid_merchant.api.transfers.list().data == []
