"""The container of context `engagement`. `touchline.container` supplies its dependencies."""

from __future__ import annotations

from dependency_injector import providers

from touchline.catalog.facade import CatalogFacade
from touchline.channel.facade import ChannelFacade
from touchline.engagement.adapters.gateways import (
    CatalogGateway,
    ChannelDirectory,
    ChannelFormProtection,
    ChannelGateway,
    ChannelReplyMailer,
    GamesGateway,
    RequestOperatorsGateway,
    StreamAlertsGateway,
)
from touchline.engagement.adapters.sql.favorites import SqlFavorites
from touchline.engagement.adapters.sql.followed_items import SqlFollowedItems
from touchline.engagement.adapters.sql.forms import SqlFormDefinitions, SqlFormRequests, SqlRequestReplies
from touchline.engagement.adapters.sql.positions import SqlPositions
from touchline.engagement.adapters.sql.preferences import SqlPreferences
from touchline.engagement.adapters.sql.push_subscriptions import SqlPushSubscriptions
from touchline.engagement.adapters.sql.reminders import SqlReminders, SqlSentNotifications
from touchline.engagement.adapters.sql.score_alerts import SqlScoreAlerts
from touchline.engagement.adapters.sql.viewer_data import SqlViewerData
from touchline.engagement.application.erase_viewer import EraseViewer
from touchline.engagement.application.export_viewer_data import ExportViewerData
from touchline.engagement.application.favorites import (
    AddFavorite,
    ListFavorites,
    ListFollowedIds,
    RemoveFavorite,
)
from touchline.engagement.application.forms.form_catalog import FormCatalog
from touchline.engagement.application.forms.form_packs import FormPacks
from touchline.engagement.application.forms.form_request_queries import FormRequestQueries
from touchline.engagement.application.forms.handle_requests import HandleRequests
from touchline.engagement.application.forms.request_inbox import RequestInbox
from touchline.engagement.application.forms.send_reply import ReplyEmails, SendReply
from touchline.engagement.application.forms.show_form import GetFormTitle, ShowForm
from touchline.engagement.application.forms.submit_form import SubmitForm
from touchline.engagement.application.notifications.clean_up_notifications import CleanUpNotifications
from touchline.engagement.application.notifications.delete_past_reminders import DeletePastReminders
from touchline.engagement.application.notifications.live_notification_service import LiveNotificationService
from touchline.engagement.application.notifications.live_notifications import (
    GetLiveNotification,
    LivePushService,
)
from touchline.engagement.application.notifications.notify_live_viewers import NotifyLiveViewers
from touchline.engagement.application.notifications.push_delivery import ActiveSubscriptions
from touchline.engagement.application.notifications.push_stream_alerts import (
    EnqueueStreamAlerts,
    PushStreamAlert,
)
from touchline.engagement.application.notifications.push_subscriptions import (
    AddPushSubscription,
    RemovePushSubscription,
)
from touchline.engagement.application.notifications.score_alert_pushes import (
    FindWantedAlert,
    GetFinalNotification,
    ScoreAlertPushes,
)
from touchline.engagement.application.notifications.score_alert_service import ScoreAlertService
from touchline.engagement.application.notifications.send_live_pushes import SendLivePushes
from touchline.engagement.application.notifications.send_score_alerts import PushScoreAlert, SendScoreAlerts
from touchline.engagement.application.notifications.unsubscribe import Unsubscribe
from touchline.engagement.application.positions import (
    DeletePosition,
    ListPositions,
    MovePositions,
    SavePosition,
)
from touchline.engagement.application.preferences import NotificationSettingsService, WatchSettingsService
from touchline.engagement.application.reminders import AddReminder, ListReminders, RemoveReminder, TargetNames
from touchline.engagement.domain.unsubscribe_tokens import UnsubscribeTokens
from touchline.engagement.facade import EngagementFacade
from touchline.engagement.ports.push import PushSender
from touchline.platform.container import Platform


