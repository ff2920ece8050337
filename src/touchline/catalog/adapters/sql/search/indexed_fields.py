"""The searchable words of each kind of row, and updates of the index when rows change."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from touchline.catalog.adapters.sql.events.event_tables import EventRow
from touchline.catalog.adapters.sql.events.taxonomy_tables import GroupRow, ParticipantRow
from touchline.catalog.adapters.sql.library.library_tables import LibraryItemRow
from touchline.catalog.adapters.sql.search.search_index import SqlSearchIndex
from touchline.catalog.domain.search_vocabulary import SearchField
from touchline.shared.strings.folding import search_text

TextGetter = Callable[[Any], str]


def _get_search_text(row: Any) -> str:
    return str(row.search)


def _get_names(row: Any) -> str:
    return search_text(row.name, row.short_name)


def _get_title(row: Any) -> str:
    return str(row.search_title)


INDEXED_FIELDS: Mapping[type[Any], Mapping[SearchField, TextGetter]] = {
    EventRow: {SearchField.EVENT: _get_search_text},
    ParticipantRow: {SearchField.PARTICIPANT: _get_search_text, SearchField.PARTICIPANT_NAME: _get_names},
    GroupRow: {SearchField.GROUP: _get_search_text, SearchField.GROUP_NAME: _get_names},
    LibraryItemRow: {SearchField.LIBRARY: _get_search_text, SearchField.LIBRARY_TITLE: _get_title},
}


class SearchIndexUpdate:
    """An update of the search index for the rows of one table.

    It indexes the rows whose words have changed since its creation. Withdrawn rows have no words.
    """

    def __init__(self, index: SqlSearchIndex, table: type[Any], rows: Iterable[Any]) -> None:
        self._index = index
        self._fields = INDEXED_FIELDS.get(table, {})
        self._before = {field: self._get_texts(field, rows) for field in self._fields}

    def apply(self, rows: Iterable[Any]) -> None:
        """Index the rows that differ."""
        for field, before in self._before.items():
            current = self._get_texts(field, rows)
            self._index.index(field, {key: text for key, text in current.items() if before.get(key) != text})

    def _get_texts(self, field: SearchField, rows: Iterable[Any]) -> dict[int, str]:
        get_text = self._fields[field]
        return {row.id: "" if row.withdrawn else get_text(row) for row in rows}
