"""Events, library, media, playback, packs and sales of the catalog's container."""

from __future__ import annotations

from pathlib import Path

from dependency_injector import providers

from touchline.billing.facade import BillingFacade
from touchline.catalog.adapters.gateways import (
    BillingGateway,
    ChannelCountryLookup,
    ChannelDirectory,
    ChannelGateway,
    ChannelMemberships,
    ChannelRenditionSettings,
    ChannelSessions,
    HostChannelGateway,
)
from touchline.catalog.adapters.site_urls import ConfiguredSiteUrls
from touchline.catalog.adapters.sql.consents import SqlConsents
from touchline.catalog.adapters.sql.events.audio_only_access import SqlAudioOnlyAccess
from touchline.catalog.adapters.sql.events.event_media import SqlEventMedia
from touchline.catalog.adapters.sql.events.events import SqlEvents
from touchline.catalog.adapters.sql.events.followable_items import SqlFollowableItems
from touchline.catalog.adapters.sql.events.reported_items import SqlReportedItems
from touchline.catalog.adapters.sql.events.sale_schedule import SqlSaleSchedule
from touchline.catalog.adapters.sql.events.taxonomy import SqlTaxonomy
from touchline.catalog.adapters.sql.events.today_lookup import SqlTodayLookup
from touchline.catalog.adapters.sql.library.library_items import SqlLibraryItems
from touchline.catalog.adapters.sql.media.assets import (
    SqlAssets,
    SqlFolderOwners,
    SqlMediaItems,
    SqlMediaOwners,
)
from touchline.catalog.adapters.sql.media.live_streams import SqlLiveStreams
from touchline.catalog.adapters.sql.media.live_tables import TestStreamRow
from touchline.catalog.adapters.sql.media.recordings import SqlRecordings
from touchline.catalog.adapters.sql.media.uploads import SqlUploads
from touchline.catalog.adapters.sql.packs.pack_store import SqlPackStore
from touchline.catalog.adapters.sql.scoring.sports import SqlSports
from touchline.catalog.adapters.sql.search.catalog_search import SqlCatalogSearch
from touchline.catalog.adapters.sql.search.search_index import SqlSearchIndex
from touchline.catalog.adapters.sql.site_index import SqlSiteIndex
from touchline.catalog.adapters.upload_files import LocalUploadFiles
from touchline.catalog.application.consents import (
    ConsentRegister,
    DeleteOutdatedConsents,
    WarnAboutMissingConsents,
)
from touchline.catalog.application.events.calendars import CalendarQueries
from touchline.catalog.application.events.event_cards import CardQueries
from touchline.catalog.application.events.event_data import EventDataLoader
from touchline.catalog.application.events.event_queries import ListEvents, ListFollowedEvents, ShowEvent
from touchline.catalog.application.events.event_serializer import EventSerializer
from touchline.catalog.application.events.followable_queries import FollowableQueries
from touchline.catalog.application.events.home_rails import HomeRails
from touchline.catalog.application.events.reported_queries import ReportedQueries
from touchline.catalog.application.events.running_events import ListRunningEvents
from touchline.catalog.application.events.simulations import SetSimulation, ShowSimulation
from touchline.catalog.application.events.studio_events import ListStudioEvents
from touchline.catalog.application.events.taxonomy_queries import TaxonomyQueries
from touchline.catalog.application.events.today_events import TodayEvents
from touchline.catalog.application.events.viewer_events import ViewerEvents
from touchline.catalog.application.library.library_queries import LibraryQueries
from touchline.catalog.application.library.library_serializer import LibrarySerializer
from touchline.catalog.application.live.stream_tests import CheckTestPlayback
from touchline.catalog.application.media.add_media import AddMedia
from touchline.catalog.application.media.asset_store import AssetStore
from touchline.catalog.application.media.captions import CaptionService
from touchline.catalog.application.media.channel_renditions import ChannelRenditions
from touchline.catalog.application.media.list_videos import ListVideos
from touchline.catalog.application.media.media_links import SignedMediaLinks
from touchline.catalog.application.media.media_sources import MediaSources
from touchline.catalog.application.media.process_media import ProcessMedia, RecoverMedia
from touchline.catalog.application.media.trimmed_folders import TrimmedFolders
from touchline.catalog.application.media.trims import (
    ApplyTrim,
    CheckStudioPlayback,
    StudioPlayback,
    SwitchFolder,
    TrimService,
)
from touchline.catalog.application.media.uploads import DeleteExpiredUploads, FinishUpload, UploadService
from touchline.catalog.application.packs.apply_pack import ApplyPack
from touchline.catalog.application.packs.export_pack import ExportPack
from touchline.catalog.application.playback.device_limits import DeviceLimits
from touchline.catalog.application.playback.footage_queries import FootageQueries
from touchline.catalog.application.playback.footage_reader import FootageReader
from touchline.catalog.application.playback.playback_cache import CachedPlaybackRights
from touchline.catalog.application.playback.playback_rights import CheckPlayback
from touchline.catalog.application.playback.record_requests import RecordAttempt, RecordMediaRequest
from touchline.catalog.application.playback.show_devices import ShowDevices
from touchline.catalog.application.request_context import RequestContextFactory
from touchline.catalog.application.sales import SaleQueries
from touchline.catalog.application.scoring.season_queries import SeasonQueries
from touchline.catalog.application.search import SearchCatalog
from touchline.catalog.domain.scoring.timeline_tokens import TimelineTokens
from touchline.catalog.ports.events.followed_ids import GetFollowedIds
from touchline.catalog.ports.media.camera_ingest import CameraIngest
from touchline.catalog.ports.media.captions import CaptionConverter
from touchline.catalog.ports.media.delivery import ClipPlayback, Delivery, PlaybackRightsUnavailableError
from touchline.catalog.ports.media.ingest import Ingest
from touchline.catalog.ports.media.live_streams import LiveStreamsUnavailableError
from touchline.catalog.ports.media.playback_log import PlaybackLog
from touchline.catalog.ports.media.restreamer import Restreamer
from touchline.catalog.ports.media.storage import Storage
from touchline.catalog.ports.media.video_packager import VideoPackager
from touchline.catalog.ports.score_settings import ScoreSettings
from touchline.channel.facade import ChannelFacade
from touchline.platform.container import Platform
from touchline.platform.cores import usable_cores
from touchline.platform.db.session import bind_channel
from touchline.platform.db.unit_of_work import SqlUnitOfWorkFactory


