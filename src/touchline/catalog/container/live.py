"""Live streams of the catalog's container: encoders, phone cameras, health and recordings."""

from datetime import timedelta

from dependency_injector import providers

from touchline.catalog.adapters.gateways import (
    ChannelTakedowns,
)
from touchline.catalog.adapters.sql.events.rehearsal_events import SqlRehearsalEvents
from touchline.catalog.adapters.sql.media.camera_sessions import SqlCameraSessions
from touchline.catalog.adapters.sql.media.health_samples import SqlHealthSamples
from touchline.catalog.adapters.sql.media.live_captions import SqlLiveCaptions
from touchline.catalog.adapters.sql.media.recordings import SqlWithdrawnRecordings
from touchline.catalog.adapters.sql.media.stream_alerts import SqlAlertRecipients, SqlStreamAlerts
from touchline.catalog.application.live.alert_operators import AlertOperators
from touchline.catalog.application.live.camera_feed import CameraServices
from touchline.catalog.application.live.camera_service import CameraService
from touchline.catalog.application.live.clean_up_live import CleanUpLive
from touchline.catalog.application.live.ingest_services import EncoderServices, IngestServices
from touchline.catalog.application.live.join_recording import JoinRecording
from touchline.catalog.application.live.latest_health import StoredLatestHealth
from touchline.catalog.application.live.live_stream_store import LiveStreamStore
from touchline.catalog.application.live.record_health import RecordHealth
from touchline.catalog.application.live.rehearsal_events import AnnounceLive, RehearsalEvents
from touchline.catalog.application.live.stream_commands import (
    OpenStream,
    PutOnAir,
    ReopenStream,
    SetSafetyDelay,
    StopStream,
    StreamTests,
)
from touchline.catalog.application.live.stream_keys import AuthorizePublisher, StreamKeys
from touchline.catalog.application.live.stream_service import LiveStreamService
from touchline.catalog.application.live.stream_tests import ShowStreamTest
from touchline.catalog.application.live.studio_streams import StudioStreams
from touchline.catalog.application.live.supervise_streams import SuperviseStreams
from touchline.catalog.application.live_captions.caption_store import LiveCaptionStore
from touchline.catalog.application.live_captions.recorded_captions import RecordedCaptions
from touchline.catalog.application.media.takedowns import (
    DeleteWithdrawnRecordings,
    RemoveRecordingFiles,
    TakeDownRecording,
)
from touchline.catalog.container.core import CoreProviders
from touchline.catalog.domain.media.on_air import build_rules
from touchline.platform.container import Platform
from touchline.shared.concurrency.background import BackgroundThread


