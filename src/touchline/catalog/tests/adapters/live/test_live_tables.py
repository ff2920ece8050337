"""Live streams in the database: complete, separate per channel, changed by one process at a time."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy.orm.exc import StaleDataError

from touchline.catalog.adapters.sql.media.live_streams import SqlLiveStreams
from touchline.catalog.application.live.live_stream_store import LiveStreamStore
from touchline.catalog.application.live.stream_commands import StopStream
from touchline.catalog.domain.media.assets import LeaseLostError, MediaItem, MediaOwner, MediaType
from touchline.catalog.domain.media.live_streams import LiveState, LiveStream
from touchline.catalog.tests.media_fakes import FakeStreamStates
from touchline.channel.facade import ChannelDetails
from touchline.conftest import NOON
from touchline.entrypoints.bootstrap import Application
from touchline.shared.errors import NotFoundError
from touchline.shared.ids import AssetId, EventId

Ids = Callable[[str, str], int]
LATER = NOON + timedelta(seconds=3)


@pytest.fixture
def streams(application: Application) -> SqlLiveStreams:
    live: Any = application.container.catalog
    found: SqlLiveStreams = live.streams()
    return found


@pytest.fixture
def stream_store(application: Application) -> LiveStreamStore:
    live: Any = application.container.catalog
    found: LiveStreamStore = live.stream_store()
    return found


@pytest.fixture
def stream(
    application: Application,
    season: ChannelDetails,
    ids: Ids,
    streams: SqlLiveStreams,
    transaction: Callable[..., Any],
) -> LiveStream:
    """Return the stream of the event `on-now`, on port 19350."""
    with transaction(season.id):
        found = streams.add(EventId(ids("event", "on-now")))
        found.folder, found.port = f"live/{found.id}-00ff", 19350
        streams.save(found)
    return found


def test_a_stream_is_loaded_as_it_was_saved(
    season: ChannelDetails,
    stream: LiveStream,
    streams: SqlLiveStreams,
    application: Application,
    transaction: Callable[..., Any],
) -> None:
    media: Any = application.container.catalog
    with transaction(season.id):
        asset = media.assets().add("0" * 64, "game.mp4")
        stream.state, stream.generation, stream.session_count, stream.dvr_seconds = LiveState.LIVE, 2, 7, 600
        stream.started_at = stream.gone_at = stream.finished_at = stream.leased_until = NOON
        stream.fault, stream.lease, stream.asset_id = "No picture.", "ours", AssetId(asset.id)
        streams.save(stream)
    with transaction(season.id):
        assert streams.get_by_event(stream.event_id) == stream
        assert streams.list_all() == [stream]


def test_a_stream_is_found_only_in_its_own_channel(
    stream: LiveStream,
    streams: SqlLiveStreams,
    stream_store: LiveStreamStore,
    other_channel: ChannelDetails,
    transaction: Callable[..., Any],
) -> None:
    with transaction(other_channel.id):
        assert streams.get_by_event(stream.event_id) is None
        assert streams.list_all() == []
    assert stream_store.get(other_channel.id, stream.id) is None
    with pytest.raises(NotFoundError):
        stream_store.update(other_channel.id, stream.id, lambda current_stream: current_stream.end())


def test_the_ports_of_all_channels_are_known(
    stream: LiveStream,
    streams: SqlLiveStreams,
    other_channel: ChannelDetails,
    transaction: Callable[..., Any],
) -> None:
    with transaction(other_channel.id):
        assert streams.list_used_ports() == {19350}
        assert streams.list_all() == []


def test_unfinished_streams_of_all_channels_are_listed(
    stream: LiveStream, stream_store: LiveStreamStore
) -> None:
    assert [live_stream.id for live_stream in stream_store.list_unfinished()] == [stream.id]
    found = stream_store.get_by_event(stream.event_id)
    assert found is not None
    assert found.channel_id == stream.channel_id

    def finish(current_stream: LiveStream) -> None:
        current_stream.claim("ours", NOON)
        current_stream.end()
        current_stream.finish("ours", NOON)

    stream_store.update(stream.channel_id, stream.id, finish)
    assert stream_store.list_unfinished() == []
    assert [live_stream.state for live_stream in stream_store.list_all()] == [LiveState.FINISHED]


def test_concurrent_updates_of_a_stream_are_serialized(
    stream: LiveStream,
    streams: SqlLiveStreams,
    stream_store: LiveStreamStore,
    transaction: Callable[..., Any],
) -> None:
    started = threading.Event()

    def claim_in_other_process() -> bool:
        started.set()
        return stream_store.update(stream.channel_id, stream.id, lambda other: other.claim("theirs", NOON))

    with ThreadPoolExecutor(1) as other_process:
        with transaction(stream.channel_id):
            locked_stream = streams.get_for_update(stream.event_id)
            assert locked_stream is not None
            other_claim = other_process.submit(claim_in_other_process)
            started.wait()
            wait([other_claim], timeout=0.2)
            assert locked_stream.claim("ours", NOON)
            streams.save(locked_stream)
        assert other_claim.result(timeout=30) is False
    with pytest.raises(LeaseLostError):
        stream_store.update(
            stream.channel_id, stream.id, lambda current_stream: current_stream.renew("theirs", NOON)
        )
    with pytest.raises(StaleDataError), transaction(stream.channel_id):
        streams.save(stream)


def test_an_operator_ends_a_stream_while_the_ingest_renews_its_lease(
    stream: LiveStream,
    streams: SqlLiveStreams,
    stream_store: LiveStreamStore,
    transaction: Callable[..., Any],
) -> None:
    def begin(current_stream: LiveStream) -> None:
        current_stream.claim("theirs", NOON)
        current_stream.mark_live("theirs", NOON)

    stream_store.update(stream.channel_id, stream.id, begin)
    with ThreadPoolExecutor(1) as other_process:
        renewals: list[Future[None]] = []

        class RenewingEvents(FakeStreamStates):
            """Stream states that renew the lease, if possible, between the operator's read and write."""

            def set_publishing(
                self, event_id: EventId, is_publishing: bool, *, is_interrupted: bool = False
            ) -> None:
                super().set_publishing(event_id, is_publishing, is_interrupted=is_interrupted)
                started = threading.Event()

                def renew() -> None:
                    started.set()
                    stream_store.update(
                        stream.channel_id,
                        stream.id,
                        lambda current_stream: current_stream.renew("theirs", LATER),
                    )

                renewals.append(other_process.submit(renew))
                started.wait()
                wait(renewals, timeout=0.2)

        with transaction(stream.channel_id):
            StopStream(streams, RenewingEvents(), lambda _event: None)(stream.event_id)
        renewals[0].result(timeout=30)
    found = stream_store.get(stream.channel_id, stream.id)
    assert found is not None
    assert (found.state, found.lease) == (LiveState.ENDING, "theirs")


