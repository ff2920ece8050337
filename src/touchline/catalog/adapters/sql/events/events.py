"""Events in the database."""

from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime, timedelta
from itertools import groupby
from typing import Any

from sqlalchemy import ColumnElement, Select, func, select, union_all, update
from sqlalchemy.orm import Session

from touchline.catalog.adapters.sql.events import event_mapping
from touchline.catalog.adapters.sql.events.access_changes import list_access_changes
from touchline.catalog.adapters.sql.events.event_filters import build_conditions
from touchline.catalog.adapters.sql.events.event_tables import EventRow
from touchline.catalog.adapters.sql.pagination import MATERIALIZE_LIMIT, SortColumns, load_page, select_count
from touchline.catalog.adapters.sql.search.search_index import SqlSearchIndex
from touchline.catalog.domain.events.blackouts import Blackout
from touchline.catalog.domain.events.event import Event
from touchline.catalog.domain.events.replay import ReplayDelay
from touchline.catalog.domain.events.schedule import PlannedStart
from touchline.catalog.domain.events.status import DELAYED_AFTER, STARTING_SOON_BEFORE
from touchline.catalog.domain.filters import EventFilter
from touchline.catalog.domain.search_vocabulary import SearchField
from touchline.catalog.events import EventsChanged
from touchline.platform.db.count_cache import Rows, get_count_cache
from touchline.shared.ids import CategoryId, EventId
from touchline.shared.paging import Page, PageRequest
from touchline.shared.unit_of_work import Announce

_ONE_DAY = timedelta(days=1)
_STATUS_OFFSETS = (timedelta(0), -STARTING_SOON_BEFORE, DELAYED_AFTER)
"""Offsets from an event's start at which the clock alone changes its live status."""
SORT_COLUMNS: SortColumns = {
    "event_utc_ts": EventRow.starts_at,
    "name": EventRow.sort_name,
    "id": EventRow.id,
}


