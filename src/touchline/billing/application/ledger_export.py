"""The ledger as rows for bookkeeping: exact decimals in major units, instants in UTC."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from touchline.billing.domain.taxes import TaxLine
from touchline.billing.ports.order_books import Entry, OrderBooks, Span
from touchline.shared.money import Money
from touchline.shared.text import no_formula, pick

COLUMNS = (
    "transaction_id", "order_id", "at", "kind", "status", "label", "currency", "amount", "net", "tax",
    "taxes", "product_kind", "product_id", "product", "promo_code", "account_id", "provider_ref", "note",
)  # fmt: skip
"""What stands in a row; docs/how-to/sell-access.md says what each means."""
AT_ONCE = 500


class ExportLedger:
    """Reads the present channel's ledger page by page."""

    def __init__(self, books: OrderBooks) -> None:
        self._books = books

    def count(self, span: Span) -> int:
        """How many rows there will be."""
        return self._books.count(span)

    def __call__(self, span: Span, language: str) -> Iterator[tuple[str, ...]]:
        """The rows of a span, oldest first; products by their names in a language."""
        after: Entry | None = None
        while found := self._books.entries(span, after, AT_ONCE):
            yield from rows(found, language)
            after = found[-1]


def rows(entries: Iterable[Entry], language: str) -> Iterator[tuple[str, ...]]:
    """One row for each line."""
    for entry in entries:
        line, order = entry.line, entry.order
        currency = line.amount.currency
        yield (
            str(line.id),
            str(order.id),
            line.at.strftime("%Y-%m-%dT%H:%M:%SZ"),
            line.movement.value,
            line.status.value,
            line.label.value if line.label else "",
            currency,
            line.amount.decimal,
            Money(line.signed, currency).decimal,
            _total(line.tax, currency) if line.taxed else "",
            "; ".join(f"{one.name} {one.percent}%: {one.amount.decimal}" for one in line.tax),
            order.product.kind.value,
            str(order.product.id),
            no_formula(pick(order.product.name, language)),
            order.promo_code or "",
            str(order.account_id or ""),
            line.ref,
            no_formula(line.note or ""),
        )


def _total(taxes: Iterable[TaxLine], currency: str) -> str:
    return Money(sum(one.amount.minor for one in taxes), currency).decimal
