"""What a promo code makes of a price (product.md §8; api.md, "Billing" and "Closed questions, Money")."""

from __future__ import annotations

from touchline.billing.domain.checkout.orders import Product
from touchline.billing.domain.coupons import Coupon, InvalidPromoCodeError, normalize_code
from touchline.billing.domain.offers.offers import Price
from touchline.billing.ports.coupons import Coupons
from touchline.billing.ports.orders import Orders
from touchline.shared.clock import Clock
from touchline.shared.ids import AccountId
from touchline.shared.money import Money

MAX_CODE_LENGTH = 200


class CouponDiscounts:
    """Says what a code takes off. `InvalidPromoCodeError` for one that is unknown, over, used up, or for
    something else."""

    def __init__(self, coupons: Coupons, orders: Orders, clock: Clock) -> None:
        self._coupons = coupons
        self._orders = orders
        self._clock = clock

    def quote(self, code: str, product: Product, price: Price, account_id: AccountId) -> Money:
        """What it would take off now."""
        found = self._coupons.get(normalize_code(code)) if _is_valid_code(code) else None
        return self._calculate(found, product, price, account_id)

    def redeem(self, code: str, product: Product, price: Price, account_id: AccountId) -> Money:
        """What it takes off an order that is placed in this transaction (with `promo_code` =
        `domain.coupons.spelled(code)`, by which its uses are counted): nobody else uses the code until the
        transaction ends."""
        found = self._coupons.get_for_update(normalize_code(code)) if _is_valid_code(code) else None
        return self._calculate(found, product, price, account_id)

    def _calculate(
        self, coupon: Coupon | None, product: Product, price: Price, account_id: AccountId
    ) -> Money:
        if coupon is None:
            raise InvalidPromoCodeError
        redemptions, redemptions_by_customer = self._orders.count_redemptions(coupon.code, account_id)
        coupon.ensure_redeemable(
            product,
            self._clock.now(),
            redemptions=redemptions,
            redemptions_by_customer=redemptions_by_customer,
        )
        return coupon.discount(price.base)


def _is_valid_code(code: str) -> bool:
    """Whether it could be a code at all; a database cannot even be asked about some texts."""
    return len(code) <= MAX_CODE_LENGTH and normalize_code(code).isprintable()
