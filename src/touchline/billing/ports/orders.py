"""Repositories of orders and their ledger."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from touchline.billing.domain.checkout.orders import Order, OrderStatus, ProductKind
from touchline.billing.domain.ledger.taxes import TaxLine
from touchline.billing.domain.ledger.transactions import Transaction
from touchline.billing.domain.products.merged_scopes import ScopeKind
from touchline.shared.ids import AccountId, ChannelId, OrderId, TransactionId

OrderLocation = tuple[ChannelId, OrderId]


@dataclass(frozen=True)
class OrderFilter:
    """Filter for a viewer's orders; None matches any."""

    kind: ProductKind | None = None
    status: OrderStatus | None = None


class Orders(Protocol):
    """The orders of the current channel."""

    def add(self, order: Order) -> bool:
        """Insert a new order and set its id.

        Returns False, and stores nothing, if another order holds its slot or has its idempotency key.
        """
        ...

    def get(self, order_id: OrderId) -> Order | None:
        """Return one order of any viewer; None if there is none."""
        ...

    def get_for_update(self, order_id: OrderId) -> Order | None:
        """Return one order, locked for update."""
        ...

    def get_by_key(self, account_id: AccountId, key: str) -> Order | None:
        """Return the viewer's order with an idempotency key; None if there is none."""
        ...

    def get_by_slot(self, account_id: AccountId, slot: str) -> Order | None:
        """Return the viewer's order that holds a slot, locked for update."""
        ...

    def find_location(self, uuid: str | None, ref: str | None) -> OrderLocation | None:
        """Return the location of the order with this uuid, or else with this payment ref, in any channel.

        Needs a transaction without a channel.
        """
        ...

    def schedule_check(self, order_id: OrderId, now: datetime, ref: str | None = None) -> None:
        """Schedule another check of an order, so that reads from before now count as outdated.

        `ref` is the provider's id of its payment, and is stored if none was known.
        """
        ...

    def save(self, order: Order) -> None:
        """Store the changes and increment the version."""
        ...

    def list_for_account(
        self, account_id: AccountId, order_filter: OrderFilter, limit: int, offset: int
    ) -> Sequence[Order]:
        """Return a viewer's orders, newest first."""
        ...

    def count(self, account_id: AccountId, order_filter: OrderFilter) -> int:
        """Return the number of matching orders."""
        ...

    def list_paid(self, account_id: AccountId) -> Sequence[Order]:
        """Return a viewer's orders that are paid and not ended, without those for others. Entitlements are
        derived from them. One query.
        """
        ...

    def claim_due(self, now: datetime, retry_at: datetime, limit: int) -> Sequence[OrderLocation]:
        """Return the orders of all channels whose check is due, the longest overdue first.

        They become due again at `retry_at` unless they are synced before. Needs a transaction without a
        channel.
        """
        ...

    def count_redemptions(self, code: str, account_id: AccountId) -> tuple[int, int]:
        """Return how many orders that have not failed used a promo code: by all viewers, and by this one."""
        ...

    def count_all_redemptions(self) -> Mapping[str, int]:
        """Return how many orders that have not failed used each promo code. One query."""
        ...

    def list_ids_in_scope(self, kind: ScopeKind, item_id: int) -> Sequence[OrderId]:
        """Return the ids of the orders that name a team or category. One query."""
        ...

    def erase_account(self, account_id: AccountId) -> None:
        """Remove the person from orders and ledger transactions, which stay. The orders count as changed."""
        ...

    def delete_all(self, account_id: AccountId) -> None:
        """Delete the orders of a rehearsal's viewer and their ledger transactions."""
        ...


class Ledger(Protocol):
    """The ledger of the current channel."""

    def add(self, transaction: Transaction) -> TransactionId | None:
        """Insert a ledger transaction. Return None if the movement `ref` already has one."""
        ...

    def list_for_orders(self, order_ids: Sequence[OrderId]) -> Mapping[OrderId, Sequence[Transaction]]:
        """Return the ledger transactions of orders, oldest first. One query."""
        ...

    def set_taxes(self, transaction_id: TransactionId, taxes: Sequence[TaxLine]) -> None:
        """Store the taxes of a transaction that was not taxed yet."""
        ...

    def set_fee(self, transaction_id: TransactionId, fee: int) -> None:
        """Store the provider's fee of a transaction whose fee was not known yet."""
        ...

    def get(self, transaction_id: TransactionId) -> Transaction | None:
        """Return one ledger transaction; None if there is none."""
        ...
