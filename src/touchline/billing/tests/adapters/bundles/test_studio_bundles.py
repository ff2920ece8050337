"""Tests for the calls of operators: proposals, their acceptance and end, and what a third channel tries."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from adapters.payments.fake_stripe.testing.server import FakeStripeServer
from touchline.billing.tests.adapters.browser_actions import buy_with_saved_card
from touchline.billing.tests.adapters.bundles.conftest import BUNDLES, BundleScenario
from touchline.billing.tests.adapters.conftest import PublishOffers
from touchline.billing.tests.offer_samples import billing_part, package_entry, subscription_entry
from touchline.channel.facade import ChannelDetails
from touchline.conftest import Visitor

PROPOSAL = {"kind": "package", "key": "season", "channel": "atelier", "percent": "25"}


@pytest.fixture
def on_sale(seller: Visitor, partner: Visitor, publish_offers: PublishOffers) -> None:
    """Put passes on sale."""
    offers = package_entry("season", days=30), package_entry("solo", type="event")
    publish_offers(seller.channel, billing_part(*offers))


@pytest.fixture
def proposed(seller: Visitor, on_sale: None) -> int:
    """Propose a bundle, and return its id."""
    return propose(seller)


def propose(seller: Visitor, **changes: str) -> int:
    """Propose a bundle, and return its id."""
    response = seller.post(BUNDLES, **{**PROPOSAL, **changes})
    assert response.status_code == 201, response.text
    assert response.json is not None
    return int(response.json["data"]["outgoing"][0]["id"])


def list_statuses(operator: Visitor) -> tuple[list[str], list[str]]:
    """Return the statuses of the bundles that a channel sells, and of those in which it is the partner."""
    shown = operator.data(BUNDLES)
    outgoing, incoming = ([item["status"] for item in shown[side]] for side in ("outgoing", "incoming"))
    return outgoing, incoming


def get_code(response: Any) -> tuple[int, str | None]:
    """Return the status and the error code of a response."""
    return response.status_code, (response.json or {}).get("code")


def test_both_channels_see_a_proposal_and_the_partner_accepts_it(
    seller: Visitor, partner: Visitor, proposed: int
) -> None:
    assert list_statuses(seller) == (["proposed"], [])
    (shown,) = partner.data(BUNDLES)["incoming"]
    assert (shown["channel"]["name"], shown["percent"], shown["viewers"]) == ("Prairie", "25.00", 0)
    for _ in range(2):
        assert partner.post(f"{BUNDLES}/{proposed}/accept").status_code == 200
    assert list_statuses(seller) == (["active"], [])
    assert list_statuses(partner) == ([], ["active"])


def test_only_the_partner_accepts_a_proposal(seller: Visitor, proposed: int) -> None:
    assert seller.post(f"{BUNDLES}/{proposed}/accept").status_code == 404
    assert list_statuses(seller) == (["proposed"], [])


def test_a_closed_proposal_cannot_be_accepted_and_leaves_room_for_another_one(
    seller: Visitor, partner: Visitor, proposed: int
) -> None:
    assert get_code(seller.post(BUNDLES, **PROPOSAL)) == (409, "errors.bundle_exists")
    assert seller.post(f"{BUNDLES}/{proposed}/end").status_code == 200
    assert get_code(partner.post(f"{BUNDLES}/{proposed}/accept")) == (409, "errors.bundle_closed")
    declined = propose(seller, percent="30")
    assert partner.post(f"{BUNDLES}/{declined}/end").status_code == 200
    assert list_statuses(seller) == (["declined", "withdrawn"], [])


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"channel": "prairie"}, (400, "errors.bundle_own_channel")),
        ({"key": "solo"}, (404, "errors.not_found")),
        ({"key": "unknown"}, (404, "errors.not_found")),
        ({"channel": "nowhere.example"}, (422, "errors.invalid")),
        ({"percent": "100.01"}, (422, "errors.invalid")),
        ({"percent": "many"}, (422, "errors.invalid")),
    ],
)
def test_a_proposal_that_cannot_be_kept_is_refused(
    seller: Visitor, on_sale: None, changes: dict[str, str], expected: tuple[int, str]
) -> None:
    assert get_code(seller.post(BUNDLES, **{**PROPOSAL, **changes})) == expected
    assert list_statuses(seller) == ([], [])


def test_the_shares_of_an_offer_stay_within_its_revenue(
    seller: Visitor, partner: Visitor, proposed: int, add_channel: Callable[..., ChannelDetails]
) -> None:
    add_channel("tigers")
    refused = seller.post(BUNDLES, **{**PROPOSAL, "channel": "tigers", "percent": "75.01"})
    assert get_code(refused) == (400, "errors.bundle_shares")
    propose(seller, channel="tigers", percent="75")


def test_a_bundle_of_another_channel_is_not_found(
    scenario: BundleScenario,
    seller: Visitor,
    partner: Visitor,
    bundles: dict[str, int],
    add_channel: Callable[..., ChannelDetails],
) -> None:
    stranger = scenario.add_operator(add_channel("tigers"), "owner@tigers.example")
    pending = propose(seller, channel="tigers", percent="1")
    for bundle_id in (*bundles.values(), 999_999):
        for action in ("accept", "end"):
            assert stranger.post(f"{BUNDLES}/{bundle_id}/{action}").status_code == 404
            assert partner.post(f"{BUNDLES}/{pending}/{action}").status_code == 404
    assert list_statuses(stranger) == ([], ["proposed"])
    assert list_statuses(partner) == ([], ["active", "active"])


def test_only_operators_who_manage_settings_see_and_change_bundles(
    scenario: BundleScenario, channel: ChannelDetails, proposed: int
) -> None:
    viewer = scenario.register(channel, "viewer@example.org")
    for response in (
        viewer.get(BUNDLES),
        viewer.post(BUNDLES, **PROPOSAL),
        viewer.post(f"{BUNDLES}/{proposed}/accept"),
        viewer.post(f"{BUNDLES}/{proposed}/end"),
    ):
        assert response.status_code in (401, 403)


def test_an_off_season_opens_the_other_channel_until_the_next_charge_is_due(
    scenario: BundleScenario,
    seller: Visitor,
    partner: Visitor,
    channel: ChannelDetails,
    other_channel: ChannelDetails,
    publish_offers: PublishOffers,
    fake_stripe: FakeStripeServer,
) -> None:
    pause = {"from": "11-25", "until": "12-20"}
    seasonal = subscription_entry(
        "seasonal", offer="monthly", period="month", trial_period=0, off_season=pause
    )
    publish_offers(channel, billing_part(subscriptions=(seasonal,)))
    bundle_id = propose(seller, kind="subscription", key="seasonal")
    assert partner.post(f"{BUNDLES}/{bundle_id}/accept").status_code == 200
    buyer = scenario.register(channel, "mia@example.org", verified=True)
    viewer = scenario.register(other_channel, "mia@example.org", verified=True)
    (offer,) = buyer.data("/subscriptions")
    buy_with_saved_card(buyer, fake_stripe, "subscription", offer["id"])
    (order,) = buyer.data("/orders")
    until = datetime.fromisoformat(order["expires_at"])
    assert until > datetime(2027, 1, 14, tzinfo=UTC), "the pause moves the next charge"
    assert buyer.post("/stripe/unsubscribe", order_id=order["id"]).status_code == 200
    while (left := until - scenario.container.clock().now()) > timedelta(days=1):
        assert scenario.has_access(viewer), f"access ended {left} too early"
        scenario.advance(fake_stripe, min(20, left / timedelta(days=1) - 0.5))
    assert scenario.has_access(viewer)
    scenario.advance(fake_stripe, 1)
    assert not scenario.has_access(viewer)
