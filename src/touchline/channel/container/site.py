"""Providers of topic `site`: channels, keys, API callers and packs."""

from __future__ import annotations

from dependency_injector import providers

from touchline.channel.adapters.site.domain_probe import NetworkDomainProbe
from touchline.channel.adapters.site.markdown import MarkdownItRenderer
from touchline.channel.adapters.sql.caller_lookup import SqlCallerLookup
from touchline.channel.adapters.sql.keys import SqlRecordLastSeen
from touchline.channel.application.document.document_history import DocumentHistory
from touchline.channel.application.site.channel_packs import ApplyPack, EnsureChannel, ExportPack
from touchline.channel.application.site.check_domains import CheckDomains
from touchline.channel.application.site.find_channel import FindChannel
from touchline.channel.application.site.keys import (
    CreateApiKey,
    FindChannelByKey,
    FindPrincipal,
    GetChannelKey,
)
from touchline.channel.application.site.site_serializer import SiteSerializer
from touchline.channel.application.site.sponsor_queries import SponsorQueries
from touchline.channel.container.tables import ChannelTables
from touchline.channel.ports.site.geo import Geo
from touchline.channel.ports.site.slide_events import SlideEvents
from touchline.platform.container import Platform


class SiteProviders(ChannelTables):
    """Providers of topic `site`."""

    geo: providers.Dependency[Geo] = providers.Dependency()
    slide_events: providers.Dependency[SlideEvents] = providers.Dependency()

    # Channels
    find_channel = providers.Singleton(
        FindChannel,
        ChannelTables.channels,
        Platform.settings.provided.default_channel,
        Platform.settings.provided.development,
    )
    site_serializer = providers.Singleton(
        SiteSerializer,
        ChannelTables.channels,
        ChannelTables.contents,
        Platform.open_files.provided.url,
        slide_events.provider,
    )

    sponsor_queries = providers.Singleton(
        SponsorQueries,
        ChannelTables.channels,
        ChannelTables.contents,
        Platform.open_files.provided.url,
    )

    check_domains = providers.Singleton(
        CheckDomains,
        providers.Singleton(NetworkDomainProbe),
        Platform.settings.provided.site_urls,
        Platform.clock,
    )

    # Keys and callers
    get_channel_key = providers.Singleton(GetChannelKey, ChannelTables.channel_keys, Platform.secret)
    find_channel_by_key = providers.Singleton(
        FindChannelByKey, ChannelTables.channel_keys, ChannelTables.channels
    )
    create_api_key = providers.Singleton(CreateApiKey, ChannelTables.sessions, Platform.clock)
    record_last_seen = providers.Singleton(SqlRecordLastSeen, Platform.database)
    find_principal = providers.Singleton(
        FindPrincipal, ChannelTables.sessions, record_last_seen, ChannelTables.channels, geo, Platform.clock
    )
    caller_lookup = providers.Singleton(
        SqlCallerLookup, Platform.database.provided.prepared_queries, geo.provider, Platform.clock.provider
    )

    # Packs
    ensure_channel = providers.Singleton(EnsureChannel, ChannelTables.channels, get_channel_key)
    markdown_renderer = providers.Singleton(MarkdownItRenderer)
    apply_pack = providers.Singleton(
        ApplyPack, ChannelTables.channels, ChannelTables.contents, markdown_renderer
    )
    export_pack = providers.Singleton(ExportPack, ChannelTables.channels, ChannelTables.contents)
    document_history = providers.Singleton(
        DocumentHistory, ChannelTables.revisions, ChannelTables.applied_packs, Platform.clock
    )
