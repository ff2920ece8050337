"""Provider selection by setting."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from decimal import Decimal
from types import SimpleNamespace
from typing import Any

import pytest

from adapters.container import AdaptersContainer
from adapters.payments.fake_stripe.keys import SECRET_KEY
from adapters.payments.fake_stripe.testing.server import FakeStripeServer
from adapters.payments.none import NoPayments
from adapters.payments.stripe import StripePayments
from adapters.payments.tests.provider_harness import (
    build_payer,
    build_payment_request,
    build_subscription_request,
)
from adapters.taxes.none import NoTaxes
from adapters.taxes.stripe_tax import StripeTaxes
from adapters.taxes.table import TableTaxes
from touchline.billing.ports.payments import PaymentsUnavailableError, ProviderStatus, WebhookDelivery
from touchline.shared.money import Money

CALLS = {
    "charge": lambda payments: payments.charge(build_payment_request("cus_1", "pm_1")),
    "subscribe": lambda payments: payments.subscribe(build_subscription_request("cus_1", "pm_1")),
    "retrieve": lambda payments: payments.retrieve("pi_1"),
    "find": lambda payments: payments.find("cus_1", "order"),
    "cancel_unpaid": lambda payments: payments.cancel_unpaid("pi_1"),
    "set_auto_renewal": lambda payments: payments.set_auto_renewal("sub_1", enabled=True),
    "cancel_subscription": lambda payments: payments.cancel_subscription("sub_1"),
    "refund": lambda payments: payments.refund("pi_1", Money(1, "USD"), "key"),
    "get_or_create_customer": lambda payments: payments.get_or_create_customer(build_payer()),
    "delete_customer": lambda payments: payments.delete_customer("cus_1"),
    "create_setup_intent": lambda payments: payments.create_setup_intent("cus_1"),
    "list_cards": lambda payments: payments.list_cards("cus_1"),
    "get_card": lambda payments: payments.get_card("cus_1", "pm_1"),
    "detach_card": lambda payments: payments.detach_card("cus_1", "pm_1"),
    "create_portal_session": lambda payments: payments.create_portal_session(
        "cus_1", "http://prairie.example", "en"
    ),
    "construct_event": lambda payments: payments.construct_event(b"{}", ""),
}


@dataclass
class FakeStripeSettings:
    """The Stripe settings that the adapters read."""

    address: str = "http://127.0.0.1:9"
    secret_key: str = SECRET_KEY
    timeout_seconds: int = 5

    def webhook_secret(self, signing_key: bytes) -> str:
        """Return a webhook secret derived from the key that signs links."""
        return f"whsec_{signing_key.decode()}"


def select_adapters(**settings: Any) -> AdaptersContainer:
    """Return the adapters of a deployment with these settings."""
    values = {"payments": "off", "tax": "none", "stripe": FakeStripeSettings(), "tax_table": {}, **settings}
    return AdaptersContainer(settings=SimpleNamespace(**values), secret=b"s", run_task=None, clock=None)


def test_payments_and_taxes_are_off_by_default() -> None:
    adapters = select_adapters()
    assert isinstance(adapters.payments(), NoPayments)
    assert isinstance(adapters.taxes(), NoTaxes)


def test_the_fake_uses_the_stripe_adapter() -> None:
    with FakeStripeServer() as server:
        adapters = select_adapters(payments="fake", stripe=FakeStripeSettings(server.url))
        payments = adapters.payments()
        assert isinstance(payments, StripePayments)
        assert payments.check() == ProviderStatus(False, True, WebhookDelivery.MISSING)
        assert adapters.payments() is payments


@pytest.mark.parametrize(("tax", "kind"), [("table", TableTaxes), ("stripe", StripeTaxes)])
def test_taxes_come_from_the_configured_provider(tax: str, kind: type[Any]) -> None:
    adapters = select_adapters(payments="fake", tax=tax)
    assert isinstance(adapters.taxes(), kind)


def test_tax_rates_come_from_the_settings() -> None:
    taxes = select_adapters(tax="table", tax_table={"FR": [("TVA", Decimal(20))]}).taxes()
    [line] = taxes.calculate(Money(1200, "EUR"), "FR")
    assert (line.name, line.percent, line.amount.minor) == ("TVA", "20", 200)


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_disabled_payments_are_reported_to_viewers(call: Any) -> None:
    with pytest.raises(PaymentsUnavailableError, match="not set up on this site"):
        call(NoPayments())


def test_disabled_payments_have_no_events() -> None:
    assert list(NoPayments().list_since(datetime(2026, 1, 1, tzinfo=UTC))) == []
