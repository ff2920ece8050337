"""Search by words in the database."""

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, Select, SQLColumnExpression, and_, case, null, select
from sqlalchemy.orm import Session
from sqlalchemy.orm.interfaces import ORMOption

from touchline.catalog.adapters.sql.events import event_mapping, taxonomy_mapping
from touchline.catalog.adapters.sql.events.event_filters import IS_LISTED, has_status
from touchline.catalog.adapters.sql.events.event_tables import EventRow
from touchline.catalog.adapters.sql.events.taxonomy import PARTICIPANT_OPTIONS
from touchline.catalog.adapters.sql.events.taxonomy_tables import GroupRow, ParticipantRow
from touchline.catalog.adapters.sql.library.library_items import LIBRARY_ITEM_OPTIONS, to_library_item
from touchline.catalog.adapters.sql.library.library_tables import LibraryItemRow
from touchline.catalog.adapters.sql.search.search_index import (
    SqlSearchIndex,
    Vocabularies,
    matches_words,
    matches_words_correlated,
)
from touchline.catalog.adapters.sql.search.search_tables import SearchEntryRow
from touchline.catalog.domain.events.event import Event
from touchline.catalog.domain.events.participants import Participant
from touchline.catalog.domain.events.status import StreamStatus
from touchline.catalog.domain.library import LibraryItem
from touchline.catalog.domain.search_vocabulary import SearchField, WordMatches, parse_query
from touchline.catalog.domain.taxonomy import Group
from touchline.catalog.ports.catalog_search import SearchResults

Ordering = Sequence[SQLColumnExpression[Any]]
COMMON_WORD_THRESHOLD = 5000
NEAR_PERIOD = timedelta(days=7)


class SqlCatalogSearch:
    """`CatalogSearch` on the search index, in the current transaction."""

    def __init__(self, session: Callable[[], Session], index: SqlSearchIndex) -> None:
        self._session = session
        self._index = index

    def search(self, query: str, limit: int, now: datetime) -> SearchResults:
        """Return the first results of each kind.

        This takes one or two queries for the vocabulary and two for each kind. Common words add three for the
        events. Loading related rows takes some more.
        """
        if not parse_query(query):
            return SearchResults()
        search_query = _SearchQuery(self._session(), self._index.get_vocabularies(), query, limit)
        return SearchResults(
            search_query.find_events(now),
            search_query.find_participants(),
            search_query.find_groups(),
            search_query.find_library_items(),
        )


