"""`touchline media hide|show|withdraw|restore|delete` on the real house, with a real recording."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from sqlalchemy import select

from touchline.catalog.adapters.cli.media_commands import media
from touchline.catalog.adapters.jobs import delete_withdrawn
from touchline.catalog.adapters.sql.media_tables import EventMediaRow, MediaAssetRow
from touchline.catalog.domain.recordings import RESTORABLE_FOR
from touchline.catalog.tests.adapters.test_media_cli import film as film
from touchline.channel.facade import ChannelFacts
from touchline.conftest import Visitor
from touchline.entrypoints.bootstrap import House
from touchline.shared.clock import FixedClock
from touchline.shared.errors import NotFound, Refused

Run = Callable[..., Result]
Ids = Callable[[str, str], int]
VOD = 3


@pytest.fixture
def run(season: ChannelFacts) -> Run:
    """Runs `touchline media …`."""
    return lambda *words: CliRunner().invoke(media, [str(word) for word in words])


@pytest.fixture
def recorded(run: Run, film: Path, ids: Ids) -> int:
    """The id of a game in the past whose recording is ready."""
    assert run("add", "--event", "over", "--library-item", "power-play", film).exit_code == 0
    return ids("event", "over")


def types(visitor: Visitor, event_id: int) -> list[int]:
    return [row["type"] for row in visitor.data(f"/events/{event_id}")["media"]]


def state(visitor: Visitor, event_id: int) -> tuple[str, str | None]:
    told = visitor.data(f"/events/{event_id}")
    return told["stream_status"], told["recording_state"]


def actions(house: House, channel: ChannelFacts) -> list[tuple[str, str, str]]:
    with house.container.database().transaction(channel.id):
        log = house.container.channel.takedowns().list(10)
    return [(one.action.value, one.actor, one.reason) for one in log]


def test_a_hidden_recording_is_shown_to_nobody_and_nothing_of_it_is_lost(
    run: Run, recorded: int, visitor: Visitor, house: House, season: ChannelFacts
) -> None:
    before = types(visitor, recorded)
    assert VOD in before
    done = run("hide", "over", "--reason", "The music", "--by", "rosa")
    assert (done.exit_code, "is hidden" in done.stdout) == (0, True)
    assert types(visitor, recorded) == []
    assert state(visitor, recorded) == ("finished", "hidden")
    with pytest.raises(Refused):
        raise_of(run("hide", "over"))
    assert run("show", recorded).exit_code == 0
    assert types(visitor, recorded) == before
    assert state(visitor, recorded) == ("finished", None)
    assert actions(house, season)[-1] == ("hide", "rosa", "The music")


def raise_of(result: Result) -> None:
    assert result.exception is not None
    raise result.exception


@pytest.mark.parametrize("action", ["hide", "withdraw", "delete"])
def test_an_address_that_was_given_out_ends_within_a_minute(
    run: Run, recorded: int, visitor: Visitor, clock: FixedClock, action: str
) -> None:
    run("delete", "power-play", "--yes")
    rows = visitor.data(f"/events/{recorded}")["media"]
    address = next(row["url"] for row in rows if row["type"] == VOD)
    assert visitor.browser.get(address).status_code == 200
    assert run(action, "over", *([] if action == "hide" else ["--yes"])).exit_code == 0
    clock.advance(timedelta(seconds=40))
    assert visitor.browser.get(address).status_code == 403


@pytest.mark.parametrize("action", ["withdraw", "delete"])
def test_what_ends_more_than_the_recording_is_described_first_and_needs_a_yes(
    run: Run, recorded: int, visitor: Visitor, action: str, house: House, season: ChannelFacts
) -> None:
    done = run(action, "over")
    assert done.exit_code == 1
    assert "videos 1, clips 0" in done.stdout
    assert "Nothing was changed. Add --yes to do it." in done.stdout
    told = json.loads(run(action, "over", "--json").stdout)
    assert (told["done"], told["videos"], told["key"]) == (False, 1, "over")
    assert VOD in types(visitor, recorded)
    assert actions(house, season) == []


def test_a_withdrawn_recording_can_be_restored_for_thirty_days_and_is_deleted_then(
    run: Run, recorded: int, visitor: Visitor, house: House, clock: FixedClock, season: ChannelFacts
) -> None:
    assert run("withdraw", "over", "--yes").exit_code == 0
    assert state(visitor, recorded) == ("finished", "withdrawn")
    assert types(visitor, recorded) == []
    clock.advance(RESTORABLE_FOR - timedelta(minutes=1))
    delete_withdrawn()
    assert run("restore", "over").exit_code == 0
    assert videos(house, season) == ["event", "library_item"]
    assert run("withdraw", "over", "--yes").exit_code == 0
    clock.advance(RESTORABLE_FOR + timedelta(minutes=1))
    delete_withdrawn()
    assert videos(house, season) == ["library_item"]
    with pytest.raises(Refused):
        raise_of(run("restore", "over"))
    assert actions(house, season)[0] == ("delete", "touchline", "Withdrawn for 30 days.")


def test_a_recording_that_another_item_shows_stays_there(
    run: Run, recorded: int, visitor: Visitor, ids: Ids, house: House, season: ChannelFacts
) -> None:
    item = ids_of_item(visitor)
    assert run("delete", "over", "--yes").exit_code == 0
    assert VOD in [row["type"] for row in visitor.data(f"/vod-media-items/{item}")["media"]]
    assert run("delete", "power-play", "--yes").exit_code == 0
    with house.container.database().transaction(season.id) as session:
        assert session.scalars(select(MediaAssetRow)).all() == []
        assert session.scalars(select(EventMediaRow).where(EventMediaRow.asset_id.is_not(None))).all() == []
    catalog: Any = house.container.catalog
    assert list(catalog.media.storage().list("assets/")) == []
    assert visitor.data(f"/vod-media-items/{item}")["recording_state"] == "deleted"


def test_a_library_item_whose_recording_is_taken_down_is_in_no_list(
    run: Run, recorded: int, visitor: Visitor
) -> None:
    item = ids_of_item(visitor)
    assert run("hide", "power-play").exit_code == 0
    assert item not in [one["id"] for one in visitor.data("/vod-media-items")]
    rails = visitor.data("/vod-media-rails")
    assert item not in [one["id"] for rail in rails for one in rail["vod_media_items"]]
    told = visitor.data(f"/vod-media-items/{item}")
    assert (told["recording_state"], told["media"]) == ("hidden", [])
    assert VOD in types(visitor, recorded)


def test_a_video_that_is_added_to_a_withdrawn_recording_stays_unseen_and_after_a_deletion_is_shown(
    run: Run, recorded: int, visitor: Visitor, film: Path
) -> None:
    run("withdraw", "over", "--yes")
    assert run("add", "--event", "over", "--replace", film).exit_code == 0
    assert types(visitor, recorded) == []
    run("delete", "over", "--yes")
    assert run("add", "--event", "over", film).exit_code == 0
    assert VOD in types(visitor, recorded)
    assert state(visitor, recorded) == ("finished", None)


def test_what_has_no_recording_or_does_not_exist_is_refused(run: Run, season: ChannelFacts) -> None:
    with pytest.raises(Refused, match="no recording"):
        raise_of(run("hide", "later"))
    with pytest.raises(NotFound, match="no event or library item"):
        raise_of(run("hide", "nobody"))


def videos(house: House, channel: ChannelFacts) -> list[str]:
    """What shows a video, by kind."""
    wanted = select(EventMediaRow.owner_kind).where(EventMediaRow.type == VOD).order_by(EventMediaRow.id)
    with house.container.database().transaction(channel.id) as session:
        return list(session.scalars(wanted))


def ids_of_item(visitor: Visitor) -> int:
    found: int = next(
        one["id"] for one in visitor.data("/vod-media-items") if any(m["type"] == 1 for m in one["media"])
    )
    return found
