"""Orders, their ledger and promo codes without a database."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from touchline.billing.domain.coupons import Coupon
from touchline.billing.domain.ledger import Transaction
from touchline.billing.domain.orders import Order, OrderStatus
from touchline.billing.domain.taxes import TaxLine
from touchline.billing.ports.orders import OrderFilter, Whereabouts
from touchline.shared.ids import AccountId, ChannelId, OrderId, TransactionId


class MemoryOrders:
    """`Orders` in memory."""

    def __init__(self, *orders: Order) -> None:
        self.kept: list[Order] = []
        for one in orders:
            assert self.place(one)

    def place(self, order: Order) -> bool:
        """Keep a new order; False where its slot or its key is taken."""
        mine = [one for one in self.kept if one.account_id == order.account_id]
        slots = {one.slot for one in mine} - {None}
        keys = {one.key for one in mine} - {None}
        if order.slot in slots or order.key in keys:
            return False
        order.id = OrderId(len(self.kept) + 1)
        self.kept.append(order)
        return True

    def get(self, order_id: OrderId) -> Order | None:
        """One order of anybody."""
        return self._first(lambda one: one.id == order_id)

    def locked(self, order_id: OrderId) -> Order | None:
        """The same."""
        return self.get(order_id)

    def by_key(self, account_id: AccountId, key: str) -> Order | None:
        """The viewer's order of a key."""
        return self._first(lambda one: (one.account_id, one.key) == (account_id, key))

    def in_slot(self, account_id: AccountId, slot: str) -> Order | None:
        """The viewer's order in a slot."""
        return self._first(lambda one: (one.account_id, one.slot) == (account_id, slot))

    def whereabouts(self, uuid: str | None, ref: str | None) -> Whereabouts | None:
        """The order of a uuid, else of a payment; all are of channel 1."""
        found = self._first(lambda one: one.uuid == uuid) or self._first(
            lambda one: ref is not None and one.payment_ref == ref
        )
        return (ChannelId(1), found.id) if found else None

    def wake(self, order_id: OrderId, now: datetime, ref: str | None = None) -> None:
        """Note that an order is to be looked at."""
        found = self.get(order_id)
        assert found is not None
        found.look_at, found.payment_ref = now, found.payment_ref or ref

    def save(self, order: Order) -> None:
        """Count the version up."""
        order.version += 1

    def of(self, account_id: AccountId, wanted: OrderFilter, limit: int, offset: int) -> Sequence[Order]:
        """A viewer's orders, newest first."""
        return self._of(account_id, wanted)[offset : offset + limit]

    def count(self, account_id: AccountId, wanted: OrderFilter) -> int:
        """How many they are."""
        return len(self._of(account_id, wanted))

    def paid(self, account_id: AccountId) -> Sequence[Order]:
        """Those that are paid and not ended."""
        mine = reversed(self._of(account_id, OrderFilter(status=OrderStatus.PAID)))
        return [one for one in mine if one.ended_at is None]

    def take_unsettled(self, now: datetime, again: datetime, limit: int) -> Sequence[Whereabouts]:
        """Orders to look at by now."""
        due = [one for one in self.kept if one.look_at is not None and one.look_at <= now][:limit]
        for one in due:
            one.look_at = again
        return [(ChannelId(1), one.id) for one in due]

    def uses(self, code: str, account_id: AccountId) -> tuple[int, int]:
        """Orders that are not failed and used a code."""
        used = [one for one in self.kept if one.promo_code == code and one.status is not OrderStatus.FAILED]
        return len(used), sum(one.account_id == account_id for one in used)

    def forget_person(self, account_id: AccountId) -> None:
        """Orders stay."""
        for one in self.kept:
            if one.account_id == account_id:
                one.account_id = one.key = one.slot = one.card = one.country = one.client_secret = None
                one.version += 1

    def _of(self, account_id: AccountId, wanted: OrderFilter) -> list[Order]:
        mine = [one for one in reversed(self.kept) if one.account_id == account_id]
        fitting = [one for one in mine if wanted.kind in (None, one.product.kind)]
        return [one for one in fitting if wanted.status in (None, one.status)]

    def _first(self, fits: Any) -> Order | None:
        return next((one for one in self.kept if fits(one)), None)


