"""Providers of context `clips`. What it lacks is a Dependency, given in `touchline.container`."""

from dependency_injector import containers, providers

from touchline.clips.adapters.gateways import (
    BillingAllowances,
    CatalogFootages,
    KeptFiles,
    SignedAddresses,
)
from touchline.clips.adapters.sql.clips import SqlClips
from touchline.clips.adapters.sql.downloads import SqlDownloads, SqlEventFiles
from touchline.clips.adapters.sql.ledger import SqlLedger
from touchline.clips.adapters.sql.turns import SqlTurns
from touchline.clips.application.meter import ClipMeter, DownloadMeter
from touchline.clips.facade import ClipsFacade


class Clips(containers.DeclarativeContainer):
    """Everything `clips` makes. Ids for `Provide["clips.…"]`."""

    settings = providers.Dependency()
    clock = providers.Dependency()
    database = providers.Dependency()
    session = providers.Dependency()
    jobs = providers.Dependency()
    announce = providers.Dependency()
    channel = providers.Dependency()
    billing = providers.Dependency()
    catalog = providers.Dependency()
    storage = providers.Dependency()
    delivery = providers.Dependency()
    cutter = providers.Dependency()

    kept = providers.Singleton(SqlClips, session)
    downloads = providers.Singleton(SqlDownloads, session)
    event_files = providers.Singleton(SqlEventFiles, session)
    ledger = providers.Singleton(SqlLedger, database, kept, event_files)
    footages = providers.Singleton(CatalogFootages, catalog, channel)
    allowances = providers.Singleton(BillingAllowances, billing)
    turns = providers.Singleton(SqlTurns, session)
    files = providers.Singleton(KeptFiles, storage)
    addresses = providers.Singleton(SignedAddresses, delivery, channel)

    clip_meter = providers.Singleton(ClipMeter, allowances, kept, turns)
    download_meter = providers.Singleton(DownloadMeter, allowances, downloads, turns, clock)

    facade = providers.Singleton(ClipsFacade, kept, downloads)
