"""Orders follow a team or category that is merged into another."""

from __future__ import annotations

from touchline.billing.domain.products.merged_scopes import ScopeKind, move_scope
from touchline.billing.ports.orders import Orders


class MergeScopes:
    """Use case: let the orders of a team or category name the one that stays."""

    def __init__(self, orders: Orders) -> None:
        self._orders = orders

    def count(self, kind: ScopeKind, item_id: int) -> int:
        """Return how many orders name the team or category."""
        return len(self._orders.list_ids_in_scope(kind, item_id))

    def __call__(self, kind: ScopeKind, removed: int, kept: int) -> None:
        """Move the orders, in the current transaction.

        A buyer who has a pass of both keeps both. Only one of them can hold the slot.
        """
        for order_id in self._orders.list_ids_in_scope(kind, removed):
            order = self._orders.get_for_update(order_id)
            if order is None:
                continue
            slot = order.slot
            move_scope(order, kind, removed, kept)
            if order.slot != slot and order.slot and order.account_id is not None:
                holder = self._orders.get_by_slot(order.account_id, order.slot)
                order.slot = None if holder else order.slot
            self._orders.save(order)
