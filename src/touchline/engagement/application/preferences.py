"""How a viewer wants to see things, and how they want to be told."""

from __future__ import annotations

from datetime import time
from typing import Any

from touchline.engagement.domain.news import NewsSettings, quiet_hours, time_zone
from touchline.engagement.ports.channel_facts import ChannelFacts
from touchline.engagement.ports.preferences import Preferences
from touchline.shared.ids import AccountId

Answer = dict[str, Any]


class WatchSettings:
    """The spoiler shield, for all of a viewer's devices."""

    def __init__(self, preferences: Preferences) -> None:
        self._preferences = preferences

    def show(self, account_id: AccountId) -> Answer:
        """Scores are shown unless the viewer said otherwise."""
        return {"hide_scores": self._preferences.hides_scores(account_id)}

    def keep(self, account_id: AccountId, *, hide_scores: bool) -> Answer:
        """The settings from now on."""
        self._preferences.hide_scores(account_id, hide_scores)
        return self.show(account_id)


class News:
    """By which ways and at which times a viewer is told."""

    def __init__(self, preferences: Preferences, channel_facts: ChannelFacts) -> None:
        self._preferences = preferences
        self._channel_facts = channel_facts

    def show(self, account_id: AccountId) -> Answer:
        """`time_zone` is the one in force: the viewer's, else the channel's."""
        kept = self._preferences.news(account_id)
        return {
            "by_mail": kept.by_mail,
            "by_push": kept.by_push,
            "quiet_from": f"{kept.quiet.begin:%H:%M}" if kept.quiet else None,
            "quiet_to": f"{kept.quiet.end:%H:%M}" if kept.quiet else None,
            "time_zone": kept.time_zone or self._channel_facts.now().time_zone,
        }

    def keep(
        self,
        account_id: AccountId,
        *,
        by_mail: bool,
        by_push: bool,
        quiet_from: time | None,
        quiet_to: time | None,
        zone: str | None,
    ) -> Answer:
        """The settings from now on; `Invalid` for half a span of quiet hours and for an unknown time zone."""
        quiet = quiet_hours(quiet_from, quiet_to)
        self._preferences.keep_news(account_id, NewsSettings(by_mail, by_push, quiet, time_zone(zone)))
        return self.show(account_id)
