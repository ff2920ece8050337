"""Live streams in the database: kept whole, each in its channel, changed by one process at a time."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy.orm.exc import StaleDataError

from touchline.catalog.adapters.sql.live import SqlLiveLedger, SqlLiveStreams
from touchline.catalog.application.open_live import StopStream
from touchline.catalog.domain.live import LiveState, LiveStream
from touchline.catalog.domain.media import LeaseLost, MediaRow, MediaType, Owner
from touchline.catalog.tests.media_fakes import FakeStreams
from touchline.channel.facade import ChannelFacts
from touchline.conftest import NOON
from touchline.entrypoints.bootstrap import House
from touchline.shared.errors import NotFound
from touchline.shared.ids import AssetId, EventId

Ids = Callable[[str, str], int]
LATER = NOON + timedelta(seconds=3)


@pytest.fixture
def streams(house: House) -> SqlLiveStreams:
    live: Any = house.container.catalog.live
    found: SqlLiveStreams = live.streams()
    return found


@pytest.fixture
def ledger(house: House) -> SqlLiveLedger:
    live: Any = house.container.catalog.live
    found: SqlLiveLedger = live.ledger()
    return found


@pytest.fixture
def stream(
    house: House, season: ChannelFacts, ids: Ids, streams: SqlLiveStreams, transaction: Callable[..., Any]
) -> LiveStream:
    """The stream of the game `on-now`, on port 19350."""
    with transaction(season.id):
        found = streams.add(EventId(ids("event", "on-now")))
        found.folder, found.port = f"live/{found.id}-00ff", 19350
        streams.save(found)
    return found


def test_a_stream_is_read_as_it_was_kept(
    season: ChannelFacts,
    stream: LiveStream,
    streams: SqlLiveStreams,
    house: House,
    transaction: Callable[..., Any],
) -> None:
    media: Any = house.container.catalog.media
    with transaction(season.id):
        asset = media.assets().add("0" * 64, "game.mp4")
        stream.state, stream.generation, stream.takes, stream.dvr_seconds = LiveState.LIVE, 2, 7, 600
        stream.started_at = stream.gone_at = stream.finished_at = stream.leased_until = NOON
        stream.fault, stream.lease, stream.asset_id = "No picture.", "ours", AssetId(asset.id)
        streams.save(stream)
    with transaction(season.id):
        assert streams.of_event(stream.event_id) == stream
        assert streams.all() == [stream]


def test_a_stream_is_found_in_its_own_channel_alone(
    stream: LiveStream,
    streams: SqlLiveStreams,
    ledger: SqlLiveLedger,
    other_channel: ChannelFacts,
    transaction: Callable[..., Any],
) -> None:
    with transaction(other_channel.id):
        assert streams.of_event(stream.event_id) is None
        assert streams.all() == []
    assert ledger.find(other_channel.id, stream.id) is None
    with pytest.raises(NotFound):
        ledger.change(other_channel.id, stream.id, lambda one: one.end())


def test_the_ports_of_all_channels_are_known(
    stream: LiveStream,
    streams: SqlLiveStreams,
    other_channel: ChannelFacts,
    transaction: Callable[..., Any],
) -> None:
    with transaction(other_channel.id):
        assert streams.ports_taken() == {19350}
        assert streams.all() == []


def test_an_ingest_process_sees_the_open_streams_of_all_channels(
    stream: LiveStream, ledger: SqlLiveLedger
) -> None:
    assert [one.id for one in ledger.unfinished()] == [stream.id]
    found = ledger.of_event(stream.event_id)
    assert found is not None
    assert found.channel_id == stream.channel_id

    def finish(one: LiveStream) -> None:
        one.claim("ours", NOON)
        one.end()
        one.finish("ours", NOON)

    ledger.change(stream.channel_id, stream.id, finish)
    assert ledger.unfinished() == []
    assert [one.state for one in ledger.all()] == [LiveState.FINISHED]


def test_two_processes_that_change_a_stream_at_once_change_it_one_after_the_other(
    stream: LiveStream,
    streams: SqlLiveStreams,
    ledger: SqlLiveLedger,
    transaction: Callable[..., Any],
) -> None:
    begun = threading.Event()

    def claim_elsewhere() -> bool:
        begun.set()
        return ledger.change(stream.channel_id, stream.id, lambda other: other.claim("theirs", NOON))

    with ThreadPoolExecutor(1) as elsewhere:
        with transaction(stream.channel_id):
            held = streams.held(stream.event_id)
            assert held is not None
            theirs = elsewhere.submit(claim_elsewhere)
            begun.wait()
            wait([theirs], timeout=0.2)
            assert held.claim("ours", NOON)
            streams.save(held)
        assert theirs.result(timeout=30) is False
    with pytest.raises(LeaseLost):
        ledger.change(stream.channel_id, stream.id, lambda one: one.renew("theirs", NOON))
    with pytest.raises(StaleDataError), transaction(stream.channel_id):
        streams.save(stream)


def test_an_operator_ends_a_stream_while_the_ingest_renews_its_lease(
    stream: LiveStream,
    streams: SqlLiveStreams,
    ledger: SqlLiveLedger,
    transaction: Callable[..., Any],
) -> None:
    def begin(one: LiveStream) -> None:
        one.claim("theirs", NOON)
        one.go_live("theirs", NOON)

    ledger.change(stream.channel_id, stream.id, begin)
    with ThreadPoolExecutor(1) as elsewhere:
        renewals: list[Future[None]] = []

        class RenewedMeanwhile(FakeStreams):
            """Between what the operator read and what he writes: a renewal, if it can be had."""

            def set_publishing(
                self, event_id: EventId, publishing: bool, *, interrupted: bool = False
            ) -> None:
                super().set_publishing(event_id, publishing, interrupted=interrupted)
                begun = threading.Event()

                def renew() -> None:
                    begun.set()
                    ledger.change(stream.channel_id, stream.id, lambda one: one.renew("theirs", LATER))

                renewals.append(elsewhere.submit(renew))
                begun.wait()
                wait(renewals, timeout=0.2)

        with transaction(stream.channel_id):
            StopStream(streams, RenewedMeanwhile())(stream.event_id)
        renewals[0].result(timeout=30)
    found = ledger.find(stream.channel_id, stream.id)
    assert found is not None
    assert (found.state, found.lease) == (LiveState.ENDING, "theirs")


def test_a_pack_that_is_applied_again_leaves_the_stream_and_its_medium(
    house: House,
    season: ChannelFacts,
    stream: LiveStream,
    streams: SqlLiveStreams,
    apply: Callable[..., None],
    transaction: Callable[..., Any],
    exported: Callable[[ChannelFacts], dict[str, Any]],
) -> None:
    catalog: Any = house.container.catalog
    owner = Owner("event", stream.event_id)
    before = exported(season)
    with transaction(season.id):
        catalog.media.rows().put_live(owner, f"{stream.folder}/master.m3u8", 1_800_000_000)
        catalog.events().set_publishing(stream.event_id, True)
        catalog.events().set_ended(stream.event_id, True)
    apply(season)
    with transaction(season.id):
        found = catalog.events().get(stream.event_id)
        assert (found.stream.publishing, found.stream.ended) == (True, True)
        assert streams.of_event(stream.event_id) == stream
        (row,) = [row for row in rows(catalog, stream) if row.type is MediaType.LIVE]
        assert (row.url, row.start_ts) == (f"{stream.folder}/master.m3u8", 1_800_000_000)
    assert exported(season) == before


def test_an_event_shows_one_ingested_stream_at_most(
    house: House, season: ChannelFacts, stream: LiveStream, transaction: Callable[..., Any]
) -> None:
    catalog: Any = house.container.catalog
    owner = Owner("event", stream.event_id)
    with transaction(season.id):
        for start in (1, 2):
            catalog.media.rows().put_live(owner, "live/1-00ff/master.m3u8", start)
        assert [row.start_ts for row in rows(catalog, stream) if row.is_ingested] == [2]
        catalog.media.rows().take_off_live(owner)
        assert not any(row.is_ingested for row in rows(catalog, stream))


def rows(catalog: Any, stream: LiveStream) -> list[MediaRow]:
    found = catalog.media.rows().rows_for("event", [stream.event_id])
    return list(found.get(stream.event_id, ()))
