"""Tests for proposals and payments of make-goods, with the whole billing context and the fake Stripe."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from touchline.billing.application.make_good.make_good_service import MakeGoodRun
from touchline.billing.domain.checkout.orders import OrderStatus, ProductKind
from touchline.billing.domain.coupons import InvalidPromoCodeError
from touchline.billing.domain.make_good.make_goods import MakeGoodStatus
from touchline.billing.events import MakeGoodPaid
from touchline.billing.tests.make_good_samples import build_viewer
from touchline.billing.tests.offer_samples import usd
from touchline.billing.tests.proof.checkpoints import ProcessKilledError
from touchline.billing.tests.proof.environment import EVENT_ID
from touchline.billing.tests.proof.make_good_harness import CHANNEL, MakeGoodHarness, open_harness
from touchline.shared.errors import RefusedError
from touchline.shared.money import Money


@pytest.fixture
def harness(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[MakeGoodHarness]:
    """Yield a channel without purchases."""
    with open_harness(f"sqlite:///{tmp_path / 'store.sqlite'}", monkeypatch) as harness:
        yield harness


def test_a_preview_stores_nothing_and_a_run_refunds_the_card_once(harness: MakeGoodHarness) -> None:
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


def test_nothing_is_proposed_while_make_goods_are_off(harness: MakeGoodHarness) -> None:
    harness.buy(harness.ada)
    harness.measure(build_viewer(4, venue_seconds=5000))
    harness.set_policy(mode="off")
    assert list(harness.service.preview(CHANNEL, EVENT_ID).make_goods) == []
    with pytest.raises(RefusedError):
        harness.pay()


def test_late_evidence_pays_the_difference_only(harness: MakeGoodHarness) -> None:
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


def test_evidence_after_the_window_does_not_count(harness: MakeGoodHarness) -> None:
    harness.buy(harness.ada)
    harness.measure(build_viewer(4, venue_seconds=5000))
    harness.system.clock.advance(timedelta(hours=48))
    plan = harness.service.preview(CHANNEL, EVENT_ID)
    assert plan.is_over and not plan.make_goods


def test_a_credit_is_a_promo_code_that_only_the_viewer_can_use_once(harness: MakeGoodHarness) -> None:
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


def test_a_credit_ends_when_the_whole_payment_is_refunded(harness: MakeGoodHarness) -> None:
    order = harness.buy(harness.ada)
    harness.measure(build_viewer(4, venue_seconds=720))
    harness.pay()
    code = harness.list_make_goods()[0].coupon_code
    refunds = harness.system.billing.refund_service()
    refunds.refund(CHANNEL, order.id, refunds.plan_refund(CHANNEL, order.id, "10.00"))
    quote = harness.system.billing.coupon_discounts().quote
    assert code is not None
    with harness.system.database.transaction(CHANNEL):
        assert quote(code, order.product, order.price, harness.ada.viewer_id) == usd("1.20")
    refunds.refund(CHANNEL, order.id, refunds.plan_refund(CHANNEL, order.id))
    with harness.system.database.transaction(CHANNEL), pytest.raises(InvalidPromoCodeError):
        quote(code, order.product, order.price, harness.ada.viewer_id)


def test_a_credit_is_raised_until_it_is_used_and_then_a_second_one_is_issued(
    harness: MakeGoodHarness,
) -> None:
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


def test_a_refund_by_an_operator_leaves_less_to_pay_back(harness: MakeGoodHarness) -> None:
    order = harness.buy(harness.ada)
    harness.measure(build_viewer(4, venue_seconds=5000))
    harness.service.propose(CHANNEL, EVENT_ID)
    refunds = harness.system.billing.refund_service()
    refunds.refund(CHANNEL, order.id, refunds.plan_refund(CHANNEL, order.id, "10.00"))
    assert harness.pay() == MakeGoodRun(1, (usd("2.00"),), ())
    assert sorted(harness.list_refunds()) == [200, 1000]


def test_a_refund_that_the_provider_refuses_pays_nothing_and_is_reported(harness: MakeGoodHarness) -> None:
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
def test_a_process_that_dies_anywhere_pays_once(harness: MakeGoodHarness, prefix: str, after: int) -> None:
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


def test_a_dismissed_make_good_is_not_paid_and_not_proposed_again(harness: MakeGoodHarness) -> None:
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


def test_a_proposal_without_evidence_any_more_disappears(harness: MakeGoodHarness) -> None:
    harness.buy(harness.ada)
    harness.measure(build_viewer(4, venue_seconds=5000))
    harness.service.propose(CHANNEL, EVENT_ID)
    harness.measure(build_viewer(4, venue_seconds=5))
    harness.service.propose(CHANNEL, EVENT_ID)
    assert harness.list_make_goods() == []


def test_a_pass_pays_its_share_and_never_more_than_it_cost(harness: MakeGoodHarness) -> None:
    harness.set_policy(mode="propose", full_method="credit")
    order = harness.buy(harness.ada, ProductKind.PACKAGE)
    harness.measure(build_viewer(4, venue_seconds=7000))
    harness.pay()
    (item,) = harness.list_make_goods()
    assert (item.event_count, item.paid, item.paid_for) == (1, order.total, order.total)


def test_an_erased_account_leaves_no_person_and_no_promo_code(harness: MakeGoodHarness) -> None:
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


def test_the_order_and_the_email_say_what_was_paid_back(harness: MakeGoodHarness) -> None:
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


def test_an_automatic_policy_pays_once_the_evidence_is_final(harness: MakeGoodHarness) -> None:
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


def test_an_automatic_policy_leaves_what_only_viewers_show_to_the_operator(harness: MakeGoodHarness) -> None:
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


def test_a_policy_that_proposes_pays_nobody_without_a_press(harness: MakeGoodHarness) -> None:
    harness.buy(harness.ada)
    harness.measure(build_viewer(4, venue_seconds=5000))
    harness.system.queue.waiting.clear()
    harness.system.billing.run_make_goods().check_all_channels()
    with harness.system.database.transaction(CHANNEL):
        waiting = harness.system.billing.make_goods().list_waiting()
    assert [(item.event_id, item.count, item.unpaid) for item in waiting] == [(EVENT_ID, 1, usd("12.00"))]
    assert not harness.system.queue.waiting and harness.list_refunds() == []
