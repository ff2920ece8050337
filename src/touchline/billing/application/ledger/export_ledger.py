"""Ledger export for bookkeeping: exact decimals in major units, instants in UTC."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from touchline.billing.domain.ledger.taxes import TaxLine
from touchline.billing.ports.order_reports import DateRange, LedgerEntry, OrderReports
from touchline.shared.money import Money
from touchline.shared.strings.localized import localize
from touchline.shared.strings.spreadsheets import escape_formula

COLUMNS = (
    "transaction_id", "order_id", "at", "kind", "status", "label", "currency", "amount", "net", "tax",
    "taxes", "product_kind", "product_id", "product", "promo_code", "account_id", "provider_ref", "note",
)  # fmt: skip
"""Columns of a row; docs/how-to/sell-access.md explains each."""
BATCH_SIZE = 500


class ExportLedger:
    """Reads the current channel's ledger page by page."""

    def __init__(self, order_reports: OrderReports) -> None:
        self._order_reports = order_reports

    def count(self, date_range: DateRange) -> int:
        """Return the number of rows."""
        return self._order_reports.count_entries(date_range)

    def __call__(self, date_range: DateRange, language: str) -> Iterator[tuple[str, ...]]:
        """Return the rows of a date range, oldest first, with product names in a language."""
        after: LedgerEntry | None = None
        while found := self._order_reports.list_entries(date_range, after, BATCH_SIZE):
            yield from build_rows(found, language)
            after = found[-1]


def build_rows(entries: Iterable[LedgerEntry], language: str) -> Iterator[tuple[str, ...]]:
    """Return one row for each ledger entry."""
    for entry in entries:
        transaction, order = entry.transaction, entry.order
        currency = transaction.amount.currency
        yield (
            str(transaction.id),
            str(order.id),
            transaction.at.strftime("%Y-%m-%dT%H:%M:%SZ"),
            transaction.movement.value,
            transaction.status.value,
            transaction.label.value if transaction.label else "",
            currency,
            transaction.amount.decimal,
            Money(transaction.signed_amount, currency).decimal,
            _total_tax(transaction.tax, currency) if transaction.taxed else "",
            "; ".join(f"{tax.name} {tax.percent}%: {tax.amount.decimal}" for tax in transaction.tax),
            order.product.kind.value,
            str(order.product.id),
            escape_formula(localize(order.product.name, language)),
            order.promo_code or "",
            str(order.account_id or ""),
            transaction.ref,
            escape_formula(transaction.note or ""),
        )


def _total_tax(taxes: Iterable[TaxLine], currency: str) -> str:
    return Money(sum(tax.amount.minor for tax in taxes), currency).decimal
