"""Port to viewers' display and notification settings."""

from __future__ import annotations

from typing import Protocol

from touchline.engagement.domain.notification_settings import NotificationSettings
from touchline.shared.ids import AccountId


class Preferences(Protocol):
    """Settings of the channel's viewers, in the current transaction.

    Viewers without settings have the defaults.
    """

    def get_hide_scores(self, account_id: AccountId) -> bool:
        """Return whether scores and outcomes stay hidden until the viewer reveals one."""
        ...

    def set_hide_scores(self, account_id: AccountId, hide: bool) -> None:
        """Save whether scores are hidden."""
        ...

    def get_notification_settings(self, account_id: AccountId) -> NotificationSettings:
        """Return the viewer's notification settings."""
        ...

    def save_notification_settings(self, account_id: AccountId, settings: NotificationSettings) -> None:
        """Save the viewer's notification settings."""
        ...
