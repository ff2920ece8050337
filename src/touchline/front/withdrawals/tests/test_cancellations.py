"""Canceling and postponing a sold game, on both databases with the Stripe fake."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from adapters.payments.fake_stripe.testing.server import FakeStripeServer
from touchline.billing.application.products.extend_postponed_orders import EXTEND_POSTPONED_ORDERS_JOB
from touchline.billing.tests.adapters.card_samples import create_card
from touchline.front.withdrawals.apply_withdrawals import ApplyWithdrawals
from touchline.front.withdrawals.tests.conftest import EVENTS, OperatorHarness, read_output
from touchline.shared.errors import NotFoundError, RefusedError
from touchline.shared.tasks.jobs import Task

EmailLog = Callable[[], Sequence[Any]]


def list_change_subjects(emails: EmailLog) -> list[str]:
    """Return the subjects of emails about a changed purchase."""
    prefixes = ("Canceled", "Postponed", "New date", "No longer")
    return [email.subject for email in emails() if email.subject.startswith(prefixes)]


def test_a_preview_names_the_orders_and_changes_nothing(operator: OperatorHarness, emails: EmailLog) -> None:
    order = operator.buy("first")
    preview = operator.run_events_command("cancel", "first", "--refund", "--json")
    assert preview.exit_code == 1
    (effect,) = read_output(preview)["effects"]
    assert (effect["orders"], effect["effect"], effect["emails"]) == ([order["id"]], "canceled", 1)
    assert effect["paid"] == [{"amount": "9.00", "currency": "USD"}]
    assert operator.get_order(order["id"])["product_status"] == "available"
    assert (list_change_subjects(emails), operator.count_refunds()) == ([], 0)


def test_a_canceled_event_is_refunded_and_notified_once(operator: OperatorHarness, emails: EmailLog) -> None:
    order, other = operator.buy("first"), operator.buy("second")
    for _ in range(2):
        assert operator.run_events_command("cancel", "first", "--refund", "--yes").exit_code == 0
    updated = operator.get_order(order["id"])
    assert (updated["product_status"], updated["status"], operator.count_refunds()) == (
        "canceled",
        "refunded",
        1,
    )
    assert len(list_change_subjects(emails)) == 1
    assert operator.get_order(other["id"])["product_status"] == "available"
    operator.application.runner.run(Task(EXTEND_POSTPONED_ORDERS_JOB, ()))
    assert (len(list_change_subjects(emails)), operator.count_refunds()) == (1, 1)


def test_a_cancellation_reads_only_the_orders_of_its_event(
    operator: OperatorHarness, queries: Callable[[], Any]
) -> None:
    operator.buy("first")
    with queries() as sent:
        assert operator.run_events_command("cancel", "first").exit_code == 1
    reads = [query for query in sent if "FROM billing_order" in query]
    assert reads and all("billing_order.product_id IN" in query for query in reads)


def test_a_refund_may_follow_a_cancellation_without_one(operator: OperatorHarness, emails: EmailLog) -> None:
    order = operator.buy("first")
    assert operator.run_events_command("cancel", "first", "--yes").exit_code == 0
    assert operator.get_order(order["id"])["status"] == "paid"
    assert operator.run_events_command("cancel", "first", "--refund").exit_code == 1
    assert operator.count_refunds() == 0
    assert operator.run_events_command("cancel", "first", "--refund", "--yes").exit_code == 0
    assert (operator.get_order(order["id"])["status"], operator.count_refunds()) == ("refunded", 1)
    assert len(list_change_subjects(emails)) == 1


def test_a_crash_after_the_cancellation_loses_no_refund(
    operator: OperatorHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    order = operator.buy("first")
    with monkeypatch.context() as patch:
        patch.setattr(ApplyWithdrawals, "refund_orders", lambda *_: (_ for _ in ()).throw(SystemExit(9)))
        assert operator.run_events_command("cancel", "first", "--refund", "--yes").exit_code == 9
    assert operator.get_order(order["id"])["refund_due"] is True
    for _ in range(2):
        operator.application.runner.run(Task("billing.reconcile", ()))
    assert (operator.get_order(order["id"])["status"], operator.count_refunds()) == ("refunded", 1)


def test_a_refund_waits_for_a_provider_that_does_not_respond(
    operator: OperatorHarness, fake_stripe: FakeStripeServer
) -> None:
    order = operator.buy("first")
    fake_stripe.fail_next(50)
    result = operator.run_events_command("cancel", "first", "--refund", "--yes", "--json")
    fake_stripe.fail_next(0)
    assert read_output(result)["refunds_waiting"] == [order["id"]]
    operator.application.runner.run(Task("billing.reconcile", ()))
    assert (operator.get_order(order["id"])["status"], operator.count_refunds()) == ("refunded", 1)


def test_a_new_date_keeps_the_purchase_and_notifies_buyers(
    operator: OperatorHarness, emails: EmailLog
) -> None:
    order = operator.buy("first")
    result = operator.run_events_command("postpone", "first", "--to", "2026-12-03 18:00", "--yes")
    assert result.exit_code == 0, result.output
    updated = operator.get_order(order["id"])
    assert (updated["product_status"], updated["activity_status"]) == ("rescheduled", "active")
    assert updated["product_starts_at"].startswith("2026-12-0")
    assert [subject.split(":")[0] for subject in list_change_subjects(emails)] == ["New date"]


def test_a_reinstated_event_is_available_and_a_second_cancellation_notifies_again(
    operator: OperatorHarness, emails: EmailLog
) -> None:
    order = operator.buy("first")
    operator.run_events_command("cancel", "first", "--yes")
    assert operator.run_events_command("reinstate", "first").exit_code == 0
    assert operator.get_order(order["id"])["product_status"] == "available"
    operator.run_events_command("cancel", "first", "--yes")
    assert len(list_change_subjects(emails)) == 2


def test_an_unknown_event_is_named_in_the_error(operator: OperatorHarness) -> None:
    with pytest.raises(NotFoundError, match="There is no event third in this channel"):
        operator.run_events_command("cancel", "third", "--yes")


@pytest.mark.parametrize("arguments", [("cancel", "first", "--yes"), ("postpone", "first", "--yes")])
def test_an_event_that_does_not_take_place_is_not_sold(
    operator: OperatorHarness, arguments: tuple[str, ...]
) -> None:
    ids = operator.list_ids()
    operator.run_events_command(*arguments)
    event = operator.buyer.data(f"/events/{ids['event']['first']}")
    assert event["single_event_package_id"] is None
    response = operator.buyer.post(
        "/stripe/buy",
        type="event",
        id=ids["event"]["first"],
        single_event_package_id=ids["package"]["single"],
        payment_method=create_card(operator.fake_stripe),
    )
    assert response.status_code in (400, 404), response.get_data(as_text=True)
    assert operator.buyer.data("/orders") == []


@pytest.mark.parametrize(
    "score",
    ["{away: 0, home: 1, ending: forfeit, winner: home}", "{away: 2, home: 3, ending: overtime}"],
)
def test_a_game_that_is_decided_before_its_start_is_not_sold(operator: OperatorHarness, score: str) -> None:
    operator.write_pack(events=EVENTS.replace("pass: paid}", f"pass: paid, score: {score}}}", 1))
    assert operator.apply_pack("--yes").exit_code == 0
    ids = operator.list_ids()
    event = operator.buyer.data(f"/events/{ids['event']['first']}")
    assert (event["availability"], event["single_event_package_id"]) == ("none", None)
    response = operator.buyer.post(
        "/stripe/buy",
        type="event",
        id=ids["event"]["first"],
        single_event_package_id=ids["package"]["single"],
        payment_method=create_card(operator.fake_stripe),
    )
    assert response.status_code == 400
    assert response.json["code"] == "errors.no_recording"  # type: ignore[index]
    assert operator.buy("second")["status"] == "paid"


def test_a_pass_for_decided_games_alone_is_not_sold(operator: OperatorHarness) -> None:
    score = "{away: 0, home: 1, ending: forfeit, winner: home}"
    operator.write_pack(events=EVENTS.replace("pass: paid}", f"pass: paid, score: {score}}}"))
    assert operator.apply_pack("--yes").exit_code == 0
    response = operator.buyer.post(
        "/stripe/buy",
        type="package",
        id=operator.list_ids()["package"]["season"],
        payment_method=create_card(operator.fake_stripe),
    )
    assert response.status_code == 400
    assert response.json["code"] == "errors.opens_nothing"  # type: ignore[index]


def test_orders_of_a_doubleheader_have_different_names(operator: OperatorHarness) -> None:
    first, second = operator.buy("first"), operator.buy("second")
    assert first["product"]["name"] != second["product"]["name"]
    assert first["product"]["name"].startswith("Hawks @ Otters (Nov 27, 2026")


def test_a_label_is_part_of_the_name_of_an_order(operator: OperatorHarness) -> None:
    operator.write_pack(events=EVENTS.replace("key: first,", "key: first, label: Game 1,"))
    operator.apply_pack()
    assert operator.buy("first")["product"]["name"].startswith("Hawks @ Otters, Game 1 (")


def test_a_calendar_marks_a_canceled_event_and_counts_the_change(operator: OperatorHarness) -> None:
    event_id = operator.list_ids()["event"]["first"]
    path, host = f"/watch/{event_id}.ics", {"Host": "valley.localhost"}
    before = operator.buyer.browser.get(path, headers=host).get_data(as_text=True)
    operator.run_events_command("cancel", "first", "--yes")
    after = operator.buyer.browser.get(path, headers=host).get_data(as_text=True)
    assert "STATUS:CONFIRMED" in before
    assert "STATUS:CANCELLED" in after
    assert ("SEQUENCE:0" in before, "SEQUENCE:1" in after) == (True, True)


def test_orders_are_listed_by_event(operator: OperatorHarness) -> None:
    order = operator.buy("first")
    operator.buy("second")
    listed = operator.run_command("orders", "list", "--event", "first", "--channel", "valley", "--json")
    assert [listed_order["id"] for listed_order in read_output(listed)] == [order["id"]]


def test_a_canceled_event_gets_no_stream_key_and_its_open_stream_closes(operator: OperatorHarness) -> None:
    assert operator.run_command("streams", "open", "first", "--channel", "valley").exit_code == 0
    operator.run_events_command("cancel", "first", "--yes")
    (stream,) = read_output(operator.run_command("streams", "list", "--channel", "valley", "--json"))
    assert stream["state"] in ("ending", "ended")
    with pytest.raises(RefusedError, match="The event is canceled"):
        operator.run_command("streams", "open", "first", "--channel", "valley")
