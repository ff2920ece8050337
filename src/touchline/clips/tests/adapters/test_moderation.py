"""Reporting, hiding and approving clips, from the call to the files."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict
from typing import Any

import pytest
from click.testing import CliRunner, Result

from touchline.channel.facade import ChannelFacts
from touchline.clips.adapters.cli.clip_commands import clips
from touchline.clips.tests.adapters.conftest import wish
from touchline.clips.tests.adapters.scene import Scene
from touchline.conftest import NOON, Visitor
from touchline.platform.db.base import Base

Save = Callable[..., Any]
Visit = Callable[[ChannelFacts], Visitor]


@pytest.fixture
def clip(scene: Scene, ada: Visitor, save: Save) -> Any:
    """Ada's clip of the free game, with its file."""
    made = save(ada, "over", scene.film("over"))
    scene.finish(made["id"])
    return ada.data(f"/clip/{made['id']}")


@pytest.fixture
def paid(scene: Scene, ada: Visitor, save: Save) -> Any:
    """Ada's clip of the game that costs."""
    return save(ada, "paid", scene.film("paid"))


def touchline(*arguments: str) -> Result:
    """Run `touchline clips …`."""
    answer = CliRunner(env={"COLUMNS": "200"}).invoke(clips, arguments)
    assert answer.exit_code == 0, answer.output
    return answer


def log_of(scene: Scene) -> list[dict[str, Any]]:
    """The log of take-downs, the newest first."""
    with scene.transaction():
        return [asdict(one) for one in scene.house.container.channel.takedowns().list(10)]


def report(visitor: Visitor, clip_id: int, ip: str = "203.0.113.9", **body: Any) -> Any:
    """Report a clip from a network address."""
    return visitor.browser.post(
        f"/api/clip/{clip_id}/report",
        json={"api_key": visitor.api_key, "reason": "person", **body},
        environ_overrides={"REMOTE_ADDR": ip},
    )


def reported(visitor: Visitor) -> list[dict[str, Any]]:
    """The emails about reported clips, the newest first: those of other tests of this site too."""
    kept = visitor.browser.get("/_outbox.json").get_json()
    return [one for one in kept if "reported" in one["subject"]]


def test_a_hidden_clip_is_nowhere_and_its_addresses_stop_working(
    scene: Scene, ada: Visitor, bea: Visitor, passer_by: Visitor, clip: Any
) -> None:
    number, uuid = clip["id"], clip["uuid"]
    shared = passer_by.data(f"/shared-clip/{number}", uuid=uuid)
    taken = ada.data(f"/clip/download/{number}")["url"]
    given_out = [clip["url"], shared["url"], clip["poster"], taken]
    assert {ada.browser.get(url).status_code for url in given_out} == {200}
    told = touchline("hide", str(number), "--reason", "A parent asked", "--by", "rosa").output
    assert told == f"Glove save (clip {number}) is hidden.\n"
    assert {ada.browser.get(url).status_code for url in given_out} <= {403, 404}
    for visitor in (bea, passer_by):
        assert visitor.get(f"/clip/{number}").status_code == 404
        assert visitor.get(f"/shared-clip/{number}", uuid=uuid).status_code == 404
        assert visitor.data(f"/clips/event/{clip['event_id']}") == []
        assert report(visitor, number).status_code == 404
    for page in (f"/share/{number}/{uuid}", f"/watch_library/{number}", f"/embed/{number}/{uuid}"):
        assert passer_by.browser.get(page).status_code == 404, page
    assert passer_by.browser.get(f"/share/{number}/{uuid}/poster.jpg").status_code == 404
    assert passer_by.data(f"/events/{clip['event_id']}")["clip_count"] == 0


def test_its_maker_reads_that_the_channel_hid_it_and_cannot_play_or_share_it(ada: Visitor, clip: Any) -> None:
    touchline("hide", str(clip["id"]))
    for mine in (ada.data(f"/clip/{clip['id']}"), ada.data("/clips/user")[0]):
        assert mine["hidden"] is True
        assert {mine["url"], mine["share_url"], mine["poster"], mine["uuid"]} == {None}
    refused = ada.get(f"/clip/download/{clip['id']}")
    assert (refused.status_code, refused.get_json()["message"]) == (403, "The channel has hidden this clip.")


def test_a_clip_that_is_shown_again_plays_and_keeps_its_share_link(
    scene: Scene, ada: Visitor, passer_by: Visitor, clip: Any
) -> None:
    number = clip["id"]
    touchline("hide", str(number))
    touchline("show", str(number), "--reason", "It was a mistake")
    shared = passer_by.data(f"/shared-clip/{number}", uuid=clip["uuid"])
    assert passer_by.browser.get(shared["url"]).status_code == 200
    assert passer_by.browser.get(shared["poster"]).status_code == 200
    assert ada.browser.get(ada.data(f"/clip/download/{number}")["url"]).status_code == 200
    assert ada.browser.get(clip["url"]).status_code in (403, 404)
    log = log_of(scene)
    assert [(one["action"], one["subject_id"]) for one in log] == [("show", number), ("hide", number)]


