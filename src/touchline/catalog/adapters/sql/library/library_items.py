"""The on-demand library in the database."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import timedelta
from typing import Any

from sqlalchemy import ColumnElement, Select, false, func, select, union_all
from sqlalchemy.orm import Session, selectinload, undefer
from sqlalchemy.orm.interfaces import ORMOption

from touchline.catalog.adapters.sql.events.taxonomy_mapping import to_blackouts
from touchline.catalog.adapters.sql.library.library_tables import (
    LibraryCategoryRow,
    LibraryItemCategoryRow,
    LibraryItemRow,
    LibraryRailItemRow,
    LibraryRailRow,
)
from touchline.catalog.adapters.sql.pagination import SortColumns, load_page
from touchline.catalog.adapters.sql.search.search_index import SqlSearchIndex, matches_words
from touchline.catalog.domain.filters import LibraryFilter
from touchline.catalog.domain.ids import LibraryCategoryId, LibraryRailId
from touchline.catalog.domain.library import LibraryCategory, LibraryItem, LibraryRail
from touchline.catalog.domain.media.recordings import RecordingState
from touchline.catalog.domain.passes import PassType
from touchline.catalog.domain.search_vocabulary import SearchField
from touchline.shared.ids import LibraryItemId
from touchline.shared.paging import Page, PageRequest

SORT_COLUMNS: SortColumns = {
    "date": LibraryItemRow.date,
    "title": LibraryItemRow.sort_title,
}
_IS_LISTED = (LibraryItemRow.withdrawn.is_(False), LibraryItemRow.recording_state == "")
LIBRARY_ITEM_OPTIONS: tuple[ORMOption, ...] = (
    selectinload(LibraryItemRow.category_links).joinedload(LibraryItemCategoryRow.category),
    undefer(LibraryItemRow.same_title),
    undefer(LibraryItemRow.same_title_and_date),
)


class SqlLibraryItems:
    """`LibraryItems` in the current transaction."""

    def __init__(self, session: Callable[[], Session], index: SqlSearchIndex) -> None:
        self._session = session
        self._index = index

    def get(self, item_id: LibraryItemId) -> LibraryItem | None:
        """Return an item that is not withdrawn; None if there is none."""
        query = select(LibraryItemRow).where(
            LibraryItemRow.id == item_id, LibraryItemRow.withdrawn.is_(False)
        )
        row = self._session().scalars(query.options(*LIBRARY_ITEM_OPTIONS)).one_or_none()
        return to_library_item(row) if row else None

    def list_page(self, query: LibraryFilter, request: PageRequest) -> Page[LibraryItem]:
        """Return a page of the items that match `query`: one query to count, two to load."""
        field = SearchField.LIBRARY_TITLE if query.title_only else SearchField.LIBRARY
        matches = self._index.find_matches(field, query.query)
        where = [*_build_conditions(query), *matches_words(LibraryItemRow.id, matches)]
        return load_page(
            self._session(), LibraryItemRow, where, request, SORT_COLUMNS, LIBRARY_ITEM_OPTIONS
        ).map(to_library_item)

    def list_categories(self) -> Sequence[LibraryCategory]:
        """Return all categories, highest weight first."""
        query = select(LibraryCategoryRow).where(LibraryCategoryRow.withdrawn.is_(False))
        rows = self._session().scalars(
            query.order_by(LibraryCategoryRow.weight.desc(), LibraryCategoryRow.id)
        )
        return [_to_category(row) for row in rows]

    def list_rails(self) -> Sequence[LibraryRail]:
        """Return all rails, highest weight first. `list_rail_items` returns their items."""
        query = select(LibraryRailRow).where(LibraryRailRow.withdrawn.is_(False))
        query = query.order_by(LibraryRailRow.weight.desc(), LibraryRailRow.id)
        rows = self._session().scalars(query.options(selectinload(LibraryRailRow.item_links)))
        return [_to_rail(row) for row in rows]

    def list_rail_items(
        self, rails: Sequence[LibraryRail], limit: int
    ) -> Mapping[LibraryRailId, Sequence[LibraryItem]]:
        """Return the first items of each rail: one query to rank them, two to load them."""
        ranked = _rank_rail_items([rail.id for rail in rails]).subquery()
        first = select(ranked).where(ranked.c.place <= limit).order_by(ranked.c.rail_id, ranked.c.place)
        first_items = self._session().execute(first).all()
        query = select(LibraryItemRow).where(LibraryItemRow.id.in_([row.item_id for row in first_items]))
        items = {
            row.id: to_library_item(row)
            for row in self._session().scalars(query.options(*LIBRARY_ITEM_OPTIONS))
        }
        rows: dict[LibraryRailId, list[LibraryItem]] = {}
        for row in first_items:
            rows.setdefault(LibraryRailId(row.rail_id), []).append(items[row.item_id])
        return rows


def _build_conditions(query: LibraryFilter) -> Iterator[ColumnElement[bool]]:
    yield LibraryItemRow.withdrawn.is_(False)
    yield LibraryItemRow.recording_state == ""
    if query.matches_nothing:
        yield false()
    if query.category_id is not None:
        yield _in_category(LibraryCategoryRow.id == query.category_id)
    if query.category:
        yield _in_category(LibraryCategoryRow.key == query.category.strip().lower())
    if query.pass_type:
        yield LibraryItemRow.pass_type == query.pass_type.value
    if query.ids:
        yield LibraryItemRow.id.in_(sorted(query.ids))


def _in_category(condition: ColumnElement[bool]) -> ColumnElement[bool]:
    links = select(LibraryItemCategoryRow.item_id).join(LibraryItemCategoryRow.category).where(condition)
    return LibraryItemRow.id.in_(links)


def _rank_rail_items(rail_ids: Sequence[int]) -> Select[Any]:
    """Select `(rail_id, item_id, place)`: picked items in their order, or a category's items, newest
    first."""
    selected = (
        select(
            LibraryRailItemRow.rail_id.label("rail_id"),
            LibraryRailItemRow.item_id.label("item_id"),
            func.row_number()
            .over(partition_by=LibraryRailItemRow.rail_id, order_by=LibraryRailItemRow.position)
            .label("place"),
        )
        .join(LibraryItemRow, LibraryItemRow.id == LibraryRailItemRow.item_id)
        .where(LibraryRailItemRow.rail_id.in_(rail_ids), *_IS_LISTED)
    )
    newest = (LibraryItemRow.date.desc(), LibraryItemRow.id.desc())
    in_category = (
        select(
            LibraryRailRow.id.label("rail_id"),
            LibraryItemRow.id.label("item_id"),
            func.row_number().over(partition_by=LibraryRailRow.id, order_by=newest).label("place"),
        )
        .join(LibraryItemCategoryRow, LibraryItemCategoryRow.category_id == LibraryRailRow.category_id)
        .join(LibraryItemRow, LibraryItemRow.id == LibraryItemCategoryRow.item_id)
        .where(LibraryRailRow.id.in_(rail_ids), *_IS_LISTED)
    )
    both = union_all(selected, in_category).subquery()
    return select(both.c.rail_id, both.c.item_id, both.c.place)


def _to_category(row: LibraryCategoryRow) -> LibraryCategory:
    return LibraryCategory(id=LibraryCategoryId(row.id), key=row.key, name=row.name, weight=row.weight)


def _to_rail(row: LibraryRailRow) -> LibraryRail:
    category_id = LibraryCategoryId(row.category_id) if row.category_id else None
    return LibraryRail(
        id=LibraryRailId(row.id),
        key=row.key,
        title=row.title,
        weight=row.weight,
        category_id=category_id,
        item_ids=tuple(LibraryItemId(link.item_id) for link in row.item_links),
    )


def to_library_item(row: LibraryItemRow) -> LibraryItem:
    """Return the library item of a row that was loaded with `LIBRARY_ITEM_OPTIONS`."""
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
        categories=tuple(_to_category(link.category) for link in links),
        image=row.image,
        preview=row.preview,
        recording_state=RecordingState(row.recording_state),
        available_from=row.available_from,
        available_until=row.available_until,
        has_video=row.video_offered,
        blackouts=to_blackouts(row.blackouts),
        streams=row.streams,
        same_title_count=row.same_title,
        same_title_and_date_count=row.same_title_and_date,
    )
