"""Providers of context `catalog`. `touchline.container` supplies the external dependencies."""

from dependency_injector import containers, providers

from touchline.catalog.adapters.gateways import (
    BillingGateway,
    ChannelGateway,
    ChannelTakedowns,
    HostChannelGateway,
)
from touchline.catalog.adapters.http.site_urls import ConfiguredSiteUrls
from touchline.catalog.adapters.playback_cache import CachedPlaybackRights
from touchline.catalog.adapters.sql.consents import SqlConsents
from touchline.catalog.adapters.sql.events.events import SqlEvents
from touchline.catalog.adapters.sql.events.followable_items import SqlFollowableItems
from touchline.catalog.adapters.sql.events.reported_items import SqlReportedItems
from touchline.catalog.adapters.sql.events.sale_schedule import SqlSaleSchedule
from touchline.catalog.adapters.sql.events.taxonomy import SqlTaxonomy
from touchline.catalog.adapters.sql.library.library_items import SqlLibraryItems
from touchline.catalog.adapters.sql.media.assets import SqlFolderOwners
from touchline.catalog.adapters.sql.packs.pack_store import SqlPackStore
from touchline.catalog.adapters.sql.search.catalog_search import SqlCatalogSearch
from touchline.catalog.adapters.sql.search.search_index import SqlSearchIndex
from touchline.catalog.adapters.sql.site_index import SqlSiteIndex
from touchline.catalog.application.consents import (
    ConsentRegister,
    DeleteOutdatedConsents,
    WarnAboutMissingConsents,
)
from touchline.catalog.application.events.calendars import CalendarQueries
from touchline.catalog.application.events.change_schedule import ChangeSchedule
from touchline.catalog.application.events.event_cards import CardQueries
from touchline.catalog.application.events.event_data import EventDataLoader
from touchline.catalog.application.events.event_queries import ListEvents, ListFollowedEvents, ShowEvent
from touchline.catalog.application.events.event_serializer import EventSerializer
from touchline.catalog.application.events.followable_queries import FollowableQueries
from touchline.catalog.application.events.home_rails import HomeRails
from touchline.catalog.application.events.reported_queries import ReportedQueries
from touchline.catalog.application.events.simulations import SetSimulation, ShowSimulation
from touchline.catalog.application.events.taxonomy_queries import TaxonomyQueries
from touchline.catalog.application.library.library_queries import LibraryQueries
from touchline.catalog.application.library.library_serializer import LibrarySerializer
from touchline.catalog.application.live.stream_tests import CheckTestPlayback, ShowStreamTest
from touchline.catalog.application.packs.apply_pack import ApplyPack
from touchline.catalog.application.packs.export_pack import ExportPack
from touchline.catalog.application.playback.footage_queries import FootageQueries
from touchline.catalog.application.playback.footage_reader import FootageReader
from touchline.catalog.application.playback.playback_rights import CheckPlayback
from touchline.catalog.application.request_context import RequestContextFactory
from touchline.catalog.application.sales import SaleQueries
from touchline.catalog.application.search import SearchCatalog
from touchline.catalog.facade import CatalogFacade
from touchline.catalog.live_container import LiveContainer
from touchline.catalog.media_container import MediaContainer
from touchline.platform.db.unit_of_work import SqlUnitOfWorkFactory


