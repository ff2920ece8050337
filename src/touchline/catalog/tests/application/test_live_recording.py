"""From a stream that has ended to its recording, and what is done away with afterwards."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from adapters.storage.local import LocalStorage
from touchline.catalog.application.add_media import PROCESS_MEDIA, AddMedia
from touchline.catalog.application.join_recording import JoinRecording
from touchline.catalog.application.live_changes import JOIN_RECORDING
from touchline.catalog.application.media_sources import Sources
from touchline.catalog.application.tidy_live import KEPT, TidyLive
from touchline.catalog.domain.live import LiveState, LiveStream
from touchline.catalog.domain.live_playlist import Playlist
from touchline.catalog.domain.media import AssetState, Owner
from touchline.catalog.tests.live_fakes import FakeLiveStreams
from touchline.catalog.tests.media_fakes import (
    CHANNEL,
    FakeAssets,
    FakeJobs,
    FakeRows,
    FakeStreams,
    FakeVideo,
)
from touchline.catalog.tests.samples import NOON
from touchline.shared.clock import FixedClock
from touchline.shared.ids import EventId

GAME = EventId(5)
OWNER = Owner("event", GAME)


@pytest.fixture
def archive(tmp_path: Path) -> Any:
    """Fakes, the real local storage, and a stream of two takes that has ended."""
    streams, assets, rows, jobs = FakeLiveStreams(), FakeAssets(), FakeRows(), FakeJobs()
    storage, clock = LocalStorage(tmp_path / "media"), FixedClock(NOON)
    add = AddMedia(assets, rows, Sources(storage), FakeStreams(), jobs)
    room = SimpleNamespace(
        streams=streams,
        assets=assets,
        rows=rows,
        jobs=jobs,
        storage=storage,
        clock=clock,
        join=JoinRecording(streams, storage, FakeVideo(), add),
        tidy=TidyLive(streams, FakeLiveStreams(is_test=True), assets, rows, storage, jobs, clock),
    )
    stream = streams.add(GAME)
    stream.folder, stream.state = "live/1-00ff", LiveState.FINISHED
    stream.started_at = stream.finished_at = NOON
    streams.save(stream)
    rows.put_live(OWNER, "live/1-00ff/master.m3u8", 0)
    for name in ("source", "small"):
        for take, number in ((1, 0), (1, 1), (3, 0)):
            put(room, f"{name}/{take}-{number:05}.ts", f"{name} {take}.{number}\n")
    played = Playlist()
    played.entries += played.following(1, [2000, 2000], NOON)
    played.entries += played.following(3, [2000], NOON + timedelta(minutes=1))
    put(room, "source.m3u8", played.text("source", ended=True))
    return room


def put(archive: Any, name: str, text: str) -> None:
    with archive.storage.workspace("test") as folder:
        (folder / "file").write_text(text)
        archive.storage.put(f"live/1-00ff/{name}", folder / "file")


def stream(archive: Any) -> LiveStream:
    found: LiveStream = archive.streams.of_event(GAME)
    return found


def test_the_recording_is_what_the_encoder_sent_in_all_takes_in_order(archive: Any) -> None:
    archive.join(CHANNEL, stream(archive).id)
    asset = archive.assets.get(stream(archive).asset_id)
    assert asset is not None
    with archive.storage.open(f"sources/1-{asset.source_sha256}/video") as file:
        assert file.read() == b"source 1.0\nsource 1.1\nsource 3.0\n"
    assert archive.rows.owners_of(asset.id) == [OWNER]
    assert [task.name for task in archive.jobs.asked] == [PROCESS_MEDIA]


def test_a_recording_is_made_once_however_often_it_is_asked_for(archive: Any) -> None:
    for _ in range(2):
        archive.join(CHANNEL, stream(archive).id)
    assert len(archive.assets.kept) == len(archive.jobs.asked) == 1


def test_no_film_is_copied_while_the_stream_is_held(archive: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    put_in, held = archive.storage.put, []

    def watched(key: str, source: Path) -> None:
        held.append(archive.streams.is_changing)
        put_in(key, source)

    monkeypatch.setattr(archive.storage, "put", watched)
    archive.join(CHANNEL, stream(archive).id)
    assert held == [False]


def test_what_is_live_until_the_recording_is_ready_stays(archive: Any) -> None:
    archive.join(CHANNEL, stream(archive).id)
    assert any(row.is_ingested for row in archive.rows.rows)
    archive.clock.advance(KEPT)
    archive.tidy()
    assert any(row.is_ingested for row in archive.rows.rows)
    assert list(archive.storage.list("live/1-00ff/"))


def test_a_segment_that_is_gone_is_left_out(archive: Any) -> None:
    archive.storage.remove("live/1-00ff/source/1-00001.ts")
    archive.join(CHANNEL, stream(archive).id)
    asset = archive.assets.get(stream(archive).asset_id)
    with archive.storage.open(f"sources/1-{asset.source_sha256}/video") as file:
        assert file.read() == b"source 1.0\nsource 3.0\n"


def test_nothing_is_made_of_a_stream_of_which_nothing_is_left(archive: Any) -> None:
    archive.storage.remove("live/1-00ff/")
    archive.join(CHANNEL, stream(archive).id)
    assert (stream(archive).asset_id, archive.jobs.asked) == (None, [])


def test_a_recording_that_was_not_made_is_asked_for_again_each_day(archive: Any) -> None:
    archive.tidy()
    (task,) = archive.jobs.asked
    assert (task.name, task.ids) == (JOIN_RECORDING, (1, 1))


def test_what_was_streamed_goes_a_day_and_a_half_after_its_end_where_the_recording_stands(
    archive: Any,
) -> None:
    archive.join(CHANNEL, stream(archive).id)
    asset = archive.assets.get(stream(archive).asset_id)
    asset.state = AssetState.READY
    archive.assets.save(asset)
    archive.clock.advance(KEPT - timedelta(seconds=1))
    archive.tidy()
    assert list(archive.storage.list("live/"))
    archive.clock.advance(timedelta(seconds=1))
    archive.tidy()
    assert list(archive.storage.list("live/")) == []
    assert not any(row.is_ingested for row in archive.rows.rows)
    assert list(archive.storage.list("sources/"))
    archive.tidy()


def test_a_folder_that_belongs_to_no_stream_goes(archive: Any) -> None:
    again = stream(archive)
    again.folder, again.state = "live/1-ff00", LiveState.WAITING
    archive.streams.save(again)
    archive.tidy()
    assert list(archive.storage.list("live/")) == []
