"""Applying what a change takes from buyers: in the same transaction as the change, then the refunds."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from touchline.billing.domain.orders import Order
from touchline.billing.facade import PaymentsUnavailable, WithdrawProducts
from touchline.channel.facade import ChannelFacade
from touchline.front.withdrawals.consent import Agreement, ConsentNeeded, Effect, effects_of
from touchline.shared.ids import ChannelId, OrderId


class Refunds(Protocol):
    """Makes refunds that are due."""

    def settle(self, channel_id: ChannelId, order_id: OrderId) -> None:
        """Bring an order in line with the payment provider; `PaymentsUnavailable`."""
        ...


@dataclass(frozen=True)
class Outcome:
    """What a change did to orders, and those whose refund was asked for."""

    effects: Sequence[Effect] = ()
    refunds: Sequence[int] = ()


class WithdrawFromBuyers:
    """Names what buyers lose, and takes it once the operator has agreed."""

    def __init__(self, withdrawals: WithdrawProducts, channel: ChannelFacade, refunds: Refunds) -> None:
        self._withdrawals = withdrawals
        self._channel = channel
        self._refunds = refunds

    def __call__(
        self, agreed: Agreement, *, refund_events: Collection[int] = (), more: Sequence[Effect] = ()
    ) -> Outcome:
        """Bring the orders in line with the catalogue, in the transaction that changed it.

        `refund_events` are those whose orders are refunded even if they knew of the change before; `more` are
        effects that the orders themselves do not show. `ConsentNeeded` rolls all back.
        """
        withdrawals = self._withdrawals
        touched = list(withdrawals.find(refund_events if agreed.refund else ()))
        losing = effects_of([one for one in touched if one.loses], self._channel.present().language)
        effects = [*losing, *more]
        if effects and not agreed.yes:
            raise ConsentNeeded(effects)
        done = [one for one in touched if withdrawals.apply(one, refund=agreed.refund)]
        refunds = [one.order.id for one in done if agreed.refund and one.loses and one.can_be_refunded]
        return Outcome(effects, refunds)

    def open_orders(self) -> Iterator[Order]:
        """Return the orders of the channel that open something now."""
        return self._withdrawals.open_orders()

    def pay_back(self, channel_id: ChannelId, outcome: Outcome) -> list[int]:
        """Have the refunds made now, outside of any transaction; return the orders whose refund waits for the
        payment provider. The job of each minute goes on with those, and after a crash."""
        waiting = []
        for order_id in outcome.refunds:
            try:
                self._refunds.settle(channel_id, OrderId(order_id))
            except PaymentsUnavailable:
                waiting.append(order_id)
        return waiting
