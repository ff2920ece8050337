"""The games of revenue shares, and what viewers watched of them.

Implements the ports `ShareGames` and `WatchedSeconds` of context `billing`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from touchline.analytics.domain.periods import Period
from touchline.analytics.domain.records import ContentKind
from touchline.analytics.ports.store import AnalyticsStore, AudienceGrouping
from touchline.billing.domain.coverage import PassType
from touchline.billing.domain.revenue_share.rules import get_next_month
from touchline.billing.domain.revenue_share.statements import Game
from touchline.catalog.facade import CatalogFacade
from touchline.channel.facade import ChannelFacade


class ShareGamesGateway:
    """Gateway to context `catalog`."""

    def __init__(self, catalog: CatalogFacade) -> None:
        self._catalog = catalog

    def list_games(self, since: datetime, until: datetime, event_ids: Collection[int]) -> Sequence[Game]:
        """Return the games that start in a time range, and those with these ids, without seconds.

        Canceled games are not in the month. Withdrawn games with these ids are included.
        """
        scheduled = {int(event.id): event for event in self._catalog.sales.list_events(None)}
        in_month = {
            event_id
            for event_id, event in scheduled.items()
            if since <= event.starts_at < until and event.availability != "canceled"
        }
        wanted = in_month | set(event_ids)
        reported = self._catalog.reported_items.list_events(sorted(wanted), "en")
        return [
            Game(
                id=event_id,
                participant_ids=tuple(participant_id for participant_id, _ in event.participants),
                group_ids=tuple(group_id for group_id, _ in event.groups),
                category_id=event.category[0] if event.category else None,
                in_pass=event_id not in scheduled or scheduled[event_id].pass_type != PassType.PPV,
                in_month=event_id in in_month,
            )
            for event_id, event in sorted(reported.items())
        ]

    def list_schools(self, language: str) -> Sequence[tuple[int, str]]:
        """Return the ids and names of the groups of teams, by name."""
        return [(int(str(group["id"])), str(group["name"])) for group in self._catalog.list_groups(language)]


class WatchedSecondsGateway:
    """Gateway to context `analytics`."""

    def __init__(self, store: AnalyticsStore, channel: ChannelFacade) -> None:
        self._store = store
        self._channel = channel

    def get_by_event(self, month: str) -> Mapping[int, int]:
        """Return the seconds that all viewers watched in a month, by event."""
        details = self._channel.get_current()
        first = date.fromisoformat(f"{month}-01")
        last = date.fromisoformat(f"{get_next_month(month)}-01") - timedelta(days=1)
        period = Period(details.id, first, last, ZoneInfo(details.time_zone))
        prefix = f"{ContentKind.EVENT.value}:"
        audiences = self._store.get_audience_by(period, AudienceGrouping.CONTENT)
        return {
            int(content.removeprefix(prefix)): audience.seconds
            for content, audience in audiences.items()
            if content.startswith(prefix) and audience.seconds > 0
        }
