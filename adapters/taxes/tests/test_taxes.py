"""The taxes in an amount: by none, by the operator's table, by Stripe Tax."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from typing import NoReturn

import pytest
import stripe

from adapters.payments.fake_stripe.running import Running
from adapters.payments.stripe_client import Line
from adapters.taxes.none import NoTaxes
from adapters.taxes.stripe_tax import KEPT_SECONDS, StripeTaxes
from adapters.taxes.table import TableTaxes
from touchline.billing.ports.payments import PaymentsUnavailable
from touchline.billing.ports.taxes import Taxes
from touchline.shared.money import Money

TABLE = {"CA": [("GST", Decimal(5)), ("QST", Decimal("9.975"))], "FR": [("VAT", Decimal(20))]}


class Clock:
    """Seconds that pass when told."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


@pytest.fixture
def running() -> Iterator[Running]:
    """The stand-in."""
    with Running() as opened:
        yield opened


@pytest.fixture
def by_stripe(running: Running) -> StripeTaxes:
    """Stripe Tax, by the stand-in."""
    return StripeTaxes(Line(running.key, 5, running.url))


@pytest.fixture(params=["table", "stripe"])
def taxes(request: pytest.FixtureRequest) -> Taxes:
    """Each that names taxes."""
    if request.param == "table":
        return TableTaxes(TABLE)
    found: StripeTaxes = request.getfixturevalue("by_stripe")
    return found


def lines(taxes: Taxes, minor: int, currency: str, country: str | None) -> list[tuple[str, str, int]]:
    found = taxes.within(Money(minor, currency), country)
    assert all(line.amount.currency == currency for line in found)
    return [(line.name, line.percent, line.amount.minor) for line in found]


def test_a_price_includes_the_taxes_of_its_payers_country(taxes: Taxes) -> None:
    assert lines(taxes, 1200, "EUR", "FR") == [("VAT", "20", 200)]
    assert lines(taxes, 1200, "EUR", "fr") == [("VAT", "20", 200)]


def test_a_country_that_is_not_known_and_one_without_taxes_have_none(taxes: Taxes) -> None:
    assert lines(taxes, 1200, "EUR", None) == []
    assert lines(taxes, 1200, "EUR", "AQ") == []


def test_nothing_includes_no_tax(taxes: Taxes) -> None:
    assert sum(amount for _, _, amount in lines(taxes, 0, "EUR", "FR")) == 0


def test_a_country_may_have_several_taxes() -> None:
    assert lines(TableTaxes(TABLE), 11498, "CAD", "CA") == [("GST", "5", 500), ("QST", "9.975", 998)]


def test_a_currency_without_decimals_is_taxed_in_whole_units(taxes: Taxes) -> None:
    assert lines(taxes, 1100, "JPY", "FR") == [("VAT", "20", 183)]


def test_where_no_taxes_are_named_there_are_none() -> None:
    assert NoTaxes().within(Money(1200, "EUR"), "FR") == ()


def test_a_country_for_which_stripe_wants_a_postal_code_has_none(
    by_stripe: StripeTaxes, monkeypatch: pytest.MonkeyPatch
) -> None:
    def too_vague(*_: object) -> NoReturn:
        code = "customer_tax_location_invalid"
        raise stripe.InvalidRequestError("Where?", None, code)  # type: ignore[no-untyped-call]

    monkeypatch.setattr("stripe.tax._calculation_service.CalculationService.create", too_vague)
    assert lines(by_stripe, 1200, "USD", "US") == []


def test_stripe_is_asked_once_a_day_for_a_country(running: Running) -> None:
    clock = Clock()
    taxes = StripeTaxes(Line(running.key, 5, running.url), clock)
    first = lines(taxes, 1200, "EUR", "FR")
    running.fail_next(1, "500", only="POST /v1/tax")
    assert lines(taxes, 1200, "EUR", "FR") == first
    clock.seconds = KEPT_SECONDS
    with pytest.raises(PaymentsUnavailable):
        taxes.within(Money(1200, "EUR"), "FR")
    assert lines(taxes, 1200, "EUR", "FR") == first
