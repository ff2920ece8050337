"""Joining an ended stream into its recording, and cleaning up afterwards."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from adapters.storage.local import LocalStorage
from touchline.catalog.application.live.clean_up_live import RETENTION, CleanUpLive
from touchline.catalog.application.live.join_recording import JoinRecording
from touchline.catalog.application.live.stream_service import JOIN_RECORDING
from touchline.catalog.application.media.add_media import PROCESS_MEDIA, AddMedia
from touchline.catalog.application.media.media_sources import MediaSources
from touchline.catalog.domain.media.assets import AssetState, MediaOwner
from touchline.catalog.domain.media.audio_tracks import AudioTrack
from touchline.catalog.domain.media.live_playlists import LivePlaylist, VariantStream, build_master_playlist
from touchline.catalog.domain.media.live_streams import LiveState, LiveStream
from touchline.catalog.tests.live_fakes import FakeLiveStreams
from touchline.catalog.tests.media_fakes import (
    CHANNEL,
    FakeAssets,
    FakeJobs,
    FakeMediaItems,
    FakeStreamStates,
    FakeVideoPackager,
)
from touchline.catalog.tests.samples import NOON
from touchline.shared.clock import FixedClock
from touchline.shared.ids import EventId

EVENT_ID = EventId(5)
OWNER = MediaOwner("event", EVENT_ID)


@pytest.fixture
def harness(tmp_path: Path) -> Any:
    """Return fakes, the real local storage, and an ended stream of two sessions."""
    streams, assets, rows, jobs = FakeLiveStreams(), FakeAssets(), FakeMediaItems(), FakeJobs()
    video = FakeVideoPackager()
    storage, clock = LocalStorage(tmp_path / "media"), FixedClock(NOON)
    add = AddMedia(assets, rows, MediaSources(storage), FakeStreamStates(), jobs)
    harness = SimpleNamespace(
        streams=streams,
        assets=assets,
        media_items=rows,
        jobs=jobs,
        storage=storage,
        clock=clock,
        video=video,
        join=JoinRecording(streams, storage, video, add, assets),
        clean_up=CleanUpLive(streams, FakeLiveStreams(is_test=True), assets, rows, storage, jobs, clock),
    )
    stream = streams.add(EVENT_ID)
    stream.folder, stream.state = "live/1-00ff", LiveState.FINISHED
    stream.started_at = stream.finished_at = NOON
    streams.save(stream)
    rows.save_live(OWNER, "live/1-00ff/master.m3u8", 0)
    for name in ("source", "small"):
        for session_number, number in ((1, 0), (1, 1), (3, 0)):
            store_file(
                harness, f"{name}/{session_number}-{number:05}.ts", f"{name} {session_number}.{number}\n"
            )
    playlist = LivePlaylist()
    playlist.entries += playlist.build_entries(1, [2000, 2000], NOON)
    playlist.entries += playlist.build_entries(3, [2000], NOON + timedelta(minutes=1))
    store_file(harness, "source.m3u8", playlist.render("source", ended=True))
    return harness


def store_file(harness: Any, name: str, text: str) -> None:
    store(harness, f"live/1-00ff/{name}", text)


def store(harness: Any, key: str, text: str = "") -> None:
    with harness.storage.workspace("test") as folder:
        (folder / "file").write_text(text)
        harness.storage.put(key, folder / "file")


def get_stream(harness: Any) -> LiveStream:
    found: LiveStream = harness.streams.get_by_event(EVENT_ID)
    return found


def test_the_recording_has_the_segments_of_all_sessions_in_order(harness: Any) -> None:
    harness.join(CHANNEL, get_stream(harness).id)
    asset = harness.assets.get(get_stream(harness).asset_id)
    assert asset is not None
    with harness.storage.open(f"sources/1-{asset.source_sha256}/video") as file:
        assert file.read() == b"source 1.0\nsource 1.1\nsource 3.0\n"
    assert harness.media_items.list_owners(asset.id) == [OWNER]
    assert [task.name for task in harness.jobs.tasks] == [PROCESS_MEDIA]


def test_the_recording_has_all_audio_tracks_with_their_names(harness: Any) -> None:
    tracks = [AudioTrack("Home", "en"), AudioTrack("Away", "fr", "audio2")]
    source = VariantStream("source", 1280, 720, 3_000_000, 0, 25.0, "avc1.64001f,mp4a.40.2")
    store_file(harness, "master.m3u8", build_master_playlist([source], tracks))
    for name in ("1-00000.ts", "3-00000.ts"):
        store_file(harness, f"audio2/{name}", f"away {name}\n")
    harness.join(CHANNEL, get_stream(harness).id)
    main, away = harness.video.joined_tracks
    assert (main.name, main.language, main.files) == ("Home", "en", ())
    assert (away.name, away.language) == ("Away", "fr")
    asset = harness.assets.get(get_stream(harness).asset_id)
    assert asset is not None
    with harness.storage.open(f"sources/1-{asset.source_sha256}/video") as file:
        assert file.read().endswith(b"source 3.0\naway 1-00000.ts\naway 3-00000.ts\n")


def test_a_recording_is_created_once_however_often_it_is_requested(harness: Any) -> None:
    for _ in range(2):
        harness.join(CHANNEL, get_stream(harness).id)
    assert len(harness.assets.assets) == len(harness.jobs.tasks) == 1


def test_no_file_is_copied_while_the_stream_is_locked(harness: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    original_put, lock_states = harness.storage.put, []

    def put_watched(key: str, source: Path) -> None:
        lock_states.append(harness.streams.is_changing)
        original_put(key, source)

    monkeypatch.setattr(harness.storage, "put", put_watched)
    harness.join(CHANNEL, get_stream(harness).id)
    assert lock_states == [False]


def test_the_live_stream_stays_until_the_recording_is_ready(harness: Any) -> None:
    harness.join(CHANNEL, get_stream(harness).id)
    assert any(row.is_ingested for row in harness.media_items.items)
    harness.clock.advance(RETENTION)
    harness.clean_up()
    assert any(row.is_ingested for row in harness.media_items.items)
    assert list(harness.storage.list("live/1-00ff/"))


def test_a_missing_segment_is_skipped(harness: Any) -> None:
    harness.storage.remove("live/1-00ff/source/1-00001.ts")
    harness.join(CHANNEL, get_stream(harness).id)
    asset = harness.assets.get(get_stream(harness).asset_id)
    with harness.storage.open(f"sources/1-{asset.source_sha256}/video") as file:
        assert file.read() == b"source 1.0\nsource 3.0\n"
    positions = [anchor.position_ms for anchor in asset.clock_anchors]
    times = [anchor.at_ms - asset.clock_anchors[0].at_ms for anchor in asset.clock_anchors]
    assert (positions, times) == ([0, 2000], [0, 60_000])


def test_a_stream_without_files_gives_no_recording(harness: Any) -> None:
    harness.storage.remove("live/1-00ff/")
    harness.join(CHANNEL, get_stream(harness).id)
    assert (get_stream(harness).asset_id, harness.jobs.tasks) == (None, [])


def test_a_missing_recording_is_requested_again_each_day(harness: Any) -> None:
    harness.clean_up()
    (task,) = harness.jobs.tasks
    assert (task.name, task.ids) == (JOIN_RECORDING, (1, 1))


def check_deletion_after_retention(harness: Any) -> None:
    """Check that the cleanup deletes the streamed files only once their retention is over."""
    harness.clock.advance(RETENTION - timedelta(seconds=1))
    harness.clean_up()
    assert list(harness.storage.list("live/"))
    harness.clock.advance(timedelta(seconds=1))
    harness.clean_up()
    assert list(harness.storage.list("live/")) == []


def test_streamed_files_are_deleted_a_day_and_a_half_after_the_end_once_the_recording_is_ready(
    harness: Any,
) -> None:
    harness.join(CHANNEL, get_stream(harness).id)
    asset = harness.assets.get(get_stream(harness).asset_id)
    asset.state = AssetState.READY
    harness.assets.save(asset)
    check_deletion_after_retention(harness)
    assert not any(row.is_ingested for row in harness.media_items.items)
    assert list(harness.storage.list("sources/"))
    harness.clean_up()


def test_the_last_segments_of_a_stream_without_a_recording_are_deleted_a_day_and_a_half_after_its_end(
    harness: Any,
) -> None:
    stream = get_stream(harness)
    stream.dvr_seconds = 600
    harness.streams.save(stream)
    check_deletion_after_retention(harness)


def test_a_folder_without_a_stream_is_deleted(harness: Any) -> None:
    again = get_stream(harness)
    again.folder, again.state = "live/1-ff00", LiveState.WAITING
    harness.streams.save(again)
    harness.clean_up()
    assert list(harness.storage.list("live/")) == []


def test_a_stream_that_starts_during_the_cleanup_keeps_its_folder(
    harness: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    list_keys: Callable[[str], Iterator[str]] = harness.storage.list

    def list_after_start(prefix: str) -> Iterator[str]:
        if harness.streams.get_by_event(EventId(6)) is None:
            started = harness.streams.add(EventId(6))
            started.folder = "live/2-00ff"
            harness.streams.save(started)
            store(harness, "live/2-00ff/source/1-00000.ts")
        return list_keys(prefix)

    monkeypatch.setattr(harness.storage, "list", list_after_start)
    harness.clean_up()
    assert list(list_keys("live/2-00ff/"))


@pytest.mark.parametrize("prefix", ["held/", "stream-health/"])
def test_what_is_kept_beside_a_stream_is_deleted_with_it(harness: Any, prefix: str) -> None:
    store(harness, f"{prefix}1-00ff/file")
    store(harness, f"{prefix}9-00ff/file")
    harness.clean_up()
    assert list(harness.storage.list(prefix)) == [f"{prefix}1-00ff/file"]
