"""Nobody is charged another sum than they were shown."""

from __future__ import annotations

from touchline.billing.application.purchases import PriceChanged, Purchase
from touchline.billing.domain.orders import Kind, Order
from touchline.shared.errors import Invalid
from touchline.shared.money import Money


def refuse_other_sums(purchase: Purchase, order: Order) -> None:
    """`PriceChanged` where an order would charge something else than a purchase says was shown: `total` at
    once, or `renewal` by each renewal of a subscription. `Invalid` where that is no amount of its
    currency."""
    due = {"total": (purchase.total, order.total)}
    if order.product.kind is Kind.SUBSCRIPTION:
        due["renewal"] = (purchase.renewal, order.price.total)
    for field, (shown, charged) in due.items():
        if shown is not None and _read(field, shown, charged.currency) != charged:
            raise PriceChanged


def _read(field: str, text: str, currency: str) -> Money:
    try:
        return Money.parse(text, currency)
    except ValueError:
        raise Invalid({field: [f"This is not an amount of {currency}."]}) from None
