"""Everything that has a page, in the database."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Select, and_, select
from sqlalchemy.orm import InstrumentedAttribute, Session

from touchline.catalog.adapters.sql.event_conditions import called
from touchline.catalog.adapters.sql.event_tables import EventRow
from touchline.catalog.adapters.sql.library_tables import LibraryItemRow
from touchline.catalog.adapters.sql.place_tables import CategoryRow, GroupRow, ParticipantRow
from touchline.catalog.ports.site_index import PART_SIZE, Called, Listed, ListedPage, Named

Table = type[EventRow] | type[LibraryItemRow]
_LISTED: dict[Listed, tuple[Table, tuple[InstrumentedAttribute[datetime], ...]]] = {
    "event": (EventRow, (EventRow.starts_at, EventRow.ends_at)),
    "library_item": (LibraryItemRow, (LibraryItemRow.date,)),
}
_CALLED: dict[Called, type[GroupRow] | type[ParticipantRow]] = {
    "group": GroupRow,
    "participant": ParticipantRow,
}


class SqlSiteIndex:
    """`SiteIndex` in the present transaction, without loading whole things."""

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session

    def parts(self, kind: Listed) -> Sequence[int]:
        """The numbers of the parts that hold anything."""
        table, _ = _LISTED[kind]
        number = (table.id // PART_SIZE).label("number")
        wanted = select(number).where(table.withdrawn.is_(False)).distinct().order_by(number)
        return self._session().scalars(wanted).all()

    def part(self, kind: Listed, number: int) -> Sequence[ListedPage]:
        """What is in a part, by id."""
        table, moments = _LISTED[kind]
        first = number * PART_SIZE
        inside = (table.withdrawn.is_(False), table.id >= first, table.id < first + PART_SIZE)
        found = self._session().execute(select(table.id, *moments).where(*inside).order_by(table.id))
        return [ListedPage(row[0], tuple(row[1:])) for row in found]

    def called(self, kind: Called, name: str) -> Named | None:
        """A category goes by its alias alone."""
        wanted = _category(name) if kind == "category" else _one_called(_CALLED[kind], name)
        found = self._session().execute(wanted.limit(1)).one_or_none()
        return Named(*found) if found else None


def _category(alias: str) -> Select[*tuple[Any, ...]]:
    is_it = CategoryRow.key == alias.strip().lower()
    return select(CategoryRow.key, CategoryRow.name).where(CategoryRow.withdrawn.is_(False), is_it)


def _one_called(table: type[GroupRow] | type[ParticipantRow], name: str) -> Select[*tuple[Any, ...]]:
    wanted: Select[*tuple[Any, ...]] = select(table.key, table.name)
    if table is ParticipantRow:
        in_it = and_(CategoryRow.id == ParticipantRow.category_id, CategoryRow.withdrawn.is_(False))
        wanted = wanted.add_columns(CategoryRow.name).outerjoin(CategoryRow, in_it)
    return wanted.where(table.withdrawn.is_(False), called(table, name)).order_by(table.id)
