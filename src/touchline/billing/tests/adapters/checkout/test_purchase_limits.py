"""Tests for rate limits on guessing promo codes and testing stolen cards, across several processes."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest
from altcha import Challenge, solve_challenge

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


def buy_season(viewer: Visitor, season_id: int, card: str, solution: str = "", **more: Any) -> Any:
    body = {"type": "package", "id": season_id, "payment_method": card, **more}
    return viewer.browser.post(
        "/api/stripe/buy", json={"api_key": viewer.api_key, **body}, headers={"Robot-Check": solution}
    )


def pass_robot_check(viewer: Visitor) -> str:
    """Return the solution of a new challenge, as a browser finds it."""
    challenge = viewer.post("/robot_check").get_json()["data"]
    solution = solve_challenge(Challenge.from_dict(challenge))
    assert solution is not None
    payload = {"challenge": challenge, "solution": solution.to_dict()}
    return base64.b64encode(json.dumps(payload).encode()).decode()


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
        assert [quote_coupon(viewer, "TIPOFF20", season_id).status_code for _ in range(9)] == [200] * 9
        assert quote_coupon(viewer, "GUESS", season_id).status_code == 400


def test_an_address_needs_a_robot_check_after_thirty_wrong_codes_and_is_never_refused(
    application: Application, visit: Callable[[ChannelDetails], Visitor], ada: Visitor, season_id: int
) -> None:
    with two_processes(application, throttle_promo_codes=20) as (app, _):
        other, honest = (
            through_process(app, visit(ada.channel).register(email=f"{name}@example.org"))
            for name in ("bea", "cleo")
        )
        for viewer, tries in ((through_process(app, ada), 20), (other, 10)):
            for _ in range(tries):
                assert quote_coupon(viewer, "GUESS", season_id).status_code == 400
        refused = quote_coupon(honest, "TIPOFF20", season_id)
        assert (refused.status_code, refused.json["code"]) == (428, "errors.robot_check")
        assert buy_season(honest, season_id, VISA).status_code == 200
        query = {"api_key": honest.api_key, "promo_code": "TIPOFF20", "type": "package", "id": season_id}
        checked = honest.browser.get(
            "/api/apply_coupon", query_string=query, headers={"Robot-Check": pass_robot_check(honest)}
        )
        assert checked.json is not None and checked.json["code"] == "errors.already_bought"


def test_after_three_declined_cards_a_payment_needs_a_robot_check(
    application: Application, ada: Visitor, season_id: int, fake_stripe: FakeStripeServer
) -> None:
    with two_processes(application) as apps:
        responses = [buy_season(through_process(apps[n % 2], ada), season_id, DECLINED) for n in range(5)]
        assert [response.status_code for response in responses] == [200] * 3 + [428] * 2
        assert {response.json["data"]["status"] for response in responses[:3]} == {"failed"}
        solution = pass_robot_check(ada)
        assert buy_season(through_process(apps[0], ada), season_id, DECLINED, solution).status_code == 200
        assert buy_season(through_process(apps[1], ada), season_id, VISA, solution).status_code in (428, 429)


def test_more_than_six_payments_in_ten_seconds_are_refused(
    application: Application, ada: Visitor, season_id: int, fake_stripe: FakeStripeServer
) -> None:
    with two_processes(application) as apps:
        statuses = [
            buy_season(through_process(apps[n % 2], ada), season_id, VISA).status_code for n in range(8)
        ]
        assert statuses == [200] + [400] * 5 + [429] * 2


def test_a_card_that_was_declined_five_times_is_refused_to_every_account(
    application: Application,
    visit: Callable[[ChannelDetails], Visitor],
    ada: Visitor,
    season_id: int,
    fake_stripe: FakeStripeServer,
) -> None:
    with two_processes(application) as (app, _):
        viewers = [
            through_process(app, visit(ada.channel).register(email=f"{n}@example.org")) for n in range(3)
        ]
        for viewer in viewers[:2]:
            for _ in range(3 if viewer is viewers[0] else 2):
                assert buy_season(viewer, season_id, DECLINED).json["data"]["status"] == "failed"
        blocked = buy_season(viewers[2], season_id, DECLINED)
        assert (blocked.status_code, blocked.json["code"]) == (429, "errors.card_blocked")
        assert buy_season(viewers[2], season_id, VISA).json["data"]["status"] == "paid"


def test_without_redis_each_process_counts_half_the_limit(
    application: Application, ada: Visitor, season_id: int, fake_stripe: FakeStripeServer
) -> None:
    with two_processes(application, UNREACHABLE_VALKEY) as apps:
        responses = [quote_coupon(through_process(apps[n % 2], ada), "GUESS", season_id) for n in range(30)]
        assert [response.status_code for response in responses] == [400] * 10 + [429] * 20
        cards = [
            buy_season(through_process(apps[n % 2], ada), season_id, DECLINED).status_code for n in range(4)
        ]
        assert cards == [200] * 2 + [428] * 2


def test_the_sixth_trial_from_an_address_needs_a_robot_check(
    application: Application, ada: Visitor, season_id: int, fake_stripe: FakeStripeServer
) -> None:
    with two_processes(application) as apps:
        statuses = [
            through_process(apps[n % 2], ada).post("/stripe/subscription/start_trial").status_code
            for n in range(6)
        ]
        assert statuses == [400] * 5 + [428]
