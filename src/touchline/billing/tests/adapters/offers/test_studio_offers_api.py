"""The offers and promo codes of a channel over HTTP, for operators."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from adapters.payments.fake_stripe.testing.server import FakeStripeServer
from touchline.billing.tests.adapters.conftest import JoinTeam, PublishOffers
from touchline.billing.tests.adapters.operator_terminal import Terminal, buy_offer
from touchline.billing.tests.offer_samples import (
    billing_part,
    coupon_entry,
    package_entry,
    subscription_entry,
    usd,
)
from touchline.channel.facade import ChannelDetails, Role
from touchline.conftest import Visitor
from touchline.shared.clock import FixedClock

SEASON, NETWORK = package_entry("season"), subscription_entry("network")
OFFERS = billing_part(
    SEASON,
    subscriptions=(NETWORK,),
    coupons=(coupon_entry("TIPOFF20", products=["package:season"]),),
)
OWNER = "owner@example.org"


@pytest.fixture
def owner(join_team: JoinTeam, publish_offers: PublishOffers, channel: ChannelDetails) -> Visitor:
    """Return an owner of a channel with offers."""
    publish_offers(channel, OFFERS)
    return join_team(Role.OWNER, OWNER)


def list_offers(owner: Visitor) -> dict[str, dict[str, Any]]:
    """Return the offers by key."""
    return {offer["key"]: offer for offer in owner.data("/studio/offers")}


def test_offers_show_their_holders_by_the_price_that_they_renew_at(
    owner: Visitor,
    ada: Visitor,
    bea: Visitor,
    fake_stripe: FakeStripeServer,
    publish_offers: PublishOffers,
    channel: ChannelDetails,
) -> None:
    buy_offer(ada, fake_stripe, "Network")
    dearer = NETWORK | {"price": {"base": usd("129"), "fee": usd("0")}}
    publish_offers(channel, OFFERS | {"subscriptions": [dearer]})
    order = buy_offer(bea, fake_stripe, "Network")
    assert bea.post("/stripe/unsubscribe", order_id=order["id"]).status_code == 200
    offers = list_offers(owner)
    network = offers["network"]
    assert (network["kind"], network["price"], network["state"]) == ("subscription", "129.00", "on_sale")
    counts = [(count["price"], count["holders"], count["renewing"]) for count in network["holders"]]
    assert counts == [("99.00", 1, 1), ("129.00", 1, 0)]
    assert offers["season"]["holders"] == []
    assert (offers["season"]["categories"], offers["season"]["is_team_pass"]) == (["hockey"], False)


def test_a_withdrawn_offer_is_listed_while_someone_holds_it(
    owner: Visitor,
    ada: Visitor,
    fake_stripe: FakeStripeServer,
    publish_offers: PublishOffers,
    channel: ChannelDetails,
) -> None:
    order = buy_offer(ada, fake_stripe)
    publish_offers(channel, billing_part())
    offers = list_offers(owner)
    assert {key: offer["state"] for key, offer in offers.items()} == {"season": "withdrawn"}
    (holder,) = owner.data("/studio/offers/package/season/holders")
    assert (holder["id"], holder["viewer"]["email"]) == (order["id"], "ada@example.org")
    assert owner.get("/studio/offers/subscription/season/holders").status_code == 404


def test_a_package_ends_after_its_last_day(
    owner: Visitor, publish_offers: PublishOffers, channel: ChannelDetails, clock: FixedClock
) -> None:
    yesterday = (clock.now() - timedelta(days=2)).date()
    publish_offers(channel, billing_part(package_entry("season", until=yesterday)))
    assert list_offers(owner)["season"]["state"] == "ended"


def test_promo_codes_show_their_uses_and_only_temporary_ones_are_deactivated_here(
    owner: Visitor, ada: Visitor, fake_stripe: FakeStripeServer
) -> None:
    Terminal().coupons("add", "PRESS", "--amount", "5.00", "--max-redemptions", "1")
    buy_offer(ada, fake_stripe, promo_code="press")
    press, tipoff = owner.data("/studio/coupons")
    assert (press["code"], press["state"], press["redemptions"]) == ("PRESS", "used_up", 1)
    assert (press["amount"], press["percent"], press["is_temporary"]) == ("5.00", None, True)
    assert (tipoff["products"], tipoff["state"]) == (["package:season"], "active")
    assert owner.post("/studio/coupons/press/deactivate").json["data"]["state"] == "inactive"  # type: ignore[index]
    assert owner.post("/studio/coupons/TIPOFF20/deactivate").status_code == 404
