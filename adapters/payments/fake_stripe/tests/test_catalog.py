"""Products, prices, tax and the portal."""

from __future__ import annotations

from typing import Any

import pytest
import stripe

from adapters.payments.fake_stripe.errors import StripeError
from adapters.payments.fake_stripe.tests.shop import Shop


def price(shop: Shop, product: str, key: str, **more: Any) -> Any:
    asked: Any = {"product": product, "currency": "usd", "unit_amount": 999, "lookup_key": key, **more}
    return shop.api.prices.create({**asked, "recurring": {"interval": "year"}})


def test_a_price_is_found_by_its_key_which_is_its_alone(shop: Shop) -> None:
    product = shop.api.products.create({"name": "Gold", "id": "gold"}).id
    first = price(shop, product, "gold-usd-999")
    found = shop.api.prices.list({"lookup_keys": ["gold-usd-999"], "expand": ["data.product"]}).data
    assert [(one.id, one.product.name) for one in found] == [(first.id, "Gold")]
    with pytest.raises(stripe.InvalidRequestError, match="already uses that lookup key"):
        price(shop, product, "gold-usd-999")
    second = price(shop, product, "gold-usd-999", transfer_lookup_key=True)
    assert [one.id for one in shop.api.prices.list({"lookup_keys": ["gold-usd-999"]}).data] == [second.id]
    assert shop.api.prices.retrieve(first.id).lookup_key is None


def test_products_may_be_named_and_are_made_once(shop: Shop) -> None:
    shop.api.products.create({"name": "Gold", "id": "gold"})
    with pytest.raises(stripe.InvalidRequestError) as error:
        shop.api.products.create({"name": "Gold", "id": "gold"})
    assert error.value.code == "resource_already_exists"
    assert shop.api.products.update("gold", {"name": "Golden"}).name == "Golden"
    price(shop, "gold", "key")
    with pytest.raises(stripe.InvalidRequestError, match="cannot be deleted"):
        shop.api.products.delete("gold")
    shop.api.products.create({"name": "Silver", "id": "silver"})
    assert shop.api.products.delete("silver").deleted
    assert [one.id for one in shop.api.products.list().data] == ["gold"]


def test_a_price_may_make_its_product(shop: Shop) -> None:
    asked: Any = {"currency": "jpy", "unit_amount": 500, "product_data": {"name": "One game"}}
    made = shop.api.prices.create({**asked, "expand": ["product"]})
    assert (made.type, made.product.name) == ("one_time", "One game")


def test_cards_are_saved_with_one_customer_and_removed_for_good(shop: Shop) -> None:
    one, other = shop.customer(), shop.customer()
    card = shop.card(one)
    with pytest.raises(stripe.InvalidRequestError, match="already been attached"):
        shop.api.payment_methods.attach(card, {"customer": other})
    with pytest.raises(stripe.InvalidRequestError, match="does not have a payment method"):
        shop.api.customers.update(other, {"invoice_settings": {"default_payment_method": card}})
    shop.api.customers.update(one, {"invoice_settings": {"default_payment_method": card}})
    shop.api.payment_methods.detach(card)
    settings = shop.api.customers.retrieve(one).invoice_settings
    assert settings.default_payment_method is None
    with pytest.raises(stripe.InvalidRequestError, match="may not be used again"):
        shop.api.payment_methods.attach(card, {"customer": one})
    with pytest.raises(stripe.InvalidRequestError, match="not attached"):
        shop.api.payment_methods.detach(card)


def test_metadata_is_changed_key_by_key(shop: Shop) -> None:
    customer = shop.customer(metadata={"a": "1", "b": "2"})
    changed = shop.api.customers.update(customer, {"metadata": {"a": "", "c": "3"}})
    assert changed.metadata.to_dict() == {"b": "2", "c": "3"}
    cleared = shop.api.customers.update(customer, {"metadata": ""})
    assert cleared.metadata.to_dict() == {}


@pytest.mark.parametrize(
    ("address", "behaviour", "taxes", "total"),
    [
        ({"country": "FR"}, "inclusive", [("vat", 167)], 1000),
        ({"country": "FR"}, "exclusive", [("vat", 200)], 1200),
        ({"country": "CA", "state": "QC"}, "exclusive", [("gst", 50), ("qst", 100)], 1150),
        ({"country": "CA", "state": "AB"}, "exclusive", [("gst", 50)], 1050),
        ({"country": "BR"}, "exclusive", [(None, 0)], 1000),
    ],
)
def test_tax_depends_on_where_the_customer_is(
    shop: Shop, address: dict[str, str], behaviour: str, taxes: list[tuple[str | None, int]], total: int
) -> None:
    asked: Any = {
        "currency": "eur",
        "customer_details": {"address": address, "address_source": "billing"},
        "line_items": [{"amount": 1000, "reference": "order", "tax_behavior": behaviour}],
        "expand": ["line_items"],
    }
    made = shop.api.tax.calculations.create(asked)
    found = [(line.tax_rate_details.tax_type, line.amount) for line in made.tax_breakdown]
    assert (found, made.amount_total) == (taxes, total)
    assert made.line_items.data[0].amount_tax == sum(amount for _, amount in taxes)
    assert made.tax_amount_inclusive + made.tax_amount_exclusive == sum(amount for _, amount in taxes)


def test_tax_needs_an_address(shop: Shop) -> None:
    with pytest.raises(stripe.InvalidRequestError) as error:
        shop.api.tax.calculations.create({"currency": "eur", "line_items": [{"amount": 1, "reference": "x"}]})
    assert error.value.code == "customer_tax_location_invalid"


def test_a_portal_session_has_an_address_that_only_its_owner_knows(shop: Shop) -> None:
    customer = shop.customer()
    made = shop.api.billing_portal.sessions.create(
        {"customer": customer, "return_url": "http://x.localhost/"}
    )
    begin, _, secret = made.url.rpartition("/")
    assert begin == f"{shop.running.url}/portal"
    found = shop.running.world.portal(secret)
    assert (found["customer"], found["return_url"]) == (customer, "http://x.localhost/")
    assert secret not in made.id
    with pytest.raises(StripeError):
        shop.running.world.portal("guessed")
