"""Events in the database."""

from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime, timedelta
from itertools import groupby
from typing import Any

from sqlalchemy import ColumnElement, Select, func, select, union_all, update
from sqlalchemy.orm import Session

from touchline.catalog.adapters.sql import event_rows
from touchline.catalog.adapters.sql.event_conditions import conditions
from touchline.catalog.adapters.sql.event_tables import EventRow
from touchline.catalog.adapters.sql.pages import FEW, Orders, counting, page
from touchline.catalog.adapters.sql.search_index import SqlSearchIndex
from touchline.catalog.domain.event import Event
from touchline.catalog.domain.filters import EventFilter
from touchline.catalog.domain.schedule import Planned, Schedule, ScheduleStatus
from touchline.catalog.domain.spelling import SearchField
from touchline.catalog.domain.status import DELAYED_AFTER, SOON_BEFORE
from touchline.platform.db.totals import Rows, totals_of
from touchline.shared.ids import CategoryId, EventId
from touchline.shared.paging import Page, PageRequest

_A_DAY = timedelta(days=1)
_SHIFTS = (timedelta(0), -SOON_BEFORE, DELAYED_AFTER)
"""So long after its start what is said of an event changes by the clock."""
ORDERS: Orders = {
    "event_utc_ts": EventRow.starts_at,
    "name": EventRow.sort_name,
    "id": EventRow.id,
}


