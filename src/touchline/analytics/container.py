"""The container of context `analytics`. `touchline.container` supplies what it depends on."""

from __future__ import annotations

from collections.abc import Callable

from dependency_injector import providers

from touchline.analytics.adapters.evidence_thread import EvidenceThread
from touchline.analytics.adapters.gateways import (
    AdTargetsGateway,
    BillingGateway,
    CatalogGateway,
    ChannelDirectory,
    ChannelGateway,
    ChannelProfileKeys,
    ClipsGateway,
    EventScheduleGateway,
    OpenAccountsGateway,
    PlaybackAccessGateway,
    SponsorsGateway,
)
from touchline.analytics.adapters.metrics import count_batch
from touchline.analytics.adapters.spool import FolderSpool
from touchline.analytics.adapters.spool_drain_thread import SpoolDrainThread
from touchline.analytics.adapters.sql.evidence_records import SqlEvidenceRecords
from touchline.analytics.adapters.sql.pseudonyms import SqlPseudonyms
from touchline.analytics.adapters.sql.session_usages import SqlSessionUsages
from touchline.analytics.adapters.sql.sponsors.ad_caps import SqlAdCaps
from touchline.analytics.adapters.sql.sponsors.ad_views import SqlAdViews
from touchline.analytics.adapters.sql.sponsors.report_links import SqlReportLinks
from touchline.analytics.adapters.sql.store import SqlAnalyticsStore
from touchline.analytics.adapters.user_agents import CachingUserAgentParser
from touchline.analytics.application.client_errors import RecordClientErrors
from touchline.analytics.application.data_retention import PruneExpiredRecords
from touchline.analytics.application.erasure import ErasePseudonyms
from touchline.analytics.application.evidence.evidence_buffer import EvidenceBuffer
from touchline.analytics.application.evidence.get_evidence import GetEvidence
from touchline.analytics.application.evidence.list_outages import ListOutages
from touchline.analytics.application.evidence.prune_evidence import PruneEvidence
from touchline.analytics.application.ingest.beacons import (
    MAX_ADDRESSES,
    MAX_BEACONS_PER_ADDRESS,
    IngestBeacon,
)
from touchline.analytics.application.ingest.doubtful_records import MarkDoubtfulRecords
from touchline.analytics.application.ingest.report_tokens import IssueReportToken
from touchline.analytics.application.ingest.spool_drain import SpoolDrain
from touchline.analytics.application.ingest.spool_files import StoreSpoolFile
from touchline.analytics.application.ingest.spool_reader import ReadRecordBatch
from touchline.analytics.application.reports.audience import (
    CountLiveViewers,
    CountStreamViewers,
    OverviewReport,
    RealtimeReport,
)
from touchline.analytics.application.reports.breakdown import BreakdownReport
from touchline.analytics.application.reports.event_audience import GetEventAudience
from touchline.analytics.application.reports.quality import QualityReport, RetentionReport
from touchline.analytics.application.reports.queries import ParseReportQuery
from touchline.analytics.application.reports.sales import DroppedReport, FunnelReport, SalesReport
from touchline.analytics.application.sponsors.choose_ad import ChooseAd
from touchline.analytics.application.sponsors.prune_ads import PruneAds
from touchline.analytics.application.sponsors.report_links import SponsorLinks
from touchline.analytics.application.sponsors.sponsor_reports import SponsorReports
from touchline.analytics.domain.rate_limits import AddressRateLimit
from touchline.analytics.domain.report_tokens import ReportTokens
from touchline.analytics.domain.sponsors.ad_breaks import AdTokens
from touchline.analytics.domain.sponsors.report_links import LinkSecrets
from touchline.analytics.ports.countries import Countries
from touchline.analytics.ports.store import AnalyticsStore
from touchline.billing.facade import BillingFacade
from touchline.catalog.facade import CatalogFacade
from touchline.channel.facade import ChannelFacade
from touchline.clips.facade import ClipsFacade
from touchline.platform.config.settings import Settings
from touchline.platform.container import Platform
from touchline.platform.db.session import Database
from touchline.shared.clock import Clock
from touchline.shared.error_reports import ErrorReports


def _choose_store(configured: AnalyticsStore | None, sql_store: AnalyticsStore) -> AnalyticsStore:
    """Return the adapter that the setting selects, or the context's own tables."""
    return sql_store if configured is None else configured


def _create_spool(settings: Settings, now: Callable[[], int]) -> FolderSpool:
    return FolderSpool(settings.var / "analytics" / "spool", now)


def _create_rate_limit(settings: Settings) -> AddressRateLimit:
    return AddressRateLimit(MAX_BEACONS_PER_ADDRESS * settings.throttle_ip_factor, MAX_ADDRESSES)


def _current_milliseconds(clock: Clock) -> Callable[[], int]:
    return lambda: int(clock.now().timestamp() * 1000)


def _durability_check(store: AnalyticsStore, database: Database) -> Callable[[], bool]:
    """Return the check for durable commits. ClickHouse's own settings decide its durability."""
    return database.is_durable if isinstance(store, SqlAnalyticsStore) else lambda: True


