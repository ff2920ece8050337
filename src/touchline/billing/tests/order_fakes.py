"""In-memory orders, ledger and promo codes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from touchline.billing.domain.checkout.orders import Order, OrderStatus
from touchline.billing.domain.coupons import Coupon
from touchline.billing.domain.ledger.taxes import TaxLine
from touchline.billing.domain.ledger.transactions import Transaction
from touchline.billing.domain.products.merged_scopes import ScopeKind, is_in_scope
from touchline.billing.ports.orders import OrderFilter, OrderLocation
from touchline.shared.ids import AccountId, ChannelId, OrderId, TransactionId


class InMemoryOrders:
    """In-memory `Orders`."""

    def __init__(self, *orders: Order) -> None:
        self.stored: list[Order] = []
        for order in orders:
            assert self.add(order)

    def add(self, order: Order) -> bool:
        """Store a new order. Return False if its slot or idempotency key is taken."""
        own_orders = [other for other in self.stored if other.account_id == order.account_id]
        slots = {own_order.slot for own_order in own_orders} - {None}
        keys = {own_order.key for own_order in own_orders} - {None}
        if order.slot in slots or order.key in keys:
            return False
        order.id = OrderId(len(self.stored) + 1)
        self.stored.append(order)
        return True

    def get(self, order_id: OrderId) -> Order | None:
        """Return an order of any account."""
        return self._find_first(lambda order: order.id == order_id)

    def get_for_update(self, order_id: OrderId) -> Order | None:
        """Return an order of any account, without a lock."""
        return self.get(order_id)

    def get_by_key(self, account_id: AccountId, key: str) -> Order | None:
        """Return the viewer's order with an idempotency key."""
        return self._find_first(lambda order: (order.account_id, order.key) == (account_id, key))

    def get_by_slot(self, account_id: AccountId, slot: str) -> Order | None:
        """Return the viewer's order in a slot."""
        return self._find_first(lambda order: (order.account_id, order.slot) == (account_id, slot))

    def delete_all(self, account_id: AccountId) -> None:
        """Delete all orders of an account."""
        self.stored = [order for order in self.stored if order.account_id != account_id]

    def find_location(self, uuid: str | None, ref: str | None) -> OrderLocation | None:
        """Return the location of an order by its uuid, else by its payment. All orders are in channel 1."""
        found = self._find_first(lambda order: order.uuid == uuid) or self._find_first(
            lambda order: ref is not None and order.payment_ref == ref
        )
        return (ChannelId(1), found.id) if found else None

    def schedule_check(self, order_id: OrderId, now: datetime, ref: str | None = None) -> None:
        """Schedule a check of an order."""
        found = self.get(order_id)
        assert found is not None
        found.next_check_at, found.payment_ref = now, found.payment_ref or ref

    def save(self, order: Order) -> None:
        """Increment the order's version."""
        order.version += 1

    def list_for_account(
        self, account_id: AccountId, order_filter: OrderFilter, limit: int, offset: int
    ) -> Sequence[Order]:
        """Return a viewer's orders, newest first."""
        return self._list_for_account(account_id, order_filter)[offset : offset + limit]

    def count(self, account_id: AccountId, order_filter: OrderFilter) -> int:
        """Return the number of a viewer's orders."""
        return len(self._list_for_account(account_id, order_filter))

    def list_paid(self, account_id: AccountId) -> Sequence[Order]:
        """Return the viewer's orders that are paid and not ended."""
        own_orders = reversed(self._list_for_account(account_id, OrderFilter(status=OrderStatus.PAID)))
        return [
            own_order
            for own_order in own_orders
            if own_order.ended_at is None and not own_order.is_for_others
        ]

    def claim_due(self, now: datetime, retry_at: datetime, limit: int) -> Sequence[OrderLocation]:
        """Return the orders that are due for a check."""
        due = [
            order for order in self.stored if order.next_check_at is not None and order.next_check_at <= now
        ][:limit]
        for order in due:
            order.next_check_at = retry_at
        return [(ChannelId(1), order.id) for order in due]

    def count_redemptions(self, code: str, account_id: AccountId) -> tuple[int, int]:
        """Count the orders that used a code and have not failed, in total and for the account."""
        used = [
            order
            for order in self.stored
            if order.promo_code == code and order.status is not OrderStatus.FAILED
        ]
        return len(used), sum(order.account_id == account_id for order in used)

    def count_all_redemptions(self) -> Mapping[str, int]:
        """Count the orders that used each code and have not failed."""
        used = [order.promo_code for order in self.stored if order.status is not OrderStatus.FAILED]
        return Counter(code for code in used if code)

    def list_ids_in_scope(self, kind: ScopeKind, item_id: int) -> list[OrderId]:
        """Return the ids of the orders that name a team or category."""
        return [order.id for order in self.stored if is_in_scope(order, kind, item_id)]

    def erase_account(self, account_id: AccountId) -> None:
        """Remove the account from its orders. The orders stay."""
        for order in self.stored:
            if order.account_id == account_id:
                order.account_id = order.key = order.slot = order.card = order.country = (
                    order.client_secret
                ) = None
                order.version += 1

    def _list_for_account(self, account_id: AccountId, order_filter: OrderFilter) -> list[Order]:
        own_orders = [order for order in reversed(self.stored) if order.account_id == account_id]
        matching = [
            own_order for own_order in own_orders if order_filter.kind in (None, own_order.product.kind)
        ]
        return [order for order in matching if order_filter.status in (None, order.status)]

    def _find_first(self, matches: Any) -> Order | None:
        return next((order for order in self.stored if matches(order)), None)


