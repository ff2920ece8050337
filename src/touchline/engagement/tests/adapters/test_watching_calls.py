"""Where watching stopped and what is hidden, over HTTP."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from touchline.channel.facade import ChannelFacts
from touchline.conftest import NOON, Visitor
from touchline.engagement.tests.adapters.conftest import Apply, Ids
from touchline.engagement.tests.adapters.season import game
from touchline.shared.clock import FixedClock

MINUTE = timedelta(minutes=1)


@pytest.fixture
def film(ada: Visitor, season: ChannelFacts) -> int:
    """The one film of the library."""
    (found,) = ada.data("/vod-media-items")
    return int(found["id"])


def stop(viewer: Visitor, kind: str, item: Any, position: Any, duration: Any = 600) -> int:
    """Where a viewer is now; the status."""
    said = {"kind": kind, "item_id": item, "position": position, "duration": duration}
    return viewer.post("/watch-position", **said).status_code


def test_where_a_viewer_stopped_is_known_on_every_device(
    ada: Visitor, film: int, visit: Callable[[ChannelFacts], Visitor]
) -> None:
    assert stop(ada, "vod", film, 120.9) == 204
    telephone = visit(ada.channel).log_in()
    (kept,) = telephone.data("/watch-positions", kind="vod", item_id=film)
    assert kept == {
        "kind": "vod",
        "item_id": film,
        "position": 120,
        "duration": 600,
        "watched_at": "2026-11-21T18:00:00Z",
    }


def test_the_last_word_counts_and_the_last_watched_is_first(
    ada: Visitor, film: int, ids: Ids, clock: FixedClock
) -> None:
    over = ids("event", "over")
    for kind, item, position in (("vod", film, 100), ("event", over, 50), ("vod", film, 80)):
        stop(ada, kind, item, position)
        clock.advance(MINUTE)
    kept = ada.data("/watch-positions")
    assert [(one["kind"], one["position"]) for one in kept] == [("vod", 80), ("event", 50)]
    assert [one["kind"] for one in ada.data("/watch-positions", kind="event")] == ["event"]
    assert ada.data("/watch-positions", kind="event", item_id=film + 1000) == []
    assert len(ada.data("/watch-positions", limit=1, offset=1)) == 1


@pytest.mark.parametrize(("position", "stays"), [(9.9, False), (10, True), (570, True), (571, False)])
def test_what_has_just_begun_or_is_as_good_as_over_is_forgotten(
    ada: Visitor, film: int, position: float, stays: bool
) -> None:
    stop(ada, "vod", film, 300)
    assert stop(ada, "vod", film, position) == 204
    assert bool(ada.data("/watch-positions")) is stays


def test_of_what_is_live_or_still_to_come_nothing_is_kept(ada: Visitor, ids: Ids) -> None:
    for key in ("on-now", "later"):
        assert stop(ada, "event", ids("event", key), 300) == 204
    assert ada.data("/watch-positions") == []


def test_of_a_simulated_showing_nothing_is_kept_while_it_is_on(
    ada: Visitor, season: ChannelFacts, apply: Apply, ids: Ids, clock: FixedClock
) -> None:
    shown = game("shown", NOON - timedelta(days=3), simulate_at=NOON - timedelta(hours=1))
    apply(season, events=[shown])
    stop(ada, "event", ids("event", "shown"), 300, 7200)
    assert ada.data("/watch-positions") == []
    clock.advance(timedelta(hours=1))
    stop(ada, "event", ids("event", "shown"), 300, 7200)
    assert len(ada.data("/watch-positions")) == 1


def test_a_position_is_its_viewers_own_and_of_things_of_the_channel(
    ada: Visitor, bea: Visitor, stranger: Visitor, film: int
) -> None:
    stop(ada, "vod", film, 300)
    assert bea.data("/watch-positions") == []
    assert bea.delete(f"/watch-position/vod/{film}").status_code == 204
    assert stop(stranger.register(), "vod", film, 300) == 404
    assert stop(ada, "event", 10**6, 300) == 404
    assert len(ada.data("/watch-positions")) == 1


def test_what_is_taken_off_is_gone(ada: Visitor, film: int) -> None:
    stop(ada, "vod", film, 300)
    assert ada.delete(f"/watch-position/event/{film}").status_code == 204
    assert ada.delete(f"/watch-position/film/{film}").status_code == 404
    assert len(ada.data("/watch-positions")) == 1
    assert ada.delete(f"/watch-position/vod/{film}").status_code == 204
    assert ada.data("/watch-positions") == []


@pytest.mark.parametrize(
    "said",
    [
        {"kind": "film"},
        {"position": -1},
        {"position": "NaN"},
        {"duration": 0},
        {"duration": 1e12},
        {"item_id": "x"},
        {"position": None},
    ],
)
def test_what_cannot_be_is_refused(ada: Visitor, film: int, said: dict[str, Any]) -> None:
    whole = {"kind": "vod", "item_id": film, "position": 300, "duration": 600, **said}
    answer = ada.post("/watch-position", **whole)
    assert answer.json is not None
    assert (answer.status_code, list(answer.json["errors"])) == (422, list(said))


def test_keeping_where_one_is_costs_few_queries(ada: Visitor, ids: Ids, queries: Callable[[], Any]) -> None:
    over = ids("event", "over")
    with queries() as sent:
        stop(ada, "event", over, 300)
    assert len([one for one in sent if "catalog_" in one]) == 1


def test_scores_are_shown_unless_a_viewer_hides_them(ada: Visitor, bea: Visitor, stranger: Visitor) -> None:
    assert ada.data("/watch-settings") == {"hide_scores": False}
    for hide in (True, True, False, True):
        answer = ada.post("/watch-settings", hide_scores=hide)
        assert (answer.status_code, answer.json) == (200, {"data": {"hide_scores": hide}})
    assert (ada.data("/watch-settings"), bea.data("/watch-settings")) == (
        {"hide_scores": True},
        {"hide_scores": False},
    )
    assert stranger.get("/watch-settings").status_code == 401
    assert ada.post("/watch-settings").status_code == 422
