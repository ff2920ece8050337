"""Repository of make-goods, and the settings and purchases that they are decided from."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from touchline.billing.domain.checkout.orders import Order
from touchline.billing.domain.make_good.make_goods import MakeGood
from touchline.billing.domain.make_good.policies import MakeGoodPolicy
from touchline.shared.ids import AccountId, OrderId
from touchline.shared.money import Money
from touchline.shared.strings.localized import LocalText


@dataclass(frozen=True)
class PaidCounts:
    """How many viewers of an event were paid with a promo code, and how many to their card."""

    credits: int
    refunds: int


@dataclass(frozen=True)
class WaitingMakeGoods:
    """An event with make-goods that wait for an operator: how many, and their unpaid amount."""

    event_id: int
    event_name: LocalText
    count: int
    unpaid: Money


class MakeGoods(Protocol):
    """The make-goods of the current channel."""

    def list_for_event(self, event_id: int) -> Sequence[MakeGood]:
        """Return the make-goods of an event, by id. One query."""
        ...

    def list_for_orders(self, order_ids: Collection[OrderId]) -> Mapping[OrderId, Sequence[MakeGood]]:
        """Return the make-goods of these orders that were paid at least in part. One query."""
        ...

    def list_for_account(self, account_id: AccountId) -> Sequence[MakeGood]:
        """Return the make-goods of a viewer. One query."""
        ...

    def find(self, event_id: int, order_id: OrderId) -> MakeGood | None:
        """Return the make-good of an order for an event; None if there is none."""
        ...

    def find_by_code(self, code: str) -> MakeGood | None:
        """Return the make-good that was paid with a promo code; None if there is none."""
        ...

    def get(self, make_good_id: int) -> MakeGood | None:
        """Return one make-good; None if there is none."""
        ...

    def get_for_update(self, make_good_id: int) -> MakeGood | None:
        """Return one make-good, locked until the transaction ends."""
        ...

    def add(self, make_good: MakeGood) -> bool:
        """Insert a make-good and set its id. Return False if the viewer already has one for the event."""
        ...

    def save(self, make_good: MakeGood) -> None:
        """Store the changes."""
        ...

    def delete(self, make_good_id: int) -> None:
        """Delete a make-good that was proposed by mistake."""
        ...

    def list_waiting(self) -> Sequence[WaitingMakeGoods]:
        """Return the events with make-goods that wait for an operator, newest first. One query."""
        ...

    def count_paid(self, event_ids: Collection[int]) -> Mapping[int, PaidCounts]:
        """Return how many viewers were paid, by event. One query."""
        ...

    def erase_account(self, account_id: AccountId) -> None:
        """Remove the person from the make-goods, which stay, and delete the person's promo codes."""
        ...


class EventOrders(Protocol):
    """The orders of viewers of an event."""

    def list_paid(self, account_ids: Collection[AccountId], until: datetime) -> Sequence[Order]:
        """Return the paid orders of these viewers that were placed before `until`."""
        ...


class MakeGoodSettings(Protocol):
    """The make-good policy of the current channel."""

    def get_make_good_policy(self) -> MakeGoodPolicy:
        """Return the policy."""
        ...
