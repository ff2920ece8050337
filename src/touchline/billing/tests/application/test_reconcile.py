"""Hearing the provider, and finding what was not heard."""

from __future__ import annotations

from datetime import timedelta

from touchline.billing.application.hear_notice import REMEMBERED, HearNotice
from touchline.billing.application.reconcile import Reconcile
from touchline.billing.ports.payments import Notice
from touchline.billing.tests.orders import NOW
from touchline.billing.tests.payment_fakes import ASKS
from touchline.billing.tests.shop import Shop


def hearing(shop: Shop) -> HearNotice:
    """The use case of a shop."""
    return HearNotice(shop.heard, shop.orders, shop.jobs, shop.clock)


def reconciling(shop: Shop) -> Reconcile:
    """The use case of a shop."""
    return Reconcile(shop.orders, shop.heard, shop.jobs, shop.clock)


def test_a_notice_has_its_order_looked_at_once() -> None:
    shop = Shop()
    bought = shop.buy()
    notice = Notice("evt_9", "charge.refunded", NOW, ref="pi_1")
    assert hearing(shop)(notice)
    assert not hearing(shop)(notice)
    assert shop.jobs.waiting == [("billing.settle", (1, bought.id))]
    assert shop.order(bought.id).look_at == NOW


def test_a_notice_that_was_heard_while_its_order_was_settled_is_not_lost_with_its_job() -> None:
    shop = Shop()
    bought = shop.buy(card=ASKS)
    shop.payments.after["look"] = lambda: hearing(shop)(Notice("evt_9", "…", NOW, order=bought.uuid))
    shop.settle(bought)
    assert shop.order(bought.id).look_at == NOW


def test_a_notice_of_nobody_here_is_passed_over() -> None:
    shop = Shop()
    assert not hearing(shop)(Notice("evt_1", "charge.refunded", NOW, order="not ours", ref="pi_7"))
    assert not hearing(shop)(Notice("evt_2", "customer.created", NOW))
    assert (shop.jobs.waiting, list(shop.heard.notices)) == ([], ["evt_1"])


def test_notices_are_remembered_longer_than_they_can_come_again() -> None:
    shop = Shop()
    hearing(shop)(Notice("evt_1", "charge.refunded", NOW, ref="pi_7"))
    shop.clock.advance(REMEMBERED)
    assert hearing(shop).forget() == 0
    shop.clock.advance(timedelta(seconds=1))
    assert hearing(shop).forget() == 1


def test_the_first_reading_goes_back_an_hour_and_each_later_one_a_little_behind_the_last() -> None:
    shop = Shop()
    assert reconciling(shop).since() == NOW - timedelta(hours=1)
    reconciling(shop).caught_up(NOW)
    shop.clock.advance(timedelta(days=2))
    assert reconciling(shop).since() == NOW - timedelta(minutes=5)


def test_an_order_that_cannot_be_settled_does_not_stand_in_the_way_of_others_each_minute() -> None:
    shop = Shop()
    bought = shop.buy(card=ASKS)
    shop.clock.advance(timedelta(seconds=30))
    assert reconciling(shop).settle_what_waits() == 1
    assert reconciling(shop).settle_what_waits() == 0
    assert shop.order(bought.id).look_at == shop.clock.now() + timedelta(minutes=2)
