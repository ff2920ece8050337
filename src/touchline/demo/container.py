"""The container of `demo`. `touchline.container` supplies what it depends on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dependency_injector import providers

from touchline.demo.purchases import DemoPurchases, Sales
from touchline.demo.recorded_scores import RecordedScores
from touchline.demo.score_token import ScoreTokens
from touchline.platform.container import Platform

if TYPE_CHECKING:
    from touchline.analytics.application.ingest.spool_drain import SpoolDrain
    from touchline.analytics.ports.evidence import EvidenceRecords
    from touchline.analytics.ports.sponsors import AdViews
    from touchline.analytics.ports.spool import Spool
    from touchline.analytics.ports.store import AnalyticsStore
    from touchline.catalog.application.scoring.score_feed import PostScoreboard
    from touchline.catalog.facade import CatalogFacade
    from touchline.catalog.ports.events.events import Events
    from touchline.catalog.ports.library_items import LibraryItems
    from touchline.catalog.ports.media.storage import Storage
    from touchline.catalog.ports.scoring.timelines import Timelines
    from touchline.channel.application.operators.access_tokens import AccessTokenService
    from touchline.channel.facade import ChannelFacade
    from touchline.channel.ports.accounts.accounts import Accounts


class DemoContainer(Platform):
    """Container of the demo's commands."""

    channel: providers.Dependency[ChannelFacade] = providers.Dependency()
    catalog: providers.Dependency[CatalogFacade] = providers.Dependency()
    library_items: providers.Dependency[LibraryItems] = providers.Dependency()
    store: providers.Dependency[AnalyticsStore] = providers.Dependency()
    ad_views: providers.Dependency[AdViews] = providers.Dependency()
    spool: providers.Dependency[Spool] = providers.Dependency()
    drain: providers.Dependency[SpoolDrain] = providers.Dependency()
    storage: providers.Dependency[Storage] = providers.Dependency()
    accounts: providers.Dependency[Accounts] = providers.Dependency()
    access_token_service: providers.Dependency[AccessTokenService] = providers.Dependency()
    evidence_records: providers.Dependency[EvidenceRecords] = providers.Dependency()
    sales: providers.Dependency[Sales] = providers.Dependency()

    events: providers.Dependency[Events] = providers.Dependency()
    timelines: providers.Dependency[Timelines] = providers.Dependency()
    post_scoreboard: providers.Dependency[PostScoreboard] = providers.Dependency()

    recorded_scores = providers.Singleton(RecordedScores, events, timelines, post_scoreboard)
    buy = providers.Singleton(
        DemoPurchases, Platform.database, channel, catalog, sales, evidence_records, Platform.clock
    )
    score_tokens = providers.Singleton(ScoreTokens, Platform.database, accounts, access_token_service)
