"""No taxes are named on receipts."""

from touchline.billing.domain.taxes import TaxLine
from touchline.shared.money import Money


class NoTaxes:
    """`Taxes` of a seller who names none."""

    def within(self, amount: Money, country: str | None) -> tuple[TaxLine, ...]:
        """None."""
        return ()
