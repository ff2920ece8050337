"""Providers of the catalog's media. `catalog.container` supplies the external dependencies."""

from dependency_injector import containers, providers

from touchline.catalog.adapters.gateways import (
    ChannelCountryLookup,
    ChannelDirectory,
    ChannelRenditionSettings,
    ChannelSessions,
)
from touchline.catalog.adapters.sql.media.assets import SqlAssets, SqlMediaItems, SqlMediaOwners
from touchline.catalog.adapters.sql.media.live_streams import LiveStreamUnitOfWorkFactory
from touchline.catalog.application.media.add_media import AddMedia
from touchline.catalog.application.media.asset_store import AssetStore
from touchline.catalog.application.media.channel_renditions import ChannelRenditions
from touchline.catalog.application.media.media_links import SignedMediaLinks
from touchline.catalog.application.media.media_sources import MediaSources
from touchline.catalog.application.media.process_media import ProcessMedia, RecoverMedia
from touchline.platform.cores import usable_cores
from touchline.platform.db.unit_of_work import SqlUnitOfWorkFactory


class MediaContainer(containers.DeclarativeContainer):
    """Container of media: assets, media rows, the processing job and links. IDs for
    `Provide["catalog.media.…"]`.
    """

    clock = providers.Dependency()
    database = providers.Dependency()
    uow = providers.Singleton(SqlUnitOfWorkFactory, database)
    session = providers.Dependency()
    jobs = providers.Dependency()
    channel = providers.Dependency()
    site_urls = providers.Dependency()
    stream_states = providers.Dependency()
    storage = providers.Dependency()
    video_packager = providers.Dependency()
    delivery = providers.Dependency()

    channel_directory = providers.Singleton(ChannelDirectory, channel)
    assets = providers.Singleton(SqlAssets, session)
    media_items = providers.Singleton(SqlMediaItems, session)
    media_owners = providers.Singleton(SqlMediaOwners, session)
    asset_store = providers.Singleton(AssetStore, uow, assets)
    media_sources = providers.Singleton(MediaSources, storage)
    sessions = providers.Singleton(ChannelSessions, channel)
    country_lookup = providers.Singleton(ChannelCountryLookup, channel)

    cores = providers.Callable(usable_cores)
    rendition_settings = providers.Singleton(
        ChannelRenditions,
        providers.Singleton(LiveStreamUnitOfWorkFactory, database),
        providers.Singleton(ChannelRenditionSettings, channel),
        cores,
    )

    add_media = providers.Singleton(AddMedia, assets, media_items, media_sources, stream_states, jobs)
    process_media = providers.Singleton(
        ProcessMedia,
        asset_store,
        media_items,
        stream_states,
        storage,
        media_sources,
        video_packager,
        clock,
        renditions=rendition_settings,
    )
    recover_media = providers.Singleton(RecoverMedia, asset_store, jobs)
    media_links = providers.Singleton(SignedMediaLinks, media_items, delivery, site_urls)
