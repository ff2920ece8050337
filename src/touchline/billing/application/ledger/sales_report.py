"""What was sold in a time, day by day and product by product, out of the ledger."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime

from touchline.billing.domain.ledger.transactions import Movement
from touchline.billing.ports.current_channel import CurrentChannel
from touchline.billing.ports.sale_records import ProductKey, SaleRecord, SaleRecords
from touchline.shared.strings.localized import localize


@dataclass(frozen=True)
class ProductSales:
    """What one product brought on one day, in minor units of the channel's currency. `orders` counts paid
    charges: purchases and renewals. `refunds` is what went back by refunds and disputes, less what disputes
    gave back; so `gross - refunds` is what the ledger kept."""

    day: date
    kind: str
    id: int
    name: str = ""
    orders: int = 0
    gross: int = 0
    refunds: int = 0


class SalesReport:
    """Adds up the ledger's lines. Those of another currency than the channel's, from before it had this one,
    are left out: they do not add up."""

    def __init__(self, sale_records: SaleRecords, current_channel: CurrentChannel) -> None:
        self._sale_records = sale_records
        self._current_channel = current_channel

    def __call__(
        self, since: datetime, until: datetime, day_of: Callable[[datetime], date], language: str
    ) -> Sequence[ProductSales]:
        """What every product that moved money brought on each day that saw any, by day, kind and id. Two
        queries."""
        billing_settings = self._current_channel.billing_settings()
        found: dict[tuple[date, ProductKey], ProductSales] = {}
        names: dict[ProductKey, str] = defaultdict(str)
        for record in self._sale_records.list_between(since, until):
            if record.currency == billing_settings.currency:
                day = day_of(record.at)
                kind, number = record.product
                totals = found.get((day, record.product)) or ProductSales(day, kind.value, number)
                found[(day, record.product)] = _add_record(totals, record)
        if found:
            products = sorted({products for _, products in found})
            for product, name in self._sale_records.get_product_names(products).items():
                names[product] = localize(name, language, billing_settings.language)
        return [replace(found[key], name=names[key[1]]) for key in sorted(found)]


def _add_record(sales: ProductSales, record: SaleRecord) -> ProductSales:
    if record.movement is Movement.CHARGE:
        return replace(sales, orders=sales.orders + 1, gross=sales.gross + record.amount)
    sign = -1 if record.movement is Movement.DISPUTE_WON else 1
    return replace(sales, refunds=sales.refunds + sign * record.amount)
