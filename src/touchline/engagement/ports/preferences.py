"""Keeping how viewers want to see things, and how they want to be told."""

from __future__ import annotations

from typing import Protocol

from touchline.engagement.domain.news import NewsSettings
from touchline.shared.ids import AccountId


class Preferences(Protocol):
    """What the channel's viewers chose, in the present transaction; who chose nothing has the defaults."""

    def hides_scores(self, account_id: AccountId) -> bool:
        """Whether scores and outcomes are hidden until the viewer asks to see one."""
        ...

    def hide_scores(self, account_id: AccountId, hide: bool) -> None:
        """Keep it."""
        ...

    def news(self, account_id: AccountId) -> NewsSettings:
        """How and when the viewer wants to be told."""
        ...

    def keep_news(self, account_id: AccountId, settings: NewsSettings) -> None:
        """Keep it."""
        ...
