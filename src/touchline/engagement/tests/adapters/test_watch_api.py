"""Watch positions and hidden scores, over HTTP."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from touchline.channel.facade import ChannelDetails
from touchline.conftest import NOON, Visitor
from touchline.engagement.adapters.subscribers import recording_trimmed
from touchline.engagement.domain.positions import WatchKind
from touchline.engagement.tests.adapters.conftest import Apply, Ids
from touchline.engagement.tests.adapters.season import event
from touchline.entrypoints.bootstrap import Application
from touchline.shared.clock import FixedClock

MINUTE = timedelta(minutes=1)


@pytest.fixture
def library_item_id(ada: Visitor, season: ChannelDetails) -> int:
    """Return the ID of the only library item."""
    (library_item,) = ada.data("/vod-media-items")
    return int(library_item["id"])


def save_position(viewer: Visitor, kind: str, item: Any, position: Any, duration: Any = 600) -> int:
    """Save a viewer's watch position and return the status."""
    body = {"kind": kind, "item_id": item, "position": position, "duration": duration}
    return viewer.post("/watch-position", **body).status_code


def test_a_position_is_available_on_every_device(
    ada: Visitor, library_item_id: int, visit: Callable[[ChannelDetails], Visitor]
) -> None:
    assert save_position(ada, "vod", library_item_id, 120.9) == 204
    phone = visit(ada.channel).log_in()
    (saved,) = phone.data("/watch-positions", kind="vod", item_id=library_item_id)
    assert saved == {
        "kind": "vod",
        "item_id": library_item_id,
        "position": 120,
        "duration": 600,
        "watched_at": "2026-11-21T18:00:00Z",
    }


def test_the_latest_position_wins_and_is_listed_first(
    ada: Visitor, library_item_id: int, ids: Ids, clock: FixedClock
) -> None:
    past_event = ids("event", "over")
    for kind, item, position in (
        ("vod", library_item_id, 100),
        ("event", past_event, 50),
        ("vod", library_item_id, 80),
    ):
        save_position(ada, kind, item, position)
        clock.advance(MINUTE)
    saved = ada.data("/watch-positions")
    assert [(position["kind"], position["position"]) for position in saved] == [("vod", 80), ("event", 50)]
    assert [position["kind"] for position in ada.data("/watch-positions", kind="event")] == ["event"]
    assert ada.data("/watch-positions", kind="event", item_id=library_item_id + 1000) == []
    assert len(ada.data("/watch-positions", limit=1, offset=1)) == 1


@pytest.mark.parametrize(("position", "stays"), [(9.9, False), (10, True), (570, True), (571, False)])
def test_positions_near_the_start_or_end_are_deleted(
    ada: Visitor, library_item_id: int, position: float, stays: bool
) -> None:
    save_position(ada, "vod", library_item_id, 300)
    assert save_position(ada, "vod", library_item_id, position) == 204
    assert bool(ada.data("/watch-positions")) is stays


def test_no_position_is_saved_for_live_or_upcoming_events(ada: Visitor, ids: Ids) -> None:
    for key in ("on-now", "later"):
        assert save_position(ada, "event", ids("event", key), 300) == 204
    assert ada.data("/watch-positions") == []


def test_no_position_is_saved_during_a_simulated_live_event(
    ada: Visitor, season: ChannelDetails, apply: Apply, ids: Ids, clock: FixedClock
) -> None:
    shown = event("shown", NOON - timedelta(days=3), simulate_at=NOON - timedelta(hours=1))
    apply(season, events=[shown])
    save_position(ada, "event", ids("event", "shown"), 300, 7200)
    assert ada.data("/watch-positions") == []
    clock.advance(timedelta(hours=1))
    save_position(ada, "event", ids("event", "shown"), 300, 7200)
    assert len(ada.data("/watch-positions")) == 1


def test_a_position_belongs_to_its_viewer_and_channel(
    ada: Visitor, bea: Visitor, other_visitor: Visitor, library_item_id: int
) -> None:
    save_position(ada, "vod", library_item_id, 300)
    assert bea.data("/watch-positions") == []
    assert bea.delete(f"/watch-position/vod/{library_item_id}").status_code == 204
    assert save_position(other_visitor.register(), "vod", library_item_id, 300) == 404
    assert save_position(ada, "event", 10**6, 300) == 404
    assert len(ada.data("/watch-positions")) == 1


def test_a_deleted_position_is_gone(ada: Visitor, library_item_id: int) -> None:
    save_position(ada, "vod", library_item_id, 300)
    assert ada.delete(f"/watch-position/event/{library_item_id}").status_code == 204
    assert ada.delete(f"/watch-position/film/{library_item_id}").status_code == 404
    assert len(ada.data("/watch-positions")) == 1
    assert ada.delete(f"/watch-position/vod/{library_item_id}").status_code == 204
    assert ada.data("/watch-positions") == []


@pytest.mark.parametrize(
    "invalid_fields",
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
def test_invalid_positions_are_refused(
    ada: Visitor, library_item_id: int, invalid_fields: dict[str, Any]
) -> None:
    body = {"kind": "vod", "item_id": library_item_id, "position": 300, "duration": 600, **invalid_fields}
    response = ada.post("/watch-position", **body)
    assert response.json is not None
    assert (response.status_code, list(response.json["errors"])) == (422, list(invalid_fields))


def test_saving_a_position_takes_few_queries(ada: Visitor, ids: Ids, queries: Callable[[], Any]) -> None:
    past_event = ids("event", "over")
    with queries() as statements:
        save_position(ada, "event", past_event, 300)
    assert len([statement for statement in statements if "catalog_" in statement]) == 1


def test_scores_are_shown_unless_a_viewer_hides_them(
    ada: Visitor, bea: Visitor, other_visitor: Visitor
) -> None:
    assert ada.data("/watch-settings") == {"hide_scores": False}
    for hide in (True, True, False, True):
        response = ada.post("/watch-settings", hide_scores=hide)
        assert (response.status_code, response.json) == (200, {"data": {"hide_scores": hide}})
    assert (ada.data("/watch-settings"), bea.data("/watch-settings")) == (
        {"hide_scores": True},
        {"hide_scores": False},
    )
    assert other_visitor.get("/watch-settings").status_code == 401
    assert ada.post("/watch-settings").status_code == 422


def test_a_trimmed_recording_moves_the_positions_of_its_viewers_once(
    ada: Visitor, bea: Visitor, library_item_id: int, application: Application
) -> None:
    save_position(ada, "vod", library_item_id, 300)
    save_position(bea, "vod", library_item_id, 95)
    trimmed = {
        "channel_id": ada.channel.id,
        "owner_kind": "library_item",
        "owner_id": library_item_id,
        "moved_ms": 90_000,
        "old_duration_ms": 600_400,
        "new_duration_ms": 500_000,
    }
    for _ in range(2):
        with application.container.database().transaction(ada.channel.id):
            recording_trimmed(trimmed)
    (saved,) = ada.data("/watch-positions")
    assert (saved["position"], saved["duration"]) == (210, 500)
    assert bea.data("/watch-positions") == []


def test_a_trim_with_the_same_duration_deletes_the_positions(
    ada: Visitor, library_item_id: int, application: Application
) -> None:
    save_position(ada, "vod", library_item_id, 300)
    with application.container.database().transaction(ada.channel.id):
        application.container.engagement.move_positions()(
            WatchKind.LIBRARY_ITEM, library_item_id, 90_000, 600_000, 600_000
        )
    assert ada.data("/watch-positions") == []
