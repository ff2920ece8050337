"""`touchline recordings hide|unhide|withdraw|restore|delete` with a real recording."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from sqlalchemy import select

from touchline.catalog.adapters.jobs import delete_withdrawn
from touchline.catalog.adapters.sql.media.media_tables import EventMediaRow, MediaAssetRow
from touchline.catalog.domain.media.recordings import RESTORE_WINDOW
from touchline.catalog.tests.adapters.media.test_media_cli import video_file as video_file
from touchline.channel.facade import ChannelDetails
from touchline.conftest import Visitor
from touchline.entrypoints.bootstrap import Application
from touchline.entrypoints.cli import main
from touchline.shared.clock import FixedClock
from touchline.shared.errors import NotFoundError, RefusedError

Run = Callable[..., Result]
Ids = Callable[[str, str], int]
VOD = 3


@pytest.fixture
def run(application: Application, season: ChannelDetails) -> Run:
    """Return a function that runs `touchline recordings …`."""
    recordings = main.commands["recordings"]
    return lambda *words: CliRunner().invoke(recordings, [str(word) for word in words], obj=application)


@pytest.fixture
def recorded_event_id(run: Run, video_file: Path, ids: Ids) -> int:
    """Return the ID of a past event whose recording is ready."""
    assert run("add", "--event", "over", "--library-item", "power-play", video_file).exit_code == 0
    return ids("event", "over")


def list_media_types(visitor: Visitor, event_id: int) -> list[int]:
    return [row["type"] for row in visitor.data(f"/events/{event_id}")["media"]]


def get_state(visitor: Visitor, event_id: int) -> tuple[str, str | None]:
    payload = visitor.data(f"/events/{event_id}")
    return payload["stream_status"], payload["recording_state"]


def list_logged_actions(application: Application, channel: ChannelDetails) -> list[tuple[str, str, str]]:
    with application.container.database().transaction(channel.id):
        log = application.container.channel.takedowns().list(10)
    return [(entry.action.value, entry.actor, entry.reason) for entry in log]


def test_a_hidden_recording_is_not_shown_and_not_deleted(
    run: Run, recorded_event_id: int, visitor: Visitor, application: Application, season: ChannelDetails
) -> None:
    before = list_media_types(visitor, recorded_event_id)
    assert VOD in before
    done = run("hide", "over", "--reason", "The music", "--actor", "rosa")
    assert (done.exit_code, "was hidden" in done.stdout) == (0, True)
    assert list_media_types(visitor, recorded_event_id) == []
    assert get_state(visitor, recorded_event_id) == ("finished", "hidden")
    with pytest.raises(RefusedError):
        raise_error(run("hide", "over"))
    assert run("unhide", recorded_event_id).exit_code == 0
    assert list_media_types(visitor, recorded_event_id) == before
    assert get_state(visitor, recorded_event_id) == ("finished", None)
    assert list_logged_actions(application, season)[-1] == ("hide", "rosa", "The music")


def raise_error(result: Result) -> None:
    assert result.exception is not None
    raise result.exception


@pytest.mark.parametrize("action", ["hide", "withdraw", "delete"])
def test_a_signed_url_stops_working_within_a_minute(
    run: Run, recorded_event_id: int, visitor: Visitor, clock: FixedClock, action: str
) -> None:
    run("delete", "power-play", "--yes")
    rows = visitor.data(f"/events/{recorded_event_id}")["media"]
    address = next(row["url"] for row in rows if row["type"] == VOD)
    assert visitor.browser.get(address).status_code == 200
    assert run(action, "over", *([] if action == "hide" else ["--yes"])).exit_code == 0
    clock.advance(timedelta(seconds=40))
    assert visitor.browser.get(address).status_code == 403


@pytest.mark.parametrize("action", ["withdraw", "delete"])
def test_an_action_with_side_effects_is_described_first_and_needs_confirmation(
    run: Run,
    recorded_event_id: int,
    visitor: Visitor,
    action: str,
    application: Application,
    season: ChannelDetails,
) -> None:
    done = run(action, "over")
    assert done.exit_code == 1
    assert "videos 1, clips 0" in done.stdout
    assert "Nothing was changed. To continue, add --yes." in done.stdout
    payload = json.loads(run(action, "over", "--json").stdout)
    assert (payload["done"], payload["videos"], payload["key"]) == (False, 1, "over")
    assert VOD in list_media_types(visitor, recorded_event_id)
    assert list_logged_actions(application, season) == []


def test_a_withdrawn_recording_can_be_restored_for_thirty_days_and_is_deleted_then(
    run: Run,
    recorded_event_id: int,
    visitor: Visitor,
    application: Application,
    clock: FixedClock,
    season: ChannelDetails,
) -> None:
    assert run("withdraw", "over", "--yes").exit_code == 0
    assert get_state(visitor, recorded_event_id) == ("finished", "withdrawn")
    assert list_media_types(visitor, recorded_event_id) == []
    clock.advance(RESTORE_WINDOW - timedelta(minutes=1))
    delete_withdrawn()
    assert run("restore", "over").exit_code == 0
    assert count_videos(application, season) == ["event", "library_item"]
    assert run("withdraw", "over", "--yes").exit_code == 0
    clock.advance(RESTORE_WINDOW + timedelta(minutes=1))
    delete_withdrawn()
    assert count_videos(application, season) == ["library_item"]
    with pytest.raises(RefusedError):
        raise_error(run("restore", "over"))
    assert list_logged_actions(application, season)[0] == ("delete", "touchline", "Withdrawn for 30 days.")


def test_a_recording_shown_by_another_item_is_not_deleted(
    run: Run,
    recorded_event_id: int,
    visitor: Visitor,
    ids: Ids,
    application: Application,
    season: ChannelDetails,
) -> None:
    item = get_item_id(visitor)
    assert run("delete", "over", "--yes").exit_code == 0
    assert VOD in [row["type"] for row in visitor.data(f"/vod-media-items/{item}")["media"]]
    assert run("delete", "power-play", "--yes").exit_code == 0
    with application.container.database().transaction(season.id) as session:
        assert session.scalars(select(MediaAssetRow)).all() == []
        assert session.scalars(select(EventMediaRow).where(EventMediaRow.asset_id.is_not(None))).all() == []
    catalog: Any = application.container.catalog
    assert list(catalog.storage().list("assets/")) == []
    assert visitor.data(f"/vod-media-items/{item}")["recording_state"] == "deleted"


def test_a_library_item_with_a_taken_down_recording_is_not_listed(
    run: Run, recorded_event_id: int, visitor: Visitor
) -> None:
    item = get_item_id(visitor)
    assert run("hide", "power-play").exit_code == 0
    assert item not in [listed_item["id"] for listed_item in visitor.data("/vod-media-items")]
    rails = visitor.data("/vod-media-rails")
    assert item not in [listed_item["id"] for rail in rails for listed_item in rail["vod_media_items"]]
    payload = visitor.data(f"/vod-media-items/{item}")
    assert (payload["recording_state"], payload["media"]) == ("hidden", [])
    assert VOD in list_media_types(visitor, recorded_event_id)


def test_a_video_added_to_a_withdrawn_recording_stays_hidden_and_after_a_deletion_is_shown(
    run: Run, recorded_event_id: int, visitor: Visitor, video_file: Path
) -> None:
    run("withdraw", "over", "--yes")
    assert run("add", "--event", "over", "--replace", video_file).exit_code == 0
    assert list_media_types(visitor, recorded_event_id) == []
    run("delete", "over", "--yes")
    assert run("add", "--event", "over", video_file).exit_code == 0
    assert VOD in list_media_types(visitor, recorded_event_id)
    assert get_state(visitor, recorded_event_id) == ("finished", None)


def test_missing_recordings_and_owners_are_refused(run: Run, season: ChannelDetails) -> None:
    with pytest.raises(RefusedError, match="no recording"):
        raise_error(run("hide", "later"))
    with pytest.raises(NotFoundError, match="no event or library item"):
        raise_error(run("hide", "nobody"))


def count_videos(application: Application, channel: ChannelDetails) -> list[str]:
    """Return the kinds of the owners that show a video."""
    query = select(EventMediaRow.owner_kind).where(EventMediaRow.type == VOD).order_by(EventMediaRow.id)
    with application.container.database().transaction(channel.id) as session:
        return list(session.scalars(query))


def get_item_id(visitor: Visitor) -> int:
    found: int = next(
        item["id"] for item in visitor.data("/vod-media-items") if any(m["type"] == 1 for m in item["media"])
    )
    return found