class AnalyticsContainer(Platform):
    """Container of context `analytics`."""

    # Facades of other contexts, and adapters that a setting selects
    channel: providers.Dependency[ChannelFacade] = providers.Dependency()
    billing: providers.Dependency[BillingFacade] = providers.Dependency()
    catalog: providers.Dependency[CatalogFacade] = providers.Dependency()
    clips: providers.Dependency[ClipsFacade] = providers.Dependency()
    geo: providers.Dependency[Countries] = providers.Dependency()
    error_reports: providers.Dependency[ErrorReports] = providers.Dependency()
    configured_store: providers.Dependency[AnalyticsStore | None] = providers.Dependency()

    # Tables and gateways
    sql_store = providers.Singleton(SqlAnalyticsStore, Platform.session, Platform.database.provided.check)
    store = providers.Singleton(_choose_store, configured_store, sql_store)
    current_channel = providers.Singleton(ChannelGateway, channel)
    channel_directory = providers.Singleton(ChannelDirectory, channel)
    catalog_gateway = providers.Singleton(CatalogGateway, catalog)
    sales = providers.Singleton(BillingGateway, billing)
    moments = providers.Singleton(ClipsGateway, clips)
    pseudonyms = providers.Singleton(SqlPseudonyms, Platform.session)
    session_usages = providers.Singleton(SqlSessionUsages, Platform.session)

    # Ingest
    now = providers.Singleton(_current_milliseconds, Platform.clock)
    spool = providers.Singleton(_create_spool, Platform.settings, now)
    rate_limit = providers.Singleton(_create_rate_limit, Platform.settings)
    ingest_beacon = providers.Singleton(IngestBeacon, spool, geo, rate_limit, now)
    report_tokens = providers.Singleton(ReportTokens, Platform.secret)
    ad_tokens = providers.Singleton(AdTokens, Platform.secret)
    ad_views = providers.Singleton(SqlAdViews, Platform.session)
    issue_token = providers.Singleton(
        IssueReportToken,
        report_tokens,
        providers.Singleton(PlaybackAccessGateway, catalog, clips),
        Platform.clock,
    )
    mark_doubtful = providers.Singleton(MarkDoubtfulRecords, report_tokens, session_usages)
    read_batch = providers.Singleton(
        ReadRecordBatch,
        providers.Singleton(ChannelProfileKeys, channel),
        pseudonyms,
        providers.Singleton(CachingUserAgentParser),
        mark_doubtful,
        now,
        ad_tokens,
    )
    store_spool_file = providers.Singleton(StoreSpoolFile, store, read_batch, ad_views)
    is_durable = providers.Callable(_durability_check, store, Platform.database)
    drain = providers.Singleton(
        SpoolDrain, Platform.uow, spool, store_spool_file, is_durable, providers.Object(count_batch)
    )
    drain_thread = providers.Singleton(SpoolDrainThread, drain, spool)
    client_errors = providers.Singleton(RecordClientErrors, error_reports, Platform.clock)

    # Erasure and retention
    erase_pseudonyms = providers.Singleton(ErasePseudonyms, Platform.uow, pseudonyms, store)
    prune_expired = providers.Singleton(
        PruneExpiredRecords,
        Platform.uow,
        store,
        session_usages,
        Platform.clock,
        Platform.settings.provided.analytics_retention_days,
    )

    # Evidence
    evidence_records = providers.Singleton(SqlEvidenceRecords, Platform.session)
    evidence_buffer = providers.Singleton(EvidenceBuffer, Platform.uow, evidence_records)
    evidence_thread = providers.Singleton(EvidenceThread, evidence_buffer)
    event_schedule = providers.Singleton(EventScheduleGateway, catalog, channel)
    list_outages = providers.Singleton(ListOutages, evidence_records, event_schedule, Platform.clock)
    get_evidence = providers.Singleton(
        GetEvidence,
        evidence_records,
        event_schedule,
        store,
        current_channel,
        Platform.clock,
    )
    prune_evidence = providers.Singleton(
        PruneEvidence,
        Platform.uow,
        evidence_records,
        providers.Singleton(OpenAccountsGateway, channel),
        Platform.clock,
        Platform.settings.provided.evidence_retention_days,
    )

    # Sponsors
    sponsors = providers.Singleton(SponsorsGateway, channel)
    ad_targets = providers.Singleton(AdTargetsGateway, catalog)
    ad_caps = providers.Singleton(SqlAdCaps, Platform.session)
    choose_ad = providers.Singleton(
        ChooseAd, sponsors, ad_targets, ad_caps, ad_tokens, current_channel, Platform.clock
    )
    sponsor_reports = providers.Singleton(SponsorReports, sponsors, ad_views, catalog_gateway, ad_targets)
    sponsor_links = providers.Singleton(
        SponsorLinks,
        providers.Singleton(SqlReportLinks, Platform.session),
        sponsor_reports,
        providers.Singleton(LinkSecrets, Platform.secret),
        Platform.clock,
    )
    prune_ads = providers.Singleton(PruneAds, Platform.uow, ad_views, ad_caps, Platform.clock)

    # Reports
    parse_query = providers.Singleton(ParseReportQuery, current_channel, Platform.clock)
    realtime = providers.Singleton(RealtimeReport, store, catalog_gateway, current_channel, Platform.clock)
    count_live_viewers = providers.Singleton(CountLiveViewers, store, Platform.clock)
    count_stream_viewers = providers.Singleton(CountStreamViewers, store, Platform.clock)
    get_event_audience = providers.Singleton(GetEventAudience, store, current_channel, Platform.clock)
    overview = providers.Singleton(OverviewReport, store)
    breakdown = providers.Singleton(BreakdownReport, store, catalog_gateway)
    quality = providers.Singleton(QualityReport, store)
    retention = providers.Singleton(
        RetentionReport, store, catalog_gateway, moments, current_channel, Platform.clock
    )
    sales_report = providers.Singleton(SalesReport, sales)
    funnel = providers.Singleton(FunnelReport, store)
    dropped = providers.Singleton(DroppedReport, store, Platform.clock)
