"""`TOUCHLINE_TAX=stripe`: rates that Stripe Tax knows (https://docs.stripe.com/api/tax/calculations).

Each calculation is paid for, so a country's rates are asked for once a day and applied to amounts here, as
the table's are. A country for whose taxes Stripe wants a postal code (the United States, Canada), and one in
which the operator is not registered, has none: only the country of a viewer is known.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from decimal import Decimal
from typing import TYPE_CHECKING

import stripe

from touchline.billing.domain.taxes import TaxLine, TaxRate, taxes_within
from touchline.shared.money import Money

if TYPE_CHECKING:
    from adapters.payments.stripe_client import Line

KEPT_SECONDS = 24 * 60 * 60.0
SAMPLE = 100_000
_TOO_VAGUE = "customer_tax_location_invalid"
_NAMES = {
    "gst": "GST",
    "hst": "HST",
    "igst": "IGST",
    "jct": "JCT",
    "pst": "PST",
    "qst": "QST",
    "rst": "RST",
    "sales_tax": "Sales tax",
    "vat": "VAT",
}


class StripeTaxes:
    """`Taxes` by Stripe. `timer` counts seconds."""

    def __init__(self, line: Line, timer: Callable[[], float] = time.monotonic) -> None:
        self._line = line
        self._timer = timer
        self._kept: dict[tuple[str, str], tuple[float, list[TaxRate]]] = {}

    def within(self, amount: Money, country: str | None) -> tuple[TaxLine, ...]:
        """The taxes of the country; `PaymentsUnavailable` where Stripe does not tell."""
        if not country or not amount.minor:
            return ()
        return taxes_within(amount, self._rates(country.upper(), amount.currency.lower()))

    def _rates(self, country: str, currency: str) -> list[TaxRate]:
        until, rates = self._kept.get((country, currency), (0.0, []))
        if self._timer() >= until:
            rates = list(self._ask(country, currency))
            self._kept[country, currency] = (self._timer() + KEPT_SECONDS, rates)
        return rates

    def _ask(self, country: str, currency: str) -> Iterator[TaxRate]:
        with self._line.asking("taxes"):
            try:
                found = self._line.v1.tax.calculations.create(
                    {
                        "currency": currency,
                        "line_items": [
                            {"amount": SAMPLE, "reference": "access", "tax_behavior": "inclusive"}
                        ],
                        "customer_details": {"address": {"country": country}, "address_source": "billing"},
                    }
                )
            except stripe.InvalidRequestError as error:
                if error.code != _TOO_VAGUE:
                    raise
                return
        for part in found.tax_breakdown:
            percent = Decimal(part.tax_rate_details.percentage_decimal)
            if part.amount and percent:
                yield TaxRate(_name(part.tax_rate_details.tax_type), percent)


def _name(kind: str | None) -> str:
    return _NAMES.get(kind or "", "Tax")
