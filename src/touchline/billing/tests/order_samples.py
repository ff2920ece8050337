"""Orders and transactions for tests."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from touchline.billing.domain.checkout.orders import Grant, Order, OrderStatus, Product, ProductKind
from touchline.billing.domain.ledger.transactions import Movement, Transaction
from touchline.billing.domain.offers.offers import Capability, Price
from touchline.billing.tests.offer_samples import usd
from touchline.shared.ids import AccountId, OrderId

ACCESS_KINDS = [kind for kind in ProductKind if kind is not ProductKind.DONATION]
"""The kinds of products that grant access."""
NOW = datetime(2026, 11, 21, 18, 0, tzinfo=UTC)
EVENT_PRODUCT = Product(
    kind=ProductKind.EVENT,
    id=12,
    name={"en": "Aces @ Bears", "fr": "Les As @ Les Ours"},
    package_id=3,
    event_category_id=1,
)


def build_order(**changes: Any) -> Order:
    """Build an order of account 4 for an event, created at `NOW`. Several orders need different `uuid`
    values.
    """
    defaults: dict[str, Any] = {
        "uuid": "0" * 32,
        "account_id": AccountId(4),
        "product": EVENT_PRODUCT,
        "grant": Grant(capabilities=(Capability.WATCH,), event_id=12),
        "price": Price(usd("12.00"), usd("1.50")),
        "discount": usd("0"),
        "created_at": NOW,
    }
    return Order(**(defaults | changes))


def build_transaction(order_id: int, **changes: Any) -> Transaction:
    """Build a transaction: a charge of 13.50, paid at `NOW`."""
    defaults: dict[str, Any] = {
        "order_id": OrderId(order_id),
        "movement": Movement.CHARGE,
        "status": OrderStatus.PAID,
        "amount": usd("13.50"),
        "ref": f"ch_{order_id}",
        "at": NOW,
    }
    return Transaction(**(defaults | changes))
