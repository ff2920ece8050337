"""Coupons (https://docs.stripe.com/api/coupons)."""

from __future__ import annotations

import secrets
from decimal import Decimal, InvalidOperation

from adapters.payments.fake_stripe.api.errors import invalid_request
from adapters.payments.fake_stripe.api.expansion import expandable_property
from adapters.payments.fake_stripe.api.pagination import PAGING_PARAMS, list_page
from adapters.payments.fake_stripe.api.params import Params
from adapters.payments.fake_stripe.api.routes import Json, routes
from adapters.payments.fake_stripe.core.account import Account
from adapters.payments.fake_stripe.core.currencies import parse_amount, parse_currency


@routes.register("POST", "coupons")
def create(account: Account, params: Params) -> Json:
    """Create a coupon with a percentage or a fixed amount."""
    params.allow_only(
        "id", "name", "percent_off", "amount_off", "currency", "duration", "duration_in_months",
        "max_redemptions", "redeem_by", "applies_to", "metadata",
    )  # fmt: skip
    id = params.get_string("id") or secrets.token_hex(4).upper()
    existing = account.store.get(id)
    if existing and not existing.get("deleted"):
        raise invalid_request("Coupon already exists.", "resource_already_exists", "id")
    body: Json = {
        "id": id,
        "object": "coupon",
        "amount_off": None,
        "created": account.now(),
        "currency": None,
        "duration": params.get_choice("duration", ("forever", "once", "repeating"), "once"),
        "duration_in_months": params.get_integer("duration_in_months"),
        "livemode": False,
        "max_redemptions": params.get_integer("max_redemptions"),
        "metadata": params.get_metadata(),
        "name": params.get_string("name"),
        "percent_off": None,
        "redeem_by": params.get_integer("redeem_by"),
        "times_redeemed": 0,
        "valid": True,
        "_": {"products": _parse_products(account, params)},
    }
    _validate_duration(account, body)
    return account.add({**body, **_parse_reduction(params)}, "coupon.created")


@routes.register("GET", "coupons")
def list_objects(account: Account, params: Params) -> Json:
    """List coupons."""
    params.allow_only(*PAGING_PARAMS, "created")
    return list_page(account, "coupon", "/v1/coupons", params)


@routes.register("GET", "coupons/{id}")
def retrieve(account: Account, params: Params, id: str) -> Json:
    """Retrieve a coupon."""
    params.allow_only()
    return account.get("coupon", id, "id")


@routes.register("POST", "coupons/{id}")
def update(account: Account, params: Params, id: str) -> Json:
    """Update a coupon's name and metadata. Nothing else can change."""
    params.allow_only("name", "metadata")
    body = account.get("coupon", id, "id")
    name = params.get_string("name", body["name"])
    return account.update(body, "coupon.updated", name=name, metadata=params.get_metadata(body["metadata"]))


@routes.register("DELETE", "coupons/{id}")
def delete(account: Account, params: Params, id: str) -> Json:
    """Delete a coupon. It cannot be redeemed any more; existing discounts remain."""
    params.allow_only()
    body = account.get("coupon", id, "id")
    account.emit_event("coupon.deleted", body)
    account.update(body, None, deleted=True)
    return {"id": id, "object": "coupon", "deleted": True}


@expandable_property("coupon", "applies_to")
def applies_to(account: Account, coupon: Json) -> Json | None:
    """Return the products that a coupon applies to, or None for all."""
    stored = account.store.get(coupon["id"]) or {}
    products = stored.get("_", {}).get("products")
    return {"products": products} if products else None


def ensure_redeemable(account: Account, coupon: Json, param: str) -> None:
    """Raise `StripeError` if a coupon cannot be redeemed now."""
    is_expired = coupon["redeem_by"] is not None and coupon["redeem_by"] <= account.now()
    is_used_up = (
        coupon["max_redemptions"] is not None and coupon["times_redeemed"] >= coupon["max_redemptions"]
    )
    if is_expired or is_used_up or not coupon["valid"]:
        raise invalid_request(f"Coupon expired: {coupon['id']}", "coupon_expired", param)


def record_redemption(account: Account, coupon: Json) -> None:
    """Count a redemption of a coupon."""
    times = coupon["times_redeemed"] + 1
    limit = coupon["max_redemptions"]
    account.update(
        coupon,
        "coupon.updated",
        times_redeemed=times,
        valid=coupon["valid"] and (limit is None or times < limit),
    )


def _parse_products(account: Account, params: Params) -> list[str]:
    part = params.get_nested("applies_to")
    part.allow_only("products")
    return [
        account.get("product", str(id), part.get_full_name("products"))["id"]
        for id in part.get_list("products")
    ]


def _parse_reduction(params: Params) -> Json:
    if ("percent_off" in params) == ("amount_off" in params):
        raise invalid_request(
            "You must pass either percent_off or amount_off.", "parameter_missing", "percent_off"
        )
    if "amount_off" in params:
        amount = parse_amount(params, "amount_off")
        if not amount:
            raise invalid_request("Invalid positive integer", "parameter_invalid_integer", "amount_off")
        return {"amount_off": amount, "currency": parse_currency(params)}
    try:
        percent = Decimal(params.require_string("percent_off"))
    except InvalidOperation:
        raise invalid_request("Invalid decimal", None, "percent_off") from None
    if not 0 < percent <= 100:
        raise invalid_request("Percent off must be above 0 and at most 100.", None, "percent_off")
    return {"percent_off": float(percent)}


def _validate_duration(account: Account, body: Json) -> None:
    if (body["duration"] == "repeating") != (body["duration_in_months"] is not None):
        message = "duration_in_months goes with a duration of repeating, and with no other."
        raise invalid_request(message, None, "duration_in_months")
    if body["redeem_by"] is not None and body["redeem_by"] <= account.now():
        raise invalid_request("redeem_by must be in the future.", None, "redeem_by")
