"""Providers of reminders and live notifications to viewers.

`engagement.container` supplies the external dependencies.
"""

from dependency_injector import containers, providers

from touchline.engagement.adapters.gateways import ChannelDirectory
from touchline.engagement.adapters.sql.push_subscriptions import SqlPushSubscriptions
from touchline.engagement.adapters.sql.reminders import SqlReminders, SqlSentNotifications
from touchline.engagement.application.notifications.clean_up_notifications import CleanUpNotifications
from touchline.engagement.application.notifications.delete_past_reminders import DeletePastReminders
from touchline.engagement.application.notifications.live_notification_service import LiveNotificationService
from touchline.engagement.application.notifications.live_notifications import (
    GetLiveNotification,
    LivePushService,
)
from touchline.engagement.application.notifications.notify_live_viewers import NotifyLiveViewers
from touchline.engagement.application.notifications.push_subscriptions import (
    AddPushSubscription,
    RemovePushSubscription,
)
from touchline.engagement.application.notifications.send_live_pushes import SendLivePushes
from touchline.engagement.application.notifications.unsubscribe import Unsubscribe
from touchline.engagement.application.preferences import NotificationSettingsService as NewsPreferences
from touchline.engagement.application.reminders import AddReminder, ListReminders, RemoveReminder, TargetNames
from touchline.engagement.domain.unsubscribe_tokens import UnsubscribeTokens
from touchline.platform.db.unit_of_work import SqlUnitOfWorkFactory


class NotificationsContainer(containers.DeclarativeContainer):
    """Container of notifications. IDs for `Provide["engagement.notifications.…"]`."""

    clock = providers.Dependency()
    secret = providers.Dependency()
    database = providers.Dependency()
    uow = providers.Singleton(SqlUnitOfWorkFactory, database)
    session = providers.Dependency()
    jobs = providers.Dependency()
    announce = providers.Dependency()
    channel = providers.Dependency()
    current_channel = providers.Dependency()
    catalog_gateway = providers.Dependency()
    preferences = providers.Dependency()
    push = providers.Dependency()

    reminders = providers.Singleton(SqlReminders, session)
    sent_notifications = providers.Singleton(SqlSentNotifications, session)
    push_subscriptions = providers.Singleton(SqlPushSubscriptions, session)
    target_names = providers.Singleton(TargetNames, catalog_gateway)
    unsubscribe_tokens = providers.Singleton(UnsubscribeTokens, secret)
    channel_directory = providers.Singleton(ChannelDirectory, channel)

    list_reminders = providers.Singleton(ListReminders, reminders, target_names)
    add_reminder = providers.Singleton(AddReminder, reminders, catalog_gateway, target_names, clock)
    remove_reminder = providers.Singleton(RemoveReminder, reminders)
    notification_settings = providers.Singleton(NewsPreferences, preferences, current_channel)
    add_push_subscription = providers.Singleton(AddPushSubscription, push_subscriptions, push, clock)
    remove_push_subscription = providers.Singleton(RemovePushSubscription, push_subscriptions)
    unsubscribe = providers.Singleton(Unsubscribe, unsubscribe_tokens, reminders, target_names)

    live_notification_service = providers.Singleton(
        LiveNotificationService,
        reminders,
        sent_notifications,
        catalog_gateway,
        current_channel,
        push,
        announce,
        jobs,
        clock,
    )
    notify_live_viewers = providers.Singleton(
        NotifyLiveViewers, uow, channel_directory, live_notification_service
    )
    delete_past_reminders = providers.Singleton(
        DeletePastReminders, reminders, catalog_gateway, current_channel
    )
    clean_up_notifications = providers.Singleton(
        CleanUpNotifications, uow, channel_directory, live_notification_service, delete_past_reminders
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
        clock,
    )
    send_live_pushes = providers.Singleton(SendLivePushes, uow, live_push_service, push)
