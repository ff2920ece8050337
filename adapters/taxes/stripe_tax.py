"""`TOUCHLINE_TAX=stripe`: tax rates from Stripe Tax (https://docs.stripe.com/api/tax/calculations).

Stripe charges for each calculation, so each country's rates are fetched once a day and applied locally, as
with the table. Only the viewer's country is known. A country for which Stripe requires a postal code (the
United States, Canada) therefore has no taxes, and neither does one where the operator is not registered.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from decimal import Decimal
from typing import TYPE_CHECKING

import stripe

from touchline.billing.domain.ledger.taxes import TaxLine, TaxRate, calculate_taxes
from touchline.shared.money import Money

if TYPE_CHECKING:
    from adapters.payments.stripe_client import StripeConnection

CACHE_SECONDS = 24 * 60 * 60.0
SAMPLE_AMOUNT = 100_000
_LOCATION_INVALID = "customer_tax_location_invalid"
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
    """`Taxes` by Stripe. `timer` returns seconds."""

    def __init__(self, connection: StripeConnection, timer: Callable[[], float] = time.monotonic) -> None:
        self._connection = connection
        self._timer = timer
        self._cache: dict[tuple[str, str], tuple[float, list[TaxRate]]] = {}

    def calculate(self, amount: Money, country: str | None) -> tuple[TaxLine, ...]:
        """Return the taxes of the country. Raises `PaymentsUnavailableError` if Stripe is unavailable."""
        if not country or not amount.minor:
            return ()
        return calculate_taxes(amount, self._get_rates(country.upper(), amount.currency.lower()))

    def _get_rates(self, country: str, currency: str) -> list[TaxRate]:
        until, rates = self._cache.get((country, currency), (0.0, []))
        if self._timer() >= until:
            rates = list(self._fetch_rates(country, currency))
            self._cache[country, currency] = (self._timer() + CACHE_SECONDS, rates)
        return rates

    def _fetch_rates(self, country: str, currency: str) -> Iterator[TaxRate]:
        with self._connection.translate_errors("taxes"):
            try:
                calculation = self._connection.v1.tax.calculations.create(
                    {
                        "currency": currency,
                        "line_items": [
                            {"amount": SAMPLE_AMOUNT, "reference": "access", "tax_behavior": "inclusive"}
                        ],
                        "customer_details": {"address": {"country": country}, "address_source": "billing"},
                    }
                )
            except stripe.InvalidRequestError as error:
                if error.code != _LOCATION_INVALID:
                    raise
                return
        for breakdown in calculation.tax_breakdown:
            percent = Decimal(breakdown.tax_rate_details.percentage_decimal)
            if breakdown.amount and percent:
                yield TaxRate(_get_tax_name(breakdown.tax_rate_details.tax_type), percent)


def _get_tax_name(kind: str | None) -> str:
    return _NAMES.get(kind or "", "Tax")
