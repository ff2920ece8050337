"""No taxes are named on receipts."""

from touchline.billing.domain.ledger.taxes import TaxLine
from touchline.shared.money import Money


class NoTaxes:
    """`Taxes` of a seller who names none."""

    def calculate(self, amount: Money, country: str | None) -> tuple[TaxLine, ...]:
        """None."""
        return ()
