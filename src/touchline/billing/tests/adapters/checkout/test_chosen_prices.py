"""Tests for donations and *pay what you can*, in the real app with the fake Stripe server."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from adapters.payments.fake_stripe.testing.server import FakeStripeServer
from touchline.billing.tests.adapters.conftest import PublishOffers
from touchline.billing.tests.offer_samples import billing_part, coupon_entry, package_entry, usd
from touchline.conftest import Visitor

RANGE: dict[str, Any] = {"minimum": usd("2.00"), "maximum": usd("500.00"), "suggested": [usd("10.00")]}
PRICE: dict[str, Any] = {"base": usd("10.00"), "fee": usd("0")}


@pytest.fixture
def offers(ada: Visitor, publish_offers: PublishOffers) -> dict[str, int]:
    """Publish a donation and two passes with a chosen price. Return their ids by name."""
    note = {"en": "Tax ID 12-3456789"}
    publish_offers(
        ada.channel,
        billing_part(
            package_entry(
                "fund", type="donation", capabilities=[], categories=[], price=PRICE, price_choice=RANGE,
                receipt_note=note,
            ),
            package_entry("open", price=PRICE, price_choice=RANGE | {"minimum": usd("0")}),
            package_entry("fixed"),
            coupons=(coupon_entry("HALF", percent=Decimal(50)),),
        ),
    )  # fmt: skip
    return {package["name"]: package["id"] for package in ada.data("/packages")}


def press(viewer: Visitor, kind: str, offer_id: int, key: str = "idempotency-key-1", **more: Any) -> Any:
    """Press the button, and return the response."""
    body = {"type": kind, "id": offer_id, "payment_method": "pm_card_visa", "api_key": viewer.api_key, **more}
    headers = {"Idempotency-Key": key} if key else {}
    return viewer.browser.post("/api/stripe/buy", json=body, headers=headers)


def list_charges(fake_stripe: FakeStripeServer) -> list[int]:
    """Return the amounts of the charges at the provider, newest first."""
    return [charge.amount for charge in fake_stripe.client().v1.charges.list().data]


def test_a_donation_is_charged_once_and_grants_nothing(
    ada: Visitor, offers: dict[str, int], fake_stripe: FakeStripeServer
) -> None:
    access = ada.data("/user/access")
    for _ in range(2):
        order = press(ada, "donation", offers["Fund"], amount="25.50", total="25.50").json["data"]
    assert (order["type"], order["status"], order["total"]) == ("donation", "paid", "25.50")
    assert list_charges(fake_stripe) == [2550]
    assert order["product"]["capabilities"] == []
    assert ada.data("/user/access") == access
    (charge,) = order["transactions"]
    assert (charge["tax"], charge["amount"]) == ([], "25.50")


def test_a_viewer_may_donate_again(
    ada: Visitor, offers: dict[str, int], fake_stripe: FakeStripeServer
) -> None:
    for key in ("idempotency-key-1", "idempotency-key-2"):
        assert press(ada, "donation", offers["Fund"], key, amount="5.00").json["data"]["status"] == "paid"
    assert list_charges(fake_stripe) == [500, 500]


def test_a_donation_needs_a_key(ada: Visitor, offers: dict[str, int], fake_stripe: FakeStripeServer) -> None:
    refused = press(ada, "donation", offers["Fund"], key="", amount="5.00")
    assert (refused.status_code, refused.json["code"]) == (400, "errors.key_missing")
    assert list_charges(fake_stripe) == []


@pytest.mark.parametrize("amount", ["1.99", "0", "500.01"])
def test_an_amount_outside_of_the_range_is_refused(
    ada: Visitor, offers: dict[str, int], fake_stripe: FakeStripeServer, amount: str
) -> None:
    refused = press(ada, "donation", offers["Fund"], amount=amount)
    assert (refused.status_code, refused.json["code"]) == (400, "errors.amount_range")
    assert list_charges(fake_stripe) == []


def test_a_chosen_price_is_charged_and_grants_the_pass(
    ada: Visitor, offers: dict[str, int], fake_stripe: FakeStripeServer
) -> None:
    order = press(ada, "package", offers["Open"], amount="3", total="3.00").json["data"]
    assert (order["status"], order["total"]) == ("paid", "3.00")
    assert list_charges(fake_stripe) == [300]


def test_nothing_may_be_chosen_and_needs_no_card(
    ada: Visitor, offers: dict[str, int], fake_stripe: FakeStripeServer
) -> None:
    order = press(ada, "package", offers["Open"], amount="0", payment_method=None).json["data"]
    assert (order["status"], order["total"]) == ("paid", "0.00")
    assert list_charges(fake_stripe) == []


def test_a_fixed_price_cannot_be_chosen(
    ada: Visitor, offers: dict[str, int], fake_stripe: FakeStripeServer
) -> None:
    refused = press(ada, "package", offers["Fixed"], amount="0.50")
    assert (refused.status_code, refused.json["code"]) == (400, "errors.price_changed")


@pytest.mark.parametrize("kind", ["package", "donation", "subscription", "event"])
def test_the_kind_cannot_be_exchanged(ada: Visitor, offers: dict[str, int], kind: str) -> None:
    wrong = "Open" if kind == "donation" else "Fund"
    assert press(ada, kind, offers[wrong], amount="5.00").status_code in (400, 404)
    assert ada.data("/orders") == []


@pytest.mark.parametrize(("kind", "name"), [("package", "Open"), ("donation", "Fund")])
def test_a_promo_code_does_not_apply_to_a_chosen_price(
    ada: Visitor, offers: dict[str, int], kind: str, name: str
) -> None:
    refused = press(ada, kind, offers[name], amount="10.00", promo_code="HALF")
    assert (refused.status_code, refused.json["code"]) == (400, "errors.promo_code_choice")


def test_a_repeated_key_with_another_amount_is_refused(ada: Visitor, offers: dict[str, int]) -> None:
    press(ada, "donation", offers["Fund"], amount="5.00")
    refused = press(ada, "donation", offers["Fund"], amount="6.00")
    assert (refused.status_code, refused.json["code"]) == (400, "errors.idempotency_key")


def test_a_donation_is_listed_for_sale_but_is_no_pass(ada: Visitor, offers: dict[str, int]) -> None:
    lines = {(line["type"], line["id"]) for line in ada.data("/offers")["lines"]}
    assert ("donation", offers["Fund"]) in lines
    assert ("package", offers["Fund"]) not in lines
