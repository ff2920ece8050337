"""Reporting, hiding and approving clips, from the request to the files."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict
from typing import Any

import pytest
from click.testing import CliRunner, Result

from touchline.channel.facade import ChannelDetails
from touchline.clips.adapters.cli.clip_commands import clips
from touchline.clips.tests.adapters.conftest import clip_body
from touchline.clips.tests.adapters.scenario import ClipScenario
from touchline.conftest import NOON, Visitor
from touchline.platform.db.base import Base

Save = Callable[..., Any]
Visit = Callable[[ChannelDetails], Visitor]


@pytest.fixture
def saved_clip(scenario: ClipScenario, ada: Visitor, save: Save) -> Any:
    """Return Ada's clip of the free event, with its file."""
    made = save(ada, "over", scenario.add_recording("over"))
    scenario.finish_clip(made["id"])
    return ada.data(f"/clip/{made['id']}")


@pytest.fixture
def paid_clip(scenario: ClipScenario, ada: Visitor, save: Save) -> Any:
    """Return Ada's clip of the paid event."""
    return save(ada, "paid", scenario.add_recording("paid"))


def run_cli(*arguments: str) -> Result:
    """Run `touchline clips …`."""
    response = CliRunner(env={"COLUMNS": "200"}).invoke(clips, arguments)
    assert response.exit_code == 0, response.output
    return response


def list_log_entries(scenario: ClipScenario) -> list[dict[str, Any]]:
    """Return the takedown log, newest first."""
    with scenario.transaction():
        return [asdict(entry) for entry in scenario.application.container.channel.takedowns().list(10)]


def report_clip(visitor: Visitor, clip_id: int, ip: str = "203.0.113.9", **body: Any) -> Any:
    """Report a clip from a network address."""
    return visitor.browser.post(
        f"/api/clip/{clip_id}/report",
        json={"api_key": visitor.api_key, "reason": "person", **body},
        environ_overrides={"REMOTE_ADDR": ip},
    )


def list_report_emails(visitor: Visitor) -> list[dict[str, Any]]:
    """Return the emails about reported clips, newest first.

    The list includes emails of other tests of this site.
    """
    emails = visitor.browser.get("/_outbox.json").get_json()
    return [email for email in emails if "reported" in email["subject"]]


def test_a_hidden_clip_is_not_listed_and_its_urls_stop_working(
    scenario: ClipScenario, ada: Visitor, bea: Visitor, anonymous: Visitor, saved_clip: Any
) -> None:
    number, uuid = saved_clip["id"], saved_clip["uuid"]
    shared = anonymous.data(f"/shared-clip/{number}", uuid=uuid)
    download_url = ada.data(f"/clip/download/{number}")["url"]
    issued_urls = [saved_clip["url"], shared["url"], saved_clip["poster"], download_url]
    assert {ada.browser.get(url).status_code for url in issued_urls} == {200}
    output = run_cli("hide", str(number), "--reason", "A parent asked", "--actor", "rosa").output
    assert output == f"Glove save (clip {number}) was hidden.\n"
    assert {ada.browser.get(url).status_code for url in issued_urls} <= {403, 404}
    for visitor in (bea, anonymous):
        assert visitor.get(f"/clip/{number}").status_code == 404
        assert visitor.get(f"/shared-clip/{number}", uuid=uuid).status_code == 404
        assert visitor.data(f"/clips/event/{saved_clip['event_id']}") == []
        assert report_clip(visitor, number).status_code == 404
    for page in (f"/share/{number}/{uuid}", f"/watch_library/{number}", f"/embed/{number}/{uuid}"):
        assert anonymous.browser.get(page).status_code == 404, page
    assert anonymous.browser.get(f"/share/{number}/{uuid}/poster.jpg").status_code == 404
    assert anonymous.data(f"/events/{saved_clip['event_id']}")["clip_count"] == 0


def test_the_creator_sees_that_the_clip_is_hidden_and_cannot_play_or_share_it(
    ada: Visitor, saved_clip: Any
) -> None:
    run_cli("hide", str(saved_clip["id"]))
    for own_clip in (ada.data(f"/clip/{saved_clip['id']}"), ada.data("/clips/user")[0]):
        assert own_clip["hidden"] is True
        assert {own_clip["url"], own_clip["share_url"], own_clip["poster"], own_clip["uuid"]} == {None}
    refused = ada.get(f"/clip/download/{saved_clip['id']}")
    assert (refused.status_code, refused.get_json()["message"]) == (403, "The channel has hidden this clip.")


def test_a_clip_that_is_shown_again_plays_and_keeps_its_share_link(
    scenario: ClipScenario, ada: Visitor, anonymous: Visitor, saved_clip: Any
) -> None:
    number = saved_clip["id"]
    run_cli("hide", str(number))
    run_cli("unhide", str(number), "--reason", "It was a mistake")
    shared = anonymous.data(f"/shared-clip/{number}", uuid=saved_clip["uuid"])
    assert anonymous.browser.get(shared["url"]).status_code == 200
    assert anonymous.browser.get(shared["poster"]).status_code == 200
    assert ada.browser.get(ada.data(f"/clip/download/{number}")["url"]).status_code == 200
    assert ada.browser.get(saved_clip["url"]).status_code in (403, 404)
    log = list_log_entries(scenario)
    assert [(entry["action"], entry["subject_id"]) for entry in log] == [("show", number), ("hide", number)]


def test_a_deleted_clip_is_in_the_log(scenario: ClipScenario, saved_clip: Any) -> None:
    run_cli("delete", str(saved_clip["id"]), "--reason", "Asked by the school", "--actor", "rosa")
    (entry,) = list_log_entries(scenario)
    assert (entry["action"], entry["actor"], entry["reason"]) == ("delete", "rosa", "Asked by the school")


