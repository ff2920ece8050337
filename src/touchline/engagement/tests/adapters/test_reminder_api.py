"""Reminders, notification settings and unsubscribing, over HTTP."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest

from touchline.channel.facade import ChannelDetails
from touchline.conftest import Visitor
from touchline.engagement.domain.targets import ReminderTarget, ReminderTargetType
from touchline.engagement.domain.unsubscribe_tokens import UnsubscribeClaim
from touchline.engagement.tests.adapters.conftest import Apply, Ids
from touchline.entrypoints.bootstrap import Application
from touchline.shared.ids import AccountId

CONCURRENT_REQUESTS = 4


def add_reminder(viewer: Visitor, kind: str, target_id: int) -> Any:
    """Set a reminder and return the response."""
    return viewer.post("/reminder", about_type=kind, about_id=target_id)


def test_reminders_can_be_about_an_event_a_team_a_school_or_a_sport(ada: Visitor, ids: Ids) -> None:
    for kind, key, target in (
        ("event", "later", "event"),
        ("participant", "cedar-hockey", "participant"),
        ("group", "harlan", "group"),
        ("category", "soccer-games", "category"),
    ):
        assert add_reminder(ada, target, ids(kind, key)).status_code == 201
    shown = [(reminder["about_type"], reminder["name"]) for reminder in ada.data("/reminders")]
    assert shown == [
        ("category", "Soccer"),
        ("group", "Harlan Falls"),
        ("participant", "Cedar Hockey"),
        ("event", "Harlan Soccer @ Cedar Soccer (Nov 21, 2026, 5:00\u202fPM)"),
    ]


def test_repeated_and_concurrent_requests_create_one_reminder(ada: Visitor, ids: Ids) -> None:
    target_id, ready = ids("event", "later"), Barrier(CONCURRENT_REQUESTS)

    def post(_number: int) -> tuple[int, int]:
        ready.wait(10)
        response = add_reminder(ada, "event", target_id)
        return response.status_code, response.json["data"]["id"]

    with ThreadPoolExecutor(CONCURRENT_REQUESTS) as threads:
        responses = list(threads.map(post, range(CONCURRENT_REQUESTS)))
    assert sorted(status for status, _ in responses) == [200, 200, 200, 201]
    assert len({reminder_id for _, reminder_id in responses}) == 1


def test_a_reminder_for_an_invalid_target_is_refused(ada: Visitor, other_visitor: Visitor, ids: Ids) -> None:
    past_event_response = add_reminder(ada, "event", ids("event", "over"))
    assert (past_event_response.status_code, past_event_response.json["message"]) == (
        400,
        "This event has ended.",
    )
    wrong_type_response = add_reminder(ada, "vod", 1)
    message = "Field about_type must be equal one of event, participant, group, category, but it's vod"
    assert (wrong_type_response.status_code, wrong_type_response.json["errors"]) == (
        422,
        {"about_type": [message]},
    )
    assert add_reminder(ada, "group", 10**6).status_code == 404
    assert add_reminder(other_visitor.register(), "event", ids("event", "later")).status_code == 404
    assert ada.data("/reminders") == []


def test_a_reminder_belongs_to_its_viewer(ada: Visitor, bea: Visitor, ids: Ids) -> None:
    reminder_id = add_reminder(ada, "event", ids("event", "later")).json["data"]["id"]
    assert bea.data("/reminders") == []
    assert bea.delete(f"/reminder/{reminder_id}").status_code == 404
    assert ada.delete(f"/reminder/{reminder_id}").status_code == 204
    assert ada.delete(f"/reminder/{reminder_id}").status_code == 404


def test_a_request_without_login_is_refused(visitor: Visitor) -> None:
    for response in (
        visitor.get("/reminders"),
        add_reminder(visitor, "event", 1),
        visitor.delete("/reminder/1"),
        visitor.get("/news-settings"),
        visitor.post("/news-settings", by_mail=True, by_push=True),
        visitor.post("/push/subscription", endpoint="https://x.test", keys={}),
        visitor.post("/push/subscription", endpoint="https://x.test", _method="delete"),
    ):
        assert response.json is not None
        assert (response.status_code, response.json["message"]) == (401, "user must be logged in")
    assert visitor.data("/push/key")["public_key"]


def test_notifications_use_every_channel_at_any_time_by_default(ada: Visitor) -> None:
    defaults = {
        "by_mail": True,
        "by_push": True,
        "quiet_from": None,
        "quiet_to": None,
        "time_zone": "America/Chicago",
    }
    assert ada.data("/news-settings") == defaults
    changed_settings = {
        "by_mail": False,
        "by_push": True,
        "quiet_from": "22:00",
        "quiet_to": "07:30",
        "time_zone": "Europe/Paris",
    }
    assert ada.post("/news-settings", **changed_settings).json == {"data": changed_settings}
    assert ada.data("/news-settings") == changed_settings
    assert ada.post("/news-settings", by_mail=True, by_push=True).json == {"data": defaults}


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"quiet_from": "22:00"}, "quiet_to"),
        ({"quiet_to": "22:00"}, "quiet_from"),
        ({"quiet_from": "22:00", "quiet_to": "22:00"}, "quiet_to"),
        ({"quiet_from": "25:00", "quiet_to": "07:00"}, "quiet_from"),
        ({"time_zone": "Mars/Olympus"}, "time_zone"),
        ({"by_mail": None}, "by_mail"),
    ],
)
def test_invalid_settings_are_refused(ada: Visitor, changes: dict[str, Any], field: str) -> None:
    response = ada.post("/news-settings", **{"by_mail": True, "by_push": True, **changes})
    assert response.json is not None
    assert (response.status_code, list(response.json["errors"])) == (422, [field])


@pytest.fixture
def token(ada: Visitor, application: Application, season: ChannelDetails, ids: Ids) -> str:
    """Return the unsubscribe token of an email about a team that a viewer follows."""
    add_reminder(ada, "participant", ids("participant", "cedar-hockey"))
    add_reminder(ada, "group", ids("group", "cedar"))
    target = ReminderTarget(ReminderTargetType.PARTICIPANT, ids("participant", "cedar-hockey"))
    account_id = AccountId(ada.data("/profile")["id"])
    container: Any = application.container
    unsubscribe_token: str = container.engagement.unsubscribe_tokens().issue(
        UnsubscribeClaim(season.id, account_id, target)
    )
    return unsubscribe_token


def test_unsubscribing_works_without_login_and_can_be_repeated(
    ada: Visitor, other_visitor: Visitor, token: str, ids: Ids, visit: Any, season: ChannelDetails
) -> None:
    anonymous_visitor = visit(season)
    removed_target = {
        "about_type": "participant",
        "about_id": ids("participant", "cedar-hockey"),
        "name": "Cedar Hockey",
        "score_alerts": False,
    }
    for _ in range(2):
        response = anonymous_visitor.post("/news/unsubscribe", token=token)
        assert (response.status_code, response.json) == (200, {"data": removed_target})
        assert [reminder["about_type"] for reminder in ada.data("/reminders")] == ["group"]


def test_one_click_post_unsubscribes_and_opening_the_url_does_not(ada: Visitor, token: str) -> None:
    opened = ada.browser.get(f"/unsubscribe/{token}")
    assert (opened.status_code, opened.headers["Location"]) == (302, f"/unsubscribe?token={token}")
    assert len(ada.data("/reminders")) == 2
    for _ in range(2):
        posted = ada.browser.post(f"/unsubscribe/{token}", data={"List-Unsubscribe": "One-Click"})
        assert posted.status_code == 204
        assert [reminder["about_type"] for reminder in ada.data("/reminders")] == ["group"]


def test_a_forged_link_removes_nothing(
    ada: Visitor, other_visitor: Visitor, token: str, apply: Apply
) -> None:
    apply(other_visitor.channel)
    for response in (
        ada.post("/news/unsubscribe", token=token[:-1] + "!"),
        other_visitor.post("/news/unsubscribe", token=token),
        ada.browser.post(f"/unsubscribe/{token}x"),
    ):
        assert response.status_code == 400
        assert response.json is not None
        assert response.json["message"] == "This link is not valid. Use the link from the latest email."
    assert len(ada.data("/reminders")) == 2
