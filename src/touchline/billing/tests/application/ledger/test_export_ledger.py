"""Tests for the ledger export."""

from __future__ import annotations

from typing import Any

import pytest

from touchline.billing.application.ledger.export_ledger import COLUMNS, build_rows
from touchline.billing.domain.checkout.orders import OrderStatus
from touchline.billing.domain.ledger.taxes import TaxLine
from touchline.billing.domain.ledger.transactions import Movement, Transaction
from touchline.billing.ports.order_reports import LedgerEntry
from touchline.billing.tests.offer_samples import usd
from touchline.billing.tests.order_samples import build_order, build_transaction
from touchline.shared.ids import TransactionId
from touchline.shared.money import Money


def build_row(transaction: Transaction, **changes: Any) -> dict[str, str]:
    """Return the export row of a transaction, keyed by column name."""
    (found,) = build_rows([LedgerEntry(transaction, build_order(**changes))], "fr")
    return dict(zip(COLUMNS, found, strict=True))


def test_a_row_describes_a_charge() -> None:
    taxes = (TaxLine("GST", "5", usd("0.64")), TaxLine("QST", "9.975", usd("1.28")))
    assert build_row(build_transaction(7, id=TransactionId(3), tax=taxes), promo_code="TIPOFF", id=7) == {
        "transaction_id": "3",
        "order_id": "7",
        "at": "2026-11-21T18:00:00Z",
        "kind": "charge",
        "status": "paid",
        "label": "",
        "currency": "USD",
        "amount": "13.50",
        "net": "13.50",
        "tax": "1.92",
        "taxes": "GST 5%: 0.64; QST 9.975%: 1.28",
        "product_kind": "event",
        "product_id": "12",
        "product": "Les As @ Les Ours",
        "promo_code": "TIPOFF",
        "account_id": "4",
        "provider_ref": "ch_7",
        "note": "",
    }


@pytest.mark.parametrize(
    ("changes", "net"),
    [
        ({"movement": Movement.REFUND, "status": OrderStatus.REFUNDED}, "-13.50"),
        ({"movement": Movement.DISPUTE, "status": OrderStatus.REFUNDED}, "-13.50"),
        ({"movement": Movement.DISPUTE_WON}, "13.50"),
        ({"status": OrderStatus.FAILED}, "0.00"),
    ],
)
def test_the_net_column_is_the_signed_amount(changes: dict[str, Any], net: str) -> None:
    found = build_row(build_transaction(1, **changes))
    assert (found["amount"], found["net"]) == ("13.50", net)


def test_amounts_have_the_decimals_of_their_currency() -> None:
    assert build_row(build_transaction(1, amount=Money(1250, "JPY")))["net"] == "1250"
    assert build_row(build_transaction(1, amount=Money(1250, "KWD")))["net"] == "1.250"


def test_pending_taxes_are_empty_and_not_zero() -> None:
    assert build_row(build_transaction(1, taxed=False))["tax"] == ""
    assert build_row(build_transaction(1))["tax"] == "0.00"


def test_an_erased_account_is_empty_and_formulas_are_escaped() -> None:
    found = build_row(build_transaction(1, note="=HYPERLINK(1)"), account_id=None)
    assert (found["account_id"], found["note"]) == ("", "'=HYPERLINK(1)")