def test_one_person_can_report_a_clip_once(
    bea: Visitor, anonymous: Visitor, visit: Visit, scenario: ClipScenario, saved_clip: Any
) -> None:
    for reason in ("person", "bullying"):
        response = report_clip(bea, saved_clip["id"], reason=reason, text="That is my son.")
        assert (response.status_code, response.json["data"]) == (200, {"reported": True})
    for visitor in (anonymous, visit(scenario.channel)):
        assert report_clip(visitor, saved_clip["id"], reason="other").status_code == 200
    (waiting,) = json.loads(run_cli("list-reports", "--json").output)
    assert (waiting["clip_id"], waiting["reports"]) == (saved_clip["id"], 2)
    assert waiting["reasons"] == {"person": 1, "other": 1}
    assert waiting["texts"] == ["That is my son."]
    assert "That is my son." in run_cli("list-reports").output


def test_three_reports_by_different_people_hide_a_clip_until_an_operator_shows_it(
    bea: Visitor, anonymous: Visitor, visit: Visit, scenario: ClipScenario, saved_clip: Any
) -> None:
    number = saved_clip["id"]
    report_clip(bea, number)
    report_clip(anonymous, number, ip="203.0.113.9")
    assert anonymous.get(f"/clip/{number}").status_code == 200
    report_clip(visit(scenario.channel), number, ip="198.51.100.7")
    assert anonymous.get(f"/clip/{number}").status_code == 404
    (entry,) = list_log_entries(scenario)
    assert (entry["actor"], entry["action"]) == ("reports", "hide")
    run_cli("unhide", str(number))
    assert json.loads(run_cli("list-reports", "--json").output) == []
    report_clip(visit(scenario.channel), number, ip="192.0.2.55")
    assert anonymous.get(f"/clip/{number}").status_code == 200


@pytest.mark.parametrize(
    ("body", "field"),
    [({"reason": "because"}, "reason"), ({"reason": ""}, "reason"), ({"text": "x" * 501}, "text")],
)
def test_a_report_without_a_reason_or_with_a_long_text_is_refused(
    bea: Visitor, saved_clip: Any, body: dict[str, str], field: str
) -> None:
    refused = report_clip(bea, saved_clip["id"], **body)
    assert (refused.status_code, list(refused.json["errors"])) == (422, [field])
    assert json.loads(run_cli("list-reports", "--json").output) == []


def test_anonymous_visitors_read_the_name_of_a_paid_games_clip_once_it_is_approved(
    bea: Visitor, anonymous: Visitor, ada: Visitor, paid_clip: Any
) -> None:
    number, uuid, event = paid_clip["id"], paid_clip["uuid"], paid_clip["event_id"]

    def list_names() -> set[str]:
        found = [
            anonymous.data(f"/clip/{number}"),
            anonymous.data(f"/shared-clip/{number}", uuid=uuid),
            anonymous.data(f"/clips/event/{event}")[0],
        ]
        return {"|".join((clip["name"], *clip["tags"])) for clip in found}

    def get_page() -> str:
        return anonymous.browser.get(f"/share/{number}/{uuid}").get_data(as_text=True)

    assert list_names() == {"Clip"}
    assert "Glove save" not in get_page() and "Clip, " in get_page()
    assert bea.data(f"/clip/{number}")["name"] == "Glove save"
    run_cli("approve", str(number))
    assert list_names() == {"Glove save|Save"}
    assert "Glove save, " in get_page()
    ada.post(f"/clip/{number}", _method="patch", name="Another name")
    assert list_names() == {"Clip"}
    assert ada.data(f"/clip/{number}")["name_public"] is False


def test_a_blocked_creator_cannot_create_clips_until_unblocked(
    scenario: ClipScenario, ada: Visitor, save: Save
) -> None:
    medium = scenario.add_recording("over")
    email = ada.data("/profile")["email"]
    assert (
        run_cli("block-viewer", email, "--reason", "Bullying").output
        == f"{email} is blocked from creating clips.\n"
    )
    refused = ada.post("/clip", **clip_body(scenario.get_event_id("over"), medium))
    assert (refused.status_code, refused.get_json()["message"]) == (
        403,
        "The channel has turned off clips for your account. Contact the channel for help.",
    )
    run_cli("unblock-viewer", email)
    assert save(ada, "over", medium)["name"] == "Glove save"
    log = list_log_entries(scenario)
    assert [(entry["action"], entry["subject"]) for entry in log] == [
        ("unblock", "maker"),
        ("block", "maker"),
    ]


def test_operators_get_one_email_a_day_about_a_clip(
    scenario: ClipScenario, ada: Visitor, bea: Visitor, anonymous: Visitor, saved_clip: Any
) -> None:
    with scenario.transaction() as session:
        rows = Base.metadata.tables["channel_operators"]
        account_id = ada.data("/profile")["id"]
        operator_values = {"account_id": account_id, "role": "support", "added_at": NOON}
        session.execute(rows.insert().values(channel_id=scenario.channel.id, **operator_values))
    previous_emails = len(list_report_emails(ada))
    for visitor in (bea, anonymous, bea):
        report_clip(visitor, saved_clip["id"], text="My son")
    emails = list_report_emails(ada)[: len(list_report_emails(ada)) - previous_emails]
    assert [email["to"] for email in emails] == [ada.data("/profile")["email"]]
    assert f"/watch_library/{saved_clip['id']}" in emails[0]["text"]
    assert "My son" not in emails[0]["text"]
