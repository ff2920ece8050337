"""Keeping how viewers want to see things, and how they want to be told."""

from __future__ import annotations

from typing import Protocol

from touchline.engagement.domain.notification_settings import NotificationSettings
from touchline.shared.ids import AccountId


class Preferences(Protocol):
    """What the channel's viewers chose, in the present transaction; who chose nothing has the defaults."""

    def get_hide_scores(self, account_id: AccountId) -> bool:
        """Whether scores and outcomes are hidden until the viewer asks to see one."""
        ...

    def set_hide_scores(self, account_id: AccountId, hide: bool) -> None:
        """Keep it."""
        ...

    def get_notification_settings(self, account_id: AccountId) -> NotificationSettings:
        """How and when the viewer wants to be told."""
        ...

    def save_notification_settings(self, account_id: AccountId, settings: NotificationSettings) -> None:
        """Keep it."""
        ...
