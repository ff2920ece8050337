"""`TOUCHLINE_TAX=table`: tax rates from the operator's table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal

from touchline.billing.domain.ledger.taxes import TaxLine, TaxRate, calculate_taxes
from touchline.shared.money import Money


class TableTaxes:
    """`Taxes` from a table: for each country (ISO 3166 alpha-2), the name and percentage of each tax.

    Percentages apply to the price before taxes.
    """

    def __init__(self, table: Mapping[str, Sequence[tuple[str, Decimal]]]) -> None:
        self._rates = {
            country: [TaxRate(name, percent) for name, percent in taxes] for country, taxes in table.items()
        }

    def calculate(self, amount: Money, country: str | None) -> tuple[TaxLine, ...]:
        """Return the taxes of the country, or none if it is not in the table."""
        return calculate_taxes(amount, self._rates.get((country or "").upper(), ()))
