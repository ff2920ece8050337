"""The ledger explains each cent of an order."""

from __future__ import annotations

from touchline.billing.domain.ledger import Label, Movement, kept
from touchline.billing.domain.movements import disputed, left_of, lines_of, returned
from touchline.billing.domain.orders import OrderStatus
from touchline.billing.domain.payment import PaymentState
from touchline.billing.tests.orders import order
from touchline.billing.tests.payments import charged, payment, refunded, running, subscribed

FAILED = charged(ref="ch_0", paid=False, failure="card_declined")
TAKEN, WON = refunded(ref="dp_1", dispute=True), refunded(ref="dp_1", dispute=True, won=True)


def test_charges_and_attempts_are_lines_and_only_what_was_paid_counts() -> None:
    lines = lines_of(order(), payment(PaymentState.PAID, FAILED, charged()))
    assert [(line.movement, line.status, line.ref) for line in lines] == [
        (Movement.CHARGE, OrderStatus.FAILED, "ch_0"),
        (Movement.CHARGE, OrderStatus.PAID, "ch_1"),
    ]
    assert kept(lines) == 1350
    assert lines[0].note == "card_declined"


def test_refunds_take_from_what_was_kept() -> None:
    lines = lines_of(order(), payment(charges=(charged(returned=(refunded("3.50"),)),)))
    assert [(line.movement, line.status) for line in lines][1:] == [(Movement.REFUND, OrderStatus.REFUNDED)]
    assert kept(lines) == 1000


def test_a_dispute_that_was_won_is_two_lines_and_leaves_what_there_was() -> None:
    lines = lines_of(order(), payment(charges=(charged(returned=(TAKEN, WON)),)))
    assert [line.movement for line in lines] == [Movement.CHARGE, Movement.DISPUTE, Movement.DISPUTE_WON]
    assert [kept(lines[:2]), kept(lines)] == [0, 1350]


def test_the_rows_of_subscriptions_are_labelled_and_no_others() -> None:
    first, second = charged("99.00"), charged("99.00", ref="ch_2", renewal=True)
    labels = [line.label for line in lines_of(subscribed(), running(first, second))]
    assert labels == [Label.CREATED, Label.UPDATED]
    assert [line.label for line in lines_of(order(), payment())] == [None]


def test_nothing_makes_no_line() -> None:
    assert lines_of(order(), payment(charges=(charged("0"),))) == []


def test_what_is_left_of_a_charge_can_be_given_back() -> None:
    assert left_of(charged()) == 1350
    assert left_of(FAILED) == 0
    assert left_of(charged(returned=(refunded("3.50"),))) == 1000
    assert left_of(charged(returned=(TAKEN,))) == 0
    assert left_of(charged(returned=(TAKEN, WON))) == 1350


def test_a_refund_that_could_not_be_paid_out_returned_nothing_and_is_no_dispute() -> None:
    came_back = refunded(ref="re_1:back", won=True)
    what = payment(charges=(charged(returned=(refunded(), came_back, TAKEN)),))
    assert (returned(what), disputed(what)) == (False, True)
    assert returned(payment(charges=(charged(returned=(refunded(),)),)))
    assert not disputed(payment(charges=(charged(returned=(TAKEN, WON)),)))
