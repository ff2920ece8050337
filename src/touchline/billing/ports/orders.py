"""Finding and keeping orders and their ledger."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from touchline.billing.domain.ledger import Transaction
from touchline.billing.domain.orders import Kind, Order, OrderStatus
from touchline.billing.domain.taxes import TaxLine
from touchline.shared.ids import AccountId, ChannelId, OrderId, TransactionId

Whereabouts = tuple[ChannelId, OrderId]


@dataclass(frozen=True)
class OrderFilter:
    """Which of a viewer's orders; None: any."""

    kind: Kind | None = None
    status: OrderStatus | None = None


class Orders(Protocol):
    """The orders of the present channel."""

    def place(self, order: Order) -> bool:
        """Keep a new order and give it its id; False (and nothing is kept) where another order holds its slot
        or its key."""
        ...

    def get(self, order_id: OrderId) -> Order | None:
        """One order of anybody."""
        ...

    def locked(self, order_id: OrderId) -> Order | None:
        """One order, to be changed: others wait."""
        ...

    def by_key(self, account_id: AccountId, key: str) -> Order | None:
        """The viewer's order of an idempotency key."""
        ...

    def in_slot(self, account_id: AccountId, slot: str) -> Order | None:
        """The viewer's order that holds a slot, locked."""
        ...

    def whereabouts(self, uuid: str | None, ref: str | None) -> Whereabouts | None:
        """The order, of any channel, that the provider knows by its uuid, else by the name of its payment.
        Needs a transaction of no channel."""
        ...

    def wake(self, order_id: OrderId, now: datetime, ref: str | None = None) -> None:
        """Note that an order is to be looked at again; whoever looked before now has not seen all. `ref` is
        the name of its payment, which is kept where none was known."""
        ...

    def save(self, order: Order) -> None:
        """Keep the changes and count the version up."""
        ...

    def of(self, account_id: AccountId, wanted: OrderFilter, limit: int, offset: int) -> Sequence[Order]:
        """A viewer's orders, newest first."""
        ...

    def count(self, account_id: AccountId, wanted: OrderFilter) -> int:
        """How many they are."""
        ...

    def paid(self, account_id: AccountId) -> Sequence[Order]:
        """A viewer's orders that are paid and not ended: entitlements are read from them. One query."""
        ...

    def take_unsettled(self, now: datetime, again: datetime, limit: int) -> Sequence[Whereabouts]:
        """Orders of all channels that are to be looked at by now, the longest waiting first; they come up
        `again` if nobody settles them until then. Needs a transaction of no channel."""
        ...

    def uses(self, code: str, account_id: AccountId) -> tuple[int, int]:
        """How many orders that are not failed used a promo code: of all viewers, and of this one."""
        ...

    def forget_person(self, account_id: AccountId) -> None:
        """Orders and lines stay, without the person; the orders count as changed."""
        ...


class Ledger(Protocol):
    """The lines of the ledger of the present channel."""

    def write(self, line: Transaction) -> TransactionId | None:
        """Keep a line; None where the movement `ref` has its line already."""
        ...

    def of(self, order_ids: Sequence[OrderId]) -> Mapping[OrderId, Sequence[Transaction]]:
        """The lines of orders, oldest first. One query."""
        ...

    def tax(self, transaction_id: TransactionId, taxes: Sequence[TaxLine]) -> None:
        """Write the taxes of a line that was not taxed."""
        ...

    def get(self, transaction_id: TransactionId) -> Transaction | None:
        """One line."""
        ...
