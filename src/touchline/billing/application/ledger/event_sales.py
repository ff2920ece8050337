"""Sales of one event, computed from the ledger."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from touchline.billing.domain.checkout.orders import ProductKind
from touchline.billing.domain.ledger.transactions import Movement
from touchline.billing.ports.current_channel import CurrentChannel
from touchline.billing.ports.order_reports import OrderQuery, OrderReports, Validity
from touchline.billing.ports.sale_records import MovementTotal, SaleRecords
from touchline.shared.clock import Clock
from touchline.shared.money import Money


@dataclass(frozen=True)
class EventSales:
    """Sales of one event alone, without passes that cover more, in the channel's currency.

    `orders` counts paid charges. `refunds` is the amount refunded or disputed, less won disputes. `holders`
    are the orders that give access to the event now, also those without payment.
    """

    orders: int
    gross: Money
    refunds: Money
    holders: int

    @property
    def net(self) -> Money:
        """Return the amount that is left after refunds."""
        return self.gross - self.refunds


class GetEventSales:
    """Adds up the ledger's transactions of an event. Transactions in another currency are left out."""

    def __init__(
        self,
        sale_records: SaleRecords,
        order_reports: OrderReports,
        current_channel: CurrentChannel,
        clock: Clock,
        grace: timedelta,
    ) -> None:
        self._sale_records = sale_records
        self._order_reports = order_reports
        self._current_channel = current_channel
        self._clock = clock
        self._grace = grace

    def __call__(self, event_id: int) -> EventSales:
        """Return the sales of an event. Two queries, and the channel's settings."""
        currency = self._current_channel.get_billing_settings().currency
        totals = self._sale_records.sum_movements((ProductKind.EVENT, event_id), currency)
        charges, refunds, disputes, won = (
            totals.get(movement, MovementTotal())
            for movement in (Movement.CHARGE, Movement.REFUND, Movement.DISPUTE, Movement.DISPUTE_WON)
        )
        validity = Validity(self._clock.now(), self._grace)
        return EventSales(
            charges.count,
            Money(charges.amount, currency),
            Money(refunds.amount + disputes.amount - won.amount, currency),
            self._order_reports.count(OrderQuery(event_id=event_id, validity=validity)),
        )
