"""Applying what a change takes from buyers: in the same transaction as the change, then the refunds."""

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
    """Makes refunds that are due."""

    def sync_order(self, channel_id: ChannelId, order_id: OrderId) -> None:
        """Bring an order in line with the payment provider; `PaymentsUnavailableError`."""
        ...


@dataclass(frozen=True)
class WithdrawalResult:
    """What a change did to orders, and those whose refund was asked for."""

    effects: Sequence[OrderEffect] = ()
    refunds: Sequence[int] = ()


class ApplyWithdrawals:
    """Names what buyers lose, and takes it once the operator has agreed."""

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
    ) -> WithdrawalResult:
        """Bring the orders in line with the catalogue, in the transaction that changed it.

        `refund_events` are those whose orders are refunded even if they knew of the change before;
        `extra_effects` are effects that the orders themselves do not show. `ConfirmationRequiredError` rolls
        all back.
        """
        withdraw_products = self._withdraw_products
        affected = list(withdraw_products.find(refund_events if confirmation.refund else ()))
        lost_access = group_effects(
            [one for one in affected if one.loses_access], self._channel.get_current().language
        )
        effects = [*lost_access, *extra_effects]
        if effects and not confirmation.yes:
            raise ConfirmationRequiredError(effects)
        updated = [one for one in affected if withdraw_products.apply(one, refund=confirmation.refund)]
        refunds = [
            one.order.id
            for one in updated
            if confirmation.refund and one.loses_access and one.can_be_refunded
        ]
        return WithdrawalResult(effects, refunds)

    def list_open_orders(self) -> Iterator[Order]:
        """Return the orders of the channel that open something now."""
        return self._withdraw_products.list_open_orders()

    def refund_orders(self, channel_id: ChannelId, outcome: WithdrawalResult) -> list[int]:
        """Have the refunds made now, outside of any transaction; return the orders whose refund waits for the
        payment provider. The job of each minute goes on with those, and after a crash."""
        pending_refunds = []
        for order_id in outcome.refunds:
            try:
                self._refunds.sync_order(channel_id, OrderId(order_id))
            except PaymentsUnavailableError:
                pending_refunds.append(order_id)
        return pending_refunds
