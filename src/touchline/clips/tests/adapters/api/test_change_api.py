"""Changing clips by their owners: rename, unshare, retry, delete (api.md, "Clips")."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from touchline.clips.tests.adapters.scenario import ClipScenario
from touchline.conftest import Visitor
from touchline.shared.tasks.jobs import Task

Save = Callable[..., Any]


@pytest.fixture
def clip(scenario: ClipScenario, ada: Visitor, save: Save) -> Any:
    """Return Ada's clip, which is not cut yet."""
    return save(ada, "over", scenario.add_recording("over"))


def patch(viewer: Visitor, clip: Any, **body: Any) -> Any:
    """Patch a clip and return the response."""
    return viewer.post(f"/clip/{clip['id']}", _method="patch", **body)


def test_the_name_and_tags_of_a_clip_can_be_changed(ada: Visitor, clip: Any) -> None:
    named = patch(ada, clip, name="  Third   period save ").json["data"]
    assert (named["name"], named["tags"]) == ("Third period save", ["Save"])
    tagged = patch(ada, clip, tags=["Goal", "goal", "Overtime"]).json["data"]
    assert (tagged["name"], tagged["tags"]) == ("Third period save", ["Goal", "Overtime"])
    assert (tagged["uuid"], tagged["url"] is not None) == (clip["uuid"], True)
    assert ada.data(f"/clip/{clip['id']}")["name"] == "Third period save"


def test_details_are_validated_as_when_the_clip_was_saved(ada: Visitor, clip: Any) -> None:
    response = patch(ada, clip, name="", tags=[])
    assert response.status_code == 422
    assert response.json["errors"] == {"name": ["Field is required"], "tags": ["Please select tag"]}


def test_renaming_cannot_create_a_duplicate_clip(ada: Visitor, clip: Any, save: Save) -> None:
    save(ada, "over", clip["event_media_id"], name="Another")
    refused = patch(ada, clip, name="Another")
    assert (refused.status_code, refused.json["message"]) == (
        400,
        "You already have this clip with that name. Choose another name.",
    )
    assert patch(ada, clip, name=clip["name"]).status_code == 200


def test_after_unsharing_the_old_uuid_is_not_found(ada: Visitor, anonymous: Visitor, clip: Any) -> None:
    again = ada.post(f"/clip/{clip['id']}/unshare").json
    assert again is not None
    new = again["data"]
    assert new["uuid"] != clip["uuid"]
    assert new["share_url"].endswith(new["uuid"])
    assert anonymous.get(f"/shared-clip/{clip['id']}", uuid=clip["uuid"]).status_code == 404
    assert anonymous.get(f"/shared-clip/{clip['id']}", uuid=new["uuid"]).status_code == 200


def test_a_failed_clip_says_why_and_can_be_retried(
    ada: Visitor, clip: Any, scenario: ClipScenario, cuts: list[Task]
) -> None:
    refused = ada.post(f"/clip/{clip['id']}/retry")
    assert refused.status_code == 400
    assert refused.json is not None
    assert refused.json["message"] == "Only a failed clip can be retried."
    scenario.fail_clip(clip["id"], "A segment is damaged.")
    failed = ada.data(f"/clip/{clip['id']}")
    assert (failed["state"], failed["failure_message"]) == ("failed", "A segment is damaged.")
    assert failed["url"], "the clip still plays"
    again = ada.post(f"/clip/{clip['id']}/retry").json
    assert again is not None
    assert (again["data"]["state"], again["data"]["failure_message"]) == ("queued", None)
    assert [task.ids[1] for task in cuts] == [clip["id"]] * 2


def test_a_ready_clip_reports_its_size(ada: Visitor, clip: Any, scenario: ClipScenario) -> None:
    scenario.finish_clip(clip["id"], b"mp4")
    ready = ada.data(f"/clip/{clip['id']}")
    assert (ready["state"], ready["progress"], ready["size"], ready["ahead"]) == ("ready", 100, 3, 0)
    assert ada.browser.get(ready["poster"]).content_type == "image/jpeg"


def test_another_viewers_clip_cannot_be_changed(ada: Visitor, bea: Visitor, clip: Any) -> None:
    responses = [
        bea.delete(f"/clip/{clip['id']}"),
        bea.post(f"/clip/{clip['id']}/unshare"),
        bea.post(f"/clip/{clip['id']}/retry"),
        patch(bea, clip, name="Mine"),
    ]
    for response in responses:
        assert response.status_code == 403
        assert response.json is not None
        assert response.json["message"] == "This clip belongs to another viewer."
    assert ada.data(f"/clip/{clip['id']}")["uuid"] == clip["uuid"]


def test_deleting_removes_the_files_and_all_playback_rights(
    ada: Visitor, clip: Any, scenario: ClipScenario
) -> None:
    scenario.finish_clip(clip["id"])
    file = ada.data(f"/clip/download/{clip['id']}")["url"]
    poster = ada.data(f"/clip/{clip['id']}")["poster"]
    segment = clip["url"].replace("master.m3u8", "v0/00000.ts")
    tags = {}
    for url in (clip["url"], segment, poster, file):
        response = ada.browser.get(url)
        assert (response.status_code, response.headers["Cache-Control"]) == (200, "private, no-cache")
        tags[url] = response.headers["ETag"]
        assert ada.browser.get(url, headers={"If-None-Match": tags[url]}).status_code == 304
    assert ada.delete(f"/clip/{clip['id']}").status_code == 204
    assert scenario.list_files("clips/") == []
    for url, tag in tags.items():
        assert ada.browser.get(url, headers={"If-None-Match": tag}).status_code == 404
    assert ada.get(f"/clip/{clip['id']}").status_code == 404
    assert ada.delete(f"/clip/{clip['id']}").status_code == 404
    assert ada.data("/clips/user") == ada.data("/clips/user", kind="downloads") == []
    assert len(scenario.list_files("assets/")) == 34, "the recording is complete"


def test_the_id_of_a_deleted_clip_is_not_reused(ada: Visitor, clip: Any, save: Save) -> None:
    assert ada.delete(f"/clip/{clip['id']}").status_code == 204
    assert save(ada, "over", clip["event_media_id"])["id"] > clip["id"]


def test_a_clip_is_deleted_even_if_its_files_cannot_be_removed_yet(
    ada: Visitor, clip: Any, scenario: ClipScenario, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = scenario.application.runner.run
    waiting: list[Task] = []
    monkeypatch.setattr(
        scenario.application.runner,
        "run",
        lambda task: waiting.append(task) if "remove" in task.name else run(task),
    )
    assert ada.delete(f"/clip/{clip['id']}").status_code == 204
    assert ada.data("/clips/user") == []
    assert scenario.list_files("clips/")
    monkeypatch.undo()
    (task,) = waiting
    for _twice in range(2):
        scenario.application.runner.run(task)
    assert scenario.list_files("clips/") == []
