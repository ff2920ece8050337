"""Tests for offers in the real app, on both databases (api.md, "Billing")."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from touchline.billing.tests.adapters.conftest import PublishOffers
from touchline.billing.tests.offer_samples import billing_part, package_entry, subscription_entry
from touchline.channel.facade import ChannelDetails
from touchline.conftest import Visitor
from touchline.entrypoints.bootstrap import Application
from touchline.shared.clock import FixedClock


def test_packages_and_subscriptions_are_listed_by_weight(
    visitor: Visitor, channel: ChannelDetails, publish_offers: PublishOffers
) -> None:
    offers = billing_part(
        package_entry("light", weight=1),
        package_entry("heavy", weight=5),
        subscriptions=(subscription_entry("year"),),
    )
    publish_offers(channel, offers)
    response = visitor.get("/packages").json
    assert response is not None
    assert response["meta"] == {"total": 2, "limit": 20, "offset": 0}
    assert [offer["name"] for offer in response["data"]] == ["Heavy", "Light"]
    assert response["data"][0]["price"] == "41.49"
    (year,) = visitor.data("/subscriptions")
    assert (year["base_price"], year["service_fee"], year["currency"]) == ("99.00", "0.00", "USD")


def test_a_page_of_the_list_can_be_requested(
    visitor: Visitor, channel: ChannelDetails, publish_offers: PublishOffers
) -> None:
    publish_offers(
        channel, billing_part(*(package_entry(f"p{number}", weight=number) for number in range(5)))
    )
    response = visitor.get("/packages", limit=2, offset=1).json
    assert response is not None
    assert response["meta"] == {"total": 5, "limit": 2, "offset": 1}
    assert [offer["weight"] for offer in response["data"]] == [3, 2]


def test_a_package_is_listed_until_its_last_day_is_over(
    visitor: Visitor, channel: ChannelDetails, publish_offers: PublishOffers, clock: FixedClock
) -> None:
    today = clock.now().date()
    ended, last_day = (
        package_entry("ended", until=today - timedelta(days=2)),
        package_entry("last day", until=today),
    )
    publish_offers(channel, billing_part(ended, last_day, package_entry("month", days=30)))
    listed = {package["name"]: package["id"] for package in visitor.data("/packages", sort_field="name")}
    assert set(listed) == {"Last Day", "Month"}
    clock.set(clock.now() + timedelta(days=2))
    assert [package["name"] for package in visitor.data("/packages")] == ["Month"]
    assert visitor.get(f"/packages/{listed['Last Day']}").status_code == 404
    assert visitor.get(f"/packages/{listed['Month']}").status_code == 200


@pytest.mark.parametrize("query", [{"limit": 101}, {"limit": 0}, {"offset": -1}])
def test_a_list_that_cannot_be_is_422(visitor: Visitor, query: dict[str, Any]) -> None:
    response = visitor.get("/packages", **query)
    assert response.status_code == 422
    assert response.json is not None
    assert list(response.json["errors"]) == list(query)


def test_an_offer_is_returned_by_its_id(
    visitor: Visitor, channel: ChannelDetails, publish_offers: PublishOffers
) -> None:
    publish_offers(
        channel, billing_part(package_entry("hockey"), subscriptions=(subscription_entry("year"),))
    )
    (listed,) = visitor.data("/packages")
    assert visitor.data(f"/packages/{listed['id']}", lang="fr")["name"] == "Forfait hockey"
    (listed,) = visitor.data("/subscriptions")
    assert visitor.data(f"/subscriptions/{listed['id']}") == listed


def test_another_channels_offers_are_not_found(
    visitor: Visitor, other_visitor: Visitor, channel: ChannelDetails, publish_offers: PublishOffers
) -> None:
    publish_offers(
        channel, billing_part(package_entry("hockey"), subscriptions=(subscription_entry("year"),))
    )
    package_id = visitor.data("/packages")[0]["id"]
    subscription_id = visitor.data("/subscriptions")[0]["id"]
    assert other_visitor.data("/packages") == other_visitor.data("/subscriptions") == []
    assert other_visitor.get(f"/packages/{package_id}").status_code == 404
    assert other_visitor.get(f"/subscriptions/{subscription_id}").status_code == 404


def test_an_offer_keeps_its_id_across_applies_and_is_not_found_while_withdrawn(
    visitor: Visitor, channel: ChannelDetails, publish_offers: PublishOffers
) -> None:
    publish_offers(
        channel, billing_part(package_entry("hockey"), package_entry("soccer", categories=["soccer"]))
    )
    before = {package["name"]: package["id"] for package in visitor.data("/packages")}
    publish_offers(channel, billing_part(package_entry("soccer", weight=4)))
    assert visitor.get(f"/packages/{before['Hockey']}").status_code == 404
    assert [package["id"] for package in visitor.data("/packages")] == [before["Soccer"]]
    publish_offers(channel, billing_part(package_entry("hockey"), package_entry("soccer")))
    assert {package["name"]: package["id"] for package in visitor.data("/packages")} == before


def test_an_offer_of_audio_without_video_counts_also_after_it_was_withdrawn(
    application: Application, channel: ChannelDetails, publish_offers: PublishOffers
) -> None:
    def sells_audio_only() -> bool:
        container: Any = application.container
        with container.database().transaction(channel.id):
            return bool(container.billing.facade().sells_audio_only())

    publish_offers(channel, billing_part(package_entry("hockey")))
    assert not sells_audio_only()
    audio = {"live": True, "replay": True, "replay_delay_hours": 0, "audio_only": True}
    publish_offers(channel, billing_part(package_entry("hockey"), package_entry("radio", availability=audio)))
    assert sells_audio_only()
    publish_offers(channel, billing_part(package_entry("hockey")))
    assert sells_audio_only()


def test_offer_lists_are_publicly_cacheable(
    visitor: Visitor, channel: ChannelDetails, publish_offers: PublishOffers
) -> None:
    publish_offers(channel, billing_part(package_entry("hockey")))
    first = visitor.get("/packages")
    assert first.headers["Cache-Control"].startswith("public")
    again = visitor.get("/packages", headers={"If-None-Match": first.headers["ETag"]})
    assert again.status_code == 304
    assert visitor.get("/packages", lang="fr").headers["ETag"] != first.headers["ETag"]
