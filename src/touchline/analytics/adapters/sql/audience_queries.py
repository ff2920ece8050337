"""Queries for audience figures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import (
    CTE,
    ColumnElement,
    String,
    case,
    cast,
    distinct,
    func,
    literal,
    select,
    union,
    union_all,
)

from touchline.analytics.adapters.sql.query_base import (
    StoreQueries,
    about_content,
    bucket_number,
    counted_in_period,
    counted_records,
)
from touchline.analytics.adapters.sql.tables import AnalyticsEventRow, PlaybackEventRow, SessionStartRow
from touchline.analytics.domain.aggregation import (
    BUCKET_SECONDS,
    FUNNEL_STEPS,
    MAX_VIEWING_SECONDS,
    MINUTE_SECONDS,
)
from touchline.analytics.domain.periods import Period
from touchline.analytics.domain.records import ContentKind, PlaybackEventType
from touchline.analytics.ports.store import (
    MAX_CONTENT_ITEMS,
    AudienceBucket,
    AudienceGrouping,
    AudienceStats,
    ContentAudience,
    ContentRef,
    PeriodTotals,
    ViewerCount,
)
from touchline.shared.ids import ChannelId

_IS_WATCHED = PlaybackEventRow.what.in_(
    (PlaybackEventType.FIRST_FRAME.value, PlaybackEventType.VIEWING.value)
)
_COUNT_VIEWS = func.count(
    distinct(case((PlaybackEventRow.what == PlaybackEventType.FIRST_FRAME.value, PlaybackEventRow.view)))
)
_SUM_SECONDS = func.coalesce(
    func.sum(
        case((PlaybackEventRow.what == PlaybackEventType.VIEWING.value, PlaybackEventRow.seconds), else_=0)
    ),
    0,
)
_COUNT_VIEWERS = func.count(distinct(PlaybackEventRow.session))
_GROUP_COLUMNS: Mapping[AudienceGrouping, Sequence[Any]] = {
    AudienceGrouping.CONTENT: (PlaybackEventRow.thing_kind, PlaybackEventRow.thing_id),
    AudienceGrouping.COUNTRY: (PlaybackEventRow.country,),
    AudienceGrouping.DEVICE: (PlaybackEventRow.device,),
}


class AudienceQueries(StoreQueries):
    """Counts of sessions, visits, views and time."""

    def count_viewers_since(self, channel_id: ChannelId, since: int) -> Mapping[ContentRef, int]:
        """Scan the last seconds."""
        content = (PlaybackEventRow.thing_kind, PlaybackEventRow.thing_id)
        query = select(*content, _COUNT_VIEWERS).where(*_viewing_since(channel_id, since)).group_by(*content)
        return {(ContentKind(kind), id): count for kind, id, count in self._session().execute(query)}

    def count_sessions_since(self, channel_id: ChannelId, since: int) -> int:
        """Scan the last seconds, without grouping."""
        query = select(_COUNT_VIEWERS).where(*_viewing_since(channel_id, since))
        return self._session().execute(query).scalar_one()

    def count_stalled_since(self, channel_id: ChannelId, content: ContentRef, since: int) -> int:
        """Scan the last seconds of one content item."""
        query = select(_COUNT_VIEWERS).where(
            *counted_records(PlaybackEventRow, channel_id),
            PlaybackEventRow.at >= since,
            PlaybackEventRow.what == PlaybackEventType.STALL.value,
            about_content([content]),
        )
        return self._session().execute(query).scalar_one()

    def count_viewers_by_minute(self, channel_id: ChannelId, since: int) -> Mapping[int, int]:
        """Scan the records since then, grouped by minute."""
        minute = bucket_number(PlaybackEventRow.at, MINUTE_SECONDS).label("minute")
        query = select(minute, _COUNT_VIEWERS).where(*_viewing_since(channel_id, since)).group_by(minute)
        rows = self._session().execute(query.order_by(minute))
        return {bucket_index * MINUTE_SECONDS: count for bucket_index, count in rows}

    def get_totals(self, span: Period) -> PeriodTotals:
        """Run three counts."""
        tables = (SessionStartRow, AnalyticsEventRow, PlaybackEventRow)
        sessions = union(
            *(select(table.session).where(*counted_in_period(table, span)) for table in tables)
        ).subquery()
        visits_query = select(func.count()).select_from(AnalyticsEventRow)
        visits_query = visits_query.where(
            *counted_in_period(AnalyticsEventRow, span), AnalyticsEventRow.name == "visit_page"
        )
        watched_seconds = select(_COUNT_VIEWS, _SUM_SECONDS, _COUNT_VIEWERS).where(
            *counted_in_period(PlaybackEventRow, span), _IS_WATCHED
        )
        execute = self._session().execute
        return PeriodTotals(
            execute(select(func.count()).select_from(sessions)).scalar_one(),
            execute(visits_query).scalar_one(),
            _to_audience(*execute(watched_seconds).one()),
        )

    def get_audience_by(self, span: Period, grouping: AudienceGrouping) -> Mapping[str, AudienceStats]:
        """Return audience figures, sorted.

        Content items are limited in the query, because browsers can invent any number of ids. The result is
        sorted again by key as text.
        """
        keys = _GROUP_COLUMNS[grouping]
        query = select(*keys, _COUNT_VIEWS, _SUM_SECONDS, _COUNT_VIEWERS).where(
            *counted_in_period(PlaybackEventRow, span), _IS_WATCHED
        )
        if grouping is AudienceGrouping.CONTENT:
            order = (_SUM_SECONDS.desc(), _COUNT_VIEWS.desc(), *(cast(key, String) for key in keys))
            query = query.order_by(*order).limit(MAX_CONTENT_ITEMS)
        audience_by_key = {
            ":".join(map(str, row[:-3])): _to_audience(*row[-3:])
            for row in self._session().execute(query.group_by(*keys))
        }
        sorted_audience = sorted(
            audience_by_key.items(),
            key=lambda event_buckets: (-event_buckets[1].seconds, -event_buckets[1].views, event_buckets[0]),
        )
        return dict(sorted_audience)

    def get_content_audience(self, channel_id: ChannelId, content: ContentRef) -> ContentAudience:
        """Run two counts over the records of the item."""
        about_item = [*counted_records(PlaybackEventRow, channel_id), about_content([content])]
        stats_query = select(_COUNT_VIEWS, _SUM_SECONDS, _COUNT_VIEWERS).where(*about_item, _IS_WATCHED)
        minutes = (
            select(_COUNT_VIEWERS.label("viewers"))
            .where(*about_item, PlaybackEventRow.what == PlaybackEventType.VIEWING.value)
            .group_by(bucket_number(PlaybackEventRow.at, MINUTE_SECONDS))
            .subquery()
        )
        peak_query = select(func.coalesce(func.max(minutes.c.viewers), 0))
        execute = self._session().execute
        return ContentAudience(
            _to_audience(*execute(stats_query).one()), int(execute(peak_query).scalar_one())
        )

    def list_viewer_counts(
        self, channel_id: ChannelId, content: ContentRef, since: int, until: int, step: int
    ) -> Sequence[ViewerCount]:
        """Group by step."""
        moment = bucket_number(PlaybackEventRow.at, step).label("moment")
        live, replay = (
            func.count(distinct(case((PlaybackEventRow.live.is_(is_live), PlaybackEventRow.session))))
            for is_live in (True, False)
        )
        query = select(moment, live, replay).where(
            *counted_records(PlaybackEventRow, channel_id),
            about_content([content]),
            PlaybackEventRow.what == PlaybackEventType.VIEWING.value,
            PlaybackEventRow.at >= since,
            PlaybackEventRow.at < until,
        )
        rows = self._session().execute(query.group_by(moment).order_by(moment))
        return [ViewerCount(index * step, *counts) for index, *counts in rows]

    def list_audience_buckets(
        self, span: Period, content_refs: Sequence[ContentRef] | None = None
    ) -> Sequence[AudienceBucket]:
        """Group by quarter of an hour."""
        conditions = [*counted_in_period(PlaybackEventRow, span), _IS_WATCHED]
        if content_refs is not None:
            conditions.append(about_content(content_refs))
        bucket = bucket_number(PlaybackEventRow.at, BUCKET_SECONDS).label("stretch")
        query = (
            select(bucket, _COUNT_VIEWS, _SUM_SECONDS).where(*conditions).group_by(bucket).order_by(bucket)
        )
        return [
            AudienceBucket(bucket_index * BUCKET_SECONDS, views, int(seconds))
            for bucket_index, views, seconds in self._session().execute(query)
        ]

    def get_funnel(self, span: Period) -> Mapping[str, int]:
        """Count each step independently."""
        names = [name for steps in FUNNEL_STEPS.values() for name in steps]
        count_columns = [
            func.count(distinct(case((AnalyticsEventRow.name.in_(steps), AnalyticsEventRow.session))))
            for steps in FUNNEL_STEPS.values()
        ]
        query = select(*count_columns).where(
            *counted_in_period(AnalyticsEventRow, span), AnalyticsEventRow.name.in_(names)
        )
        return dict(zip(FUNNEL_STEPS, self._session().execute(query).one(), strict=True))

    def count_doubtful_by_bucket(self, span: Period) -> Mapping[int, int]:
        """Use the partial index on doubtful records."""
        event_buckets = (
            select(bucket_number(table.at, BUCKET_SECONDS).label("stretch")).where(
                table.channel_id == span.channel_id,
                table.is_doubtful.is_(True),
                table.is_bot.is_(False),
                table.at >= span.since,
                table.at < span.until,
            )
            for table in (SessionStartRow, AnalyticsEventRow, PlaybackEventRow)
        )
        bucket = union_all(*event_buckets).subquery().c.stretch
        rows = self._session().execute(select(bucket, func.count()).group_by(bucket).order_by(bucket))
        return {bucket_index * BUCKET_SECONDS: count for bucket_index, count in rows}

    def get_retention(self, channel_id: ChannelId, content: ContentRef, step: int) -> Mapping[int, int]:
        """Count views by step.

        The watched seconds of a record end at its position. The query joins each record with the offsets of
        the steps that it can reach at most.
        """
        watched_seconds = _capped(PlaybackEventRow.seconds, MAX_VIEWING_SECONDS)
        first = bucket_number(_at_least_zero(PlaybackEventRow.position - watched_seconds), step)
        last = bucket_number(_at_least_zero(PlaybackEventRow.position - 1), step)
        offsets = _series(MAX_VIEWING_SECONDS // step + 1)
        conditions_of_content = [
            *counted_records(PlaybackEventRow, channel_id),
            *(PlaybackEventRow.thing_kind == content[0].value, PlaybackEventRow.thing_id == content[1]),
            *(PlaybackEventRow.what == PlaybackEventType.VIEWING.value, PlaybackEventRow.seconds > 0),
        ]
        ranges = (
            select(PlaybackEventRow.view, first.label("first"), last.label("last"))
            .where(*conditions_of_content)
            .distinct()
            .subquery()
        )
        position_step = (ranges.c.first + offsets.c.further).label("place")
        query = (
            select(position_step, func.count(distinct(ranges.c.view)))
            .join_from(ranges, offsets, position_step <= ranges.c.last)
            .group_by(position_step)
            .order_by(position_step)
        )
        return {bucket_index * step: count for bucket_index, count in self._session().execute(query)}


def _viewing_since(channel_id: ChannelId, since: int) -> list[ColumnElement[bool]]:
    return [
        *counted_records(PlaybackEventRow, channel_id),
        PlaybackEventRow.at >= since,
        PlaybackEventRow.what == PlaybackEventType.VIEWING.value,
    ]


def _to_audience(views: int, seconds: Any, viewers: int) -> AudienceStats:
    """Build the figures. PostgreSQL returns sums as decimals."""
    return AudienceStats(views, int(seconds), viewers)


def _at_least_zero(column: Any) -> ColumnElement[int]:
    return case((column < 0, 0), else_=column)


def _capped(column: Any, maximum: int) -> ColumnElement[int]:
    return case((column > maximum, maximum), else_=column)


def _series(last: int) -> CTE:
    """Return the numbers from 0 to `last`."""
    series = select(literal(0).label("further")).cte("reach", recursive=True)
    return series.union_all(select(series.c.further + 1).where(series.c.further < last))
