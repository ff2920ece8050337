"""Clips that the home page features, over HTTP and by command."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from click.testing import CliRunner

from touchline.clips.adapters.cli.clip_commands import clips as clips_command
from touchline.clips.tests.adapters.scenario import EVENTS, ClipScenario
from touchline.conftest import Visitor

Save = Callable[..., Any]


@pytest.fixture
def medium(scenario: ClipScenario) -> int:
    """Return the recording of the paid event."""
    return scenario.add_recording("paid")


@pytest.fixture
def paid_clip(scenario: ClipScenario, ada: Visitor, save: Save, medium: int) -> Any:
    """Return Ada's clip of the paid event, with its file."""
    clip = save(ada, "paid", medium)
    scenario.finish_clip(clip["id"])
    return clip


def act(moderator: Visitor, clip: Any, action: str) -> dict[str, Any]:
    response = moderator.post(f"/studio/clips/{clip['id']}/{action}")
    assert response.status_code == 200, response.get_data(as_text=True)
    assert response.json is not None
    row: dict[str, Any] = response.json["data"]
    return row


def list_featured(visitor: Visitor) -> list[dict[str, Any]]:
    featured: list[dict[str, Any]] = visitor.data("/clips/featured")
    return featured


def get_url(visitor: Visitor, clip: Any) -> Any:
    """Return the URL under which this visitor plays a clip; None if they may not."""
    return visitor.data(f"/clip/{clip['id']}")["url"]


def test_a_featured_clip_of_a_paid_event_plays_for_everyone_under_its_name(
    ada: Visitor, anonymous: Visitor, moderator: Visitor, paid_clip: Any
) -> None:
    assert list_featured(anonymous) == []
    assert get_url(anonymous, paid_clip) is None
    assert act(moderator, paid_clip, "feature")["featured"] is True
    (card,) = list_featured(anonymous)
    assert (card["id"], card["name"], card["duration"]) == (paid_clip["id"], "Glove save", 9.4)
    assert card["event"]["full_name"].startswith("Cedar Ridge @ Northgate")
    assert anonymous.browser.get(card["poster"]).status_code == 200
    clip = anonymous.data(f"/clip/{card['id']}")
    assert (clip["name"], clip["tags"], clip["uuid"]) == ("Glove save", ["Save"], None)
    assert clip["share_url"].endswith(f"/watch_library/{clip['id']}")
    assert anonymous.browser.get(clip["url"]).status_code == 200
    assert ada.data(f"/clip/{paid_clip['id']}")["share_url"].endswith(paid_clip["uuid"])


def test_a_clip_that_is_no_longer_featured_stops_playing_for_others(
    anonymous: Visitor, moderator: Visitor, paid_clip: Any
) -> None:
    act(moderator, paid_clip, "feature")
    url = get_url(anonymous, paid_clip)
    assert act(moderator, paid_clip, "unfeature")["featured"] is False
    assert list_featured(anonymous) == []
    assert anonymous.browser.get(url).status_code == 403
    assert anonymous.data(f"/clip/{paid_clip['id']}")["share_url"] is None


@pytest.mark.parametrize("change", ["hide", "rename", "delete", "withdraw"])
def test_a_clip_leaves_the_home_page_when_it_is_hidden_renamed_deleted_or_withdrawn(
    change: str, scenario: ClipScenario, ada: Visitor, anonymous: Visitor, moderator: Visitor, paid_clip: Any
) -> None:
    act(moderator, paid_clip, "feature")
    url = get_url(anonymous, paid_clip)
    assert len(list_featured(anonymous)) == 1
    if change == "hide":
        act(moderator, paid_clip, "hide")
    elif change == "rename":
        assert ada.post(f"/clip/{paid_clip['id']}", _method="patch", name="A mean name").status_code == 200
    elif change == "delete":
        assert ada.delete(f"/clip/{paid_clip['id']}").status_code == 204
    else:
        scenario.apply([event for event in EVENTS if event["key"] != "paid"])
    assert list_featured(anonymous) == []
    assert anonymous.browser.get(url).status_code in {403, 404}


def test_viewers_who_hide_scores_get_no_featured_clips(
    anonymous: Visitor, moderator: Visitor, paid_clip: Any
) -> None:
    act(moderator, paid_clip, "feature")
    assert anonymous.data("/clips/featured", scores="hidden") == []
    assert len(list_featured(anonymous)) == 1


def test_a_hidden_clip_that_is_shown_again_is_not_featured(moderator: Visitor, paid_clip: Any) -> None:
    act(moderator, paid_clip, "feature")
    act(moderator, paid_clip, "hide")
    refused = moderator.post(f"/studio/clips/{paid_clip['id']}/feature")
    assert refused.status_code == 400
    assert "Show it again" in refused.get_data(as_text=True)
    assert act(moderator, paid_clip, "unhide")["featured"] is False


