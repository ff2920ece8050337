"""Updates of orders after schedule changes, in all channels.

Each order has its own database transaction. An interrupted run keeps its progress, and concurrent buyers do
not wait for long.
"""

from __future__ import annotations

from touchline.billing.application.products.extend_postponed_orders import ExtendPostponedOrders
from touchline.billing.application.products.withdraw_products import WithdrawProducts
from touchline.billing.ports.current_channel import Channels
from touchline.shared.ids import ChannelId, OrderId
from touchline.shared.unit_of_work import UnitOfWorkFactory


class PostponementService:
    """Updates orders after a pack is applied, and once a day."""

    def __init__(
        self,
        uow: UnitOfWorkFactory,
        channels: Channels,
        extend_postponed_orders: ExtendPostponedOrders,
        withdraw_products: WithdrawProducts,
    ) -> None:
        self._uow = uow
        self._channels = channels
        self._extend_postponed_orders = extend_postponed_orders
        self._withdraw_products = withdraw_products

    def run_for_all_channels(self) -> int:
        """Update the orders of postponed events in all channels, and return how many were extended."""
        with self._uow.all_channels():
            channel_ids = self._channels.list_ids_by_slug().values()
        return sum(self(channel_id) for channel_id in channel_ids)

    def __call__(self, channel_id: ChannelId) -> int:
        """Update the orders of one channel, including those for canceled or withdrawn products. Return how
        many were extended.
        """
        with self._uow(channel_id):
            affected = list(self._withdraw_products.find())
        for order in affected:
            with self._uow(channel_id):
                self._withdraw_products.apply(order, refund=False, silent=True)
        return self._extend_orders(channel_id)

    def _extend_orders(self, channel_id: ChannelId) -> int:
        extended, last_order_id = 0, OrderId(0)
        while True:
            with self._uow(channel_id):
                batch = self._extend_postponed_orders.find_postponed(last_order_id)
            if batch is None:
                return extended
            for order_id, starts_at in batch.new_starts:
                with self._uow(channel_id):
                    extended += self._extend_postponed_orders(order_id, starts_at)
            last_order_id = batch.last_order_id
