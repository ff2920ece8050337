"""A price that changes between the page and the press, on the real app and both databases (api.md,
"Billing")."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from adapters.payments.fake_stripe.running import Running
from touchline.billing.domain.coupons import Coupon
from touchline.billing.tests.adapters.cards import new_card
from touchline.billing.tests.adapters.conftest import Sell
from touchline.billing.tests.samples import dollars, package, part, subscription
from touchline.conftest import Visitor
from touchline.entrypoints.bootstrap import House

KEY = "a-key-of-the-browser"
CHANGED = (400, "errors.price_changed", "The price has changed. Please look at it once more.")


@pytest.fixture
def ask(ada: Visitor, sell: Sell) -> Any:
    """`ask(base)`: an operator applies a pack that asks so much for everything, and 1.50 on top of it."""

    def apply(base: str) -> None:
        price = {"base": dollars(base), "fee": dollars("1.50")}
        yearly = subscription("yearly", price=price)
        sell(ada.channel, part(package("season", price=price), subscriptions=(yearly,)))

    apply("39.99")
    return apply


@pytest.fixture
def press(ada: Visitor, ask: Any) -> Any:
    """`press(total=…)`: Pay for the season, beside which the page shows a sum; answers the response."""
    (season,) = ada.data("/packages")

    def pay(key: str | None = None, **more: Any) -> Any:
        body = {"type": "package", "id": season["id"], "payment_method": "pm_card_visa"}
        headers = {"Idempotency-Key": key} if key else {}
        body |= {"api_key": ada.api_key, **more}
        return ada.browser.post("/api/stripe/buy", json=body, headers=headers)

    return pay


def refusal(answer: Any) -> tuple[int, str, str]:
    """Status, code and message."""
    return answer.status_code, answer.json["code"], answer.json["message"]


def test_a_price_that_changed_is_charged_once_it_was_shown(ada: Visitor, ask: Any, press: Any) -> None:
    (shown,) = ada.data("/packages")
    ask("49.99")
    assert refusal(press(total=shown["price"])) == CHANGED
    assert ada.data("/orders") == []
    (shown,) = ada.data("/packages")
    order = press(total=shown["price"]).json["data"]
    assert (order["status"], order["total"]) == ("paid", "51.49")


def test_the_sum_that_a_promo_code_was_quoted_at_is_what_counts(
    ada: Visitor, ask: Any, press: Any, house: House, transaction: Any
) -> None:
    with transaction(ada.channel.id):
        house.container.billing.kept_coupons().save(Coupon(code="HALF", percent=Decimal(50)))
    (season,) = ada.data("/packages")
    asked = {"promo_code": "HALF", "type": "package", "id": season["id"]}
    quote = ada.data("/apply_coupon", **asked)
    ask("49.99")
    assert refusal(press(promo_code="HALF", total=quote["total"])) == CHANGED
    quote = ada.data("/apply_coupon", **asked)
    assert press(promo_code="HALF", total=quote["total"]).json["data"]["total"] == quote["total"]


def test_the_same_key_is_the_same_order_after_the_price_has_changed(
    ada: Visitor, ask: Any, press: Any
) -> None:
    first = press(KEY, total="41.49").json["data"]
    ask("49.99")
    assert press(KEY, total="41.49").json["data"] == first
    assert ada.data("/orders") == [first]


def test_a_trial_begins_at_the_price_that_follows_it(ada: Visitor, ask: Any, stand_in: Running) -> None:
    (yearly,) = ada.data("/subscriptions")
    ask("49.99")
    body = {"subscription_id": yearly["id"], "payment_method": new_card(stand_in)}
    assert refusal(ada.post("/stripe/subscription/start_trial", **body, renewal=yearly["price"])) == CHANGED
    assert ada.data("/profile")["trial_period_used"] is False
    answer = ada.post("/stripe/subscription/start_trial", **body, renewal="51.49")
    assert answer.json is not None
    assert (answer.json["data"]["status"], answer.json["data"]["price"]) == ("paid", "51.49")


@pytest.mark.parametrize("field", ["total", "renewal"])
@pytest.mark.parametrize("sum", ["", "free", "-1.00", "1e2", "NaN", "Infinity", "10,74", " 10.74", "1" * 10])
def test_a_sum_that_is_none_is_422(ada: Visitor, press: Any, field: str, sum: str) -> None:
    refused = press(**{field: sum})
    assert (refused.status_code, list(refused.json["errors"])) == (422, [field])
    assert ada.data("/orders") == []


def test_a_sum_with_more_decimals_than_the_currency_has_is_422(ada: Visitor, press: Any) -> None:
    refused = press(total="41.495")
    assert (refused.status_code, refused.json["errors"]) == (
        422,
        {"total": ["This is not an amount of USD."]},
    )
