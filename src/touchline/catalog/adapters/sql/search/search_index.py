"""The search index: the words of a channel and the items that contain them, on SQLite and PostgreSQL alike.

The words of a query are looked up in the vocabulary, which each process caches, since typos need all of it.
The items are then found by word ids, with an index.
"""

import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from sqlalchemy import ColumnElement, delete, exists, insert, select, update
from sqlalchemy.orm import InstrumentedAttribute, Session

from touchline.catalog.adapters.sql.search.search_tables import (
    SearchEntryRow,
    SearchVersionRow,
    SearchWordRow,
)
from touchline.catalog.domain.search_vocabulary import SearchField, Vocabulary, WordMatches

Vocabularies = Mapping[SearchField, Vocabulary]
_BATCH_SIZE = 500
_MAX_CHANNELS = 100


class SqlSearchIndex:
    """The search index and the vocabulary of the channel, in the current transaction."""

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session
        self._cache: dict[int, tuple[str, Vocabularies]] = {}

    def find_matches(self, field: SearchField, query: str) -> WordMatches:
        """Return the words that each word of a query matches in a field. A blank query takes no database
        query.
        """
        return () if not query.strip() else self.get_vocabularies()[field].find_matches(query)

    def get_vocabularies(self) -> Vocabularies:
        """Return the channel's words by field, with one small query as long as nothing has changed."""
        session = self._session()
        channel_id = int(session.info["channel_id"])
        version = session.scalar(select(SearchVersionRow.version)) or ""
        cached = self._cache.get(channel_id)
        if cached is None or cached[0] != version:
            if len(self._cache) >= _MAX_CHANNELS:
                self._cache.clear()
            cached = self._cache[channel_id] = (version, _load_vocabularies(session))
        return cached[1]

    def index(self, field: SearchField, texts: Mapping[int, str]) -> None:
        """Replace the indexed words of items (id → normalized words). An item without words is removed."""
        if not texts:
            return
        session = self._session()
        words = select(SearchWordRow.id).where(SearchWordRow.field == field)
        ids, deleted_count = list(texts), 0
        for start in range(0, len(ids), _BATCH_SIZE):
            batch = SearchEntryRow.thing_id.in_(ids[start : start + _BATCH_SIZE])
            deletion = delete(SearchEntryRow).where(batch, SearchEntryRow.word_id.in_(words))
            deleted_count += session.execute(deletion).rowcount  # type: ignore[attr-defined]
        self._add_entries(session, field, texts)
        if deleted_count:
            _delete_unused(session)
        _update_version(session)

    def _add_entries(self, session: Session, field: SearchField, texts: Mapping[int, str]) -> None:
        channel_id = session.info["channel_id"]
        ids = _get_or_create_ids(session, field, (word for text in texts.values() for word in text.split()))
        entries = [
            {"channel_id": channel_id, "word_id": ids[word], "thing_id": item_id}
            for item_id, text in texts.items()
            for word in dict.fromkeys(text.split())
        ]
        if entries:
            session.execute(insert(SearchEntryRow), entries)


def matches_words(item_id: InstrumentedAttribute[int], matches: WordMatches) -> Iterator[ColumnElement[bool]]:
    """Yield the conditions for a match: each word of the query occurs in the item, in one of its variants."""
    for ids in matches:
        matching_ids = select(SearchEntryRow.thing_id).where(SearchEntryRow.word_id.in_(ids))
        yield item_id.in_(matching_ids)


def matches_words_correlated(
    item_id: InstrumentedAttribute[int], matches: WordMatches
) -> Iterator[ColumnElement[bool]]:
    """Yield the same conditions as `matches_words`, checked item by item, for items scanned in another
    order."""
    for ids in matches:
        yield exists().where(SearchEntryRow.word_id.in_(ids), SearchEntryRow.thing_id == item_id)


def _load_vocabularies(session: Session) -> Vocabularies:
    words_by_field: dict[SearchField, dict[str, int]] = {field: {} for field in SearchField}
    for field, word, word_id in session.execute(
        select(SearchWordRow.field, SearchWordRow.word, SearchWordRow.id)
    ):
        words_by_field[SearchField(field)][word] = word_id
    return {field: Vocabulary(ids) for field, ids in words_by_field.items()}


def _get_or_create_ids(session: Session, field: SearchField, words: Iterable[str]) -> dict[str, int]:
    """Return the ids of words, and create those of new words."""
    in_field = select(SearchWordRow.word, SearchWordRow.id).where(SearchWordRow.field == field)
    ids_by_word = dict(_fetch_pairs(session, in_field))
    channel_id = session.info["channel_id"]
    new = [
        {"channel_id": channel_id, "field": field.value, "word": word}
        for word in dict.fromkeys(words)
        if word not in ids_by_word
    ]
    if new:
        session.execute(insert(SearchWordRow), new)
        ids_by_word = dict(_fetch_pairs(session, in_field))
    return ids_by_word


def _fetch_pairs(session: Session, statement: Any) -> Sequence[tuple[str, int]]:
    return [(word, word_id) for word, word_id in session.execute(statement)]


def _delete_unused(session: Session) -> None:
    used = exists().where(SearchEntryRow.word_id == SearchWordRow.id)
    session.execute(delete(SearchWordRow).where(~used).execution_options(synchronize_session=False))


def _update_version(session: Session) -> None:
    version = secrets.token_hex(8)
    updated = session.execute(update(SearchVersionRow).values(version=version))
    if not updated.rowcount:  # type: ignore[attr-defined]
        session.add(SearchVersionRow(version=version))
        session.flush()
