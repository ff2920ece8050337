"""Tests for proposals and payments of make-goods, with the whole billing context and the fake Stripe."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import stripe

from touchline.billing.application.checkout.purchases import Purchase
from touchline.billing.application.make_good.make_good_service import MakeGoodRun, MakeGoodService
from touchline.billing.domain.checkout.orders import Order, OrderStatus, ProductKind
from touchline.billing.domain.coupons import InvalidPromoCodeError
from touchline.billing.domain.make_good.evidence import ViewerEvidence
from touchline.billing.domain.make_good.make_goods import MakeGood, MakeGoodStatus
from touchline.billing.events import MakeGoodPaid
from touchline.billing.tests.make_good_samples import build_evidence, build_viewer
from touchline.billing.tests.offer_samples import billing_part, package_entry, subscription_entry, usd
from touchline.billing.tests.order_samples import NOW
from touchline.billing.tests.proof.billing_system import BillingSystem
from touchline.billing.tests.proof.checkpoints import ProcessKilledError
from touchline.billing.tests.proof.environment import EVENT_ID
from touchline.shared.errors import RefusedError
from touchline.shared.ids import ChannelId
from touchline.shared.money import Money
from touchline.shared.principal import Principal

CHANNEL = ChannelId(1)
OFFERS = billing_part(
    package_entry("solo", type="event"),
    package_entry("season", days=40),
    subscriptions=(subscription_entry("yearly"),),
)


class Harness:
    """A channel whose game of 12.00 took place, with two viewers."""

    def __init__(self, system: BillingSystem) -> None:
        self.system = system
        system.publish_offers(1, OFFERS, usd("12.00"))
        self.ada = system.register(4, "ada@example.org")
        self.bob = system.register(5, "bob@example.org")
        self.set_policy(mode="propose")

    @property
    def service(self) -> MakeGoodService:
        """Return the service."""
        service: MakeGoodService = self.system.billing.make_good_service()
        return service

    def set_policy(self, **settings: Any) -> None:
        """Set the channel's policy."""
        self.system.channels.make_good = settings

    def buy(self, viewer: Principal, kind: ProductKind = ProductKind.EVENT, **more: Any) -> Order:
        """Buy a product with a new card."""
        system = self.system
        params = {"type": "card", "card": {"token": "tok_visa"}}
        card = str(system.simulator.call("POST", "payment_methods", params)["id"])
        product_id = system.get_offer_id("season")
        if kind is ProductKind.EVENT:
            product_id = EVENT_ID
            more["package_id"] = system.sale_catalog.single_event_packages[1]
        purchase = Purchase(kind=kind, id=product_id, card=card, key=f"{viewer.viewer_id}-{kind}", **more)
        system.checkout_service.buy(purchase, viewer)
        return next(order for order in reversed(system.list_orders()) if order.account_id == viewer.viewer_id)

    def measure(self, *viewers: ViewerEvidence, **changes: Any) -> None:
        """Add the evidence of the game, and go to the hour after it."""
        self.system.evidence.add(build_evidence(EVENT_ID, *viewers, **changes))
        self.system.clock.set(NOW + timedelta(days=3, hours=3))

    def pay(self) -> MakeGoodRun:
        """Pay all that is unpaid."""
        return self.service.pay(CHANNEL, EVENT_ID)

    def list_make_goods(self) -> list[MakeGood]:
        """Return the stored make-goods of the game."""
        with self.system.database.transaction(CHANNEL):
            return list(self.system.billing.make_goods().list_for_event(EVENT_ID))

    def list_refunds(self) -> list[int]:
        """Return the amounts of the provider's refunds."""
        refunds = self.system.simulator.store.list_objects("refund")
        return [int(refund["amount"]) for refund in refunds]

    def list_notes(self) -> list[str | None]:
        """Return the notes of the refunds in the ledger."""
        return [line.note for line in self.system.list_transactions() if line.movement == "refund"]


