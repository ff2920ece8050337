"""Tests for rate limits on guessing promo codes and testing stolen cards, across several processes."""

from __future__ import annotations

import secrets
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from adapters.payments.fake_stripe.cards import Card
from adapters.payments.fake_stripe.testing.server import FakeStripeServer
from touchline.billing.domain.coupons import Coupon
from touchline.billing.tests.adapters.conftest import PublishOffers
from touchline.billing.tests.offer_samples import billing_part, package_entry
from touchline.channel.facade import ChannelDetails
from touchline.conftest import UNREACHABLE_VALKEY, Visitor, through_process, two_processes
from touchline.entrypoints.bootstrap import Application
from touchline.entrypoints.tests.robot_check import pass_robot_check

NO_FUNDS = "pm_card_visa_chargeDeclinedInsufficientFunds"
DECLINE_REASONS = ("InsufficientFunds", "LostCard", "ExpiredCard")
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


def browse_from(app: Flask, address: str) -> FlaskClient:
    client = app.test_client()
    client.environ_base["REMOTE_ADDR"] = address
    return client


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


def test_valid_promo_codes_do_not_count_as_wrong_ones(
    application: Application, ada: Visitor, season_id: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    with two_processes(application) as (app, _):
        viewer = through_process(app, ada)
        for seconds in (0, 11, 22):  # the limit on calls counts 10 seconds
            now = time.time() + seconds
            with monkeypatch.context() as patch:
                patch.setattr(time, "time", lambda now=now: now)
                assert [quote_coupon(viewer, "TIPOFF20", season_id).status_code for _ in range(9)] == [
                    200
                ] * 9


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


def test_four_hundred_card_tests_from_many_addresses_mostly_fail_before_the_bank(
    application: Application,
    visit: Callable[[ChannelDetails], Visitor],
    ada: Visitor,
    season_id: int,
    fake_stripe: FakeStripeServer,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Card, "fingerprint", property(lambda _: secrets.token_hex(8)))  # each card is another
    testers = [visit(ada.channel).register(email=f"tester{n}@example.org") for n in range(80)]
    with two_processes(application) as apps:
        statuses = Counter(
            buy_season(
                replace(testers[n % 80], browser=browse_from(apps[n % 2], f"198.51.100.{n % 200}")),
                season_id,
                DECLINED,
            ).status_code
            for n in range(400)
        )
        assert statuses == {200: 60, 428: 340}
        honest = through_process(apps[0], ada)
        assert buy_season(honest, season_id, VISA).status_code == 428
        bought = buy_season(honest, season_id, VISA, pass_robot_check(ada))
        assert bought.json["data"]["status"] == "paid"


@pytest.mark.nightly
def test_three_hundred_viewers_behind_one_address_can_all_buy(
    application: Application,
    visit: Callable[[ChannelDetails], Visitor],
    ada: Visitor,
    season_id: int,
    fake_stripe: FakeStripeServer,
) -> None:
    viewers = [visit(ada.channel).register(email=f"viewer{n}@example.org") for n in range(300)]
    with two_processes(application) as apps:
        check_count = 0
        for n, registered in enumerate(viewers):
            viewer = through_process(apps[n % 2], registered)
            if n % 9 == 0:  # a mistyped code
                assert quote_coupon(viewer, "TIPOF20", season_id).status_code in (400, 428)
            cards = (f"pm_card_visa_chargeDeclined{DECLINE_REASONS[n % 3]}", VISA) if n % 20 == 0 else (VISA,)
            for card in cards:
                response = buy_season(viewer, season_id, card)
                if response.status_code == 428:
                    check_count += 1
                    response = buy_season(viewer, season_id, card, pass_robot_check(registered))
                assert response.status_code == 200
            assert response.json["data"]["status"] == "paid"
        assert check_count > 0


def test_a_family_can_pay_with_one_card_in_four_accounts(
    application: Application,
    visit: Callable[[ChannelDetails], Visitor],
    ada: Visitor,
    season_id: int,
    fake_stripe: FakeStripeServer,
) -> None:
    with two_processes(application) as (app, _):
        for name in ("bea", "cleo", "dan", "eve"):
            viewer = through_process(app, visit(ada.channel).register(email=f"{name}@example.org"))
            assert buy_season(viewer, season_id, NO_FUNDS).json["data"]["status"] == "failed"
            assert buy_season(viewer, season_id, VISA).json["data"]["status"] == "paid"


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