class _SearchQuery:
    """A single search."""

    def __init__(self, session: Session, vocabularies: Vocabularies, query: str, limit: int) -> None:
        self._session = session
        self._vocabularies = vocabularies
        self._query = query
        self._limit = limit

    def find_events(self, now: datetime) -> list[Event]:
        event_ids: Sequence[int]
        matches = self._get_matches(SearchField.EVENT)
        if self._session.scalar(select_is_common(matches)):
            event_ids = [
                event_id
                for status_query in select_by_status(matches, now)
                for event_id in self._fetch_ids(status_query)
            ]
        else:
            event_ids = self._fetch_ids(
                select_ids(EventRow, matches, order_by_proximity(now)).where(IS_LISTED)
            )
        rows = self._load(EventRow, event_ids[: self._limit], event_mapping.EVENT_OPTIONS)
        return [event_mapping.to_event(row) for row in rows]

    def find_participants(self) -> list[Participant]:
        order = [self._name_rank(ParticipantRow, SearchField.PARTICIPANT_NAME), ParticipantRow.sort_name]
        rows = self._find_first(ParticipantRow, SearchField.PARTICIPANT, order, PARTICIPANT_OPTIONS)
        return [taxonomy_mapping.to_participant_with_children(row) for row in rows]

    def find_groups(self) -> list[Group]:
        order = [self._name_rank(GroupRow, SearchField.GROUP_NAME), GroupRow.sort_name]
        return [
            taxonomy_mapping.to_group(row) for row in self._find_first(GroupRow, SearchField.GROUP, order, [])
        ]

    def find_library_items(self) -> list[LibraryItem]:
        order = [self._name_rank(LibraryItemRow, SearchField.LIBRARY_TITLE), LibraryItemRow.date.desc()]
        rows = self._find_first(LibraryItemRow, SearchField.LIBRARY, order, LIBRARY_ITEM_OPTIONS)
        return [to_library_item(row) for row in rows]

    def _find_first(
        self, table: type[Any], field: SearchField, order: Ordering, options: Sequence[ORMOption]
    ) -> list[Any]:
        """Return the first items. The ids are sorted and limited first, so that only the results are
        loaded."""
        statement = select_ids(table, self._get_matches(field), order)
        if table is LibraryItemRow:
            statement = statement.where(LibraryItemRow.recording_state == "")
        return self._load(table, self._fetch_ids(statement), options)

    def _fetch_ids(self, statement: Any) -> Sequence[int]:
        return self._session.scalars(statement.limit(self._limit)).all()

    def _load(self, table: type[Any], ids: Sequence[int], options: Sequence[ORMOption]) -> list[Any]:
        rows = self._session.scalars(select(table).where(table.id.in_(ids)).options(*options))
        by_id = {row.id: row for row in rows}
        return [by_id[row_id] for row_id in ids]

    def _name_rank(self, table: type[Any], field: SearchField) -> ColumnElement[Any]:
        is_name_match = and_(*matches_words(table.id, self._get_matches(field)))
        return case((is_name_match, 0), else_=1)

    def _get_matches(self, field: SearchField) -> WordMatches:
        return self._vocabularies[field].find_matches(self._query)


def select_ids(table: type[Any], matches: WordMatches, order: Ordering) -> Any:
    """Select the ids of the matches, best first; ties are sorted by id."""
    found = matches_words(table.id, matches)
    return select(table.id).where(table.withdrawn.is_(False), *found).order_by(*order, table.id)


def select_is_common(matches: WordMatches) -> Select[Any]:
    """Select whether each word occurs in so many events that scanning them in order is faster than sorting
    them all.
    """
    word_conditions = [
        select(SearchEntryRow.thing_id)
        .where(SearchEntryRow.word_id.in_(ids))
        .limit(1)
        .offset(COMMON_WORD_THRESHOLD)
        .exists()
        for ids in matches
    ]
    return select(and_(*word_conditions))


def select_by_status(matches: WordMatches, now: datetime) -> Iterator[Select[Any]]:
    """Yield the parts of `order_by_proximity`, each in the order of the index on starts.

    Live events are only searched for within some days of `now`.
    """
    is_near = (EventRow.starts_at >= now - NEAR_PERIOD, EventRow.starts_at <= now + NEAR_PERIOD)
    ascending, descending = EventRow.starts_at.asc(), EventRow.starts_at.desc()
    visible = (EventRow.withdrawn.is_(False), IS_LISTED, *matches_words_correlated(EventRow.id, matches))
    for status, order, conditions in (
        (StreamStatus.LIVE, (ascending, EventRow.id.asc()), is_near),
        (StreamStatus.UPCOMING, (ascending, EventRow.id.asc()), ()),
        (StreamStatus.FINISHED, (descending, EventRow.id.desc()), (EventRow.starts_at <= now,)),
    ):
        yield select(EventRow.id).where(*visible, has_status(status, now), *conditions).order_by(*order)


def order_by_proximity(now: datetime) -> Ordering:
    """Return the order: live, upcoming, finished, each by proximity to `now`."""
    live, upcoming = has_status(StreamStatus.LIVE, now), has_status(StreamStatus.UPCOMING, now)
    rank = case((live, 0), (upcoming, 1), else_=2)
    return [rank, case((rank < 2, EventRow.starts_at), else_=null()), EventRow.starts_at.desc()]
