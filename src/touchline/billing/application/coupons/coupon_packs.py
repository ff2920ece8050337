"""Import and export of a channel pack's promo codes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from touchline.billing.domain.coupons import Coupon
from touchline.billing.ports.coupons import Coupons
from touchline.billing.ports.offers import Offers


class CouponPacks:
    """Imports and exports the promo codes of a pack.

    Codes that an operator added stay as they are, unless the pack names them too. Codes that the pack no
    longer names are stopped, not deleted, because orders refer to them.
    """

    def __init__(self, coupons: Coupons, offers: Offers) -> None:
        self._coupons = coupons
        self._offers = offers

    def apply(self, entries: Sequence[Mapping[str, Any]]) -> None:
        """Apply the entries of `coupons.yaml`, after the offers.

        Products are kinds, or `package:KEY` and `subscription:KEY`. `percent` is a Decimal, `amount` Money,
        `starts` and `ends` are instants.
        """
        names = self._product_names()
        for entry in entries:
            self._coupons.save(_build_coupon(entry, names))
        codes = {entry["code"] for entry in entries}
        for coupon in self._coupons.list_all():
            if coupon.from_pack and not coupon.is_stopped and coupon.code not in codes:
                self._coupons.save(replace(coupon, is_stopped=True))

    def export(self) -> list[dict[str, Any]]:
        """Return the entries that `apply` would need to recreate the pack's current codes."""
        keys = {name: key for key, name in self._product_names().items()}
        return [
            _export_coupon(coupon, keys)
            for coupon in self._coupons.list_all()
            if coupon.from_pack and not coupon.is_stopped
        ]

    def _product_names(self) -> dict[str, str]:
        """Return `package:KEY` → `package:ID` for all packages on sale, and the same for subscriptions."""
        return {
            f"package:{package.key}": f"package:{package.id}" for package in self._offers.list_packages()
        } | {
            f"subscription:{subscription.key}": f"subscription:{subscription.id}"
            for subscription in self._offers.list_subscriptions()
        }


def _build_coupon(entry: Mapping[str, Any], names: Mapping[str, str]) -> Coupon:
    return Coupon(
        code=entry["code"],
        percent=entry["percent"],
        amount=entry["amount"],
        products=tuple(names[name] if ":" in name else name for name in entry["products"]),
        max_redemptions=entry["limit"],
        max_redemptions_per_customer=entry["limit_each"],
        starts_at=entry["starts"],
        ends_at=entry["ends"],
        from_pack=True,
    )


def _export_coupon(coupon: Coupon, keys: Mapping[str, str]) -> dict[str, Any]:
    return {
        "code": coupon.code,
        "percent": coupon.percent,
        "amount": coupon.amount,
        "products": [keys.get(name, name) for name in coupon.products],
        "limit": coupon.max_redemptions,
        "limit_each": coupon.max_redemptions_per_customer,
        "starts": coupon.starts_at,
        "ends": coupon.ends_at,
    }
