"""Export of a viewer's data (api.md, `GET /account-export`)."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from touchline.engagement.application.preferences import NotificationSettingsService, WatchSettingsService
from touchline.engagement.ports.favorites import Favorites
from touchline.engagement.ports.positions import Positions
from touchline.engagement.ports.push_subscriptions import PushSubscriptions
from touchline.engagement.ports.reminders import Reminders, SentNotifications
from touchline.engagement.ports.score_alerts import ScoreAlerts
from touchline.shared.ids import AccountId


class ExportViewerData:
    """Exports what a viewer follows, their playback positions and their settings."""

    def __init__(
        self,
        favorites: Favorites,
        positions: Positions,
        reminders: Reminders,
        sent_notifications: SentNotifications,
        score_alerts: ScoreAlerts,
        push_subscriptions: PushSubscriptions,
        watch_settings: WatchSettingsService,
        notification_settings: NotificationSettingsService,
    ) -> None:
        self._favorites = favorites
        self._positions = positions
        self._reminders = reminders
        self._sent_notifications = sent_notifications
        self._score_alerts = score_alerts
        self._push_subscriptions = push_subscriptions
        self._watch_settings = watch_settings
        self._notification_settings = notification_settings

    def __call__(self, account_id: AccountId) -> dict[str, Any]:
        """Return plain values; datetimes are timezone-aware.

        A push subscription is exported as the name of its push service. Its full URL would let anybody send
        push messages.
        """
        return {
            "favorites": [
                {"type": favorite.type.value, "id": favorite.item_id, "since": favorite.created_at}
                for favorite in self._favorites.list_for_account(account_id)
            ],
            "watch_positions": [
                {
                    "kind": position.kind.value,
                    "id": position.item_id,
                    "position": position.position,
                    "duration": position.duration,
                    "watched_at": position.watched_at,
                }
                for position in self._positions.list_for_account(account_id)
            ],
            "reminders": [
                {
                    "about_type": reminder.target.type.value,
                    "about_id": reminder.target.id,
                    "since": reminder.created_at,
                    "score_alerts": reminder.has_score_alerts,
                }
                for reminder in self._reminders.list_for_account(account_id)
            ],
            "notifications": [
                {"event_id": event_id, "at": sent_at}
                for event_id, sent_at in self._sent_notifications.list_for_account(account_id)
            ],
            "score_alerts": [
                {"event_id": event_id, "at": sent_at}
                for event_id, sent_at in self._score_alerts.list_for_account(account_id)
            ],
            "browsers": [
                {
                    "push_service": urlsplit(subscription.info.endpoint).hostname,
                    "since": subscription.created_at,
                }
                for subscription in self._push_subscriptions.list_for_account(account_id)
            ],
            "watch_settings": self._watch_settings.get(account_id),
            "news_settings": self._notification_settings.get(account_id),
        }
