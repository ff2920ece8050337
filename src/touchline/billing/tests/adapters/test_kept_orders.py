"""Orders, their ledger, used trials and heard notices in the database."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import event

from touchline.billing.adapters.sql.customers import SqlTrials
from touchline.billing.adapters.sql.ledger import SqlLedger
from touchline.billing.adapters.sql.notices import SqlHeard
from touchline.billing.adapters.sql.orders import SqlOrders
from touchline.billing.domain.ledger import Label, Movement
from touchline.billing.domain.offers import Capability, Feature
from touchline.billing.domain.orders import AutoRenewal, Grant, Order, OrderStatus
from touchline.billing.domain.taxes import TaxLine
from touchline.billing.domain.terms import Term
from touchline.billing.ports.orders import OrderFilter
from touchline.billing.tests.orders import NOW, line, order
from touchline.billing.tests.payments import YEAR, subscribed
from touchline.billing.tests.samples import dollars
from touchline.channel.facade import ChannelFacts
from touchline.entrypoints.bootstrap import House
from touchline.platform.db.session import current_session
from touchline.shared.clock import FixedClock
from touchline.shared.ids import AccountId, OrderId

ADA, BOB = AccountId(4), AccountId(5)
ORDERS, LEDGER, HEARD = SqlOrders(current_session), SqlLedger(current_session), SqlHeard(current_session)
TRIALS = SqlTrials(current_session, FixedClock(NOW))


@pytest.fixture
def inside(transaction: Any, channel: ChannelFacts) -> Iterator[None]:
    """In a transaction of the channel."""
    with transaction(channel.id):
        yield


def placed(number: int = 1, **changes: Any) -> Order:
    """A kept order with a uuid of its own."""
    one = order(uuid=f"{number:032}", **changes)
    assert ORDERS.place(one)
    return one


def test_an_order_comes_back_as_it_was_kept(inside: None) -> None:
    grant = Grant(
        capabilities=(Capability.WATCH, Capability.NO_ADS),
        category_ids=(1, 2),
        participant_id=7,
        limits={Feature.CLIPS: 50},
        term=Term(days=30, not_before=NOW, until=YEAR),
    )
    one = subscribed(
        uuid="1" * 32,
        grant=grant,
        key="a-key",
        discount=dollars("9.90"),
        promo_code="TEN",
        trial_days=7,
        country="CA",
        card="pm_1",
        client_secret="secret",
        attempt_until=NOW,
        past_due_at=NOW,
        ended_at=YEAR,
        auto_renewal=AutoRenewal.PROCESSING,
        renew_wanted=False,
        look_at=NOW,
    )
    assert ORDERS.place(one)
    assert ORDERS.get(one.id) == one
    one.failure_code, one.failure_message = "declined", "Your card was declined."
    ORDERS.save(one)
    again = ORDERS.get(one.id)
    assert again == one
    assert again is not None and again.version == 1


def test_one_slot_holds_one_order_of_a_viewer_until_it_is_given_back(inside: None) -> None:
    first = placed(1, slot="event:12")
    second = order(uuid="2" * 32, slot="event:12")
    assert not ORDERS.place(second)
    assert ORDERS.in_slot(ADA, "event:12") == first
    placed(3, slot="event:12", account_id=BOB)
    placed(4, slot="event:13")
    first.fail("declined", "Your card was declined.")
    ORDERS.save(first)
    assert ORDERS.in_slot(ADA, "event:12") is None
    assert ORDERS.place(second)


def test_one_key_is_one_order_of_a_viewer(inside: None) -> None:
    first = placed(1, key="a-key")
    assert not ORDERS.place(order(uuid="2" * 32, key="a-key"))
    assert ORDERS.by_key(ADA, "a-key") == first
    assert ORDERS.by_key(BOB, "a-key") is None
    placed(3, key="a-key", account_id=BOB)


def test_an_order_is_found_in_any_channel_by_what_the_provider_calls_it(
    transaction: Any, channel: ChannelFacts, other_channel: ChannelFacts
) -> None:
    with transaction(channel.id):
        ours = placed(1, payment_ref="pi_1")
    with transaction(other_channel.id):
        theirs = placed(2, payment_ref="pi_2")
        assert ORDERS.get(ours.id) is None
    with transaction(None, unscoped=True):
        assert ORDERS.whereabouts(ours.uuid, None) == (channel.id, ours.id)
        assert ORDERS.whereabouts(None, "pi_2") == (other_channel.id, theirs.id)
        assert ORDERS.whereabouts("unknown", "pi_1") == (channel.id, ours.id)
        assert ORDERS.whereabouts("unknown", "pi_9") is None
        assert ORDERS.whereabouts(None, None) is None


def test_what_waits_is_taken_longest_waiting_first_and_comes_up_again_later(
    transaction: Any, channel: ChannelFacts, other_channel: ChannelFacts
) -> None:
    with transaction(channel.id):
        late, early = placed(1, look_at=NOW), placed(2, look_at=NOW - timedelta(minutes=1))
        placed(3, look_at=NOW + timedelta(seconds=1))
        placed(4)
    with transaction(other_channel.id):
        other = placed(5, look_at=NOW)
    later = NOW + timedelta(minutes=2)
    with transaction(None, unscoped=True):
        taken = ORDERS.take_unsettled(NOW, later, 2)
        assert taken == [(channel.id, early.id), (channel.id, late.id)]
        assert ORDERS.take_unsettled(NOW, later, 2) == [(other_channel.id, other.id)]
        assert ORDERS.take_unsettled(NOW, later, 2) == []
    with transaction(channel.id):
        again = ORDERS.get(early.id)
        assert again is not None and (again.look_at, again.version) == (later, 0)


def test_a_viewers_orders_are_the_newest_first_and_by_kind_and_status(inside: None) -> None:
    game, year = placed(1), subscribed(uuid="2" * 32)
    assert ORDERS.place(year)
    placed(3, account_id=BOB)
    assert [one.id for one in ORDERS.of(ADA, OrderFilter(), 10, 0)] == [year.id, game.id]
    assert [one.id for one in ORDERS.of(ADA, OrderFilter(), 10, 1)] == [game.id]
    assert [one.id for one in ORDERS.of(ADA, OrderFilter(status=OrderStatus.PAID), 10, 0)] == [year.id]
    assert ORDERS.count(ADA, OrderFilter(kind=year.product.kind)) == 1


def test_a_code_is_used_by_the_orders_that_did_not_fail(inside: None) -> None:
    placed(1, promo_code="TEN")
    placed(2, promo_code="TEN", account_id=BOB)
    placed(3, promo_code="TEN", status=OrderStatus.FAILED)
    placed(4)
    assert ORDERS.uses("TEN", ADA) == (2, 1)
    assert ORDERS.uses("NONE", ADA) == (0, 0)


def test_what_a_viewer_holds_is_one_query_however_much_it_is(inside: None, house: House) -> None:
    for number in range(1, 30):
        placed(number, status=OrderStatus.PAID)
    placed(40, status=OrderStatus.PAID, ended_at=NOW)
    placed(41)
    asked: list[str] = []
    engine = house.container.database().engine
    note = lambda *arguments: asked.append(arguments[2])  # noqa: E731
    event.listen(engine, "before_cursor_execute", note)
    held = house.container.billing.facade().entitlements(ADA)
    event.remove(engine, "before_cursor_execute", note)
    assert (len(held), len(asked)) == (29, 1)


def test_a_forgotten_viewer_leaves_orders_and_lines_without_a_name(inside: None) -> None:
    one = placed(1, key="a-key", slot="event:12", card="pm_1", country="CA", client_secret="secret")
    LEDGER.write(line(one.id))
    ORDERS.forget_person(ADA)
    after = ORDERS.get(one.id)
    nobodys = replace(one, account_id=None, key=None, slot=None, card=None, country=None, client_secret=None)
    assert after == replace(nobodys, version=one.version + 1)
    assert len(LEDGER.of([one.id])[one.id]) == 1


def test_a_movement_has_one_line_however_often_it_is_written(inside: None) -> None:
    one = placed()
    tax = (TaxLine("GST", "5", dollars("0.64")),)
    first = line(one.id, label=Label.CREATED, tax=tax, note="visa")
    written = LEDGER.write(first)
    assert written is not None
    assert LEDGER.write(first) is None
    assert LEDGER.get(written) == replace(first, id=written)
    assert LEDGER.write(replace(first, movement=Movement.REFUND)) is not None


def test_lines_are_oldest_first_and_one_query_for_many_orders(inside: None) -> None:
    first, second = placed(1), placed(2)
    LEDGER.write(line(first.id, ref="b", at=NOW + timedelta(hours=1)))
    LEDGER.write(line(first.id, ref="a"))
    LEDGER.write(line(second.id, ref="c"))
    found = LEDGER.of([first.id, second.id, OrderId(99)])
    assert [one.ref for one in found[first.id]] == ["a", "b"]
    assert [one.ref for one in found[second.id]] == ["c"]


def test_taxes_that_were_not_known_are_written_later_and_known_ones_never_change(inside: None) -> None:
    one = placed()
    tax = TaxLine("GST", "5", dollars("0.64"))
    written = LEDGER.write(line(one.id, taxed=False))
    assert written is not None
    LEDGER.tax(written, [tax])
    LEDGER.tax(written, [])
    kept = LEDGER.get(written)
    assert kept is not None and (kept.tax, kept.taxed) == ((tax,), True)


def test_a_trial_is_used_by_all_its_marks_until_its_order_came_to_nothing(inside: None) -> None:
    assert TRIALS.use(["account", "card"], "1")
    assert not TRIALS.use(["mail", "card"], "2")
    assert (TRIALS.used(["mail"]), TRIALS.used(["card", "mail"])) == (False, True)
    TRIALS.release("1")
    assert TRIALS.use(["mail", "card"], "2")


def test_a_trial_of_one_channel_is_none_of_another(
    transaction: Any, channel: ChannelFacts, other_channel: ChannelFacts
) -> None:
    with transaction(channel.id):
        assert TRIALS.use(["card"], "1")
    with transaction(other_channel.id):
        assert TRIALS.use(["card"], "2")


def test_a_notice_is_heard_once_and_forgotten_when_it_is_old(transaction: Any, house: House) -> None:
    with transaction(None, unscoped=True):
        assert HEARD.first("evt_1", "charge.refunded", NOW)
        assert not HEARD.first("evt_1", "charge.refunded", NOW)
        assert HEARD.forget(NOW) == 0
        assert HEARD.forget(NOW + timedelta(seconds=1)) == 1
        assert HEARD.first("evt_1", "charge.refunded", NOW)


def test_how_far_notices_were_read_is_one_instant(transaction: Any, house: House) -> None:
    for until in (None, NOW, YEAR):
        with transaction(None, unscoped=True):
            assert HEARD.caught_up() == until
            HEARD.catch_up(YEAR if until else NOW)
