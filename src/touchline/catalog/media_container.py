"""Providers of the catalogue's media. What it lacks is a Dependency, given in `catalog.container`."""

from dependency_injector import containers, providers

from touchline.catalog.adapters.gateways import (
    ChannelCountries,
    ChannelNames,
    ChannelRenditions,
    ChannelSessions,
)
from touchline.catalog.adapters.sql.media import SqlAssets, SqlMediaRows, SqlOwners
from touchline.catalog.adapters.sql.media_ledger import SqlLedger
from touchline.catalog.application.add_media import AddMedia
from touchline.catalog.application.media_links import MediaLinks
from touchline.catalog.application.media_sources import Sources
from touchline.catalog.application.process_media import ProcessMedia, RecoverMedia
from touchline.platform.cores import usable_cores


class Media(containers.DeclarativeContainer):
    """Assets, media rows, their job and their links. Ids for `Provide["catalog.media.…"]`."""

    clock = providers.Dependency()
    database = providers.Dependency()
    session = providers.Dependency()
    jobs = providers.Dependency()
    channel = providers.Dependency()
    addresses = providers.Dependency()
    streams = providers.Dependency()
    storage = providers.Dependency()
    video = providers.Dependency()
    delivery = providers.Dependency()

    channel_names = providers.Singleton(ChannelNames, channel)
    assets = providers.Singleton(SqlAssets, session)
    rows = providers.Singleton(SqlMediaRows, session)
    owners = providers.Singleton(SqlOwners, session)
    ledger = providers.Singleton(SqlLedger, database, assets)
    sources = providers.Singleton(Sources, storage)
    sessions = providers.Singleton(ChannelSessions, channel)
    countries = providers.Singleton(ChannelCountries, channel)

    cores = providers.Callable(usable_cores)
    renditions = providers.Singleton(ChannelRenditions, database, channel, cores)

    add = providers.Singleton(AddMedia, assets, rows, sources, streams, jobs)
    process = providers.Singleton(
        ProcessMedia, ledger, rows, streams, storage, sources, video, clock, renditions=renditions
    )
    recover = providers.Singleton(RecoverMedia, ledger, jobs)
    links = providers.Singleton(MediaLinks, rows, delivery, addresses)
