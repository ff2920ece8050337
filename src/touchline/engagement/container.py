"""Providers of context `engagement`. `touchline.container` supplies the external dependencies."""

from dependency_injector import containers, providers

from touchline.engagement.adapters.gateways import CatalogGateway, ChannelGateway
from touchline.engagement.adapters.sql.favorites import SqlFavorites
from touchline.engagement.adapters.sql.positions import SqlPositions
from touchline.engagement.adapters.sql.preferences import SqlPreferences
from touchline.engagement.adapters.sql.viewer_data import SqlViewerData
from touchline.engagement.application.erase_viewer import EraseViewer
from touchline.engagement.application.export_following import ExportFollowing
from touchline.engagement.application.favorites import (
    AddFavorite,
    ListFavorites,
    ListFollowedIds,
    RemoveFavorite,
)
from touchline.engagement.application.positions import DeletePosition, ListPositions, SavePosition
from touchline.engagement.application.preferences import WatchSettingsService
from touchline.engagement.facade import EngagementFacade
from touchline.engagement.forms_container import FormsContainer
from touchline.engagement.news_container import NotificationsContainer


class EngagementContainer(containers.DeclarativeContainer):
    """Container of context `engagement`. IDs for `Provide["engagement.…"]`."""

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

    current_channel = providers.Singleton(ChannelGateway, channel)
    catalog_gateway = providers.Singleton(CatalogGateway, catalog)
    favorites = providers.Singleton(SqlFavorites, session)
    positions = providers.Singleton(SqlPositions, session)
    preferences = providers.Singleton(SqlPreferences, session)

    list_favorites = providers.Singleton(ListFavorites, favorites, catalog_gateway)
    add_favorite = providers.Singleton(AddFavorite, favorites, catalog_gateway, clock)
    remove_favorite = providers.Singleton(RemoveFavorite, favorites)
    list_positions = providers.Singleton(ListPositions, positions)
    save_position = providers.Singleton(SavePosition, positions, catalog_gateway, clock)
    delete_position = providers.Singleton(DeletePosition, positions)
    watch_settings = providers.Singleton(WatchSettingsService, preferences)

    notifications = providers.Container(
        NotificationsContainer,
        clock=clock,
        secret=secret,
        database=database,
        session=session,
        jobs=jobs,
        announce=announce,
        channel=channel,
        current_channel=current_channel,
        catalog_gateway=catalog_gateway,
        preferences=preferences,
        push=push,
    )
    forms = providers.Container(
        FormsContainer,
        settings=settings,
        clock=clock,
        session=session,
        announce=announce,
        channel=channel,
        current_channel=current_channel,
    )
    erase_viewer = providers.Singleton(
        EraseViewer, providers.Singleton(SqlViewerData, session), forms.form_requests
    )
    facade = providers.Singleton(
        EngagementFacade,
        forms.form_packs,
        forms.form_request_queries,
        providers.Singleton(ListFollowedIds, favorites),
        providers.Singleton(
            ExportFollowing,
            favorites,
            positions,
            notifications.reminders,
            notifications.sent_notifications,
            notifications.push_subscriptions,
            watch_settings,
            notifications.notification_settings,
        ),
        notifications.get_live_notification,
        forms.get_form_title,
    )
