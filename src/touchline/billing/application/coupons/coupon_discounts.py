"""Promo code discounts on a price (product.md §8; api.md, "Billing" and "Closed questions, Money")."""

from __future__ import annotations

from collections.abc import Callable

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
    """Calculates the discount of a code.

    Raises `InvalidPromoCodeError` if the code is unknown, expired, used up, or for another product.
    """

    def __init__(
        self,
        coupons: Coupons,
        orders: Orders,
        clock: Clock,
        is_paid_back: Callable[[str], bool] = lambda _code: False,
    ) -> None:
        """`is_paid_back` returns whether the code of a make-good has ended with its payment."""
        self._coupons = coupons
        self._orders = orders
        self._clock = clock
        self._is_paid_back = is_paid_back

    def quote(self, code: str, product: Product, price: Price, account_id: AccountId) -> Money:
        """Return the discount that the code would give now."""
        coupon = self._coupons.get(normalize_code(code)) if _is_valid_code(code) else None
        return self._calculate(coupon, product, price, account_id)

    def redeem(self, code: str, product: Product, price: Price, account_id: AccountId) -> Money:
        """Lock the code and return its discount for an order that is placed in this database transaction.

        The order's `promo_code` must be `domain.coupons.normalize_code(code)`, by which uses are counted.
        Nobody else can use the code until the transaction ends.
        """
        coupon = self._coupons.get_for_update(normalize_code(code)) if _is_valid_code(code) else None
        return self._calculate(coupon, product, price, account_id)

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
            account_id=account_id,
        )
        if coupon.account_id is not None and self._is_paid_back(coupon.code):
            raise InvalidPromoCodeError
        return coupon.discount(price.base)


def _is_valid_code(code: str) -> bool:
    """Return whether the text can be a code; databases reject some texts even in queries."""
    return len(code) <= MAX_CODE_LENGTH and normalize_code(code).isprintable()
