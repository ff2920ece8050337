"""Assets and media items on real databases."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy.orm.exc import StaleDataError

from touchline.catalog.domain.media.assets import (
    Asset,
    AssetState,
    LeaseLostError,
    MediaItem,
    MediaOwner,
    MediaType,
    RetryLaterError,
    StoredPackage,
)
from touchline.channel.facade import ChannelDetails
from touchline.entrypoints.bootstrap import Application
from touchline.shared.errors import NotFoundError
from touchline.shared.ids import AssetId
from touchline.shared.tasks.jobs import Task

EVENT_OWNER, LIBRARY_OWNER = MediaOwner("event", 5), MediaOwner("library_item", 5)
PACKAGE = StoredPackage(
    "assets/1-x", 4000, 640, 360, 29.97, has_audio=True, has_captions=False, storyboard=True
)
TRUNCATION_WARNING = "The file is cut off: 7 % (4:12 of 60:00) is missing."
SHA = "a" * 64


@pytest.fixture
def media(application: Application) -> Any:
    return application.container.catalog


@pytest.fixture
def asset(media: Any, application: Application, channel: ChannelDetails) -> Asset:
    """Return a queued asset that an event and a library item show."""
    with application.container.database().transaction(channel.id):
        asset: Asset = media.assets().add(SHA, "game.mp4")
        for owner in (EVENT_OWNER, LIBRARY_OWNER):
            media.media_items().attach(owner, asset.id, "Whole game")
    return asset


def mark_ready(media: Any, application: Application, asset: Asset, package: StoredPackage = PACKAGE) -> None:
    def fail(found: Asset) -> None:
        found.begin("x", application.container.clock().now())
        found.mark_ready("x", package)

    media.asset_store().update(asset.channel_id, asset.id, fail)


def test_an_asset_is_loaded_as_it_was_saved(
    media: Any, application: Application, asset: Asset, channel: ChannelDetails
) -> None:
    mark_ready(media, application, asset)
    with application.container.database().transaction(channel.id):
        found = media.assets().get(asset.id)
        assert found == media.assets().get_by_source(SHA)
        assert [stored_asset.id for stored_asset in media.assets().list_all()] == [asset.id]
    assert (found.state, found.package, found.progress, found.attempts) == (AssetState.READY, PACKAGE, 100, 1)


def test_the_warning_of_a_ready_asset_is_saved(
    media: Any, application: Application, asset: Asset, channel: ChannelDetails
) -> None:
    mark_ready(media, application, asset, replace(PACKAGE, warning=TRUNCATION_WARNING))
    with application.container.database().transaction(channel.id):
        found = media.assets().get(asset.id)
    assert found.package.warning == TRUNCATION_WARNING


def test_only_media_of_ready_assets_are_listed_each_once(
    media: Any, application: Application, asset: Asset, channel: ChannelDetails
) -> None:
    with application.container.database().transaction(channel.id):
        assert media.media_items().list_for_owners("event", [5]) == {}
    mark_ready(media, application, asset)
    with application.container.database().transaction(channel.id):
        media.media_items().attach(EVENT_OWNER, asset.id, "Whole game")
        rows = media.media_items().list_for_owners("event", [4, 5])
        assert set(media.media_items().list_owners(asset.id)) == {EVENT_OWNER, LIBRARY_OWNER}
    assert list(rows) == [5]
    assert [(row.type, row.package) for row in rows[5]] == [
        (MediaType.VOD, PACKAGE),
        (MediaType.THUMBNAILS, PACKAGE),
        (MediaType.IMAGE, PACKAGE),
    ]


def test_external_media_are_replaced_with_stable_ids_and_videos_stay(
    media: Any, application: Application, asset: Asset, channel: ChannelDetails
) -> None:
    mark_ready(media, application, asset)
    card = MediaItem(0, EVENT_OWNER, MediaType.IMAGE, "Card", "/files/a.webp")
    embed = MediaItem(0, EVENT_OWNER, MediaType.EMBEDDED, "Elsewhere", "https://x.example", position=-1)
    with application.container.database().transaction(channel.id):
        media.media_items().replace_external(EVENT_OWNER, [card, embed])
        first = {row.url: row.id for row in media.media_items().list_for_owners("event", [5])[5] if row.url}
        media.media_items().replace_external(EVENT_OWNER, [card])
        rows = media.media_items().list_for_owners("event", [5])[5]
    assert list(first) == ["https://x.example", "/files/a.webp"]
    assert [row.id for row in rows if row.url] == [first["/files/a.webp"]]
    assert len(rows) == 4


def test_other_videos_are_detached_from_one_owner_only(
    media: Any, application: Application, asset: Asset, channel: ChannelDetails
) -> None:
    with application.container.database().transaction(channel.id):
        better = media.assets().add("b" * 64, "better.mp4")
        media.media_items().attach(EVENT_OWNER, better.id, "Better")
        media.media_items().detach_others(EVENT_OWNER, better.id)
        assert media.media_items().list_owners(asset.id) == [LIBRARY_OWNER]
        assert media.media_items().list_owners(better.id) == [EVENT_OWNER]


def test_another_channel_sees_no_media(
    media: Any, application: Application, asset: Asset, channel: ChannelDetails, other_channel: ChannelDetails
) -> None:
    mark_ready(media, application, asset)
    with application.container.database().transaction(other_channel.id):
        assert media.assets().get(asset.id) is None
        assert media.assets().get_by_source(SHA) is None
        assert media.media_items().list_for_owners("event", [5]) == {}
        assert media.assets().add(SHA, "game.mp4").id != asset.id
    with pytest.raises(NotFoundError):
        media.asset_store().update(other_channel.id, asset.id, lambda found: None)


def test_concurrent_uploads_of_the_same_bytes_get_the_same_asset(
    media: Any, application: Application, asset: Asset, channel: ChannelDetails
) -> None:
    with application.container.database().transaction(channel.id):
        assert media.assets().add(SHA, "copy.mp4").id == asset.id
        assert media.assets().add("c" * 64, "other.mp4").id != asset.id


def test_one_of_two_concurrent_workers_gets_the_lease(
    media: Any, application: Application, asset: Asset
) -> None:
    barrier = threading.Barrier(8)

    def claim_asset(name: str) -> str | None:
        barrier.wait()
        try:
            started = media.asset_store().update(
                asset.channel_id,
                asset.id,
                lambda found: found.begin(name, application.container.clock().now()),
            )
        except RetryLaterError:
            return None
        return name if started else None

    with ThreadPoolExecutor(8) as pool:
        won = [name for name in pool.map(claim_asset, [f"worker {number}" for number in range(8)]) if name]
    assert len(won) == 1
    assert media.asset_store().update(asset.channel_id, asset.id, lambda found: found.lease) == won[0]


def test_a_stale_asset_is_not_saved(media: Any, application: Application, asset: Asset) -> None:
    now = application.container.clock().now()
    with application.container.database().transaction(asset.channel_id):
        mine = media.assets().get(asset.id)
    media.asset_store().update(asset.channel_id, asset.id, lambda found: found.begin("theirs", now))
    mine.begin("mine", now)
    with pytest.raises(StaleDataError), application.container.database().transaction(asset.channel_id):
        media.assets().save(mine)
    assert media.asset_store().update(asset.channel_id, asset.id, lambda found: found.lease) == "theirs"


def test_a_failed_update_is_rolled_back(media: Any, application: Application, asset: Asset) -> None:
    def fail_midway(found: Asset) -> None:
        found.begin("x", application.container.clock().now())
        raise LeaseLostError

    with pytest.raises(LeaseLostError):
        media.asset_store().update(asset.channel_id, asset.id, fail_midway)
    assert [stored_asset.state for stored_asset in media.asset_store().list_pending()] == [AssetState.QUEUED]


def test_pending_assets_of_all_channels_are_listed(
    media: Any, application: Application, asset: Asset, other_channel: ChannelDetails
) -> None:
    with application.container.database().transaction(other_channel.id):
        media.assets().add(SHA, "game.mp4")
    assert [stored_asset.channel_id for stored_asset in media.asset_store().list_pending()] == [
        asset.channel_id,
        other_channel.id,
    ]
    mark_ready(media, application, asset)
    assert [stored_asset.channel_id for stored_asset in media.asset_store().list_pending()] == [
        other_channel.id
    ]


def test_the_recover_job_queues_the_work(
    media: Any, application: Application, asset: Asset, monkeypatch: pytest.MonkeyPatch
) -> None:
    pushed: list[Task] = []
    monkeypatch.setattr(application.adapters.queue(), "push", pushed.append)
    application.runner.run(Task("catalog.recover_media", ()))
    assert [(task.name, task.ids) for task in pushed] == [
        ("catalog.process_media", (asset.channel_id, asset.id))
    ]


def test_an_owner_is_found_by_key_and_by_id(
    media: Any, application: Application, season: ChannelDetails, ids: Callable[[str, str], int]
) -> None:
    event = MediaOwner("event", ids("event", "over"))
    with application.container.database().transaction(season.id):
        assert media.media_owners().find("event", "over") == event
        assert media.media_owners().find("event", str(event.id)) == event
        assert media.media_owners().find("event", "no-such-key") is None
        assert media.media_owners().find("library_item", "999999") is None
        assert media.assets().get(AssetId(999)) is None
