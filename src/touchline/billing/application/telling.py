"""What other contexts, and those who write letters, are told of a settled order: once for each line."""

from __future__ import annotations

from collections.abc import Sequence

from touchline.billing.domain.ledger import Label, Movement, Transaction
from touchline.billing.domain.orders import Order, OrderStatus
from touchline.billing.events import OrderPaid, OrderRefunded, RenewalFailed
from touchline.billing.ports.channel_facts import ChannelFacts
from touchline.shared.unit_of_work import Announce

NOTHING_CHARGED = 0


class Telling:
    """Announces what new lines of the ledger mean."""

    def __init__(self, channel: ChannelFacts, announce: Announce) -> None:
        self._channel = channel
        self._announce = announce

    def __call__(self, before: OrderStatus, order: Order, lines: Sequence[Transaction]) -> None:
        """Tell of an order that was in the status `before`, and has these new lines."""
        paid = [line for line in lines if line.movement is Movement.CHARGE and line.signed]
        if order.status is not OrderStatus.FAILED:  # else the money goes back at once
            for line in paid:
                self._paid(order, line.id, renewal=line.label is Label.UPDATED)
        if before is OrderStatus.CREATED and order.starts_at is not None and not paid:
            self._paid(order, NOTHING_CHARGED, renewal=False)
        for line in lines:
            self._other(before, order, line)

    def _paid(self, order: Order, transaction_id: int, *, renewal: bool) -> None:
        self._announce(OrderPaid(self._here(), order.id, order.account_id or 0, transaction_id, renewal))

    def _other(self, before: OrderStatus, order: Order, line: Transaction) -> None:
        about = (self._here(), order.id, order.account_id or 0, line.id)
        if line.movement is Movement.REFUND:
            self._announce(OrderRefunded(*about))
            return
        # What cannot be charged after a trial is no renewal by its label, but it is to the viewer.
        goes_on = line.label is Label.UPDATED or before is OrderStatus.PAID
        if line.status is OrderStatus.FAILED and goes_on:
            self._announce(RenewalFailed(*about))

    def _here(self) -> int:
        return self._channel.shop().id
