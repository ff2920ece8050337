"""Discounts: coupons redeemed by a subscription (https://docs.stripe.com/api/discounts)."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal

from adapters.payments.fake_stripe.api.errors import invalid_request
from adapters.payments.fake_stripe.api.params import Params
from adapters.payments.fake_stripe.api.routes import Json
from adapters.payments.fake_stripe.core.account import Account, new_id
from adapters.payments.fake_stripe.core.intervals import get_period_end
from adapters.payments.fake_stripe.resources.products import coupons, promotion_codes


def redeem_discounts(
    account: Account, params: Params, subscription: Json, customer: Json, amount: int
) -> list[str]:
    """Create the discounts named in `discounts[]`.

    Raises `StripeError` if a coupon cannot be redeemed.
    """
    return [
        _create_discount(account, part, subscription, customer, amount)
        for part in params.get_nested_list("discounts")
    ]


def apply_discounts(account: Account, subscription: Json, lines: list[Json]) -> list[Json]:
    """Apply a subscription's discounts to invoice lines.

    Return the total of each: `{amount, discount}`. Also fills in the `discount_amounts` of each line.
    """
    discount_amounts: list[Json] = []
    for id in subscription["discounts"]:
        discount = account.get("discount", id)
        if _is_expired(account, discount):
            continue
        coupon = account.get("coupon", discount["source"]["coupon"])
        eligible = [line for line in lines if _applies_to(coupon, line)]
        discountable = sum(_get_discountable_amount(line) for line in eligible)
        amount = _calculate_discount(coupon, discountable)
        _distribute(eligible, amount, discountable, id)
        discount_amounts.append({"amount": amount, "discount": id})
    return discount_amounts


def list_remaining(account: Account, subscription: Json, *, charged: bool) -> list[str]:
    """List the IDs of the discounts that remain after an invoice.

    A discount with duration `once` ends with the first invoice that charges money.
    """
    remaining_ids = []
    for id in subscription["discounts"]:
        discount = account.get("discount", id)
        coupon = account.get("coupon", discount["source"]["coupon"])
        if _is_expired(account, discount) or (charged and coupon["duration"] == "once"):
            account.emit_event("customer.discount.deleted", discount)
        else:
            remaining_ids.append(id)
    return remaining_ids


def _create_discount(account: Account, part: Params, subscription: Json, customer: Json, amount: int) -> str:
    part.allow_only("coupon", "promotion_code")
    code, currency = part.get_string("promotion_code"), subscription["currency"]
    promotion = account.get("promotion_code", code, part.get_full_name("promotion_code")) if code else None
    coupon_id = promotion["promotion"]["coupon"] if promotion else part.require_string("coupon")
    coupon = account.get("coupon", coupon_id, part.get_full_name("coupon"))
    if promotion:
        promotion_codes.ensure_redeemable(
            account, promotion, customer, amount, currency, part.get_full_name("promotion_code")
        )
    coupons.ensure_redeemable(account, coupon, part.get_full_name("coupon"))
    if coupon["currency"] not in (None, currency):
        message = f"The coupon {coupon['id']} is in {coupon['currency']} and cannot be used for {currency}."
        raise invalid_request(message, None, part.get_full_name("coupon"))
    coupons.record_redemption(account, coupon)
    if promotion:
        promotion_codes.record_redemption(account, promotion)
    start = subscription["created"]
    months = coupon["duration_in_months"]
    body = {
        "id": new_id("di"),
        "object": "discount",
        "checkout_session": None,
        "customer": customer["id"],
        "customer_account": None,
        "end": get_period_end(start, "month", months, start) if months else None,
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


def _is_expired(account: Account, discount: Json) -> bool:
    return discount["end"] is not None and discount["end"] <= account.now(discount["_"]["clock"])


def _applies_to(coupon: Json, line: Json) -> bool:
    products = coupon["_"]["products"]
    return not products or line["pricing"]["price_details"]["product"] in products


def _get_discountable_amount(line: Json) -> int:
    return int(line["amount"] - sum(item["amount"] for item in line["discount_amounts"]))


def _calculate_discount(coupon: Json, amount: int) -> int:
    if coupon["amount_off"]:
        return min(amount, int(coupon["amount_off"]))
    part = Decimal(amount) * Decimal(str(coupon["percent_off"])) / 100
    return int(part.quantize(Decimal(1), ROUND_HALF_UP))


def _distribute(lines: list[Json], amount: int, total: int, discount: str) -> None:
    """Distribute a discount over the lines in proportion to their amounts.

    The last line takes the rounding difference.
    """
    rest = amount
    for line in lines:
        share = rest if line is lines[-1] else amount * _get_discountable_amount(line) // max(total, 1)
        rest -= share
        line["discount_amounts"].append({"amount": share, "discount": discount})
