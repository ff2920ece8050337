"""The price check before a charge: viewers pay only the price they were shown."""

from __future__ import annotations

from touchline.billing.application.checkout.purchases import PriceChangedError, Purchase
from touchline.billing.domain.checkout.orders import Order, ProductKind
from touchline.shared.error_messages import ErrorMessage
from touchline.shared.errors import InvalidInputError
from touchline.shared.money import Money

INVALID_AMOUNT = ErrorMessage("errors.invalid_currency_amount", "This is not a valid amount in {currency}.")


def ensure_prices_unchanged(purchase: Purchase, order: Order) -> None:
    """Raise `PriceChangedError` if the order's charges differ from the prices shown in the purchase.

    `total` is charged at once, `renewal` by each renewal of a subscription. Raises `InvalidInputError` if a
    value is not an amount in the order's currency.
    """
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
        raise InvalidInputError({field: [INVALID_AMOUNT.with_params(currency=currency)]}) from None
