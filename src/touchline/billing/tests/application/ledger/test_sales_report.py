"""Tests for the daily sales report."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Any

from touchline.billing.application.ledger.sales_report import ProductSales, SalesReport
from touchline.billing.domain.checkout.orders import ProductKind
from touchline.billing.domain.ledger.transactions import Movement
from touchline.billing.ports.current_channel import BillingSettings
from touchline.billing.ports.sale_records import ProductKey, SaleRecord
from touchline.shared.ids import ChannelId
from touchline.shared.strings.localized import LocalText

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
EVENT_KEY, PASS_KEY = (ProductKind.EVENT, 12), (ProductKind.PACKAGE, 3)


class FakeSaleRecords:
    """In-memory `SaleRecords`."""

    def __init__(self, *records: SaleRecord) -> None:
        self.records = records

    def list_between(self, since: datetime, until: datetime) -> Iterable[SaleRecord]:
        return (record for record in self.records if since <= record.at < until)

    def list_for_product(self, product: ProductKey) -> Iterable[SaleRecord]:
        return (record for record in self.records if record.product == product)

    def get_product_names(self, product_keys: Sequence[ProductKey]) -> Mapping[ProductKey, LocalText]:
        return {
            product_key: {"en": product_key[0].value, "fr": f"le {product_key[0].value}"}
            for product_key in product_keys
        }


class FakeCurrentChannel:
    """`CurrentChannel` with fixed settings."""

    def get_language(self) -> str:
        return "en"

    def get_viewer_profile(self, account_id: Any) -> None:
        return None

    def get_billing_settings(self) -> BillingSettings:
        return BillingSettings(ChannelId(1), "prairie", "Prairie", "", "USD", "UTC", "en")


def build_record(
    days: int,
    amount: int,
    product_key: ProductKey = EVENT_KEY,
    movement: Movement = Movement.CHARGE,
    **more: Any,
) -> SaleRecord:
    """Build a sale record dated the given number of days after `NOON`."""
    return SaleRecord(NOON + timedelta(days=days), movement, amount, more.get("currency", "USD"), product_key)


def build_report(*records: SaleRecord, language: str = "en") -> Sequence[ProductSales]:
    """Return the sales of ten days."""
    report = SalesReport(FakeSaleRecords(*records), FakeCurrentChannel())
    return report(NOON, NOON + timedelta(days=10), datetime.date, language)


def test_charges_and_refunds_are_grouped_by_day_and_product() -> None:
    found = build_report(
        build_record(0, 1350),
        build_record(0, 1350),
        build_record(0, 9900, PASS_KEY),
        build_record(1, 1350, movement=Movement.REFUND),
    )
    assert found == [
        ProductSales(date(2026, 11, 21), "event", 12, "event", 2, 2700, 0),
        ProductSales(date(2026, 11, 21), "package", 3, "package", 1, 9900, 0),
        ProductSales(date(2026, 11, 22), "event", 12, "event", 0, 0, 1350),
    ]


def test_refunds_are_disputes_less_won_disputes() -> None:
    (sales,) = build_report(
        build_record(0, 1350),
        build_record(0, 1350, movement=Movement.DISPUTE),
        build_record(0, 1000, movement=Movement.DISPUTE_WON),
    )
    assert (sales.gross, sales.refunds) == (1350, 350)


def test_amounts_in_another_currency_are_excluded() -> None:
    assert build_report(build_record(0, 1350, currency="CAD")) == []


def test_names_are_in_the_requested_language_or_the_channel_language() -> None:
    assert build_report(build_record(0, 1), language="fr")[0].name == "le event"
    assert build_report(build_record(0, 1), language="de")[0].name == "event"


def test_only_sales_within_the_period_count() -> None:
    assert build_report(build_record(-1, 1350), build_record(10, 1350)) == []
