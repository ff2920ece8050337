"""What may be bought, and what is said where too little was chosen."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from touchline.billing.application.pricing import Pricing
from touchline.billing.application.purchases import NoTrial, NotSelected
from touchline.billing.domain.offers import Capability, Feature
from touchline.billing.domain.orders import Kind, Order
from touchline.billing.ports.shelf import Team
from touchline.billing.tests.orders import NOW
from touchline.billing.tests.samples import dollars
from touchline.billing.tests.shop import ADA, GAME, MONTHLY, SEASON, SOLO, TEAM_PASS, Shop, wish
from touchline.shared.errors import NotFound, TouchlineError


def refused(shop: Shop, kind: Kind, **more: Any) -> TouchlineError:
    """The refusal of a purchase; nothing was placed, and nobody asked the provider."""
    with pytest.raises(TouchlineError) as refusal:
        shop.till.buy(wish(kind, **more), ADA)
    assert (shop.orders.kept, shop.payments.calls) == ([], [])
    return refusal.value


@pytest.mark.parametrize("kind", Kind)
def test_something_must_be_selected(kind: Kind) -> None:
    refusal = refused(Shop(), kind, id=None)
    assert (type(refusal), refusal.message) == (NotSelected, "id not selected")


@pytest.mark.parametrize("package_id", [None, SEASON])
def test_an_event_needs_the_package_that_sells_it(package_id: int | None) -> None:
    assert refused(Shop(), Kind.EVENT, package_id=package_id).message == "id not selected"


def test_a_team_pass_needs_a_team() -> None:
    refusal = refused(Shop(), Kind.PACKAGE, id=TEAM_PASS)
    assert refusal.message == "Package is TeamPass but team not selected"


@pytest.mark.parametrize(
    ("kind", "more"),
    [
        (Kind.EVENT, {"id": 99}),
        (Kind.PACKAGE, {"id": 99}),
        (Kind.PACKAGE, {"id": SOLO}),
        (Kind.PACKAGE, {"id": TEAM_PASS, "participant_id": 99}),
        (Kind.SUBSCRIPTION, {"id": 99}),
    ],
)
def test_what_is_not_on_sale_is_not_there(kind: Kind, more: dict[str, Any]) -> None:
    assert isinstance(refused(Shop(), kind, **more), NotFound)


def test_a_package_whose_time_is_over_is_not_on_sale() -> None:
    shop = Shop(season={"until": date(2026, 11, 20)})
    assert refused(shop, Kind.PACKAGE).code == "errors.offer_ended"


def test_a_subscription_without_a_trial_begins_none() -> None:
    refusal = refused(Shop(), Kind.SUBSCRIPTION, id=MONTHLY, trial=True)
    assert (type(refusal), refusal.message) == (NoTrial, "This subscription has no free trial.")


@pytest.mark.parametrize("card", [None, ""])
def test_what_costs_something_needs_a_card(card: str | None) -> None:
    refusal = refused(Shop(), Kind.EVENT, card=card)
    assert refusal.message == "Please select one of your saved cards or enter new one"


def test_an_event_is_opened_to_be_watched_at_least_from_its_start_on() -> None:
    bought = Shop(solo={"capabilities": ["download"], "days": 2}).buy()
    assert bought.grant.capabilities == (Capability.WATCH, Capability.DOWNLOAD)
    assert (bought.grant.event_id, bought.product.package_id) == (GAME, SOLO)
    assert (bought.total, bought.price.fee) == (dollars("13.50"), dollars("1.50"))
    assert bought.expires_at == NOW + timedelta(days=3 + 2)


@pytest.mark.parametrize("kind", Kind)
def test_an_order_keeps_the_limits_of_its_offer_whatever_is_on_sale_later(kind: Kind) -> None:
    limited: dict[str, Any] = {"limits": {"clips": 50}, "capabilities": ["clipping"]}
    shop = Shop()
    shop.sell(solo=limited, season=limited, yearly=limited)
    bought = shop.buy(kind)
    shop.sell()
    assert shop.order(bought.id).grant.limits == {Feature.CLIPS: 50}


def test_an_order_keeps_what_it_opens_whatever_is_on_sale_later() -> None:
    shop = Shop()
    bought = shop.buy(Kind.PACKAGE)
    shop.sell(season={"categories": ["soccer"], "capabilities": ["no_ads"]})
    assert shop.order(bought.id).grant == bought.grant
    assert (bought.grant.category_ids, bought.grant.capabilities) == ((7,), (Capability.WATCH,))


def test_a_season_ends_with_its_last_day_where_the_channel_is() -> None:
    bought = Shop(season={"until": date(2026, 11, 30)}).buy(Kind.PACKAGE)
    assert bought.expires_at == datetime(2026, 12, 1, 6, tzinfo=UTC)


def test_the_pass_of_a_team_names_it_and_another_package_names_none() -> None:
    shop = Shop()
    season = shop.buy(Kind.PACKAGE, participant_id=71)
    assert (season.product.participant_id, season.slot) == (None, f"package:{SEASON}:0")
    team = Shop().buy(Kind.PACKAGE, id=TEAM_PASS, participant_id=71)
    assert (team.grant.participant_id, team.product.participant_name) == (71, {"en": "Bears"})


def test_the_card_and_the_country_of_the_viewer_are_noted() -> None:
    bought: Order = Shop().buy()
    assert (bought.card, bought.country, bought.account_id) == ("pm_visa", "CA", ADA.account_id)


def test_a_game_that_cannot_be_bought_alone_is_not_on_sale() -> None:
    shop = Shop()
    shop.shelf.game = replace(shop.shelf.game, package_id=None)
    assert isinstance(refused(shop, Kind.EVENT), NotFound)


@pytest.mark.parametrize(
    ("categories", "expected"), [((7,), "Aces"), ((), "Aces, Boys hockey"), ((7, 8), "Aces, Boys hockey")]
)
def test_a_team_pass_names_the_category_of_its_team_unless_it_is_for_one_category(
    categories: tuple[int, ...], expected: str
) -> None:
    shop = Shop()
    package = shop.offers.package(TEAM_PASS)
    assert package is not None
    team = Team(1, {"en": "Aces"}, (7,), {"en": "Aces, Boys hockey"})
    priced = Pricing(shop.offers, shop.shelf, shop.channel).of_package(
        replace(package, category_ids=categories), team
    )
    assert priced.product.participant_name == {"en": expected}
