"""Who takes the money, by the setting."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from decimal import Decimal
from types import SimpleNamespace
from typing import Any

import pytest

from adapters.container import Adapters
from adapters.payments.fake_stripe.keys import SECRET_KEY
from adapters.payments.fake_stripe.running import Running
from adapters.payments.none import NoPayments
from adapters.payments.stripe import StripePayments
from adapters.payments.tests.shops import payer, subscribing, wanted
from adapters.taxes.none import NoTaxes
from adapters.taxes.stripe_tax import StripeTaxes
from adapters.taxes.table import TableTaxes
from touchline.billing.ports.payments import PaymentsUnavailable
from touchline.shared.money import Money

ASKS = {
    "charge": lambda payments: payments.charge(wanted("cus_1", "pm_1")),
    "subscribe": lambda payments: payments.subscribe(subscribing("cus_1", "pm_1")),
    "look": lambda payments: payments.look("pi_1"),
    "find": lambda payments: payments.find("cus_1", "order"),
    "give_up": lambda payments: payments.give_up("pi_1"),
    "renew": lambda payments: payments.renew("sub_1", on=True),
    "end": lambda payments: payments.end("sub_1"),
    "refund": lambda payments: payments.refund("pi_1", Money(1, "USD"), "key"),
    "customer": lambda payments: payments.customer(payer()),
    "forget": lambda payments: payments.forget("cus_1"),
    "setup": lambda payments: payments.setup("cus_1"),
    "cards": lambda payments: payments.cards("cus_1"),
    "card": lambda payments: payments.card("cus_1", "pm_1"),
    "drop_card": lambda payments: payments.drop_card("cus_1", "pm_1"),
    "portal": lambda payments: payments.portal("cus_1", "http://prairie.example", "en"),
    "read": lambda payments: payments.read(b"{}", ""),
}


@dataclass
class Account:
    """What the settings say of Stripe."""

    address: str = "http://127.0.0.1:9"
    secret_key: str = SECRET_KEY
    seconds: int = 5

    def webhook_secret(self, signing_key: bytes) -> str:
        """Made from the key that signs links."""
        return f"whsec_{signing_key.decode()}"


def chosen(**settings: Any) -> Adapters:
    """The adapters of a deployment with these settings."""
    given = {"payments": "off", "tax": "none", "stripe": Account(), "tax_table": {}, **settings}
    return Adapters(settings=SimpleNamespace(**given), secret=b"s", run_task=None, clock=None)


def test_nobody_takes_money_unless_somebody_is_named() -> None:
    adapters = chosen()
    assert isinstance(adapters.payments(), NoPayments)
    assert isinstance(adapters.taxes(), NoTaxes)


def test_the_stand_in_is_reached_by_the_adapter_of_the_real_one() -> None:
    with Running() as running:
        adapters = chosen(payments="fake", stripe=Account(running.url))
        payments = adapters.payments()
        assert isinstance(payments, StripePayments)
        payments.check()
        assert adapters.payments() is payments


@pytest.mark.parametrize(("tax", "kind"), [("table", TableTaxes), ("stripe", StripeTaxes)])
def test_taxes_are_known_by_whom_the_operator_names(tax: str, kind: type[Any]) -> None:
    adapters = chosen(payments="fake", tax=tax)
    assert isinstance(adapters.taxes(), kind)


def test_rates_of_the_settings_are_in_force() -> None:
    taxes = chosen(tax="table", tax_table={"FR": [("TVA", Decimal(20))]}).taxes()
    [line] = taxes.within(Money(1200, "EUR"), "FR")
    assert (line.name, line.percent, line.amount.minor) == ("TVA", "20", 200)


@pytest.mark.parametrize("ask", ASKS.values(), ids=ASKS)
def test_where_payments_are_off_viewers_are_told_so(ask: Any) -> None:
    with pytest.raises(PaymentsUnavailable, match="not set up on this site"):
        ask(NoPayments())


def test_where_payments_are_off_nothing_is_missed_and_nothing_is_wrong() -> None:
    assert list(NoPayments().since(datetime(2026, 1, 1, tzinfo=UTC))) == []
    NoPayments().check()
