"""The offers that open an event, over HTTP, with the catalog that sells it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from touchline.billing.tests.offer_samples import billing_part, package_entry, subscription_entry
from touchline.channel.domain.operators.roles import Role
from touchline.channel.facade import ChannelDetails
from touchline.conftest import Visitor
from touchline.entrypoints.bootstrap import Application

PATH = "/studio/events/later-soccer/offers"
SINGLE = package_entry("single", type="event", categories=[])
SEASON = package_entry("season", categories=["girls-soccer"])
OTHER = package_entry("other", categories=["boys-hockey"])
NETWORK = subscription_entry("network")


@pytest.fixture
def join(
    application: Application, site: ChannelDetails, visit: Callable[[ChannelDetails], Visitor]
) -> Callable[[Role], Visitor]:
    """Return a function that returns an operator with a role."""

    def add(role: Role) -> Visitor:
        operator = visit(site).register(email=f"{role.value}@example.org")
        container: Any = application.container
        with container.database().transaction(site.id):
            container.channel.operator_admin().add(f"{role.value}@example.org", role, unverified=True)
        return operator

    return add


@pytest.fixture
def sell(application: Application, site: ChannelDetails) -> Callable[..., None]:
    """Return a function that replaces the offers of the channel."""

    def apply(*packages: dict[str, Any]) -> None:
        with application.container.database().transaction(site.id):
            categories = application.container.catalog.facade().list_ids_by_key("category")
            offers = billing_part(*packages, subscriptions=(NETWORK,))
            application.container.billing.facade().apply_pack(offers, {"category": categories})

    return apply


def test_operators_see_the_offers_that_viewers_can_buy_for_an_event(
    join: Callable[[Role], Visitor],
    sell: Callable[..., None],
    visit: Callable[[ChannelDetails], Visitor],
    application: Application,
    site: ChannelDetails,
) -> None:
    sell(SINGLE, SEASON, OTHER)
    seen = join(Role.PRODUCER).data(PATH, lang="fr")
    assert (seen["pass_type"], seen["availability"]) == ("paid", "expected")
    offers = [(offer["kind"], offer["key"], offer["state"]) for offer in seen["offers"]]
    assert offers == [
        ("event", "single", "on_sale"),
        ("package", "season", "on_sale"),
        ("subscription", "network", "on_sale"),
    ]
    assert (seen["offers"][1]["name"], seen["offers"][1]["price"]) == ("Forfait season", "41.49")
    with application.container.database().transaction(site.id):
        event_id = application.container.catalog.facade().list_ids_by_key("event")["later-soccer"]
    bought = [line["type"] for line in visit(site).data("/offers", event_id=event_id)["lines"]]
    assert bought == ["event", "package", "subscription"]


def test_the_number_of_queries_does_not_depend_on_the_number_of_offers(
    join: Callable[[Role], Visitor], sell: Callable[..., None], queries: Any
) -> None:
    owner = join(Role.OWNER)
    counts = []
    for number in (1, 8):
        passes = (package_entry(f"pass-{index}", is_team_pass=True, categories=[]) for index in range(number))
        sell(SINGLE, *passes)
        owner.get(PATH)
        with queries() as sent:
            assert len(owner.data(PATH)["offers"]) == number + 2
        counts.append(len(sent))
    assert counts[0] == counts[1]


@pytest.mark.parametrize("role", [Role.SCOREKEEPER, Role.SUPPORT, Role.ANALYST])
def test_roles_that_do_not_edit_events_see_no_offers(join: Callable[[Role], Visitor], role: Role) -> None:
    assert join(role).get(PATH).status_code == 403


def test_an_unknown_event_is_not_found(join: Callable[[Role], Visitor]) -> None:
    assert join(Role.OWNER).get("/studio/events/nothing/offers").status_code == 404
