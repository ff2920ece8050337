"""All items with pages, in the database."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Select, and_, select
from sqlalchemy.orm import InstrumentedAttribute, Session, aliased

from touchline.catalog.adapters.sql.events.event_filters import IS_LISTED, is_called
from touchline.catalog.adapters.sql.events.event_tables import EventRow
from touchline.catalog.adapters.sql.events.taxonomy_tables import (
    CategoryRow,
    GroupRow,
    MergeableRow,
    ParticipantRow,
)
from touchline.catalog.adapters.sql.library.library_tables import LibraryItemRow
from touchline.catalog.ports.site_index import CHUNK_SIZE, AliasKind, NamedItem, PageKind, SitePage

Table = type[EventRow] | type[LibraryItemRow]
_LISTED_TABLES: dict[PageKind, tuple[Table, tuple[InstrumentedAttribute[datetime], ...]]] = {
    "event": (EventRow, (EventRow.starts_at, EventRow.ends_at, EventRow.changed_at)),
    "library_item": (LibraryItemRow, (LibraryItemRow.date,)),
}
_ALIAS_TABLES: dict[AliasKind, type[GroupRow] | type[ParticipantRow]] = {
    "group": GroupRow,
    "participant": ParticipantRow,
}
_MERGED_TABLES: dict[AliasKind, type[MergeableRow]] = {**_ALIAS_TABLES, "category": CategoryRow}


class SqlSiteIndex:
    """`SiteIndex` in the current transaction. It does not load whole items."""

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session

    def list_chunks(self, kind: PageKind) -> Sequence[int]:
        """Return the numbers of the chunks that are not empty."""
        table, _ = _LISTED_TABLES[kind]
        number = (table.id // CHUNK_SIZE).label("number")
        statement = select(number).where(*_is_shown(table)).distinct().order_by(number)
        return self._session().scalars(statement).all()

    def list_pages(self, kind: PageKind, number: int) -> Sequence[SitePage]:
        """Return the items in a chunk, sorted by id."""
        table, change_columns = _LISTED_TABLES[kind]
        first = number * CHUNK_SIZE
        conditions = (*_is_shown(table), table.id >= first, table.id < first + CHUNK_SIZE)
        rows = self._session().execute(
            select(table.id, *change_columns).where(*conditions).order_by(table.id)
        )
        return [SitePage(row[0], tuple(row[1:])) for row in rows]

    def find_by_alias(self, kind: AliasKind, name: str) -> NamedItem | None:
        """Return the item with this alias or name. A category is found only by its alias."""
        statement = (
            _select_category(name) if kind == "category" else _select_by_alias(_ALIAS_TABLES[kind], name)
        )
        row = self._session().execute(statement.limit(1)).one_or_none()
        return NamedItem(*row) if row else None

    def find_merged(self, kind: AliasKind, alias: str) -> str | None:
        """Join the rows with themselves."""
        kept, merged = aliased(_MERGED_TABLES[kind]), aliased(_MERGED_TABLES[kind])
        statement = select(kept.key).join(merged, merged.merged_into_id == kept.id)
        is_match = and_(kept.withdrawn.is_(False), merged.key == alias.strip().lower())
        return self._session().scalars(statement.where(is_match)).one_or_none()


def _is_shown(table: Table) -> tuple[ColumnElement[bool], ...]:
    return (table.withdrawn.is_(False), *((IS_LISTED,) if table is EventRow else ()))


def _select_category(alias: str) -> Select[*tuple[Any, ...]]:
    is_match = CategoryRow.key == alias.strip().lower()
    return select(CategoryRow.key, CategoryRow.name).where(CategoryRow.withdrawn.is_(False), is_match)


def _select_by_alias(table: type[GroupRow] | type[ParticipantRow], name: str) -> Select[*tuple[Any, ...]]:
    statement: Select[*tuple[Any, ...]] = select(table.key, table.name)
    if table is ParticipantRow:
        is_category = and_(CategoryRow.id == ParticipantRow.category_id, CategoryRow.withdrawn.is_(False))
        statement = statement.add_columns(CategoryRow.name).outerjoin(CategoryRow, is_category)
    return statement.where(table.withdrawn.is_(False), is_called(table, name)).order_by(table.id)
