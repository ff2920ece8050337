"""What settling writes and announces, over the life of orders."""

from __future__ import annotations

from datetime import timedelta
from decimal import Decimal

import pytest

from touchline.billing.application.purchases import AlreadyBought, NoCard, NoTrial
from touchline.billing.domain.ledger import Label, Movement
from touchline.billing.domain.orders import Activity, AutoRenewal, Kind, OrderStatus
from touchline.billing.events import OrderPaid, OrderRefunded, RenewalFailed
from touchline.billing.tests.payment_fakes import ASKS, DECLINED, FOREIGN, VISA, away
from touchline.billing.tests.samples import dollars
from touchline.billing.tests.shop import ADA, BOB, GRACE, MONTHLY, YEARLY, Shop
from touchline.shared.ids import AccountId

MONTH = timedelta(days=30)


@pytest.fixture
def shop() -> Shop:
    """A shop."""
    return Shop()


def test_a_payment_is_announced_once_with_its_line(shop: Shop) -> None:
    bought = shop.buy()
    shop.settle(bought)
    (line,) = shop.lines(bought)
    assert shop.announced.events == [OrderPaid(1, bought.id, 4, line.id, False)]


def test_a_refund_is_announced_once_and_its_line_names_the_taxes_in_it(shop: Shop) -> None:
    bought = shop.buy()
    shop.payments.give_back("ch_pi_1", dollars("11.00"), "re_1")
    assert shop.settle(shop.settle(bought)).status is OrderStatus.PAID
    line = shop.lines(bought)[1]
    assert shop.announced.events[1:] == [OrderRefunded(1, bought.id, 4, line.id)]
    assert [(tax.name, tax.amount) for tax in line.tax] == [("GST", dollars("1.00"))]
    assert shop.balanced()


def test_a_refund_gives_back_the_taxes_of_its_charge_whatever_the_rates_are_by_now(shop: Shop) -> None:
    bought = shop.buy()
    shop.taxes.percent = Decimal(50)
    shop.payments.give_back("ch_pi_1", dollars("13.50"), "re_1")
    shop.settle(bought)
    charge, refund = shop.lines(bought)
    assert (refund.tax, refund.taxed) == (charge.tax, True)


def test_the_taxes_of_a_refund_wait_for_those_of_its_charge(shop: Shop) -> None:
    shop.taxes.away = True
    bought = shop.buy()
    shop.payments.give_back("ch_pi_1", dollars("13.50"), "re_1")
    bought = shop.settle(bought)
    assert [line.taxed for line in shop.lines(bought)] == [False, False]
    shop.taxes.away = False
    assert bought.look_at is not None
    shop.clock.set(bought.look_at)
    shop.minute()
    charge, refund = shop.lines(bought)
    assert (charge.taxed, refund.taxed, refund.tax) == (True, True, charge.tax)


def test_each_renewal_is_a_line_and_makes_the_time_longer(shop: Shop) -> None:
    bought = shop.buy(Kind.SUBSCRIPTION, id=MONTHLY)
    for _ in range(2):
        shop.clock.advance(MONTH)
        shop.payments.renewed("sub_1")
        bought = shop.settle(bought)
    assert bought.expires_at == shop.clock.now() + MONTH
    lines = shop.lines(bought)
    assert [line.label for line in lines] == [Label.CREATED, Label.UPDATED, Label.UPDATED]
    paid = [event for event in shop.announced.events if isinstance(event, OrderPaid)]
    assert [(event.transaction_id, event.renewal) for event in paid] == [
        (lines[0].id, False),
        (lines[1].id, True),
        (lines[2].id, True),
    ]
    assert shop.balanced()


def test_a_renewal_that_fails_keeps_the_order_open_for_the_grace_and_each_attempt_is_told(shop: Shop) -> None:
    bought = shop.buy(Kind.SUBSCRIPTION, id=MONTHLY)
    shop.clock.advance(MONTH)
    for _ in range(2):
        shop.payments.renewed("sub_1", well=False)
        bought = shop.settle(bought)
    assert bought.activity(shop.clock.now(), GRACE) is Activity.ACTIVE
    assert bought.past_due_at == shop.clock.now()
    failed = [event for event in shop.announced.events if isinstance(event, RenewalFailed)]
    assert [event.transaction_id for event in failed] == [line.id for line in shop.lines(bought)[1:]]
    shop.payments.renewed("sub_1")
    assert shop.settle(bought).past_due_at is None


