"""What a viewer would pay with a promo code (api.md, `GET /apply_coupon`)."""

from __future__ import annotations

from typing import Any

from touchline.billing.application.coupon_quotes import CouponQuotes
from touchline.billing.application.purchases import Purchase
from touchline.billing.application.sale_check import SaleCheck
from touchline.billing.domain.charging import refuse_uncharged
from touchline.billing.domain.coupons import spelled
from touchline.shared.principal import Principal


class CouponOffers:
    """Prices a purchase with its promo code, and keeps nothing."""

    def __init__(self, sale_check: SaleCheck, quotes: CouponQuotes) -> None:
        self._sale_check = sale_check
        self._quotes = quotes

    def __call__(self, asking: Principal, purchase: Purchase) -> dict[str, Any]:
        """The code as it is spelled and the prices with it; `WrongPromoCode`, what `SaleCheck` refuses, and
        `Refused` where what is left cannot be paid by card."""
        priced, code = self._sale_check(purchase, asking, for_quote=True), purchase.promo_code or ""
        off = self._quotes.quote(code, priced.product, priced.price, asking.viewer)
        total = priced.price.total - off
        refuse_uncharged(total)
        return {
            "code": spelled(code),
            "base_price": priced.price.base.decimal,
            "service_fee": priced.price.fee.decimal,
            "discount": off.decimal,
            "total": total.decimal,
            "currency": off.currency,
        }