class LiveProviders(CoreProviders):
    """The section of live streams."""

    stream_store = providers.Singleton(LiveStreamStore, CoreProviders.stream_uow, CoreProviders.streams)
    test_stream_store = providers.Singleton(
        LiveStreamStore, CoreProviders.stream_uow, CoreProviders.test_streams
    )
    stream_keys = providers.Singleton(StreamKeys, Platform.secret)
    live_captions = providers.Singleton(SqlLiveCaptions, Platform.session)
    live_caption_store = providers.Singleton(LiveCaptionStore, CoreProviders.stream_uow, live_captions)
    open_stream = providers.Singleton(
        OpenStream,
        CoreProviders.streams,
        CoreProviders.events.provided.get,
        CoreProviders.ingest,
        Platform.clock,
    )
    reopen_stream = providers.Singleton(
        ReopenStream,
        CoreProviders.streams,
        CoreProviders.events,
        CoreProviders.media_items,
        CoreProviders.recordings,
        CoreProviders.ingest,
        Platform.clock,
    )
    rehearsal_store = providers.Singleton(SqlRehearsalEvents, Platform.session, Platform.clock)
    announce_live = providers.Singleton(AnnounceLive, Platform.announce, rehearsal_store)
    stop_stream = providers.Singleton(StopStream, CoreProviders.streams, CoreProviders.events, announce_live)
    put_on_air = providers.Singleton(PutOnAir, CoreProviders.streams)
    set_safety_delay = providers.Singleton(SetSafetyDelay, CoreProviders.streams)
    _stream_commands = (open_stream, stop_stream, reopen_stream, put_on_air, set_safety_delay)
    studio_streams = providers.Singleton(
        StudioStreams,
        CoreProviders.event_media,
        CoreProviders.streams,
        *_stream_commands,
        stream_keys,
        CoreProviders.ingest,
        Platform.clock,
    )
    stream_tests = providers.Singleton(
        StreamTests, CoreProviders.test_streams, CoreProviders.ingest, Platform.clock
    )
    authorize_publisher = providers.Singleton(
        AuthorizePublisher, stream_store, test_stream_store, stream_keys
    )
    rehearsal_events = providers.Singleton(
        RehearsalEvents,
        *(rehearsal_store, CoreProviders.streams, CoreProviders.assets, open_stream, stop_stream),
        *(stream_keys, CoreProviders.ingest, Platform.jobs, Platform.clock),
    )
    _stream_service_arguments = (
        CoreProviders.media_items,
        CoreProviders.events,
        Platform.jobs,
        announce_live,
        Platform.clock,
    )
    stream_service = providers.Singleton(LiveStreamService, stream_store, *_stream_service_arguments)
    reconnect_window = providers.Singleton(timedelta, seconds=Platform.settings.provided.live_grace_seconds)
    end_margin = providers.Singleton(timedelta, minutes=Platform.settings.provided.live_end_margin_minutes)
    health_samples = providers.Singleton(SqlHealthSamples, Platform.session)
    latest_health = providers.Singleton(StoredLatestHealth, CoreProviders.storage)
    _background = providers.Singleton(BackgroundThread, "stream-health")
    stream_alerts = providers.Singleton(SqlStreamAlerts, Platform.session)
    alert_recipients = providers.Singleton(SqlAlertRecipients, Platform.session)
    alert_operators = providers.Singleton(
        *(AlertOperators, CoreProviders.stream_uow, health_samples, stream_alerts, alert_recipients),
        *(CoreProviders.events, Platform.announce),
    )
    record_health = providers.Singleton(
        RecordHealth, CoreProviders.stream_uow, health_samples, latest_health, alert_operators, _background
    )
    failover_rules = providers.Singleton(
        build_rules,
        Platform.settings.provided.failover_return_seconds,
        Platform.settings.provided.failover_black_seconds,
        Platform.settings.provided.failover_silent_seconds,
        Platform.settings.provided.failover_clock_drift_seconds,
    )
    camera_sessions = providers.Singleton(SqlCameraSessions, Platform.session)
    camera_service = providers.Singleton(
        CameraService,
        *(
            Platform.uow,
            CoreProviders.event_media,
            CoreProviders.streams,
            camera_sessions,
            open_stream,
            CoreProviders.storage,
            Platform.clock,
        ),
    )
    camera_services = providers.Singleton(
        CameraServices,
        CoreProviders.stream_uow,
        camera_sessions,
        CoreProviders.camera_ingest,
        CoreProviders.storage,
        Platform.clock,
    )
    _encoder_arguments = (
        CoreProviders.ingest,
        stream_keys,
        CoreProviders.rendition_settings,
        failover_rules,
    )
    _ingest_arguments = (Platform.clock, reconnect_window, end_margin, record_health)
    ingest_services = providers.Singleton(
        IngestServices,
        *(stream_service, CoreProviders.storage),
        providers.Singleton(EncoderServices, *_encoder_arguments, camera_services),
        *_ingest_arguments,
        captions=live_caption_store,
        has_parts=Platform.settings.provided.live_low_delay,
        playback_log=CoreProviders.playback_log,
    )
    supervise_streams = providers.Singleton(SuperviseStreams, stream_store, ingest_services)
    test_stream_service = providers.Singleton(
        LiveStreamService, test_stream_store, *_stream_service_arguments
    )
    test_ingest_services = providers.Singleton(
        IngestServices,
        *(test_stream_service, CoreProviders.storage),
        providers.Singleton(EncoderServices, *_encoder_arguments),
        *_ingest_arguments,
        has_parts=Platform.settings.provided.live_low_delay,
    )
    supervise_test_streams = providers.Singleton(SuperviseStreams, test_stream_store, test_ingest_services)
    join_recording = providers.Singleton(
        JoinRecording,
        *(
            stream_store,
            CoreProviders.storage,
            CoreProviders.video_packager,
            CoreProviders.add_media,
            CoreProviders.assets,
        ),
        providers.Singleton(RecordedCaptions, live_caption_store),
    )
    _recording_sources = (
        CoreProviders.recordings,
        CoreProviders.media_items,
        CoreProviders.events,
        CoreProviders.streams,
    )
    _take_down_arguments = (Platform.jobs, Platform.announce, Platform.clock)
    take_down = providers.Singleton(
        TakeDownRecording,
        *(
            *_recording_sources,
            providers.Singleton(ChannelTakedowns, CoreProviders.channel),
            *_take_down_arguments,
        ),
    )
    remove_recording_files = providers.Singleton(RemoveRecordingFiles, CoreProviders.storage)
    delete_withdrawn_recordings = providers.Singleton(
        DeleteWithdrawnRecordings,
        Platform.uow,
        providers.Singleton(SqlWithdrawnRecordings, Platform.session),
        take_down,
        Platform.clock,
    )
    _clean_up_arguments = (
        CoreProviders.assets,
        CoreProviders.media_items,
        CoreProviders.storage,
        Platform.jobs,
        Platform.clock,
    )
    clean_up_live = providers.Singleton(
        CleanUpLive, stream_store, test_stream_store, *_clean_up_arguments, camera_services
    )
    show_stream_test = providers.Singleton(
        ShowStreamTest, CoreProviders.test_streams, CoreProviders.events, CoreProviders.media_links
    )
