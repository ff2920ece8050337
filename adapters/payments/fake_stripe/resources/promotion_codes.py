"""Promotion codes: words that customers type in for a coupon (https://docs.stripe.com/api/promotion_codes)."""

from __future__ import annotations

import secrets

from adapters.payments.fake_stripe.account import Account, new_id
from adapters.payments.fake_stripe.asked import Asked
from adapters.payments.fake_stripe.errors import invalid
from adapters.payments.fake_stripe.paging import PAGING, page
from adapters.payments.fake_stripe.resources.coupons import redeemable as coupon_redeemable
from adapters.payments.fake_stripe.routes import Json, routes


@routes.at("POST", "promotion_codes")
def create(account: Account, asked: Asked) -> Json:
    """A new one; the same word can be active only once."""
    asked.only(
        "promotion", "code", "active", "customer", "expires_at", "max_redemptions", "metadata", "restrictions"
    )
    promotion = asked.part("promotion")
    promotion.only("type", "coupon")
    promotion.need("type")
    promotion.choice("type", ("coupon",))
    coupon = account.get("coupon", promotion.need("coupon"), promotion.name("coupon"))
    coupon_redeemable(account, coupon, promotion.name("coupon"))
    code = asked.text("code") or secrets.token_hex(4).upper()
    _free(account, code)
    customer = asked.text("customer")
    if customer:
        account.get("customer", customer, "customer")
    body: Json = {
        "id": new_id("promo"),
        "object": "promotion_code",
        "active": asked.flag("active", True),
        "code": code,
        "created": account.now(),
        "customer": customer,
        "customer_account": None,
        "expires_at": asked.number("expires_at"),
        "livemode": False,
        "max_redemptions": asked.number("max_redemptions"),
        "metadata": asked.metadata(),
        "promotion": {"coupon": coupon["id"], "type": "coupon"},
        "restrictions": _restrictions(asked.part("restrictions")),
        "times_redeemed": 0,
        "_": {},
    }
    return account.add(body, "promotion_code.created")


@routes.at("GET", "promotion_codes")
def listed(account: Account, asked: Asked) -> Json:
    """All, or some by word, coupon, customer or whether they are active."""
    asked.only(*PAGING, "created", "active", "code", "coupon", "customer")
    for body in list(account.store.each("promotion_code", "AND json_extract(body, '$.active') = 1")):
        _expire(account, body)
    active = int(asked.flag("active")) if "active" in asked else None
    code = asked.text("code")
    return page(
        account,
        "promotion_code",
        "/v1/promotion_codes",
        asked,
        active=active,
        customer=asked.text("customer"),
        **{"promotion.coupon": asked.text("coupon"), "code": _written(account, code) if code else None},
    )


@routes.at("GET", "promotion_codes/{id}")
def retrieve(account: Account, asked: Asked, id: str) -> Json:
    """One."""
    asked.only()
    return _expire(account, account.get("promotion_code", id))


@routes.at("POST", "promotion_codes/{id}")
def update(account: Account, asked: Asked, id: str) -> Json:
    """Switch one on or off."""
    asked.only("active", "metadata")
    body = account.get("promotion_code", id)
    active = asked.flag("active", body["active"])
    if active and not body["active"]:
        _free(account, body["code"])
    return account.change(
        body, "promotion_code.updated", active=active, metadata=asked.metadata(body["metadata"])
    )


def redeemable(account: Account, body: Json, customer: Json, amount: int, currency: str, param: str) -> None:
    """Whether a customer can redeem it for an amount; StripeError."""
    _expire(account, body)
    if not body["active"] or body["customer"] not in (None, customer["id"]):
        raise invalid(f"This promotion code cannot be redeemed: {body['code']}", "coupon_expired", param)
    limits = body["restrictions"]
    least, of = limits["minimum_amount"], limits["minimum_amount_currency"]
    if least is not None and (of != currency or amount < least):
        raise invalid("This promotion code cannot be redeemed for an amount this small.", None, param)
    if limits["first_time_transaction"] and _has_paid(account, customer["id"]):
        words = (
            "This promotion code cannot be redeemed because the associated customer has prior transactions."
        )
        raise invalid(words, None, param)


def redeemed(account: Account, body: Json) -> None:
    """Count one."""
    times = body["times_redeemed"] + 1
    account.change(body, "promotion_code.updated", times_redeemed=times)
    _expire(account, body)


def _expire(account: Account, body: Json) -> Json:
    """One whose time is over, or which is used up, is active no more."""
    over = body["expires_at"] is not None and body["expires_at"] <= account.now()
    limit = body["max_redemptions"]
    if body["active"] and (over or (limit is not None and body["times_redeemed"] >= limit)):
        account.change(body, "promotion_code.updated", active=False)
    return body


def _free(account: Account, code: str) -> None:
    for other in list(
        account.store.each("promotion_code", "AND lower(json_extract(body, '$.code')) = ?", (code.lower(),))
    ):
        if _expire(account, other)["active"]:
            raise invalid(f"An active promotion code with `code: {code}` already exists.", None, "code")


def _written(account: Account, code: str) -> list[str]:
    """Codes are found whatever the size of their letters."""
    same = account.store.each(
        "promotion_code", "AND lower(json_extract(body, '$.code')) = ?", (code.lower(),)
    )
    return [body["code"] for body in same] or [code]


def _has_paid(account: Account, customer: str) -> bool:
    found = account.store.each("charge", "AND customer = ?", (customer,))
    return any(charge["status"] == "succeeded" for charge in found)


def _restrictions(part: Asked) -> Json:
    part.only("first_time_transaction", "minimum_amount", "minimum_amount_currency")
    return {
        "first_time_transaction": part.flag("first_time_transaction"),
        "minimum_amount": part.number("minimum_amount"),
        "minimum_amount_currency": part.text("minimum_amount_currency"),
    }
