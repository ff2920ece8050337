"""Sales of one event, computed from the ledger."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from zoneinfo import ZoneInfo

from touchline.billing.domain.checkout.orders import ProductKind
from touchline.billing.domain.ledger.transactions import Movement
from touchline.billing.ports.current_channel import CurrentChannel
from touchline.billing.ports.order_reports import OrderQuery, OrderReports, Validity
from touchline.billing.ports.sale_records import SaleRecord, SaleRecords
from touchline.shared.clock import Clock
from touchline.shared.money import Money

MAX_DAYS = 92
_ONE_DAY = timedelta(days=1)


@dataclass(frozen=True)
class SalesDay:
    """The paid charges of one day in the channel's time zone."""

    day: date
    orders: int
    gross: Money


@dataclass(frozen=True)
class EventSales:
    """Sales of one event alone, without passes that cover more, in the channel's currency.

    `orders` counts paid charges. `refunds` is the amount refunded or disputed, less won disputes. `holders`
    are the orders that give access to the event now, also those without payment. `days` are all days from
    the first charge to the last one, at most the last 92.
    """

    orders: int
    gross: Money
    refunds: Money
    holders: int
    days: Sequence[SalesDay] = ()

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
        settings = self._current_channel.get_billing_settings()
        zone, nothing = ZoneInfo(settings.time_zone), Money(0, settings.currency)
        days: dict[date, SalesDay] = {}
        gross = refunds = nothing
        for record in self._sale_records.list_for_product((ProductKind.EVENT, event_id)):
            if record.currency != settings.currency:
                continue
            amount = Money(record.amount, record.currency)
            if record.movement is Movement.CHARGE:
                gross += amount
                day = record.at.astimezone(zone).date()
                days[day] = _add_charge(days.get(day) or SalesDay(day, 0, nothing), record)
            elif record.movement is Movement.DISPUTE_WON:
                refunds -= amount
            else:
                refunds += amount
        validity = Validity(self._clock.now(), self._grace)
        return EventSales(
            sum(day.orders for day in days.values()),
            gross,
            refunds,
            self._order_reports.count(OrderQuery(event_id=event_id, validity=validity)),
            [days.get(day) or SalesDay(day, 0, nothing) for day in _list_days(days)],
        )


def _add_charge(day: SalesDay, record: SaleRecord) -> SalesDay:
    return replace(day, orders=day.orders + 1, gross=day.gross + Money(record.amount, record.currency))


def _list_days(days: Collection[date]) -> list[date]:
    """Return every day from the first to the last one, at most the last 92."""
    if not days:
        return []
    last = max(days)
    count = min((last - min(days)).days + 1, MAX_DAYS)
    return [last - _ONE_DAY * offset for offset in reversed(range(count))]
