"""Tests for the access in `atelier` that an order of `prairie` gives, until it ends."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import select

from adapters.payments.fake_stripe.testing.server import FakeStripeServer
from touchline.billing.adapters.sql.bundles import BundleGrantRow
from touchline.billing.tests.adapters.bundles.conftest import BUNDLES, BundleScenario
from touchline.channel.facade import ChannelDetails
from touchline.conftest import Visitor
from touchline.shared.ids import OrderId

MIA = "mia@example.org"


@pytest.fixture
def buyer(scenario: BundleScenario, channel: ChannelDetails) -> Visitor:
    """Return a viewer of `prairie` with a verified address."""
    return scenario.register(channel, MIA, verified=True)


@pytest.fixture
def viewer(scenario: BundleScenario, other_channel: ChannelDetails) -> Visitor:
    """Return the same person in `atelier`, verified too."""
    return scenario.register(other_channel, MIA, verified=True)


@pytest.mark.both_databases
def test_an_order_opens_the_other_channel_to_the_same_verified_address(
    scenario: BundleScenario, buyer: Visitor, viewer: Visitor, buy: Any, other_channel: ChannelDetails
) -> None:
    stranger = scenario.register(other_channel, "stranger@example.org", verified=True)
    assert not scenario.has_access(viewer)
    order = buy(buyer)
    assert scenario.has_access(viewer)
    assert not scenario.has_access(stranger)
    (opened,) = buyer.data("/bundles/own")["orders"]
    assert opened["order_id"] == order["id"]
    assert [item["name"] for item in opened["channels"]] == ["Atelier"]
    (included,) = viewer.data("/bundles/own")["included"]
    assert (included["name"], included["channel"]["name"]) == ("Season", "Prairie")
    assert included["until"] == order["expires_at"]
    assert viewer.data("/orders") == [], "the order belongs to the selling channel alone"
    container = scenario.container
    with container.database().transaction(other_channel.id):
        exported = container.billing.export_orders()(scenario.get_account_id(viewer))
    assert [item["name"]["en"] for item in exported["included"]] == ["Season"]


@pytest.mark.both_databases
def test_access_waits_until_both_addresses_are_verified(
    scenario: BundleScenario, channel: ChannelDetails, other_channel: ChannelDetails, buy: Any
) -> None:
    buyer, viewer = scenario.register(channel, MIA), None
    buy(buyer)
    viewer = scenario.register(other_channel, MIA)
    assert not scenario.has_access(viewer)
    scenario.verify(viewer)
    assert not scenario.has_access(viewer), "the buyer has not shown that the address is theirs"
    scenario.verify(buyer)
    assert scenario.has_access(viewer)


def test_an_account_that_is_created_later_gets_access_once_it_is_verified(
    scenario: BundleScenario, buyer: Visitor, buy: Any, other_channel: ChannelDetails
) -> None:
    buy(buyer)
    viewer = scenario.register(other_channel, MIA)
    assert not scenario.has_access(viewer)
    scenario.verify(viewer)
    assert scenario.has_access(viewer)


def test_a_new_address_of_the_buyer_ends_the_access_of_the_old_one(
    scenario: BundleScenario, buyer: Visitor, viewer: Visitor, buy: Any, other_channel: ChannelDetails
) -> None:
    buy(buyer)
    assert scenario.has_access(viewer)
    scenario.change_address(buyer, "mia.roy@example.org")
    assert not scenario.has_access(viewer)
    newcomer = scenario.register(other_channel, "mia.roy@example.org", verified=True)
    assert scenario.has_access(newcomer)


def refund(scenario: BundleScenario, seller: Visitor, order: Any) -> None:
    """Refund an order in full."""
    path = f"/studio/orders/{order['id']}"
    amount = seller.data(f"{path}/refund")["amount"]
    assert seller.post(f"{path}/refund", amount=amount, refundable=amount).status_code == 200


def revoke(scenario: BundleScenario, seller: Visitor, order: Any) -> None:
    """End an order without a refund."""
    container, channel_id = scenario.container, seller.channel.id
    with container.database().transaction(channel_id):
        container.billing.revoke_access()(OrderId(order["id"]))


@pytest.mark.both_databases
@pytest.mark.parametrize("kind", ["package", "subscription"])
@pytest.mark.parametrize("end", [refund, revoke])
def test_a_refund_or_a_revocation_ends_the_access_at_once(
    scenario: BundleScenario,
    seller: Visitor,
    buyer: Visitor,
    viewer: Visitor,
    buy: Any,
    end: Callable[..., None],
    kind: str,
) -> None:
    order = buy(buyer, kind)
    assert scenario.has_access(viewer)
    end(scenario, seller, order)
    assert not scenario.has_access(viewer)
    assert viewer.data("/bundles/own")["included"] == []
    assert buyer.data("/bundles/own")["orders"] == []


def test_a_partial_refund_ends_nothing(
    scenario: BundleScenario, seller: Visitor, buyer: Visitor, viewer: Visitor, buy: Any
) -> None:
    path = f"/studio/orders/{buy(buyer)['id']}/refund"
    amount = seller.data(path)["amount"]
    assert seller.post(path, amount="1.00", refundable=amount).status_code == 200
    assert scenario.has_access(viewer)


def test_a_dispute_ends_the_access(
    scenario: BundleScenario, buyer: Visitor, viewer: Visitor, buy: Any, fake_stripe: FakeStripeServer
) -> None:
    order = buy(buyer)
    (charge,) = fake_stripe.client().v1.charges.list().data
    fake_stripe.open_dispute(charge.id)
    scenario.container.billing.checkout_service().sync_order(buyer.channel.id, OrderId(order["id"]))
    assert not scenario.has_access(viewer)


def test_access_ends_with_the_term_and_was_valid_before(
    scenario: BundleScenario, buyer: Visitor, viewer: Visitor, buy: Any, fake_stripe: FakeStripeServer
) -> None:
    buy(buyer)
    bought_at = scenario.container.clock().now()
    scenario.advance(fake_stripe, 29.9)
    assert scenario.has_access(viewer)
    scenario.advance(fake_stripe, 0.2)
    assert not scenario.has_access(viewer)
    assert scenario.could_watch(viewer, bought_at)


def test_a_subscription_renews_the_access_and_ends_it_after_a_cancellation(
    scenario: BundleScenario, buyer: Visitor, viewer: Visitor, buy: Any, fake_stripe: FakeStripeServer
) -> None:
    order = buy(buyer, "subscription")
    scenario.advance(fake_stripe, 31)
    assert scenario.has_access(viewer)
    assert buyer.post("/stripe/unsubscribe", order_id=order["id"]).status_code == 200
    scenario.advance(fake_stripe, 28)
    assert scenario.has_access(viewer)
    scenario.advance(fake_stripe, 2)
    assert not scenario.has_access(viewer)


@pytest.mark.both_databases
@pytest.mark.parametrize("who", ["seller", "partner"])
def test_the_end_of_a_bundle_ends_future_sales_and_keeps_what_was_sold(
    scenario: BundleScenario,
    seller: Visitor,
    partner: Visitor,
    buyer: Visitor,
    viewer: Visitor,
    buy: Any,
    bundles: dict[str, int],
    who: str,
    channel: ChannelDetails,
    other_channel: ChannelDetails,
) -> None:
    buy(buyer)
    ending = seller if who == "seller" else partner
    assert ending.post(f"{BUNDLES}/{bundles['package']}/end").status_code == 200
    assert scenario.has_access(viewer)
    later = scenario.register(channel, "later@example.org", verified=True)
    late_viewer = scenario.register(other_channel, "later@example.org", verified=True)
    buy(later)
    assert not scenario.has_access(late_viewer)


def test_a_renewal_after_the_end_of_a_bundle_no_longer_includes_the_channel(
    scenario: BundleScenario,
    seller: Visitor,
    buyer: Visitor,
    viewer: Visitor,
    buy: Any,
    bundles: dict[str, int],
    fake_stripe: FakeStripeServer,
) -> None:
    buy(buyer, "subscription")
    scenario.advance(fake_stripe, 10)
    seller.post(f"{BUNDLES}/{bundles['subscription']}/end")
    scenario.advance(fake_stripe, 19)
    assert scenario.has_access(viewer)
    scenario.advance(fake_stripe, 2)
    assert not scenario.has_access(viewer)
    assert scenario.has_access(buyer)


@pytest.mark.both_databases
def test_a_closed_account_of_the_buyer_ends_the_access_and_leaves_no_trace(
    scenario: BundleScenario, buyer: Visitor, viewer: Visitor, buy: Any, other_channel: ChannelDetails
) -> None:
    buy(buyer)
    account_id = scenario.get_account_id(buyer)
    container = scenario.container
    with container.database().transaction(buyer.channel.id):
        container.billing.close_customer()(buyer.channel.id, account_id)
    assert not scenario.has_access(viewer)
    with container.database().transaction(other_channel.id) as session:
        (row,) = session.scalars(select(BundleGrantRow)).all()
    assert (row.account_id, row.address_digest, row.revoked) == (None, None, True)


def test_a_late_sync_of_an_older_state_changes_nothing(
    scenario: BundleScenario, seller: Visitor, buyer: Visitor, viewer: Visitor, buy: Any
) -> None:
    order = buy(buyer)
    container = scenario.container
    sync = container.billing.sync_bundle_grants()
    with container.database().transaction(buyer.channel.id):
        _, stale = sync._derive(buyer.channel.id, OrderId(order["id"]))
    refund(scenario, seller, order)
    with container.database().transaction(viewer.channel.id):
        assert not container.billing.bundle_grants().put(stale[0][1])
    assert not scenario.has_access(viewer)


@pytest.mark.both_databases
def test_the_recipient_of_a_gift_gets_the_access_and_its_refund_ends_it(
    scenario: BundleScenario,
    seller: Visitor,
    buyer: Visitor,
    viewer: Visitor,
    buy: Any,
    channel: ChannelDetails,
    other_channel: ChannelDetails,
    fake_stripe: FakeStripeServer,
) -> None:
    order = buy(buyer, gift={})
    assert not scenario.has_access(viewer), "the buyer of a gift gets nothing"
    bea = scenario.register(channel, "bea@example.org", verified=True)
    other_bea = scenario.register(other_channel, "bea@example.org", verified=True)
    (voucher,) = buyer.data(f"/orders/{order['id']}/vouchers")["vouchers"]
    assert bea.post("/vouchers/redeem", code=voucher["code"]).status_code == 200
    assert scenario.has_access(other_bea)
    fake_stripe.client().v1.refunds.create(
        {"payment_intent": fake_stripe.client().v1.payment_intents.list().data[0].id}
    )
    container = scenario.container
    container.billing.checkout_service().sync_order(channel.id, OrderId(order["id"]))
    assert not scenario.has_access(other_bea)