def test_a_failed_clip_cannot_be_featured(
    scenario: ClipScenario, ada: Visitor, moderator: Visitor, save: Save, medium: int
) -> None:
    clip = save(ada, "paid", medium, name="Broken")
    scenario.fail_clip(clip["id"])
    assert moderator.post(f"/studio/clips/{clip['id']}/feature").status_code == 400


def test_a_featured_clip_is_not_free_to_download(
    scenario: ClipScenario, bea: Visitor, moderator: Visitor, paid_clip: Any
) -> None:
    scenario.grant_pass(bea, "download_clip", of_category=999)
    act(moderator, paid_clip, "feature")
    assert bea.browser.get(get_url(bea, paid_clip)).status_code == 200
    assert bea.get(f"/clip/download/{paid_clip['id']}").status_code == 403


def test_the_last_featured_clip_comes_first_and_featuring_again_moves_it_to_the_front(
    ada: Visitor, anonymous: Visitor, moderator: Visitor, paid_clip: Any, save: Save, medium: int, clock: Any
) -> None:
    other_clip = save(ada, "paid", medium, name="Big hit")
    act(moderator, paid_clip, "feature")
    clock.advance(timedelta(seconds=1))
    act(moderator, other_clip, "feature")
    assert [clip["name"] for clip in list_featured(anonymous)] == ["Big hit", "Glove save"]
    clock.advance(timedelta(seconds=1))
    act(moderator, paid_clip, "feature")
    assert [clip["name"] for clip in list_featured(anonymous)] == ["Glove save", "Big hit"]
    rows = moderator.data("/studio/clips", filter="featured")
    assert [clip["name"] for clip in rows] == ["Glove save", "Big hit"]


def test_a_channel_features_a_limited_number_of_clips(
    ada: Visitor, moderator: Visitor, save: Save, medium: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("touchline.clips.application.moderation.moderate_clips.MAX_FEATURED", 2)
    first, second, third = [save(ada, "paid", medium, name=f"Clip {number}") for number in range(3)]
    act(moderator, first, "feature")
    act(moderator, second, "feature")
    refused = moderator.post(f"/studio/clips/{third['id']}/feature")
    assert refused.status_code == 400
    assert "2 clips" in refused.get_data(as_text=True)
    act(moderator, first, "feature")
    act(moderator, first, "unfeature")
    act(moderator, third, "feature")


def test_a_featured_clip_does_not_play_in_a_blocked_region(
    scenario: ClipScenario, anonymous: Visitor, moderator: Visitor, paid_clip: Any
) -> None:
    act(moderator, paid_clip, "feature")
    url = get_url(anonymous, paid_clip)
    scenario.apply([event | {"geo": {"block": ["US"]}} for event in EVENTS])
    assert get_url(anonymous, paid_clip) is None
    assert anonymous.browser.get(url).status_code == 403


def test_a_featured_clip_of_a_private_event_is_not_on_the_home_page(
    scenario: ClipScenario, anonymous: Visitor, moderator: Visitor, paid_clip: Any
) -> None:
    act(moderator, paid_clip, "feature")
    scenario.apply([event | {"visibility": "team_members"} for event in EVENTS])
    assert list_featured(anonymous) == list_featured(moderator) == []
    assert anonymous.get(f"/clip/{paid_clip['id']}").status_code == 404


def test_the_list_is_the_same_for_every_viewer_and_sent_once(
    ada: Visitor, anonymous: Visitor, moderator: Visitor, paid_clip: Any, queries: Callable[[], Any]
) -> None:
    act(moderator, paid_clip, "feature")
    before = anonymous.get("/clips/featured")
    with queries() as sent:
        assert ada.get("/clips/featured").data == before.data
    assert sent == []


def test_clips_are_featured_by_command(anonymous: Visitor, paid_clip: Any) -> None:
    runner = CliRunner(env={"COLUMNS": "200"})
    output = runner.invoke(clips_command, ["feature", str(paid_clip["id"])]).output
    assert output == f"Glove save (clip {paid_clip['id']}) is featured.\n"
    assert len(list_featured(anonymous)) == 1
    output = runner.invoke(clips_command, ["unfeature", str(paid_clip["id"])]).output
    assert output == f"Glove save (clip {paid_clip['id']}) is no longer featured.\n"
    assert list_featured(anonymous) == []


def test_featuring_needs_the_permission(bea: Visitor, paid_clip: Any) -> None:
    assert bea.post(f"/studio/clips/{paid_clip['id']}/feature").status_code == 403
    assert bea.post(f"/studio/clips/{paid_clip['id']}/unfeature").status_code == 403
