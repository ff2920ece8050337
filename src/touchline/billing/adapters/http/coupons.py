"""Prices with a promo code (api.md, "Billing")."""

from __future__ import annotations

from typing import Any

from dependency_injector.wiring import Provide, inject
from marshmallow import Schema, fields, validate

from touchline.billing.adapters.http.order_schemas import KINDS
from touchline.billing.adapters.http.purchase_limits import promo_code_limits
from touchline.billing.application.checkout.purchases import Purchase
from touchline.billing.application.coupons.quote_coupon import QuoteCoupon
from touchline.billing.container import BillingContainer
from touchline.billing.domain.checkout.orders import ProductKind
from touchline.platform.http import limits
from touchline.platform.http.blueprint import Blueprint
from touchline.platform.http.guards import error_responses, principal, viewer
from touchline.platform.http.paging import data_envelope
from touchline.platform.http.schemas import NormalizedString, data_schema
from touchline.shared.strings import normalize

blueprint = Blueprint("coupons", __name__, description="Promo codes")
_ID = validate.Range(1, 2**31 - 1)


class CouponArgsSchema(Schema):
    """Promo code and product.

    `promo_code`, `type` and `id` are required; the other two are checked if present.
    """

    promo_code = NormalizedString(normalize.code, load_default="")
    type = fields.String(required=True, validate=validate.OneOf(KINDS))
    id = fields.Integer(load_default=None, allow_none=True, validate=_ID)
    single_event_package_id = fields.Integer(load_default=None, allow_none=True, validate=_ID)
    participant_id = fields.Integer(load_default=None, allow_none=True, validate=_ID)


class CouponQuoteSchema(Schema):
    """Price with the promo code: `total = base_price + service_fee - discount`."""

    code = fields.String(required=True)
    base_price = fields.String(required=True)
    service_fee = fields.String(required=True)
    discount = fields.String(required=True)
    total = fields.String(required=True)
    currency = fields.String(required=True)


@blueprint.route("/apply_coupon")
@error_responses(400, 404)
@limits.rate_limit("account", 120, limits.MINUTE)
@promo_code_limits
@viewer
@blueprint.arguments(CouponArgsSchema, location="query")
@blueprint.response(200, data_schema(CouponQuoteSchema))
@inject
def apply_coupon(
    args: dict[str, Any], quote_coupon: QuoteCoupon = Provide[BillingContainer.quote_coupon]
) -> dict[str, Any]:
    """Return the price with a promo code, without redeeming the code.

    400 `Wrong promo code` for any problem with the code; `This amount cannot be paid by card.` if the
    remaining amount is too small for a card payment.
    """
    purchase = Purchase(
        kind=ProductKind(args["type"]),
        id=args["id"],
        package_id=args["single_event_package_id"],
        participant_id=args["participant_id"],
        promo_code=args["promo_code"],
    )
    return data_envelope(quote_coupon(principal(), purchase))
