"""Audience reports: who is watching now, and what was watched."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from datetime import UTC, date, datetime

from touchline.analytics.application.reports.labels import REMOVED_LABEL, load_names
from touchline.analytics.application.reports.queries import (
    ReportData,
    ReportQuery,
    serialize_instant,
    serialize_period,
    to_minutes,
    translate_store_errors,
)
from touchline.analytics.domain.aggregation import MINUTE_SECONDS
from touchline.analytics.domain.daily_buckets import group_by_day
from touchline.analytics.domain.periods import Period
from touchline.analytics.domain.records import ContentKind
from touchline.analytics.ports.catalog import Catalog
from touchline.analytics.ports.current_channel import CurrentChannel
from touchline.analytics.ports.store import AnalyticsStore, ContentRef, PeriodTotals, StoreUnavailableError
from touchline.shared.clock import Clock
from touchline.shared.ids import ChannelId
from touchline.shared.strings.localized import localize

REALTIME_SECONDS = 60
"""A viewer who reported viewing within this time is watching.

A page reports every ten seconds, in the background every minute, and reports are stored within two seconds.
"""
REALTIME_MINUTES = 30
MAX_REALTIME_ITEMS = 200


class RealtimeReport:
    """Report: who is watching now."""

    def __init__(
        self, store: AnalyticsStore, catalog: Catalog, current_channel: CurrentChannel, clock: Clock
    ) -> None:
        self._store = store
        self._catalog = catalog
        self._current_channel = current_channel
        self._clock = clock

    @translate_store_errors
    def __call__(self, language: str = "") -> ReportData:
        """Return viewers by content item (the top 200) and by minute (all of the last 30 complete minutes).

        A viewer who watches two items counts once in total and once for each item. Items that the catalog
        does not know are combined into one per kind, with the id 0.
        """
        channel, now_second = self._current_channel.get_details(), int(self._clock.now().timestamp())
        viewers_by_content = self._store.count_viewers_since(channel.id, now_second - REALTIME_SECONDS)
        top_content = dict(
            sorted(viewers_by_content.items(), key=_by_viewers_descending)[:MAX_REALTIME_ITEMS]
        )
        first_minute = (now_second // MINUTE_SECONDS - REALTIME_MINUTES) * MINUTE_SECONDS
        minutes = self._store.count_viewers_by_minute(channel.id, first_minute)
        language = language or channel.language
        names = load_names(top_content, self._catalog, language)
        shown_content = Counter[ContentRef]()
        for content, viewers in top_content.items():
            shown_content[content if content in names else (content[0], 0)] += viewers
        return {
            "at": _serialize_instant(now_second),
            "viewers": self._store.count_sessions_since(channel.id, now_second - REALTIME_SECONDS),
            "things": [
                {
                    "kind": content[0].value,
                    "id": content[1],
                    "name": names.get(content, localize(REMOVED_LABEL, language)),
                    "viewers": viewers,
                }
                for content, viewers in sorted(shown_content.items(), key=_by_viewers_descending)
            ],
            "minutes": [
                {"at": _serialize_instant(minute), "viewers": minutes.get(minute, 0)}
                for minute in range(
                    first_minute, first_minute + REALTIME_MINUTES * MINUTE_SECONDS, MINUTE_SECONDS
                )
            ],
        }


class CountLiveViewers:
    """Query: how many people are watching each event now, for the page of today."""

    def __init__(self, store: AnalyticsStore, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    def __call__(self, channel_id: ChannelId) -> Mapping[int, int] | None:
        """Return the number of viewers by event; None if the store is unavailable."""
        since = int(self._clock.now().timestamp()) - REALTIME_SECONDS
        try:
            viewers = self._store.count_viewers_since(channel_id, since)
        except StoreUnavailableError:
            return None
        return {event_id: count for (kind, event_id), count in viewers.items() if kind is ContentKind.EVENT}


class CountStreamViewers:
    """Query: how many people are watching an event now, and how many of them had a stall."""

    def __init__(self, store: AnalyticsStore, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    def __call__(self, channel_id: ChannelId, event_id: int) -> tuple[int, int] | None:
        """Return viewers and viewers with a stall in the last minute; None if the store is unavailable."""
        since = int(self._clock.now().timestamp()) - REALTIME_SECONDS
        content = (ContentKind.EVENT, event_id)
        try:
            viewers = self._store.count_viewers_since(channel_id, since).get(content, 0)
            return viewers, self._store.count_stalled_since(channel_id, content, since)
        except StoreUnavailableError:
            return None


class OverviewReport:
    """Report: how much was watched, in total and by day."""

    def __init__(self, store: AnalyticsStore) -> None:
        self._store = store

    @translate_store_errors
    def __call__(self, report_query: ReportQuery) -> ReportData:
        """Return totals and days, and those of the previous period. `left_out` counts doubtful records."""
        previous_period = report_query.previous_period
        doubtful_by_day = self._count_doubtful_by_day(report_query.period)
        return {
            "span": report_query.serialize_period(),
            "before_span": serialize_period(previous_period) if previous_period else None,
            "totals": _serialize_totals(self._store.get_totals(report_query.period)),
            "before": _serialize_totals(self._store.get_totals(previous_period)) if previous_period else None,
            "days": [
                {**day, "left_out": doubtful_by_day[date.fromisoformat(day["day"])]}
                for day in self._serialize_days(report_query.period)
            ],
            "before_days": self._serialize_days(previous_period) if previous_period else None,
            "left_out": sum(doubtful_by_day.values()),
        }

    def _count_doubtful_by_day(self, period: Period) -> Counter[date]:
        buckets = Counter[date]()
        for now_second, count in self._store.count_doubtful_by_bucket(period).items():
            buckets[period.day_of(now_second)] += count
        return buckets

    def _serialize_days(self, period: Period) -> list[ReportData]:
        days = group_by_day(period, self._store.list_audience_buckets(period))
        return [
            {
                "day": day.isoformat(),
                "views": sum(bucket.views for bucket in buckets),
                "minutes": to_minutes(sum(bucket.seconds for bucket in buckets)),
            }
            for day, buckets in days.items()
        ]


def _by_viewers_descending(entry: tuple[ContentRef, int]) -> tuple[int, str, int]:
    (kind, content_id), viewers = entry
    return -viewers, kind.value, content_id


def _serialize_totals(totals: PeriodTotals) -> Mapping[str, int | float]:
    return {
        "sessions": totals.sessions,
        "page_visits": totals.page_visits,
        "views": totals.audience.views,
        "minutes": to_minutes(totals.audience.seconds),
        "viewers": totals.audience.viewers,
    }


def _serialize_instant(now_second: int) -> str:
    return serialize_instant(datetime.fromtimestamp(now_second, UTC))