class MemoryLedger:
    """`Ledger` in memory; `asked` counts the questions."""

    def __init__(self, *lines: Transaction) -> None:
        self.lines: list[Transaction] = []
        self.asked = 0
        for one in lines:
            self.write(one)

    def write(self, line: Transaction) -> TransactionId | None:
        """Keep a line once."""
        if any((one.movement, one.ref) == (line.movement, line.ref) for one in self.lines):
            return None
        kept = replace(line, id=TransactionId(len(self.lines) + 1))
        self.lines.append(kept)
        return kept.id

    def of(self, order_ids: Sequence[OrderId]) -> Mapping[OrderId, Sequence[Transaction]]:
        """The lines of orders, oldest first."""
        self.asked += 1
        ordered = sorted(self.lines, key=lambda one: (one.at, one.id))
        return {each: [one for one in ordered if one.order_id == each] for each in order_ids}

    def tax(self, transaction_id: TransactionId, taxes: Sequence[TaxLine]) -> None:
        """Write the taxes of a line."""
        self.lines = [
            replace(one, tax=tuple(taxes), taxed=True) if one.id == transaction_id else one
            for one in self.lines
        ]

    def get(self, transaction_id: TransactionId) -> Transaction | None:
        """One line."""
        return next((one for one in self.lines if one.id == transaction_id), None)


class MemoryCoupons:
    """`Coupons` in memory; `held` are the codes that were locked."""

    def __init__(self, *coupons: Coupon) -> None:
        self._kept = {one.code: one for one in coupons}
        self.held: list[str] = []

    def get(self, code: str) -> Coupon | None:
        """The one of this spelling."""
        return self._kept.get(code)

    def locked(self, code: str) -> Coupon | None:
        """The same, and noted."""
        self.held.append(code)
        return self.get(code)

    def all(self) -> Sequence[Coupon]:
        """All of them, by code."""
        return [self._kept[code] for code in sorted(self._kept)]

    def save(self, coupon: Coupon) -> None:
        """Keep one."""
        self._kept[coupon.code] = coupon


class MemoryCustomers:
    """`Customers` in memory; `gone` are accounts that were closed."""

    def __init__(self) -> None:
        self.kept: dict[AccountId, str] = {}
        self.gone: list[AccountId] = []

    def of(self, account_id: AccountId) -> str | None:
        """The viewer's name at the provider."""
        return self.kept.get(account_id)

    def keep(self, account_id: AccountId, customer: str) -> None:
        """The first one stays."""
        self.kept.setdefault(account_id, customer)

    def forget(self, account_id: AccountId) -> None:
        """Delete it."""
        self.kept.pop(account_id, None)

    def leave(self, account_id: AccountId) -> bool:
        """Note that the account is closed."""
        if account_id in self.kept:
            self.gone.append(account_id)
        return account_id in self.kept

    def leaving(self) -> Sequence[tuple[ChannelId, AccountId]]:
        """Whom the provider is still to forget."""
        return [(ChannelId(1), account_id) for account_id in self.gone if account_id in self.kept]


class MemoryTrials:
    """`Trials` in memory: the order of each mark."""

    def __init__(self, *marks: str) -> None:
        self.marks = dict.fromkeys(marks, "")

    def used(self, marks: Iterable[str]) -> bool:
        """Whether any of the marks used one."""
        return any(mark in self.marks for mark in marks)

    def use(self, marks: Iterable[str], uuid: str) -> bool:
        """Note one for all."""
        wanted = list(marks)
        if self.used(wanted):
            return False
        self.marks |= dict.fromkeys(wanted, uuid)
        return True

    def release(self, uuid: str) -> None:
        """Forget those of an order."""
        self.marks = {mark: by for mark, by in self.marks.items() if by != uuid}
