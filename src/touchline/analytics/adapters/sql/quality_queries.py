"""Queries for playback quality."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, and_, case, distinct, func, select

from touchline.analytics.adapters.sql.query_base import (
    StoreQueries,
    about_content,
    bucket_number,
    counted_in_period,
    counted_records,
)
from touchline.analytics.adapters.sql.tables import PlaybackEventRow
from touchline.analytics.domain.aggregation import (
    BITRATE_BUCKET_KBPS,
    BUCKET_SECONDS,
    MAX_STARTUP_MS,
    STARTUP_BUCKET_MS,
)
from touchline.analytics.domain.evidence.shared_gaps import StallReport
from touchline.analytics.domain.periods import Period
from touchline.analytics.domain.records import FaultSide, PlaybackEventType
from touchline.analytics.ports.store import (
    MAX_STALL_REPORTS,
    ContentRef,
    QualityBucket,
    QualityStats,
)
from touchline.shared.ids import ChannelId

_IS_FIRST_FRAME, _IS_STALL, _IS_ERROR, _IS_VIEWING = (
    PlaybackEventRow.what == event_type.value
    for event_type in (
        PlaybackEventType.FIRST_FRAME,
        PlaybackEventType.STALL,
        PlaybackEventType.ERROR,
        PlaybackEventType.VIEWING,
    )
)
_HAS_STARTUP = and_(_IS_FIRST_FRAME, PlaybackEventRow.startup_ms > 0)
_SIDE_OR_UNKNOWN = func.coalesce(PlaybackEventRow.side, FaultSide.UNKNOWN.value)


class QualityQueries(StoreQueries):
    """Counts of start-up times, bitrates, stalls and failures."""

    def list_delivery_stalls(
        self, channel_id: ChannelId, content: ContentRef, since: int, until: int
    ) -> Sequence[StallReport]:
        """Read the records of one content item."""
        query = (
            select(PlaybackEventRow.session, PlaybackEventRow.at, PlaybackEventRow.stall_ms)
            .where(
                *counted_records(PlaybackEventRow, channel_id),
                PlaybackEventRow.at >= since,
                PlaybackEventRow.at < until,
                _IS_STALL,
                PlaybackEventRow.side == FaultSide.DELIVERY.value,
                about_content([content]),
            )
            .order_by(PlaybackEventRow.at, PlaybackEventRow.id)
            .limit(MAX_STALL_REPORTS)
        )
        rows = self._session().execute(query)
        return [StallReport(session, at, stall_ms // 1000) for session, at, stall_ms in rows]

    def get_quality(self, period: Period, content: ContentRef | None = None) -> QualityStats:
        """Run four queries: totals, stalls and failures by side, and two histograms."""
        conditions = [
            *counted_in_period(PlaybackEventRow, period),
            *([about_content([content])] if content else []),
        ]
        totals_query = select(
            _count_views(_IS_FIRST_FRAME),
            func.sum(case((_IS_VIEWING, PlaybackEventRow.seconds), else_=0)),
            _count_views(_IS_STALL),
            _count_views(_IS_ERROR),
            _count_views(_IS_FIRST_FRAME | _IS_ERROR),
        )
        totals_query = totals_query.where(*conditions, _IS_FIRST_FRAME | _IS_VIEWING | _IS_STALL | _IS_ERROR)
        view_count, seconds, stalled_count, failed_count, tried_count = (
            self._session().execute(totals_query).one()
        )
        stall_ms, stalls, failures = self._count_faults(conditions)
        return QualityStats(
            view_count,
            int(seconds or 0),
            self._histogram(
                _capped(PlaybackEventRow.startup_ms, MAX_STARTUP_MS),
                STARTUP_BUCKET_MS,
                _count_views(_IS_FIRST_FRAME),
                conditions,
                _IS_FIRST_FRAME,
            ),
            self._histogram(
                PlaybackEventRow.bitrate,
                BITRATE_BUCKET_KBPS,
                func.sum(PlaybackEventRow.seconds),
                conditions,
                _IS_VIEWING,
            ),
            stalled_count,
            failed_count,
            stall_ms,
            stalls,
            failures,
            tried_count,
        )

    def list_quality_buckets(
        self, period: Period, content: ContentRef | None = None
    ) -> Sequence[QualityBucket]:
        """Group by quarter of an hour."""
        conditions = [
            *counted_in_period(PlaybackEventRow, period),
            *([about_content([content])] if content else []),
        ]
        bucket = bucket_number(PlaybackEventRow.at, BUCKET_SECONDS).label("stretch")
        aggregates = (
            _count_views(_HAS_STARTUP),
            func.sum(case((_HAS_STARTUP, PlaybackEventRow.startup_ms), else_=0)),
            func.sum(case((_IS_STALL, 1), else_=0)),
            func.sum(case((_IS_ERROR, 1), else_=0)),
        )
        query = select(bucket, *aggregates).where(*conditions, _HAS_STARTUP | _IS_STALL | _IS_ERROR)
        rows = self._session().execute(query.group_by(bucket).order_by(bucket))
        return [
            QualityBucket(bucket_index * BUCKET_SECONDS, views, int(startup), stalls, failures)
            for bucket_index, views, startup, stalls, failures in rows
        ]

    def _count_faults(
        self, conditions: Sequence[ColumnElement[bool]]
    ) -> tuple[Counter[FaultSide], Counter[FaultSide], Counter[FaultSide]]:
        """Return the stalled milliseconds, the stalls and the failures, by side."""
        query = select(
            PlaybackEventRow.what, _SIDE_OR_UNKNOWN, func.count(), func.sum(PlaybackEventRow.stall_ms)
        )
        query = query.where(*conditions, _IS_STALL | _IS_ERROR)
        query = query.group_by(PlaybackEventRow.what, PlaybackEventRow.side)
        stall_ms, stalls, failures = Counter[FaultSide](), Counter[FaultSide](), Counter[FaultSide]()
        for event_type, side, count, stalled_ms in self._session().execute(query):
            if event_type == PlaybackEventType.ERROR.value:
                failures[FaultSide(side)] += count
            else:
                stalls[FaultSide(side)] += count
                stall_ms[FaultSide(side)] += int(stalled_ms)
        return stall_ms, stalls, failures

    def _histogram(
        self,
        column: Any,
        bucket_size: int,
        count: ColumnElement[int],
        conditions: Sequence[ColumnElement[bool]],
        event_type: ColumnElement[bool],
    ) -> dict[int, int]:
        """Return the histogram of a reported figure."""
        buckets = bucket_number(column, bucket_size).label("step")
        query = (
            select(buckets, count)
            .where(*conditions, event_type, column > 0)
            .group_by(buckets)
            .order_by(buckets)
        )
        return {
            bucket_index * bucket_size: int(bucket_count)
            for bucket_index, bucket_count in self._session().execute(query)
        }


def _count_views(condition: ColumnElement[bool]) -> ColumnElement[int]:
    return func.count(distinct(case((condition, PlaybackEventRow.view))))


def _capped(column: Any, maximum: int) -> ColumnElement[int]:
    return case((column > maximum, maximum), else_=column)
