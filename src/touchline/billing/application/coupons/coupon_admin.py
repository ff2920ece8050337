"""Operator actions on promo codes."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from decimal import Decimal

from touchline.billing.application.offers.product_references import ProductReferences
from touchline.billing.domain.checkout.charge_limits import amount_step
from touchline.billing.domain.coupons import Coupon, normalize_code
from touchline.billing.ports.coupons import Coupons
from touchline.billing.ports.current_channel import CurrentChannel
from touchline.billing.ports.orders import Orders
from touchline.shared.errors import InvalidInputError, NotFoundError, RefusedError
from touchline.shared.ids import AccountId
from touchline.shared.money import Money

_CODE = re.compile(r"[A-Z0-9][A-Z0-9_-]{2,39}")
_NO_ACCOUNT = AccountId(0)


@dataclass(frozen=True, kw_only=True)
class NewCoupon:
    """A promo code to add.

    Exactly one of `percent` and `amount` is set, as text. `products` uses the names of `ProductReferences`;
    none means all products.
    """

    code: str
    percent: str | None = None
    amount: str | None = None
    products: tuple[str, ...] = ()
    max_redemptions: int | None = None
    max_redemptions_per_customer: int | None = None
    starts_at: datetime | None = None
    ends_at: datetime | None = None


@dataclass(frozen=True)
class CouponUsage:
    """A code, its number of uses by orders that did not fail, and its products as operators write them."""

    coupon: Coupon
    redemptions: int
    products: tuple[str, ...]


class CouponAdmin:
    """Adds, lists and stops promo codes of the current channel."""

    def __init__(
        self, coupons: Coupons, orders: Orders, product_references: ProductReferences, channel: CurrentChannel
    ) -> None:
        self._coupons = coupons
        self._orders = orders
        self._product_references = product_references
        self._channel = channel

    def list_all(self) -> Sequence[CouponUsage]:
        """List all codes in alphabetical order, without those of make-goods, which belong to one viewer."""
        redemptions, names = self._orders.count_all_redemptions(), self._product_references.get_names()
        return [
            _build_usage(coupon, redemptions.get(coupon.code, 0), names)
            for coupon in self._coupons.list_all()
            if coupon.account_id is None
        ]

    def get(self, code: str) -> CouponUsage:
        """Return one code; raises `NotFoundError`."""
        coupon = self._get_coupon(code)
        redemptions, _ = self._orders.count_redemptions(coupon.code, _NO_ACCOUNT)
        return _build_usage(coupon, redemptions, self._product_references.get_names())

    def add(self, new_coupon: NewCoupon) -> CouponUsage:
        """Add a new code, or replace a stopped one.

        Raises `InvalidInputError` with each invalid field, `RefusedError` if the code is in use, and
        `NotFoundError` if a product is not on sale.
        """
        coupon = self._validate(new_coupon)
        existing = self._coupons.get(coupon.code)
        if existing is not None and not existing.is_stopped:
            raise RefusedError(f"{coupon.code} already exists. Deactivate it first.")
        self._coupons.save(coupon)
        return self.get(coupon.code)

    def stop(self, code: str) -> CouponUsage:
        """Stop the code from being used; orders that used it keep their price.

        Raises `NotFoundError` or `RefusedError`.
        """
        coupon = self._get_coupon(code)
        if coupon.is_stopped:
            raise RefusedError(f"{coupon.code} is already inactive.")
        self._coupons.save(replace(coupon, is_stopped=True))
        return self.get(coupon.code)

    def stop_temporary(self, code: str) -> CouponUsage:
        """Stop a code that is not in the channel's document. Raises `NotFoundError` or `RefusedError`."""
        if self._get_coupon(code).from_pack:
            raise NotFoundError
        return self.stop(code)

    def _validate(self, new_coupon: NewCoupon) -> Coupon:
        code = normalize_code(new_coupon.code)
        currency = self._channel.get_billing_settings().currency
        percent, amount = _parse_percent(new_coupon.percent), _parse_amount(new_coupon.amount, currency)
        errors: dict[str, list[str]] = {}
        if not _CODE.fullmatch(code):
            errors["code"] = ["Use 3 to 40 letters, digits, hyphens or underscores."]
        if new_coupon.percent is not None and percent is None:
            errors["percent"] = ["Enter a percentage from 0.01 to 100."]
        if new_coupon.amount is not None and amount is None:
            errors["amount"] = [
                f"Enter an amount in {currency} above 0, such as {_example_amount(currency)}."
            ]
        if amount is not None and amount.minor % amount_step(currency):
            step = Money(amount_step(currency), currency).decimal
            errors["amount"] = [
                f"Card payments in {currency} use steps of {step}. Enter a multiple of {step}."
            ]
        if (new_coupon.percent is None) == (new_coupon.amount is None):
            errors["percent"] = ["Enter either a percentage or an amount."]
        if new_coupon.starts_at and new_coupon.ends_at and new_coupon.ends_at <= new_coupon.starts_at:
            errors["ends"] = ["The end must be after the start."]
        if errors:
            raise InvalidInputError(errors)
        return Coupon(
            code=code,
            percent=percent,
            amount=amount,
            products=tuple(self._product_references.parse_scope(product) for product in new_coupon.products),
            max_redemptions=new_coupon.max_redemptions,
            max_redemptions_per_customer=new_coupon.max_redemptions_per_customer,
            starts_at=new_coupon.starts_at,
            ends_at=new_coupon.ends_at,
        )

    def _get_coupon(self, code: str) -> Coupon:
        coupon = self._coupons.get(normalize_code(code))
        if coupon is None:
            raise NotFoundError(f"There is no promo code {normalize_code(code)} in this channel.")
        return coupon


def _build_usage(coupon: Coupon, redemptions: int, names: Mapping[str, str]) -> CouponUsage:
    return CouponUsage(coupon, redemptions, tuple(names.get(product, product) for product in coupon.products))


def _parse_percent(text: str | None) -> Decimal | None:
    if text is None or not re.fullmatch(r"[0-9]{1,3}(?:\.[0-9]{1,2})?", text):
        return None
    return found if 0 < (found := Decimal(text)) <= 100 else None


def _parse_amount(text: str | None, currency: str) -> Money | None:
    if text is None or not re.fullmatch(r"[0-9]{1,7}(?:\.[0-9]{1,3})?", text):
        return None
    try:
        amount = Money.parse(text, currency)
    except ValueError:
        return None
    return amount if amount.minor > 0 else None


def _example_amount(currency: str) -> str:
    return Money.parse("5", currency).decimal
