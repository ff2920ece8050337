"""Tests for promo codes over HTTP, and for their redemptions in the database (api.md, "Billing")."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal
from typing import Any

import pytest

from adapters.payments.fake_stripe.testing.server import FakeStripeServer
from touchline.billing.domain.coupons import Coupon
from touchline.billing.tests.adapters.conftest import PublishOffers
from touchline.billing.tests.offer_samples import billing_part, package_entry, subscription_entry, usd
from touchline.conftest import Visitor
from touchline.entrypoints.bootstrap import Application

INVALID_CODE_ERROR = (400, "Wrong promo code")


@pytest.fixture
def season_id(ada: Visitor, publish_offers: PublishOffers, fake_stripe: FakeStripeServer) -> int:
    """Return the id of a season pass that costs 39.99 plus 1.50. A subscription is also on sale."""
    publish_offers(
        ada.channel, billing_part(package_entry("season"), subscriptions=(subscription_entry("year"),))
    )
    (season,) = ada.data("/packages")
    return int(season["id"])


@pytest.fixture
def add_coupon(application: Application, transaction: Any, ada: Visitor) -> Any:
    """Return `add_coupon("TIPOFF20", percent=Decimal(20))`, which stores a promo code of the channel."""

    def save_coupon(code: str, **more: Any) -> None:
        with transaction(ada.channel.id):
            application.container.billing.coupons().save(Coupon(code=code, **more))

    return save_coupon


def apply_coupon(viewer: Visitor, code: str, package_id: int, **more: Any) -> Any:
    """Request a price quote with a promo code."""
    return viewer.get("/apply_coupon", **{"promo_code": code, "type": "package", "id": package_id, **more})


def get_error(response: Any) -> tuple[int, str]:
    """Return the status and message of an error response."""
    return response.status_code, response.json["message"]


def test_a_quote_contains_every_part_of_the_price(ada: Visitor, season_id: int, add_coupon: Any) -> None:
    add_coupon("TIPOFF20", percent=Decimal(20))
    assert apply_coupon(ada, "tipoff20", season_id).json["data"] == {
        "code": "TIPOFF20",
        "base_price": "39.99",
        "service_fee": "1.50",
        "discount": "8.00",
        "total": "33.49",
        "currency": "USD",
    }


@pytest.mark.parametrize("code", ["", "TIPOFF", "TIPOFF20\x01", "'; --", "x" * 4000, "é\u202e"])
def test_an_unknown_code_is_wrong(ada: Visitor, season_id: int, add_coupon: Any, code: str) -> None:
    add_coupon("TIPOFF20", percent=Decimal(20))
    assert get_error(apply_coupon(ada, code, season_id)) == INVALID_CODE_ERROR
    assert get_error(ada.get("/apply_coupon", type="package", id=season_id)) == INVALID_CODE_ERROR


def test_a_code_of_another_channel_is_wrong(
    ada: Visitor, season_id: int, other_visitor: Visitor, publish_offers: PublishOffers, add_coupon: Any
) -> None:
    add_coupon("TIPOFF20", percent=Decimal(20))
    other_viewer = other_visitor.register()
    publish_offers(other_viewer.channel, billing_part(package_entry("season")))
    (theirs,) = other_viewer.data("/packages")
    assert get_error(apply_coupon(other_viewer, "TIPOFF20", theirs["id"])) == INVALID_CODE_ERROR
    assert apply_coupon(other_viewer, "TIPOFF20", season_id).status_code == 404


def test_a_code_for_other_products_is_wrong(ada: Visitor, season_id: int, add_coupon: Any) -> None:
    add_coupon("GAMES", amount=usd("5"), products=("event", "subscription"))
    assert get_error(apply_coupon(ada, "GAMES", season_id)) == INVALID_CODE_ERROR
    (year,) = ada.data("/subscriptions")
    assert apply_coupon(ada, "GAMES", year["id"], type="subscription").json["data"]["discount"] == "5.00"


def test_a_team_pass_is_priced_without_a_team(
    ada: Visitor, publish_offers: PublishOffers, add_coupon: Any
) -> None:
    publish_offers(ada.channel, billing_part(package_entry("pass", type="team", is_team_pass=True)))
    add_coupon("TIPOFF20", percent=Decimal(20))
    team_pass = next(package["id"] for package in ada.data("/packages") if package["is_team_pass"])
    quoted = ada.data("/apply_coupon", promo_code="TIPOFF20", type="package", id=team_pass)
    assert quoted["code"] == "TIPOFF20"


def test_a_missing_or_unknown_product_has_no_quote(ada: Visitor, season_id: int, add_coupon: Any) -> None:
    add_coupon("TIPOFF20", percent=Decimal(20))
    nothing = ada.get("/apply_coupon", promo_code="TIPOFF20", type="package")
    assert get_error(nothing) == (400, "id not selected")
    assert apply_coupon(ada, "TIPOFF20", season_id + 1000).status_code == 404
    for query in ({"type": "clip"}, {"id": 0}, {"id": 2**31}, {"participant_id": "x"}):
        response = apply_coupon(ada, "TIPOFF20", season_id, **query)
        assert response.status_code == 422
        assert list(response.json["errors"]) == list(query)


def test_a_visitor_cannot_try_codes(visitor: Visitor) -> None:
    assert apply_coupon(visitor, "TIPOFF20", 1).status_code == 401


def buy_season(viewer: Visitor, season_id: int, code: str) -> Any:
    """Buy the season pass with a promo code."""
    return viewer.post(
        "/stripe/buy", type="package", id=season_id, payment_method="pm_card_visa", promo_code=code
    )


def test_a_purchase_redeems_a_code(ada: Visitor, bea: Visitor, season_id: int, add_coupon: Any) -> None:
    add_coupon("ONCE", percent=Decimal(50), max_redemptions=1)
    response = buy_season(ada, season_id, "once")
    assert response.status_code == 200, response.get_data(as_text=True)
    order = response.json["data"]
    assert (order["status"], order["promo_code"], order["discount"]) == ("paid", "ONCE", "20.00")
    assert (order["total"], order["transactions"][0]["amount"]) == ("21.49", "21.49")
    assert get_error(apply_coupon(bea, "ONCE", season_id)) == INVALID_CODE_ERROR
    assert get_error(buy_season(bea, season_id, "ONCE")) == INVALID_CODE_ERROR
    assert bea.data("/orders") == []


def test_a_subscription_with_a_first_payment_below_the_card_minimum_is_not_sold(
    ada: Visitor, season_id: int, add_coupon: Any, fake_stripe: FakeStripeServer
) -> None:
    add_coupon("ALMOST", amount=usd("98.75"))
    (year,) = ada.data("/subscriptions")
    purchase = ada.post(
        "/stripe/buy", type="subscription", id=year["id"], payment_method="pm_card_visa", promo_code="ALMOST"
    )
    quote = apply_coupon(ada, "ALMOST", year["id"], type="subscription")
    for response in (quote, purchase):
        assert get_error(response) == (400, "This amount cannot be paid by card.")
    assert ada.data("/orders") == []
    assert fake_stripe.client().v1.subscriptions.list({"status": "all"}).data == []


def test_quoting_a_price_redeems_nothing(ada: Visitor, season_id: int, add_coupon: Any) -> None:
    add_coupon("ONCE", percent=Decimal(50), max_redemptions=1)
    for _ in range(3):
        assert apply_coupon(ada, "ONCE", season_id).status_code == 200


def test_concurrent_purchases_never_exceed_the_redemption_limit(
    ada: Visitor, season_id: int, add_coupon: Any, visit: Any
) -> None:
    add_coupon("ONCE", percent=Decimal(50), max_redemptions=1)
    viewers = [visit(ada.channel).register(email=f"fan{number}@example.org") for number in range(30)]
    with ThreadPoolExecutor(30) as pool:
        statuses = list(pool.map(lambda viewer: buy_season(viewer, season_id, "ONCE").status_code, viewers))
    assert sorted(statuses) == [200] + [400] * 29
