"""Providers of live ingest. `catalog.container` supplies the external dependencies."""

from datetime import timedelta

from dependency_injector import containers, providers

from touchline.catalog.adapters.sql.media.live_streams import SqlLiveStreams, SqlLiveStreamStore
from touchline.catalog.adapters.sql.media.live_tables import TestStreamRow
from touchline.catalog.adapters.sql.media.recordings import SqlRecordings, SqlWithdrawnRecordings
from touchline.catalog.application.live.clean_up_live import CleanUpLive
from touchline.catalog.application.live.join_recording import JoinRecording
from touchline.catalog.application.live.stream_commands import (
    OpenStream,
    ReopenStream,
    StopStream,
    StreamTests,
)
from touchline.catalog.application.live.stream_keys import AuthorizePublisher, StreamKeys
from touchline.catalog.application.live.stream_service import LiveStreamService
from touchline.catalog.application.live.stream_supervisor import IngestServices
from touchline.catalog.application.live.supervise_streams import SuperviseStreams
from touchline.catalog.application.media.takedowns import DeleteWithdrawnRecording, TakeDownRecording


class LiveContainer(containers.DeclarativeContainer):
    """Container of live streams: stream keys, supervision and recordings. IDs for
    `Provide["catalog.live.…"]`.
    """

    settings = providers.Dependency()
    secret = providers.Dependency()
    clock = providers.Dependency()
    database = providers.Dependency()
    session = providers.Dependency()
    jobs = providers.Dependency()
    stream_states = providers.Dependency()
    storage = providers.Dependency()
    video_packager = providers.Dependency()
    ingest = providers.Dependency()
    assets = providers.Dependency()
    media_items = providers.Dependency()
    add_media = providers.Dependency()
    announce = providers.Dependency()
    takedown_log = providers.Dependency()
    renditions = providers.Dependency()

    streams = providers.Singleton(SqlLiveStreams, session, database)
    stream_store = providers.Singleton(SqlLiveStreamStore, database, streams)
    recordings = providers.Singleton(SqlRecordings, session)
    test_streams = providers.Singleton(SqlLiveStreams, session, database, TestStreamRow)
    test_stream_store = providers.Singleton(SqlLiveStreamStore, database, test_streams)
    stream_keys = providers.Singleton(StreamKeys, secret)
    open_stream = providers.Singleton(OpenStream, streams, ingest, clock)
    reopen_stream = providers.Singleton(
        ReopenStream, streams, stream_states, media_items, recordings, ingest, clock
    )
    stop_stream = providers.Singleton(StopStream, streams, stream_states)
    stream_tests = providers.Singleton(StreamTests, test_streams, ingest, clock)
    authorize_publisher = providers.Singleton(
        AuthorizePublisher, stream_store, test_stream_store, stream_keys
    )
    stream_service = providers.Singleton(
        LiveStreamService, stream_store, media_items, stream_states, jobs, announce, clock
    )
    grace_period = providers.Singleton(timedelta, seconds=settings.provided.live_grace_seconds)
    end_margin = providers.Singleton(timedelta, minutes=settings.provided.live_end_margin_minutes)
    ingest_services = providers.Singleton(
        IngestServices,
        stream_service,
        storage,
        ingest,
        stream_keys,
        clock,
        grace_period,
        end_margin,
        renditions,
    )
    supervise_streams = providers.Singleton(SuperviseStreams, stream_store, ingest_services)
    test_stream_service = providers.Singleton(
        LiveStreamService, test_stream_store, media_items, stream_states, jobs, announce, clock
    )
    test_ingest_services = providers.Singleton(
        IngestServices,
        test_stream_service,
        storage,
        ingest,
        stream_keys,
        clock,
        grace_period,
        end_margin,
        renditions,
    )
    supervise_test_streams = providers.Singleton(SuperviseStreams, test_stream_store, test_ingest_services)
    join_recording = providers.Singleton(JoinRecording, stream_store, storage, video_packager, add_media)
    take_down = providers.Singleton(
        TakeDownRecording,
        recordings,
        media_items,
        stream_states,
        streams,
        takedown_log,
        jobs,
        announce,
        clock,
    )
    withdrawn_recordings = providers.Singleton(SqlWithdrawnRecordings, database)
    delete_withdrawn_recording = providers.Singleton(DeleteWithdrawnRecording, take_down, clock)
    clean_up_live = providers.Singleton(
        CleanUpLive, stream_store, test_stream_store, assets, media_items, storage, jobs, clock
    )
