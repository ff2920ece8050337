"""Keeping single games open that are played later than they were to be when they were bought."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from touchline.billing.domain.orders import Order, slot_of
from touchline.billing.domain.postponing import is_postponed, postpone
from touchline.billing.ports.orders import Orders
from touchline.billing.ports.shelf import Timetable
from touchline.billing.ports.sold_games import SoldGames
from touchline.shared.clock import Clock
from touchline.shared.ids import OrderId

FOLLOW_GAMES = "billing.follow_games"
AT_ONCE = 200
LONG_AGO = timedelta(days=90)
"""Of what expired before, nobody waits for the game any more."""


@dataclass(frozen=True)
class Looked:
    """What was found among the orders up to the id `last`: those `postponed`, with the new start of each."""

    last: OrderId
    postponed: Sequence[tuple[OrderId, datetime]]


class FollowGames:
    """Finds orders whose game was postponed, and moves the days for which they are open. All in transactions
    of a channel; doing it twice changes nothing."""

    def __init__(self, orders: Orders, sold: SoldGames, timetable: Timetable, clock: Clock) -> None:
        self._orders = orders
        self._sold = sold
        self._timetable = timetable
        self._clock = clock

    def look(self, after: OrderId) -> Looked | None:
        """The next orders, all of them by two queries; None: that was all."""
        found = self._sold.orders(self._clock.now() - LONG_AGO, after, AT_ONCE)
        if not found:
            return None
        starts = self._timetable.starts({one.product.id for one in found})
        shown = [(one, starts[one.product.id]) for one in found if one.product.id in starts]
        return Looked(found[-1].id, [(one.id, start) for one, start in shown if is_postponed(one, start)])

    def __call__(self, order_id: OrderId, starts_at: datetime) -> bool:
        """Move one order to the present start of its game; whether it is later than before."""
        order = self._orders.locked(order_id)
        if order is None or not postpone(order, starts_at):
            return False
        order.slot = order.slot or self._free_slot(order)
        self._orders.save(order)
        return True

    def _free_slot(self, order: Order) -> str | None:
        """The place of an open order, which it lost where the game was bought again after its end; None while
        the other one has it."""
        slot = slot_of(order.product)
        if order.account_id is None or self._orders.in_slot(order.account_id, slot) is not None:
            return None
        return slot
