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

CreateReceipt = Callable[[Visitor], str]


@pytest.fixture
def create_receipt(application: Application, channel: ChannelDetails, transaction: Any) -> CreateReceipt:
    """Return `create_receipt(viewer)`, which stores a paid order for an event and returns the path of its
    receipt."""

    def create(viewer: Visitor) -> str:
        billing: Any = application.container.billing
        account = AccountId(viewer.data("/profile")["id"])
        stored_order = build_order(
            account_id=account, status=OrderStatus.PAID, starts_at=NOW, uuid=f"{account:032}"
        )
        with transaction(channel.id):
            assert billing.orders().add(stored_order)
            transaction_id = billing.ledger().add(build_transaction(stored_order.id, ref=f"ch_{account}"))
        return f"/orders/{stored_order.id}/transactions/{transaction_id}/receipt"

    return create


def read_pdf_text(response: TestResponse) -> str:
    assert response.status_code == 200, response.get_data(as_text=True)
    return PdfReader(io.BytesIO(response.data)).pages[0].extract_text()


def test_the_viewer_reads_the_receipt_in_the_browser(ada: Visitor, create_receipt: CreateReceipt) -> None:
    response = ada.get(create_receipt(ada))
    assert response.mimetype == "application/pdf"
    assert response.headers["Content-Disposition"].startswith('inline; filename="prairie-')
    assert response.headers["Cache-Control"] == "no-store"
    assert "Ada Moreau" in read_pdf_text(response)
    assert "$13.50" in read_pdf_text(response)


def test_a_receipt_is_in_the_requested_language(ada: Visitor, create_receipt: CreateReceipt) -> None:
    text = read_pdf_text(ada.get(create_receipt(ada), lang="fr"))
    assert "Reçu" in text
    assert "Les As @ Les Ours" in text


def test_another_viewers_receipt_is_not_found(
    ada: Visitor, bea: Visitor, create_receipt: CreateReceipt
) -> None:
    own_path, their_path = create_receipt(ada), create_receipt(bea)
    assert ada.get(their_path).status_code == bea.get(own_path).status_code == 404
    own_order, their_transaction = own_path.split("/transactions")[0], their_path.rpartition("/orders")[2]
    mismatched = f"{own_order}/transactions{their_transaction.partition('/transactions')[2]}"
    assert ada.get(mismatched).status_code == 404


def test_a_visitor_has_no_receipts(
    visitor: Visitor, ada: Visitor, create_receipt: CreateReceipt, other_visitor: Visitor
) -> None:
    path = create_receipt(ada)
    assert other_visitor.get(path).status_code == 401
    assert other_visitor.register().get(path).status_code == 404


def test_an_unknown_transaction_has_no_receipt(ada: Visitor, create_receipt: CreateReceipt) -> None:
    path = create_receipt(ada)
    assert ada.get(path.replace("/receipt", "9/receipt")).status_code == 404
    assert ada.get("/orders/9999/transactions/1/receipt").status_code == 404
