"""The taxes in an amount: an operator's choice (`TOUCHLINE_TAX`)."""

from __future__ import annotations

from typing import Protocol

from touchline.billing.domain.ledger.taxes import TaxLine
from touchline.shared.money import Money


class Taxes(Protocol):
    """Knows the taxes of a country."""

    def calculate(self, amount: Money, country: str | None) -> tuple[TaxLine, ...]:
        """The taxes that an amount paid from a country (ISO 3166 alpha-2; None: unknown) includes; none for a
        country without. May ask a service: `PaymentsUnavailableError` where that is away."""
        ...
