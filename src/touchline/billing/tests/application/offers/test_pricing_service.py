"""Tests for what can be bought, and for the error when the selection is incomplete."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from touchline.billing.application.checkout.purchases import NotSelectedError, TrialUnavailableError
from touchline.billing.application.offers.pricing_service import PricingService
from touchline.billing.domain.checkout.orders import Order, ProductKind
from touchline.billing.domain.offers.offers import Capability, Feature
from touchline.billing.ports.sale_catalog import Team
from touchline.billing.tests.checkout_environment import (
    ADA,
    EVENT_ID,
    MONTHLY,
    SEASON,
    SINGLE_EVENT_PACKAGE_ID,
    TEAM_PASS,
    CheckoutEnvironment,
    build_purchase,
)
from touchline.billing.tests.offer_samples import usd
from touchline.billing.tests.order_samples import ACCESS_KINDS, NOW
from touchline.shared.errors import NotFoundError, TouchlineError


def get_error(env: CheckoutEnvironment, kind: ProductKind, **more: Any) -> TouchlineError:
    """Return the error of a refused purchase. Assert that there is no order and no provider call."""
    with pytest.raises(TouchlineError) as refusal:
        env.checkout_service.buy(build_purchase(kind, **more), ADA)
    assert (env.orders.stored, env.payments.calls) == ([], [])
    return refusal.value


@pytest.mark.parametrize("kind", ACCESS_KINDS)
def test_something_must_be_selected(kind: ProductKind) -> None:
    refusal = get_error(CheckoutEnvironment(), kind, id=None)
    assert (type(refusal), refusal.message) == (NotSelectedError, "id not selected")


@pytest.mark.parametrize("package_id", [None, SEASON])
def test_an_event_needs_the_package_that_sells_it(package_id: int | None) -> None:
    assert (
        get_error(CheckoutEnvironment(), ProductKind.EVENT, package_id=package_id).message
        == "id not selected"
    )


def test_a_team_pass_needs_a_team() -> None:
    refusal = get_error(CheckoutEnvironment(), ProductKind.PACKAGE, id=TEAM_PASS)
    assert refusal.message == "Package is TeamPass but team not selected"


@pytest.mark.parametrize(
    ("kind", "more"),
    [
        (ProductKind.EVENT, {"id": 99}),
        (ProductKind.PACKAGE, {"id": 99}),
        (ProductKind.PACKAGE, {"id": SINGLE_EVENT_PACKAGE_ID}),
        (ProductKind.PACKAGE, {"id": TEAM_PASS, "participant_id": 99}),
        (ProductKind.SUBSCRIPTION, {"id": 99}),
    ],
)
def test_a_product_that_is_not_on_sale_is_not_found(kind: ProductKind, more: dict[str, Any]) -> None:
    assert isinstance(get_error(CheckoutEnvironment(), kind, **more), NotFoundError)


def test_an_expired_package_is_not_on_sale() -> None:
    env = CheckoutEnvironment(season={"until": date(2026, 11, 20)})
    assert get_error(env, ProductKind.PACKAGE).code == "errors.offer_ended"


def test_a_subscription_without_a_trial_cannot_start_one() -> None:
    refusal = get_error(CheckoutEnvironment(), ProductKind.SUBSCRIPTION, id=MONTHLY, is_trial=True)
    assert (type(refusal), refusal.message) == (TrialUnavailableError, "This subscription has no free trial.")


@pytest.mark.parametrize("card", [None, ""])
def test_a_total_above_zero_needs_a_card(card: str | None) -> None:
    refusal = get_error(CheckoutEnvironment(), ProductKind.EVENT, card=card)
    assert refusal.message == "Please select one of your saved cards or enter new one"


def test_an_event_always_grants_watching_and_its_access_days_start_with_the_event() -> None:
    bought = CheckoutEnvironment(solo={"capabilities": ["download"], "days": 2}).buy()
    assert bought.grant.capabilities == (Capability.WATCH, Capability.DOWNLOAD)
    assert (bought.grant.event_id, bought.product.package_id) == (EVENT_ID, SINGLE_EVENT_PACKAGE_ID)
    assert (bought.total, bought.price.fee) == (usd("13.50"), usd("1.50"))
    assert bought.expires_at == NOW + timedelta(days=3 + 2)


@pytest.mark.parametrize("kind", ACCESS_KINDS)
def test_an_order_keeps_its_limits_after_the_offer_changes(kind: ProductKind) -> None:
    limited: dict[str, Any] = {"limits": {"clips": 50}, "capabilities": ["clipping"]}
    env = CheckoutEnvironment()
    env.publish_offers(solo=limited, season=limited, yearly=limited)
    bought = env.buy(kind)
    env.publish_offers()
    assert env.get_order(bought.id).grant.limits == {Feature.CLIPS: 50}


def test_an_order_keeps_its_grant_after_the_offer_changes() -> None:
    env = CheckoutEnvironment()
    bought = env.buy(ProductKind.PACKAGE)
    env.publish_offers(season={"categories": ["soccer"], "capabilities": ["no_ads"]})
    assert env.get_order(bought.id).grant == bought.grant
    assert (bought.grant.category_ids, bought.grant.capabilities) == ((7,), (Capability.WATCH,))


def test_a_season_ends_with_its_last_day_in_the_channel_time_zone() -> None:
    bought = CheckoutEnvironment(season={"until": date(2026, 11, 30)}).buy(ProductKind.PACKAGE)
    assert bought.expires_at == datetime(2026, 12, 1, 6, tzinfo=UTC)


def test_only_a_team_pass_has_a_team() -> None:
    env = CheckoutEnvironment()
    season = env.buy(ProductKind.PACKAGE, participant_id=71)
    assert (season.product.participant_id, season.slot) == (None, f"package:{SEASON}:0")
    team = CheckoutEnvironment().buy(ProductKind.PACKAGE, id=TEAM_PASS, participant_id=71)
    assert (team.grant.participant_id, team.product.participant_name) == (71, {"en": "Bears"})


def test_an_order_records_the_card_and_country_of_the_viewer() -> None:
    bought: Order = CheckoutEnvironment().buy()
    assert (bought.card, bought.country, bought.account_id) == ("pm_visa", "CA", ADA.account_id)


def test_an_event_without_a_single_event_package_is_not_on_sale() -> None:
    env = CheckoutEnvironment()
    env.sale_catalog.main_event = replace(env.sale_catalog.main_event, package_id=None)
    assert isinstance(get_error(env, ProductKind.EVENT), NotFoundError)


@pytest.mark.parametrize(
    ("categories", "expected"), [((7,), "Aces"), ((), "Aces, Boys hockey"), ((7, 8), "Aces, Boys hockey")]
)
def test_a_team_pass_names_the_category_of_its_team_unless_it_is_for_one_category(
    categories: tuple[int, ...], expected: str
) -> None:
    env = CheckoutEnvironment()
    package = env.offers.get_package(TEAM_PASS)
    assert package is not None
    team = Team(1, {"en": "Aces"}, (7,), {"en": "Aces, Boys hockey"})
    priced = PricingService(env.offers, env.sale_catalog, env.channel).price_package(
        replace(package, category_ids=categories), team
    )
    assert priced.product.participant_name == {"en": expected}
