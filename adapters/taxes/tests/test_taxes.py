"""Taxes included in an amount: without taxes, from the operator's table, and from Stripe Tax."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from typing import NoReturn

import pytest
import stripe

from adapters.payments.fake_stripe.testing.server import FakeStripeServer
from adapters.payments.stripe_client import StripeConnection
from adapters.taxes.none import NoTaxes
from adapters.taxes.stripe_tax import CACHE_SECONDS, StripeTaxes
from adapters.taxes.table import TableTaxes
from touchline.billing.ports.payments import PaymentsUnavailableError
from touchline.billing.ports.taxes import Taxes
from touchline.shared.money import Money

TABLE = {"CA": [("GST", Decimal(5)), ("QST", Decimal("9.975"))], "FR": [("VAT", Decimal(20))]}


class FakeTimer:
    """A timer that tests set."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


@pytest.fixture
def fake_stripe() -> Iterator[FakeStripeServer]:
    """Yield the fake Stripe."""
    with FakeStripeServer() as server:
        yield server


@pytest.fixture
def stripe_taxes(fake_stripe: FakeStripeServer) -> StripeTaxes:
    """Return the Stripe Tax adapter with the fake Stripe."""
    return StripeTaxes(StripeConnection(fake_stripe.secret_key, 5, fake_stripe.url))


@pytest.fixture(params=["table", "stripe"])
def taxes(request: pytest.FixtureRequest) -> Taxes:
    """Return each adapter that calculates taxes."""
    if request.param == "table":
        return TableTaxes(TABLE)
    stripe_taxes: StripeTaxes = request.getfixturevalue("stripe_taxes")
    return stripe_taxes


def list_taxes(taxes: Taxes, minor: int, currency: str, country: str | None) -> list[tuple[str, str, int]]:
    tax_lines = taxes.calculate(Money(minor, currency), country)
    assert all(line.amount.currency == currency for line in tax_lines)
    return [(line.name, line.percent, line.amount.minor) for line in tax_lines]


def test_a_price_includes_the_taxes_of_its_payers_country(taxes: Taxes) -> None:
    assert list_taxes(taxes, 1200, "EUR", "FR") == [("VAT", "20", 200)]
    assert list_taxes(taxes, 1200, "EUR", "fr") == [("VAT", "20", 200)]


def test_unknown_countries_and_countries_without_taxes_have_none(taxes: Taxes) -> None:
    assert list_taxes(taxes, 1200, "EUR", None) == []
    assert list_taxes(taxes, 1200, "EUR", "AQ") == []


def test_an_amount_of_zero_includes_no_tax(taxes: Taxes) -> None:
    assert sum(amount for _, _, amount in list_taxes(taxes, 0, "EUR", "FR")) == 0


def test_a_country_may_have_several_taxes() -> None:
    assert list_taxes(TableTaxes(TABLE), 11498, "CAD", "CA") == [("GST", "5", 500), ("QST", "9.975", 998)]


def test_a_currency_without_decimals_is_taxed_in_whole_units(taxes: Taxes) -> None:
    assert list_taxes(taxes, 1100, "JPY", "FR") == [("VAT", "20", 183)]


def test_disabled_taxes_are_empty() -> None:
    assert NoTaxes().calculate(Money(1200, "EUR"), "FR") == ()


def test_a_country_for_which_stripe_requires_a_postal_code_has_no_taxes(
    stripe_taxes: StripeTaxes, monkeypatch: pytest.MonkeyPatch
) -> None:
    def raise_location_invalid(*_: object) -> NoReturn:
        code = "customer_tax_location_invalid"
        raise stripe.InvalidRequestError("Where?", None, code)  # type: ignore[no-untyped-call]

    monkeypatch.setattr("stripe.tax._calculation_service.CalculationService.create", raise_location_invalid)
    assert list_taxes(stripe_taxes, 1200, "USD", "US") == []


def test_rates_are_fetched_once_a_day_for_a_country(fake_stripe: FakeStripeServer) -> None:
    timer = FakeTimer()
    taxes = StripeTaxes(StripeConnection(fake_stripe.secret_key, 5, fake_stripe.url), timer)
    first = list_taxes(taxes, 1200, "EUR", "FR")
    fake_stripe.fail_next(1, "500", path_prefix="POST /v1/tax")
    assert list_taxes(taxes, 1200, "EUR", "FR") == first
    timer.seconds = CACHE_SECONDS
    with pytest.raises(PaymentsUnavailableError):
        taxes.calculate(Money(1200, "EUR"), "FR")
    assert list_taxes(taxes, 1200, "EUR", "FR") == first
