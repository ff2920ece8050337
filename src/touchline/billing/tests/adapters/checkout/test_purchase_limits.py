"""Tests for rate limits on guessing promo codes and testing stolen cards, across several processes."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest

from adapters.payments.fake_stripe.testing.server import FakeStripeServer
from touchline.billing.domain.coupons import Coupon
from touchline.billing.tests.adapters.conftest import PublishOffers
from touchline.billing.tests.offer_samples import billing_part, package_entry
from touchline.channel.facade import ChannelDetails
from touchline.conftest import UNREACHABLE_VALKEY, Visitor, through_process, two_processes
from touchline.entrypoints.bootstrap import Application

DECLINED, VISA = "pm_card_chargeDeclined", "pm_card_visa"


@pytest.fixture
def season_id(ada: Visitor, publish_offers: PublishOffers, application: Application, transaction: Any) -> int:
    """Return the id of a season pass. The promo code TIPOFF20 is valid for it."""
    publish_offers(ada.channel, billing_part(package_entry("season")))
    with transaction(ada.channel.id):
        application.container.billing.coupons().save(Coupon(code="TIPOFF20", percent=Decimal(20)))
    return int(ada.data("/packages")[0]["id"])


def quote_coupon(viewer: Visitor, code: str, season_id: int) -> Any:
    return viewer.get("/apply_coupon", promo_code=code, type="package", id=season_id)


def buy_season(viewer: Visitor, season_id: int, card: str, **more: Any) -> Any:
    return viewer.post("/stripe/buy", type="package", id=season_id, payment_method=card, **more)


@pytest.mark.nightly
def test_wrong_promo_codes_are_counted_across_processes_and_routes(
    application: Application, ada: Visitor, season_id: int
) -> None:
    with two_processes(application) as apps:
        statuses = [
            quote_coupon(through_process(apps[n % 2], ada), f"GUESS{n}", season_id).status_code
            for n in range(150)
        ]
        assert statuses == [400] * 10 + [429] * 140
        refused = quote_coupon(through_process(apps[0], ada), "TIPOFF20", season_id)
        assert refused.json["code"] == "errors.throttled"
        assert 3500 < int(refused.headers["Retry-After"]) <= 3600
        assert (
            buy_season(through_process(apps[1], ada), season_id, VISA, promo_code="GUESS").status_code == 429
        )
        assert buy_season(through_process(apps[1], ada), season_id, VISA).status_code == 200


def test_valid_promo_codes_are_not_counted(application: Application, ada: Visitor, season_id: int) -> None:
    with two_processes(application) as (app, _):
        viewer = through_process(app, ada)
        assert [quote_coupon(viewer, "TIPOFF20", season_id).status_code for _ in range(20)] == [200] * 20


@pytest.mark.nightly
def test_an_address_can_guess_a_hundred_codes_an_hour_with_any_accounts(
    application: Application, visit: Callable[[ChannelDetails], Visitor], ada: Visitor, season_id: int
) -> None:
    with two_processes(application, throttle_promo_codes=60) as (app, _):
        other = visit(ada.channel).register(email="bea@example.org")
        for viewer, tries in ((ada, 60), (other, 40)):
            for _ in range(tries):
                assert quote_coupon(through_process(app, viewer), "GUESS", season_id).status_code == 400
        assert quote_coupon(through_process(app, other), "GUESS", season_id).status_code == 429


def test_declined_cards_are_counted_and_also_block_a_valid_card(
    application: Application, ada: Visitor, season_id: int, fake_stripe: FakeStripeServer
) -> None:
    with two_processes(application) as apps:
        responses = [buy_season(through_process(apps[n % 2], ada), season_id, DECLINED) for n in range(12)]
        assert [response.status_code for response in responses] == [200] * 6 + [429] * 6
        assert {response.json["data"]["status"] for response in responses[:6]} == {"failed"}
        assert buy_season(through_process(apps[0], ada), season_id, VISA).status_code == 429


def test_without_redis_each_process_counts_half_the_limit(
    application: Application, ada: Visitor, season_id: int, fake_stripe: FakeStripeServer
) -> None:
    with two_processes(application, UNREACHABLE_VALKEY) as apps:
        responses = [quote_coupon(through_process(apps[n % 2], ada), "GUESS", season_id) for n in range(30)]
        assert [response.status_code for response in responses] == [400] * 10 + [429] * 20
        cards = [
            buy_season(through_process(apps[n % 2], ada), season_id, DECLINED).status_code for n in range(12)
        ]
        assert cards == [200] * 6 + [429] * 6
