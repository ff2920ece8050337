"""Saving clips on the real app: what plays at once, and what is refused (api.md, "Clips")."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from touchline.clips.tests.adapters.conftest import wish
from touchline.clips.tests.adapters.scene import Scene
from touchline.conftest import Visitor
from touchline.shared.jobs import Task

Save = Callable[..., Any]


@pytest.fixture
def film(scene: Scene) -> int:
    """The recording of the game `over`: 40 s."""
    return scene.film("over")


def document() -> Any:
    """The OpenAPI document as it is committed."""
    return json.loads((Path(__file__).parents[5] / "contracts" / "openapi.json").read_text("utf-8"))


def message(answer: Any) -> tuple[int, str]:
    """Status and sentence of a refusal."""
    return answer.status_code, answer.json["message"]


def test_a_clip_plays_as_soon_as_it_is_saved(scene: Scene, ada: Visitor, film: int, save: Save) -> None:
    clip = save(ada, "over", film)
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


def test_a_longer_clip_of_a_richer_viewer_reads_no_more(
    ada: Visitor, film: int, save: Save, queries: Callable[[], Any]
) -> None:
    with queries() as few:
        save(ada, "over", film, duration=2)
    for number in range(5):
        save(ada, "over", film, name=f"Clip {number}")
    with queries() as many:
        save(ada, "over", film, name="Long", duration=30)
    # Among them: is the viewer stopped from making clips, is the right to this clip kept, the lock, whose
    # turn it is at the cutter.
    assert len(many) == len(few) <= 27


def test_the_longest_clip_copies_no_bytes(scene: Scene, ada: Visitor, save: Save) -> None:
    film = scene.film("over", segments=100)
    clip = save(ada, "over", film, start_time=50.1, duration=300)
    segments = [key for key in scene.files(f"{scene.clip(clip['id']).folder}/play/") if key.endswith(".ts")]
    assert len(segments) == 3 * 76
    for key in segments:
        with scene.storage.as_path(key) as path:
            assert path.stat().st_nlink == 2, key


def test_its_event_is_told_as_lists_tell_it(ada: Visitor, film: int, save: Save) -> None:
    event = save(ada, "over", film)["event"]
    assert (event["name"], event["short_name"]) == ("Cedar Ridge @ Northgate", "CDR @ NGT")
    assert [side["is_home"] for side in event["participants"]] == [False, True]
    assert (event["has_access"], event["access_reason"], event["stream_status"]) == (True, "free", "finished")


def test_its_file_is_asked_for_once(ada: Visitor, film: int, save: Save, cuts: list[Task]) -> None:
    first, again = save(ada, "over", film), save(ada, "over", film)
    assert first["id"] == again["id"]
    assert [task.ids for task in cuts] == [(ada.channel.id, first["id"])]
    assert cuts[0].queue == "clips"


def test_the_same_clip_leaves_no_second_folder(scene: Scene, ada: Visitor, film: int, save: Save) -> None:
    save(ada, "over", film)
    kept = scene.files("clips/")
    save(ada, "over", film)
    assert scene.files("clips/") == kept
    save(ada, "over", film, name="Another")
    assert len(scene.files("clips/")) == 2 * len(kept)


def test_the_event_counts_its_clips(ada: Visitor, film: int, save: Save, scene: Scene) -> None:
    clip = save(ada, "over", film)
    assert [row["id"] for row in ada.data("/events/with_clip")] == [scene.event("over")]
    assert ada.data(f"/events/{scene.event('over')}")["clip_count"] == 1
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
        ({"tags": [str(number) for number in range(11)]}, "tags", "At most 10 tags."),
        ({"duration": 300.001}, "duration", "Field length must be less than 300"),
        ({"duration": 0.999}, "duration", "Field length must be greater than 1"),
        ({"duration": -5}, "duration", "Field length must be greater than 1"),
        ({"duration": None}, "duration", "Field is required"),
        ({"event_id": None}, "event_id", "Field is required"),
    ],
)
def test_what_is_wrong_with_a_field_is_said_there(
    ada: Visitor, film: int, scene: Scene, change: dict[str, Any], field: str, sentence: str
) -> None:
    answer = ada.post("/clip", **{**wish(scene.event("over"), film), **change})
    assert answer.status_code == 422, answer.get_data(as_text=True)
    assert answer.json is not None
    assert answer.json["errors"] == {field: [sentence]}
    assert answer.json["message"] == sentence


def test_all_that_is_wrong_with_the_words_is_said_at_once(ada: Visitor, film: int, scene: Scene) -> None:
    answer = ada.post("/clip", event_id=scene.event("over"), event_media_id=film, start_time=1, duration=5)
    assert answer.json is not None
    assert answer.json["errors"] == {"name": ["Field is required"], "tags": ["Please select tag"]}


def test_the_reference_requires_exactly_the_fields_that_the_call_requires(
    ada: Visitor, film: int, scene: Scene
) -> None:
    documented = document()["components"]["schemas"]["ClipArgs"]
    whole = wish(scene.event("over"), film)
    needed = []
    for field in documented["properties"]:
        answer = ada.post("/clip", **{name: value for name, value in whole.items() if name != field})
        assert answer.json is not None
        if answer.status_code == 422 and list(answer.json["errors"]) == [field]:
            needed.append(field)
    assert sorted(documented["required"]) == sorted(needed) == sorted(whole)
    assert documented["properties"]["tags"]["minItems"] == 1


def test_the_reference_says_what_the_start_of_a_live_clip_counts_from() -> None:
    for shape in ("ClipArgs", "ClipAnswer"):
        told = document()["components"]["schemas"][shape]["properties"]["start_time"]["description"]
        assert "since `start_ts` of the medium, interruptions included" in told


@pytest.mark.parametrize(("start", "duration"), [(35, 6), (40, 5), (10**11, 5)])
def test_a_clip_past_the_end_is_refused(
    ada: Visitor, film: int, scene: Scene, start: float, duration: float
) -> None:
    asked = wish(scene.event("over"), film, start_time=start, duration=duration)
    assert message(ada.post("/clip", **asked)) == (400, "Your clip duration is longer than the end time")
    assert scene.files("clips/") == []


def test_who_may_not_is_told_why(ada: Visitor, bea: Visitor, film: int, scene: Scene) -> None:
    asked = wish(scene.event("over"), film)
    assert message(bea.post("/clip", **asked)) == (403, "Your pass does not include making clips.")
    scene.allow(bea, "clipping", clips=1)
    assert bea.post("/clip", **asked).status_code == 201
    assert message(bea.post("/clip", **{**asked, "name": "Second"})) == (
        403,
        "You have made all 1 clips of your pass.",
    )
    assert bea.post("/clip", **asked).status_code == 201, "the one that is there is no second one"


def test_what_one_may_not_watch_one_may_not_clip(ada: Visitor, scene: Scene) -> None:
    abroad = scene.film("abroad")
    assert message(ada.post("/clip", **wish(scene.event("abroad"), abroad))) == (
        403,
        "We're sorry, but this content is not available in your region.",
    )


def test_a_pass_that_does_not_open_the_event_makes_no_clip_of_it(
    visitor: Visitor, scene: Scene, cuts: list[Task]
) -> None:
    paid, viewer = scene.film("paid"), visitor.register()
    scene.allow(viewer, "clipping", of_category=999)
    assert message(viewer.post("/clip", **wish(scene.event("paid"), paid))) == (
        403,
        "You may not watch this event.",
    )


def test_things_that_are_not_there_are_not_found(
    ada: Visitor, film: int, scene: Scene, stranger: Visitor
) -> None:
    paid = scene.film("paid")
    for event_id, medium in ((999_999, film), (scene.event("over"), 999_999), (scene.event("over"), paid)):
        assert ada.post("/clip", **wish(event_id, medium)).status_code == 404
    assert ada.post("/clip", **wish(2**31, film)).status_code == 422
    theirs = stranger.register(email="other@example.org")
    Scene(scene.house, stranger.channel).allow(theirs, "clipping")
    assert theirs.post("/clip", **wish(scene.event("over"), film)).status_code == 404


def test_of_a_simulated_showing_only_what_was_shown_can_be_clipped(
    ada: Visitor, scene: Scene, save: Save
) -> None:
    replay = scene.film("replay")
    save(ada, "replay", replay, start_time=1, duration=8)
    ahead = wish(scene.event("replay"), replay, start_time=4, duration=8)
    assert message(ada.post("/clip", **ahead)) == (400, "Your clip duration is longer than the end time")


def test_a_clip_of_a_live_stream_outlives_its_window(scene: Scene, ada: Visitor, save: Save) -> None:
    live = scene.live()
    live.publish(10)
    clip = save(ada, "on", live.medium, start_time=5.4, duration=6)
    assert (clip["start_time"], clip["start_offset"], clip["frame_rate"]) == (5.4, 1.0, None)
    live.slide(10)
    live.publish(3)
    playlist = clip["url"].replace("master.m3u8", "source/index.m3u8")
    assert ada.browser.get(playlist).get_data(as_text=True).endswith("#EXT-X-ENDLIST\n")
    for number, content in enumerate(("source 2", "source 3", "source 4", "source 5")):
        segment = playlist.replace("index.m3u8", f"{number:05}.ts")
        assert ada.browser.get(segment).get_data(as_text=True) == content
    slid = wish(scene.event("on"), live.medium, start_time=5.4, duration=6, name="Again")
    assert message(ada.post("/clip", **slid)) == (400, "The stream does not reach back so far any more.")


def test_a_clip_over_a_break_of_the_encoder_has_the_time_that_came_in(
    scene: Scene, ada: Visitor, save: Save
) -> None:
    live = scene.live()
    live.publish(5)
    live.reconnect(after=timedelta(seconds=7))
    live.publish(5)
    clip = save(ada, "on", live.medium, start_time=8.4, duration=13)
    assert (clip["start_time"], clip["duration"], clip["start_offset"]) == (8.4, 6.0, 0.0)
    playlist = ada.browser.get(clip["url"].replace("master.m3u8", "small/index.m3u8"))
    assert playlist.get_data(as_text=True).count("#EXT-X-DISCONTINUITY\n") == 1
    inside = wish(scene.event("on"), live.medium, start_time=11, duration=6)
    assert message(ada.post("/clip", **inside)) == (400, "There are no pictures in this range.")


def test_where_a_segment_goes_at_that_moment_nothing_is_left(scene: Scene, ada: Visitor) -> None:
    live = scene.live()
    live.publish(10)
    scene.storage.remove(f"{live.folder}/small/1-00005.ts")
    answer = ada.post("/clip", **wish(scene.event("on"), live.medium, start_time=8, duration=8))
    assert message(answer) == (400, "This part of the stream is no longer there.")
    assert scene.files("clips/") == []
    assert ada.data("/clips/user") == []
