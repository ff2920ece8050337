"""The moderation of clips in the studio, over HTTP."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from touchline.clips.tests.adapters.conftest import MODERATOR_EMAIL
from touchline.clips.tests.adapters.scenario import ClipScenario
from touchline.conftest import Visitor

Save = Callable[..., Any]


@pytest.fixture
def paid_clip(scenario: ClipScenario, ada: Visitor, save: Save) -> Any:
    """Return Ada's clip of the paid event, with its file."""
    clip = save(ada, "paid", scenario.add_recording("paid"))
    scenario.finish_clip(clip["id"])
    return clip


def report(visitor: Visitor, clip: Any, text: str) -> None:
    response = visitor.post(f"/clip/{clip['id']}/report", reason="bullying", text=text)
    assert response.status_code == 200


def list_clips(moderator: Visitor, **query: Any) -> list[dict[str, Any]]:
    response = moderator.get("/studio/clips", **query)
    assert response.status_code == 200, response.get_data(as_text=True)
    assert response.json is not None
    clips: list[dict[str, Any]] = response.json["data"]
    return clips


def act(moderator: Visitor, clip: Any, action: str, **body: Any) -> dict[str, Any]:
    response = moderator.post(f"/studio/clips/{clip['id']}/{action}", **body)
    assert response.status_code == 200, response.get_data(as_text=True)
    assert response.json is not None
    row: dict[str, Any] = response.json["data"]
    return row


def test_reported_clips_are_listed_with_their_reports(
    scenario: ClipScenario, ada: Visitor, bea: Visitor, moderator: Visitor, paid_clip: Any, save: Save
) -> None:
    other_clip = save(ada, "over", scenario.add_recording("over"), name="Quiet goal")
    report(bea, paid_clip, "The name is mean.")
    assert [clip["id"] for clip in list_clips(moderator)] == [other_clip["id"], paid_clip["id"]]
    assert [clip["name"] for clip in list_clips(moderator, q="QUIET")] == ["Quiet goal"]
    (clip,) = list_clips(moderator, filter="reported")
    assert clip["id"] == paid_clip["id"]
    assert clip["creator"] == {"name": "Ada Moreau", "blocked": False}
    assert clip["event"]["name"]
    assert [(row["reason"], row["text"]) for row in clip["reports"]] == [("bullying", "The name is mean.")]
    assert act(moderator, paid_clip, "dismiss-reports")["reports"] == []
    assert list_clips(moderator, filter="reported") == []


def test_a_hidden_clip_plays_for_moderators_only(
    ada: Visitor, bea: Visitor, moderator: Visitor, paid_clip: Any
) -> None:
    hidden = act(moderator, paid_clip, "hide", reason="A parent asked")
    assert (hidden["hidden"], hidden["hidden_by_reports"]) == (True, False)
    (clip,) = list_clips(moderator, filter="hidden")
    assert moderator.browser.get(clip["preview"]).status_code == 200
    assert moderator.browser.get(clip["poster"]).status_code == 200
    assert bea.get(f"/clip/{paid_clip['id']}").status_code == 404
    assert act(moderator, paid_clip, "unhide")["hidden"] is False
    assert ada.data(f"/clip/{paid_clip['id']}")["hidden"] is False


def test_a_preview_stops_playing_when_the_operator_loses_the_role(
    scenario: ClipScenario, moderator: Visitor, paid_clip: Any
) -> None:
    (clip,) = list_clips(moderator)
    container: Any = scenario.application.container
    with scenario.transaction():
        container.channel.operator_admin().remove(MODERATOR_EMAIL)
    assert moderator.browser.get(clip["preview"]).status_code == 403


def test_a_blocked_maker_cannot_create_clips(
    scenario: ClipScenario, ada: Visitor, moderator: Visitor, paid_clip: Any
) -> None:
    assert act(moderator, paid_clip, "block-creator", reason="Mean names")["creator"]["blocked"] is True
    response = ada.post(
        "/clip", event_id=scenario.get_event_id("paid"), event_media_id=1, name="x", tags=["y"]
    )
    assert response.status_code in (403, 422)
    assert act(moderator, paid_clip, "unblock-creator")["creator"]["blocked"] is False


def test_a_name_is_approved_and_a_clip_is_deleted(ada: Visitor, moderator: Visitor, paid_clip: Any) -> None:
    assert act(moderator, paid_clip, "approve")["name_approved"] is True
    assert moderator.post(f"/studio/clips/{paid_clip['id']}/retry").status_code == 400
    assert moderator.delete(f"/studio/clips/{paid_clip['id']}", reason="Wrong game").status_code == 204
    assert ada.get(f"/clip/{paid_clip['id']}").status_code == 404


def test_moderation_needs_the_permission(bea: Visitor, paid_clip: Any) -> None:
    assert bea.get("/studio/clips").status_code == 403
    assert bea.post(f"/studio/clips/{paid_clip['id']}/hide").status_code == 403
