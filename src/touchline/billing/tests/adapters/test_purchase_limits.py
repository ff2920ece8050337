"""Guessing promo codes and testing stolen cards are slow, in however many processes they are tried."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest

from adapters.payments.fake_stripe.running import Running
from touchline.billing.domain.coupons import Coupon
from touchline.billing.tests.adapters.conftest import Sell
from touchline.billing.tests.samples import package, part
from touchline.channel.facade import ChannelFacts
from touchline.conftest import NOWHERE, Visitor, through, two_processes
from touchline.entrypoints.bootstrap import House

DECLINED, VISA = "pm_card_chargeDeclined", "pm_card_visa"


@pytest.fixture
def season(ada: Visitor, sell: Sell, house: House, transaction: Any) -> int:
    """The id of a season pass; the promo code TIPOFF20 is right for it."""
    sell(ada.channel, part(package("season")))
    with transaction(ada.channel.id):
        house.container.billing.kept_coupons().save(Coupon(code="TIPOFF20", percent=Decimal(20)))
    return int(ada.data("/packages")[0]["id"])


def quote(viewer: Visitor, code: str, season: int) -> Any:
    return viewer.get("/apply_coupon", promo_code=code, type="package", id=season)


def buy(viewer: Visitor, season: int, card: str, **more: Any) -> Any:
    return viewer.post("/stripe/buy", type="package", id=season, payment_method=card, **more)


def test_wrong_promo_codes_are_counted_over_processes_and_calls(
    house: House, ada: Visitor, season: int
) -> None:
    with two_processes(house) as apps:
        statuses = [quote(through(apps[n % 2], ada), f"GUESS{n}", season).status_code for n in range(150)]
        assert statuses == [400] * 10 + [429] * 140
        refused = quote(through(apps[0], ada), "TIPOFF20", season)
        assert refused.json["code"] == "errors.throttled"
        assert 3500 < int(refused.headers["Retry-After"]) <= 3600
        assert buy(through(apps[1], ada), season, VISA, promo_code="GUESS").status_code == 429
        assert buy(through(apps[1], ada), season, VISA).status_code == 200


def test_right_promo_codes_are_not_counted(house: House, ada: Visitor, season: int) -> None:
    with two_processes(house) as (app, _):
        viewer = through(app, ada)
        assert [quote(viewer, "TIPOFF20", season).status_code for _ in range(20)] == [200] * 20


def test_an_address_that_changes_accounts_guesses_a_hundred_codes_an_hour(
    house: House, visit: Callable[[ChannelFacts], Visitor], ada: Visitor, season: int
) -> None:
    with two_processes(house, throttle_promo_codes=60) as (app, _):
        other = visit(ada.channel).register(email="bea@example.org")
        for viewer, tries in ((ada, 60), (other, 40)):
            for _ in range(tries):
                assert quote(through(app, viewer), "GUESS", season).status_code == 400
        assert quote(through(app, other), "GUESS", season).status_code == 429


def test_declined_cards_are_counted_and_a_good_card_has_to_wait_too(
    house: House, ada: Visitor, season: int, stand_in: Running
) -> None:
    with two_processes(house) as apps:
        answers = [buy(through(apps[n % 2], ada), season, DECLINED) for n in range(12)]
        assert [answer.status_code for answer in answers] == [200] * 6 + [429] * 6
        assert {answer.json["data"]["status"] for answer in answers[:6]} == {"failed"}
        assert buy(through(apps[0], ada), season, VISA).status_code == 429


def test_without_redis_each_process_counts_its_half(
    house: House, ada: Visitor, season: int, stand_in: Running
) -> None:
    with two_processes(house, NOWHERE) as apps:
        answers = [quote(through(apps[n % 2], ada), "GUESS", season) for n in range(30)]
        assert [answer.status_code for answer in answers] == [400] * 10 + [429] * 20
        cards = [buy(through(apps[n % 2], ada), season, DECLINED).status_code for n in range(12)]
        assert cards == [200] * 6 + [429] * 6
