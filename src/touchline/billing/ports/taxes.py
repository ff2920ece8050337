"""The taxes included in an amount, by a service that the operator chooses (`TOUCHLINE_TAX`)."""

from __future__ import annotations

from typing import Protocol

from touchline.billing.domain.ledger.taxes import TaxLine
from touchline.shared.money import Money


class Taxes(Protocol):
    """Calculates the taxes of a country."""

    def calculate(self, amount: Money, country: str | None) -> tuple[TaxLine, ...]:
        """Return the taxes included in an amount paid from a country.

        `country` is ISO 3166 alpha-2, None if unknown. Countries without taxes have none. The call may use an
        external service, and raises `PaymentsUnavailableError` if it is unavailable.
        """
        ...