class CatalogContainer(containers.DeclarativeContainer):
    """Container of context `catalog`: repositories, use cases, queries and media. IDs for
    `Provide["catalog.…"]`.
    """

    settings = providers.Dependency()
    clock = providers.Dependency()
    database = providers.Dependency()
    uow = providers.Singleton(SqlUnitOfWorkFactory, database)
    session = providers.Dependency()
    jobs = providers.Dependency()
    open_files = providers.Dependency()
    channel = providers.Dependency()
    billing = providers.Dependency()
    storage = providers.Dependency()
    video_packager = providers.Dependency()
    delivery = providers.Dependency()
    ingest = providers.Dependency()
    secret = providers.Dependency()
    announce = providers.Dependency()
    get_followed_ids = providers.Dependency()
    clip_playback = providers.Dependency()
    is_operator = providers.Dependency()
    takedown_effects = providers.Dependency()

    current_channel = providers.Singleton(ChannelGateway, channel)
    entitlements = providers.Singleton(BillingGateway, billing)
    site_urls = providers.Singleton(
        ConfiguredSiteUrls, settings.provided.api_host, open_files.provided.url, current_channel
    )
    search_index = providers.Singleton(SqlSearchIndex, session)
    events = providers.Singleton(SqlEvents, session, search_index)
    taxonomy = providers.Singleton(SqlTaxonomy, session, search_index)
    library_items = providers.Singleton(SqlLibraryItems, session, search_index)
    pack_store = providers.Singleton(SqlPackStore, session, search_index, clock)
    site_index = providers.Singleton(SqlSiteIndex, session)
    media = providers.Container(
        MediaContainer,
        clock=clock,
        database=database,
        session=session,
        jobs=jobs,
        channel=channel,
        site_urls=site_urls,
        stream_states=events,
        storage=storage,
        video_packager=video_packager,
        delivery=delivery,
    )

    live = providers.Container(
        LiveContainer,
        settings=settings,
        secret=secret,
        clock=clock,
        database=database,
        session=session,
        jobs=jobs,
        stream_states=events,
        storage=storage,
        video_packager=video_packager,
        ingest=ingest,
        assets=media.assets,
        media_items=media.media_items,
        add_media=media.add_media,
        announce=announce,
        renditions=media.rendition_settings,
        takedown_log=providers.Singleton(ChannelTakedowns, channel),
    )

    consents = providers.Singleton(SqlConsents, session)
    consent_register = providers.Singleton(ConsentRegister, consents, events, current_channel, clock)
    warn_about_missing_consents = providers.Singleton(
        WarnAboutMissingConsents, uow, media.channel_directory, consent_register, announce
    )
    delete_outdated_consents = providers.Singleton(DeleteOutdatedConsents, uow, consents, clock)
    request_contexts = providers.Singleton(RequestContextFactory, current_channel, site_urls, clock)
    event_data_loader = providers.Singleton(EventDataLoader, media.media_links, entitlements, entitlements)
    event_serializer = providers.Singleton(EventSerializer, event_data_loader, site_urls)
    library_serializer = providers.Singleton(LibrarySerializer, media.media_links, entitlements, site_urls)

    check_playback = providers.Singleton(
        CheckPlayback,
        providers.Singleton(SqlFolderOwners, session),
        events,
        library_items,
        event_data_loader,
        library_serializer,
        clip_playback,
        request_contexts,
        providers.Singleton(CheckTestPlayback, live.test_streams, is_operator),
    )
    playback_rights = providers.Singleton(
        CachedPlaybackRights, media.sessions, check_playback, database, clock
    )

    list_events = providers.Singleton(ListEvents, events, event_serializer, request_contexts)
    list_followed_events = providers.Singleton(ListFollowedEvents, get_followed_ids, list_events)
    show_event = providers.Singleton(ShowEvent, events, event_serializer, request_contexts)
    show_simulation = providers.Singleton(
        ShowSimulation, events, event_data_loader, event_serializer, media.media_links, request_contexts
    )
    show_stream_test = providers.Singleton(ShowStreamTest, live.test_streams, events, media.media_links)
    set_simulation = providers.Singleton(SetSimulation, events)
    home_rails = providers.Singleton(HomeRails, events, taxonomy, event_serializer, request_contexts)
    taxonomy_queries = providers.Singleton(TaxonomyQueries, taxonomy, request_contexts)
    library_queries = providers.Singleton(LibraryQueries, library_items, library_serializer, request_contexts)

    calendar_queries = providers.Singleton(
        CalendarQueries, events, current_channel, site_urls, request_contexts, clock
    )
    host_channel_gateway = providers.Singleton(HostChannelGateway, channel)
    catalog_search = providers.Singleton(SqlCatalogSearch, session, search_index)
    search_catalog = providers.Singleton(
        SearchCatalog, catalog_search, event_serializer, library_serializer, request_contexts
    )

    reported_queries = providers.Singleton(
        ReportedQueries, providers.Singleton(SqlReportedItems, session), request_contexts
    )
    card_queries = providers.Singleton(
        CardQueries, events, library_items, event_data_loader, request_contexts, site_urls, clock
    )
    apply_pack = providers.Singleton(ApplyPack, pack_store, media.media_items)
    export_pack = providers.Singleton(ExportPack, taxonomy, events, library_items, media.media_items, clock)
    footage_queries = providers.Singleton(
        FootageQueries,
        events,
        event_data_loader,
        providers.Singleton(FootageReader, storage),
        request_contexts,
    )
    sale_queries = providers.Singleton(
        SaleQueries,
        events,
        providers.Singleton(SqlSaleSchedule, session),
        library_items,
        media.media_links,
        entitlements,
        current_channel,
        clock,
    )
    followable_queries = providers.Singleton(
        FollowableQueries,
        providers.Singleton(SqlFollowableItems, session),
        events,
        library_items,
        request_contexts,
        clock,
    )
    facade = providers.Singleton(
        CatalogFacade,
        taxonomy_queries,
        card_queries,
        apply_pack,
        export_pack,
        pack_store,
        site_index,
        sale_queries,
        footage_queries,
        list_events,
        followable_queries,
        reported_queries,
        library_queries,
        consent_register,
        providers.Singleton(ChangeSchedule, events, events, clock),
    )
