"""Finding and keeping orders and their ledger."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from touchline.billing.domain.checkout.orders import Order, OrderStatus, ProductKind
from touchline.billing.domain.ledger.taxes import TaxLine
from touchline.billing.domain.ledger.transactions import Transaction
from touchline.shared.ids import AccountId, ChannelId, OrderId, TransactionId

OrderLocation = tuple[ChannelId, OrderId]


@dataclass(frozen=True)
class OrderFilter:
    """Which of a viewer's orders; None: any."""

    kind: ProductKind | None = None
    status: OrderStatus | None = None


class Orders(Protocol):
    """The orders of the present channel."""

    def add(self, order: Order) -> bool:
        """Keep a new order and give it its id; False (and nothing is kept) where another order holds its slot
        or its key."""
        ...

    def get(self, order_id: OrderId) -> Order | None:
        """One order of anybody."""
        ...

    def get_for_update(self, order_id: OrderId) -> Order | None:
        """One order, to be changed: others wait."""
        ...

    def get_by_key(self, account_id: AccountId, key: str) -> Order | None:
        """The viewer's order of an idempotency key."""
        ...

    def get_by_slot(self, account_id: AccountId, slot: str) -> Order | None:
        """The viewer's order that holds a slot, locked."""
        ...

    def find_location(self, uuid: str | None, ref: str | None) -> OrderLocation | None:
        """The order, of any channel, that the provider knows by its uuid, else by the name of its payment.
        Needs a transaction of no channel."""
        ...

    def schedule_check(self, order_id: OrderId, now: datetime, ref: str | None = None) -> None:
        """Note that an order is to be looked at again; whoever looked before now has not seen all. `ref` is
        the name of its payment, which is kept where none was known."""
        ...

    def save(self, order: Order) -> None:
        """Keep the changes and count the version up."""
        ...

    def list_for_account(
        self, account_id: AccountId, order_filter: OrderFilter, limit: int, offset: int
    ) -> Sequence[Order]:
        """A viewer's orders, newest first."""
        ...

    def count(self, account_id: AccountId, order_filter: OrderFilter) -> int:
        """How many they are."""
        ...

    def list_paid(self, account_id: AccountId) -> Sequence[Order]:
        """A viewer's orders that are paid and not ended: entitlements are read from them. One query."""
        ...

    def claim_due(self, now: datetime, retry_at: datetime, limit: int) -> Sequence[OrderLocation]:
        """Orders of all channels that are to be looked at by now, the longest waiting first; they come up
        `retry_at` if nobody settles them until then. Needs a transaction of no channel."""
        ...

    def count_redemptions(self, code: str, account_id: AccountId) -> tuple[int, int]:
        """How many orders that are not failed used a promo code: of all viewers, and of this one."""
        ...

    def erase_account(self, account_id: AccountId) -> None:
        """Orders and lines stay, without the person; the orders count as changed."""
        ...


class Ledger(Protocol):
    """The lines of the ledger of the present channel."""

    def add(self, line: Transaction) -> TransactionId | None:
        """Keep a line; None where the movement `ref` has its line already."""
        ...

    def list_for_orders(self, order_ids: Sequence[OrderId]) -> Mapping[OrderId, Sequence[Transaction]]:
        """The lines of orders, oldest first. One query."""
        ...

    def set_taxes(self, transaction_id: TransactionId, taxes: Sequence[TaxLine]) -> None:
        """Write the taxes of a line that was not taxed."""
        ...

    def get(self, transaction_id: TransactionId) -> Transaction | None:
        """One line."""
        ...
