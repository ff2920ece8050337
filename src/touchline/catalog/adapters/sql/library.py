"""The on-demand library in the database."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import timedelta
from typing import Any

from sqlalchemy import ColumnElement, Select, false, func, select, union_all
from sqlalchemy.orm import Session, selectinload, undefer
from sqlalchemy.orm.interfaces import ORMOption

from touchline.catalog.adapters.sql.library_tables import (
    LibraryCategoryRow,
    LibraryItemCategoryRow,
    LibraryItemRow,
    LibraryRailItemRow,
    LibraryRailRow,
)
from touchline.catalog.adapters.sql.pages import Orders, page
from touchline.catalog.adapters.sql.search_index import SqlSearchIndex, filed_under
from touchline.catalog.domain.filters import LibraryFilter
from touchline.catalog.domain.ids import LibraryCategoryId, LibraryRailId
from touchline.catalog.domain.library import LibraryCategory, LibraryItem, LibraryRail
from touchline.catalog.domain.passes import PassType
from touchline.catalog.domain.recordings import RecordingState
from touchline.catalog.domain.spelling import SearchField
from touchline.shared.ids import LibraryItemId
from touchline.shared.paging import Page, PageRequest

ORDERS: Orders = {
    "date": LibraryItemRow.date,
    "title": LibraryItemRow.sort_title,
}
_LISTED = (LibraryItemRow.withdrawn.is_(False), LibraryItemRow.recording_state == "")
WHOLE: tuple[ORMOption, ...] = (
    selectinload(LibraryItemRow.category_links).joinedload(LibraryItemCategoryRow.category),
    undefer(LibraryItemRow.same_title),
    undefer(LibraryItemRow.same_title_and_date),
)


class SqlLibrary:
    """`LibraryStore` in the present transaction."""

    def __init__(self, session: Callable[[], Session], index: SqlSearchIndex) -> None:
        self._session = session
        self._index = index

    def get(self, item_id: LibraryItemId) -> LibraryItem | None:
        """One item that is not withdrawn."""
        wanted = select(LibraryItemRow).where(
            LibraryItemRow.id == item_id, LibraryItemRow.withdrawn.is_(False)
        )
        row = self._session().scalars(wanted.options(*WHOLE)).one_or_none()
        return item(row) if row else None

    def page(self, wanted: LibraryFilter, request: PageRequest) -> Page[LibraryItem]:
        """A part of those `wanted`: one query to count, two to load."""
        field = SearchField.LIBRARY_TITLE if wanted.title_only else SearchField.LIBRARY
        meanings = self._index.meanings(field, wanted.query)
        where = [*_conditions(wanted), *filed_under(LibraryItemRow.id, meanings)]
        return page(self._session(), LibraryItemRow, where, request, ORDERS, WHOLE).map(item)

    def categories(self) -> Sequence[LibraryCategory]:
        """All categories, the heaviest first."""
        wanted = select(LibraryCategoryRow).where(LibraryCategoryRow.withdrawn.is_(False))
        rows = self._session().scalars(
            wanted.order_by(LibraryCategoryRow.weight.desc(), LibraryCategoryRow.id)
        )
        return [_category(row) for row in rows]

    def rails(self) -> Sequence[LibraryRail]:
        """All rails, the heaviest first; their items come from `items_of`."""
        wanted = select(LibraryRailRow).where(LibraryRailRow.withdrawn.is_(False))
        wanted = wanted.order_by(LibraryRailRow.weight.desc(), LibraryRailRow.id)
        rows = self._session().scalars(wanted.options(selectinload(LibraryRailRow.item_links)))
        return [_rail(row) for row in rows]

    def items_of(
        self, rails: Sequence[LibraryRail], limit: int
    ) -> Mapping[LibraryRailId, Sequence[LibraryItem]]:
        """One query to rank the items within each rail, two to load them."""
        ranked = _ranked([rail.id for rail in rails]).subquery()
        first = select(ranked).where(ranked.c.place <= limit).order_by(ranked.c.rail_id, ranked.c.place)
        found = self._session().execute(first).all()
        wanted = select(LibraryItemRow).where(LibraryItemRow.id.in_([row.item_id for row in found]))
        items = {row.id: item(row) for row in self._session().scalars(wanted.options(*WHOLE))}
        rows: dict[LibraryRailId, list[LibraryItem]] = {}
        for row in found:
            rows.setdefault(LibraryRailId(row.rail_id), []).append(items[row.item_id])
        return rows


def _conditions(wanted: LibraryFilter) -> Iterator[ColumnElement[bool]]:
    yield LibraryItemRow.withdrawn.is_(False)
    yield LibraryItemRow.recording_state == ""
    if wanted.matches_nothing:
        yield false()
    if wanted.category_id is not None:
        yield _filed_under(LibraryCategoryRow.id == wanted.category_id)
    if wanted.category:
        yield _filed_under(LibraryCategoryRow.key == wanted.category.strip().lower())
    if wanted.pass_type:
        yield LibraryItemRow.pass_type == wanted.pass_type.value
    if wanted.ids:
        yield LibraryItemRow.id.in_(sorted(wanted.ids))


def _filed_under(which: ColumnElement[bool]) -> ColumnElement[bool]:
    links = select(LibraryItemCategoryRow.item_id).join(LibraryItemCategoryRow.category).where(which)
    return LibraryItemRow.id.in_(links)


def _ranked(rail_ids: Sequence[int]) -> Select[Any]:
    """`(rail_id, item_id, place)`: picked items in their order, else a category's, newest first."""
    picked = (
        select(
            LibraryRailItemRow.rail_id.label("rail_id"),
            LibraryRailItemRow.item_id.label("item_id"),
            func.row_number()
            .over(partition_by=LibraryRailItemRow.rail_id, order_by=LibraryRailItemRow.position)
            .label("place"),
        )
        .join(LibraryItemRow, LibraryItemRow.id == LibraryRailItemRow.item_id)
        .where(LibraryRailItemRow.rail_id.in_(rail_ids), *_LISTED)
    )
    newest = (LibraryItemRow.date.desc(), LibraryItemRow.id.desc())
    filed = (
        select(
            LibraryRailRow.id.label("rail_id"),
            LibraryItemRow.id.label("item_id"),
            func.row_number().over(partition_by=LibraryRailRow.id, order_by=newest).label("place"),
        )
        .join(LibraryItemCategoryRow, LibraryItemCategoryRow.category_id == LibraryRailRow.category_id)
        .join(LibraryItemRow, LibraryItemRow.id == LibraryItemCategoryRow.item_id)
        .where(LibraryRailRow.id.in_(rail_ids), *_LISTED)
    )
    both = union_all(picked, filed).subquery()
    return select(both.c.rail_id, both.c.item_id, both.c.place)


def _category(row: LibraryCategoryRow) -> LibraryCategory:
    return LibraryCategory(id=LibraryCategoryId(row.id), key=row.key, name=row.name, weight=row.weight)


def _rail(row: LibraryRailRow) -> LibraryRail:
    category_id = LibraryCategoryId(row.category_id) if row.category_id else None
    return LibraryRail(
        id=LibraryRailId(row.id),
        key=row.key,
        title=row.title,
        weight=row.weight,
        category_id=category_id,
        item_ids=tuple(LibraryItemId(link.item_id) for link in row.item_links),
    )


def item(row: LibraryItemRow) -> LibraryItem:
    """An item as the domain knows it; load it with `WHOLE`."""
    links = (link for link in row.category_links if not link.category.withdrawn)
    return LibraryItem(
        id=LibraryItemId(row.id),
        key=row.key,
        title=row.title,
        date=row.date,
        duration=timedelta(seconds=row.duration),
        description=row.description,
        author=row.author,
        pass_type=PassType(row.pass_type),
        categories=tuple(_category(link.category) for link in links),
        image=row.image,
        preview=row.preview,
        recording_state=RecordingState(row.recording_state),
        same_title=row.same_title,
        same_title_and_date=row.same_title_and_date,
    )
