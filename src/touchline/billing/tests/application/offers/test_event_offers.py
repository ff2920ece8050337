"""Tests for the offers that open an event, as operators see them."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta

import pytest

from touchline.billing.application.offers.event_offers import EventOffers
from touchline.billing.domain.coverage import Availability, PassType
from touchline.billing.tests.checkout_environment import CheckoutEnvironment
from touchline.billing.tests.order_samples import NOW
from touchline.shared.errors import NotFoundError

ON_SALE = {
    "solo": "on_sale",
    "pass": "on_sale",
    "season": "on_sale",
    "yearly": "on_sale",
    "monthly": "on_sale",
}


def load(env: CheckoutEnvironment, key: str = "final") -> EventOffers:
    """Return the offers of the event."""
    return env.build_event_offers()(key)


def list_states(env: CheckoutEnvironment) -> dict[str, str]:
    """Return the states of the offers by key."""
    return {offer.offer.key: offer.state.value for offer in load(env).offers}


def test_an_event_is_opened_by_its_single_sale_and_by_the_passes_that_include_it() -> None:
    assert list_states(CheckoutEnvironment()) == ON_SALE


def test_the_single_sale_has_the_price_of_the_event_and_the_name_of_its_package() -> None:
    solo, *_ = load(CheckoutEnvironment()).offers
    assert (solo.kind, solo.offer.key, solo.price.total.decimal) == ("event", "solo", "13.50")


def test_a_pass_for_another_category_opens_nothing_here() -> None:
    env = CheckoutEnvironment(season={"categories": ["soccer"]}, team={"capabilities": ["no_ads"]})
    assert set(list_states(env)) == {"solo", "yearly", "monthly"}


def test_passes_do_not_open_pay_per_view() -> None:
    env = CheckoutEnvironment()
    env.sale_catalog.change_event(pass_type=PassType.PPV)
    assert list_states(env) == {"solo": "on_sale"}


@pytest.mark.parametrize("pass_type", [PassType.FREE, PassType.REGISTER])
def test_a_free_event_has_no_offers(pass_type: PassType) -> None:
    env = CheckoutEnvironment()
    env.sale_catalog.change_event(pass_type=pass_type)
    assert (load(env).event.pass_type, load(env).offers) == (pass_type, [])


@pytest.mark.parametrize(
    ("until", "state"), [(date(2026, 11, 20), "ended"), (NOW.date() + timedelta(days=1), "ends_before")]
)
@pytest.mark.parametrize("key", ["solo", "season"])
def test_an_offer_that_ends_before_the_event_is_not_sold_for_it(key: str, until: date, state: str) -> None:
    env = CheckoutEnvironment(**{key: {"until": until}})
    assert list_states(env) == ON_SALE | {key: state}


def test_a_team_pass_is_on_sale_if_one_of_the_teams_is_sold() -> None:
    env = CheckoutEnvironment(team={"categories": ["soccer"]})
    env.sale_catalog.change_event(category_id=9)
    assert list_states(env)["pass"] == "team_not_covered"
    aces, bears = env.sale_catalog.known_teams
    env.sale_catalog.known_teams = [aces, replace(bears, category_ids=(7, 9))]
    assert list_states(env)["pass"] == "on_sale"


@pytest.mark.parametrize("availability", [Availability.CANCELED, Availability.POSTPONED, Availability.NONE])
def test_nothing_is_sold_for_an_event_without_anything_to_watch(availability: Availability) -> None:
    env = CheckoutEnvironment(season={"until": date(2026, 11, 20)})
    env.sale_catalog.change_event(availability=availability)
    assert set(list_states(env).values()) == {"unavailable"}


def test_the_region_of_the_operator_does_not_matter() -> None:
    env = CheckoutEnvironment()
    env.sale_catalog.change_event(is_blocked=True)
    assert list_states(env) == ON_SALE


def test_an_unknown_event_is_not_found() -> None:
    with pytest.raises(NotFoundError):
        load(CheckoutEnvironment(), "other")
