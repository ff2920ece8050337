"""Refunds by an operator in a random walk."""

from __future__ import annotations

from typing import ClassVar

from touchline.billing.tests.proof.scenario import Scenario
from touchline.shared.ids import ChannelId
from touchline.shared.money import Money


class RefundActions(Scenario):
    """Refunds in the studio, whole and partial, which may be pressed twice."""

    WEIGHTS: ClassVar = {"refund_order": 4, "refund_as_shown": 2}

    def refund_order(self) -> str:
        """Refund all that is left of the last payment, or a part of it."""
        order = self.pick_order(lambda order: order.payment_ref is not None)
        if order is None:
            return "none"
        service, channel_id = self.system.billing.refund_service(), ChannelId(1)
        plan = service.plan_refund(channel_id, order.id, self._choose_amount(order.total))
        for _ in range(self.random.choice((1, 1, 2))):
            service.refund(channel_id, order.id, plan)
        return f"order {order.id}: {plan.amount}"

    def refund_as_shown(self) -> str:
        """Refund from a page that may be out of date. The second press is refused."""
        order = self.pick_order(lambda order: order.payment_ref is not None)
        if order is None:
            return "none"
        service, channel_id = self.system.billing.refund_service(), ChannelId(1)
        shown = service.plan_refund(channel_id, order.id).refundable.decimal
        amount = self._choose_amount(order.total)
        for _ in range(self.random.choice((1, 2))):
            service.refund_as_shown(channel_id, order.id, amount, None, shown)
        return f"order {order.id}: {amount or 'all'} of {shown}"

    def _choose_amount(self, total: Money) -> str | None:
        if self.random.random() < 0.4:
            return None
        return Money(self.random.randint(1, max(1, total.minor)), total.currency).decimal
