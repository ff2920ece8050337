"""What a promo code makes of a price (product.md §8; api.md, "Billing" and "Closed questions, Money")."""

from __future__ import annotations

from touchline.billing.domain.coupons import Coupon, WrongPromoCode, spelled
from touchline.billing.domain.offers import Price
from touchline.billing.domain.orders import Product
from touchline.billing.ports.coupons import Coupons
from touchline.billing.ports.orders import Orders
from touchline.shared.clock import Clock
from touchline.shared.ids import AccountId
from touchline.shared.money import Money

LONGEST = 200


class CouponQuotes:
    """Says what a code takes off. `WrongPromoCode` for one that is unknown, over, used up, or for something
    else."""

    def __init__(self, coupons: Coupons, orders: Orders, clock: Clock) -> None:
        self._coupons = coupons
        self._orders = orders
        self._clock = clock

    def quote(self, code: str, product: Product, price: Price, account_id: AccountId) -> Money:
        """What it would take off now."""
        kept = self._coupons.get(spelled(code)) if _can_be(code) else None
        return self._off(kept, product, price, account_id)

    def take(self, code: str, product: Product, price: Price, account_id: AccountId) -> Money:
        """What it takes off an order that is placed in this transaction (with `promo_code` =
        `domain.coupons.spelled(code)`, by which its uses are counted): nobody else uses the code until the
        transaction ends."""
        kept = self._coupons.locked(spelled(code)) if _can_be(code) else None
        return self._off(kept, product, price, account_id)

    def _off(self, coupon: Coupon | None, product: Product, price: Price, account_id: AccountId) -> Money:
        if coupon is None:
            raise WrongPromoCode
        used, used_by_viewer = self._orders.uses(coupon.code, account_id)
        coupon.check(product, self._clock.now(), used=used, used_by_viewer=used_by_viewer)
        return coupon.off(price.base)


def _can_be(code: str) -> bool:
    """Whether it could be a code at all; a database cannot even be asked about some texts."""
    return len(code) <= LONGEST and spelled(code).isprintable()
