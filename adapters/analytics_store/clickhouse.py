"""Analytics records in ClickHouse, for sites with too many visitors for the main database."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from adapters.analytics_store import clickhouse_queries as ask
from adapters.analytics_store.clickhouse_client import ClickHouseClient
from adapters.analytics_store.clickhouse_tables import (
    DROPPED_COLUMNS,
    OFFSET_COLUMNS,
    RECORD_TABLES,
    SETUP_STATEMENTS,
)
from touchline.analytics.domain import records
from touchline.analytics.domain.aggregation import FUNNEL_STEPS
from touchline.analytics.domain.evidence.shared_gaps import StallReport
from touchline.analytics.domain.periods import Period
from touchline.analytics.domain.record_rows import analytics_event_row, playback_event_row, session_start_row
from touchline.analytics.domain.records import ContentKind, FaultSide, PlaybackEventType, RecordBatch
from touchline.analytics.ports.store import (
    AudienceBucket,
    AudienceGrouping,
    AudienceStats,
    ContentAudience,
    ContentRef,
    PeriodTotals,
    QualityBucket,
    QualityStats,
    ViewerCount,
)
from touchline.shared.ids import ChannelId

_DAY_SECONDS = 86_400
_READINESS_TIMEOUT_SECONDS = 2
_FUNNEL_QUERY = ask.build_funnel(dict(FUNNEL_STEPS))


class ClickHouseStore:
    """`AnalyticsStore` in a ClickHouse database. Tables are created on first use."""

    def __init__(self, address: str, timeout_seconds: int) -> None:
        """Create a store.

        `address` is `http(s)://user:password@host:port/database`. `timeout_seconds` is the maximum time for
        each response.
        """
        self._client = ClickHouseClient(address, timeout_seconds, SETUP_STATEMENTS)
        self._readiness_client = ClickHouseClient(
            address, min(timeout_seconds, _READINESS_TIMEOUT_SECONDS), ()
        )

    def write(self, batch: RecordBatch) -> None:
        """Write the records first, then the counts, then the offset.

        After a crash in between, the batch is written again. Records are deduplicated by id, dropped counts
        by the start of their range.
        """
        stored_offset = self.get_offset(batch.file)
        if batch.last <= stored_offset:
            return
        if batch.first < stored_offset:
            raise ValueError(
                f"{batch.file} is written to {stored_offset}, and was offered from {batch.first}."
            )
        for table, rows in _rows_by_table(batch).items():
            if rows:
                self._client.insert(table, RECORD_TABLES[table], rows)
        batch_range = {"file": batch.file, "first": batch.first, "last": batch.last}
        dropped = [
            {**batch_range, "day": day, "reason": reason, "count": count_value}
            for (day, reason), count_value in batch.dropped.items()
        ]
        if dropped:
            self._client.insert("analytics_dropped", DROPPED_COLUMNS, dropped)
        self._client.insert("analytics_marks", OFFSET_COLUMNS, [{"file": batch.file, "read_to": batch.last}])

    def get_offset(self, file: str) -> int:
        """Return the highest offset of a file, or 0 if there is none.

        ClickHouse returns 0 for `max` without rows.
        """
        return int(self._client.query(ask.FILE_OFFSET, file=file)[0][0])

    def delete_offset(self, file: str) -> None:
        """Delete the offsets of a file."""
        self._client.execute(ask.DELETE_FILE_OFFSET, file=file)

    def count_viewers_since(self, channel_id: ChannelId, since: int) -> Mapping[ContentRef, int]:
        """Count viewers by content."""
        rows = self._client.query(ask.VIEWERS_SINCE, channel=channel_id, since=since)
        return {(ContentKind(kind), id): count for kind, id, count in rows}

    def count_sessions_since(self, channel_id: ChannelId, since: int) -> int:
        """Count the sessions since a time."""
        return int(self._client.query(ask.SESSIONS_SINCE, channel=channel_id, since=since)[0][0])

    def count_stalled_since(self, channel_id: ChannelId, content: ContentRef, since: int) -> int:
        """Count the sessions with a stall."""
        kind, id = content
        rows = self._client.query(ask.STALLED_SINCE, channel=channel_id, since=since, kind=kind.value, id=id)
        return int(rows[0][0])

    def list_delivery_stalls(
        self, channel_id: ChannelId, content: ContentRef, since: int, until: int
    ) -> Sequence[StallReport]:
        """List the stalls at the delivery's side."""
        params = {"channel": channel_id, "since": since, "until": until, **_content_params(content)}
        return [StallReport(*row) for row in self._client.query(ask.DELIVERY_STALLS, **params)]

    def count_viewers_by_minute(self, channel_id: ChannelId, since: int) -> Mapping[int, int]:
        """Count viewers by minute."""
        rows = self._client.query(ask.VIEWERS_BY_MINUTE, channel=channel_id, since=since)
        return dict(rows)

    def get_totals(self, period: Period) -> PeriodTotals:
        """Return the totals of the period. Runs three queries."""
        period_params = _period_params(period)
        sessions, visits, audience = (
            self._client.query(query, **period_params)[0]
            for query in (ask.SESSIONS, ask.PAGE_VISITS, ask.AUDIENCE)
        )
        return PeriodTotals(sessions[0], visits[0], AudienceStats(*audience))

    def get_audience_by(self, period: Period, grouping: AudienceGrouping) -> Mapping[str, AudienceStats]:
        """Return audience figures by group, in ClickHouse's order."""
        rows = self._client.query(ask.AUDIENCE_BY_GROUPING[grouping.value], **_period_params(period))
        return {key: AudienceStats(*values) for key, *values in rows}

    def get_content_audience(self, channel_id: ChannelId, content: ContentRef) -> ContentAudience:
        """Return the audience figures of one content item. Runs two queries."""
        params = {"channel": channel_id, **_content_params(content)}
        stats, peak = (
            self._client.query(query, **params)[0] for query in (ask.CONTENT_AUDIENCE, ask.CONTENT_PEAK)
        )
        return ContentAudience(AudienceStats(*stats), peak[0])

    def list_viewer_counts(
        self, channel_id: ChannelId, content: ContentRef, since: int, until: int, step: int
    ) -> Sequence[ViewerCount]:
        """List the viewers of one content item by step."""
        params = {"channel": channel_id, "since": since, "until": until, "step": step}
        rows = self._client.query(ask.VIEWER_COUNTS, **params, **_content_params(content))
        return [ViewerCount(*row) for row in rows]

    def list_audience_buckets(
        self, period: Period, content_refs: Sequence[ContentRef] | None = None
    ) -> Sequence[AudienceBucket]:
        """List audience figures by quarter of an hour."""
        names = [f"{kind.value}:{id}" for kind, id in content_refs or ()]
        params = {**_period_params(period), "all": content_refs is None, "things": names}
        return [AudienceBucket(*row) for row in self._client.query(ask.AUDIENCE_BUCKETS, **params)]

    def get_quality(self, period: Period, content: ContentRef | None = None) -> QualityStats:
        """Return the playback quality of the period. Runs four queries."""
        params = {**_period_params(period), **_content_params(content)}
        view_count, viewing_seconds, stalled_count, failed_count, attempted_count = self._client.query(
            ask.QUALITY_TOTALS, **params
        )[0]
        stalls, stall_ms, failures = dict[FaultSide, int](), dict[FaultSide, int](), dict[FaultSide, int]()
        for event_type, side, count, stalled_ms in self._client.query(ask.FAULTS_BY_SIDE, **params):
            if event_type == PlaybackEventType.ERROR.value:
                failures[FaultSide(side)] = count
            else:
                stalls[FaultSide(side)], stall_ms[FaultSide(side)] = count, stalled_ms
        startups, bitrates = (
            dict(self._client.query(query, **params))
            for query in (ask.STARTUP_HISTOGRAM, ask.BITRATE_HISTOGRAM)
        )
        return QualityStats(
            view_count,
            viewing_seconds,
            startups,
            bitrates,
            stalled_count,
            failed_count,
            stall_ms,
            stalls,
            failures,
            attempted_count,
        )

    def list_quality_buckets(
        self, period: Period, content: ContentRef | None = None
    ) -> Sequence[QualityBucket]:
        """List quality figures by quarter of an hour."""
        params = {**_period_params(period), **_content_params(content)}
        return [QualityBucket(*row) for row in self._client.query(ask.QUALITY_BUCKETS, **params)]

    def get_funnel(self, period: Period) -> Mapping[str, int]:
        """Return the number of sessions for each step, independently of the other steps."""
        return dict(
            zip(FUNNEL_STEPS, self._client.query(_FUNNEL_QUERY, **_period_params(period))[0], strict=True)
        )

    def get_retention(self, channel_id: ChannelId, content: ContentRef, step: int) -> Mapping[int, int]:
        """Return the number of views by position. A record counts in every step that it touches."""
        rows = self._client.query(ask.RETENTION, channel=channel_id, step=step, **_content_params(content))
        return {position_step * step: count for position_step, count in rows}

    def count_dropped(self, since_day: int) -> Mapping[str, int]:
        """Count dropped records by reason."""
        return dict(self._client.query(ask.COUNT_DROPPED, day=since_day))

    def count_doubtful_by_bucket(self, period: Period) -> Mapping[int, int]:
        """Count doubtful records by quarter of an hour."""
        return dict(self._client.query(ask.DOUBTFUL_BY_BUCKET, **_period_params(period)))

    def erase_pseudonym(self, channel_id: ChannelId, pseudonym: str) -> None:
        """Erase the pseudonym from each table. The operation can be repeated after a failure."""
        for table in RECORD_TABLES:
            self._client.execute(ask.erase_pseudonym(table), channel=channel_id, person=pseudonym)

    def prune(self, before: int) -> int:
        """Delete records before a time. Return their number.

        Whole months are dropped as partitions. In the last month, older records are deleted.
        """
        deleted_count = 0
        for table in RECORD_TABLES:
            deleted_count += self._client.query(ask.count_before(table), before=before)[0][0]
            month = f"{datetime.fromtimestamp(before, UTC):%Y%m}"
            for (partition,) in self._client.query(ask.list_partitions(table)):
                if partition < month:
                    self._client.execute(ask.drop_partition(table, partition))
            self._client.execute(ask.delete_before(table), before=before)
        self._client.execute(ask.DELETE_DROPPED, day=before // _DAY_SECONDS)
        return deleted_count

    def check(self) -> None:
        """Check the connection with one row and a short timeout.

        Readiness checks must not wait as long as reports.
        """
        self._readiness_client.query("SELECT 1")


def _period_params(period: Period) -> dict[str, Any]:
    return {"channel": period.channel_id, "since": period.since, "until": period.until}


def _content_params(content: ContentRef | None) -> dict[str, Any]:
    return {"kind": content[0].value if content else "", "thing": content[1] if content else 0}


def _rows_by_table(batch: RecordBatch) -> dict[str, list[dict[str, Any]]]:
    """Return the rows for each table.

    None becomes an empty string, because nullable columns cost more in ClickHouse.
    """
    rows_by_table: dict[str, list[dict[str, Any]]] = {table: [] for table in RECORD_TABLES}
    for record in batch.records:
        if isinstance(record, records.PlaybackEvent):
            table, row = "analytics_views", playback_event_row(record)
        elif isinstance(record, records.AnalyticsEvent):
            table, row = "analytics_happenings", analytics_event_row(record)
        else:
            table, row = "analytics_sessions", session_start_row(record)
        rows_by_table[table].append({name: "" if value is None else value for name, value in row.items()})
    return rows_by_table
