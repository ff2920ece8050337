"""Promo codes over HTTP, and their uses counted in the database (api.md, "Billing")."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal
from typing import Any

import pytest

from adapters.payments.fake_stripe.running import Running
from touchline.billing.domain.coupons import Coupon
from touchline.billing.tests.adapters.conftest import Sell
from touchline.billing.tests.samples import dollars, package, part, subscription
from touchline.conftest import Visitor
from touchline.entrypoints.bootstrap import House

WRONG = (400, "Wrong promo code")


@pytest.fixture
def season(ada: Visitor, sell: Sell, stand_in: Running) -> int:
    """The id of a season pass at 39.99 and 1.50, beside which there is a subscription."""
    sell(ada.channel, part(package("season"), subscriptions=(subscription("year"),)))
    (only,) = ada.data("/packages")
    return int(only["id"])


@pytest.fixture
def coupon(house: House, transaction: Any, ada: Visitor) -> Any:
    """`coupon("TIPOFF20", percent=Decimal(20))` keeps a promo code of the channel."""

    def save(code: str, **more: Any) -> None:
        with transaction(ada.channel.id):
            house.container.billing.kept_coupons().save(Coupon(code=code, **more))

    return save


def apply(viewer: Visitor, code: str, package_id: int, **more: Any) -> Any:
    """Ask for a price."""
    return viewer.get("/apply_coupon", **{"promo_code": code, "type": "package", "id": package_id, **more})


def refusal(answer: Any) -> tuple[int, str]:
    """Status and message of a refusal."""
    return answer.status_code, answer.json["message"]


def test_a_code_is_answered_with_every_part_of_the_price(ada: Visitor, season: int, coupon: Any) -> None:
    coupon("TIPOFF20", percent=Decimal(20))
    assert apply(ada, "tipoff20", season).json["data"] == {
        "code": "TIPOFF20",
        "base_price": "39.99",
        "service_fee": "1.50",
        "discount": "8.00",
        "total": "33.49",
        "currency": "USD",
    }


@pytest.mark.parametrize("code", ["", "TIPOFF", "TIPOFF20\x01", "'; --", "x" * 4000, "é\u202e"])
def test_a_code_that_there_is_not_is_wrong(ada: Visitor, season: int, coupon: Any, code: str) -> None:
    coupon("TIPOFF20", percent=Decimal(20))
    assert refusal(apply(ada, code, season)) == WRONG
    assert refusal(ada.get("/apply_coupon", type="package", id=season)) == WRONG


def test_a_code_of_another_channel_is_wrong(
    ada: Visitor, season: int, stranger: Visitor, sell: Sell, coupon: Any
) -> None:
    coupon("TIPOFF20", percent=Decimal(20))
    there = stranger.register()
    sell(there.channel, part(package("season")))
    (theirs,) = there.data("/packages")
    assert refusal(apply(there, "TIPOFF20", theirs["id"])) == WRONG
    assert apply(there, "TIPOFF20", season).status_code == 404


def test_a_code_for_something_else_is_wrong(ada: Visitor, season: int, coupon: Any) -> None:
    coupon("GAMES", amount=dollars("5"), products=("event", "subscription"))
    assert refusal(apply(ada, "GAMES", season)) == WRONG
    (year,) = ada.data("/subscriptions")
    assert apply(ada, "GAMES", year["id"], type="subscription").json["data"]["discount"] == "5.00"


def test_a_team_pass_is_priced_without_a_team(ada: Visitor, sell: Sell, coupon: Any) -> None:
    sell(ada.channel, part(package("pass", type="team", is_team_pass=True)))
    coupon("TIPOFF20", percent=Decimal(20))
    team_pass = next(one["id"] for one in ada.data("/packages") if one["is_team_pass"])
    quoted = ada.data("/apply_coupon", promo_code="TIPOFF20", type="package", id=team_pass)
    assert quoted["code"] == "TIPOFF20"


def test_what_is_not_chosen_or_not_there_has_no_price(ada: Visitor, season: int, coupon: Any) -> None:
    coupon("TIPOFF20", percent=Decimal(20))
    nothing = ada.get("/apply_coupon", promo_code="TIPOFF20", type="package")
    assert refusal(nothing) == (400, "id not selected")
    assert apply(ada, "TIPOFF20", season + 1000).status_code == 404
    for wrong in ({"type": "clip"}, {"id": 0}, {"id": 2**31}, {"participant_id": "x"}):
        answer = apply(ada, "TIPOFF20", season, **wrong)
        assert answer.status_code == 422
        assert list(answer.json["errors"]) == list(wrong)


def test_a_visitor_cannot_try_codes(visitor: Visitor) -> None:
    assert apply(visitor, "TIPOFF20", 1).status_code == 401


def buy(viewer: Visitor, season: int, code: str) -> Any:
    """Buy the season with a code."""
    return viewer.post(
        "/stripe/buy", type="package", id=season, payment_method="pm_card_visa", promo_code=code
    )


def test_a_code_is_used_up_by_who_buys_with_it(ada: Visitor, bea: Visitor, season: int, coupon: Any) -> None:
    coupon("ONCE", percent=Decimal(50), most=1)
    bought = buy(ada, season, "once")
    assert bought.status_code == 200, bought.get_data(as_text=True)
    told = bought.json["data"]
    assert (told["status"], told["promo_code"], told["discount"]) == ("paid", "ONCE", "20.00")
    assert (told["total"], told["transactions"][0]["amount"]) == ("21.49", "21.49")
    assert refusal(apply(bea, "ONCE", season)) == WRONG
    assert refusal(buy(bea, season, "ONCE")) == WRONG
    assert bea.data("/orders") == []


def test_a_subscription_whose_first_payment_is_too_little_for_a_card_is_not_sold(
    ada: Visitor, season: int, coupon: Any, stand_in: Running
) -> None:
    coupon("ALMOST", amount=dollars("98.75"))
    (year,) = ada.data("/subscriptions")
    bought = ada.post(
        "/stripe/buy", type="subscription", id=year["id"], payment_method="pm_card_visa", promo_code="ALMOST"
    )
    shown = apply(ada, "ALMOST", year["id"], type="subscription")
    for answer in (shown, bought):
        assert refusal(answer) == (400, "This price cannot be paid by card.")
    assert ada.data("/orders") == []
    assert stand_in.client().v1.subscriptions.list({"status": "all"}).data == []


def test_asking_for_a_price_uses_nothing_up(ada: Visitor, season: int, coupon: Any) -> None:
    coupon("ONCE", percent=Decimal(50), most=1)
    for _ in range(3):
        assert apply(ada, "ONCE", season).status_code == 200


def test_of_viewers_who_buy_at_once_only_as_many_use_a_code_as_may(
    ada: Visitor, season: int, coupon: Any, visit: Any
) -> None:
    coupon("TWICE", percent=Decimal(50), most=2)
    crowd = [visit(ada.channel).register(email=f"fan{number}@example.org") for number in range(5)]
    with ThreadPoolExecutor(5) as pool:
        answers = list(pool.map(lambda viewer: buy(viewer, season, "TWICE").status_code, crowd))
    assert sorted(answers) == [200, 200, 400, 400, 400]
