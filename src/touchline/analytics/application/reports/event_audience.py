"""Who has watched one event: in total, around its start, and day by day."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from touchline.analytics.application.reports.queries import serialize_instant
from touchline.analytics.domain.daily_buckets import group_by_day
from touchline.analytics.domain.periods import Period
from touchline.analytics.domain.records import ContentKind
from touchline.analytics.ports.current_channel import CurrentChannel
from touchline.analytics.ports.store import AnalyticsStore, ContentRef, StoreUnavailableError, ViewerCount
from touchline.shared.clock import Clock
from touchline.shared.ids import ChannelId

STEP_SECONDS = 300
WINDOW_BEFORE, WINDOW_AFTER = timedelta(minutes=30), timedelta(hours=6)
MAX_DAYS = 92


class GetEventAudience:
    """Query: how many people have watched an event so far, for its page in the studio."""

    def __init__(self, store: AnalyticsStore, current_channel: CurrentChannel, clock: Clock) -> None:
        self._store = store
        self._current_channel = current_channel
        self._clock = clock

    def __call__(self, channel_id: ChannelId, event_id: int, starts_at: datetime) -> Mapping[str, Any] | None:
        """Return `viewers`, `views`, `seconds`, `peak_viewers`, `moments` and `days`.

        `moments` has the viewers every five minutes around the start, live and of the recording, from the
        first viewer to the last one. `days` has the views from the day of the event to the last day with
        views, at most 92 days. Returns None if the store is unavailable.
        """
        content = (ContentKind.EVENT, event_id)
        try:
            audience = self._store.get_content_audience(channel_id, content)
            return {
                **vars(audience.stats),
                "peak_viewers": audience.peak_viewers,
                "moments": self._list_moments(channel_id, content, starts_at),
                "days": self._list_days(channel_id, content, starts_at),
            }
        except StoreUnavailableError:
            return None

    def _list_moments(
        self, channel_id: ChannelId, content: ContentRef, starts_at: datetime
    ) -> list[dict[str, Any]]:
        since, until = (
            int(instant.timestamp()) for instant in (starts_at - WINDOW_BEFORE, starts_at + WINDOW_AFTER)
        )
        counts = self._store.list_viewer_counts(channel_id, content, since, until, STEP_SECONDS)
        if not counts:
            return []
        count_at = {count.at: count for count in counts}
        moments = range(counts[0].at, counts[-1].at + 1, STEP_SECONDS)
        return [_serialize_count(count_at.get(at) or ViewerCount(at, 0, 0)) for at in moments]

    def _list_days(
        self, channel_id: ChannelId, content: ContentRef, starts_at: datetime
    ) -> list[dict[str, Any]]:
        zone = self._current_channel.get_details().zone
        first, today = starts_at.astimezone(zone).date(), self._clock.now().astimezone(zone).date()
        if first > today:
            return []
        period = Period(channel_id, first, min(today, first + timedelta(days=MAX_DAYS - 1)), zone)
        buckets = group_by_day(period, self._store.list_audience_buckets(period, [content]))
        views = {day: sum(bucket.views for bucket in found) for day, found in buckets.items()}
        last = max((day for day, count in views.items() if count), default=None)
        return [
            {"day": day.isoformat(), "views": count}
            for day, count in views.items()
            if last is not None and day <= last
        ]


def _serialize_count(count: ViewerCount) -> dict[str, Any]:
    at = serialize_instant(datetime.fromtimestamp(count.at, UTC))
    return {"at": at, "live": count.live, "replay": count.replay}
