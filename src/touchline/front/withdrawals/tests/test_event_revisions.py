"""Cancellations and postponements as revisions of the document, by command and in the studio."""

from __future__ import annotations

from typing import Any

import pytest

from touchline.channel.domain.document.revisions import Revision
from touchline.conftest import NEW_VIEWER, Visitor
from touchline.front.withdrawals.tests.conftest import EVENTS, OperatorHarness

FIRST = "/studio/events/first"


@pytest.fixture
def owner(operator: OperatorHarness) -> Visitor:
    """Return the buyer, who is an owner of `valley` as well."""
    container: Any = operator.application.container
    with container.database().transaction(operator.buyer.channel.id):
        container.channel.operator_admin().add(NEW_VIEWER["email"], unverified=True)
    return operator.buyer


def get_latest(operator: OperatorHarness) -> Revision:
    """Return the latest revision of the channel."""
    container: Any = operator.application.container
    with container.database().transaction(operator.buyer.channel.id):
        history = container.channel.facade().document_history
        revision: Revision = history.get(history.list(1)[0].id)
    return revision


def get_event(operator: OperatorHarness) -> dict[str, Any]:
    """Return the first event as viewers see it."""
    event: dict[str, Any] = operator.buyer.data(f"/events/{operator.list_ids()['event']['first']}")
    return event


def test_a_command_records_its_author_and_both_values(operator: OperatorHarness) -> None:
    operator.run_events_command("postpone", "first", "--to", "2026-12-03 18:00", "--actor", "rosa")
    revision = get_latest(operator)
    assert (revision.author, revision.source) == ("rosa", "command")
    [change] = revision.changes
    assert str(change.ref) == "events[first]"
    assert {field.path[0]: (field.before, field.after) for field in change.list_fields()}.keys() == {
        "status",
        "postponed_to",
    }
    operator.run_events_command("postpone", "first", "--to", "2026-12-03 18:00")
    assert get_latest(operator).id == revision.id


@pytest.mark.parametrize("to", [(), ("--to", "2026-12-03 18:00")])
def test_an_apply_keeps_a_postponement_until_the_pack_says_another_start(
    operator: OperatorHarness, to: tuple[str, ...]
) -> None:
    operator.run_events_command("postpone", "first", *to)
    postponed = get_event(operator)["schedule_status"]
    for label in ("Game 1", "Game 2"):
        operator.write_pack(events=EVENTS.replace("key: first,", f"key: first, label: {label},"))
        assert operator.apply_pack().exit_code == 0
        assert (get_event(operator)["schedule_status"], get_event(operator)["label"]) == (postponed, label)
    operator.write_pack(events=EVENTS.replace("2026-11-27", "2026-12-09"))
    assert operator.apply_pack().exit_code == 0
    event = get_event(operator)
    assert event["schedule_status"] == "rescheduled"
    assert event["event_utc_ts"] - event["previous_event_utc_ts"] == 12 * 86_400


def test_the_studio_lists_the_buyers_first_and_refunds_them_once(
    operator: OperatorHarness, owner: Visitor
) -> None:
    order = operator.buy("first")
    refused = owner.post(f"{FIRST}/cancel", refund=True)
    assert refused.status_code == 400 and refused.json is not None
    assert (refused.json["code"], refused.json["effects"][0]["refundable"]) == (
        "errors.confirmation_required",
        [order["id"]],
    )
    assert get_event(operator)["schedule_status"] == "scheduled"
    for is_changed in (True, False):
        done = owner.post(f"{FIRST}/cancel", refund=True, confirm=True)
        assert done.status_code == 200, done.text
        assert done.json["data"]["changed"] is is_changed  # type: ignore[index]
    assert operator.count_refunds() == 1
    assert (get_latest(operator).source, get_latest(operator).author) == ("studio", "Ada Moreau")


@pytest.mark.parametrize(("language", "date"), [("en", "Nov 27, 2026"), ("fr", "27 nov. 2026")])
def test_the_studio_names_the_event_in_the_language_of_the_operator(
    operator: OperatorHarness, owner: Visitor, language: str, date: str
) -> None:
    operator.buy("first")
    refused = owner.post(f"{FIRST}/cancel?lang={language}")
    assert refused.status_code == 400 and refused.json is not None
    assert date in refused.json["effects"][0]["product"]


def test_an_undo_names_the_event_in_the_language_of_the_operator(
    operator: OperatorHarness, owner: Visitor
) -> None:
    assert owner.post(f"{FIRST}/cancel").status_code == 200
    assert owner.post(f"{FIRST}/reinstate").status_code == 200
    operator.buy("first")
    revision = get_latest(operator).id
    preview = owner.post(f"/studio/revisions/{revision}/revert/preview?lang=fr")
    assert "27 nov. 2026" in preview.json["data"]["effects"][0]["product"]  # type: ignore[index]


def test_the_studio_postpones_reinstates_and_undoes(operator: OperatorHarness, owner: Visitor) -> None:
    assert owner.post(f"{FIRST}/postpone", to="2026-12-03T18:00:00-06:00").status_code == 200
    assert get_event(operator)["schedule_status"] == "rescheduled"
    revision = get_latest(operator).id
    assert owner.post(f"/studio/revisions/{revision}/revert").status_code == 200
    assert get_event(operator)["schedule_status"] == "scheduled"
    owner.post(f"{FIRST}/cancel")
    assert owner.post(f"{FIRST}/reinstate").status_code == 200
    assert get_event(operator)["schedule_status"] == "scheduled"
    assert owner.post("/studio/events/third/cancel").status_code == 404
    assert owner.post(f"{FIRST}/postpone", to="2020-01-01T00:00:00Z").status_code == 400
