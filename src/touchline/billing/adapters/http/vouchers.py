"""Gifts and group codes (api.md, "Billing"): the codes of an order, and redeeming one."""

from __future__ import annotations

from typing import Any

from dependency_injector.wiring import Provide, inject
from marshmallow import Schema, fields, validate

from touchline.billing.adapters.http.order_schemas import OrderSchema
from touchline.billing.application.checkout.order_queries import OrderQueries
from touchline.billing.application.checkout.suspicions import WRONG_VOUCHERS_OF_CHANNEL
from touchline.billing.application.vouchers.redeem_voucher import INVALID_VOUCHER, RedeemVoucher
from touchline.billing.application.vouchers.voucher_queries import VoucherQueries
from touchline.billing.application.vouchers.voucher_refunds import RefundVouchers
from touchline.billing.container import BillingContainer
from touchline.billing.domain.vouchers.vouchers import MAX_VOUCHERS, VoucherState
from touchline.platform.http import limits
from touchline.platform.http.blueprint import Blueprint
from touchline.platform.http.guards import error_responses, principal, viewer
from touchline.platform.http.paging import data_envelope
from touchline.platform.http.schemas import Instant, NormalizedString, data_schema
from touchline.platform.qr_codes import render_qr_code
from touchline.shared.ids import OrderId
from touchline.shared.strings import normalize

blueprint = Blueprint("vouchers", __name__, description="Gifts and group codes")
_STATES = [state.value for state in VoucherState]
_wrong_code_limits = limits.combine(
    # Outcomes are counted after a call. The first limit bounds the calls that run at once.
    limits.rate_limit("account", 10, 10 * limits.SECOND, name="voucher-calls"),
    limits.rate_limit("account", 10, limits.HOUR, name="vouchers", outcomes=[INVALID_VOUCHER]),
    limits.rate_limit(
        "address", 30, limits.HOUR, name="vouchers", outcomes=[INVALID_VOUCHER], robot_check=True
    ),
    limits.rate_limit(
        "channel",
        WRONG_VOUCHERS_OF_CHANNEL.times,
        WRONG_VOUCHERS_OF_CHANNEL.seconds,
        name="vouchers",
        outcomes=[INVALID_VOUCHER],
        robot_check=True,
    ),
)


class VoucherSchema(Schema):
    """Code of an order. `code` and `link` are null unless the code can be redeemed.

    `link` opens the page that redeems the code, `qr` is the link as a QR code in SVG, if requested. `send_at`
    and `sent_at` are when the email is due and was sent.
    """

    number = fields.Integer(required=True)
    code = fields.String(required=True, allow_none=True)
    link = fields.String(required=True, allow_none=True)
    qr = fields.String(required=True, allow_none=True)
    state = fields.String(required=True, validate=validate.OneOf(_STATES))
    email = fields.String(required=True, allow_none=True)
    recipient = fields.String(required=True, allow_none=True)
    message = fields.String(required=True, allow_none=True)
    send_at = Instant(required=True, allow_none=True)
    sent_at = Instant(required=True, allow_none=True)
    redeemed_at = Instant(required=True, allow_none=True)


class VoucherArgsSchema(Schema):
    """Whether to add the QR codes, for printing."""

    with_qr = fields.Boolean(load_default=False)


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


class RefundVouchersSchema(Schema):
    """Body of the calls that refund codes. `numbers` are the codes to cancel, null for all of them."""

    numbers = fields.List(
        fields.Integer(validate=validate.Range(1, MAX_VOUCHERS)),
        load_default=None,
        allow_none=True,
        validate=validate.Length(1, MAX_VOUCHERS),
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
    product is over, or an event that is private and does not open for the viewer.
    """
    order_id = redeem(body["code"], principal())
    return data_envelope(orders.get(principal(), order_id))


@blueprint.route("/orders/<int(max=2147483647):order_id>/vouchers")
@limits.exempt(limits.READ_ONLY)
@viewer
@blueprint.arguments(VoucherArgsSchema, location="query")
@blueprint.response(200, data_schema(VoucherListSchema))
@inject
def list_vouchers(
    args: dict[str, Any], order_id: int, vouchers: VoucherQueries = Provide[BillingContainer.voucher_queries]
) -> dict[str, Any]:
    """List the codes that the viewer's order bought, with their state. 404 for another viewer's order."""
    return _list_own(vouchers, order_id, with_qr=args["with_qr"])


@blueprint.route(
    "/orders/<int(max=2147483647):order_id>/vouchers/<int(max=2147483647):voucher_id>/send", methods=["POST"]
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
    voucher_id: int,
    vouchers: VoucherQueries = Provide[BillingContainer.voucher_queries],
) -> dict[str, Any]:
    """Email a code within a minute, also to a corrected address. A new address ends the old code.

    400 `errors.voucher_not_resendable` if the code was redeemed or canceled.
    """
    vouchers.resend(principal(), OrderId(order_id), voucher_id, body["email"])
    return _list_own(vouchers, order_id)


@blueprint.route("/orders/<int(max=2147483647):order_id>/vouchers/refund", methods=["POST"])
@error_responses(400)
@limits.rate_limit("account", 10, limits.HOUR)
@viewer
@blueprint.arguments(RefundVouchersSchema)
@blueprint.response(200, data_schema(OrderSchema))
@inject
def refund_vouchers(
    body: dict[str, Any],
    order_id: int,
    refund: RefundVouchers = Provide[BillingContainer.refund_vouchers],
    orders: OrderQueries = Provide[BillingContainer.order_queries],
) -> dict[str, Any]:
    """Cancel codes of the viewer's order at once, and refund their price within a minute.

    A repeated request refunds once. 400 `errors.voucher_redeemed` if one of the codes was redeemed; then none
    is canceled.
    """
    refund(principal(), OrderId(order_id), body["numbers"])
    return data_envelope(orders.get(principal(), OrderId(order_id)))


def _list_own(vouchers: VoucherQueries, order_id: int, *, with_qr: bool = False) -> dict[str, Any]:
    own = vouchers.list_own(principal(), OrderId(order_id))
    return data_envelope(
        {"vouchers": [voucher | {"qr": _render_link(voucher["link"], with_qr=with_qr)} for voucher in own]}
    )


def _render_link(link: str | None, *, with_qr: bool) -> str | None:
    return render_qr_code(link) if link and with_qr else None
