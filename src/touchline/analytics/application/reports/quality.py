"""Reports on playback quality and retention."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta

from touchline.analytics.application.reports.queries import (
    ReportData,
    ReportQuery,
    count_doubtful,
    ratio,
    serialize_instant,
    translate_store_errors,
)
from touchline.analytics.domain.aggregation import BITRATE_BUCKET_KBPS, MAX_STARTUP_MS, STARTUP_BUCKET_MS
from touchline.analytics.domain.daily_buckets import group_by_day
from touchline.analytics.domain.histograms import percentile
from touchline.analytics.domain.periods import Period
from touchline.analytics.domain.records import ContentKind, FaultSide
from touchline.analytics.ports.catalog import Catalog, EventSummary
from touchline.analytics.ports.clipped_moments import ClippedMoments
from touchline.analytics.ports.current_channel import CurrentChannel
from touchline.analytics.ports.store import AnalyticsStore, ContentRef, QualityStats
from touchline.shared.clock import Clock
from touchline.shared.errors import NotFoundError
from touchline.shared.ids import ChannelId

MAX_POINTS = 120
MAX_MOMENTS = 20
STEP_SECONDS = (5, 10, 15, 30, 60, 120, 300, 600, 1800, 3600)
_MAX_DURATION_FACTOR, _DEFAULT_DURATION, _OUTLIER_RATIO = 3, 14_400, 50
_MAX_AGE = timedelta(days=3650)


class QualityReport:
    """Report: start-up times, stalls, bitrates and failures."""

    def __init__(self, store: AnalyticsStore) -> None:
        self._store = store

    @translate_store_errors
    def __call__(self, report_query: ReportQuery, content: ContentRef | None = None) -> ReportData:
        """Return the quality of all views, or of those of one content item."""
        quality = self._store.get_quality(report_query.period, content)
        previous = (
            self._store.get_quality(report_query.previous_period, content)
            if report_query.previous_period
            else None
        )
        stalls = sum(quality.stalls.values())
        return {
            "span": report_query.serialize_period(),
            "views": quality.views,
            "startup": {
                "median_ms": _startup_percentile(quality, 0.5),
                "p95_ms": _startup_percentile(quality, 0.95),
                "steps": [
                    {"from_ms": step, "views": views} for step, views in sorted(quality.startups.items())
                ],
            },
            "stalls": {
                "views": quality.views_stalled,
                "share": _share_of_views(quality.views_stalled, quality),
                "count": stalls,
                "seconds": _to_seconds(sum(quality.stall_ms.values())),
                "per_hour": round(stalls * 3600 / quality.seconds, 2) if quality.seconds else None,
            },
            "bitrate": {"median": percentile(quality.bitrates, 0.5, BITRATE_BUCKET_KBPS)},
            "failures": {"views": quality.views_failed, "share": _failure_share(quality)},
            "sides": [_serialize_side(side, quality) for side in FaultSide],
            "days": self._serialize_days(report_query.period, content),
            "before": _serialize_previous(previous) if previous else None,
            "left_out": count_doubtful(self._store, report_query.period),
        }

    def _serialize_days(self, period: Period, content: ContentRef | None) -> list[ReportData]:
        days = group_by_day(period, self._store.list_quality_buckets(period, content))
        serialized_days: list[ReportData] = []
        for day, buckets in days.items():
            views = sum(bucket.views for bucket in buckets)
            startup = round(sum(bucket.startup_ms for bucket in buckets) / views) if views else None
            serialized_days.append(
                {
                    "day": day.isoformat(),
                    "startup_ms": startup,
                    "stalls": sum(bucket.stalls for bucket in buckets),
                    "failures": sum(bucket.failures for bucket in buckets),
                }
            )
        return serialized_days


class RetentionReport:
    """Report: how many viewers watched each position of an event's video, and which parts were clipped."""

    def __init__(
        self,
        store: AnalyticsStore,
        catalog: Catalog,
        moments: ClippedMoments,
        current_channel: CurrentChannel,
        clock: Clock,
    ) -> None:
        self._store = store
        self._catalog = catalog
        self._moments = moments
        self._current_channel = current_channel
        self._clock = clock

    @translate_store_errors
    def __call__(self, event_id: int, language: str = "") -> ReportData:
        """Return at most 120 points from the beginning, of all views ever. Raises `NotFoundError`."""
        channel = self._current_channel.get_details()
        event = self._catalog.list_events([event_id], language or channel.language).get(event_id)
        if event is None:
            raise NotFoundError
        content = (ContentKind.EVENT, event_id)
        today = self._clock.now().astimezone(channel.zone).date()
        all_time = Period(channel.id, today - _MAX_AGE, today, channel.zone)
        views = self._store.get_quality(all_time, content).views
        step, views_by_position = self._count_views_by_position(channel.id, event)
        last = max(views_by_position, default=-step)
        return {
            "event": {
                "id": event.id,
                "name": event.name,
                "starts_at": serialize_instant(event.starts_at),
                "duration": event.duration,
            },
            "step": step,
            "views": views,
            "points": [
                {
                    "position": position,
                    "views": views_by_position.get(position, 0),
                    "share": ratio(views_by_position.get(position, 0), views),
                }
                for position in range(0, last + step, step)
            ],
            "moments": [vars(bucket) for bucket in self._moments.list_most_clipped(event_id, MAX_MOMENTS)],
        }

    def _count_views_by_position(
        self, channel_id: ChannelId, event: EventSummary
    ) -> tuple[int, Mapping[int, int]]:
        """Return the step and the views by position.

        The step suits the planned duration, or a longer one if the video is longer. Positions come from
        browsers. Those far beyond the planned duration are ignored, and a small share of the views does not
        make the video longer.
        """
        step, end = _choose_step(event.duration), _MAX_DURATION_FACTOR * (event.duration or _DEFAULT_DURATION)
        buckets = self._store.get_retention(channel_id, (ContentKind.EVENT, event.id), step)
        buckets = {position: views for position, views in buckets.items() if position < end}
        most_views = max(buckets.values(), default=0)
        last = max(
            (position for position, views in buckets.items() if views * _OUTLIER_RATIO >= most_views),
            default=0,
        )
        longer_step = _choose_step(last + step)
        if longer_step > step:
            step = longer_step
            buckets = self._store.get_retention(channel_id, (ContentKind.EVENT, event.id), step)
        max_position = min(step * MAX_POINTS, end)
        return step, {position: views for position, views in buckets.items() if position < max_position}


