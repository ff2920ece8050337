"""Providers of context `engagement`. What it lacks is a Dependency, given in `touchline.container`."""

from dependency_injector import containers, providers

from touchline.engagement.adapters.gateways import CatalogGateway, ChannelGateway
from touchline.engagement.adapters.sql.favorites import SqlFavorites
from touchline.engagement.adapters.sql.positions import SqlPositions
from touchline.engagement.adapters.sql.preferences import SqlPreferences
from touchline.engagement.adapters.sql.viewers import SqlViewers
from touchline.engagement.application.export import ExportFollowing
from touchline.engagement.application.favorites import (
    FollowedIds,
    ListFavorites,
    MarkFavorite,
    UnmarkFavorite,
)
from touchline.engagement.application.forgetting import ForgetViewer
from touchline.engagement.application.positions import ForgetPosition, KeepPosition, ListPositions
from touchline.engagement.application.preferences import WatchSettings
from touchline.engagement.facade import EngagementFacade
from touchline.engagement.forms_container import Forms
from touchline.engagement.news_container import News


class Engagement(containers.DeclarativeContainer):
    """Everything `engagement` makes. Ids for `Provide["engagement.…"]`."""

    settings = providers.Dependency()
    clock = providers.Dependency()
    secret = providers.Dependency()
    database = providers.Dependency()
    session = providers.Dependency()
    jobs = providers.Dependency()
    announce = providers.Dependency()
    channel = providers.Dependency()
    catalog = providers.Dependency()
    push = providers.Dependency()

    channel_facts = providers.Singleton(ChannelGateway, channel)
    catalogue = providers.Singleton(CatalogGateway, catalog)
    favorites = providers.Singleton(SqlFavorites, session)
    positions = providers.Singleton(SqlPositions, session)
    preferences = providers.Singleton(SqlPreferences, session)

    list_favorites = providers.Singleton(ListFavorites, favorites, catalogue)
    mark_favorite = providers.Singleton(MarkFavorite, favorites, catalogue, clock)
    unmark_favorite = providers.Singleton(UnmarkFavorite, favorites)
    list_positions = providers.Singleton(ListPositions, positions)
    keep_position = providers.Singleton(KeepPosition, positions, catalogue, clock)
    forget_position = providers.Singleton(ForgetPosition, positions)
    watch_settings = providers.Singleton(WatchSettings, preferences)

    news = providers.Container(
        News,
        clock=clock,
        secret=secret,
        database=database,
        session=session,
        jobs=jobs,
        announce=announce,
        channel=channel,
        channel_facts=channel_facts,
        catalogue=catalogue,
        preferences=preferences,
        push=push,
    )
    forms = providers.Container(
        Forms,
        settings=settings,
        clock=clock,
        session=session,
        announce=announce,
        channel=channel,
        channel_facts=channel_facts,
    )
    forget_viewer = providers.Singleton(
        ForgetViewer, providers.Singleton(SqlViewers, session), forms.kept_requests
    )
    facade = providers.Singleton(
        EngagementFacade,
        forms.packs,
        forms.requests,
        providers.Singleton(FollowedIds, favorites),
        providers.Singleton(
            ExportFollowing,
            favorites,
            positions,
            news.reminders,
            news.told,
            news.browsers,
            watch_settings,
            news.settings,
        ),
        news.tell_of_live,
        forms.title,
    )
