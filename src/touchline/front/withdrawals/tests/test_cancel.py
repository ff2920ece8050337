"""Canceling and postponing a game that was sold, on both databases with Stripe's stand-in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from adapters.payments.fake_stripe.running import Running
from touchline.billing.application.follow_games import FOLLOW_GAMES
from touchline.billing.tests.adapters.cards import new_card
from touchline.front.withdrawals.changes import WithdrawFromBuyers
from touchline.front.withdrawals.tests.conftest import EVENTS, Operator, told
from touchline.shared.errors import NotFound, Refused
from touchline.shared.jobs import Task

Letters = Callable[[], Sequence[Any]]


def canceled(letters: Letters) -> list[str]:
    """The subjects of emails about a change of a purchase."""
    starts = ("Canceled", "Postponed", "New date", "No longer")
    return [one.subject for one in letters() if one.subject.startswith(starts)]


def test_a_preview_names_the_orders_and_changes_nothing(operator: Operator, letters: Letters) -> None:
    bought = operator.buy("first")
    seen = operator.events("cancel", "first", "--refund", "--json")
    assert seen.exit_code == 1
    (effect,) = told(seen)["effects"]
    assert (effect["orders"], effect["effect"], effect["emails"]) == ([bought["id"]], "canceled", 1)
    assert effect["paid"] == [{"amount": "9.00", "currency": "USD"}]
    assert operator.order(bought["id"])["product_status"] == "available"
    assert (canceled(letters), operator.refunds()) == ([], 0)


def test_a_canceled_game_is_refunded_and_told_once_however_often_it_is_canceled(
    operator: Operator, letters: Letters
) -> None:
    bought, other = operator.buy("first"), operator.buy("second")
    for _ in range(2):
        assert operator.events("cancel", "first", "--refund", "--yes").exit_code == 0
    after = operator.order(bought["id"])
    assert (after["product_status"], after["status"], operator.refunds()) == ("canceled", "refunded", 1)
    assert len(canceled(letters)) == 1
    assert operator.order(other["id"])["product_status"] == "available"
    operator.house.runner.run(Task(FOLLOW_GAMES, ()))
    assert (len(canceled(letters)), operator.refunds()) == (1, 1)


def test_a_refund_may_follow_a_cancellation_without_one(operator: Operator, letters: Letters) -> None:
    bought = operator.buy("first")
    assert operator.events("cancel", "first", "--yes").exit_code == 0
    assert operator.order(bought["id"])["status"] == "paid"
    assert operator.events("cancel", "first", "--refund").exit_code == 1
    assert operator.refunds() == 0
    assert operator.events("cancel", "first", "--refund", "--yes").exit_code == 0
    assert (operator.order(bought["id"])["status"], operator.refunds()) == ("refunded", 1)
    assert len(canceled(letters)) == 1


def test_a_crash_after_the_cancellation_loses_no_refund(
    operator: Operator, monkeypatch: pytest.MonkeyPatch
) -> None:
    bought = operator.buy("first")
    with monkeypatch.context() as patch:
        patch.setattr(WithdrawFromBuyers, "pay_back", lambda *_: (_ for _ in ()).throw(SystemExit(9)))
        assert operator.events("cancel", "first", "--refund", "--yes").exit_code == 9
    assert operator.order(bought["id"])["refund_due"] is True
    for _ in range(2):
        operator.house.runner.run(Task("billing.reconcile", ()))
    assert (operator.order(bought["id"])["status"], operator.refunds()) == ("refunded", 1)


def test_a_refund_waits_for_a_provider_that_does_not_answer(operator: Operator, stand_in: Running) -> None:
    bought = operator.buy("first")
    stand_in.fail_next(50)
    done = operator.events("cancel", "first", "--refund", "--yes", "--json")
    stand_in.fail_next(0)
    assert told(done)["refunds_waiting"] == [bought["id"]]
    operator.house.runner.run(Task("billing.reconcile", ()))
    assert (operator.order(bought["id"])["status"], operator.refunds()) == ("refunded", 1)


def test_a_new_date_keeps_the_purchase_and_is_told(operator: Operator, letters: Letters) -> None:
    bought = operator.buy("first")
    done = operator.events("postpone", "first", "--to", "2026-12-03 18:00", "--yes")
    assert done.exit_code == 0, done.output
    after = operator.order(bought["id"])
    assert (after["product_status"], after["activity_status"]) == ("rescheduled", "active")
    assert after["product_starts_at"].startswith("2026-12-0")
    assert [one.split(":")[0] for one in canceled(letters)] == ["New date"]


def test_what_is_brought_back_is_available_again_and_a_second_cancellation_is_told_again(
    operator: Operator, letters: Letters
) -> None:
    bought = operator.buy("first")
    operator.events("cancel", "first", "--yes")
    assert operator.events("reinstate", "first").exit_code == 0
    assert operator.order(bought["id"])["product_status"] == "available"
    operator.events("cancel", "first", "--yes")
    assert len(canceled(letters)) == 2


def test_an_event_that_is_not_there_is_named(operator: Operator) -> None:
    with pytest.raises(NotFound, match="There is no event third in this channel"):
        operator.events("cancel", "third", "--yes")


@pytest.mark.parametrize("words", [("cancel", "first", "--yes"), ("postpone", "first", "--yes")])
def test_a_game_that_does_not_take_place_is_not_sold(operator: Operator, words: tuple[str, ...]) -> None:
    ids = operator.ids()
    operator.events(*words)
    told = operator.buyer.data(f"/events/{ids['event']['first']}")
    assert told["single_event_package_id"] is None
    refused = operator.buyer.post(
        "/stripe/buy",
        type="event",
        id=ids["event"]["first"],
        single_event_package_id=ids["package"]["single"],
        payment_method=new_card(operator.stand_in),
    )
    assert refused.status_code in (400, 404), refused.get_data(as_text=True)
    assert operator.buyer.data("/orders") == []


def test_orders_of_both_games_of_a_doubleheader_have_different_names(operator: Operator) -> None:
    first, second = operator.buy("first"), operator.buy("second")
    assert first["product"]["name"] != second["product"]["name"]
    assert first["product"]["name"].startswith("Hawks @ Otters (Nov 27, 2026")


def test_a_label_stands_in_the_name_of_an_order(operator: Operator) -> None:
    operator.write(events=EVENTS.replace("key: first,", "key: first, label: Game 1,"))
    operator.apply()
    assert operator.buy("first")["product"]["name"].startswith("Hawks @ Otters, Game 1 (")


def test_a_calendar_says_that_a_game_is_canceled_and_counts_the_change(operator: Operator) -> None:
    event_id = operator.ids()["event"]["first"]
    address, host = f"/watch/{event_id}.ics", {"Host": "valley.localhost"}
    before = operator.buyer.browser.get(address, headers=host).get_data(as_text=True)
    operator.events("cancel", "first", "--yes")
    after = operator.buyer.browser.get(address, headers=host).get_data(as_text=True)
    assert "STATUS:CONFIRMED" in before
    assert "STATUS:CANCELLED" in after
    assert ("SEQUENCE:0" in before, "SEQUENCE:1" in after) == (True, True)


def test_orders_are_listed_by_event(operator: Operator) -> None:
    bought = operator.buy("first")
    operator.buy("second")
    listed = operator.run("orders", "list", "--event", "first", "--channel", "valley", "--json")
    assert [one["id"] for one in told(listed)] == [bought["id"]]


def test_a_canceled_event_gets_no_stream_key_and_its_open_stream_closes(operator: Operator) -> None:
    assert operator.run("live", "key", "first", "--channel", "valley").exit_code == 0
    operator.events("cancel", "first", "--yes")
    with pytest.raises(Refused, match="The event is canceled"):
        operator.run("live", "key", "first", "--channel", "valley")
