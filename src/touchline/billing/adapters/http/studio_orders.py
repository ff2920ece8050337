"""The orders of a channel, for operators."""

from __future__ import annotations

from typing import Any

from dependency_injector.wiring import Provide, inject
from flask import Response

from touchline.billing.adapters.http import studio_order_schemas as schemas
from touchline.billing.adapters.http.receipts import PDF_RESPONSE, RECEIPT_PATH, build_pdf_response
from touchline.billing.application.checkout.access_changes import ExtendAccess, ResendReceipt
from touchline.billing.application.checkout.grant_by_email import EmailGrant, GrantByEmail
from touchline.billing.application.checkout.order_search import OrderSearch, SearchPeriod
from touchline.billing.application.ledger.refund_service import RefundService
from touchline.billing.application.receipts.receipt_service import ReceiptService
from touchline.billing.container import BillingContainer
from touchline.billing.domain.checkout.orders import OrderStatus, ProductKind
from touchline.billing.ports.order_reports import OrderQuery
from touchline.platform.audit.calls import identify_subject
from touchline.platform.http import audit, limits
from touchline.platform.http.blueprint import STUDIO_TAG, Blueprint
from touchline.platform.http.guards import error_responses, operator, principal
from touchline.platform.http.paging import build_page_request, data_envelope, page_envelope
from touchline.platform.http.requests import release_connection
from touchline.platform.http.schemas import data_schema, page_schema
from touchline.shared.ids import OrderId, TransactionId
from touchline.shared.permissions import Permission

ORDERS = "/studio/orders"
ORDER = f"{ORDERS}/<int(max=2147483647):order_id>"
read_limit = limits.rate_limit("account", 120, limits.MINUTE, name="studio-orders")
change_limit = limits.rate_limit("account", 60, limits.MINUTE, name="studio-order-changes")

blueprint = Blueprint("studio_orders", __name__, tag=STUDIO_TAG)


@blueprint.route(ORDERS)
@read_limit
@operator(Permission.MANAGE_ORDERS)
@audit.reads_personal_data("order.list")
@blueprint.arguments(schemas.StudioOrdersArgsSchema, location="query")
@blueprint.response(200, page_schema(schemas.StudioOrderSchema))
@inject
def list_channel_orders(
    args: dict[str, Any], order_search: OrderSearch = Provide[BillingContainer.order_search]
) -> dict[str, Any]:
    """List the orders of all viewers, newest first.

    `search` is the number of an order or a receipt, the last four digits of a card, or a part of a viewer's
    name or email address. With `event_id`, only orders of this event alone, without passes that include it.
    """
    order_query = OrderQuery(
        kind=ProductKind(args["type"]) if args["type"] else None,
        status=OrderStatus(args["status"]) if args["status"] else None,
        event_id=args["event_id"],
        is_for_others=args["is_for_others"],
    )
    period = SearchPeriod(args["first"], args["last"])
    page = order_search.list_page(
        args["search"], order_query, period, build_page_request(args), principal().language
    )
    return page_envelope(page)


@blueprint.route(ORDERS, methods=["POST"])
@error_responses(400, 404)
@change_limit
@operator(Permission.MANAGE_ORDERS)
@audit.changes("order.grant", "order")
@blueprint.arguments(schemas.GrantArgsSchema)
@blueprint.response(201, data_schema(schemas.StudioOrderSchema))
@inject
def grant_access(
    body: dict[str, Any], grant: GrantByEmail = Provide[BillingContainer.grant_by_email]
) -> dict[str, Any]:
    """Give a viewer access to a product without payment: an order of 0 that never renews.

    The viewer gets an email. 404 if no account has the address, or if the product is not on sale.
    """
    order = grant(EmailGrant(**body))
    identify_subject("order", order.id)
    return _show(order.id)


@blueprint.route(ORDER)
@read_limit
@operator(Permission.MANAGE_ORDERS)
@audit.reads_personal_data("order.show", "order", "order_id")
@blueprint.response(200, data_schema(schemas.StudioOrderSchema))
def show_channel_order(order_id: int) -> dict[str, Any]:
    """Return an order with its transactions and what it gives access to."""
    return _show(order_id)


