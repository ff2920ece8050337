"""`TOUCHLINE_TAX=table`: rates that the operator wrote down."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal

from touchline.billing.domain.ledger.taxes import TaxLine, TaxRate, calculate_taxes
from touchline.shared.money import Money


class TableTaxes:
    """`Taxes` by a table: a name and a percent of the price before taxes, for each tax of each country (ISO
    3166 alpha-2)."""

    def __init__(self, table: Mapping[str, Sequence[tuple[str, Decimal]]]) -> None:
        self._rates = {
            country: [TaxRate(name, percent) for name, percent in taxes] for country, taxes in table.items()
        }

    def calculate(self, amount: Money, country: str | None) -> tuple[TaxLine, ...]:
        """The taxes of the country; none for one that is not in the table."""
        return calculate_taxes(amount, self._rates.get((country or "").upper(), ()))