class SqlEvents:
    """`Events`, `EventSchedules`, `StreamStates`, `ClipCounts` and `EventSimulations` on the event table, in
    the current transaction.
    """

    def __init__(self, session: Callable[[], Session], index: SqlSearchIndex, announce: Announce) -> None:
        self._session = session
        self._announce = announce
        self._index = index

    def get(self, event_id: EventId) -> Event | None:
        """Return an event that is not withdrawn; None if there is none."""
        query = select(EventRow).where(EventRow.id == event_id, EventRow.withdrawn.is_(False))
        row = self._session().scalars(query.options(*event_mapping.EVENT_OPTIONS)).one_or_none()
        return event_mapping.to_event(row) if row else None

    def list_by_ids(self, event_ids: Collection[EventId]) -> Sequence[Event]:
        """Return the events that are not withdrawn. Two queries."""
        query = select(EventRow).where(EventRow.id.in_(event_ids), EventRow.withdrawn.is_(False))
        rows = self._session().scalars(query.options(*event_mapping.EVENT_OPTIONS))
        return [event_mapping.to_event(row) for row in rows]

    def get_start_times(self, event_ids: Collection[EventId]) -> Mapping[EventId, datetime]:
        """Return the start of each event that is not withdrawn."""
        conditions = (EventRow.id.in_(event_ids), EventRow.withdrawn.is_(False))
        rows = self._session().execute(select(EventRow.id, EventRow.starts_at).where(*conditions))
        return {EventId(row.id): row.starts_at for row in rows}

    def get_planned_starts(self, event_ids: Collection[EventId]) -> Mapping[EventId, PlannedStart]:
        """Return the start and schedule of each event that is not withdrawn."""
        columns = (EventRow.id, EventRow.starts_at, *event_mapping.SCHEDULE_COLUMNS)
        conditions = (EventRow.id.in_(event_ids), EventRow.withdrawn.is_(False))
        return {
            EventId(row.id): (row.starts_at, event_mapping.to_schedule(row))
            for row in self._session().execute(select(*columns).where(*conditions))
        }

    def set_schedule(self, event_id: EventId, planned_start: PlannedStart, now: datetime) -> None:
        """Set the start and schedule, increment the revision so that calendars update the event, and
        announce the change.
        """
        row = self._session().get(EventRow, event_id)
        if row is None:
            return
        row.starts_at, schedule = planned_start
        row.schedule_status, row.moved_from = schedule.status.value, schedule.moved_from
        row.time_known = schedule.is_time_known
        has_end = schedule.status.takes_place and schedule.is_time_known
        length = timedelta(seconds=row.duration) if has_end else timedelta()
        row.ends_at = row.starts_at + length
        if delay := ReplayDelay.from_dict(row.replay_delay):
            row.replay_from = delay.get_start(row.ends_at)
        row.revision, row.changed_at = row.revision + 1, now
        self._session().flush()
        self._announce(EventsChanged(row.channel_id, (event_id,)))

    def list_page(self, query: EventFilter, request: PageRequest, now: datetime) -> Page[Event]:
        """Return a page of the events that match `query`.

        The queries are: one for the table versions, one to count if something has changed, and two to load. A
        search by words adds one or two for the vocabulary.
        """
        session = self._session()
        matches = self._index.find_matches(SearchField.EVENT, query.query)
        where = build_conditions(query, now, matches)
        if query.query or query.ids:
            total = session.scalar(select_count(EventRow, where)) or 0
        else:
            changes = query.statuses or query.on_air is not None or query.with_replay
            expiry = (now, lambda _: self.get_next_status_change(now)) if changes else None
            ((total,),) = get_count_cache(session).get_rows(
                session, query, select_count(EventRow, where), expiry
            )
        if total > MATERIALIZE_LIMIT:
            where = build_conditions(query, now, matches, is_scan=True)
        row_page = load_page(
            session, EventRow, where, request, SORT_COLUMNS, event_mapping.EVENT_OPTIONS, total
        )
        return row_page.map(event_mapping.to_event)

    def get_next_status_change(self, now: datetime, channel_blackouts: Sequence[Blackout] = ()) -> datetime:
        """Return the time until which the clock alone changes no list.

        This is the next start or end of an event or of a replay, or the next time at which an event becomes
        starting soon or delayed, or the next start or end of a blackout.
        """
        is_visible = EventRow.withdrawn.is_(False)
        bounds = [EventRow.starts_at > now - offset for offset in _STATUS_OFFSETS]
        next_starts = [
            select(func.min(EventRow.starts_at)).where(is_visible, bound).scalar_subquery()
            for bound in bounds
        ]
        ends = [
            select(func.min(column)).where(is_visible, column > now).scalar_subquery()
            for column in (EventRow.ends_at, EventRow.replay_from, EventRow.replay_until)
        ]
        session = self._session()
        next_changes = get_count_cache(session).get_rows(
            session, "turn", select(*next_starts, *ends), (now, lambda rows: _get_next_change(rows, now))
        )
        return min(
            [_get_next_change(next_changes, now), *list_access_changes(session, now, channel_blackouts)]
        )

    def list_newest_by_category(
        self, query: EventFilter, limit: int, now: datetime
    ) -> Mapping[CategoryId, Page[Event]]:
        """Return the newest events of each category.

        The queries are: one to count per category if something has changed, one for the newest of each
        category, and two to load the events.
        """
        session, where = self._session(), build_conditions(query, now)
        category, counted = EventRow.category_id, func.count()
        counts = select(category, counted).where(*where, category.is_not(None)).group_by(category)
        expiry = (now, lambda _: self.get_next_status_change(now))
        counted_rows = get_count_cache(session).get_rows(session, ("of each category", query), counts, expiry)
        totals = {CategoryId(category_id): total for category_id, total in counted_rows}
        if not totals:
            return {}
        found = session.execute(_select_newest_by_category(sorted(totals), where, limit)).all()
        events = self._load_by_id([row.id for row in found])
        grouped = {key: list(rows) for key, rows in groupby(found, lambda row: CategoryId(row.category_id))}
        return {
            category_id: Page([events[row.id] for row in rows], totals[category_id], limit, 0)
            for category_id, rows in grouped.items()
        }

    def set_recorded(self, event_id: EventId, is_recorded: bool) -> None:
        """Set whether a recording of the event can be played."""
        self._session().execute(update(EventRow).where(EventRow.id == event_id).values(recorded=is_recorded))

    def set_publishing(self, event_id: EventId, is_publishing: bool, *, is_interrupted: bool = False) -> None:
        """Set whether a stream of the event is on now. `is_interrupted`: its encoder is away."""
        values = {"publishing": is_publishing, "interrupted": is_publishing and is_interrupted}
        self._session().execute(update(EventRow).where(EventRow.id == event_id).values(values))

    def set_ended(self, event_id: EventId, has_ended: bool) -> None:
        """Set whether a stream of the event was on and is over."""
        self._session().execute(update(EventRow).where(EventRow.id == event_id).values(ended=has_ended))

    def set_simulation(self, event_id: EventId, starts_at: datetime | None) -> None:
        """Set when the recording plays as if it were live; None removes the simulation."""
        row = update(EventRow).where(EventRow.id == event_id)
        self._session().execute(row.values(simulate_at=starts_at))

    def set_clip_count(self, event_id: EventId, count: int, counted_at: int) -> None:
        """Set the number of clips, unless a later count is stored."""
        conditions_if_newer = (EventRow.id == event_id, EventRow.clips_counted_at <= counted_at)
        counted = {"clip_count": count, "clips_counted_at": counted_at}
        self._session().execute(update(EventRow).where(*conditions_if_newer).values(counted))

    def _load_by_id(self, ids: Sequence[int]) -> dict[int, Event]:
        query = select(EventRow).where(EventRow.id.in_(ids)).options(*event_mapping.EVENT_OPTIONS)
        return {row.id: event_mapping.to_event(row) for row in self._session().scalars(query)}


def _get_next_change(found: Rows, now: datetime) -> datetime:
    offsets = (*_STATUS_OFFSETS, *[timedelta(0)] * 3)
    changes = (
        instant + offset for row in found for instant, offset in zip(row, offsets, strict=True) if instant
    )
    return min(changes, default=now + _ONE_DAY)


def _select_newest_by_category(
    category_ids: Sequence[int], where: list[ColumnElement[bool]], limit: int
) -> Select[Any]:
    """Select `(category_id, id)`, newest first in each category, with a short index scan for each
    category."""
    query = select(EventRow.category_id, EventRow.id, EventRow.starts_at).where(*where)
    newest = query.order_by(EventRow.starts_at.desc(), EventRow.id.desc()).limit(limit)
    scans = [newest.where(EventRow.category_id == category_id).subquery() for category_id in category_ids]
    newest_ids = union_all(*(select(scan) for scan in scans)).subquery()
    ordering = (newest_ids.c.category_id, newest_ids.c.starts_at.desc(), newest_ids.c.id.desc())
    return select(newest_ids.c.category_id, newest_ids.c.id).order_by(*ordering)
