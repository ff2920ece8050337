"""Buying: one order and one charge a thing, whoever presses how often."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest

from touchline.billing.application.purchases import AlreadyBought, OtherPurchase, UnderWay
from touchline.billing.domain.coupons import WrongPromoCode
from touchline.billing.domain.offers import Price
from touchline.billing.domain.orders import Kind, OrderStatus
from touchline.billing.domain.settled import REPLACED
from touchline.billing.tests.payment_fakes import ASKS, DECLINED, FOREIGN, SLOW, VISA
from touchline.billing.tests.samples import dollars
from touchline.billing.tests.shop import ADA, BOB, GRACE, MONTHLY, TEAM_PASS, Shop, wish
from touchline.shared.errors import NotFound, Refused

KEY = "key-of-a-press"


def test_a_card_that_pays_opens_the_order_and_writes_one_line() -> None:
    shop = Shop()
    bought = shop.buy()
    assert (bought.status, bought.starts_at) == (OrderStatus.PAID, shop.clock.now())
    assert [(line.amount, line.signed) for line in shop.lines(bought)] == [(dollars("13.50"), 1350)]
    assert shop.balanced()


def test_a_declined_card_is_a_failed_order_with_a_line_that_counts_nothing() -> None:
    shop = Shop()
    bought = shop.buy(card=DECLINED)
    assert (bought.status, bought.failure_message) == (OrderStatus.FAILED, "Your card was declined.")
    assert [line.status for line in shop.lines(bought)] == [OrderStatus.FAILED]
    assert shop.balanced()


def test_trying_again_after_a_declined_card_is_a_new_order() -> None:
    shop = Shop()
    first, second = shop.buy(card=DECLINED), shop.buy()
    assert (first.id, second.id, second.status) == (1, 2, OrderStatus.PAID)


def test_a_card_of_somebody_else_fails_the_order_in_words_for_the_viewer() -> None:
    bought = Shop().buy(card=FOREIGN)
    assert (bought.status, bought.failure_message) == (OrderStatus.FAILED, "This card cannot be used.")


def test_a_card_that_asks_waits_for_the_bank_and_is_paid_after_it() -> None:
    shop = Shop()
    bought = shop.buy(card=ASKS)
    assert (bought.status, bought.client_secret) == (OrderStatus.CREATED, "pi_1_secret")
    shop.payments.answer("pi_1")
    shop.till.pay(ADA.channel_id, ADA.viewer, bought.id)
    assert shop.order(bought.id).status is OrderStatus.PAID
    assert shop.balanced()


def test_a_viewer_whom_the_bank_refuses_has_a_failed_order_that_cannot_be_charged_later() -> None:
    shop = Shop()
    bought = shop.buy(card=ASKS)
    shop.payments.answer("pi_1", well=False)
    shop.till.pay(ADA.channel_id, ADA.viewer, bought.id)
    after = shop.order(bought.id)
    assert (after.status, after.client_secret) == (OrderStatus.FAILED, None)
    assert after.failure_message is not None and "bank" in after.failure_message
    assert shop.payments.calls[-1] == "give_up"


def test_another_viewers_order_cannot_be_gone_on_with() -> None:
    shop = Shop()
    bought = shop.buy(card=ASKS)
    with pytest.raises(NotFound):
        shop.till.pay(BOB.channel_id, BOB.viewer, bought.id)


def test_the_same_key_is_the_same_order_and_one_charge() -> None:
    shop = Shop()
    assert shop.buy(key=KEY).id == shop.buy(key=KEY).id
    assert shop.payments.calls.count("charge") == 1


@pytest.mark.parametrize("card", [DECLINED, ASKS])
def test_the_same_key_answers_the_same_order_however_it_went(card: str) -> None:
    shop = Shop()
    first = shop.buy(card=card, key=KEY)
    assert shop.buy(card=card, key=KEY) == first
    assert len(shop.orders.kept) == 1


def test_the_same_key_for_something_else_is_refused() -> None:
    shop = Shop()
    shop.buy(key=KEY)
    others = [
        wish(Kind.PACKAGE, key=KEY),
        wish(key=KEY, card=DECLINED),
        wish(key=KEY, promo_code="TIPOFF20"),
    ]
    for other in others:
        with pytest.raises(OtherPurchase) as refusal:
            shop.till.buy(other, ADA)
        assert refusal.value.code == "errors.idempotency_key"


def test_the_same_key_of_another_viewer_is_another_order() -> None:
    shop = Shop()
    assert shop.buy(key=KEY).id != shop.buy(key=KEY, who=BOB).id
    assert [one.account_id for one in shop.orders.kept] == [ADA.viewer, BOB.viewer]


@pytest.mark.parametrize(
    ("kind", "sentence"),
    [
        (Kind.EVENT, "You already bought this event."),
        (Kind.PACKAGE, "You already bought this package."),
        (Kind.SUBSCRIPTION, "You already bought this subscription."),
    ],
)
def test_what_is_held_is_not_sold_again(kind: Kind, sentence: str) -> None:
    shop = Shop()
    shop.buy(kind)
    with pytest.raises(AlreadyBought) as refusal:
        shop.buy(kind)
    assert refusal.value.message == sentence
    assert len(shop.payments.payments) == 1


def test_the_passes_of_two_teams_are_two_things_and_a_season_covers_both() -> None:
    shop = Shop()
    shop.buy(Kind.PACKAGE, id=TEAM_PASS, participant_id=70)
    shop.buy(Kind.PACKAGE, id=TEAM_PASS, participant_id=71)
    with pytest.raises(AlreadyBought):
        shop.buy(Kind.PACKAGE, id=TEAM_PASS, participant_id=71)
    shop.buy(Kind.PACKAGE, who=BOB)
    with pytest.raises(AlreadyBought):
        shop.buy(Kind.PACKAGE, id=TEAM_PASS, participant_id=70, who=BOB)


def test_what_is_over_can_be_bought_again() -> None:
    shop = Shop(season={"days": 30})
    first = shop.buy(Kind.PACKAGE)
    shop.clock.advance(timedelta(days=30))
    second = shop.buy(Kind.PACKAGE)
    assert (shop.order(first.id).slot, second.status) == (None, OrderStatus.PAID)


def test_what_was_refunded_can_be_bought_again() -> None:
    shop = Shop()
    first = shop.buy()
    shop.payments.give_back("ch_pi_1", dollars("13.50"), "re_1")
    assert shop.settle(first).status is OrderStatus.REFUNDED
    assert shop.buy().status is OrderStatus.PAID


def test_a_press_under_another_key_while_the_bank_asks_replaces_the_first_order() -> None:
    shop = Shop()
    first, second = shop.buy(card=ASKS, key=KEY), shop.buy(card=VISA, key="another-key")
    after = shop.order(first.id)
    assert (after.status, after.failure_message) == (OrderStatus.FAILED, REPLACED)
    assert second.status is OrderStatus.PAID
    shop.payments.answer("pi_1")
    assert shop.payments.kept() == 1350


def test_an_order_that_turns_out_to_be_paid_is_not_replaced() -> None:
    shop = Shop()
    first = shop.buy(card=ASKS)
    shop.payments.answer("pi_1")
    with pytest.raises(AlreadyBought):
        shop.buy(card=VISA)
    assert shop.order(first.id).status is OrderStatus.PAID
    assert shop.payments.kept() == 1350


def test_a_payment_that_arrives_just_when_it_is_given_up_is_not_replaced() -> None:
    shop = Shop()
    shop.buy(card=SLOW)
    shop.payments.before["give_up"] = lambda: shop.payments.arrives("pi_1")
    with pytest.raises(AlreadyBought):
        shop.buy()


def test_a_payment_that_cannot_be_given_up_is_waited_for() -> None:
    shop = Shop()
    first = shop.buy(card=SLOW)
    shop.payments.stubborn = True
    with pytest.raises(UnderWay):
        shop.buy()
    shop.payments.arrives("pi_1")
    assert shop.settle(first).status is OrderStatus.PAID


def test_a_payment_that_another_process_is_just_making_is_not_given_up() -> None:
    shop = Shop()

    def press_again() -> None:
        with pytest.raises(UnderWay):
            shop.new_till().buy(wish(key="another-key"), ADA)

    shop.payments.after["charge"] = press_again
    assert shop.buy(card=ASKS, key=KEY).client_secret == "pi_1_secret"
    assert "give_up" not in shop.payments.calls


def test_what_somebody_else_bought_in_the_meantime_counts() -> None:
    shop = Shop()
    shop.payments.before["customer"] = lambda: shop.new_till().buy(wish(Kind.PACKAGE), ADA)
    with pytest.raises(AlreadyBought):
        shop.buy(Kind.PACKAGE, id=TEAM_PASS, participant_id=70)
    assert len(shop.orders.kept) == 1


def test_a_package_that_grew_since_it_was_bought_is_not_sold_twice() -> None:
    shop = Shop()
    shop.buy(Kind.PACKAGE)
    shop.sell(season={"categories": ["hockey", "soccer"]})
    with pytest.raises(AlreadyBought):
        shop.buy(Kind.PACKAGE)
    assert len(shop.orders.kept) == 1


def test_two_viewers_buy_the_same_game_and_each_holds_one() -> None:
    shop = Shop()
    ada, bob = shop.buy(), shop.buy(who=BOB)
    assert (ada.account_id, bob.account_id) == (ADA.viewer, BOB.viewer)
    assert shop.customers.kept == {ADA.viewer: "cus_4", BOB.viewer: "cus_5"}
    assert shop.payments.kept() == 2 * 1350


def test_a_promo_code_takes_from_the_base_price_and_is_used_up_by_orders_that_did_not_fail() -> None:
    shop = Shop()
    shop.coupon("TIPOFF20", percent=Decimal(20), most=1)
    assert shop.buy(card=DECLINED, promo_code="tipoff20").discount == dollars("2.40")
    bought = shop.buy(promo_code=" tipoff20 ")
    assert (bought.promo_code, bought.total) == ("TIPOFF20", dollars("11.10"))
    assert shop.payments.kept() == 1110
    with pytest.raises(WrongPromoCode):
        shop.buy(promo_code="TIPOFF20", who=BOB)


def test_what_a_code_makes_free_is_paid_without_card_and_provider() -> None:
    shop = Shop()
    shop.shelf.game = replace(shop.shelf.game, price=replace(shop.shelf.game.price, fee=dollars("0")))
    shop.coupon("FREE", percent=Decimal(100))
    bought = shop.buy(card=None, promo_code="FREE")
    assert (bought.status, bought.total, bought.card) == (OrderStatus.PAID, dollars("0"), None)
    assert (shop.payments.calls, list(shop.lines(bought)), shop.told()) == ([], [], ["OrderPaid"])
    with pytest.raises(AlreadyBought):
        shop.buy()


def test_a_code_makes_the_first_year_of_a_subscription_cheaper_and_no_later_one() -> None:
    shop = Shop()
    shop.coupon("HALF", percent=Decimal(50))
    bought = shop.buy(Kind.SUBSCRIPTION, promo_code="HALF")
    shop.payments.renewed("sub_1")
    shop.settle(bought)
    assert [line.amount for line in shop.lines(bought)] == [dollars("49.50"), dollars("99.00")]


@pytest.mark.parametrize("kind", Kind)
def test_what_a_code_leaves_too_little_of_for_a_card_is_refused_before_the_provider_hears_of_it(
    kind: Kind,
) -> None:
    price = {"base": dollars("10.00"), "fee": dollars("0")}
    shop = Shop(season={"price": price}, yearly={"price": price})
    shop.shelf.game = replace(shop.shelf.game, price=Price(**price))
    shop.coupon("ALMOST", amount=dollars("9.75"))
    with pytest.raises(Refused, match=r"^This price cannot be paid by card\.$"):
        shop.buy(kind, promo_code="ALMOST")
    assert (shop.orders.kept, shop.payments.calls) == ([], [])


@pytest.mark.parametrize("first", [{"trial": True}, {"promo_code": "FREE"}, {}])
def test_a_subscription_whose_renewals_are_too_little_for_a_card_is_refused(first: dict[str, Any]) -> None:
    shop = Shop(yearly={"price": {"base": dollars("0.25"), "fee": dollars("0")}})
    shop.coupon("FREE", percent=Decimal(100))
    with pytest.raises(Refused, match=r"^This price cannot be paid by card\.$"):
        shop.buy(Kind.SUBSCRIPTION, **first)
    assert shop.payments.calls == []


def test_a_subscription_whose_grace_is_over_is_ended_before_it_is_sold_again() -> None:
    shop = Shop()
    first = shop.buy(Kind.SUBSCRIPTION, id=MONTHLY)
    shop.clock.advance(timedelta(days=30))
    shop.payments.renewed("sub_1", well=False)
    shop.clock.advance(GRACE)
    second = shop.buy(Kind.SUBSCRIPTION, id=MONTHLY)
    rhythm = shop.payments.payments["sub_1"].rhythm
    assert rhythm is not None and rhythm.ended_at is not None
    assert (second.status, shop.order(first.id).slot) == (OrderStatus.PAID, None)


def test_a_subscription_that_was_renewed_unheard_is_not_sold_again() -> None:
    shop = Shop()
    first = shop.buy(Kind.SUBSCRIPTION, id=MONTHLY)
    shop.clock.advance(timedelta(days=38))
    shop.payments.renewed("sub_1")
    with pytest.raises(AlreadyBought):
        shop.buy(Kind.SUBSCRIPTION, id=MONTHLY)
    assert shop.order(first.id).expires_at == shop.clock.now() + timedelta(days=22)


def test_while_somebody_pays_for_the_same_thing_another_press_waits() -> None:
    shop = Shop()
    refusals: list[Exception] = []

    def press_again() -> None:
        for key in (KEY, "another-key"):
            with pytest.raises(UnderWay) as refusal:
                shop.new_till().buy(wish(key=key), ADA)
            refusals.append(refusal.value)

    shop.payments.before["charge"] = press_again
    assert shop.buy(key=KEY).status is OrderStatus.PAID
    assert (len(refusals), len(shop.orders.kept), shop.payments.kept()) == (2, 1, 1350)
