"""Reminders, news settings and leaving, over HTTP."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest

from touchline.channel.facade import ChannelFacts
from touchline.conftest import Visitor
from touchline.engagement.domain.things import About, AboutType
from touchline.engagement.domain.unsubscribing import Leave
from touchline.engagement.tests.adapters.conftest import Apply, Ids
from touchline.entrypoints.bootstrap import House
from touchline.shared.ids import AccountId

PRESSES = 4


def remind(viewer: Visitor, kind: str, thing: int) -> Any:
    """A bell that was pressed."""
    return viewer.post("/reminder", about_type=kind, about_id=thing)


def test_an_event_a_team_a_school_and_a_sport_can_be_waited_for(ada: Visitor, ids: Ids) -> None:
    for kind, key, about in (
        ("event", "later", "event"),
        ("participant", "cedar-hockey", "participant"),
        ("group", "harlan", "group"),
        ("category", "soccer-games", "category"),
    ):
        assert remind(ada, about, ids(kind, key)).status_code == 201
    told = [(one["about_type"], one["name"]) for one in ada.data("/reminders")]
    assert told == [
        ("category", "Soccer"),
        ("group", "Harlan Falls"),
        ("participant", "Cedar Hockey"),
        ("event", "Harlan Soccer @ Cedar Soccer (Nov 21, 2026, 5:00\u202fPM)"),
    ]


def test_asked_again_it_is_the_same_one_also_at_once(ada: Visitor, ids: Ids) -> None:
    thing, ready = ids("event", "later"), Barrier(PRESSES)

    def press(_number: int) -> tuple[int, int]:
        ready.wait(10)
        answer = remind(ada, "event", thing)
        return answer.status_code, answer.json["data"]["id"]

    with ThreadPoolExecutor(PRESSES) as threads:
        answers = list(threads.map(press, range(PRESSES)))
    assert sorted(status for status, _ in answers) == [200, 200, 200, 201]
    assert len({kept for _, kept in answers}) == 1


def test_what_cannot_be_waited_for_is_refused(ada: Visitor, stranger: Visitor, ids: Ids) -> None:
    over = remind(ada, "event", ids("event", "over"))
    assert (over.status_code, over.json["message"]) == (400, "This event is over.")
    wrong = remind(ada, "vod", 1)
    said = "Field about_type must be equal one of event, participant, group, category, but it's vod"
    assert (wrong.status_code, wrong.json["errors"]) == (422, {"about_type": [said]})
    assert remind(ada, "group", 10**6).status_code == 404
    assert remind(stranger.register(), "event", ids("event", "later")).status_code == 404
    assert ada.data("/reminders") == []


def test_a_reminder_is_its_viewers_own(ada: Visitor, bea: Visitor, ids: Ids) -> None:
    kept = remind(ada, "event", ids("event", "later")).json["data"]["id"]
    assert bea.data("/reminders") == []
    assert bea.delete(f"/reminder/{kept}").status_code == 404
    assert ada.delete(f"/reminder/{kept}").status_code == 204
    assert ada.delete(f"/reminder/{kept}").status_code == 404


def test_who_is_not_logged_in_is_told_so(visitor: Visitor) -> None:
    for answer in (
        visitor.get("/reminders"),
        remind(visitor, "event", 1),
        visitor.delete("/reminder/1"),
        visitor.get("/news-settings"),
        visitor.post("/news-settings", by_mail=True, by_push=True),
        visitor.post("/push/subscription", endpoint="https://x.test", keys={}),
        visitor.post("/push/subscription", endpoint="https://x.test", _method="delete"),
    ):
        assert answer.json is not None
        assert (answer.status_code, answer.json["message"]) == (401, "user must be logged in")
    assert visitor.data("/push/key")["public_key"]


def test_news_come_by_every_way_at_any_time_until_a_viewer_says_otherwise(ada: Visitor) -> None:
    first = {
        "by_mail": True,
        "by_push": True,
        "quiet_from": None,
        "quiet_to": None,
        "time_zone": "America/Chicago",
    }
    assert ada.data("/news-settings") == first
    said = {
        "by_mail": False,
        "by_push": True,
        "quiet_from": "22:00",
        "quiet_to": "07:30",
        "time_zone": "Europe/Paris",
    }
    assert ada.post("/news-settings", **said).json == {"data": said}
    assert ada.data("/news-settings") == said
    assert ada.post("/news-settings", by_mail=True, by_push=True).json == {"data": first}


@pytest.mark.parametrize(
    ("said", "field"),
    [
        ({"quiet_from": "22:00"}, "quiet_to"),
        ({"quiet_to": "22:00"}, "quiet_from"),
        ({"quiet_from": "22:00", "quiet_to": "22:00"}, "quiet_to"),
        ({"quiet_from": "25:00", "quiet_to": "07:00"}, "quiet_from"),
        ({"time_zone": "Mars/Olympus"}, "time_zone"),
        ({"by_mail": None}, "by_mail"),
    ],
)
def test_settings_that_cannot_be_are_refused(ada: Visitor, said: dict[str, Any], field: str) -> None:
    answer = ada.post("/news-settings", **{"by_mail": True, "by_push": True, **said})
    assert answer.json is not None
    assert (answer.status_code, list(answer.json["errors"])) == (422, [field])


@pytest.fixture
def token(ada: Visitor, house: House, season: ChannelFacts, ids: Ids) -> str:
    """The token of a letter about a team that a viewer follows."""
    remind(ada, "participant", ids("participant", "cedar-hockey"))
    remind(ada, "group", ids("group", "cedar"))
    about = About(AboutType.PARTICIPANT, ids("participant", "cedar-hockey"))
    account_id = AccountId(ada.data("/profile")["id"])
    container: Any = house.container
    made: str = container.engagement.news.tokens().make(Leave(season.id, account_id, about))
    return made


def test_one_click_takes_the_reminder_away_without_logging_in_and_may_be_repeated(
    ada: Visitor, stranger: Visitor, token: str, ids: Ids, visit: Any, season: ChannelFacts
) -> None:
    anybody = visit(season)
    gone = {
        "about_type": "participant",
        "about_id": ids("participant", "cedar-hockey"),
        "name": "Cedar Hockey",
    }
    for _ in range(2):
        answer = anybody.post("/news/unsubscribe", token=token)
        assert (answer.status_code, answer.json) == (200, {"data": gone})
        assert [one["about_type"] for one in ada.data("/reminders")] == ["group"]


def test_a_mail_programs_own_button_takes_it_away_and_opening_the_address_does_not(
    ada: Visitor, token: str
) -> None:
    opened = ada.browser.get(f"/unsubscribe/{token}")
    assert (opened.status_code, opened.headers["Location"]) == (302, f"/unsubscribe?token={token}")
    assert len(ada.data("/reminders")) == 2
    for _ in range(2):
        pressed = ada.browser.post(f"/unsubscribe/{token}", data={"List-Unsubscribe": "One-Click"})
        assert pressed.status_code == 204
        assert [one["about_type"] for one in ada.data("/reminders")] == ["group"]


def test_a_link_that_is_not_ours_takes_nothing_away(
    ada: Visitor, stranger: Visitor, token: str, apply: Apply
) -> None:
    apply(stranger.channel)
    for asked in (
        ada.post("/news/unsubscribe", token=token[:-1] + "!"),
        stranger.post("/news/unsubscribe", token=token),
        ada.browser.post(f"/unsubscribe/{token}x"),
    ):
        assert asked.status_code == 400
        assert asked.json is not None
        assert asked.json["message"] == "This link is not valid."
    assert len(ada.data("/reminders")) == 2
