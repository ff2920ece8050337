"""The states of an asset, and which worker may change it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest

from touchline.catalog.domain.media.assets import (
    GAVE_UP,
    LEASE,
    MAX_ATTEMPTS,
    Asset,
    AssetState,
    LeaseLostError,
    MediaType,
    RetryLaterError,
    StoredPackage,
)
from touchline.shared.ids import AssetId, ChannelId

NOW = datetime(2026, 11, 21, 9, 0, tzinfo=UTC)
PACKAGE = StoredPackage(
    "assets/1-x", 4000, 640, 360, 25.0, has_audio=True, has_captions=False, storyboard=True
)


@pytest.fixture
def asset() -> Asset:
    return Asset(AssetId(1), ChannelId(1), "0" * 64, "game.mp4")


def test_the_media_types_have_the_numbers_of_the_specification() -> None:
    assert {kind.name.lower(): kind.value for kind in MediaType} == {
        "image": 1,
        "live": 2,
        "vod": 3,
        "embedded": 4,
        "thumbnails": 5,
        "preview": 6,
        "preview_alt": 7,
        "embedded_preview": 8,
    }


def test_a_valid_file_becomes_ready(asset: Asset) -> None:
    assert asset.begin("ours", NOW)
    assert (asset.state, asset.progress, asset.attempts) == (AssetState.PROCESSING, 0, 1)
    asset.advance("ours", 0.42, NOW)
    assert asset.progress == 42
    asset.mark_ready("ours", PACKAGE)
    assert (asset.state, asset.progress, asset.package) == (AssetState.READY, 100, PACKAGE)


def test_progress_never_decreases_and_is_100_only_when_ready(asset: Asset) -> None:
    asset.begin("ours", NOW)
    for share, shown in ((0.5, 50), (0.3, 50), (1.0, 99)):
        asset.advance("ours", share, NOW)
        assert asset.progress == shown


def test_a_failure_has_its_reason(asset: Asset) -> None:
    asset.begin("ours", NOW)
    asset.fail("ours", "The file is empty (0 bytes).")
    assert (asset.state, asset.failure_message) == (AssetState.FAILED, "The file is empty (0 bytes).")
    assert not asset.begin("another", NOW)


def test_a_failed_asset_can_be_retried_and_a_ready_one_stays(asset: Asset) -> None:
    asset.begin("ours", NOW)
    asset.fail("ours", "The disk is full.")
    asset.restart()
    assert (asset.state, asset.failure_message, asset.attempts) == (AssetState.QUEUED, "", 0)
    asset.begin("ours", NOW)
    asset.mark_ready("ours", PACKAGE)
    asset.restart()
    assert asset.state is AssetState.READY
    assert not asset.begin("another", NOW)


def test_no_other_worker_can_claim_while_the_lease_is_renewed(asset: Asset) -> None:
    asset.begin("ours", NOW)
    asset.advance("ours", 0.1, NOW + LEASE - timedelta(seconds=1))
    with pytest.raises(RetryLaterError) as busy:
        asset.begin("theirs", NOW + LEASE)
    assert busy.value.until == NOW + LEASE * 2 - timedelta(seconds=1)


@pytest.mark.parametrize(
    "change",
    [
        lambda asset: asset.advance("ours", 0.5, NOW),
        lambda asset: asset.mark_ready("ours", PACKAGE),
        lambda asset: asset.fail("ours", "no"),
        lambda asset: asset.release("ours"),
    ],
)
def test_after_the_lease_expires_another_worker_claims_and_the_first_changes_nothing(
    asset: Asset, change: Callable[[Asset], None]
) -> None:
    asset.begin("ours", NOW)
    assert asset.begin("theirs", NOW + LEASE)
    assert (asset.attempts, asset.progress) == (2, 0)
    with pytest.raises(LeaseLostError):
        change(asset)
    assert (asset.state, asset.lease) == (AssetState.PROCESSING, "theirs")
    asset.mark_ready("theirs", PACKAGE)
    with pytest.raises(LeaseLostError):
        change(asset)


def test_work_that_failed_unexpectedly_is_queued_again(asset: Asset) -> None:
    asset.begin("ours", NOW)
    asset.release("ours")
    assert asset.state is AssetState.QUEUED
    assert asset.begin("another", NOW)


def test_a_file_that_crashes_every_worker_eventually_fails(asset: Asset) -> None:
    later = NOW
    for attempt in range(MAX_ATTEMPTS):
        assert asset.begin(f"worker {attempt}", later)
        later += LEASE
    assert not asset.begin("one too many", later)
    assert (asset.state, asset.failure_message) == (AssetState.FAILED, GAVE_UP)


def test_work_that_fails_every_time_eventually_fails(asset: Asset) -> None:
    for attempt in range(MAX_ATTEMPTS):
        asset.begin(f"worker {attempt}", NOW)
        asset.release(f"worker {attempt}")
    assert (asset.state, asset.failure_message) == (AssetState.FAILED, GAVE_UP)
