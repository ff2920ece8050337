"""`Taxes` adapter without taxes on receipts."""

from touchline.billing.domain.ledger.taxes import TaxLine
from touchline.shared.money import Money


class NoTaxes:
    """`Taxes` for sellers who show no taxes."""

    def calculate(self, amount: Money, country: str | None) -> tuple[TaxLine, ...]:
        """Return no taxes."""
        return ()
