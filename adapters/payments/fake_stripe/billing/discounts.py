"""Discounts: coupons as they were redeemed by a subscription (https://docs.stripe.com/api/discounts)."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal

from adapters.payments.fake_stripe.account import Account, new_id
from adapters.payments.fake_stripe.asked import Asked
from adapters.payments.fake_stripe.errors import invalid
from adapters.payments.fake_stripe.intervals import period_end
from adapters.payments.fake_stripe.resources import coupons, promotion_codes
from adapters.payments.fake_stripe.routes import Json


def redeem(account: Account, asked: Asked, subscription: Json, customer: Json, amount: int) -> list[str]:
    """The discounts of `discounts[]`, made; StripeError where a coupon cannot be redeemed."""
    return [_one(account, part, subscription, customer, amount) for part in asked.parts("discounts")]


def reductions(account: Account, subscription: Json, lines: list[Json]) -> list[Json]:
    """What the discounts take off some lines, whose `discount_amounts` are entered: `{amount, discount}`
    each."""
    taken: list[Json] = []
    for id in subscription["discounts"]:
        discount = account.get("discount", id)
        if _is_over(account, discount):
            continue
        coupon = account.get("coupon", discount["source"]["coupon"])
        eligible = [line for line in lines if _is_for(coupon, line)]
        left = sum(_left(line) for line in eligible)
        amount = _off(coupon, left)
        _spread(eligible, amount, left, id)
        taken.append({"amount": amount, "discount": id})
    return taken


def remaining(account: Account, subscription: Json, *, charged: bool) -> list[str]:
    """Which discounts go on after an invoice; those for `once` are over with the first that asks for
    money."""
    kept = []
    for id in subscription["discounts"]:
        discount = account.get("discount", id)
        coupon = account.get("coupon", discount["source"]["coupon"])
        if _is_over(account, discount) or (charged and coupon["duration"] == "once"):
            account.announce("customer.discount.deleted", discount)
        else:
            kept.append(id)
    return kept


def _one(account: Account, part: Asked, subscription: Json, customer: Json, amount: int) -> str:
    part.only("coupon", "promotion_code")
    code, currency = part.text("promotion_code"), subscription["currency"]
    promotion = account.get("promotion_code", code, part.name("promotion_code")) if code else None
    coupon_id = promotion["promotion"]["coupon"] if promotion else part.need("coupon")
    coupon = account.get("coupon", coupon_id, part.name("coupon"))
    if promotion:
        promotion_codes.redeemable(
            account, promotion, customer, amount, currency, part.name("promotion_code")
        )
    coupons.redeemable(account, coupon, part.name("coupon"))
    if coupon["currency"] not in (None, currency):
        words = f"The coupon {coupon['id']} is in {coupon['currency']} and cannot be used for {currency}."
        raise invalid(words, None, part.name("coupon"))
    coupons.redeemed(account, coupon)
    if promotion:
        promotion_codes.redeemed(account, promotion)
    start = subscription["created"]
    months = coupon["duration_in_months"]
    body = {
        "id": new_id("di"),
        "object": "discount",
        "checkout_session": None,
        "customer": customer["id"],
        "customer_account": None,
        "end": period_end(start, "month", months, start) if months else None,
        "invoice": None,
        "invoice_item": None,
        "promotion_code": promotion["id"] if promotion else None,
        "source": {"coupon": coupon["id"], "type": "coupon"},
        "start": start,
        "subscription": subscription["id"],
        "subscription_item": None,
        "_": {"owner": subscription["id"], "clock": subscription["test_clock"]},
    }
    return str(account.add(body, "customer.discount.created")["id"])


def _is_over(account: Account, discount: Json) -> bool:
    return discount["end"] is not None and discount["end"] <= account.now(discount["_"]["clock"])


def _is_for(coupon: Json, line: Json) -> bool:
    products = coupon["_"]["products"]
    return not products or line["pricing"]["price_details"]["product"] in products


def _left(line: Json) -> int:
    return int(line["amount"] - sum(item["amount"] for item in line["discount_amounts"]))


def _off(coupon: Json, amount: int) -> int:
    if coupon["amount_off"]:
        return min(amount, int(coupon["amount_off"]))
    part = Decimal(amount) * Decimal(str(coupon["percent_off"])) / 100
    return int(part.quantize(Decimal(1), ROUND_HALF_UP))


def _spread(lines: list[Json], amount: int, whole: int, discount: str) -> None:
    """Each line bears its share; the last one what is left by rounding."""
    rest = amount
    for line in lines:
        share = rest if line is lines[-1] else amount * _left(line) // max(whole, 1)
        rest -= share
        line["discount_amounts"].append({"amount": share, "discount": discount})
