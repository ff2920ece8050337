"""Coupons (https://docs.stripe.com/api/coupons)."""

from __future__ import annotations

import secrets
from decimal import Decimal, InvalidOperation

from adapters.payments.fake_stripe.account import Account
from adapters.payments.fake_stripe.asked import Asked
from adapters.payments.fake_stripe.currencies import amount_of, currency_of
from adapters.payments.fake_stripe.errors import invalid
from adapters.payments.fake_stripe.expand import on_request
from adapters.payments.fake_stripe.paging import PAGING, page
from adapters.payments.fake_stripe.routes import Json, routes


@routes.at("POST", "coupons")
def create(account: Account, asked: Asked) -> Json:
    """A new one, by percent or by amount."""
    asked.only(
        "id", "name", "percent_off", "amount_off", "currency", "duration", "duration_in_months",
        "max_redemptions", "redeem_by", "applies_to", "metadata",
    )  # fmt: skip
    id = asked.text("id") or secrets.token_hex(4).upper()
    found = account.store.find(id)
    if found and not found.get("deleted"):
        raise invalid("Coupon already exists.", "resource_already_exists", "id")
    body: Json = {
        "id": id,
        "object": "coupon",
        "amount_off": None,
        "created": account.now(),
        "currency": None,
        "duration": asked.choice("duration", ("forever", "once", "repeating"), "once"),
        "duration_in_months": asked.number("duration_in_months"),
        "livemode": False,
        "max_redemptions": asked.number("max_redemptions"),
        "metadata": asked.metadata(),
        "name": asked.text("name"),
        "percent_off": None,
        "redeem_by": asked.number("redeem_by"),
        "times_redeemed": 0,
        "valid": True,
        "_": {"products": _products(account, asked)},
    }
    _check(account, body)
    return account.add({**body, **_off(asked)}, "coupon.created")


@routes.at("GET", "coupons")
def listed(account: Account, asked: Asked) -> Json:
    """All."""
    asked.only(*PAGING, "created")
    return page(account, "coupon", "/v1/coupons", asked)


@routes.at("GET", "coupons/{id}")
def retrieve(account: Account, asked: Asked, id: str) -> Json:
    """One."""
    asked.only()
    return account.get("coupon", id, "id")


@routes.at("POST", "coupons/{id}")
def update(account: Account, asked: Asked, id: str) -> Json:
    """Change its name and metadata, nothing else."""
    asked.only("name", "metadata")
    body = account.get("coupon", id, "id")
    name = asked.text("name", body["name"])
    return account.change(body, "coupon.updated", name=name, metadata=asked.metadata(body["metadata"]))


@routes.at("DELETE", "coupons/{id}")
def delete(account: Account, asked: Asked, id: str) -> Json:
    """Nobody can redeem it any more; discounts that were given stay."""
    asked.only()
    body = account.get("coupon", id, "id")
    account.announce("coupon.deleted", body)
    account.change(body, None, deleted=True)
    return {"id": id, "object": "coupon", "deleted": True}


@on_request("coupon", "applies_to")
def applies_to(account: Account, coupon: Json) -> Json | None:
    """The products it is for."""
    found = account.store.find(coupon["id"]) or {}
    products = found.get("_", {}).get("products")
    return {"products": products} if products else None


def redeemable(account: Account, coupon: Json, param: str) -> None:
    """Whether it can be redeemed now; StripeError."""
    over = coupon["redeem_by"] is not None and coupon["redeem_by"] <= account.now()
    used_up = coupon["max_redemptions"] is not None and coupon["times_redeemed"] >= coupon["max_redemptions"]
    if over or used_up or not coupon["valid"]:
        raise invalid(f"Coupon expired: {coupon['id']}", "coupon_expired", param)


def redeemed(account: Account, coupon: Json) -> None:
    """Count one."""
    times = coupon["times_redeemed"] + 1
    limit = coupon["max_redemptions"]
    account.change(
        coupon,
        "coupon.updated",
        times_redeemed=times,
        valid=coupon["valid"] and (limit is None or times < limit),
    )


def _products(account: Account, asked: Asked) -> list[str]:
    part = asked.part("applies_to")
    part.only("products")
    return [account.get("product", str(id), part.name("products"))["id"] for id in part.each("products")]


def _off(asked: Asked) -> Json:
    if ("percent_off" in asked) == ("amount_off" in asked):
        raise invalid("You must pass either percent_off or amount_off.", "parameter_missing", "percent_off")
    if "amount_off" in asked:
        amount = amount_of(asked, "amount_off")
        if not amount:
            raise invalid("Invalid positive integer", "parameter_invalid_integer", "amount_off")
        return {"amount_off": amount, "currency": currency_of(asked)}
    try:
        percent = Decimal(asked.need("percent_off"))
    except InvalidOperation:
        raise invalid("Invalid decimal", None, "percent_off") from None
    if not 0 < percent <= 100:
        raise invalid("Percent off must be above 0 and at most 100.", None, "percent_off")
    return {"percent_off": float(percent)}


def _check(account: Account, body: Json) -> None:
    if (body["duration"] == "repeating") != (body["duration_in_months"] is not None):
        words = "duration_in_months goes with a duration of repeating, and with no other."
        raise invalid(words, None, "duration_in_months")
    if body["redeem_by"] is not None and body["redeem_by"] <= account.now():
        raise invalid("redeem_by must be in the future.", None, "redeem_by")
