"""Receipts of a viewer's orders as PDF."""

from __future__ import annotations

from typing import Any

from dependency_injector.wiring import Provide, inject
from flask import Response

from touchline.billing.application.receipts.receipt_service import ReceiptFile, ReceiptService
from touchline.billing.container import BillingContainer
from touchline.platform.http import limits
from touchline.platform.http.blueprint import Blueprint
from touchline.platform.http.guards import principal, viewer
from touchline.shared.ids import OrderId, TransactionId

blueprint = Blueprint("receipts", __name__, description="Receipts")
PDF_RESPONSE: dict[str, Any] = {
    "schema": {"type": "string", "format": "binary"},
    "content_type": "application/pdf",
}
RECEIPT_PATH = (
    "/orders/<int(max=2147483647):order_id>/transactions/<int(max=2147483647):transaction_id>/receipt"
)


@blueprint.route(RECEIPT_PATH)
@limits.rate_limit("account", 60, limits.MINUTE)
@viewer
@blueprint.response(200, **PDF_RESPONSE)
@inject
def show_receipt(
    order_id: int,
    transaction_id: int,
    receipt_service: ReceiptService = Provide[BillingContainer.receipt_service],
) -> Response:
    """Return the receipt of a payment, or the credit note of a refund, as a PDF.

    It is in the request's language. 404 if there is none.
    """
    viewer_principal = principal()
    receipt = receipt_service.get_for_viewer(
        viewer_principal.viewer_id,
        OrderId(order_id),
        TransactionId(transaction_id),
        viewer_principal.language,
    )
    return build_pdf_response(receipt)


def build_pdf_response(receipt: ReceiptFile) -> Response:
    """Return the response with a receipt."""
    response = Response(receipt.content, mimetype="application/pdf")
    response.headers["Content-Disposition"] = f'inline; filename="{receipt.name}"'
    response.headers["Cache-Control"] = "no-store"
    return response
