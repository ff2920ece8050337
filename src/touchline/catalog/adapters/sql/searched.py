"""Which words each kind of row is found by, and the keeping of them when rows change."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from touchline.catalog.adapters.sql.event_tables import EventRow
from touchline.catalog.adapters.sql.library_tables import LibraryItemRow
from touchline.catalog.adapters.sql.place_tables import GroupRow, ParticipantRow
from touchline.catalog.adapters.sql.search_index import SqlSearchIndex
from touchline.catalog.domain.spelling import SearchField
from touchline.shared.folding import haystack

Words = Callable[[Any], str]


def _all_words(row: Any) -> str:
    return str(row.search)


def _names(row: Any) -> str:
    return haystack(row.name, row.short_name)


def _title(row: Any) -> str:
    return str(row.search_title)


SEARCHED: Mapping[type[Any], Mapping[SearchField, Words]] = {
    EventRow: {SearchField.EVENT: _all_words},
    ParticipantRow: {SearchField.PARTICIPANT: _all_words, SearchField.PARTICIPANT_NAME: _names},
    GroupRow: {SearchField.GROUP: _all_words, SearchField.GROUP_NAME: _names},
    LibraryItemRow: {SearchField.LIBRARY: _all_words, SearchField.LIBRARY_TITLE: _title},
}


class Filing:
    """Files the rows of one table whose words have changed since it was made; what is withdrawn has none."""

    def __init__(self, index: SqlSearchIndex, table: type[Any], rows: Iterable[Any]) -> None:
        self._index = index
        self._fields = SEARCHED.get(table, {})
        self._before = {field: self._words(field, rows) for field in self._fields}

    def close(self, rows: Iterable[Any]) -> None:
        """File what differs."""
        for field, before in self._before.items():
            now = self._words(field, rows)
            self._index.file(field, {key: words for key, words in now.items() if before.get(key) != words})

    def _words(self, field: SearchField, rows: Iterable[Any]) -> dict[int, str]:
        words = self._fields[field]
        return {row.id: "" if row.withdrawn else words(row) for row in rows}