class InMemoryLedger:
    """In-memory `Ledger`. `query_count` counts the queries."""

    def __init__(self, *transactions: Transaction) -> None:
        self.transactions: list[Transaction] = []
        self.query_count = 0
        for transaction in transactions:
            self.add(transaction)

    def add(self, transaction: Transaction) -> TransactionId | None:
        """Store a transaction once."""
        if any(
            (other.movement, other.ref) == (transaction.movement, transaction.ref)
            for other in self.transactions
        ):
            return None
        recorded = replace(transaction, id=TransactionId(len(self.transactions) + 1))
        self.transactions.append(recorded)
        return recorded.id

    def list_for_orders(self, order_ids: Sequence[OrderId]) -> Mapping[OrderId, Sequence[Transaction]]:
        """Return the transactions of orders, oldest first."""
        self.query_count += 1
        ordered = sorted(self.transactions, key=lambda transaction: (transaction.at, transaction.id))
        return {
            order_id: [transaction for transaction in ordered if transaction.order_id == order_id]
            for order_id in order_ids
        }

    def set_taxes(self, transaction_id: TransactionId, taxes: Sequence[TaxLine]) -> None:
        """Store the taxes of a transaction."""
        self.transactions = [
            replace(transaction, tax=tuple(taxes), taxed=True)
            if transaction.id == transaction_id
            else transaction
            for transaction in self.transactions
        ]

    def set_fee(self, transaction_id: TransactionId, fee: int) -> None:
        """Store the fee of a transaction."""
        self.transactions = [
            replace(transaction, fee=fee) if transaction.id == transaction_id else transaction
            for transaction in self.transactions
        ]

    def get(self, transaction_id: TransactionId) -> Transaction | None:
        """Return a transaction by its id."""
        return next(
            (transaction for transaction in self.transactions if transaction.id == transaction_id), None
        )


class InMemoryCoupons:
    """In-memory `Coupons`. `locked_codes` are the codes that were locked."""

    def __init__(self, *coupons: Coupon) -> None:
        self._coupons = {coupon.code: coupon for coupon in coupons}
        self.locked_codes: list[str] = []

    def get(self, code: str) -> Coupon | None:
        """Return the promo code with this spelling."""
        return self._coupons.get(code)

    def get_for_update(self, code: str) -> Coupon | None:
        """Return the promo code, and record that it was locked."""
        self.locked_codes.append(code)
        return self.get(code)

    def list_all(self) -> Sequence[Coupon]:
        """Return all promo codes, sorted by code."""
        return [self._coupons[code] for code in sorted(self._coupons)]

    def save(self, coupon: Coupon) -> None:
        """Store a promo code."""
        self._coupons[coupon.code] = coupon


class InMemoryCustomers:
    """In-memory `Customers`. `erased` are the closed accounts."""

    def __init__(self) -> None:
        self.stored: dict[AccountId, str] = {}
        self.erased: list[AccountId] = []

    def get(self, account_id: AccountId) -> str | None:
        """Return the viewer's customer id at the provider."""
        return self.stored.get(account_id)

    def save(self, account_id: AccountId, customer: str) -> None:
        """Store a customer id. An existing id stays."""
        self.stored.setdefault(account_id, customer)

    def delete(self, account_id: AccountId) -> None:
        """Delete the account's customer id."""
        self.stored.pop(account_id, None)

    def mark_for_erasure(self, account_id: AccountId) -> bool:
        """Record that the account is closed. Return whether it has a customer at the provider."""
        if account_id in self.stored:
            self.erased.append(account_id)
        return account_id in self.stored

    def list_pending_erasure(self) -> Sequence[tuple[ChannelId, AccountId]]:
        """Return the closed accounts whose customers the provider must still delete."""
        return [(ChannelId(1), account_id) for account_id in self.erased if account_id in self.stored]


class InMemoryTrials:
    """In-memory `Trials`: the order uuid of each digest."""

    def __init__(self, *digests: str) -> None:
        self.digests = dict.fromkeys(digests, "")

    def is_used(self, digests: Iterable[str]) -> bool:
        """Return whether any of the digests has used a trial."""
        return any(digest in self.digests for digest in digests)

    def record(self, digests: Iterable[str], uuid: str) -> bool:
        """Record a trial for all digests. Return False if one was used before."""
        recorded_digests = list(digests)
        if self.is_used(recorded_digests):
            return False
        self.digests |= dict.fromkeys(recorded_digests, uuid)
        return True

    def release(self, uuid: str) -> None:
        """Delete the trial of an order."""
        self.digests = {
            digest: order_uuid for digest, order_uuid in self.digests.items() if order_uuid != uuid
        }
