"""Never lost, never twice: answers that are lost, processes that die, notices early, late, twice or never."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest

from touchline.billing.application.purchases import UnderWay
from touchline.billing.domain.orders import Kind, Order, OrderStatus
from touchline.billing.domain.settled import TOO_LATE
from touchline.billing.domain.settling import ATTEMPT, AUTHENTICATION, TAKING_UP
from touchline.billing.ports.payments import PaymentsUnavailable
from touchline.billing.tests.payment_fakes import ASKS, DECLINED, VISA, Killed, away, killed
from touchline.billing.tests.samples import dollars
from touchline.billing.tests.shop import ADA, CHANNEL, Shop, wish

KEY = "key-of-a-press"
MOMENTS = [("before", "customer"), ("after", "customer"), ("before", "charge"), ("after", "charge")]
SECOND = timedelta(seconds=1)


@pytest.fixture
def shop() -> Shop:
    """A shop."""
    return Shop()


def broken(shop: Shop, moment: tuple[str, str], how: Callable[[], None]) -> None:
    """Press Pay, and something goes wrong at a moment."""
    getattr(shop.payments, moment[0])[moment[1]] = how
    with pytest.raises((Killed, PaymentsUnavailable)):
        shop.till.buy(wish(key=KEY), ADA)


def only(shop: Shop) -> Order:
    """The one order, and the money of one charge at most."""
    assert len(shop.orders.kept) == 1
    assert shop.balanced()
    return shop.order(shop.orders.kept[0].id)


@pytest.mark.parametrize("how", [away, killed])
@pytest.mark.parametrize("moment", MOMENTS)
def test_the_browser_goes_on_with_its_key_wherever_it_was_broken_off(
    shop: Shop, moment: tuple[str, str], how: Callable[[], None]
) -> None:
    broken(shop, moment, how)
    shop.clock.advance(ATTEMPT)
    assert shop.buy(key=KEY).status is OrderStatus.PAID
    assert only(shop).status is OrderStatus.PAID
    assert shop.payments.kept() == 1350


@pytest.mark.parametrize("how", [away, killed])
@pytest.mark.parametrize("moment", MOMENTS[2:])
def test_the_job_of_each_minute_goes_on_where_no_browser_comes_again(
    shop: Shop, moment: tuple[str, str], how: Callable[[], None]
) -> None:
    broken(shop, moment, how)
    shop.clock.advance(ATTEMPT)
    shop.minute()
    assert only(shop).status is OrderStatus.PAID
    assert shop.payments.kept() == 1350


def test_a_charge_whose_answer_was_lost_opens_the_order_as_soon_as_a_notice_comes(shop: Shop) -> None:
    broken(shop, ("after", "charge"), killed)
    assert only_created(shop)
    shop.hear()
    assert only(shop).status is OrderStatus.PAID


def test_a_charge_whose_answer_was_lost_is_found_by_the_next_press_at_once(shop: Shop) -> None:
    broken(shop, ("after", "charge"), killed)
    assert shop.buy(key=KEY).status is OrderStatus.PAID
    assert shop.payments.calls.count("charge") == 1


def test_a_press_waits_while_nobody_knows_whether_the_first_one_lives(shop: Shop) -> None:
    broken(shop, ("before", "charge"), killed)
    shop.clock.advance(ATTEMPT - SECOND)
    with pytest.raises(UnderWay):
        shop.buy(key=KEY)
    assert shop.payments.kept() == 0


def test_where_the_provider_was_away_the_same_press_may_try_again_at_once(shop: Shop) -> None:
    broken(shop, ("before", "charge"), away)
    assert shop.buy(key=KEY).status is OrderStatus.PAID


def test_where_the_provider_was_away_another_press_waits_until_no_call_can_be_on_its_way(shop: Shop) -> None:
    broken(shop, ("before", "charge"), away)
    with pytest.raises(UnderWay):
        shop.buy(key="another-key")
    assert shop.payments.calls.count("find") == 1
    shop.clock.advance(ATTEMPT)
    assert shop.buy(key="another-key").status is OrderStatus.PAID
    assert [one.status for one in shop.orders.kept] == [OrderStatus.FAILED, OrderStatus.PAID]


def test_an_attempt_that_nobody_takes_up_in_time_is_not_charged_later(shop: Shop) -> None:
    broken(shop, ("before", "charge"), killed)
    shop.clock.advance(TAKING_UP)
    shop.minute()
    after = only(shop)
    assert (after.status, after.failure_message) == (OrderStatus.FAILED, TOO_LATE)
    assert shop.payments.kept() == 0


def test_money_that_arrives_for_a_failed_order_goes_back_by_itself(shop: Shop) -> None:
    broken(shop, ("before", "charge"), killed)
    words = shop.orders.kept[0]
    shop.clock.advance(TAKING_UP)
    shop.minute()
    seen = shop.till._seen(CHANNEL, words.id)
    assert seen is not None and seen.words is not None
    shop.payments.charge(seen.words)
    shop.hear()
    assert only(shop).status is OrderStatus.FAILED
    assert shop.payments.kept() == 0
    assert [line.movement.value for line in shop.lines(words)] == ["charge", "refund"]
    assert shop.told() == ["OrderRefunded"]


def test_a_subscription_that_begins_for_a_failed_order_is_ended_and_paid_back(shop: Shop) -> None:
    shop.payments.before["subscribe"] = killed
    with pytest.raises(Killed):
        shop.buy(Kind.SUBSCRIPTION)
    shop.clock.advance(TAKING_UP)
    shop.minute()
    seen = shop.till._seen(CHANNEL, shop.orders.kept[0].id)
    assert seen is not None
    shop.payments.subscribe(seen.words)  # type: ignore[arg-type]
    shop.hear()
    rhythm = shop.payments.payments["sub_1"].rhythm
    assert rhythm is not None and rhythm.ended_at is not None
    assert (only(shop).status, shop.payments.kept()) == (OrderStatus.FAILED, 0)


def test_a_notice_ahead_of_the_answer_makes_one_paid_order(shop: Shop) -> None:
    shop.payments.after["charge"] = shop.hear
    assert shop.buy(key=KEY).status is OrderStatus.PAID
    assert only(shop).status is OrderStatus.PAID
    assert shop.told() == ["OrderPaid"]


def test_a_decline_that_is_heard_of_ahead_of_the_answer_fails_the_order_once(shop: Shop) -> None:
    shop.payments.after["charge"] = shop.hear
    assert shop.buy(key=KEY, card=DECLINED).status is OrderStatus.FAILED
    assert only(shop).failure_message == "Your card was declined."


def test_notices_that_come_twice_out_of_order_or_late_change_nothing(shop: Shop) -> None:
    bought = shop.buy(card=ASKS)
    shop.payments.answer("pi_1")
    shop.hear()
    paid = only(shop)
    shop.heard.notices.clear()
    shop.payments.notices.reverse()
    shop.clock.advance(timedelta(days=3))
    shop.hear()
    after = only(shop)
    assert (after.status, after.starts_at) == (paid.status, paid.starts_at)
    assert (shop.told(), len(shop.lines(bought))) == (["OrderPaid"], 1)


def test_without_any_notice_the_order_is_paid_within_minutes(shop: Shop) -> None:
    bought = shop.buy(card=ASKS)
    shop.payments.answer("pi_1")
    shop.clock.advance(timedelta(minutes=1))
    shop.minute()
    assert shop.order(bought.id).status is OrderStatus.PAID


def test_a_card_that_asks_and_gets_no_answer_fails_after_a_day_and_can_never_be_charged(shop: Shop) -> None:
    bought = shop.buy(card=ASKS)
    shop.clock.advance(AUTHENTICATION - SECOND)
    shop.minute()
    assert shop.order(bought.id).status is OrderStatus.CREATED
    shop.clock.advance(SECOND)
    shop.minute()
    after = shop.order(bought.id)
    assert (after.status, after.failure_message) == (OrderStatus.FAILED, TOO_LATE)
    shop.payments.answer("pi_1")
    assert shop.payments.kept() == 0


def test_a_process_that_dies_between_giving_up_and_writing_it_down_leaves_it_to_the_next(shop: Shop) -> None:
    bought = shop.buy(card=ASKS)
    shop.payments.answer("pi_1", well=False)
    shop.payments.after["give_up"] = killed
    with pytest.raises(Killed):
        shop.settle(bought)
    assert shop.settle(bought).status is OrderStatus.FAILED


def test_two_who_settle_at_once_write_each_line_once(shop: Shop) -> None:
    bought = shop.buy(card=ASKS)
    shop.payments.answer("pi_1")
    shop.payments.after["look"] = lambda: shop.settle(bought)
    assert shop.settle(bought).status is OrderStatus.PAID
    assert (len(shop.lines(bought)), shop.told()) == (1, ["OrderPaid"])


def test_two_who_take_up_the_same_attempt_charge_once(shop: Shop) -> None:
    broken(shop, ("before", "charge"), away)
    shop.payments.before["charge"] = lambda: shop.settle(shop.orders.kept[0])
    shop.minute()
    assert only(shop).status is OrderStatus.PAID
    assert shop.payments.kept() == 1350


def test_two_who_find_that_nothing_was_charged_do_not_both_ask_for_it(shop: Shop) -> None:
    broken(shop, ("before", "charge"), away)
    shop.payments.after["find"] = lambda: shop.settle(shop.orders.kept[0])
    assert shop.settle(shop.orders.kept[0]).status is OrderStatus.PAID
    assert shop.payments.calls.count("charge") == 2


def test_an_older_reading_does_not_undo_what_a_newer_one_said(shop: Shop) -> None:
    bought = shop.buy(Kind.SUBSCRIPTION)
    shop.payments.renewed("sub_1", well=False)

    def paid_after_all() -> None:
        shop.payments.renewed("sub_1")
        shop.settle(bought)

    shop.payments.after["look"] = paid_after_all
    assert shop.settle(bought).past_due_at is None


def test_a_reading_that_another_process_overtook_is_not_written_down(shop: Shop) -> None:
    bought = shop.buy(card=ASKS)

    def overtaken() -> None:
        shop.payments.answer("pi_1")
        shop.settle(bought)

    shop.payments.after["look"] = overtaken
    assert shop.settle(bought).status is OrderStatus.PAID


def test_a_refund_whose_answer_was_lost_is_not_made_twice(shop: Shop) -> None:
    broken(shop, ("before", "charge"), killed)
    shop.clock.advance(TAKING_UP)
    shop.minute()
    seen = shop.till._seen(CHANNEL, shop.orders.kept[0].id)
    assert seen is not None and seen.words is not None
    shop.payments.charge(seen.words)
    shop.payments.after["refund"] = killed
    with pytest.raises(Killed):
        shop.settle(seen.order)
    shop.settle(seen.order)
    assert (only(shop).status, shop.payments.kept()) == (OrderStatus.FAILED, 0)


def test_of_money_that_went_back_in_part_only_the_rest_is_given_back(shop: Shop) -> None:
    broken(shop, ("before", "charge"), killed)
    shop.clock.advance(TAKING_UP)
    shop.minute()
    seen = shop.till._seen(CHANNEL, shop.orders.kept[0].id)
    assert seen is not None and seen.words is not None
    shop.payments.charge(seen.words)
    shop.payments.give_back("ch_pi_1", dollars("3.50"), "by hand")
    shop.settle(seen.order)
    assert [line.signed for line in shop.lines(seen.order)] == [1350, -350, -1000]


def test_an_order_whose_viewer_is_forgotten_is_not_charged_any_more(shop: Shop) -> None:
    broken(shop, ("before", "charge"), killed)
    shop.orders.forget_person(ADA.viewer)
    shop.clock.advance(TAKING_UP)
    shop.minute()
    assert (only(shop).status, shop.payments.calls.count("charge")) == (OrderStatus.FAILED, 1)


@pytest.mark.parametrize(
    ("kind", "known_after", "status"),
    [
        (Kind.EVENT, SECOND, OrderStatus.REFUNDED),
        (Kind.EVENT, TAKING_UP, OrderStatus.FAILED),
        (Kind.SUBSCRIPTION, SECOND, OrderStatus.REFUNDED),
        (Kind.SUBSCRIPTION, TAKING_UP, OrderStatus.FAILED),
    ],
)
def test_money_that_arrives_for_an_order_whose_viewer_is_forgotten_goes_back_by_itself(
    shop: Shop, kind: Kind, known_after: timedelta, status: OrderStatus
) -> None:
    verb = "subscribe" if kind is Kind.SUBSCRIPTION else "charge"
    shop.payments.before[verb] = killed
    with pytest.raises(Killed):
        shop.buy(kind)
    seen = shop.till._seen(CHANNEL, shop.orders.kept[0].id)
    assert seen is not None
    shop.orders.forget_person(ADA.viewer)
    shop.customers.forget(ADA.viewer)
    shop.clock.advance(known_after)
    shop.minute()
    getattr(shop.payments, verb)(seen.words)
    shop.hear()
    assert (only(shop).status, shop.payments.kept()) == (status, 0)
    assert [line.movement.value for line in shop.lines(seen.order)] == ["charge", "refund"]


def test_money_that_arrives_while_its_viewer_is_forgotten_goes_back_by_itself(shop: Shop) -> None:
    def forgotten() -> None:
        shop.orders.forget_person(ADA.viewer)
        shop.customers.forget(ADA.viewer)

    shop.payments.after["charge"] = forgotten
    shop.buy()
    shop.hear()
    assert (only(shop).status, shop.payments.kept()) == (OrderStatus.REFUNDED, 0)


@pytest.mark.parametrize("card", [VISA, DECLINED, ASKS])
def test_a_double_click_is_one_order_and_one_charge(shop: Shop, card: str) -> None:
    def click_again() -> None:
        with pytest.raises(UnderWay):
            shop.new_till().buy(wish(key=KEY, card=card), ADA)

    shop.payments.before["charge"] = click_again
    bought = shop.buy(key=KEY, card=card)
    assert shop.buy(key=KEY, card=card) == bought
    assert len(only(shop).uuid) == 32
    assert shop.payments.calls.count("charge") == 1


def only_created(shop: Shop) -> bool:
    """There is one order, and nobody knows yet that it is paid."""
    return [one.status for one in shop.orders.kept] == [OrderStatus.CREATED]
