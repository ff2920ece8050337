"""Highlights and reels: from entries of a timeline to clips that viewers play and operators arrange."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from dependency_injector import providers

from touchline.clips.domain.clip import ClipOrigin
from touchline.clips.tests.adapters.scenario import PAST_START, ClipScenario
from touchline.conftest import NOON, Visitor, get_clock
from touchline.shared.tasks.jobs import Task

START_MS = round(PAST_START.timestamp() * 1000)


@dataclass
class Scorer:
    """An operator who keeps the score of an event."""

    operator: Visitor
    event_id: int

    def post(self, kind: str, at_ms: int, **fields: Any) -> str:
        """Add an entry to the timeline and return its ID."""
        entry_id = str(uuid4())
        entry = {"id": entry_id, "kind": kind, "at_ms": at_ms, **fields}
        path = f"/studio/events/{self.event_id}/timeline"
        response = self.operator.post(path, entries=[entry])
        assert response.status_code == 200, response.get_data(as_text=True)
        return entry_id

    def score(self, at_ms: int, side: str = "home") -> str:
        """Add a goal."""
        return self.post("scored", at_ms, side=side, points=1, type="goal")

    def list_studio(self) -> Any:
        """Return the highlights as operators see them."""
        return self.operator.data(f"/studio/events/{self.event_id}/highlights")


@pytest.fixture(autouse=True)
def pauses(scenario: ClipScenario) -> Iterator[list[float]]:
    """Collect the pauses of the job instead of waiting."""
    waited: list[float] = []
    container: Any = scenario.application.container.clips
    container.wait_for_footage.override(providers.Object(waited.append))
    container.make_highlights.reset()
    yield waited
    container.wait_for_footage.reset_last_overriding()
    container.make_highlights.reset()


@pytest.fixture
def keep_score(moderator: Visitor, scenario: ClipScenario) -> Callable[[str], Scorer]:
    """Return `keep_score("over")`, which returns the scorer of an event."""
    return lambda key: Scorer(moderator, scenario.get_event_id(key))


@pytest.fixture
def over(scenario: ClipScenario, keep_score: Callable[[str], Scorer], cuts: list[Task]) -> Scorer:
    """Return the scorer of a game with a recording of 80 s."""
    scenario.add_recording("over", segments=20)
    return keep_score("over")


def list_highlights(visitor: Visitor, event_id: int) -> Any:
    """Return what a visitor sees of the highlights of an event."""
    return visitor.data(f"/clips/event/{event_id}/highlights")


def test_a_goal_of_a_recorded_game_becomes_a_clip_of_the_channel(
    over: Scorer, anonymous: Visitor, scenario: ClipScenario, cuts: list[Task]
) -> None:
    over.score(START_MS + 30_000)
    (highlight,) = list_highlights(anonymous, over.event_id)["highlights"]
    assert highlight["name"] == "Goal – NGT 1–0, 1st 17:00"
    assert (highlight["start_time"], highlight["duration"], highlight["start_offset"]) == (20.0, 16.0, 0.0)
    assert highlight["at_ms"] == START_MS + 30_000
    assert highlight["url"] and not highlight["is_own"]
    clip = scenario.get_clip(highlight["id"])
    assert (clip.origin, clip.account_id) == (ClipOrigin.HIGHLIGHT, None)
    assert [task.ids[1] for task in cuts] == [clip.id]
    assert anonymous.data(f"/clips/event/{over.event_id}") == []
    assert anonymous.data(f"/events/{over.event_id}")["clip_count"] == 0


def test_names_are_in_the_language_of_the_viewer(over: Scorer, anonymous: Visitor) -> None:
    over.score(START_MS + 30_000, side="away")
    response = anonymous.get(f"/clips/event/{over.event_id}/highlights", lang="fr")
    assert response.get_json()["data"]["highlights"][0]["name"].startswith("But – CDR 1–0, 1")


def test_a_correction_moves_a_highlight_and_an_undo_removes_it(
    over: Scorer, anonymous: Visitor, scenario: ClipScenario
) -> None:
    goal = over.score(START_MS + 30_000)
    (before,) = list_highlights(anonymous, over.event_id)["highlights"]
    folder = scenario.get_clip(before["id"]).folder
    over.post("corrected", START_MS + 40_000, target=goal, side="away", moved_to_ms=START_MS + 60_000)
    (after,) = list_highlights(anonymous, over.event_id)["highlights"]
    assert (after["id"], after["uuid"]) == (before["id"], before["uuid"])
    assert after["start_time"] == 52.0
    assert after["name"].startswith("Goal – CDR 1–0")
    assert scenario.list_files(folder) == []
    undo = over.post("undone", START_MS + 41_000, target=goal)
    assert list_highlights(anonymous, over.event_id)["highlights"] == []
    assert scenario.list_files("clips/") == []
    over.post("undone", START_MS + 42_000, target=undo)
    assert len(list_highlights(anonymous, over.event_id)["highlights"]) == 1


def test_periods_and_small_moments_make_no_highlights(over: Scorer, anonymous: Visitor) -> None:
    over.post("period_started", START_MS + 1000, period=1)
    over.post("moment", START_MS + 20_000, type="save", side="home")
    over.post("period_ended", START_MS + 50_000, period=1)
    assert list_highlights(anonymous, over.event_id) == {"highlights": [], "reel": None}


def test_the_highlight_of_a_live_game_waits_for_its_last_segment(
    scenario: ClipScenario,
    keep_score: Callable[[str], Scorer],
    anonymous: Visitor,
    pauses: list[float],
    cuts: list[Task],
) -> None:
    live = scenario.start_live()
    live.publish(600)  # 20 minutes, up to 0.4 s after noon
    scorer = keep_score("on")
    scorer.score(round(NOON.timestamp() * 1000))
    assert list_highlights(anonymous, scorer.event_id)["highlights"] == []
    assert pauses and max(pauses) <= 1
    live.publish(2)
    scenario.application.runner.run(Task("clips.make_highlights", (0, 0)))
    (highlight,) = list_highlights(anonymous, scorer.event_id)["highlights"]
    assert highlight["duration"] == 12.0
    live.remove_oldest(602)
    clip = scenario.get_clip(highlight["id"])
    assert (
        len([key for key in scenario.list_files(f"{clip.play_folder}/source/") if key.endswith(".ts")]) == 6
    )


def test_the_final_makes_a_reel_that_follows_the_operator(
    over: Scorer, anonymous: Visitor, scenario: ClipScenario
) -> None:
    for position in (14_000, 40_000, 70_000):
        over.score(START_MS + position)
    assert list_highlights(anonymous, over.event_id)["reel"] is None
    over.post("game_ended", START_MS + 79_000)
    shown = list_highlights(anonymous, over.event_id)
    reel = shown["reel"]
    assert reel["name"] == "Cedar Ridge @ Northgate – Highlights"
    assert reel["duration"] == sum(it["duration"] for it in shown["highlights"])
    playlist = read_playlist(scenario, reel["id"])
    assert playlist.count("#EXT-X-DISCONTINUITY") == 2
    first, second, third = over.list_studio()["highlights"]
    over.operator.post(f"/studio/clips/{second['clip']['id']}/hide")
    after = list_highlights(anonymous, over.event_id)
    assert [it["id"] for it in after["highlights"]] == [first["clip"]["id"], third["clip"]["id"]]
    assert (after["reel"]["id"], after["reel"]["uuid"]) == (reel["id"], reel["uuid"])
    assert after["reel"]["duration"] < reel["duration"]
    put_order(over, third["id"], first["id"])
    names = [it["id"] for it in list_highlights(anonymous, over.event_id)["highlights"]]
    assert names == [third["clip"]["id"], first["clip"]["id"]]
    over.operator.post(f"/studio/clips/{second['clip']['id']}/unhide")
    assert list_highlights(anonymous, over.event_id)["reel"]["duration"] == reel["duration"]


def test_a_reel_has_at_most_five_minutes_and_prefers_late_moments(
    scenario: ClipScenario, keep_score: Callable[[str], Scorer], anonymous: Visitor, cuts: list[Task]
) -> None:
    scenario.add_recording("over", segments=200)
    scorer = keep_score("over")
    for number in range(30):
        scorer.score(START_MS + 16_000 + number * 24_000)
    scorer.post("game_ended", START_MS + 799_000)
    shown = list_highlights(anonymous, scorer.event_id)
    assert len(shown["highlights"]) == 30
    assert 280 <= shown["reel"]["duration"] <= 300
    first = next(
        it for it in read_playlist(scenario, shown["reel"]["id"]).splitlines() if it.startswith("#EXTINF")
    )
    assert first == "#EXTINF:4.000,"


def test_only_the_latest_sixty_highlights_of_a_game_stay(
    scenario: ClipScenario, keep_score: Callable[[str], Scorer], anonymous: Visitor, cuts: list[Task]
) -> None:
    scenario.add_recording("over", segments=200)
    scorer = keep_score("over")
    path = f"/studio/events/{scorer.event_id}/timeline"
    entries = [
        {
            "id": str(uuid4()),
            "kind": "scored",
            "at_ms": START_MS + 16_000 + number * 12_000,
            "side": "home",
            "points": 1,
            "type": "goal",
        }
        for number in range(63)
    ]
    assert scorer.operator.post(path, entries=entries[:61]).status_code == 200
    assert scorer.operator.post(path, entries=entries[61:]).status_code == 200
    shown = list_highlights(anonymous, scorer.event_id)["highlights"]
    assert [it["at_ms"] for it in shown] == [entry["at_ms"] for entry in entries[3:]]


def test_the_link_of_a_paid_game_is_the_channels_to_give(
    scenario: ClipScenario,
    keep_score: Callable[[str], Scorer],
    anonymous: Visitor,
    ada: Visitor,
    cuts: list[Task],
) -> None:
    scenario.add_recording("paid", segments=20)
    scorer = keep_score("paid")
    scorer.score(START_MS + 30_000)
    (locked,) = list_highlights(anonymous, scorer.event_id)["highlights"]
    assert (locked["url"], locked["uuid"]) == (None, None)
    assert locked["share_url"].endswith(f"/watch_library/{locked['id']}")
    (open_clip,) = list_highlights(ada, scorer.event_id)["highlights"]
    assert open_clip["url"] and open_clip["uuid"] is None
    clip = scorer.list_studio()["highlights"][0]["clip"]
    uuid = clip["share_url"].rpartition("/")[2]
    assert anonymous.data(f"/shared-clip/{clip['id']}", uuid=uuid)["url"]
    scorer.operator.post(f"/studio/clips/{clip['id']}/feature")
    assert list_highlights(anonymous, scorer.event_id)["highlights"][0]["url"]


def test_a_recording_that_plays_as_if_it_were_live_has_no_highlights_yet(
    scenario: ClipScenario, keep_score: Callable[[str], Scorer], anonymous: Visitor, cuts: list[Task]
) -> None:
    scenario.add_recording("replay", segments=20)
    scorer = keep_score("replay")
    scorer.score(START_MS + 4_000)
    assert list_highlights(anonymous, scorer.event_id)["highlights"] == []
    get_clock(scenario.application).advance(timedelta(minutes=5))
    scenario.application.runner.run(Task("clips.make_highlights", (0, 0)))
    assert len(list_highlights(anonymous, scorer.event_id)["highlights"]) == 1


def test_highlights_go_with_their_recording_and_do_not_come_back(
    over: Scorer, anonymous: Visitor, scenario: ClipScenario
) -> None:
    goal = over.score(START_MS + 30_000)
    container: Any = scenario.application.container.clips
    with scenario.transaction():
        container.delete_event_clips()(scenario.channel.id, over.event_id)
    assert list_highlights(anonymous, over.event_id)["highlights"] == []
    assert scenario.list_files("clips/") == []
    assert goal


def test_a_clip_that_an_operator_deleted_is_not_made_again(over: Scorer, anonymous: Visitor) -> None:
    over.score(START_MS + 30_000)
    (highlight,) = list_highlights(anonymous, over.event_id)["highlights"]
    over.operator.delete(f"/studio/clips/{highlight['id']}")
    over.score(START_MS + 60_000)
    (later,) = list_highlights(anonymous, over.event_id)["highlights"]
    assert later["at_ms"] == START_MS + 60_000


def test_nobody_can_be_blocked_for_a_clip_of_the_channel(over: Scorer, anonymous: Visitor) -> None:
    over.score(START_MS + 30_000)
    (highlight,) = list_highlights(anonymous, over.event_id)["highlights"]
    (listed,) = over.operator.data("/studio/clips")
    assert (listed["creator"], listed["origin"]) == (None, "highlight")
    response = over.operator.post(f"/studio/clips/{highlight['id']}/block-creator")
    assert (response.status_code, response.get_json()["code"]) == (400, "errors.clip_without_creator")


def put_order(scorer: Scorer, *ids: int) -> None:
    """Put the highlights of an event in an order."""
    path = f"/api/studio/events/{scorer.event_id}/highlights/order"
    body = {"api_key": scorer.operator.api_key, "ids": ids}
    assert scorer.operator.browser.put(path, json=body).status_code == 200


def read_playlist(scenario: ClipScenario, clip_id: int) -> str:
    """Return the media playlist of the largest rendition of a clip."""
    with scenario.storage.open(f"{scenario.get_clip(clip_id).play_folder}/v0/index.m3u8") as file:
        return str(file.read().decode())
