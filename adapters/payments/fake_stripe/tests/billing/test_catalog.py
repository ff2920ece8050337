"""Tests for products, prices, tax and the portal."""

from __future__ import annotations

from typing import Any

import pytest
import stripe

from adapters.payments.fake_stripe.api.errors import StripeError
from adapters.payments.fake_stripe.tests.merchant import Merchant


def create_price(merchant: Merchant, product: str, lookup_key: str, **more: Any) -> Any:
    params: Any = {
        "product": product,
        "currency": "usd",
        "unit_amount": 999,
        "lookup_key": lookup_key,
        **more,
    }
    return merchant.api.prices.create({**params, "recurring": {"interval": "year"}})


def test_a_lookup_key_finds_one_price_only(merchant: Merchant) -> None:
    product = merchant.api.products.create({"name": "Gold", "id": "gold"}).id
    first = create_price(merchant, product, "gold-usd-999")
    prices = merchant.api.prices.list({"lookup_keys": ["gold-usd-999"], "expand": ["data.product"]}).data
    assert [(price.id, price.product.name) for price in prices] == [(first.id, "Gold")]
    with pytest.raises(stripe.InvalidRequestError, match="already uses that lookup key"):
        create_price(merchant, product, "gold-usd-999")
    second = create_price(merchant, product, "gold-usd-999", transfer_lookup_key=True)
    assert [price.id for price in merchant.api.prices.list({"lookup_keys": ["gold-usd-999"]}).data] == [
        second.id
    ]
    assert merchant.api.prices.retrieve(first.id).lookup_key is None


def test_a_product_id_can_be_chosen_and_is_unique(merchant: Merchant) -> None:
    merchant.api.products.create({"name": "Gold", "id": "gold"})
    with pytest.raises(stripe.InvalidRequestError) as error:
        merchant.api.products.create({"name": "Gold", "id": "gold"})
    assert error.value.code == "resource_already_exists"
    assert merchant.api.products.update("gold", {"name": "Golden"}).name == "Golden"
    create_price(merchant, "gold", "key")
    with pytest.raises(stripe.InvalidRequestError, match="cannot be deleted"):
        merchant.api.products.delete("gold")
    merchant.api.products.create({"name": "Silver", "id": "silver"})
    assert merchant.api.products.delete("silver").deleted
    assert [product.id for product in merchant.api.products.list().data] == ["gold"]


def test_a_price_can_create_its_product(merchant: Merchant) -> None:
    params: Any = {"currency": "jpy", "unit_amount": 500, "product_data": {"name": "One game"}}
    price = merchant.api.prices.create({**params, "expand": ["product"]})
    assert (price.type, price.product.name) == ("one_time", "One game")


def test_a_card_belongs_to_one_customer_and_is_detached_permanently(merchant: Merchant) -> None:
    owner, other = merchant.create_customer(), merchant.create_customer()
    card = merchant.attach_card(owner)
    with pytest.raises(stripe.InvalidRequestError, match="already been attached"):
        merchant.api.payment_methods.attach(card, {"customer": other})
    with pytest.raises(stripe.InvalidRequestError, match="does not have a payment method"):
        merchant.api.customers.update(other, {"invoice_settings": {"default_payment_method": card}})
    merchant.api.customers.update(owner, {"invoice_settings": {"default_payment_method": card}})
    merchant.api.payment_methods.detach(card)
    settings = merchant.api.customers.retrieve(owner).invoice_settings
    assert settings.default_payment_method is None
    with pytest.raises(stripe.InvalidRequestError, match="may not be used again"):
        merchant.api.payment_methods.attach(card, {"customer": owner})
    with pytest.raises(stripe.InvalidRequestError, match="not attached"):
        merchant.api.payment_methods.detach(card)


def test_metadata_is_changed_key_by_key(merchant: Merchant) -> None:
    customer = merchant.create_customer(metadata={"a": "1", "b": "2"})
    changed = merchant.api.customers.update(customer, {"metadata": {"a": "", "c": "3"}})
    assert changed.metadata.to_dict() == {"b": "2", "c": "3"}
    cleared = merchant.api.customers.update(customer, {"metadata": ""})
    assert cleared.metadata.to_dict() == {}


@pytest.mark.parametrize(
    ("address", "behavior", "taxes", "total"),
    [
        ({"country": "FR"}, "inclusive", [("vat", 167)], 1000),
        ({"country": "FR"}, "exclusive", [("vat", 200)], 1200),
        ({"country": "CA", "state": "QC"}, "exclusive", [("gst", 50), ("qst", 100)], 1150),
        ({"country": "CA", "state": "AB"}, "exclusive", [("gst", 50)], 1050),
        ({"country": "BR"}, "exclusive", [(None, 0)], 1000),
    ],
)
def test_tax_depends_on_the_location_of_the_customer(
    merchant: Merchant,
    address: dict[str, str],
    behavior: str,
    taxes: list[tuple[str | None, int]],
    total: int,
) -> None:
    params: Any = {
        "currency": "eur",
        "customer_details": {"address": address, "address_source": "billing"},
        "line_items": [{"amount": 1000, "reference": "order", "tax_behavior": behavior}],
        "expand": ["line_items"],
    }
    calculation = merchant.api.tax.calculations.create(params)
    computed_taxes = [(line.tax_rate_details.tax_type, line.amount) for line in calculation.tax_breakdown]
    assert (computed_taxes, calculation.amount_total) == (taxes, total)
    assert calculation.line_items.data[0].amount_tax == sum(amount for _, amount in taxes)
    assert calculation.tax_amount_inclusive + calculation.tax_amount_exclusive == sum(
        amount for _, amount in taxes
    )


def test_tax_requires_an_address(merchant: Merchant) -> None:
    with pytest.raises(stripe.InvalidRequestError) as error:
        merchant.api.tax.calculations.create(
            {"currency": "eur", "line_items": [{"amount": 1, "reference": "x"}]}
        )
    assert error.value.code == "customer_tax_location_invalid"


def test_a_portal_session_has_a_secret_url(merchant: Merchant) -> None:
    customer = merchant.create_customer()
    session = merchant.api.billing_portal.sessions.create(
        {"customer": customer, "return_url": "http://x.localhost/"}
    )
    base_url, _, secret = session.url.rpartition("/")
    assert base_url == f"{merchant.fake_stripe.url}/portal"
    portal_session = merchant.fake_stripe.simulator.get_portal_session(secret)
    assert (portal_session["customer"], portal_session["return_url"]) == (customer, "http://x.localhost/")
    assert secret not in session.id
    with pytest.raises(StripeError):
        merchant.fake_stripe.simulator.get_portal_session("guessed")
