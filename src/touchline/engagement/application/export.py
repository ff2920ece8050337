"""Everything that is kept about a viewer, for the viewer (api.md, `GET /account-export`)."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from touchline.engagement.application.preferences import News, WatchSettings
from touchline.engagement.ports.browsers import Browsers
from touchline.engagement.ports.favorites import Favorites
from touchline.engagement.ports.positions import Positions
from touchline.engagement.ports.reminders import Reminders, Told
from touchline.shared.ids import AccountId


class ExportFollowing:
    """What a viewer follows, where they stopped, and how they want to see and hear of things."""

    def __init__(
        self,
        favorites: Favorites,
        positions: Positions,
        reminders: Reminders,
        told: Told,
        browsers: Browsers,
        watch_settings: WatchSettings,
        news: News,
    ) -> None:
        self._favorites = favorites
        self._positions = positions
        self._reminders = reminders
        self._told = told
        self._browsers = browsers
        self._watch_settings = watch_settings
        self._news = news

    def __call__(self, account_id: AccountId) -> dict[str, Any]:
        """Plain values and aware instants. Of a push subscription the push service is named alone: its whole
        address would let anybody push."""
        return {
            "favorites": [
                {"type": one.type.value, "id": one.thing_id, "since": one.created_at}
                for one in self._favorites.of(account_id)
            ],
            "watch_positions": [
                {
                    "kind": one.kind.value,
                    "id": one.item_id,
                    "position": one.position,
                    "duration": one.duration,
                    "watched_at": one.watched_at,
                }
                for one in self._positions.of(account_id)
            ],
            "reminders": [
                {"about_type": one.about.type.value, "about_id": one.about.id, "since": one.created_at}
                for one in self._reminders.of(account_id)
            ],
            "told": [{"event_id": event_id, "at": at} for event_id, at in self._told.all_of(account_id)],
            "browsers": [
                {"push_service": urlsplit(one.address.endpoint).hostname, "since": one.created_at}
                for one in self._browsers.of(account_id)
            ],
            "watch_settings": self._watch_settings.show(account_id),
            "news_settings": self._news.show(account_id),
        }
