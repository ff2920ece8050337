"""Ad breaks and figures of sponsors in the database (port `AdViews`)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, fields
from datetime import date
from typing import Any

from sqlalchemy import CursorResult, bindparam, delete, func, select, tuple_, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session

from touchline.analytics.adapters.sql.sponsors.tables import AdDayRow, AdViewRow
from touchline.analytics.domain.sponsors.ad_breaks import AdBreak, AdProgress, AdReport
from touchline.analytics.domain.sponsors.figures import AdFigures, DayFigures, count_progress
from touchline.shared.ids import ChannelId

_BATCH_SIZE = 400
_VIEWS: Any = AdViewRow.__table__
_DAYS: Any = AdDayRow.__table__
_FIGURES = tuple(field.name for field in fields(AdFigures))
_DAY_KEY = ("channel_id", "sponsor", "day", "event_id")
ViewKey = tuple[ChannelId, str]


class SqlAdViews:
    """`AdViews` in the current transaction. Rows are locked in a fixed order, which prevents deadlocks."""

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session

    def add(self, reports: Sequence[AdReport]) -> None:
        """Insert missing ad breaks, lock them, and add what is new to them and to the figures.

        The first report of an ad break decides its sponsor. A report of another sponsor is ignored.
        """
        if not reports:
            return
        breaks: dict[ViewKey, AdBreak] = {}
        reported: defaultdict[tuple[ViewKey, str], AdProgress] = defaultdict(lambda: AdProgress(0))
        for report in reports:
            key = (report.channel_id, report.ad_break.id)
            breaks.setdefault(key, report.ad_break)
            reported[key, report.ad_break.sponsor] |= report.progress
        figures: defaultdict[tuple[Any, ...], AdFigures] = defaultdict(AdFigures)
        updates = []
        for row in self._lock(breaks):
            key = (ChannelId(row.channel_id), row.id)
            known, added = AdProgress(row.progress), reported.get((key, row.sponsor), AdProgress(0))
            if not added & ~known:
                continue
            figures[row.channel_id, row.sponsor, row.day, row.event_id] += count_progress(known, added)
            updates.append({"row_channel": row.channel_id, "row_id": row.id, "value": known | added})
        self._write(updates, figures)

    def _lock(self, breaks: Mapping[ViewKey, AdBreak]) -> list[Any]:
        session, keys = self._session(), sorted(breaks)
        new_rows = [
            {
                "channel_id": channel_id,
                "id": break_id,
                "sponsor": breaks[channel_id, break_id].sponsor,
                "event_id": breaks[channel_id, break_id].event_id,
                "day": breaks[channel_id, break_id].day,
                "progress": 0,
            }
            for channel_id, break_id in keys
        ]
        session.connection().execute(self._insert(_VIEWS).on_conflict_do_nothing(), new_rows)
        rows: list[Any] = []
        for start in range(0, len(keys), _BATCH_SIZE):
            key_columns = tuple_(_VIEWS.c.channel_id, _VIEWS.c.id)
            query = select(_VIEWS).where(key_columns.in_(keys[start : start + _BATCH_SIZE]))
            query = query.order_by(_VIEWS.c.channel_id, _VIEWS.c.id).with_for_update()
            rows += session.execute(query)
        return rows

    def _write(
        self, updates: Sequence[Mapping[str, Any]], figures: Mapping[tuple[Any, ...], AdFigures]
    ) -> None:
        if not updates:
            return
        connection = self._session().connection()
        statement = update(_VIEWS).where(
            _VIEWS.c.channel_id == bindparam("row_channel"), _VIEWS.c.id == bindparam("row_id")
        )
        connection.execute(statement.values(progress=bindparam("value")), updates)
        self.add_figures(figures)

    def add_figures(self, figures: Mapping[tuple[Any, ...], AdFigures]) -> None:
        """Add figures by channel, sponsor, day and event. One statement."""
        insert = self._insert(_DAYS)
        upsert = insert.on_conflict_do_update(
            index_elements=list(_DAY_KEY),
            set_={name: _DAYS.c[name] + insert.excluded[name] for name in _FIGURES},
        )
        rows = [
            {**dict(zip(_DAY_KEY, key, strict=True)), **asdict(added)}
            for key, added in sorted(figures.items())
        ]
        self._session().connection().execute(upsert, rows)

    def sum_by_sponsor(self, first: date, last: date) -> Mapping[str, AdFigures]:
        """Use the index on channel and day."""
        query = (
            select(AdDayRow.sponsor, *(func.sum(getattr(AdDayRow, name)) for name in _FIGURES))
            .where(AdDayRow.day.between(first, last))
            .group_by(AdDayRow.sponsor)
        )
        return {
            sponsor: AdFigures(*(int(value) for value in values))
            for sponsor, *values in self._session().execute(query)
        }

    def list_days(self, sponsor: str, first: date, last: date) -> Sequence[DayFigures]:
        """Use the primary key."""
        query = (
            select(AdDayRow)
            .where(AdDayRow.sponsor == sponsor, AdDayRow.day.between(first, last))
            .order_by(AdDayRow.day, AdDayRow.event_id)
        )
        return [
            DayFigures(row.event_id, row.day, AdFigures(*(getattr(row, name) for name in _FIGURES)))
            for row in self._session().scalars(query)
        ]

    def prune(self, before: date) -> int:
        """Use the index on `day`."""
        result = self._session().execute(
            delete(AdViewRow).where(AdViewRow.day < before),
            execution_options={"synchronize_session": False},
        )
        assert isinstance(result, CursorResult)
        return int(result.rowcount)

    def _insert(self, table: Any) -> Any:
        dialect = sqlite if self._session().get_bind().dialect.name == "sqlite" else postgresql
        return dialect.insert(table)
