"""Gifts and group codes (api.md, "Billing"): the codes of an order, and redeeming one."""

from __future__ import annotations

from typing import Any

from dependency_injector.wiring import Provide, inject
from marshmallow import Schema, fields, validate

from touchline.billing.adapters.http.order_schemas import OrderSchema
from touchline.billing.application.checkout.order_queries import OrderQueries
from touchline.billing.application.vouchers.redeem_voucher import INVALID_VOUCHER, RedeemVoucher
from touchline.billing.application.vouchers.voucher_queries import VoucherQueries
from touchline.billing.application.vouchers.voucher_refunds import RefundVouchers
from touchline.billing.container import BillingContainer
from touchline.billing.domain.vouchers.vouchers import VoucherState
from touchline.platform.http import limits
from touchline.platform.http.blueprint import Blueprint
from touchline.platform.http.guards import error_responses, principal, viewer
from touchline.platform.http.paging import data_envelope
from touchline.platform.http.schemas import Instant, NormalizedString, data_schema
from touchline.shared.ids import OrderId
from touchline.shared.strings import normalize

blueprint = Blueprint("vouchers", __name__, description="Gifts and group codes")
_STATES = [state.value for state in VoucherState]
_wrong_code_limits = limits.combine(
    limits.rate_limit("account", 10, limits.HOUR, name="vouchers", outcomes=[INVALID_VOUCHER]),
    limits.rate_limit(
        "address", 30, limits.HOUR, name="vouchers", outcomes=[INVALID_VOUCHER], robot_check=True
    ),
    limits.rate_limit(
        "channel", 300, limits.HOUR, name="vouchers", outcomes=[INVALID_VOUCHER], robot_check=True
    ),
)


class VoucherSchema(Schema):
    """Code of an order. `code` is null unless the code can be redeemed.

    `send_at` and `sent_at` are when the email is due and was sent.
    """

    number = fields.Integer(required=True)
    code = fields.String(required=True, allow_none=True)
    state = fields.String(required=True, validate=validate.OneOf(_STATES))
    email = fields.String(required=True, allow_none=True)
    recipient = fields.String(required=True, allow_none=True)
    message = fields.String(required=True, allow_none=True)
    send_at = Instant(required=True, allow_none=True)
    sent_at = Instant(required=True, allow_none=True)
    redeemed_at = Instant(required=True, allow_none=True)


class VoucherListSchema(Schema):
    """Codes of an order, by number."""

    vouchers = fields.List(fields.Nested(VoucherSchema), required=True)


class RedeemVoucherSchema(Schema):
    """Body of `POST /vouchers/redeem`. Letter case and separators do not matter."""

    code = NormalizedString(normalize.code, required=True, validate=validate.Length(1, 64))


class ResendVoucherSchema(Schema):
    """Body of the call that sends a code again. A new address gets a new code."""

    email = NormalizedString(
        normalize.email, required=True, validate=[validate.Email(), validate.Length(max=254)]
    )


@blueprint.route("/vouchers/redeem", methods=["POST"])
@error_responses(400, 409)
@_wrong_code_limits
@viewer
@blueprint.arguments(RedeemVoucherSchema)
@blueprint.response(200, data_schema(OrderSchema))
@inject
def redeem_voucher(
    body: dict[str, str],
    redeem: RedeemVoucher = Provide[BillingContainer.redeem_voucher],
    orders: OrderQueries = Provide[BillingContainer.order_queries],
) -> dict[str, Any]:
    """Redeem the code of a gift or group purchase, and return the viewer's new order.

    The same account gets the same order again. 400 `errors.invalid_voucher` for every code that opens
    nothing, `errors.voucher_not_needed` if the viewer has the product, `errors.voucher_unavailable` if the
    product is over.
    """
    order_id = redeem(body["code"], principal())
    return data_envelope(orders.get(principal(), order_id))


@blueprint.route("/orders/<int(max=2147483647):order_id>/vouchers")
@limits.exempt(limits.READ_ONLY)
@viewer
@blueprint.response(200, data_schema(VoucherListSchema))
@inject
def list_vouchers(
    order_id: int, vouchers: VoucherQueries = Provide[BillingContainer.voucher_queries]
) -> dict[str, Any]:
    """List the codes that the viewer's order bought, with their state. 404 for another viewer's order."""
    return data_envelope({"vouchers": vouchers.list_own(principal(), OrderId(order_id))})


@blueprint.route(
    "/orders/<int(max=2147483647):order_id>/vouchers/<int(max=200):number>/send", methods=["POST"]
)
@error_responses(400)
@limits.rate_limit("account", 20, limits.HOUR)
@viewer
@blueprint.arguments(ResendVoucherSchema)
@blueprint.response(200, data_schema(VoucherListSchema))
@inject
def resend_voucher(
    body: dict[str, str],
    order_id: int,
    number: int,
    vouchers: VoucherQueries = Provide[BillingContainer.voucher_queries],
) -> dict[str, Any]:
    """Email a code within a minute, also to a corrected address. A new address ends the old code.

    400 `errors.voucher_not_resendable` if the code was redeemed or canceled.
    """
    vouchers.resend(principal(), OrderId(order_id), number, body["email"])
    return data_envelope({"vouchers": vouchers.list_own(principal(), OrderId(order_id))})


@blueprint.route("/orders/<int(max=2147483647):order_id>/vouchers/refund", methods=["POST"])
@error_responses(400)
@limits.rate_limit("account", 10, limits.HOUR)
@viewer
@blueprint.response(200, data_schema(OrderSchema))
@inject
def refund_vouchers(
    order_id: int,
    refund: RefundVouchers = Provide[BillingContainer.refund_vouchers],
    orders: OrderQueries = Provide[BillingContainer.order_queries],
) -> dict[str, Any]:
    """Cancel the codes of the viewer's order at once, and refund its money.

    400 `errors.voucher_redeemed` if one of them was redeemed.
    """
    refund(principal(), OrderId(order_id))
    return data_envelope(orders.get(principal(), OrderId(order_id)))
