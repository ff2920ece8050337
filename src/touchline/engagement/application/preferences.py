"""Use cases for a viewer's display and notification settings."""

from __future__ import annotations

from datetime import time
from typing import Any

from touchline.engagement.domain.notification_settings import (
    NotificationSettings,
    parse_quiet_hours,
    parse_time_zone,
)
from touchline.engagement.ports.current_channel import CurrentChannel
from touchline.engagement.ports.preferences import Preferences
from touchline.shared.ids import AccountId

JsonObject = dict[str, Any]


class WatchSettingsService:
    """The spoiler setting, shared by all of a viewer's devices."""

    def __init__(self, preferences: Preferences) -> None:
        self._preferences = preferences

    def get(self, account_id: AccountId) -> JsonObject:
        """Return the settings. Scores are visible by default."""
        return {"hide_scores": self._preferences.get_hide_scores(account_id)}

    def save(self, account_id: AccountId, *, hide_scores: bool) -> JsonObject:
        """Save and return the settings."""
        self._preferences.set_hide_scores(account_id, hide_scores)
        return self.get(account_id)


class NotificationSettingsService:
    """Reads and saves a viewer's notification settings."""

    def __init__(self, preferences: Preferences, current_channel: CurrentChannel) -> None:
        self._preferences = preferences
        self._current_channel = current_channel

    def get(self, account_id: AccountId) -> JsonObject:
        """Return the settings. `time_zone` is the effective one: the viewer's, or else the channel's."""
        settings = self._preferences.get_notification_settings(account_id)
        return {
            "by_mail": settings.by_mail,
            "by_push": settings.by_push,
            "quiet_from": f"{settings.quiet_hours.begin:%H:%M}" if settings.quiet_hours else None,
            "quiet_to": f"{settings.quiet_hours.end:%H:%M}" if settings.quiet_hours else None,
            "time_zone": settings.time_zone or self._current_channel.get_details().time_zone,
        }

    def save(
        self,
        account_id: AccountId,
        *,
        by_mail: bool,
        by_push: bool,
        quiet_from: time | None,
        quiet_to: time | None,
        time_zone: str | None,
    ) -> JsonObject:
        """Save and return the settings.

        Raises `InvalidInputError` if only one end of the quiet hours is given, or for an unknown time zone.
        """
        hours = parse_quiet_hours(quiet_from, quiet_to)
        self._preferences.save_notification_settings(
            account_id, NotificationSettings(by_mail, by_push, hours, parse_time_zone(time_zone))
        )
        return self.get(account_id)