def test_applying_a_pack_again_preserves_the_stream_and_its_media(
    application: Application,
    season: ChannelDetails,
    stream: LiveStream,
    streams: SqlLiveStreams,
    apply: Callable[..., None],
    transaction: Callable[..., Any],
    exported: Callable[[ChannelDetails], dict[str, Any]],
) -> None:
    catalog: Any = application.container.catalog
    owner = MediaOwner("event", stream.event_id)
    before = exported(season)
    with transaction(season.id):
        catalog.media_items().save_live(owner, f"{stream.folder}/master.m3u8", 1_800_000_000)
        catalog.events().set_publishing(stream.event_id, True)
        catalog.events().set_ended(stream.event_id, True)
    apply(season)
    with transaction(season.id):
        found = catalog.events().get(stream.event_id)
        assert (found.stream.is_publishing, found.stream.has_ended) == (True, True)
        assert streams.get_by_event(stream.event_id) == stream
        (row,) = [row for row in list_items(catalog, stream) if row.type is MediaType.LIVE]
        assert (row.url, row.start_ts) == (f"{stream.folder}/master.m3u8", 1_800_000_000)
    assert exported(season) == before


def test_an_event_has_at_most_one_ingested_stream(
    application: Application, season: ChannelDetails, stream: LiveStream, transaction: Callable[..., Any]
) -> None:
    catalog: Any = application.container.catalog
    owner = MediaOwner("event", stream.event_id)
    with transaction(season.id):
        for start in (1, 2):
            catalog.media_items().save_live(owner, "live/1-00ff/master.m3u8", start)
        assert [row.start_ts for row in list_items(catalog, stream) if row.is_ingested] == [2]
        catalog.media_items().remove_live(owner)
        assert not any(row.is_ingested for row in list_items(catalog, stream))


def list_items(catalog: Any, stream: LiveStream) -> list[MediaItem]:
    found = catalog.media_items().list_for_owners("event", [stream.event_id])
    return list(found.get(stream.event_id, ()))
