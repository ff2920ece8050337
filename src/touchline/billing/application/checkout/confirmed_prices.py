"""Nobody is charged another sum than they were shown."""

from __future__ import annotations

from touchline.billing.application.checkout.purchases import PriceChangedError, Purchase
from touchline.billing.domain.checkout.orders import Order, ProductKind
from touchline.shared.errors import InvalidInputError
from touchline.shared.money import Money


def ensure_prices_unchanged(purchase: Purchase, order: Order) -> None:
    """`PriceChangedError` where an order would charge something else than a purchase says was shown: `total`
    at once, or `renewal` by each renewal of a subscription. `InvalidInputError` where that is no amount of
    its currency."""
    amounts = {"total": (purchase.total, order.total)}
    if order.product.kind is ProductKind.SUBSCRIPTION:
        amounts["renewal"] = (purchase.renewal, order.price.total)
    for field, (shown, charged) in amounts.items():
        if shown is not None and _parse_amount(field, shown, charged.currency) != charged:
            raise PriceChangedError


def _parse_amount(field: str, text: str, currency: str) -> Money:
    try:
        return Money.parse(text, currency)
    except ValueError:
        raise InvalidInputError({field: [f"This is not an amount of {currency}."]}) from None