class EngagementContainer(Platform):
    """Container of context `engagement`."""

    # Facades of other contexts, and the push adapter that a setting selects
    channel: providers.Dependency[ChannelFacade] = providers.Dependency()
    catalog: providers.Dependency[CatalogFacade] = providers.Dependency()
    push: providers.Dependency[PushSender] = providers.Dependency()

    # Tables and gateways
    current_channel = providers.Singleton(ChannelGateway, channel)
    channel_directory = providers.Singleton(ChannelDirectory, channel)
    catalog_gateway = providers.Singleton(CatalogGateway, catalog)
    favorites = providers.Singleton(SqlFavorites, Platform.session)
    positions = providers.Singleton(SqlPositions, Platform.session)
    preferences = providers.Singleton(SqlPreferences, Platform.session)
    reminders = providers.Singleton(SqlReminders, Platform.session)
    sent_notifications = providers.Singleton(SqlSentNotifications, Platform.session)
    score_alerts = providers.Singleton(SqlScoreAlerts, Platform.session)
    games = providers.Singleton(GamesGateway, catalog)
    push_subscriptions = providers.Singleton(SqlPushSubscriptions, Platform.session)
    form_definitions = providers.Singleton(SqlFormDefinitions, Platform.session)
    form_requests = providers.Singleton(SqlFormRequests, Platform.session)

    # Favorites and positions
    list_favorites = providers.Singleton(ListFavorites, favorites, catalog_gateway)
    add_favorite = providers.Singleton(AddFavorite, favorites, catalog_gateway, Platform.clock)
    remove_favorite = providers.Singleton(RemoveFavorite, favorites)
    list_positions = providers.Singleton(ListPositions, positions)
    save_position = providers.Singleton(SavePosition, positions, catalog_gateway, Platform.clock)
    delete_position = providers.Singleton(DeletePosition, positions)
    move_positions = providers.Singleton(MovePositions, positions)
    watch_settings = providers.Singleton(WatchSettingsService, preferences)

    # Reminders
    target_names = providers.Singleton(TargetNames, catalog_gateway)
    list_reminders = providers.Singleton(ListReminders, reminders, target_names)
    add_reminder = providers.Singleton(AddReminder, reminders, catalog_gateway, target_names, Platform.clock)
    remove_reminder = providers.Singleton(RemoveReminder, reminders)
    delete_past_reminders = providers.Singleton(
        DeletePastReminders, reminders, catalog_gateway, current_channel
    )

    # Notifications
    notification_settings = providers.Singleton(NotificationSettingsService, preferences, current_channel)
    add_push_subscription = providers.Singleton(AddPushSubscription, push_subscriptions, push, Platform.clock)
    remove_push_subscription = providers.Singleton(RemovePushSubscription, push_subscriptions)
    unsubscribe_tokens = providers.Singleton(UnsubscribeTokens, Platform.secret)
    unsubscribe = providers.Singleton(Unsubscribe, unsubscribe_tokens, reminders, target_names)
    live_notification_service = providers.Singleton(
        LiveNotificationService,
        reminders,
        sent_notifications,
        catalog_gateway,
        current_channel,
        push,
        Platform.announce,
        Platform.jobs,
        Platform.clock,
    )
    notify_live_viewers = providers.Singleton(
        NotifyLiveViewers, Platform.uow, channel_directory, live_notification_service
    )
    score_alert_service = providers.Singleton(
        ScoreAlertService,
        score_alerts,
        games,
        current_channel,
        push,
        Platform.announce,
        Platform.jobs,
        Platform.clock,
    )
    send_score_alerts = providers.Singleton(
        SendScoreAlerts, Platform.uow, channel_directory, score_alert_service
    )
    clean_up_notifications = providers.Singleton(
        CleanUpNotifications,
        Platform.uow,
        channel_directory,
        live_notification_service,
        score_alert_service,
        delete_past_reminders,
    )
    get_live_notification = providers.Singleton(
        GetLiveNotification,
        reminders,
        preferences,
        catalog_gateway,
        target_names,
        current_channel,
        unsubscribe_tokens,
    )
    live_push_service = providers.Singleton(
        LivePushService,
        reminders,
        sent_notifications,
        push_subscriptions,
        preferences,
        catalog_gateway,
        current_channel,
        Platform.clock,
    )
    send_live_pushes = providers.Singleton(SendLivePushes, Platform.uow, live_push_service, push)
    find_wanted_alert = providers.Singleton(FindWantedAlert, score_alerts, games, preferences, Platform.clock)
    get_final_notification = providers.Singleton(
        GetFinalNotification,
        find_wanted_alert,
        games,
        preferences,
        catalog_gateway,
        target_names,
        current_channel,
        unsubscribe_tokens,
    )
    push_score_alert = providers.Singleton(
        PushScoreAlert,
        Platform.uow,
        providers.Singleton(
            ScoreAlertPushes,
            find_wanted_alert,
            score_alerts,
            providers.Singleton(ActiveSubscriptions, push_subscriptions, current_channel),
            games,
            preferences,
            current_channel,
            Platform.clock,
        ),
        push,
    )

    active_subscriptions = providers.Singleton(ActiveSubscriptions, push_subscriptions, current_channel)
    enqueue_stream_alerts = providers.Singleton(EnqueueStreamAlerts, Platform.jobs, current_channel, push)
    push_stream_alert = providers.Singleton(
        PushStreamAlert,
        Platform.uow,
        providers.Singleton(StreamAlertsGateway, catalog),
        active_subscriptions,
        current_channel,
        push,
    )

    # Forms
    form_protection = providers.Singleton(
        ChannelFormProtection, channel, Platform.settings.provided.throttle_forms
    )
    form_catalog = providers.Singleton(FormCatalog, form_definitions)
    get_form_title = providers.Singleton(GetFormTitle, form_catalog, current_channel)
    show_form = providers.Singleton(ShowForm, form_catalog, current_channel, form_protection)
    submit_form = providers.Singleton(
        SubmitForm, form_catalog, form_requests, form_protection, Platform.announce, Platform.clock
    )
    form_packs = providers.Singleton(FormPacks, form_definitions)
    form_request_queries = providers.Singleton(
        FormRequestQueries, form_catalog, form_requests, current_channel
    )

    # Requests in the studio
    request_replies = providers.Singleton(SqlRequestReplies, Platform.session)
    request_operators = providers.Singleton(RequestOperatorsGateway, channel)
    reply_mailer = providers.Singleton(ChannelReplyMailer, channel)
    request_inbox = providers.Singleton(
        RequestInbox, form_catalog, form_requests, request_replies, request_operators, Platform.clock
    )
    handle_requests = providers.Singleton(
        HandleRequests,
        form_requests,
        request_replies,
        request_operators,
        Platform.jobs,
        Platform.record_audit,
        Platform.clock,
    )
    send_reply = providers.Singleton(
        SendReply,
        Platform.uow,
        request_replies,
        providers.Singleton(ReplyEmails, form_catalog, form_requests, request_operators, reply_mailer),
        reply_mailer,
        Platform.clock,
    )

    # Closed accounts
    erase_viewer = providers.Singleton(
        EraseViewer, providers.Singleton(SqlViewerData, Platform.session), form_requests
    )

    # Facade
    facade = providers.Singleton(
        EngagementFacade,
        form_packs,
        form_request_queries,
        providers.Singleton(ListFollowedIds, favorites),
        providers.Singleton(
            ExportViewerData,
            favorites,
            positions,
            reminders,
            sent_notifications,
            score_alerts,
            push_subscriptions,
            watch_settings,
            notification_settings,
        ),
        get_live_notification,
        get_form_title,
        form_requests,
        providers.Singleton(SqlFollowedItems, Platform.session),
        request_replies,
        preferences,
        get_final_notification,
    )
