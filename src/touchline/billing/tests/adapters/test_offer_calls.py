"""The offers on the real app, on both databases (api.md, "Billing")."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from touchline.billing.tests.samples import IDS, package, part, subscription
from touchline.channel.facade import ChannelFacts
from touchline.conftest import Visitor
from touchline.entrypoints.bootstrap import House
from touchline.shared.clock import FixedClock

Sell = Callable[[ChannelFacts, dict[str, Any]], None]


@pytest.fixture
def sell(house: House, transaction: Any) -> Sell:
    """`sell(channel, part)` applies a billing part to a channel."""

    def apply(channel: ChannelFacts, offers: dict[str, Any]) -> None:
        with transaction(channel.id):
            house.container.billing.facade().apply_pack(offers, IDS)

    return apply


def test_packages_and_subscriptions_are_listed_by_weight(
    visitor: Visitor, channel: ChannelFacts, sell: Sell
) -> None:
    offers = part(
        package("light", weight=1), package("heavy", weight=5), subscriptions=(subscription("year"),)
    )
    sell(channel, offers)
    answer = visitor.get("/packages").json
    assert answer is not None
    assert answer["meta"] == {"total": 2, "limit": 20, "offset": 0}
    assert [one["name"] for one in answer["data"]] == ["Heavy", "Light"]
    assert answer["data"][0]["price"] == "41.49"
    (year,) = visitor.data("/subscriptions")
    assert (year["base_price"], year["service_fee"], year["currency"]) == ("99.00", "0.00", "USD")


def test_a_part_of_the_list_can_be_asked_for(visitor: Visitor, channel: ChannelFacts, sell: Sell) -> None:
    sell(channel, part(*(package(f"p{number}", weight=number) for number in range(5))))
    answer = visitor.get("/packages", limit=2, offset=1).json
    assert answer is not None
    assert answer["meta"] == {"total": 5, "limit": 2, "offset": 1}
    assert [one["weight"] for one in answer["data"]] == [3, 2]


def test_a_package_is_listed_until_its_last_day_is_over(
    visitor: Visitor, channel: ChannelFacts, sell: Sell, clock: FixedClock
) -> None:
    today = clock.now().date()
    ended, last_day = package("ended", until=today - timedelta(days=2)), package("last day", until=today)
    sell(channel, part(ended, last_day, package("month", days=30)))
    listed = {one["name"]: one["id"] for one in visitor.data("/packages", sort_field="name")}
    assert set(listed) == {"Last Day", "Month"}
    clock.set(clock.now() + timedelta(days=2))
    assert [one["name"] for one in visitor.data("/packages")] == ["Month"]
    assert visitor.get(f"/packages/{listed['Last Day']}").status_code == 404
    assert visitor.get(f"/packages/{listed['Month']}").status_code == 200


@pytest.mark.parametrize("query", [{"limit": 101}, {"limit": 0}, {"offset": -1}])
def test_a_list_that_cannot_be_is_422(visitor: Visitor, query: dict[str, Any]) -> None:
    answer = visitor.get("/packages", **query)
    assert answer.status_code == 422
    assert answer.json is not None
    assert list(answer.json["errors"]) == list(query)


def test_one_offer_answers_by_its_id(visitor: Visitor, channel: ChannelFacts, sell: Sell) -> None:
    sell(channel, part(package("hockey"), subscriptions=(subscription("year"),)))
    (listed,) = visitor.data("/packages")
    assert visitor.data(f"/packages/{listed['id']}", lang="fr")["name"] == "Forfait hockey"
    (listed,) = visitor.data("/subscriptions")
    assert visitor.data(f"/subscriptions/{listed['id']}") == listed


def test_another_channels_offers_are_not_there(
    visitor: Visitor, stranger: Visitor, channel: ChannelFacts, sell: Sell
) -> None:
    sell(channel, part(package("hockey"), subscriptions=(subscription("year"),)))
    package_id = visitor.data("/packages")[0]["id"]
    subscription_id = visitor.data("/subscriptions")[0]["id"]
    assert stranger.data("/packages") == stranger.data("/subscriptions") == []
    assert stranger.get(f"/packages/{package_id}").status_code == 404
    assert stranger.get(f"/subscriptions/{subscription_id}").status_code == 404


def test_an_offer_keeps_its_id_over_applies_and_is_gone_while_withdrawn(
    visitor: Visitor, channel: ChannelFacts, sell: Sell
) -> None:
    sell(channel, part(package("hockey"), package("soccer", categories=["soccer"])))
    before = {one["name"]: one["id"] for one in visitor.data("/packages")}
    sell(channel, part(package("soccer", weight=4)))
    assert visitor.get(f"/packages/{before['Hockey']}").status_code == 404
    assert [one["id"] for one in visitor.data("/packages")] == [before["Soccer"]]
    sell(channel, part(package("hockey"), package("soccer")))
    assert {one["name"]: one["id"] for one in visitor.data("/packages")} == before


def test_the_lists_are_the_same_for_all_and_may_be_kept(
    visitor: Visitor, channel: ChannelFacts, sell: Sell
) -> None:
    sell(channel, part(package("hockey")))
    first = visitor.get("/packages")
    assert first.headers["Cache-Control"].startswith("public")
    again = visitor.get("/packages", headers={"If-None-Match": first.headers["ETag"]})
    assert again.status_code == 304
    assert visitor.get("/packages", lang="fr").headers["ETag"] != first.headers["ETag"]
