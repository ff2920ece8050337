"""Sales in a date range, by day and product, computed from the ledger."""

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
    """Sales of one product on one day, in minor units of the channel's currency.

    `orders` counts paid charges: purchases and renewals. `refunds` is the amount refunded or disputed,
    less won disputes. So `gross - refunds` is the net amount.
    """

    day: date
    kind: str
    id: int
    name: str = ""
    orders: int = 0
    gross: int = 0
    refunds: int = 0


class SalesReport:
    """Adds up the ledger's transactions by day and product.

    Transactions in another currency, from before the channel's currency changed, are left out.
    """

    def __init__(self, sale_records: SaleRecords, current_channel: CurrentChannel) -> None:
        self._sale_records = sale_records
        self._current_channel = current_channel

    def __call__(
        self, since: datetime, until: datetime, day_of: Callable[[datetime], date], language: str
    ) -> Sequence[ProductSales]:
        """Return the sales of each product on each day with money movements, by day, kind and id. Two
        queries.
        """
        billing_settings = self._current_channel.get_billing_settings()
        product_sales: dict[tuple[date, ProductKey], ProductSales] = {}
        names: dict[ProductKey, str] = defaultdict(str)
        for record in self._sale_records.list_between(since, until):
            if record.currency == billing_settings.currency:
                day = day_of(record.at)
                kind, product_id = record.product
                totals = product_sales.get((day, record.product)) or ProductSales(day, kind.value, product_id)
                product_sales[(day, record.product)] = _add_record(totals, record)
        if product_sales:
            products = sorted({product for _, product in product_sales})
            for product, name in self._sale_records.get_product_names(products).items():
                names[product] = localize(name, language, billing_settings.language)
        return [replace(product_sales[key], name=names[key[1]]) for key in sorted(product_sales)]


def _add_record(sales: ProductSales, record: SaleRecord) -> ProductSales:
    if record.movement is Movement.CHARGE:
        return replace(sales, orders=sales.orders + 1, gross=sales.gross + record.amount)
    sign = -1 if record.movement is Movement.DISPUTE_WON else 1
    return replace(sales, refunds=sales.refunds + sign * record.amount)
