"""Assets and media rows on real databases."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy.orm.exc import StaleDataError

from touchline.catalog.domain.media import (
    Asset,
    AssetState,
    LeaseLost,
    Made,
    MediaRow,
    MediaType,
    NotNow,
    Owner,
)
from touchline.channel.facade import ChannelFacts
from touchline.entrypoints.bootstrap import House
from touchline.shared.errors import NotFound
from touchline.shared.ids import AssetId
from touchline.shared.jobs import Task

GAME, FILM = Owner("event", 5), Owner("library_item", 5)
MADE = Made("assets/1-x", 4000, 640, 360, 29.97, has_audio=True, has_captions=False, storyboard=True)
CUT_OFF = "The file is cut off: 7 % (4:12 of 60:00) is missing."
SHA = "a" * 64


@pytest.fixture
def media(house: House) -> Any:
    return house.container.catalog.media


@pytest.fixture
def asset(media: Any, house: House, channel: ChannelFacts) -> Asset:
    """A queued asset shown by an event and a library item."""
    with house.container.database().transaction(channel.id):
        asset: Asset = media.assets().add(SHA, "game.mp4")
        for owner in (GAME, FILM):
            media.rows().attach(owner, asset.id, "Whole game")
    return asset


def make_ready(media: Any, house: House, asset: Asset, made: Made = MADE) -> None:
    def act(found: Asset) -> None:
        found.begin("x", house.container.clock().now())
        found.finish("x", made)

    media.ledger().change(asset.channel_id, asset.id, act)


def test_an_asset_comes_back_as_it_was_kept(
    media: Any, house: House, asset: Asset, channel: ChannelFacts
) -> None:
    make_ready(media, house, asset)
    with house.container.database().transaction(channel.id):
        found = media.assets().get(asset.id)
        assert found == media.assets().by_source(SHA)
        assert [each.id for each in media.assets().all()] == [asset.id]
    assert (found.state, found.made, found.progress, found.attempts) == (AssetState.READY, MADE, 100, 1)


def test_the_warning_of_a_ready_asset_is_kept(
    media: Any, house: House, asset: Asset, channel: ChannelFacts
) -> None:
    make_ready(media, house, asset, replace(MADE, warning=CUT_OFF))
    with house.container.database().transaction(channel.id):
        found = media.assets().get(asset.id)
    assert found.made.warning == CUT_OFF


def test_only_a_ready_assets_rows_are_told_and_each_once(
    media: Any, house: House, asset: Asset, channel: ChannelFacts
) -> None:
    with house.container.database().transaction(channel.id):
        assert media.rows().rows_for("event", [5]) == {}
    make_ready(media, house, asset)
    with house.container.database().transaction(channel.id):
        media.rows().attach(GAME, asset.id, "Whole game")
        rows = media.rows().rows_for("event", [4, 5])
        assert set(media.rows().owners_of(asset.id)) == {GAME, FILM}
    assert list(rows) == [5]
    assert [(row.type, row.made) for row in rows[5]] == [
        (MediaType.VOD, MADE),
        (MediaType.THUMBNAILS, MADE),
        (MediaType.IMAGE, MADE),
    ]


def test_addresses_are_replaced_and_keep_their_ids_and_videos_stay(
    media: Any, house: House, asset: Asset, channel: ChannelFacts
) -> None:
    make_ready(media, house, asset)
    card = MediaRow(0, GAME, MediaType.IMAGE, "Card", "/files/a.webp")
    embed = MediaRow(0, GAME, MediaType.EMBEDDED, "Elsewhere", "https://x.example", position=-1)
    with house.container.database().transaction(channel.id):
        media.rows().put_addresses(GAME, [card, embed])
        first = {row.url: row.id for row in media.rows().rows_for("event", [5])[5] if row.url}
        media.rows().put_addresses(GAME, [card])
        rows = media.rows().rows_for("event", [5])[5]
    assert list(first) == ["https://x.example", "/files/a.webp"]
    assert [row.id for row in rows if row.url] == [first["/files/a.webp"]]
    assert len(rows) == 4


def test_other_videos_are_taken_off_one_owner_only(
    media: Any, house: House, asset: Asset, channel: ChannelFacts
) -> None:
    with house.container.database().transaction(channel.id):
        better = media.assets().add("b" * 64, "better.mp4")
        media.rows().attach(GAME, better.id, "Better")
        media.rows().detach_others(GAME, better.id)
        assert media.rows().owners_of(asset.id) == [FILM]
        assert media.rows().owners_of(better.id) == [GAME]


def test_another_channel_sees_nothing_of_it(
    media: Any, house: House, asset: Asset, channel: ChannelFacts, other_channel: ChannelFacts
) -> None:
    make_ready(media, house, asset)
    with house.container.database().transaction(other_channel.id):
        assert media.assets().get(asset.id) is None
        assert media.assets().by_source(SHA) is None
        assert media.rows().rows_for("event", [5]) == {}
        assert media.assets().add(SHA, "game.mp4").id != asset.id
    with pytest.raises(NotFound):
        media.ledger().change(other_channel.id, asset.id, lambda found: None)


def test_who_adds_the_same_bytes_at_the_same_time_gets_the_same_asset(
    media: Any, house: House, asset: Asset, channel: ChannelFacts
) -> None:
    with house.container.database().transaction(channel.id):
        assert media.assets().add(SHA, "copy.mp4").id == asset.id
        assert media.assets().add("c" * 64, "other.mp4").id != asset.id


def test_of_two_workers_at_once_one_gets_the_lease(media: Any, house: House, asset: Asset) -> None:
    gate = threading.Barrier(8)

    def work(name: str) -> str | None:
        gate.wait()
        try:
            begun = media.ledger().change(
                asset.channel_id, asset.id, lambda found: found.begin(name, house.container.clock().now())
            )
        except NotNow:
            return None
        return name if begun else None

    with ThreadPoolExecutor(8) as pool:
        won = [name for name in pool.map(work, [f"worker {number}" for number in range(8)]) if name]
    assert len(won) == 1
    assert media.ledger().change(asset.channel_id, asset.id, lambda found: found.lease) == won[0]


def test_an_asset_is_not_saved_over_what_another_wrote_since_it_was_read(
    media: Any, house: House, asset: Asset
) -> None:
    now = house.container.clock().now()
    with house.container.database().transaction(asset.channel_id):
        mine = media.assets().get(asset.id)
    media.ledger().change(asset.channel_id, asset.id, lambda found: found.begin("theirs", now))
    mine.begin("mine", now)
    with pytest.raises(StaleDataError), house.container.database().transaction(asset.channel_id):
        media.assets().save(mine)
    assert media.ledger().change(asset.channel_id, asset.id, lambda found: found.lease) == "theirs"


def test_a_change_that_fails_leaves_no_trace(media: Any, house: House, asset: Asset) -> None:
    def half(found: Asset) -> None:
        found.begin("x", house.container.clock().now())
        raise LeaseLost

    with pytest.raises(LeaseLost):
        media.ledger().change(asset.channel_id, asset.id, half)
    assert [each.state for each in media.ledger().unsettled()] == [AssetState.QUEUED]


def test_what_waits_is_found_over_all_channels(
    media: Any, house: House, asset: Asset, other_channel: ChannelFacts
) -> None:
    with house.container.database().transaction(other_channel.id):
        media.assets().add(SHA, "game.mp4")
    assert [each.channel_id for each in media.ledger().unsettled()] == [asset.channel_id, other_channel.id]
    make_ready(media, house, asset)
    assert [each.channel_id for each in media.ledger().unsettled()] == [other_channel.id]


def test_the_recover_job_queues_the_work(
    media: Any, house: House, asset: Asset, monkeypatch: pytest.MonkeyPatch
) -> None:
    pushed: list[Task] = []
    monkeypatch.setattr(house.adapters.queue(), "push", pushed.append)
    house.runner.run(Task("catalog.recover_media", ()))
    assert [(task.name, task.ids) for task in pushed] == [
        ("catalog.process_media", (asset.channel_id, asset.id))
    ]


def test_an_owner_is_found_by_key_and_by_id(
    media: Any, house: House, season: ChannelFacts, ids: Callable[[str, str], int]
) -> None:
    event = Owner("event", ids("event", "over"))
    with house.container.database().transaction(season.id):
        assert media.owners().find("event", "over") == event
        assert media.owners().find("event", str(event.id)) == event
        assert media.owners().find("event", "no-such-key") is None
        assert media.owners().find("library_item", "999999") is None
        assert media.assets().get(AssetId(999)) is None
