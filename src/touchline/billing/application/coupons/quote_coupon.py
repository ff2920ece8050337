"""The price of a purchase with a promo code (api.md, `GET /apply_coupon`)."""

from __future__ import annotations

from typing import Any

from touchline.billing.application.checkout.purchases import CodeNotCombinableError, Purchase
from touchline.billing.application.coupons.coupon_discounts import CouponDiscounts
from touchline.billing.application.offers.sale_check import SaleCheck
from touchline.billing.domain.checkout.charge_limits import ensure_chargeable
from touchline.billing.domain.coupons import normalize_code
from touchline.shared.principal import Principal


class QuoteCoupon:
    """Prices a purchase with its promo code, without storing anything."""

    def __init__(self, sale_check: SaleCheck, coupon_discounts: CouponDiscounts) -> None:
        self._sale_check = sale_check
        self._coupon_discounts = coupon_discounts

    def __call__(self, principal: Principal, purchase: Purchase) -> dict[str, Any]:
        """Return the normalized code and the prices with it.

        Raises `InvalidPromoCodeError`, the errors of `SaleCheck`, and `RefusedError` if the rest cannot be
        paid by card.
        """
        priced, code = self._sale_check(purchase, principal, for_quote=True), purchase.promo_code or ""
        if priced.is_price_chosen:
            raise CodeNotCombinableError
        discount = self._coupon_discounts.quote(code, priced.product, priced.price, principal.viewer_id)
        total = priced.price.total - discount
        ensure_chargeable(total)
        return {
            "code": normalize_code(code),
            "base_price": priced.price.base.decimal,
            "service_fee": priced.price.fee.decimal,
            "discount": discount.decimal,
            "total": total.decimal,
            "currency": discount.currency,
        }
