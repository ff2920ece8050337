"""The codes of gifts and group purchases, for operators. Operators never see the codes themselves."""

from __future__ import annotations

from typing import Any

from dependency_injector.wiring import Provide, inject
from marshmallow import Schema, fields

from touchline.billing.adapters.http.studio_order_schemas import BuyerSchema
from touchline.billing.adapters.http.studio_orders import ORDER, change_limit, read_limit
from touchline.billing.adapters.http.vouchers import RefundVouchersSchema, ResendVoucherSchema, VoucherSchema
from touchline.billing.application.vouchers.voucher_queries import VoucherQueries
from touchline.billing.application.vouchers.voucher_refunds import RefundVouchers
from touchline.billing.container import BillingContainer
from touchline.platform.http import audit, limits
from touchline.platform.http.blueprint import STUDIO_TAG, Blueprint
from touchline.platform.http.guards import error_responses, operator, principal
from touchline.platform.http.paging import data_envelope
from touchline.platform.http.schemas import data_schema
from touchline.shared.ids import OrderId
from touchline.shared.permissions import Permission

VOUCHERS = f"{ORDER}/vouchers"
blueprint = Blueprint("studio_vouchers", __name__, tag=STUDIO_TAG)


class StudioVoucherSchema(VoucherSchema):
    """Code of an order, as operators see it. `redeemed_by` is null until it is redeemed, and after the
    recipient's account was erased. `redeemed_order_id` is the recipient's order.
    """

    class Meta:
        """Leave out what opens the product."""

        exclude = ("code", "link", "qr")

    redeemed_by = fields.Nested(BuyerSchema, required=True, allow_none=True)
    redeemed_order_id = fields.Integer(required=True, allow_none=True)


class StudioVoucherListSchema(Schema):
    """Codes of an order, by number."""

    vouchers = fields.List(fields.Nested(StudioVoucherSchema), required=True)


@blueprint.route(VOUCHERS)
@read_limit
@operator(Permission.MANAGE_ORDERS)
@audit.reads_personal_data("order.show", "order", "order_id")
@blueprint.response(200, data_schema(StudioVoucherListSchema))
def list_order_vouchers(order_id: int) -> dict[str, Any]:
    """List the codes that an order bought, with their state and who redeemed them."""
    return _list(order_id)


@blueprint.route(f"{VOUCHERS}/<int(max=2147483647):voucher_id>/send", methods=["POST"])
@error_responses(400)
@limits.rate_limit("account", 30, limits.HOUR, name="resent-vouchers")
@operator(Permission.MANAGE_ORDERS)
@audit.changes("voucher.send", "order", "order_id")
@blueprint.arguments(ResendVoucherSchema)
@blueprint.response(200, data_schema(StudioVoucherListSchema))
@inject
def resend_order_voucher(
    body: dict[str, str],
    order_id: int,
    voucher_id: int,
    vouchers: VoucherQueries = Provide[BillingContainer.voucher_queries],
) -> dict[str, Any]:
    """Email a code within a minute, also to a corrected address. A new address ends the old code.

    400 `errors.voucher_not_resendable` if the code was redeemed or canceled.
    """
    vouchers.resend_for_operator(OrderId(order_id), voucher_id, body["email"])
    return _list(order_id)


@blueprint.route(f"{VOUCHERS}/refund", methods=["POST"])
@error_responses(400)
@change_limit
@operator(Permission.MANAGE_ORDERS)
@audit.changes("voucher.refund", "order", "order_id")
@blueprint.arguments(RefundVouchersSchema)
@blueprint.response(200, data_schema(StudioVoucherListSchema))
@inject
def refund_order_vouchers(
    body: dict[str, Any],
    order_id: int,
    refund: RefundVouchers = Provide[BillingContainer.refund_vouchers],
) -> dict[str, Any]:
    """Cancel codes of an order at once, and refund their price within a minute.

    A repeated request refunds once. 400 `errors.voucher_redeemed` if one of the codes was redeemed; then none
    is canceled.
    """
    refund.refund_for_operator(principal().channel_id, OrderId(order_id), body["numbers"])
    return _list(order_id)


@inject
def _list(
    order_id: int, vouchers: VoucherQueries = Provide[BillingContainer.voucher_queries]
) -> dict[str, Any]:
    return data_envelope({"vouchers": vouchers.list_for_operator(OrderId(order_id))})
