"""Tests of the limit on a viewer's share links of one paid event (decision 56)."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from touchline.clips.tests.adapters.api.test_access_revocation import get_shared_clip
from touchline.clips.tests.adapters.scenario import ClipScenario
from touchline.conftest import Visitor
from touchline.shared.clock import FixedClock


@pytest.fixture
def five_clips(scenario: ClipScenario, ada: Visitor, save: Callable[..., Any]) -> list[Any]:
    """Return five consecutive clips of 200 s of the event `paid`: 16 min 40 s."""
    medium = scenario.add_recording("paid", segments=300)
    return [
        save(ada, "paid", medium, name=f"Part {number}", start_time=number * 200, duration=200)
        for number in range(5)
    ]


def list_playable(viewer: Visitor, clips: list[Any]) -> list[bool]:
    """Return, for each clip, whether it plays through its share link."""
    return [get_shared_clip(viewer, clip)["url"] is not None for clip in clips]


def test_links_of_one_viewer_play_ten_minutes_of_a_paid_game_and_no_more(
    anonymous: Visitor, visit: Callable[..., Visitor], scenario: ClipScenario, five_clips: list[Any]
) -> None:
    assert list_playable(anonymous, five_clips) == [True, True, True, False, False]
    another = visit(scenario.channel)
    assert list_playable(another, five_clips) == [True, True, True, False, False]
    assert get_shared_clip(another, five_clips[4])["share_state"] == "limit"


def test_deleting_a_shown_clip_does_not_free_the_limit(
    ada: Visitor, anonymous: Visitor, five_clips: list[Any]
) -> None:
    assert list_playable(anonymous, five_clips[:3]) == [True, True, True]
    for clip in five_clips[:3]:
        assert ada.delete(f"/clip/{clip['id']}").status_code == 204
    assert list_playable(anonymous, five_clips[3:]) == [False, False]


def test_neither_unopened_clips_nor_viewers_with_a_pass_count(
    ada: Visitor, bea: Visitor, anonymous: Visitor, scenario: ClipScenario, five_clips: list[Any]
) -> None:
    scenario.grant_pass(bea)
    assert list_playable(bea, five_clips) == [True] * 5
    assert list_playable(anonymous, five_clips[3:]) == [True, True]
    assert list_playable(anonymous, five_clips[:1]) == [True]
    assert list_playable(anonymous, five_clips[1:2]) == [False]


def test_the_creator_sees_which_links_play_and_can_watch_all(
    ada: Visitor, anonymous: Visitor, five_clips: list[Any]
) -> None:
    list_playable(anonymous, five_clips)
    mine = ada.data("/clips/user")[::-1]
    assert [clip["share_state"] for clip in mine] == ["open", "open", "open", "limit", "limit"]
    assert [clip["share_url"] is not None for clip in mine] == [True, True, True, False, False]
    assert all(clip["url"] for clip in mine)


@pytest.mark.nightly
def test_every_link_of_a_free_event_plays(
    scenario: ClipScenario, ada: Visitor, anonymous: Visitor, save: Callable[..., Any]
) -> None:
    medium = scenario.add_recording("over", segments=300)
    clips = [
        save(ada, "over", medium, name=str(number), start_time=number * 200, duration=200)
        for number in range(5)
    ]
    assert list_playable(anonymous, clips) == [True] * 5


def test_a_revoked_link_ends_for_everyone_who_had_its_url(
    ada: Visitor, anonymous: Visitor, five_clips: list[Any], clock: FixedClock
) -> None:
    address = get_shared_clip(anonymous, five_clips[0])["url"]
    assert anonymous.browser.get(address).status_code == 200
    assert ada.post(f"/clip/{five_clips[0]['id']}/unshare").status_code == 200
    clock.advance(timedelta(minutes=1))
    assert anonymous.browser.get(address).status_code == 403
    assert ada.browser.get(ada.data(f"/clip/{five_clips[0]['id']}")["url"]).status_code == 200
