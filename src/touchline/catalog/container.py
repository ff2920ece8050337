"""Providers of context `catalog`. What it lacks is a Dependency, given in `touchline.container`."""

from dependency_injector import containers, providers

from touchline.catalog.adapters.gateways import (
    BillingGateway,
    ChannelAtHost,
    ChannelGateway,
    ChannelTakedowns,
)
from touchline.catalog.adapters.http.addresses import SiteAddresses
from touchline.catalog.adapters.playback_rights import RememberedRights
from touchline.catalog.adapters.sql.consents import SqlConsents
from touchline.catalog.adapters.sql.events import SqlEvents
from touchline.catalog.adapters.sql.finder import SqlFinder
from touchline.catalog.adapters.sql.followable import SqlFollowable
from touchline.catalog.adapters.sql.library import SqlLibrary
from touchline.catalog.adapters.sql.media import SqlFolderOwners
from touchline.catalog.adapters.sql.pack_store import SqlPackStore
from touchline.catalog.adapters.sql.places import SqlPlaces
from touchline.catalog.adapters.sql.reported import SqlReported
from touchline.catalog.adapters.sql.search_index import SqlSearchIndex
from touchline.catalog.adapters.sql.season import SqlSeason
from touchline.catalog.adapters.sql.site_index import SqlSiteIndex
from touchline.catalog.application.apply_pack import ApplyPack
from touchline.catalog.application.asking import Desk
from touchline.catalog.application.calendars import Calendars
from touchline.catalog.application.change_schedule import ChangeSchedule
from touchline.catalog.application.consents import (
    ConsentRegister,
    EraseOutdatedConsents,
    WarnOfMissingConsents,
)
from touchline.catalog.application.event_answers import EventAnswers
from touchline.catalog.application.event_parts import EventParts
from touchline.catalog.application.event_queries import ListEvents, ListFollowed, ShowEvent
from touchline.catalog.application.export_pack import ExportPack
from touchline.catalog.application.home_rails import HomeRails
from touchline.catalog.application.library_answers import LibraryAnswers
from touchline.catalog.application.library_queries import LibraryQueries
from touchline.catalog.application.place_queries import PlaceQueries
from touchline.catalog.application.playback_rights import CheckPlayback
from touchline.catalog.application.read_footage import ReadFootage
from touchline.catalog.application.search import Search
from touchline.catalog.application.show_cards import ShowCards
from touchline.catalog.application.show_followable import ShowFollowable
from touchline.catalog.application.show_footage import ShowFootage
from touchline.catalog.application.show_on_sale import ShowOnSale
from touchline.catalog.application.show_reported import ShowReported
from touchline.catalog.application.show_simulation import SetSimulation, ShowSimulation
from touchline.catalog.application.show_stream_test import CheckTestPlayback, ShowStreamTest
from touchline.catalog.facade import CatalogFacade
from touchline.catalog.live_container import Live
from touchline.catalog.media_container import Media


