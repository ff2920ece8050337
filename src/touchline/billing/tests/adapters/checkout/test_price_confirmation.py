"""Tests for a price that changes between page load and purchase, in the real app on both databases (api.md,
"Billing").
"""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from adapters.payments.fake_stripe.testing.server import FakeStripeServer
from touchline.billing.domain.coupons import Coupon
from touchline.billing.tests.adapters.card_samples import create_card
from touchline.billing.tests.adapters.conftest import PublishOffers
from touchline.billing.tests.offer_samples import billing_part, package_entry, subscription_entry, usd
from touchline.conftest import Visitor
from touchline.entrypoints.bootstrap import Application

KEY = "idempotency-key-1"
PRICE_CHANGED_ERROR = (
    400,
    "errors.price_changed",
    "The price has changed. Check the new total and try again.",
)


@pytest.fixture
def set_price(ada: Visitor, publish_offers: PublishOffers) -> Any:
    """Return `set_price(base)`, which applies a pack as an operator. The pack sets the base price of all
    offers; the fee is 1.50.
    """

    def publish(base: str) -> None:
        price = {"base": usd(base), "fee": usd("1.50")}
        yearly = subscription_entry("yearly", price=price)
        publish_offers(
            ada.channel, billing_part(package_entry("season", price=price), subscriptions=(yearly,))
        )

    publish("39.99")
    return publish


@pytest.fixture
def press_buy(ada: Visitor, set_price: Any) -> Any:
    """Return `press_buy(total=…)`, which buys the season pass and returns the response. `total` is the amount
    that the page shows.
    """
    (season,) = ada.data("/packages")

    def buy_season(key: str | None = None, **more: Any) -> Any:
        body = {"type": "package", "id": season["id"], "payment_method": "pm_card_visa"}
        headers = {"Idempotency-Key": key} if key else {}
        body |= {"api_key": ada.api_key, **more}
        return ada.browser.post("/api/stripe/buy", json=body, headers=headers)

    return buy_season


def get_error(response: Any) -> tuple[int, str, str]:
    """Return the status, code and message of an error response."""
    return response.status_code, response.json["code"], response.json["message"]


def test_a_changed_price_is_charged_after_confirmation(ada: Visitor, set_price: Any, press_buy: Any) -> None:
    (displayed,) = ada.data("/packages")
    set_price("49.99")
    assert get_error(press_buy(total=displayed["price"])) == PRICE_CHANGED_ERROR
    assert ada.data("/orders") == []
    (displayed,) = ada.data("/packages")
    order = press_buy(total=displayed["price"]).json["data"]
    assert (order["status"], order["total"]) == ("paid", "51.49")


def test_the_total_with_a_promo_code_is_compared(
    ada: Visitor, set_price: Any, press_buy: Any, application: Application, transaction: Any
) -> None:
    with transaction(ada.channel.id):
        application.container.billing.coupons().save(Coupon(code="HALF", percent=Decimal(50)))
    (season,) = ada.data("/packages")
    params = {"promo_code": "HALF", "type": "package", "id": season["id"]}
    quote = ada.data("/apply_coupon", **params)
    set_price("49.99")
    assert get_error(press_buy(promo_code="HALF", total=quote["total"])) == PRICE_CHANGED_ERROR
    quote = ada.data("/apply_coupon", **params)
    assert press_buy(promo_code="HALF", total=quote["total"]).json["data"]["total"] == quote["total"]


def test_the_same_key_returns_the_same_order_after_a_price_change(
    ada: Visitor, set_price: Any, press_buy: Any
) -> None:
    first = press_buy(KEY, total="41.49").json["data"]
    set_price("49.99")
    assert press_buy(KEY, total="41.49").json["data"] == first
    assert ada.data("/orders") == [first]


def test_a_trial_needs_the_current_renewal_price(
    ada: Visitor, set_price: Any, fake_stripe: FakeStripeServer
) -> None:
    (yearly,) = ada.data("/subscriptions")
    set_price("49.99")
    body = {"subscription_id": yearly["id"], "payment_method": create_card(fake_stripe)}
    assert (
        get_error(ada.post("/stripe/subscription/start_trial", **body, renewal=yearly["price"]))
        == PRICE_CHANGED_ERROR
    )
    assert ada.data("/profile")["trial_period_used"] is False
    response = ada.post("/stripe/subscription/start_trial", **body, renewal="51.49")
    assert response.json is not None
    assert (response.json["data"]["status"], response.json["data"]["price"]) == ("paid", "51.49")


@pytest.mark.parametrize("field", ["total", "renewal"])
@pytest.mark.parametrize(
    "amount", ["", "free", "-1.00", "1e2", "NaN", "Infinity", "10,74", " 10.74", "1" * 10]
)
def test_an_invalid_amount_is_422(ada: Visitor, press_buy: Any, field: str, amount: str) -> None:
    refused = press_buy(**{field: amount})
    assert (refused.status_code, list(refused.json["errors"])) == (422, [field])
    assert ada.data("/orders") == []


def test_an_amount_with_too_many_decimals_is_422(ada: Visitor, press_buy: Any) -> None:
    refused = press_buy(total="41.495")
    assert (refused.status_code, refused.json["errors"]) == (
        422,
        {"total": ["This is not a valid amount in USD."]},
    )