def test_when_the_grace_is_over_the_job_ends_the_subscription(shop: Shop) -> None:
    bought = shop.buy(Kind.SUBSCRIPTION, id=MONTHLY)
    shop.clock.advance(MONTH)
    shop.payments.renewed("sub_1", well=False)
    shop.settle(bought)
    shop.clock.advance(GRACE)
    shop.minute()
    after = shop.order(bought.id)
    assert (after.auto_renewal, after.look_at) == (AutoRenewal.CANCELLED, None)
    assert after.activity(shop.clock.now(), GRACE) is not Activity.ACTIVE
    rhythm = shop.payments.payments["sub_1"].rhythm
    assert rhythm is not None and rhythm.ended_at == shop.clock.now()


def test_a_renewal_that_nobody_heard_of_is_found_when_it_is_due(shop: Shop) -> None:
    bought = shop.buy(Kind.SUBSCRIPTION, id=MONTHLY)
    shop.clock.advance(MONTH)
    shop.payments.renewed("sub_1")
    shop.minute()
    assert shop.order(bought.id).expires_at == shop.clock.now()
    shop.clock.advance(timedelta(minutes=2))
    shop.minute()
    after = shop.order(bought.id)
    assert after.expires_at is not None and after.expires_at > shop.clock.now()


def test_the_provider_is_told_not_to_renew_even_if_it_was_away_at_first(shop: Shop) -> None:
    bought = shop.buy(Kind.SUBSCRIPTION)
    bought.switch_renewal(on=False, now=shop.clock.now())
    shop.orders.save(bought)
    shop.payments.before["renew"] = away
    with pytest.raises(Exception, match="not possible"):
        shop.minute()
    assert shop.order(bought.id).auto_renewal is AutoRenewal.PROCESSING
    shop.clock.advance(timedelta(minutes=2))
    shop.minute()
    assert shop.order(bought.id).auto_renewal is AutoRenewal.CANCELLED


def test_an_order_that_is_ended_here_is_ended_at_the_provider(shop: Shop) -> None:
    bought = shop.buy(Kind.SUBSCRIPTION)
    bought.end(shop.clock.now())
    shop.orders.save(bought)
    assert shop.settle(bought).activity(shop.clock.now(), GRACE) is Activity.CANCELED
    assert shop.payments.calls[-1] == "end"


def test_a_renewal_that_was_charged_before_the_provider_heard_of_the_end_is_given_back(shop: Shop) -> None:
    bought = shop.buy(Kind.SUBSCRIPTION, id=MONTHLY)
    bought.end(shop.clock.now())
    shop.orders.save(bought)
    shop.clock.advance(MONTH)
    shop.payments.renewed("sub_1")
    shop.settle(bought)
    lines = shop.lines(bought)
    assert [line.movement for line in lines] == [Movement.CHARGE, Movement.CHARGE, Movement.REFUND]
    assert lines[2].amount == lines[1].amount
    assert shop.order(bought.id).status is OrderStatus.PAID
    assert shop.balanced()


def test_a_whole_refund_ends_the_subscription_at_the_provider(shop: Shop) -> None:
    bought = shop.buy(Kind.SUBSCRIPTION)
    shop.payments.give_back("ch_sub_1", dollars("99.00"), "re_1")
    assert shop.settle(bought).status is OrderStatus.REFUNDED
    assert shop.payments.calls[-1] == "end"


def test_a_dispute_takes_the_money_and_the_access_and_winning_brings_both_back(shop: Shop) -> None:
    bought = shop.buy()
    shop.payments.give_back("ch_pi_1", dollars("13.50"), "dp_1", dispute=True)
    assert shop.settle(bought).activity(shop.clock.now(), GRACE) is Activity.CANCELED
    assert shop.payments.kept() == 0 and shop.balanced()
    shop.payments.give_back("ch_pi_1", dollars("13.50"), "dp_1 won", dispute=True, won=True)
    assert shop.settle(bought).activity(shop.clock.now(), GRACE) is Activity.ACTIVE
    movements = [line.movement for line in shop.lines(bought)]
    assert movements == [Movement.CHARGE, Movement.DISPUTE, Movement.DISPUTE_WON]
    assert shop.balanced()


def test_a_subscription_whose_dispute_is_won_is_open_for_what_was_paid_and_charges_nothing_more(
    shop: Shop,
) -> None:
    bought = shop.buy(Kind.SUBSCRIPTION)
    shop.clock.advance(MONTH)
    shop.payments.give_back("ch_sub_1", dollars("99.00"), "dp_1", dispute=True)
    shop.clock.advance(timedelta(hours=1))
    assert shop.settle(bought).activity(shop.clock.now(), GRACE) is Activity.CANCELED
    assert shop.payments.calls[-1] == "end"
    shop.payments.give_back("ch_sub_1", dollars("99.00"), "dp_1 won", dispute=True, won=True)
    after = shop.settle(shop.settle(bought))
    assert (after.auto_renewal, after.expires_at) == (AutoRenewal.CANCELLED, bought.expires_at)
    assert after.activity(shop.clock.now(), GRACE) is Activity.ACTIVE
    shop.clock.advance(timedelta(days=365))
    assert after.activity(shop.clock.now(), GRACE) is Activity.EXPIRED