class Catalog(containers.DeclarativeContainer):
    """Everything `catalog` makes: repositories, use cases, queries, media. Ids for `Provide["catalog.…"]`."""

    settings = providers.Dependency()
    clock = providers.Dependency()
    database = providers.Dependency()
    session = providers.Dependency()
    jobs = providers.Dependency()
    open_files = providers.Dependency()
    channel = providers.Dependency()
    billing = providers.Dependency()
    storage = providers.Dependency()
    video = providers.Dependency()
    delivery = providers.Dependency()
    ingest = providers.Dependency()
    secret = providers.Dependency()
    announce = providers.Dependency()
    followed = providers.Dependency()
    clip_playback = providers.Dependency()
    is_operator = providers.Dependency()
    takedown_effects = providers.Dependency()

    channel_facts = providers.Singleton(ChannelGateway, channel)
    entitlements = providers.Singleton(BillingGateway, billing)
    addresses = providers.Singleton(
        SiteAddresses, settings.provided.api_host, open_files.provided.url, channel_facts
    )
    search_index = providers.Singleton(SqlSearchIndex, session)
    events = providers.Singleton(SqlEvents, session, search_index)
    places = providers.Singleton(SqlPlaces, session, search_index)
    library = providers.Singleton(SqlLibrary, session, search_index)
    pack_store = providers.Singleton(SqlPackStore, session, search_index, clock)
    site_index = providers.Singleton(SqlSiteIndex, session)
    media = providers.Container(
        Media,
        clock=clock,
        database=database,
        session=session,
        jobs=jobs,
        channel=channel,
        addresses=addresses,
        streams=events,
        storage=storage,
        video=video,
        delivery=delivery,
    )

    live = providers.Container(
        Live,
        settings=settings,
        secret=secret,
        clock=clock,
        database=database,
        session=session,
        jobs=jobs,
        states=events,
        storage=storage,
        video=video,
        ingest=ingest,
        assets=media.assets,
        rows=media.rows,
        add_media=media.add,
        announce=announce,
        renditions=media.renditions,
        takedown_log=providers.Singleton(ChannelTakedowns, channel),
    )

    consents = providers.Singleton(SqlConsents, session)
    consent_register = providers.Singleton(ConsentRegister, consents, events, channel_facts, clock)
    warn_of_consents = providers.Singleton(WarnOfMissingConsents, consent_register, announce)
    erase_outdated_consents = providers.Singleton(EraseOutdatedConsents, consents, clock)
    desk = providers.Singleton(Desk, channel_facts, addresses, clock)
    event_parts = providers.Singleton(EventParts, media.links, entitlements, entitlements)
    event_answers = providers.Singleton(EventAnswers, event_parts, addresses)
    library_answers = providers.Singleton(LibraryAnswers, media.links, entitlements, addresses)

    check_playback = providers.Singleton(
        CheckPlayback,
        providers.Singleton(SqlFolderOwners, session),
        events,
        library,
        event_parts,
        library_answers,
        clip_playback,
        desk,
        providers.Singleton(CheckTestPlayback, live.tests, is_operator),
    )
    playback_rights = providers.Singleton(RememberedRights, media.sessions, check_playback, database, clock)

    list_events = providers.Singleton(ListEvents, events, event_answers, desk)
    list_followed = providers.Singleton(ListFollowed, followed, list_events)
    show_event = providers.Singleton(ShowEvent, events, event_answers, desk)
    show_simulation = providers.Singleton(
        ShowSimulation, events, event_parts, event_answers, media.links, desk
    )
    show_stream_test = providers.Singleton(ShowStreamTest, live.tests, events, media.links)
    simulate = providers.Singleton(SetSimulation, events)
    home_rails = providers.Singleton(HomeRails, events, places, event_answers, desk)
    place_queries = providers.Singleton(PlaceQueries, places, desk)
    library_queries = providers.Singleton(LibraryQueries, library, library_answers, desk)

    calendars = providers.Singleton(Calendars, events, channel_facts, addresses, desk, clock)
    channel_at_host = providers.Singleton(ChannelAtHost, channel)
    finder = providers.Singleton(SqlFinder, session, search_index)
    search = providers.Singleton(Search, finder, event_answers, library_answers, desk)

    show_reported = providers.Singleton(ShowReported, providers.Singleton(SqlReported, session), desk)
    show_cards = providers.Singleton(ShowCards, events, library, event_parts, desk, addresses, clock)
    apply_pack = providers.Singleton(ApplyPack, pack_store, media.rows)
    export_pack = providers.Singleton(ExportPack, places, events, library, media.rows, clock)
    show_footage = providers.Singleton(
        ShowFootage, events, event_parts, providers.Singleton(ReadFootage, storage), desk
    )
    show_on_sale = providers.Singleton(
        ShowOnSale,
        events,
        providers.Singleton(SqlSeason, session),
        library,
        media.links,
        entitlements,
        channel_facts,
        clock,
    )
    show_followable = providers.Singleton(
        ShowFollowable, providers.Singleton(SqlFollowable, session), events, library, desk, clock
    )
    facade = providers.Singleton(
        CatalogFacade,
        place_queries,
        show_cards,
        apply_pack,
        export_pack,
        pack_store,
        site_index,
        show_on_sale,
        show_footage,
        list_events,
        show_followable,
        show_reported,
        library_queries,
        consent_register,
        providers.Singleton(ChangeSchedule, events, events, clock),
    )
