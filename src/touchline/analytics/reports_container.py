"""Providers of `analytics` for what operators ask."""

from dependency_injector import containers, providers

from touchline.analytics.adapters.gateways import (
    BillingGateway,
    CatalogGateway,
    ChannelGateway,
    ChannelNames,
    ClipsGateway,
)
from touchline.analytics.application.reports_asked import ReadQuestion
from touchline.analytics.application.reports_by import WatchedBy
from touchline.analytics.application.reports_quality import PlayedHow, WatchedHowFar
from touchline.analytics.application.reports_sold import DroppedWhy, Funnel, SoldWhat
from touchline.analytics.application.reports_watched import Overview, WatchingNow


class Reports(containers.DeclarativeContainer):
    """Ids for `Provide["analytics.reports.…"]`."""

    settings = providers.Dependency()
    clock = providers.Dependency()
    database = providers.Dependency()
    channel = providers.Dependency()
    billing = providers.Dependency()
    catalog = providers.Dependency()
    clips = providers.Dependency()
    store = providers.Dependency()

    channel_facts = providers.Singleton(ChannelGateway, channel)
    channel_names = providers.Singleton(ChannelNames, channel)
    catalogue = providers.Singleton(CatalogGateway, catalog)
    sales = providers.Singleton(BillingGateway, billing)
    moments = providers.Singleton(ClipsGateway, clips)

    question = providers.Singleton(ReadQuestion, channel_facts, clock)
    now = providers.Singleton(WatchingNow, store, catalogue, channel_facts, clock)
    overview = providers.Singleton(Overview, store)
    by = providers.Singleton(WatchedBy, store, catalogue)
    quality = providers.Singleton(PlayedHow, store)
    retention = providers.Singleton(WatchedHowFar, store, catalogue, moments, channel_facts, clock)
    sold = providers.Singleton(SoldWhat, sales)
    funnel = providers.Singleton(Funnel, store)
    dropped = providers.Singleton(DroppedWhy, store, clock)
