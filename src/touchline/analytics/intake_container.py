"""Providers of `analytics` for the data that browsers send."""

from collections.abc import Callable

from dependency_injector import containers, providers

from touchline.analytics.adapters.gateways import ChannelProfileKeys, PlaybackAccessGateway
from touchline.analytics.adapters.spool import FolderSpool
from touchline.analytics.adapters.spool_drain import SpoolDrain, SpoolDrainThread
from touchline.analytics.adapters.sql.pseudonyms import SqlPseudonyms
from touchline.analytics.adapters.sql.session_usages import SqlSessionUsages
from touchline.analytics.adapters.sql.store import SqlAnalyticsStore
from touchline.analytics.adapters.user_agents import CachingUserAgentParser
from touchline.analytics.application.data_retention import PruneExpiredRecords
from touchline.analytics.application.erasure import ErasePseudonyms
from touchline.analytics.application.ingest.beacons import (
    MAX_ADDRESSES,
    MAX_BEACONS_PER_ADDRESS,
    IngestBeacon,
)
from touchline.analytics.application.ingest.doubtful_records import MarkDoubtfulRecords
from touchline.analytics.application.ingest.report_tokens import IssueReportToken
from touchline.analytics.application.ingest.spool_files import StoreSpoolFile
from touchline.analytics.application.ingest.spool_reader import ReadRecordBatch
from touchline.analytics.domain.rate_limits import AddressRateLimit
from touchline.analytics.domain.report_tokens import ReportTokens
from touchline.analytics.ports.store import AnalyticsStore
from touchline.platform.config.settings import Settings
from touchline.platform.db.session import Database
from touchline.shared.clock import Clock


def _create_spool(settings: Settings, now: Callable[[], int]) -> FolderSpool:
    return FolderSpool(settings.var / "analytics" / "spool", now)


def _create_allowance(settings: Settings) -> AddressRateLimit:
    return AddressRateLimit(MAX_BEACONS_PER_ADDRESS * settings.throttle_ip_factor, MAX_ADDRESSES)


def _current_milliseconds(clock: Clock) -> Callable[[], int]:
    return lambda: int(clock.now().timestamp() * 1000)


def _durability_check(store: AnalyticsStore, database: Database) -> Callable[[], bool]:
    """Return the check for durable commits. ClickHouse's own settings decide its durability."""
    return database.is_durable if isinstance(store, SqlAnalyticsStore) else lambda: True


class IngestContainer(containers.DeclarativeContainer):
    """Container of analytics ingest. IDs for `Provide["analytics.ingest.…"]`."""

    settings = providers.Dependency()
    clock = providers.Dependency()
    database = providers.Dependency()
    session = providers.Dependency()
    channel = providers.Dependency()
    geo = providers.Dependency()
    store = providers.Dependency()
    secret = providers.Dependency()
    catalog = providers.Dependency()
    clips = providers.Dependency()

    now = providers.Singleton(_current_milliseconds, clock)
    spool = providers.Singleton(_create_spool, settings, now)
    pseudonyms = providers.Singleton(SqlPseudonyms, session)
    allowance = providers.Singleton(_create_allowance, settings)
    ingest_beacon = providers.Singleton(IngestBeacon, spool, geo, allowance, now)
    report_tokens = providers.Singleton(ReportTokens, secret)
    session_usages = providers.Singleton(SqlSessionUsages, session)
    mark_doubtful = providers.Singleton(MarkDoubtfulRecords, report_tokens, session_usages)
    read_batch = providers.Singleton(
        ReadRecordBatch,
        providers.Singleton(ChannelProfileKeys, channel),
        pseudonyms,
        providers.Singleton(CachingUserAgentParser),
        mark_doubtful,
        now,
    )
    issue_token = providers.Singleton(
        IssueReportToken, report_tokens, providers.Singleton(PlaybackAccessGateway, catalog, clips), clock
    )
    store_spool_file = providers.Singleton(StoreSpoolFile, store, read_batch)
    is_durable = providers.Callable(_durability_check, store, database)
    drain = providers.Singleton(SpoolDrain, database, spool, store_spool_file, is_durable)
    drain_thread = providers.Singleton(SpoolDrainThread, drain, spool)
    erase_pseudonyms = providers.Singleton(ErasePseudonyms, pseudonyms, store)
    prune_expired = providers.Singleton(
        PruneExpiredRecords, store, session_usages, clock, settings.provided.analytics_retention_days
    )