class SqlEvents:
    """`EventStore`, `Schedules`, `StreamStates`, `ClipCounts` and `Showings` over the table of events, in
    the present transaction."""

    def __init__(self, session: Callable[[], Session], index: SqlSearchIndex) -> None:
        self._session = session
        self._index = index

    def get(self, event_id: EventId) -> Event | None:
        """One event that is not withdrawn."""
        wanted = select(EventRow).where(EventRow.id == event_id, EventRow.withdrawn.is_(False))
        row = self._session().scalars(wanted.options(*event_rows.WHOLE)).one_or_none()
        return event_rows.event(row) if row else None

    def starts(self, event_ids: Collection[EventId]) -> Mapping[EventId, datetime]:
        """When those start that are not withdrawn."""
        these = (EventRow.id.in_(event_ids), EventRow.withdrawn.is_(False))
        found = self._session().execute(select(EventRow.id, EventRow.starts_at).where(*these))
        return {EventId(row.id): row.starts_at for row in found}

    def plans(self, event_ids: Collection[EventId]) -> Mapping[EventId, Planned]:
        """The start and schedule of those that are not withdrawn."""
        columns = (EventRow.id, EventRow.starts_at, EventRow.schedule_status, EventRow.moved_from)
        these = (EventRow.id.in_(event_ids), EventRow.withdrawn.is_(False))
        return {
            EventId(row.id): (row.starts_at, Schedule(ScheduleStatus(row.schedule_status), row.moved_from))
            for row in self._session().execute(select(*columns).where(*these))
        }

    def set_schedule(self, event_id: EventId, planned: Planned, now: datetime) -> None:
        """A start and a schedule; calendars learn of it by the revision."""
        row = self._session().get(EventRow, event_id)
        if row is None:
            return
        row.starts_at, schedule = planned
        row.schedule_status, row.moved_from = schedule.status.value, schedule.moved_from
        length = timedelta(seconds=row.duration) if schedule.status.takes_place else timedelta()
        row.ends_at = row.starts_at + length
        row.revision, row.changed_at = row.revision + 1, now
        self._session().flush()

    def page(self, wanted: EventFilter, request: PageRequest, now: datetime) -> Page[Event]:
        """A part of those `wanted`: one query for the marks of change, one to count where something has
        changed, two to load; with words one or two to know them."""
        session = self._session()
        meanings = self._index.meanings(SearchField.EVENT, wanted.query)
        where = conditions(wanted, now, meanings)
        if wanted.query or wanted.ids:
            total = session.scalar(counting(EventRow, where)) or 0
        else:
            turns = wanted.statuses or wanted.on_air is not None
            turn = (now, lambda _: self.next_turn(now)) if turns else None
            ((total,),) = totals_of(session).rows(session, wanted, counting(EventRow, where), turn)
        if total > FEW:
            where = conditions(wanted, now, meanings, walked=True)
        found = page(session, EventRow, where, request, ORDERS, event_rows.WHOLE, total)
        return found.map(event_rows.event)

    def next_turn(self, now: datetime) -> datetime:
        """Until when the clock alone changes nothing in any list: the next start or end of a game, and the
        next instant at which one starts soon or is delayed."""
        shown = EventRow.withdrawn.is_(False)
        edges = [EventRow.starts_at > now - shift for shift in _SHIFTS]
        next_of = [
            select(func.min(EventRow.starts_at)).where(shown, edge).scalar_subquery() for edge in edges
        ]
        ends = select(func.min(EventRow.ends_at)).where(shown, EventRow.ends_at > now).scalar_subquery()
        session = self._session()
        found = totals_of(session).rows(
            session, "turn", select(*next_of, ends), (now, lambda rows: _first(rows, now))
        )
        return _first(found, now)

    def newest_by_category(
        self, wanted: EventFilter, limit: int, now: datetime
    ) -> Mapping[CategoryId, Page[Event]]:
        """One query to count within each category where something has changed, one for the newest of each,
        two to load the events."""
        session, where = self._session(), conditions(wanted, now)
        category, counted = EventRow.category_id, func.count()
        counts = select(category, counted).where(*where, category.is_not(None)).group_by(category)
        turn = (now, lambda _: self.next_turn(now))
        counted_rows = totals_of(session).rows(session, ("of each category", wanted), counts, turn)
        totals = {CategoryId(one): total for one, total in counted_rows}
        if not totals:
            return {}
        found = session.execute(_newest_of_each(sorted(totals), where, limit)).all()
        events = self._by_id([row.id for row in found])
        grouped = {key: list(rows) for key, rows in groupby(found, lambda row: CategoryId(row.category_id))}
        return {
            category_id: Page([events[row.id] for row in rows], totals[category_id], limit, 0)
            for category_id, rows in grouped.items()
        }

    def set_recorded(self, event_id: EventId, recorded: bool) -> None:
        """Whether a recording of the event can be played."""
        self._session().execute(update(EventRow).where(EventRow.id == event_id).values(recorded=recorded))

    def set_publishing(self, event_id: EventId, publishing: bool, *, interrupted: bool = False) -> None:
        """Whether a stream of the event is on now; `interrupted`: its encoder is away."""
        said = {"publishing": publishing, "interrupted": publishing and interrupted}
        self._session().execute(update(EventRow).where(EventRow.id == event_id).values(said))

    def set_ended(self, event_id: EventId, ended: bool) -> None:
        """Whether a stream of the event was on and is over."""
        self._session().execute(update(EventRow).where(EventRow.id == event_id).values(ended=ended))

    def set_simulation(self, event_id: EventId, starts_at: datetime | None) -> None:
        """From when its recording plays as if it were live; None: not at all."""
        row = update(EventRow).where(EventRow.id == event_id)
        self._session().execute(row.values(simulate_at=starts_at))

    def set_clip_count(self, event_id: EventId, count: int, at: int) -> None:
        """How many clips the event has, unless it is known from later."""
        older = (EventRow.id == event_id, EventRow.clips_counted_at <= at)
        counted = {"clip_count": count, "clips_counted_at": at}
        self._session().execute(update(EventRow).where(*older).values(counted))

    def _by_id(self, ids: Sequence[int]) -> dict[int, Event]:
        wanted = select(EventRow).where(EventRow.id.in_(ids)).options(*event_rows.WHOLE)
        return {row.id: event_rows.event(row) for row in self._session().scalars(wanted)}


def _first(found: Rows, now: datetime) -> datetime:
    shifts = (*_SHIFTS, timedelta(0))
    turns = (one + shift for row in found for one, shift in zip(row, shifts, strict=True) if one)
    return min(turns, default=now + _A_DAY)


def _newest_of_each(category_ids: Sequence[int], where: list[ColumnElement[bool]], limit: int) -> Select[Any]:
    """`(category_id, id)`, the newest of each category first: a short walk of the index for each."""
    wanted = select(EventRow.category_id, EventRow.id, EventRow.starts_at).where(*where)
    newest = wanted.order_by(EventRow.starts_at.desc(), EventRow.id.desc()).limit(limit)
    walks = [newest.where(EventRow.category_id == category_id).subquery() for category_id in category_ids]
    found = union_all(*(select(walk) for walk in walks)).subquery()
    in_order = (found.c.category_id, found.c.starts_at.desc(), found.c.id.desc())
    return select(found.c.category_id, found.c.id).order_by(*in_order)
