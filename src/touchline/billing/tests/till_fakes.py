"""What the till leans on, without a database."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime

from touchline.billing.domain.orders import Order
from touchline.billing.ports.channel_facts import Person, Shop
from touchline.billing.tests.order_fakes import MemoryOrders
from touchline.shared.events import DomainEvent
from touchline.shared.ids import AccountId, ChannelId, OrderId


class StoredOrders(MemoryOrders):
    """`Orders` that give out copies, as a database does."""

    def place(self, order: Order) -> bool:
        """Keep a copy."""
        if not super().place(order):
            return False
        self.kept[-1] = replace(order)
        return True

    def save(self, order: Order) -> None:
        """Keep a copy in the place of the one before."""
        super().save(order)
        self.kept[order.id - 1] = replace(order)

    def wake(self, order_id: OrderId, now: datetime, ref: str | None = None) -> None:
        """Note that an order is to be looked at."""
        kept = self.kept[order_id - 1]
        kept.look_at, kept.payment_ref = now, kept.payment_ref or ref

    def take(self, fits: Callable[[Order], bool]) -> Order | None:
        """The first that fits, as a copy."""
        found = super()._first(fits)
        return replace(found) if found else None

    _first = take


class MemoryDatabase:
    """`Database.transaction` over stores in memory: what raises leaves nothing behind; jobs and events go out
    after it."""

    def __init__(self, *stores: object) -> None:
        self._stores = stores
        self.depth = 0
        self.after: list[Callable[[], None]] = []

    @contextmanager
    def transaction(self, channel_id: int | None, *, unscoped: bool = False) -> Iterator[None]:
        """One transaction; they do not lie within each other."""
        assert not self.depth, "a transaction within a transaction"
        before = [copy.deepcopy(vars(store)) for store in self._stores]
        self.depth += 1
        try:
            yield
        except BaseException:
            for store, was in zip(self._stores, before, strict=True):
                vars(store).clear()
                vars(store).update(was)
            self.after.clear()
            raise
        finally:
            self.depth -= 1
        while self.after:
            self.after.pop(0)()


class MemoryChannel:
    """`ChannelFacts`: a shop with a few viewers."""

    def __init__(self) -> None:
        self.people = {
            AccountId(4): Person("ada@example.org", "Ada", "en"),
            AccountId(5): Person("bob@example.org", "Bob", "fr"),
        }

    def language(self) -> str:
        return "en"

    def shop(self) -> Shop:
        return Shop(
            ChannelId(1), "prairie", "Prairie", "https://prairie.test", "USD", "America/Chicago", "en"
        )

    def person(self, account_id: AccountId) -> Person | None:
        return self.people.get(account_id)


class Announced:
    """`Announce`: remembers."""

    def __init__(self) -> None:
        self.events: list[DomainEvent] = []

    def __call__(self, event: DomainEvent) -> None:
        self.events.append(event)


class MemoryHeard:
    """`Heard` in memory."""

    def __init__(self) -> None:
        self.notices: dict[str, datetime] = {}
        self.until: datetime | None = None

    def first(self, notice_id: str, kind: str, at: datetime) -> bool:
        if notice_id in self.notices:
            return False
        self.notices[notice_id] = at
        return True

    def caught_up(self) -> datetime | None:
        return self.until

    def catch_up(self, until: datetime) -> None:
        self.until = until

    def forget(self, before: datetime) -> int:
        old = [name for name, at in self.notices.items() if at < before]
        for name in old:
            del self.notices[name]
        return len(old)