class CoreProviders(Platform):
    """The sections of the catalog's container that the others use."""

    # Facades of other contexts, ports that `front` implements, and adapters that a setting selects
    channel: providers.Dependency[ChannelFacade] = providers.Dependency()
    billing: providers.Dependency[BillingFacade] = providers.Dependency()
    get_followed_ids: providers.Dependency[GetFollowedIds] = providers.Dependency()
    clip_playback: providers.Dependency[ClipPlayback] = providers.Dependency()
    playback_log: providers.Dependency[PlaybackLog] = providers.Dependency()
    score_settings: providers.Dependency[ScoreSettings] = providers.Dependency()
    storage: providers.Dependency[Storage] = providers.Dependency()
    video_packager: providers.Dependency[VideoPackager] = providers.Dependency()
    caption_converter: providers.Dependency[CaptionConverter] = providers.Dependency()
    delivery: providers.Dependency[Delivery] = providers.Dependency()
    ingest: providers.Dependency[Ingest] = providers.Dependency()
    camera_ingest: providers.Dependency[CameraIngest] = providers.Dependency()
    restreamer: providers.Dependency[Restreamer] = providers.Dependency()

    # Gateways and request context
    current_channel = providers.Singleton(ChannelGateway, channel)
    channel_directory = providers.Singleton(ChannelDirectory, channel)
    host_channel_gateway = providers.Singleton(HostChannelGateway, channel)
    entitlements = providers.Singleton(BillingGateway, billing)
    sessions = providers.Singleton(ChannelSessions, channel)
    country_lookup = providers.Singleton(ChannelCountryLookup, channel)
    site_urls = providers.Singleton(
        ConfiguredSiteUrls,
        Platform.settings.provided.api_host,
        Platform.open_files.provided.url,
        current_channel,
    )
    sports = providers.Singleton(SqlSports, Platform.session)
    request_contexts = providers.Singleton(
        RequestContextFactory, current_channel, site_urls, sports, score_settings, Platform.clock
    )

    # Events and taxonomy
    search_index = providers.Singleton(SqlSearchIndex, Platform.session)
    events = providers.Singleton(SqlEvents, Platform.session, search_index, Platform.announce)
    event_media = providers.Singleton(SqlEventMedia, Platform.session)
    taxonomy = providers.Singleton(SqlTaxonomy, Platform.session, search_index)
    memberships = providers.Singleton(ChannelMemberships, channel)
    viewer_events = providers.Singleton(ViewerEvents, events, memberships, taxonomy)
    _all_events = (events, viewer_events)
    library_items = providers.Singleton(SqlLibraryItems, Platform.session, search_index)
    consents = providers.Singleton(SqlConsents, Platform.session)

    # Media
    stream_uow = providers.Singleton(SqlUnitOfWorkFactory, Platform.database, LiveStreamsUnavailableError)
    assets = providers.Singleton(SqlAssets, Platform.session)
    media_items = providers.Singleton(SqlMediaItems, Platform.session)
    media_owners = providers.Singleton(SqlMediaOwners, Platform.session)
    recordings = providers.Singleton(SqlRecordings, Platform.session)
    asset_store = providers.Singleton(AssetStore, Platform.uow, assets)
    media_sources = providers.Singleton(MediaSources, storage)
    cores = providers.Callable(usable_cores)
    audio_only_access = providers.Singleton(
        SqlAudioOnlyAccess, Platform.session, Platform.clock, entitlements.provided.sells_audio_only
    )
    rendition_settings = providers.Singleton(
        ChannelRenditions,
        stream_uow,
        providers.Singleton(ChannelRenditionSettings, channel),
        audio_only_access,
        cores,
    )
    add_media = providers.Singleton(AddMedia, assets, media_items, media_sources, events, Platform.jobs)
    uploads = providers.Singleton(SqlUploads, Platform.session)
    upload_files = providers.Singleton(
        LocalUploadFiles, providers.Callable(Path.joinpath, Platform.settings.provided.var, "uploads")
    )
    upload_service = providers.Singleton(
        UploadService,
        *(Platform.uow, uploads, upload_files, Platform.jobs, Platform.record_audit, Platform.clock),
        Platform.settings.provided.max_upload_gigabytes,
        Platform.settings.provided.upload_retention_days,
    )
    finish_upload = providers.Singleton(FinishUpload, Platform.uow, uploads, upload_files, assets, add_media)
    delete_expired_uploads = providers.Singleton(
        DeleteExpiredUploads, Platform.uow, uploads, upload_files, Platform.clock
    )
    process_media = providers.Singleton(
        ProcessMedia,
        *(asset_store, media_items, events, storage, media_sources, video_packager, Platform.clock),
        renditions=rendition_settings,
        on_finished=finish_upload.provided.remove_files,
        announce=Platform.announce,
    )
    list_videos = providers.Singleton(ListVideos, media_owners, recordings, assets, uploads)
    captions = providers.Singleton(
        CaptionService,
        *(assets, media_items, storage, caption_converter, Platform.record_audit, Platform.announce),
    )
    footage_reader = providers.Singleton(FootageReader, storage)
    switch_folder = providers.Singleton(SwitchFolder, assets, media_items, Platform.jobs, Platform.announce)
    _trim_arguments = (switch_folder, Platform.jobs, Platform.record_audit, Platform.clock)
    trim_service = providers.Singleton(
        TrimService, assets, media_items, events, footage_reader, *_trim_arguments
    )
    trimmed_folders = providers.Singleton(TrimmedFolders, storage, caption_converter, video_packager)
    apply_trim = providers.Singleton(ApplyTrim, Platform.uow, assets, trimmed_folders, storage, switch_folder)
    studio_playback = providers.Singleton(StudioPlayback, assets, delivery)
    recover_media = providers.Singleton(RecoverMedia, asset_store, Platform.jobs)
    media_links = providers.Singleton(SignedMediaLinks, media_items, delivery, site_urls)
    streams = providers.Singleton(SqlLiveStreams, Platform.session, Platform.database)
    test_streams = providers.Singleton(SqlLiveStreams, Platform.session, Platform.database, TestStreamRow)

    # Events
    event_data_loader = providers.Singleton(EventDataLoader, media_links, entitlements, entitlements)
    timeline_tokens = providers.Singleton(TimelineTokens, Platform.secret)
    event_serializer = providers.Singleton(EventSerializer, event_data_loader, site_urls, timeline_tokens)
    list_events = providers.Singleton(ListEvents, viewer_events, event_serializer, request_contexts)
    list_studio_events = providers.Singleton(ListStudioEvents, events, event_media, request_contexts)
    today_lookup = providers.Singleton(SqlTodayLookup, Platform.session)
    today_events = providers.Singleton(
        TodayEvents, events, event_media, today_lookup, entitlements, request_contexts
    )
    list_followed_events = providers.Singleton(ListFollowedEvents, get_followed_ids, list_events)
    show_event = providers.Singleton(ShowEvent, viewer_events, event_serializer, request_contexts)
    show_simulation = providers.Singleton(
        ShowSimulation, viewer_events, event_data_loader, event_serializer, media_links, request_contexts
    )
    set_simulation = providers.Singleton(SetSimulation, events)
    home_rails = providers.Singleton(HomeRails, events, taxonomy, event_serializer, request_contexts)
    season_queries = providers.Singleton(SeasonQueries, events, taxonomy, request_contexts)
    taxonomy_queries = providers.Singleton(TaxonomyQueries, taxonomy, request_contexts)
    calendar_queries = providers.Singleton(
        CalendarQueries, *_all_events, current_channel, site_urls, request_contexts, Platform.clock
    )
    card_queries = providers.Singleton(
        CardQueries,
        *_all_events,
        library_items,
        event_data_loader,
        request_contexts,
        site_urls,
        Platform.clock,
    )
    followable_items = providers.Singleton(SqlFollowableItems, Platform.session)
    list_running_events = providers.Singleton(
        ListRunningEvents, followable_items, viewer_events, event_serializer, request_contexts
    )
    followable_queries = providers.Singleton(
        FollowableQueries, followable_items, *_all_events, library_items, request_contexts, Platform.clock
    )

    # Library and search
    library_serializer = providers.Singleton(LibrarySerializer, media_links, entitlements, site_urls)
    library_queries = providers.Singleton(LibraryQueries, library_items, library_serializer, request_contexts)
    catalog_search = providers.Singleton(SqlCatalogSearch, Platform.session, search_index)
    search_catalog = providers.Singleton(
        SearchCatalog, catalog_search, event_serializer, library_serializer, request_contexts
    )

    # Playback
    device_limits = providers.Singleton(DeviceLimits, Platform.shared_state, sessions, Platform.clock)
    show_devices = providers.Singleton(
        ShowDevices,
        device_limits,
        sessions,
        viewer_events,
        event_data_loader,
        library_items,
        library_serializer,
        request_contexts,
    )
    check_playback = providers.Singleton(
        CheckPlayback,
        providers.Singleton(SqlFolderOwners, Platform.session),
        *_all_events,
        library_items,
        event_data_loader,
        library_serializer,
        clip_playback,
        request_contexts,
        providers.Singleton(CheckTestPlayback, test_streams, channel.provided.check_permission),
        providers.Singleton(CheckStudioPlayback, assets, channel.provided.check_permission),
        device_limits,
    )
    playback_rights = providers.Singleton(
        CachedPlaybackRights,
        providers.Singleton(SqlUnitOfWorkFactory, Platform.database, PlaybackRightsUnavailableError),
        providers.Object(bind_channel),
        sessions,
        check_playback,
        Platform.clock,
        device_limits,
        check_playback.provided.list_event_ids,
    )
    record_media_request = providers.Singleton(RecordMediaRequest, playback_log, Platform.clock)
    record_attempt = providers.Singleton(RecordAttempt, playback_log, Platform.clock)
    footage_queries = providers.Singleton(
        FootageQueries, *_all_events, event_data_loader, footage_reader, request_contexts
    )

    # Consents
    consent_register = providers.Singleton(ConsentRegister, consents, events, current_channel, Platform.clock)
    warn_about_missing_consents = providers.Singleton(
        WarnAboutMissingConsents, Platform.uow, channel_directory, consent_register, Platform.announce
    )
    delete_outdated_consents = providers.Singleton(
        DeleteOutdatedConsents, Platform.uow, consents, Platform.clock
    )

    # Packs and sales
    pack_store = providers.Singleton(
        SqlPackStore, Platform.session, search_index, Platform.clock, Platform.announce
    )
    site_index = providers.Singleton(SqlSiteIndex, Platform.session)
    apply_pack = providers.Singleton(ApplyPack, pack_store, media_items)
    export_pack = providers.Singleton(
        ExportPack, taxonomy, sports, events, library_items, media_items, pack_store, Platform.clock
    )
    sale_schedule = providers.Singleton(SqlSaleSchedule, Platform.session)
    _sale_arguments = (library_items, media_links, entitlements, current_channel, Platform.clock)
    sale_queries = providers.Singleton(SaleQueries, *_all_events, sale_schedule, *_sale_arguments)
    reported_queries = providers.Singleton(
        ReportedQueries, providers.Singleton(SqlReportedItems, Platform.session), request_contexts
    )
