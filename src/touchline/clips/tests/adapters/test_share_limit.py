"""How much of one paid game the share links of one viewer show (decision 56)."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from touchline.clips.tests.adapters.scene import Scene
from touchline.clips.tests.adapters.test_rights_end import shared
from touchline.conftest import Visitor
from touchline.shared.clock import FixedClock


@pytest.fixture
def five(scene: Scene, ada: Visitor, save: Callable[..., Any]) -> list[Any]:
    """Five clips of 200 s of the game `paid`, one after the other: 16 min 40 s."""
    medium = scene.film("paid", segments=300)
    return [
        save(ada, "paid", medium, name=f"Part {number}", start_time=number * 200, duration=200)
        for number in range(5)
    ]


def playing(who: Visitor, clips: list[Any]) -> list[bool]:
    """Which of the clips play through their links."""
    return [shared(who, clip)["url"] is not None for clip in clips]


def test_links_of_one_viewer_play_ten_minutes_of_a_paid_game_and_no_more(
    passer_by: Visitor, visit: Callable[..., Visitor], scene: Scene, five: list[Any]
) -> None:
    assert playing(passer_by, five) == [True, True, True, False, False]
    another = visit(scene.channel)
    assert playing(another, five) == [True, True, True, False, False]
    assert shared(another, five[4])["share_state"] == "limit"


def test_deleting_what_was_shown_makes_no_room_for_more(
    ada: Visitor, passer_by: Visitor, five: list[Any]
) -> None:
    assert playing(passer_by, five[:3]) == [True, True, True]
    for clip in five[:3]:
        assert ada.delete(f"/clip/{clip['id']}").status_code == 204
    assert playing(passer_by, five[3:]) == [False, False]


def test_clips_that_nobody_opened_are_not_counted_and_who_has_a_pass_counts_nothing(
    ada: Visitor, bea: Visitor, passer_by: Visitor, scene: Scene, five: list[Any]
) -> None:
    scene.allow(bea)
    assert playing(bea, five) == [True] * 5
    assert playing(passer_by, five[3:]) == [True, True]
    assert playing(passer_by, five[:1]) == [True]
    assert playing(passer_by, five[1:2]) == [False]


def test_the_maker_sees_which_links_play_and_goes_on_watching_all(
    ada: Visitor, passer_by: Visitor, five: list[Any]
) -> None:
    playing(passer_by, five)
    mine = ada.data("/clips/user")[::-1]
    assert [clip["share_state"] for clip in mine] == ["open", "open", "open", "limit", "limit"]
    assert [clip["share_url"] is not None for clip in mine] == [True, True, True, False, False]
    assert all(clip["url"] for clip in mine)


def test_of_a_free_game_every_link_plays(
    scene: Scene, ada: Visitor, passer_by: Visitor, save: Callable[..., Any]
) -> None:
    medium = scene.film("over", segments=300)
    clips = [save(ada, "over", medium, name=str(one), start_time=one * 200, duration=200) for one in range(5)]
    assert playing(passer_by, clips) == [True] * 5


def test_a_link_that_is_withdrawn_ends_for_those_who_had_its_address(
    ada: Visitor, passer_by: Visitor, five: list[Any], clock: FixedClock
) -> None:
    address = shared(passer_by, five[0])["url"]
    assert passer_by.browser.get(address).status_code == 200
    assert ada.post(f"/clip/{five[0]['id']}/unshare").status_code == 200
    clock.advance(timedelta(minutes=1))
    assert passer_by.browser.get(address).status_code == 403
    assert ada.browser.get(ada.data(f"/clip/{five[0]['id']}")["url"]).status_code == 200