@blueprint.route(f"/studio{RECEIPT_PATH}")
@read_limit
@operator(Permission.MANAGE_ORDERS)
@audit.reads_personal_data("order.receipt", "order", "order_id")
@blueprint.response(200, **PDF_RESPONSE)
@inject
def show_channel_receipt(
    order_id: int,
    transaction_id: int,
    receipt_service: ReceiptService = Provide[BillingContainer.receipt_service],
) -> Response:
    """Return a receipt or a credit note of any viewer as a PDF, in the request's language."""
    return build_pdf_response(
        receipt_service.get(OrderId(order_id), TransactionId(transaction_id), principal().language)
    )


@blueprint.route(f"{ORDER}/refund")
@error_responses(400)
@read_limit
@operator(Permission.MANAGE_ORDERS)
@audit.reads_nothing_personal
@blueprint.arguments(schemas.RefundableArgsSchema, location="query")
@blueprint.response(200, data_schema(schemas.RefundableSchema))
@inject
def show_refundable(
    args: dict[str, Any],
    order_id: int,
    refund_service: RefundService = Provide[BillingContainer.refund_service],
) -> dict[str, Any]:
    """Return how much of a payment can be refunded, as the payment provider reports it now.

    400 if nothing is left; 503 if the provider does not respond.
    """
    release_connection()
    plan = refund_service.plan_refund(principal().channel_id, OrderId(order_id), None, args["transaction_id"])
    return data_envelope({"amount": plan.refundable.decimal, "currency": plan.refundable.currency})


@blueprint.route(f"{ORDER}/refund", methods=["POST"])
@error_responses(400, 409)
@change_limit
@operator(Permission.MANAGE_ORDERS)
@audit.changes("order.refund", "order", "order_id")
@blueprint.arguments(schemas.RefundArgsSchema)
@blueprint.response(200, data_schema(schemas.StudioOrderSchema))
@inject
def refund_order(
    body: dict[str, Any],
    order_id: int,
    refund_service: RefundService = Provide[BillingContainer.refund_service],
) -> dict[str, Any]:
    """Refund a payment in full or in part. A full refund ends the access. The viewer gets a credit note.

    A repeated request refunds once: 409 if `refundable` has changed. 503 if the payment provider does not
    respond; check the order before you try again.
    """
    release_connection()
    refund_service.refund_as_shown(
        principal().channel_id, OrderId(order_id), body["amount"], body["transaction_id"], body["refundable"]
    )
    return _show(order_id)


@blueprint.route(f"{ORDER}/revoke", methods=["POST"])
@error_responses(400)
@change_limit
@operator(Permission.MANAGE_ORDERS)
@audit.changes("order.revoke", "order", "order_id")
@blueprint.response(200, data_schema(schemas.StudioOrderSchema))
@inject
def revoke_access(
    order_id: int, refund_service: RefundService = Provide[BillingContainer.refund_service]
) -> dict[str, Any]:
    """End the access of an order at once, without a refund.

    A subscription also ends at the payment provider.
    """
    release_connection()
    refund_service.revoke(principal().channel_id, OrderId(order_id))
    return _show(order_id)


@blueprint.route(f"{ORDER}/extend", methods=["POST"])
@error_responses(400)
@change_limit
@operator(Permission.MANAGE_ORDERS)
@audit.changes("order.extend", "order", "order_id")
@blueprint.arguments(schemas.ExtendArgsSchema)
@blueprint.response(200, data_schema(schemas.StudioOrderSchema))
@inject
def extend_access(
    body: dict[str, Any],
    order_id: int,
    extend: ExtendAccess = Provide[BillingContainer.extend_access],
) -> dict[str, Any]:
    """Move the end of an order's access to the end of a later day in the channel's time zone."""
    extend(OrderId(order_id), body["until"])
    return _show(order_id)


@blueprint.route(f"{ORDER}/resend-receipt", methods=["POST"])
@error_responses(400)
@limits.rate_limit("account", 30, limits.HOUR, name="resent-receipts")
@operator(Permission.MANAGE_ORDERS)
@audit.changes("order.resend_receipt", "order", "order_id")
@blueprint.response(204)
@inject
def resend_receipt(order_id: int, resend: ResendReceipt = Provide[BillingContainer.resend_receipt]) -> None:
    """Email the latest receipt of an order again. 400 for an order without one."""
    resend(OrderId(order_id))


@inject
def _show(
    order_id: int, order_search: OrderSearch = Provide[BillingContainer.order_search]
) -> dict[str, Any]:
    return data_envelope(order_search.get(OrderId(order_id), principal().language))
