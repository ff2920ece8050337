"""The words of a channel and the things they occur in, kept on SQLite and PostgreSQL alike.

A query's words are looked up in the vocabulary, which each process remembers (typos need all of it); the
things are found by the ids of words, over an index.
"""

import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from sqlalchemy import ColumnElement, delete, exists, insert, select, update
from sqlalchemy.orm import InstrumentedAttribute, Session

from touchline.catalog.adapters.sql.search_tables import SearchEntryRow, SearchVersionRow, SearchWordRow
from touchline.catalog.domain.spelling import Meanings, SearchField, Vocabulary

Vocabularies = Mapping[SearchField, Vocabulary]
_AT_ONCE = 500
_MOST_CHANNELS = 100


class SqlSearchIndex:
    """Files things under their words, and knows the channel's vocabulary; in the present transaction."""

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session
        self._known: dict[int, tuple[str, Vocabularies]] = {}

    def meanings(self, field: SearchField, query: str) -> Meanings:
        """What the words of a query may mean in a field; a blank one costs nothing."""
        return () if not query.strip() else self.vocabularies()[field].meanings(query)

    def vocabularies(self) -> Vocabularies:
        """The channel's words by field: one small query as long as nothing has changed."""
        session = self._session()
        channel_id = int(session.info["channel_id"])
        version = session.scalar(select(SearchVersionRow.version)) or ""
        known = self._known.get(channel_id)
        if known is None or known[0] != version:
            if len(self._known) >= _MOST_CHANNELS:
                self._known.clear()
            known = self._known[channel_id] = (version, _read(session))
        return known[1]

    def file(self, field: SearchField, things: Mapping[int, str]) -> None:
        """File things anew: id → normalised words; one without words is taken out."""
        if not things:
            return
        session = self._session()
        words = select(SearchWordRow.id).where(SearchWordRow.field == field)
        ids, taken = list(things), 0
        for start in range(0, len(ids), _AT_ONCE):
            present = SearchEntryRow.thing_id.in_(ids[start : start + _AT_ONCE])
            old = delete(SearchEntryRow).where(present, SearchEntryRow.word_id.in_(words))
            taken += session.execute(old).rowcount  # type: ignore[attr-defined]
        self._enter(session, field, things)
        if taken:
            _forget_unused(session)
        _change_version(session)

    def _enter(self, session: Session, field: SearchField, things: Mapping[int, str]) -> None:
        channel_id = session.info["channel_id"]
        ids = _ids_of_all(session, field, (word for text in things.values() for word in text.split()))
        entries = [
            {"channel_id": channel_id, "word_id": ids[word], "thing_id": thing_id}
            for thing_id, text in things.items()
            for word in dict.fromkeys(text.split())
        ]
        if entries:
            session.execute(insert(SearchEntryRow), entries)


def filed_under(thing_id: InstrumentedAttribute[int], meanings: Meanings) -> Iterator[ColumnElement[bool]]:
    """What a thing must fulfil: each word of the query occurs in it, in one of its meanings."""
    for ids in meanings:
        found = select(SearchEntryRow.thing_id).where(SearchEntryRow.word_id.in_(ids))
        yield thing_id.in_(found)


def filed_here(thing_id: InstrumentedAttribute[int], meanings: Meanings) -> Iterator[ColumnElement[bool]]:
    """The same as `filed_under`, looked up thing by thing: for things that are walked in another order."""
    for ids in meanings:
        yield exists().where(SearchEntryRow.word_id.in_(ids), SearchEntryRow.thing_id == thing_id)


def _read(session: Session) -> Vocabularies:
    read: dict[SearchField, dict[str, int]] = {field: {} for field in SearchField}
    for field, word, word_id in session.execute(
        select(SearchWordRow.field, SearchWordRow.word, SearchWordRow.id)
    ):
        read[SearchField(field)][word] = word_id
    return {field: Vocabulary(ids) for field, ids in read.items()}


def _ids_of_all(session: Session, field: SearchField, words: Iterable[str]) -> dict[str, int]:
    """Ids of words; new ones are made."""
    of_field = select(SearchWordRow.word, SearchWordRow.id).where(SearchWordRow.field == field)
    known = dict(_pairs(session, of_field))
    channel_id = session.info["channel_id"]
    new = [
        {"channel_id": channel_id, "field": field.value, "word": word}
        for word in dict.fromkeys(words)
        if word not in known
    ]
    if new:
        session.execute(insert(SearchWordRow), new)
        known = dict(_pairs(session, of_field))
    return known


def _pairs(session: Session, wanted: Any) -> Sequence[tuple[str, int]]:
    return [(word, word_id) for word, word_id in session.execute(wanted)]


def _forget_unused(session: Session) -> None:
    used = exists().where(SearchEntryRow.word_id == SearchWordRow.id)
    session.execute(delete(SearchWordRow).where(~used).execution_options(synchronize_session=False))


def _change_version(session: Session) -> None:
    version = secrets.token_hex(8)
    changed = session.execute(update(SearchVersionRow).values(version=version))
    if not changed.rowcount:  # type: ignore[attr-defined]
        session.add(SearchVersionRow(version=version))
        session.flush()
