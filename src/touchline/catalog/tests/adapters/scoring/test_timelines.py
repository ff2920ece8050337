"""Timelines over HTTP: entries by operators and scorers, the public document, and its deltas."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from touchline.catalog.tests.adapters.scoring.conftest import NOON_MS
from touchline.catalog.tests.pack_samples import event_entry
from touchline.catalog.tests.samples import NOON
from touchline.channel.facade import ChannelDetails
from touchline.conftest import Visitor, get_clock
from touchline.entrypoints.bootstrap import Application


def entry(kind: str, seconds: float, **fields: Any) -> dict[str, Any]:
    """Return an entry that happened a number of seconds before noon."""
    return {"id": str(uuid.uuid4()), "kind": kind, "at_ms": NOON_MS - int(seconds * 1000), **fields}


def goal(seconds: float, side: str = "home") -> dict[str, Any]:
    return entry("scored", seconds, side=side, points=1, type="goal")


def add(operator: Visitor, game_id: int, *entries: dict[str, Any], after: int = 0) -> Any:
    response = operator.post(f"/studio/events/{game_id}/timeline", entries=entries, after=after)
    assert response.status_code == 200, response.get_data(as_text=True)
    assert response.json is not None
    return response.json["data"]


def read(visitor: Visitor, game_id: int, **query: Any) -> Any:
    response = visitor.browser.get(f"/timeline/{game_id}.json", query_string={"channel": "prairie", **query})
    assert response.status_code == 200, response.get_data(as_text=True)
    assert response.json is not None
    return response.json["data"]


def test_the_public_timeline_has_the_score_of_each_moment(operator: Visitor, game_id: int) -> None:
    add(operator, game_id, entry("clock_started", 60), goal(40), goal(20, "away"))
    timeline = read(operator, game_id)
    assert [(board["at_ms"] - NOON_MS, board["points"]) for board in timeline["snapshots"]] == [
        (-60_000, [0, 0]),
        (-40_000, [0, 1]),
        (-20_000, [1, 1]),
    ]
    assert timeline["snapshots"][0]["clock"] == {
        "shown_ms": 17 * 60_000,
        "since_ms": NOON_MS - 60_000,
        "is_running": True,
    }
    assert [(moment["kind"], moment["name"], moment["side"]) for moment in timeline["moments"]] == [
        ("period_start", "1st period", None),
        ("score", "Goal", "home"),
        ("score", "Goal", "away"),
    ]
    assert read(operator, game_id, lang="fr")["moments"][1]["name"] == "But"


def test_an_entry_sent_twice_counts_once(operator: Visitor, game_id: int) -> None:
    scored = goal(40)
    add(operator, game_id, entry("clock_started", 60), scored)
    update = add(operator, game_id, scored, scored, goal(30))
    assert [item["kind"] for item in update["entries"]] == ["clock_started", "scored", "scored"]
    assert read(operator, game_id)["snapshots"][-1]["points"] == [0, 2]


def test_an_undo_corrects_everything_that_follows(operator: Visitor, game_id: int) -> None:
    wrong = goal(40)
    add(operator, game_id, entry("clock_started", 60), wrong, goal(20, "away"))
    add(operator, game_id, entry("undone", 10, target=wrong["id"]))
    assert [board["points"] for board in read(operator, game_id)["snapshots"]] == [[0, 0], [1, 0]]


def test_a_delta_replaces_only_what_has_changed(operator: Visitor, game_id: int) -> None:
    wrong = goal(40)
    add(operator, game_id, entry("clock_started", 60), wrong, goal(20, "away"))
    known = read(operator, game_id)
    assert read(operator, game_id, after=known["revision"]) == {
        **known,
        "replaces_from_ms": None,
        "snapshots": [],
        "moments": [],
    }
    add(operator, game_id, entry("corrected", 10, target=wrong["id"], side="away"))
    delta = read(operator, game_id, after=known["revision"])
    assert delta["replaces_from_ms"] == wrong["at_ms"]
    kept = [board for board in known["snapshots"] if board["at_ms"] < delta["replaces_from_ms"]]
    assert kept + delta["snapshots"] == read(operator, game_id)["snapshots"]


def test_the_timeline_until_a_time_says_nothing_of_what_followed(operator: Visitor, game_id: int) -> None:
    add(operator, game_id, entry("clock_started", 60), goal(40), goal(20, "away"))
    timeline = read(operator, game_id, until_ms=NOON_MS - 30_000)
    assert timeline["snapshots"][-1]["points"] == [0, 1]
    assert len(timeline["moments"]) == 2


def test_an_entry_from_the_future_gets_the_current_time(operator: Visitor, game_id: int) -> None:
    update = add(operator, game_id, goal(-3600))
    assert update["entries"][0]["at_ms"] == update["now_ms"] == NOON_MS


def test_lists_show_the_score_of_the_timeline_and_the_pack_cannot_change_it(
    operator: Visitor, game_id: int, season: ChannelDetails, apply: Callable[..., None]
) -> None:
    add(operator, game_id, entry("clock_started", 60), goal(40), entry("game_ended", 5))
    score = operator.data(f"/events/{game_id}")["score"]
    assert (score["away"], score["home"], score["ending"]) == (0, 1, "regulation")
    apply(season)
    assert operator.data(f"/events/{game_id}")["score"] == score


def test_the_studio_knows_whose_result_comes_from_a_timeline(operator: Visitor, game_id: int) -> None:
    def has_timeline() -> bool:
        events = {event["id"]: event for event in operator.data("/studio/events")}
        return bool(events[game_id]["has_timeline"])

    assert not has_timeline()
    add(operator, game_id, entry("clock_started", 60))
    assert has_timeline()


def test_a_goal_that_arrives_after_a_shootout_is_accepted(operator: Visitor, game_id: int) -> None:
    add(operator, game_id, entry("clock_started", 90), entry("shootout_started", 80), goal(70))
    add(operator, game_id, entry("game_ended", 60))
    add(operator, game_id, goal(50, "away"))
    score = operator.data(f"/events/{game_id}")["score"]
    assert (score["away"], score["home"], score["ending"]) == (1, 0, "regulation")


def test_a_game_that_a_shootout_decides_keeps_the_equal_score(operator: Visitor, game_id: int) -> None:
    add(
        operator,
        game_id,
        *(entry("period_started", 100 - number, period=number) for number in (1, 2, 3, 4)),
        entry("shootout_started", 50),
        goal(40),
        entry("game_ended", 5),
    )
    score = operator.data(f"/events/{game_id}")["score"]
    assert (score["away"], score["home"], score["ending"]) == (0, 0, "shootout")
    assert score["shootout"] == {"away": 0, "home": 1}


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"kind": "scored", "side": "home"}, "points"),
        ({"kind": "goal"}, "kind"),
        ({"kind": "undone"}, "target"),
        ({"kind": "clock_set", "seconds": -1}, "seconds"),
        ({"id": "7"}, "id"),
    ],
)
def test_an_entry_that_lacks_a_field_is_refused_by_name(
    operator: Visitor, game_id: int, changes: dict[str, Any], field: str
) -> None:
    response = operator.post(
        f"/studio/events/{game_id}/timeline", entries=[{**entry("note", 1, text="Fans"), **changes}]
    )
    assert response.status_code == 422
    assert response.json is not None
    assert list(response.json["errors"]) == [f"entries.{field}"]
    assert read(operator, game_id)["revision"] == 0


def test_a_private_event_has_no_public_timeline(
    operator: Visitor, season: ChannelDetails, apply: Callable[..., None], application: Application
) -> None:
    apply(season, events=[event_entry("team-only", NOON, visibility="team_members")])
    container: Any = application.container
    with container.database().transaction(season.id):
        event_id = container.catalog.facade().list_ids_by_key("event")["team-only"]
    response = operator.browser.get(f"/timeline/{event_id}.json", query_string={"channel": "prairie"})
    assert response.status_code == 404


def test_viewers_cannot_write(visitor: Visitor, game_id: int) -> None:
    viewer = visitor.register(email="ben@example.org")
    response = viewer.post(f"/studio/events/{game_id}/timeline", entries=[goal(1)])
    assert response.status_code == 403


def test_the_timeline_is_cached_until_it_changes(
    operator: Visitor, game_id: int, application: Application
) -> None:
    add(operator, game_id, entry("clock_started", 60))
    url = f"/timeline/{game_id}.json?channel=prairie&lang=en"
    first = operator.browser.get(url)
    assert first.headers["Cache-Control"] == "public, max-age=1"
    again = operator.browser.get(url, headers={"If-None-Match": first.headers["ETag"]})
    assert again.status_code == 304
    add(operator, game_id, goal(30))
    get_clock(application).set(NOON + timedelta(seconds=5))
    changed = operator.browser.get(url, headers={"If-None-Match": first.headers["ETag"]})
    assert changed.status_code == 200


def test_live_scores_follow_each_point_while_lists_wait_for_the_break(
    operator: Visitor, game_id: int, application: Application, season: ChannelDetails
) -> None:
    container: Any = application.container
    with container.database().transaction(season.id):
        container.catalog.events().set_publishing(game_id, True)
    add(operator, game_id, entry("clock_started", 60), goal(40))
    url = "/scores.json?channel=prairie&lang=en"
    live = operator.browser.get(url).json
    assert live is not None
    (score,) = live["data"]
    assert (score["event_id"], score["score"]["home"], score["score"]["note"]) == (game_id, 1, "1st period")
    add(operator, game_id, goal(30))
    live = operator.browser.get(url).json
    assert live is not None
    assert live["data"][0]["score"]["home"] == 2
    assert operator.data(f"/events/{game_id}")["score"]["home"] == 1
    add(operator, game_id, entry("period_ended", 20))
    assert operator.data(f"/events/{game_id}")["score"]["home"] == 2


def test_an_export_has_the_score_of_the_pack_not_of_the_timeline(
    operator: Visitor, game_id: int, season: ChannelDetails, application: Application
) -> None:
    add(operator, game_id, entry("clock_started", 60), goal(40), entry("game_ended", 5))
    container: Any = application.container
    with container.database().transaction(season.id):
        exported = container.catalog.export_pack()()
    (game,) = [row for row in exported["events"] if row["key"] == "on-now"]
    assert game["score"] is None


def list_announcements(
    operator: Visitor, application: Application, monkeypatch: pytest.MonkeyPatch
) -> list[tuple[str, Any]]:
    """Return a list that gets every event that is written to the outbox from now on."""
    outbox, written = application.container.outbox(), list[tuple[str, Any]]()
    write = outbox._write

    def record(kind: str, name: str, channel_id: int, payload: Any) -> None:
        written.append((name, payload))
        write(kind, name, channel_id, payload)

    monkeypatch.setattr(outbox, "_write", record)
    return written


def test_only_entries_that_change_big_moments_are_announced(
    operator: Visitor, game_id: int, application: Application, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = list_announcements(operator, application, monkeypatch)
    announcement = ("catalog.MomentsChanged", {"channel_id": operator.channel.id, "event_id": game_id})
    scored = goal(40)
    changes = [
        (entry("clock_started", 60), False),
        (entry("moment", 50, type="save", side="home"), False),
        (scored, True),
        (scored, False),
        (entry("corrected", 35, target=scored["id"], side="away"), True),
        (entry("clock_stopped", 30), False),
        (entry("undone", 25, target=scored["id"]), True),
        (entry("game_ended", 20), True),
    ]
    for added, is_announced in changes:
        written.clear()
        add(operator, game_id, added)
        found = [item for item in written if item[0] == announcement[0]]
        assert found == [announcement] * is_announced, added
