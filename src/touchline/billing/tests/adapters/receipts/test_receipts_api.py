"""Tests for receipts over HTTP, on both databases."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

import pytest
from pypdf import PdfReader
from werkzeug.test import TestResponse

from touchline.billing.domain.checkout.orders import OrderStatus
from touchline.billing.tests.order_samples import NOW, build_order, build_transaction
from touchline.channel.facade import ChannelDetails
from touchline.conftest import Visitor
from touchline.entrypoints.bootstrap import Application
from touchline.shared.ids import AccountId

ReceiptPath = Callable[[Visitor], str]


@pytest.fixture
def buy_order(application: Application, channel: ChannelDetails, transaction: Any) -> ReceiptPath:
    """Return `buy_order(viewer)`, which stores a paid order for an event and returns the path of its
    receipt."""

    def store_order(viewer: Visitor) -> str:
        billing: Any = application.container.billing
        account = AccountId(viewer.data("/profile")["id"])
        stored_order = build_order(
            account_id=account, status=OrderStatus.PAID, starts_at=NOW, uuid=f"{account:032}"
        )
        with transaction(channel.id):
            assert billing.orders().add(stored_order)
            transaction_id = billing.ledger().add(build_transaction(stored_order.id, ref=f"ch_{account}"))
        return f"/orders/{stored_order.id}/transactions/{transaction_id}/receipt"

    return store_order


def read_pdf_text(response: TestResponse) -> str:
    assert response.status_code == 200, response.get_data(as_text=True)
    return PdfReader(io.BytesIO(response.data)).pages[0].extract_text()


def test_the_viewer_reads_the_receipt_in_the_browser(ada: Visitor, buy_order: ReceiptPath) -> None:
    response = ada.get(buy_order(ada))
    assert response.mimetype == "application/pdf"
    assert response.headers["Content-Disposition"].startswith('inline; filename="prairie-')
    assert response.headers["Cache-Control"] == "no-store"
    assert "Ada Moreau" in read_pdf_text(response)
    assert "$13.50" in read_pdf_text(response)


def test_a_receipt_is_in_the_requested_language(ada: Visitor, buy_order: ReceiptPath) -> None:
    text = read_pdf_text(ada.get(buy_order(ada), lang="fr"))
    assert "Reçu" in text
    assert "Les As @ Les Ours" in text


def test_another_viewers_receipt_is_not_there(ada: Visitor, bea: Visitor, buy_order: ReceiptPath) -> None:
    mine, theirs = buy_order(ada), buy_order(bea)
    assert ada.get(theirs).status_code == bea.get(mine).status_code == 404
    order_of_mine, line_of_theirs = mine.split("/transactions")[0], theirs.rpartition("/orders")[2]
    mismatched = f"{order_of_mine}/transactions{line_of_theirs.partition('/transactions')[2]}"
    assert ada.get(mismatched).status_code == 404


def test_a_visitor_has_no_receipts(
    visitor: Visitor, ada: Visitor, buy_order: ReceiptPath, other_visitor: Visitor
) -> None:
    path = buy_order(ada)
    assert other_visitor.get(path).status_code == 401
    assert other_visitor.register().get(path).status_code == 404


def test_an_unknown_transaction_has_no_receipt(ada: Visitor, buy_order: ReceiptPath) -> None:
    path = buy_order(ada)
    assert ada.get(path.replace("/receipt", "9/receipt")).status_code == 404
    assert ada.get("/orders/9999/transactions/1/receipt").status_code == 404
