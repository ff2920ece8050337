"""Orders and lines of the ledger for tests."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from touchline.billing.domain.ledger import Movement, Transaction
from touchline.billing.domain.offers import Capability, Price
from touchline.billing.domain.orders import Grant, Kind, Order, OrderStatus, Product
from touchline.billing.tests.samples import dollars
from touchline.shared.ids import AccountId, OrderId

NOW = datetime(2026, 11, 21, 18, 0, tzinfo=UTC)
GAME = Product(
    kind=Kind.EVENT,
    id=12,
    name={"en": "Aces @ Bears", "fr": "Les As @ Les Ours"},
    package_id=3,
    event_category_id=1,
)


def order(**changes: Any) -> Order:
    """An order of account 4 for a game, `created` at `NOW`; a number of its own in `uuid` where orders are
    several."""
    unsaid: dict[str, Any] = {
        "uuid": "0" * 32,
        "account_id": AccountId(4),
        "product": GAME,
        "grant": Grant(capabilities=(Capability.WATCH,), event_id=12),
        "price": Price(dollars("12.00"), dollars("1.50")),
        "discount": dollars("0"),
        "created_at": NOW,
    }
    return Order(**(unsaid | changes))


def line(order_id: int, **changes: Any) -> Transaction:
    """A line: a charge of 13.50 that was paid at `NOW`."""
    unsaid: dict[str, Any] = {
        "order_id": OrderId(order_id),
        "movement": Movement.CHARGE,
        "status": OrderStatus.PAID,
        "amount": dollars("13.50"),
        "ref": f"ch_{order_id}",
        "at": NOW,
    }
    return Transaction(**(unsaid | changes))