def test_a_deleted_clip_is_in_the_log(scene: Scene, clip: Any) -> None:
    touchline("delete", str(clip["id"]), "--reason", "Asked by the school", "--by", "rosa")
    (entry,) = log_of(scene)
    assert (entry["action"], entry["actor"], entry["reason"]) == ("delete", "rosa", "Asked by the school")


def test_one_person_reports_a_clip_once_whatever_they_press(
    bea: Visitor, passer_by: Visitor, visit: Visit, scene: Scene, clip: Any
) -> None:
    for reason in ("person", "bullying"):
        answer = report(bea, clip["id"], reason=reason, text="That is my son.")
        assert (answer.status_code, answer.json["data"]) == (200, {"reported": True})
    for visitor in (passer_by, visit(scene.channel)):
        assert report(visitor, clip["id"], reason="other").status_code == 200
    (waiting,) = json.loads(touchline("reports", "--json").output)
    assert (waiting["clip_id"], waiting["reports"]) == (clip["id"], 2)
    assert waiting["reasons"] == {"person": 1, "other": 1}
    assert waiting["texts"] == ["That is my son."]
    assert "That is my son." in touchline("reports").output


def test_three_reports_by_different_people_hide_a_clip_until_an_operator_shows_it(
    bea: Visitor, passer_by: Visitor, visit: Visit, scene: Scene, clip: Any
) -> None:
    number = clip["id"]
    report(bea, number)
    report(passer_by, number, ip="203.0.113.9")
    assert passer_by.get(f"/clip/{number}").status_code == 200
    report(visit(scene.channel), number, ip="198.51.100.7")
    assert passer_by.get(f"/clip/{number}").status_code == 404
    (entry,) = log_of(scene)
    assert (entry["actor"], entry["action"]) == ("reports", "hide")
    touchline("show", str(number))
    assert json.loads(touchline("reports", "--json").output) == []
    report(visit(scene.channel), number, ip="192.0.2.55")
    assert passer_by.get(f"/clip/{number}").status_code == 200


@pytest.mark.parametrize(
    ("body", "field"),
    [({"reason": "because"}, "reason"), ({"reason": ""}, "reason"), ({"text": "x" * 501}, "text")],
)
def test_a_report_without_a_reason_or_with_a_long_text_is_refused(
    bea: Visitor, clip: Any, body: dict[str, str], field: str
) -> None:
    refused = report(bea, clip["id"], **body)
    assert (refused.status_code, list(refused.json["errors"])) == (422, [field])
    assert json.loads(touchline("reports", "--json").output) == []


def test_anonymous_visitors_read_the_name_of_a_paid_games_clip_once_it_is_approved(
    bea: Visitor, passer_by: Visitor, ada: Visitor, paid: Any
) -> None:
    number, uuid, event = paid["id"], paid["uuid"], paid["event_id"]

    def names() -> set[str]:
        found = [
            passer_by.data(f"/clip/{number}"),
            passer_by.data(f"/shared-clip/{number}", uuid=uuid),
            passer_by.data(f"/clips/event/{event}")[0],
        ]
        return {"|".join((one["name"], *one["tags"])) for one in found}

    def page() -> str:
        return passer_by.browser.get(f"/share/{number}/{uuid}").get_data(as_text=True)

    assert names() == {"Clip"}
    assert "Glove save" not in page() and "Clip, " in page()
    assert bea.data(f"/clip/{number}")["name"] == "Glove save"
    touchline("approve", str(number))
    assert names() == {"Glove save|Save"}
    assert "Glove save, " in page()
    ada.post(f"/clip/{number}", _method="patch", name="Another name")
    assert names() == {"Clip"}
    assert ada.data(f"/clip/{number}")["name_public"] is False


def test_a_blocked_maker_makes_no_clips_until_the_block_is_lifted(
    scene: Scene, ada: Visitor, save: Save
) -> None:
    medium = scene.film("over")
    email = ada.data("/profile")["email"]
    assert touchline("block", email, "--reason", "Bullying").output == f"{email} can make no clips.\n"
    refused = ada.post("/clip", **wish(scene.event("over"), medium))
    assert (refused.status_code, refused.get_json()["message"]) == (
        403,
        "The channel has stopped you from making clips.",
    )
    touchline("unblock", email)
    assert save(ada, "over", medium)["name"] == "Glove save"
    log = log_of(scene)
    assert [(one["action"], one["subject"]) for one in log] == [("unblock", "maker"), ("block", "maker")]


def test_operators_get_one_email_a_day_about_a_clip(
    scene: Scene, ada: Visitor, bea: Visitor, passer_by: Visitor, clip: Any
) -> None:
    with scene.transaction() as session:
        rows = Base.metadata.tables["channel_operators"]
        operator = {"account_id": ada.data("/profile")["id"], "added_at": NOON}
        session.execute(rows.insert().values(channel_id=scene.channel.id, **operator))
    sent_before = len(reported(ada))
    for visitor in (bea, passer_by, bea):
        report(visitor, clip["id"], text="My son")
    letters = reported(ada)[: len(reported(ada)) - sent_before]
    assert [one["to"] for one in letters] == [ada.data("/profile")["email"]]
    assert f"/watch_library/{clip['id']}" in letters[0]["text"]
    assert "My son" not in letters[0]["text"]
