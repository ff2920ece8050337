"""Finding things by words in the database."""

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, Select, SQLColumnExpression, and_, case, null, select
from sqlalchemy.orm import Session
from sqlalchemy.orm.interfaces import ORMOption

from touchline.catalog.adapters.sql import event_rows, place_rows
from touchline.catalog.adapters.sql.event_conditions import status_is
from touchline.catalog.adapters.sql.event_tables import EventRow
from touchline.catalog.adapters.sql.library import WHOLE as WHOLE_ITEM
from touchline.catalog.adapters.sql.library import item
from touchline.catalog.adapters.sql.library_tables import LibraryItemRow
from touchline.catalog.adapters.sql.place_tables import GroupRow, ParticipantRow
from touchline.catalog.adapters.sql.places import WHOLE as WHOLE_PARTICIPANT
from touchline.catalog.adapters.sql.search_index import SqlSearchIndex, Vocabularies, filed_here, filed_under
from touchline.catalog.adapters.sql.search_tables import SearchEntryRow
from touchline.catalog.domain.event import Event
from touchline.catalog.domain.library import LibraryItem
from touchline.catalog.domain.participant import Participant
from touchline.catalog.domain.places import Group
from touchline.catalog.domain.spelling import Meanings, SearchField, asked_words
from touchline.catalog.domain.status import StreamStatus
from touchline.catalog.ports.finder import Found

Order = Sequence[SQLColumnExpression[Any]]
COMMON = 5000
NEAR = timedelta(days=7)


class SqlFinder:
    """`Finder` over the search index, in the present transaction."""

    def __init__(self, session: Callable[[], Session], index: SqlSearchIndex) -> None:
        self._session = session
        self._index = index

    def find(self, query: str, limit: int, now: datetime) -> Found:
        """One or two queries for the words, then two for each kind, three more for the
        events of common words, and those that make things whole."""
        if not asked_words(query):
            return Found()
        asked = _Asked(self._session(), self._index.vocabularies(), query, limit)
        return Found(asked.events(now), asked.participants(), asked.groups(), asked.library())


class _Asked:
    """One query."""

    def __init__(self, session: Session, vocabularies: Vocabularies, query: str, limit: int) -> None:
        self._session = session
        self._vocabularies = vocabularies
        self._query = query
        self._limit = limit

    def events(self, now: datetime) -> list[Event]:
        found: Sequence[int]
        meanings = self._meanings(SearchField.EVENT)
        if self._session.scalar(is_common(meanings)):
            found = [each for walk in walks(meanings, now) for each in self._ids(walk)]
        else:
            found = self._ids(in_order(EventRow, meanings, soonest(now)))
        rows = self._whole(EventRow, found[: self._limit], event_rows.WHOLE)
        return [event_rows.event(row) for row in rows]

    def participants(self) -> list[Participant]:
        order = [self._named(ParticipantRow, SearchField.PARTICIPANT_NAME), ParticipantRow.sort_name]
        rows = self._first(ParticipantRow, SearchField.PARTICIPANT, order, WHOLE_PARTICIPANT)
        return [place_rows.with_children(row) for row in rows]

    def groups(self) -> list[Group]:
        order = [self._named(GroupRow, SearchField.GROUP_NAME), GroupRow.sort_name]
        return [place_rows.group(row) for row in self._first(GroupRow, SearchField.GROUP, order, [])]

    def library(self) -> list[LibraryItem]:
        order = [self._named(LibraryItemRow, SearchField.LIBRARY_TITLE), LibraryItemRow.date.desc()]
        rows = self._first(LibraryItemRow, SearchField.LIBRARY, order, WHOLE_ITEM)
        return [item(row) for row in rows]

    def _first(
        self, table: type[Any], field: SearchField, order: Order, whole: Sequence[ORMOption]
    ) -> list[Any]:
        """The ids are ordered and cut alone, so that nothing but the answer is loaded."""
        found = in_order(table, self._meanings(field), order)
        if table is LibraryItemRow:
            found = found.where(LibraryItemRow.recording_state == "")
        return self._whole(table, self._ids(found), whole)

    def _ids(self, found: Any) -> Sequence[int]:
        return self._session.scalars(found.limit(self._limit)).all()

    def _whole(self, table: type[Any], ids: Sequence[int], whole: Sequence[ORMOption]) -> list[Any]:
        rows = self._session.scalars(select(table).where(table.id.in_(ids)).options(*whole))
        by_id = {row.id: row for row in rows}
        return [by_id[each] for each in ids]

    def _named(self, table: type[Any], field: SearchField) -> ColumnElement[Any]:
        named = and_(*filed_under(table.id, self._meanings(field)))
        return case((named, 0), else_=1)

    def _meanings(self, field: SearchField) -> Meanings:
        return self._vocabularies[field].meanings(self._query)


def in_order(table: type[Any], meanings: Meanings, order: Order) -> Any:
    """Ids of what is found, best first, ties by id."""
    found = filed_under(table.id, meanings)
    return select(table.id).where(table.withdrawn.is_(False), *found).order_by(*order, table.id)


def is_common(meanings: Meanings) -> Select[Any]:
    """Whether each word occurs in so many events that walking them in order finds the first ones sooner than
    sorting all of them."""
    of_words = [
        select(SearchEntryRow.thing_id)
        .where(SearchEntryRow.word_id.in_(ids))
        .limit(1)
        .offset(COMMON)
        .exists()
        for ids in meanings
    ]
    return select(and_(*of_words))


def walks(meanings: Meanings, now: datetime) -> Iterator[Select[Any]]:
    """Events as `soonest` has them, each part in the order of the index of starts: what is on began or begins
    within some days."""
    near = (EventRow.starts_at >= now - NEAR, EventRow.starts_at <= now + NEAR)
    forth, back = EventRow.starts_at.asc(), EventRow.starts_at.desc()
    shown = (EventRow.withdrawn.is_(False), *filed_here(EventRow.id, meanings))
    for status, order, within in (
        (StreamStatus.LIVE, (forth, EventRow.id.asc()), near),
        (StreamStatus.UPCOMING, (forth, EventRow.id.asc()), ()),
        (StreamStatus.FINISHED, (back, EventRow.id.desc()), (EventRow.starts_at <= now,)),
    ):
        yield select(EventRow.id).where(*shown, status_is(status, now), *within).order_by(*order)


def soonest(now: datetime) -> Order:
    """On now, to come, over: as near to `now` as each has it."""
    live, upcoming = status_is(StreamStatus.LIVE, now), status_is(StreamStatus.UPCOMING, now)
    rank = case((live, 0), (upcoming, 1), else_=2)
    return [rank, case((rank < 2, EventRow.starts_at), else_=null()), EventRow.starts_at.desc()]