@pytest.fixture
def harness(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Harness:
    """Return a channel without purchases. The SDK retries without a delay."""
    monkeypatch.setattr(stripe.HTTPClient, "INITIAL_DELAY", 0)
    monkeypatch.setattr(stripe.HTTPClient, "MAX_DELAY", 0)
    return Harness(BillingSystem(f"sqlite:///{tmp_path / 'store.sqlite'}", {1: "USD"}))


def test_a_preview_stores_nothing_and_a_run_refunds_the_card_once(harness: Harness) -> None:
    order = harness.buy(harness.ada)
    harness.measure(build_viewer(4, venue_seconds=5000), build_viewer(5, venue_seconds=5000))
    plan = harness.service.preview(CHANNEL, EVENT_ID)
    assert [(item.order_id, item.owed) for item in plan.unpaid] == [(order.id, usd("12.00"))]
    assert harness.list_make_goods() == []
    assert harness.pay() == MakeGoodRun(1, (usd("12.00"),), ())
    assert harness.pay() == MakeGoodRun(0, (), ())
    assert harness.list_refunds() == [1200]
    assert harness.list_notes() == [f"make-good-{EVENT_ID}-{order.id}-1-{order.uuid}"]
    assert harness.system.list_orders()[0].status is OrderStatus.REFUNDED
    assert [item.status for item in harness.list_make_goods()] == [MakeGoodStatus.PAID]


def test_nothing_is_proposed_while_make_goods_are_off(harness: Harness) -> None:
    harness.buy(harness.ada)
    harness.measure(build_viewer(4, venue_seconds=5000))
    harness.set_policy(mode="off")
    assert list(harness.service.preview(CHANNEL, EVENT_ID).make_goods) == []
    with pytest.raises(RefusedError):
        harness.pay()


def test_late_evidence_pays_the_difference_only(harness: Harness) -> None:
    harness.set_policy(mode="propose", method="refund")
    harness.buy(harness.ada)
    harness.measure(build_viewer(4, venue_seconds=720))
    harness.pay()
    harness.measure(build_viewer(4, venue_seconds=1440))
    harness.pay()
    harness.measure(build_viewer(4, venue_seconds=720))
    harness.pay()
    assert harness.list_refunds() == [120, 120]
    assert [item.paid for item in harness.list_make_goods()] == [usd("2.40")]


def test_evidence_after_the_window_does_not_count(harness: Harness) -> None:
    harness.buy(harness.ada)
    harness.measure(build_viewer(4, venue_seconds=5000))
    harness.system.clock.advance(timedelta(hours=48))
    plan = harness.service.preview(CHANNEL, EVENT_ID)
    assert plan.is_over and not plan.make_goods


def test_a_credit_is_a_promo_code_that_only_the_viewer_can_use_once(harness: Harness) -> None:
    harness.buy(harness.ada)
    harness.measure(build_viewer(4, venue_seconds=720))
    harness.pay()
    (item,) = harness.list_make_goods()
    assert item.coupon_code is not None and item.paid == usd("1.20") and harness.list_refunds() == []
    assert harness.system.published_events[-1] == MakeGoodPaid(1, item.id, 4, 1)
    with pytest.raises(InvalidPromoCodeError):
        harness.buy(harness.bob, ProductKind.PACKAGE, promo_code=item.coupon_code)
    season = harness.buy(harness.ada, ProductKind.PACKAGE, promo_code=item.coupon_code)
    assert season.discount == usd("1.20")


def test_a_credit_is_raised_until_it_is_used_and_then_a_second_one_is_issued(harness: Harness) -> None:
    harness.buy(harness.ada)
    harness.measure(build_viewer(4, venue_seconds=720))
    harness.pay()
    first = harness.list_make_goods()[0].coupon_code
    harness.measure(build_viewer(4, venue_seconds=1440))
    harness.pay()
    assert harness.list_make_goods()[0].coupon_code == first
    season = harness.buy(harness.ada, ProductKind.PACKAGE, promo_code=first)
    assert season.discount == usd("2.40")
    harness.measure(build_viewer(4, venue_seconds=2160))
    harness.pay()
    second = harness.list_make_goods()[0].coupon_code
    assert second is not None
    with harness.system.database.transaction(CHANNEL):
        coupon = harness.system.billing.coupons().get(second)
    assert second != first and coupon is not None and coupon.amount == usd("1.20")


def test_a_refund_by_an_operator_leaves_less_to_pay_back(harness: Harness) -> None:
    order = harness.buy(harness.ada)
    harness.measure(build_viewer(4, venue_seconds=5000))
    harness.service.propose(CHANNEL, EVENT_ID)
    refunds = harness.system.billing.refund_service()
    refunds.refund(CHANNEL, order.id, refunds.plan_refund(CHANNEL, order.id, "10.00"))
    assert harness.pay() == MakeGoodRun(1, (usd("2.00"),), ())
    assert sorted(harness.list_refunds()) == [200, 1000]


def test_a_refund_that_the_provider_refuses_pays_nothing_and_is_reported(harness: Harness) -> None:
    order = harness.buy(harness.ada)
    harness.buy(harness.bob)
    harness.measure(build_viewer(4, venue_seconds=5000), build_viewer(5, venue_seconds=5000))
    charge = harness.system.simulator.store.list_objects("charge")
    mine = next(item for item in charge if item["amount"] == 1200)
    harness.system.simulator.call("POST", "refunds", {"charge": mine["id"], "amount": 700})
    run = harness.pay()
    assert len(run.refused) == 1 and run.paid == 1
    again = harness.pay()
    assert again.amounts == (usd("5.00"),)
    assert sorted(harness.list_refunds()) == [500, 700, 1200]
    assert order.id


@pytest.mark.parametrize("prefix", ["", "POST /v1/refunds"])
@pytest.mark.parametrize("after", range(1, 14))
def test_a_process_that_dies_anywhere_pays_once(harness: Harness, prefix: str, after: int) -> None:
    harness.set_policy(mode="propose", method="refund")
    harness.buy(harness.ada)
    harness.buy(harness.bob)
    harness.measure(build_viewer(4, venue_seconds=720), build_viewer(5, venue_seconds=5000))
    harness.system.checkpoints.kill_after(after, prefix)
    try:
        harness.pay()
    except ProcessKilledError:
        harness.system.clock.advance(timedelta(hours=30))
    harness.system.checkpoints.clear()
    harness.pay()
    assert sorted(harness.list_refunds()) == [120, 1200]
    assert [(item.status, item.unpaid.minor) for item in harness.list_make_goods()] == [
        (MakeGoodStatus.PAID, 0)
    ] * 2


def test_a_dismissed_make_good_is_not_paid_and_not_proposed_again(harness: Harness) -> None:
    harness.buy(harness.ada)
    harness.measure(build_viewer(4, venue_seconds=5000))
    harness.service.propose(CHANNEL, EVENT_ID)
    item = harness.list_make_goods()[0]
    with harness.system.database.transaction(CHANNEL):
        harness.service.dismiss_in_transaction(item.id, "Agreed by phone")
    assert harness.pay().paid == 0
    assert [(found.status, found.dismissal) for found in harness.list_make_goods()] == [
        (MakeGoodStatus.DISMISSED, "Agreed by phone")
    ]


def test_a_proposal_without_evidence_any_more_disappears(harness: Harness) -> None:
    harness.buy(harness.ada)
    harness.measure(build_viewer(4, venue_seconds=5000))
    harness.service.propose(CHANNEL, EVENT_ID)
    harness.measure(build_viewer(4, venue_seconds=5))
    harness.service.propose(CHANNEL, EVENT_ID)
    assert harness.list_make_goods() == []


def test_a_pass_pays_its_share_and_never_more_than_it_cost(harness: Harness) -> None:
    harness.set_policy(mode="propose", full_method="credit")
    order = harness.buy(harness.ada, ProductKind.PACKAGE)
    harness.measure(build_viewer(4, venue_seconds=7000))
    harness.pay()
    (item,) = harness.list_make_goods()
    assert (item.event_count, item.paid, item.paid_for) == (1, order.total, order.total)


def test_an_erased_account_leaves_no_person_and_no_promo_code(harness: Harness) -> None:
    harness.buy(harness.ada)
    harness.measure(build_viewer(4, venue_seconds=720))
    harness.pay()
    code = harness.list_make_goods()[0].coupon_code
    assert code is not None
    with harness.system.database.transaction(CHANNEL):
        assert len(harness.system.billing.export_orders()(harness.ada.viewer_id)["make_goods"]) == 1
        harness.system.billing.customer_erasure().erase(harness.ada.viewer_id)
    (item,) = harness.list_make_goods()
    with harness.system.database.transaction(CHANNEL):
        assert harness.system.billing.coupons().get(code) is None
    assert (item.account_id, item.coupon_code, item.paid) == (None, None, usd("1.20"))


def test_the_order_and_the_email_say_what_was_paid_back(harness: Harness) -> None:
    harness.buy(harness.ada)
    harness.measure(build_viewer(4, venue_seconds=720))
    harness.pay()
    (item,) = harness.list_make_goods()
    billing = harness.system.billing
    with harness.system.database.transaction(CHANNEL):
        order = billing.orders().get(item.order_id)
        assert order is not None
        shown = billing.order_serializer().serialize(order, "en")
        email = billing.facade().get_make_good_notification(item.id, "en")
    assert shown["make_goods"][0]["promo_code"] == item.coupon_code
    assert email is not None and email.make_good is not None
    assert (email.amount, email.make_good.lost_minutes) == (Money(120, "USD"), 12)


def test_an_automatic_policy_pays_once_the_evidence_is_final(harness: Harness) -> None:
    harness.set_policy(mode="automatic")
    harness.buy(harness.ada)
    harness.measure(build_viewer(4, venue_seconds=5000), is_final=False)
    run_make_goods = harness.system.billing.run_make_goods()
    harness.system.queue.waiting.clear()
    run_make_goods.check_all_channels()
    assert harness.list_make_goods() == [] and not harness.system.queue.waiting
    harness.measure(build_viewer(4, venue_seconds=5000))
    run_make_goods.check_all_channels()
    for task in list(harness.system.queue.waiting):
        harness.system.run_job(task)
    assert harness.list_refunds() == [1200]


def test_an_automatic_policy_leaves_what_only_viewers_show_to_the_operator(harness: Harness) -> None:
    harness.set_policy(mode="automatic", full_method="refund")
    harness.buy(harness.ada)
    harness.buy(harness.bob)
    harness.measure(
        build_viewer(4, delivery_seconds=5000, unconfirmed_seconds=60), build_viewer(5, delivery_seconds=6000)
    )
    harness.system.queue.waiting.clear()
    run_make_goods = harness.system.billing.run_make_goods()
    run_make_goods.check_all_channels()
    for task in list(harness.system.queue.waiting):
        harness.system.run_job(task)
    assert [(item.account_id, item.status) for item in harness.list_make_goods()] == [
        (4, MakeGoodStatus.PROPOSED),
        (5, MakeGoodStatus.PAID),
    ]
    harness.system.clock.advance(timedelta(hours=49))
    harness.service.pay(CHANNEL, EVENT_ID, is_automatic=True)
    assert len(harness.list_refunds()) == 1
    assert harness.pay().paid == 1


def test_a_policy_that_proposes_pays_nobody_without_a_press(harness: Harness) -> None:
    harness.buy(harness.ada)
    harness.measure(build_viewer(4, venue_seconds=5000))
    harness.system.queue.waiting.clear()
    harness.system.billing.run_make_goods().check_all_channels()
    with harness.system.database.transaction(CHANNEL):
        waiting = harness.system.billing.make_goods().list_waiting()
    assert [(item.event_id, item.count, item.unpaid) for item in waiting] == [(EVENT_ID, 1, usd("12.00"))]
    assert not harness.system.queue.waiting and harness.list_refunds() == []
