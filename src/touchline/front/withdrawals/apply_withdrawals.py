"""Applies the effects of a change on orders in the same transaction as the change, then makes the refunds."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from touchline.billing.domain.checkout.orders import Order
from touchline.billing.facade import PaymentsUnavailableError, WithdrawProducts
from touchline.channel.facade import ChannelFacade
from touchline.front.withdrawals.confirmation import (
    Confirmation,
    ConfirmationRequiredError,
    OrderEffect,
    group_effects,
)
from touchline.shared.ids import ChannelId, OrderId


class Refunds(Protocol):
    """Service that makes the refunds that are due."""

    def sync_order(self, channel_id: ChannelId, order_id: OrderId) -> None:
        """Sync an order with the payment provider. Raises `PaymentsUnavailableError`."""
        ...


@dataclass(frozen=True)
class WithdrawalResult:
    """The effects of a change on orders, and the IDs of the orders with a requested refund."""

    effects: Sequence[OrderEffect] = ()
    refunds: Sequence[int] = ()


class ApplyWithdrawals:
    """Use case that lists what buyers lose, and applies it after the operator confirms."""

    def __init__(self, withdraw_products: WithdrawProducts, channel: ChannelFacade, refunds: Refunds) -> None:
        self._withdraw_products = withdraw_products
        self._channel = channel
        self._refunds = refunds

    def __call__(
        self,
        confirmation: Confirmation,
        *,
        refund_events: Collection[int] = (),
        extra_effects: Sequence[OrderEffect] = (),
        changed_events: Collection[int] | None = None,
    ) -> WithdrawalResult:
        """Update the orders to match the catalog, in the transaction that changed the catalog.

        Orders for `refund_events` are refunded even if they already recorded the change. `extra_effects` are
        effects that the orders themselves do not show. `changed_events` are given if nothing else changed;
        orders of other products are not compared then. Raises `ConfirmationRequiredError`, which rolls back
        the whole transaction.
        """
        withdraw_products = self._withdraw_products
        affected = list(withdraw_products.find(refund_events if confirmation.refund else (), changed_events))
        lost_access = group_effects(
            [affected_order for affected_order in affected if affected_order.loses_access],
            confirmation.language or self._channel.get_current().language,
        )
        effects = [*lost_access, *extra_effects]
        if effects and not confirmation.yes:
            raise ConfirmationRequiredError(effects)
        updated = [
            affected_order
            for affected_order in affected
            if withdraw_products.apply(affected_order, refund=confirmation.refund)
        ]
        refunds = [
            affected_order.order.id
            for affected_order in updated
            if confirmation.refund and affected_order.loses_access and affected_order.can_be_refunded
        ]
        return WithdrawalResult(effects, refunds)

    def list_open_orders(self) -> Iterator[Order]:
        """Return the channel's orders that currently grant access."""
        return self._withdraw_products.list_open_orders()

    def refund_orders(self, channel_id: ChannelId, result: WithdrawalResult) -> list[int]:
        """Make the refunds now, outside of any transaction, and return the IDs of orders that wait for the
        payment provider.

        The job that runs every minute retries those orders, and also resumes after a crash.
        """
        pending_refunds = []
        for order_id in result.refunds:
            try:
                self._refunds.sync_order(channel_id, OrderId(order_id))
            except PaymentsUnavailableError:
                pending_refunds.append(order_id)
        return pending_refunds
