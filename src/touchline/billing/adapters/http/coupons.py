"""What a promo code makes of a price (api.md, "Billing")."""

from __future__ import annotations

from typing import Any

from dependency_injector.wiring import Provide, inject
from marshmallow import Schema, fields, validate

from touchline.billing.adapters.http.order_schemas import KINDS
from touchline.billing.adapters.http.purchase_limits import promo_code_limits
from touchline.billing.application.coupon_offers import CouponOffers
from touchline.billing.application.purchases import Purchase
from touchline.billing.domain.orders import Kind
from touchline.platform.http import limits
from touchline.platform.http.blueprint import Blueprint
from touchline.platform.http.guards import principal, refuses, viewer
from touchline.platform.http.paging import one
from touchline.platform.http.schemas import Text, data_of
from touchline.shared import normalize

blueprint = Blueprint("coupons", __name__, description="Promo codes")
_ID = validate.Range(1, 2**31 - 1)


class CouponArgs(Schema):
    """A promo code, and what it is to be used on. `promo_code`, `type` and `id` are enough; the other two are
    checked when they are sent."""

    promo_code = Text(normalize.code, load_default="")
    type = fields.String(required=True, validate=validate.OneOf(KINDS))
    id = fields.Integer(load_default=None, allow_none=True, validate=_ID)
    single_event_package_id = fields.Integer(load_default=None, allow_none=True, validate=_ID)
    participant_id = fields.Integer(load_default=None, allow_none=True, validate=_ID)


class CouponAnswer(Schema):
    """A price with the code used: `total = base_price + service_fee - discount`."""

    code = fields.String(required=True)
    base_price = fields.String(required=True)
    service_fee = fields.String(required=True)
    discount = fields.String(required=True)
    total = fields.String(required=True)
    currency = fields.String(required=True)


@blueprint.route("/apply_coupon")
@refuses(400, 404)
@limits.per("account", 120, limits.MINUTE)
@promo_code_limits
@viewer
@blueprint.arguments(CouponArgs, location="query")
@blueprint.response(200, data_of(CouponAnswer))
@inject
def apply_coupon(
    args: dict[str, Any], offers: CouponOffers = Provide["billing.counter.coupon_offers"]
) -> dict[str, Any]:
    """What the viewer would pay with the code; nothing is used up. 400 `Wrong promo code`, whatever is wrong
    with it; `This price cannot be paid by card.` where it leaves too little for that."""
    wanted = Purchase(
        kind=Kind(args["type"]),
        id=args["id"],
        package_id=args["single_event_package_id"],
        participant_id=args["participant_id"],
        promo_code=args["promo_code"],
    )
    return one(offers(principal(), wanted))
