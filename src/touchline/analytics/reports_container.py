"""Providers of `analytics` for operators' reports."""

from dependency_injector import containers, providers

from touchline.analytics.adapters.gateways import (
    BillingGateway,
    CatalogGateway,
    ChannelDirectory,
    ChannelGateway,
    ClipsGateway,
)
from touchline.analytics.application.reports.audience import OverviewReport, RealtimeReport
from touchline.analytics.application.reports.breakdown import BreakdownReport
from touchline.analytics.application.reports.quality import QualityReport, RetentionReport
from touchline.analytics.application.reports.queries import ParseReportQuery
from touchline.analytics.application.reports.sales import DroppedReport, FunnelReport, SalesReport


class ReportsContainer(containers.DeclarativeContainer):
    """Container of analytics reports. IDs for `Provide["analytics.reports.…"]`."""

    settings = providers.Dependency()
    clock = providers.Dependency()
    database = providers.Dependency()
    channel = providers.Dependency()
    billing = providers.Dependency()
    catalog = providers.Dependency()
    clips = providers.Dependency()
    store = providers.Dependency()

    current_channel = providers.Singleton(ChannelGateway, channel)
    channel_directory = providers.Singleton(ChannelDirectory, channel)
    catalog_gateway = providers.Singleton(CatalogGateway, catalog)
    sales = providers.Singleton(BillingGateway, billing)
    moments = providers.Singleton(ClipsGateway, clips)

    parse_query = providers.Singleton(ParseReportQuery, current_channel, clock)
    realtime = providers.Singleton(RealtimeReport, store, catalog_gateway, current_channel, clock)
    overview = providers.Singleton(OverviewReport, store)
    breakdown = providers.Singleton(BreakdownReport, store, catalog_gateway)
    quality = providers.Singleton(QualityReport, store)
    retention = providers.Singleton(RetentionReport, store, catalog_gateway, moments, current_channel, clock)
    sales_report = providers.Singleton(SalesReport, sales)
    funnel = providers.Singleton(FunnelReport, store)
    dropped = providers.Singleton(DroppedReport, store, clock)
