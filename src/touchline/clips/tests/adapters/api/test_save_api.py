"""Saving clips on the real app: what plays at once, and what is refused (api.md, "Clips")."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from touchline.clips.application.downloads.download_clip import NO_ACCESS
from touchline.clips.tests.adapters.conftest import clip_body
from touchline.clips.tests.adapters.scenario import ClipScenario
from touchline.conftest import Visitor
from touchline.shared.tasks.jobs import Task

Save = Callable[..., Any]


@pytest.fixture
def recording(scenario: ClipScenario) -> int:
    """Add a recording of 40 s to the event `over` and return its media ID."""
    return scenario.add_recording("over")


def read_openapi_document() -> Any:
    """Return the committed OpenAPI document."""
    return json.loads((Path(__file__).parents[6] / "contracts" / "openapi.json").read_text("utf-8"))


def get_message(response: Any) -> tuple[int, str]:
    """Return the status and the message of an error."""
    return response.status_code, response.json["message"]


def test_a_clip_plays_as_soon_as_it_is_saved(
    scenario: ClipScenario, ada: Visitor, recording: int, save: Save
) -> None:
    clip = save(ada, "over", recording)
    assert (clip["state"], clip["progress"], clip["kind"], clip["is_own"]) == ("queued", 0, "clips", True)
    assert (clip["start_time"], clip["duration"], clip["start_offset"]) == (3.2, 9.4, 3.2)
    assert (clip["width"], clip["height"], clip["frame_rate"]) == (1280, 720, 25.0)
    assert (clip["poster"], clip["size"], clip["failure_message"]) == (None, None, None)
    assert clip["share_url"].endswith(f"/share/{clip['id']}/{clip['uuid']}")
    master = ada.browser.get(clip["url"]).get_data(as_text=True)
    assert [line for line in master.splitlines() if line.endswith(".m3u8")] == [
        "v0/index.m3u8",
        "v1/index.m3u8",
        "v2/index.m3u8",
    ]
    for name in ("v0", "v2"):
        playlist = ada.browser.get(clip["url"].replace("master.m3u8", f"{name}/index.m3u8"))
        assert playlist.get_data(as_text=True).count(".ts") == 4
        segment = ada.browser.get(clip["url"].replace("master.m3u8", f"{name}/00003.ts"))
        assert segment.data == f"{name} 3".encode()


def test_a_longer_clip_of_a_viewer_with_more_clips_costs_no_more_queries(
    ada: Visitor, recording: int, save: Save, queries: Callable[[], Any]
) -> None:
    with queries() as few:
        save(ada, "over", recording, duration=2)
    for number in range(5):
        save(ada, "over", recording, name=f"Clip {number}")
    with queries() as many:
        save(ada, "over", recording, name="Long", duration=30)
    # The queries include: whether the viewer is blocked, whether the right to this clip is still valid, the
    # lock, the position in the queue, the captions of the range, and whether a webhook endpoint wants to know
    # about the clip.
    assert len(many) == len(few) <= 33


def test_the_longest_clip_copies_no_bytes(scenario: ClipScenario, ada: Visitor, save: Save) -> None:
    recording = scenario.add_recording("over", segments=100)
    clip = save(ada, "over", recording, start_time=50.1, duration=300)
    segments = [
        key
        for key in scenario.list_files(f"{scenario.get_clip(clip['id']).folder}/play/")
        if key.endswith(".ts")
    ]
    assert len(segments) == 3 * 76
    for key in segments:
        with scenario.storage.as_path(key) as path:
            assert path.stat().st_nlink == 2, key


def test_the_event_of_a_clip_is_serialized_as_in_event_lists(
    ada: Visitor, recording: int, save: Save
) -> None:
    event = save(ada, "over", recording)["event"]
    assert (event["name"], event["short_name"]) == ("Cedar Ridge @ Northgate", "CDR @ NGT")
    assert [side["is_home"] for side in event["participants"]] == [False, True]
    assert (event["has_access"], event["access_reason"], event["stream_status"]) == (True, "free", "finished")


def test_the_file_of_a_clip_is_requested_once(
    ada: Visitor, recording: int, save: Save, cuts: list[Task]
) -> None:
    first, again = save(ada, "over", recording), save(ada, "over", recording)
    assert first["id"] == again["id"]
    assert [task.ids for task in cuts] == [(ada.channel.id, first["id"])]
    assert cuts[0].queue == "clips"


def test_the_same_clip_leaves_no_second_folder(
    scenario: ClipScenario, ada: Visitor, recording: int, save: Save
) -> None:
    save(ada, "over", recording)
    saved = scenario.list_files("clips/")
    save(ada, "over", recording)
    assert scenario.list_files("clips/") == saved
    save(ada, "over", recording, name="Another")
    assert len(scenario.list_files("clips/")) == 2 * len(saved)


def test_the_event_counts_its_clips(ada: Visitor, recording: int, save: Save, scenario: ClipScenario) -> None:
    clip = save(ada, "over", recording)
    assert [row["id"] for row in ada.data("/events/with_clip")] == [scenario.get_event_id("over")]
    assert ada.data(f"/events/{scenario.get_event_id('over')}")["clip_count"] == 1
    assert ada.delete(f"/clip/{clip['id']}").status_code == 204
    assert ada.data("/events/with_clip") == []


@pytest.mark.parametrize(
    ("change", "field", "sentence"),
    [
        ({"name": " "}, "name", "Field is required"),
        ({"name": None}, "name", "Field is required"),
        ({"name": "x" * 81}, "name", "Field length must be less than 80"),
        ({"name": "a\0b"}, "name", "Please fill in the input field"),
        ({"tags": []}, "tags", "Please select tag"),
        ({"tags": None}, "tags", "Please select tag"),
        ({"tags": [" ", None]}, "tags", "Please select tag"),
        ({"tags": ["x" * 41]}, "tags", "Field length must be less than 40"),
        ({"tags": [str(number) for number in range(11)]}, "tags", "Choose 10 tags or fewer."),
        ({"duration": 300.001}, "duration", "Field length must be less than 300"),
        ({"duration": 0.999}, "duration", "Field length must be greater than 1"),
        ({"duration": -5}, "duration", "Field length must be greater than 1"),
        ({"duration": None}, "duration", "Field is required"),
        ({"event_id": None}, "event_id", "Field is required"),
    ],
)
def test_a_field_error_is_reported_under_its_field(
    ada: Visitor, recording: int, scenario: ClipScenario, change: dict[str, Any], field: str, sentence: str
) -> None:
    response = ada.post("/clip", **{**clip_body(scenario.get_event_id("over"), recording), **change})
    assert response.status_code == 422, response.get_data(as_text=True)
    assert response.json is not None
    assert response.json["errors"] == {field: [sentence]}
    assert response.json["message"] == sentence


def test_all_detail_errors_are_reported_together(
    ada: Visitor, recording: int, scenario: ClipScenario
) -> None:
    response = ada.post(
        "/clip", event_id=scenario.get_event_id("over"), event_media_id=recording, start_time=1, duration=5
    )
    assert response.json is not None
    assert response.json["errors"] == {"name": ["Field is required"], "tags": ["Please select tag"]}


def test_the_reference_requires_exactly_the_fields_that_the_call_requires(
    ada: Visitor, recording: int, scenario: ClipScenario
) -> None:
    schema = read_openapi_document()["components"]["schemas"]["ClipArgs"]
    body = clip_body(scenario.get_event_id("over"), recording)
    required = []
    for field in schema["properties"]:
        response = ada.post("/clip", **{name: value for name, value in body.items() if name != field})
        assert response.json is not None
        if response.status_code == 422 and list(response.json["errors"]) == [field]:
            required.append(field)
    assert sorted(schema["required"]) == sorted(required) == sorted(body)
    assert schema["properties"]["tags"]["minItems"] == 1


def test_the_reference_says_what_the_start_of_a_live_clip_counts_from() -> None:
    for schema_name in ("ClipArgs", "Clip"):
        description = read_openapi_document()["components"]["schemas"][schema_name]["properties"][
            "start_time"
        ]["description"]
        assert "from `start_ts` of a live stream, interruptions included" in description


@pytest.mark.parametrize(("start", "duration"), [(35, 6), (40, 5), (10**11, 5)])
def test_a_clip_past_the_end_is_refused(
    ada: Visitor, recording: int, scenario: ClipScenario, start: float, duration: float
) -> None:
    body = clip_body(scenario.get_event_id("over"), recording, start_time=start, duration=duration)
    assert get_message(ada.post("/clip", **body)) == (
        400,
        "Your clip duration is longer than the end time",
    )
    assert scenario.list_files("clips/") == []


def test_a_refused_viewer_gets_a_reason(
    ada: Visitor, bea: Visitor, recording: int, scenario: ClipScenario
) -> None:
    body = clip_body(scenario.get_event_id("over"), recording)
    assert get_message(bea.post("/clip", **body)) == (
        403,
        "Your pass does not include clips. Choose another pass.",
    )
    scenario.grant_pass(bea, "clipping", clips=1)
    assert bea.post("/clip", **body).status_code == 201
    assert get_message(bea.post("/clip", **{**body, "name": "Second"})) == (
        403,
        "You have used all 1 clips on your pass.",
    )
    assert bea.post("/clip", **body).status_code == 201, "a repeated request creates no second clip"


def test_an_event_that_cannot_be_watched_cannot_be_clipped(ada: Visitor, scenario: ClipScenario) -> None:
    abroad = scenario.add_recording("abroad")
    assert get_message(ada.post("/clip", **clip_body(scenario.get_event_id("abroad"), abroad))) == (
        403,
        "We're sorry, but this content is not available in your region.",
    )


def test_a_pass_that_does_not_open_the_event_makes_no_clip_of_it(
    visitor: Visitor, scenario: ClipScenario, cuts: list[Task]
) -> None:
    paid, viewer = scenario.add_recording("paid"), visitor.register()
    scenario.grant_pass(viewer, "clipping", of_category=999)
    assert get_message(viewer.post("/clip", **clip_body(scenario.get_event_id("paid"), paid))) == (
        403,
        NO_ACCESS,
    )


def test_missing_items_are_not_found(
    ada: Visitor, recording: int, scenario: ClipScenario, other_visitor: Visitor
) -> None:
    paid = scenario.add_recording("paid")
    for event_id, medium in (
        (999_999, recording),
        (scenario.get_event_id("over"), 999_999),
        (scenario.get_event_id("over"), paid),
    ):
        assert ada.post("/clip", **clip_body(event_id, medium)).status_code == 404
    assert ada.post("/clip", **clip_body(2**31, recording)).status_code == 422
    other_viewer_clip = other_visitor.register(email="other@example.org")
    ClipScenario(scenario.application, other_visitor.channel).grant_pass(other_viewer_clip, "clipping")
    assert (
        other_viewer_clip.post("/clip", **clip_body(scenario.get_event_id("over"), recording)).status_code
        == 404
    )


def test_only_the_shown_part_of_a_simulation_can_be_clipped(
    ada: Visitor, scenario: ClipScenario, save: Save
) -> None:
    replay = scenario.add_recording("replay")
    save(ada, "replay", replay, start_time=1, duration=8)
    body = clip_body(scenario.get_event_id("replay"), replay, start_time=4, duration=8)
    assert get_message(ada.post("/clip", **body)) == (400, "Your clip duration is longer than the end time")


def test_a_clip_of_a_live_stream_outlives_its_window(
    scenario: ClipScenario, ada: Visitor, save: Save
) -> None:
    live = scenario.start_live()
    live.publish(10)
    clip = save(ada, "on", live.media_id, start_time=5.4, duration=6)
    assert (clip["start_time"], clip["start_offset"], clip["frame_rate"]) == (5.4, 1.0, None)
    live.remove_oldest(10)
    live.publish(3)
    playlist = clip["url"].replace("master.m3u8", "source/index.m3u8")
    assert ada.browser.get(playlist).get_data(as_text=True).endswith("#EXT-X-ENDLIST\n")
    for number, content in enumerate(("source 2", "source 3", "source 4", "source 5")):
        segment = playlist.replace("index.m3u8", f"{number:05}.ts")
        assert ada.browser.get(segment).get_data(as_text=True) == content
    body = clip_body(scenario.get_event_id("on"), live.media_id, start_time=5.4, duration=6, name="Again")
    assert get_message(ada.post("/clip", **body)) == (
        400,
        "This part of the stream is no longer available. Choose a later time.",
    )


def test_a_clip_across_an_encoder_interruption_has_only_received_video(
    scenario: ClipScenario, ada: Visitor, save: Save
) -> None:
    live = scenario.start_live()
    live.publish(5)
    live.reconnect(after=timedelta(seconds=7))
    live.publish(5)
    clip = save(ada, "on", live.media_id, start_time=8.4, duration=13)
    assert (clip["start_time"], clip["duration"], clip["start_offset"]) == (8.4, 6.0, 0.0)
    playlist = ada.browser.get(clip["url"].replace("master.m3u8", "small/index.m3u8"))
    assert playlist.get_data(as_text=True).count("#EXT-X-DISCONTINUITY\n") == 1
    body = clip_body(scenario.get_event_id("on"), live.media_id, start_time=11, duration=6)
    assert get_message(ada.post("/clip", **body)) == (
        400,
        "There is no video in this range. Choose another range.",
    )


def test_a_segment_that_disappears_while_saving_leaves_no_files(scenario: ClipScenario, ada: Visitor) -> None:
    live = scenario.start_live()
    live.publish(10)
    scenario.storage.remove(f"{live.folder}/small/1-00005.ts")
    response = ada.post(
        "/clip", **clip_body(scenario.get_event_id("on"), live.media_id, start_time=8, duration=8)
    )
    assert get_message(response) == (400, "This part of the stream is no longer available.")
    assert scenario.list_files("clips/") == []
    assert ada.data("/clips/user") == []