def _choose_step(seconds: int) -> int:
    return next((step for step in STEP_SECONDS if seconds <= step * MAX_POINTS), STEP_SECONDS[-1])


def _startup_percentile(quality: QualityStats, share: float) -> int | None:
    return percentile(quality.startups, share, STARTUP_BUCKET_MS, MAX_STARTUP_MS)


def _share_of_views(views: int, quality: QualityStats) -> float:
    """Return the share of started views. A view with a stall may have started on the day before."""
    return ratio(views, max(views, quality.views))


def _failure_share(quality: QualityStats) -> float:
    """Return the share of attempted views, because a failed view may never have started."""
    return ratio(quality.views_failed, quality.views_attempted)


def _to_seconds(milliseconds: int) -> float:
    return round(milliseconds / 1000, 1)


def _serialize_side(side: FaultSide, quality: QualityStats) -> ReportData:
    return {
        "side": side.value,
        "stalls": quality.stalls.get(side, 0),
        "seconds": _to_seconds(quality.stall_ms.get(side, 0)),
        "failures": quality.failures.get(side, 0),
    }


def _serialize_previous(quality: QualityStats) -> ReportData:
    return {
        "startup_median_ms": _startup_percentile(quality, 0.5),
        "stall_share": _share_of_views(quality.views_stalled, quality),
        "failure_share": _failure_share(quality),
    }