def test_access_does_not_wait_for_taxes_that_cannot_be_found_out(shop: Shop) -> None:
    shop.taxes.away = True
    bought = shop.buy()
    (line,) = shop.lines(bought)
    assert (bought.status, line.tax, line.taxed) == (OrderStatus.PAID, (), False)
    shop.taxes.away = False
    assert bought.look_at is not None
    shop.clock.set(bought.look_at)
    shop.minute()
    (line,) = shop.lines(bought)
    assert (line.taxed, line.tax[0].amount, shop.order(bought.id).look_at) == (True, dollars("1.23"), None)


def test_the_taxes_of_a_subscription_do_not_wait_for_its_renewal(shop: Shop) -> None:
    shop.taxes.away = True
    bought = shop.buy(Kind.SUBSCRIPTION)
    shop.taxes.away = False
    shop.clock.advance(timedelta(minutes=10))
    shop.minute()
    after = shop.order(bought.id)
    assert shop.lines(after)[0].taxed
    assert after.look_at is not None and after.expires_at is not None and after.look_at > after.expires_at


def test_an_attempt_that_failed_bears_no_taxes(shop: Shop) -> None:
    (line,) = shop.lines(shop.buy(card=DECLINED))
    assert (line.tax, line.taxed) == ((), True)


def test_a_trial_is_paid_with_nothing_and_without_a_line(shop: Shop) -> None:
    bought = shop.buy(Kind.SUBSCRIPTION, trial=True)
    assert (bought.status, bought.total, bought.trial_days) == (OrderStatus.PAID, dollars("0"), 7)
    assert bought.expires_at == shop.clock.now() + timedelta(days=7)
    assert list(shop.lines(bought)) == []
    assert shop.announced.events == [OrderPaid(1, bought.id, 4, 0, False)]


def test_after_the_trial_the_year_is_charged_and_open(shop: Shop) -> None:
    bought = shop.buy(Kind.SUBSCRIPTION, trial=True)
    shop.clock.advance(timedelta(days=7))
    shop.payments.renewed("sub_1")
    after = shop.settle(bought)
    assert after.expires_at == shop.clock.now() + timedelta(days=365)
    assert [line.amount for line in shop.lines(after)] == [dollars("99.00")]


def test_a_person_has_one_free_trial(shop: Shop) -> None:
    first = shop.buy(Kind.SUBSCRIPTION, trial=True)
    first.end(shop.clock.now())
    shop.orders.save(first)
    shop.settle(first)
    with pytest.raises(NoTrial, match="You have already used your free trial"):
        shop.buy(Kind.SUBSCRIPTION, trial=True)
    assert shop.buy(Kind.SUBSCRIPTION).status is OrderStatus.PAID


def test_who_comes_back_with_the_same_card_or_address_has_no_second_trial(shop: Shop) -> None:
    shop.buy(Kind.SUBSCRIPTION, trial=True)
    with pytest.raises(NoTrial):
        shop.buy(Kind.SUBSCRIPTION, trial=True, who=BOB, card=VISA)
    assert [one.account_id for one in shop.orders.kept] == [ADA.viewer]
    shop.channel.people[AccountId(5)] = shop.channel.people[AccountId(4)]
    with pytest.raises(NoTrial):
        shop.buy(Kind.SUBSCRIPTION, trial=True, who=BOB, card=ASKS)


@pytest.mark.parametrize("card", [DECLINED, ASKS])
def test_a_trial_that_came_to_nothing_was_not_used(shop: Shop, card: str) -> None:
    first = shop.buy(Kind.SUBSCRIPTION, trial=True, card=card)
    shop.clock.advance(timedelta(days=1))
    assert shop.settle(first).status is OrderStatus.FAILED
    assert shop.trials.marks == {}
    assert shop.buy(Kind.SUBSCRIPTION, trial=True).status is OrderStatus.PAID


def test_a_trial_needs_a_card_that_the_viewer_may_use(shop: Shop) -> None:
    with pytest.raises(NoCard):
        shop.buy(Kind.SUBSCRIPTION, trial=True, card=FOREIGN)
    assert shop.orders.kept == []


def test_the_trial_of_a_subscription_that_is_held_is_refused(shop: Shop) -> None:
    shop.buy(Kind.SUBSCRIPTION)
    with pytest.raises(AlreadyBought):
        shop.buy(Kind.SUBSCRIPTION, id=YEARLY, trial=True)
