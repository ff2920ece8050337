"""Promotion codes, which customers enter to redeem a coupon.

https://docs.stripe.com/api/promotion_codes
"""

from __future__ import annotations

import secrets

from adapters.payments.fake_stripe.api.errors import invalid_request
from adapters.payments.fake_stripe.api.pagination import PAGING_PARAMS, list_page
from adapters.payments.fake_stripe.api.params import Params
from adapters.payments.fake_stripe.api.routes import Json, routes
from adapters.payments.fake_stripe.core.account import Account, new_id
from adapters.payments.fake_stripe.resources.products.coupons import ensure_redeemable as coupon_redeemable


@routes.register("POST", "promotion_codes")
def create(account: Account, params: Params) -> Json:
    """Create a promotion code. Only one active promotion code can have a given code."""
    params.allow_only(
        "promotion", "code", "active", "customer", "expires_at", "max_redemptions", "metadata", "restrictions"
    )
    promotion = params.get_nested("promotion")
    promotion.allow_only("type", "coupon")
    promotion.require_string("type")
    promotion.get_choice("type", ("coupon",))
    coupon = account.get("coupon", promotion.require_string("coupon"), promotion.get_full_name("coupon"))
    coupon_redeemable(account, coupon, promotion.get_full_name("coupon"))
    code = params.get_string("code") or secrets.token_hex(4).upper()
    _ensure_code_available(account, code)
    customer = params.get_string("customer")
    if customer:
        account.get("customer", customer, "customer")
    body: Json = {
        "id": new_id("promo"),
        "object": "promotion_code",
        "active": params.get_boolean("active", True),
        "code": code,
        "created": account.now(),
        "customer": customer,
        "customer_account": None,
        "expires_at": params.get_integer("expires_at"),
        "livemode": False,
        "max_redemptions": params.get_integer("max_redemptions"),
        "metadata": params.get_metadata(),
        "promotion": {"coupon": coupon["id"], "type": "coupon"},
        "restrictions": _parse_restrictions(params.get_nested("restrictions")),
        "times_redeemed": 0,
        "_": {},
    }
    return account.add(body, "promotion_code.created")


@routes.register("GET", "promotion_codes")
def list_objects(account: Account, params: Params) -> Json:
    """List promotion codes, optionally by code, coupon, customer or `active`."""
    params.allow_only(*PAGING_PARAMS, "created", "active", "code", "coupon", "customer")
    for body in list(account.store.list_objects("promotion_code", "AND json_extract(body, '$.active') = 1")):
        _deactivate_if_expired(account, body)
    active = int(params.get_boolean("active")) if "active" in params else None
    code = params.get_string("code")
    return list_page(
        account,
        "promotion_code",
        "/v1/promotion_codes",
        params,
        active=active,
        customer=params.get_string("customer"),
        **{
            "promotion.coupon": params.get_string("coupon"),
            "code": _list_spellings(account, code) if code else None,
        },
    )


@routes.register("GET", "promotion_codes/{id}")
def retrieve(account: Account, params: Params, id: str) -> Json:
    """Retrieve a promotion code."""
    params.allow_only()
    return _deactivate_if_expired(account, account.get("promotion_code", id))


@routes.register("POST", "promotion_codes/{id}")
def update(account: Account, params: Params, id: str) -> Json:
    """Activate or deactivate a promotion code."""
    params.allow_only("active", "metadata")
    body = account.get("promotion_code", id)
    active = params.get_boolean("active", body["active"])
    if active and not body["active"]:
        _ensure_code_available(account, body["code"])
    return account.update(
        body, "promotion_code.updated", active=active, metadata=params.get_metadata(body["metadata"])
    )


def ensure_redeemable(
    account: Account, body: Json, customer: Json, amount: int, currency: str, param: str
) -> None:
    """Raise `StripeError` if a customer cannot redeem a promotion code for an amount."""
    _deactivate_if_expired(account, body)
    if not body["active"] or body["customer"] not in (None, customer["id"]):
        raise invalid_request(
            f"This promotion code cannot be redeemed: {body['code']}", "coupon_expired", param
        )
    limits = body["restrictions"]
    minimum, minimum_currency = limits["minimum_amount"], limits["minimum_amount_currency"]
    if minimum is not None and (minimum_currency != currency or amount < minimum):
        raise invalid_request("This promotion code cannot be redeemed for an amount this small.", None, param)
    if limits["first_time_transaction"] and _has_paid(account, customer["id"]):
        message = (
            "This promotion code cannot be redeemed because the associated customer has prior transactions."
        )
        raise invalid_request(message, None, param)


def record_redemption(account: Account, body: Json) -> None:
    """Count a redemption of a promotion code."""
    times = body["times_redeemed"] + 1
    account.update(body, "promotion_code.updated", times_redeemed=times)
    _deactivate_if_expired(account, body)


def _deactivate_if_expired(account: Account, body: Json) -> Json:
    """Deactivate a promotion code that has expired or reached its maximum number of redemptions."""
    is_expired = body["expires_at"] is not None and body["expires_at"] <= account.now()
    limit = body["max_redemptions"]
    if body["active"] and (is_expired or (limit is not None and body["times_redeemed"] >= limit)):
        account.update(body, "promotion_code.updated", active=False)
    return body


def _ensure_code_available(account: Account, code: str) -> None:
    for other in list(
        account.store.list_objects(
            "promotion_code", "AND lower(json_extract(body, '$.code')) = ?", (code.lower(),)
        )
    ):
        if _deactivate_if_expired(account, other)["active"]:
            raise invalid_request(
                f"An active promotion code with `code: {code}` already exists.", None, "code"
            )


def _list_spellings(account: Account, code: str) -> list[str]:
    """List the spellings of a code in upper and lower case. Codes are not case-sensitive."""
    same = account.store.list_objects(
        "promotion_code", "AND lower(json_extract(body, '$.code')) = ?", (code.lower(),)
    )
    return [body["code"] for body in same] or [code]


def _has_paid(account: Account, customer: str) -> bool:
    charges = account.store.list_objects("charge", "AND customer = ?", (customer,))
    return any(charge["status"] == "succeeded" for charge in charges)


def _parse_restrictions(part: Params) -> Json:
    part.allow_only("first_time_transaction", "minimum_amount", "minimum_amount_currency")
    return {
        "first_time_transaction": part.get_boolean("first_time_transaction"),
        "minimum_amount": part.get_integer("minimum_amount"),
        "minimum_amount_currency": part.get_string("minimum_amount_currency"),
    }
