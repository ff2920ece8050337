"""Pagination: counting, sorting and slicing, the same for every list of the catalog."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from sqlalchemy import ColumnElement, Select, UnaryExpression, func, select
from sqlalchemy.orm import InstrumentedAttribute, Session
from sqlalchemy.orm.interfaces import ORMOption

from touchline.catalog.adapters.sql.events.taxonomy_tables import PackRow
from touchline.shared.paging import Page, PageRequest

Row = TypeVar("Row", bound=PackRow)
SortColumns = Mapping[str, InstrumentedAttribute[Any]]
"""Sort fields and their columns. The first is the default order."""
MATERIALIZE_LIMIT = 500


def load_page(
    session: Session,
    table: type[Row],
    where: Sequence[ColumnElement[bool]],
    request: PageRequest,
    sort_columns: SortColumns,
    options: Sequence[ORMOption],
    total: int | None = None,
) -> Page[Row]:
    """Return a page of the rows that match `where`.

    This takes one query to count, unless `total` is known, one to load, and those that `options` adds.

    The ids of the page are found first, from an index alone if possible. Only then are their rows read. If
    few rows match `where`, they are looked up and sorted. A scan in list order would read all other rows to
    find them.
    """
    if total is None:
        total = session.scalar(select_count(table, where)) or 0
    if total <= request.offset:
        return Page([], total, request.limit, request.offset)
    order = build_order(table, request, sort_columns)
    id_query = select(table.id).where(*where).order_by(*order)
    if total <= MATERIALIZE_LIMIT:
        matching = select(table.id).where(*where).cte("those").prefix_with("MATERIALIZED")
        id_query = select(table.id).join(matching, matching.c.id == table.id).order_by(*order)
    page_ids = id_query.limit(request.limit).offset(request.offset).subquery("picked")
    statement = select(table).join(page_ids, page_ids.c.id == table.id).order_by(*order)
    rows = session.scalars(statement.options(*options)).all()
    return Page(rows, total, request.limit, request.offset)


def select_count(table: type[PackRow], where: Sequence[ColumnElement[bool]]) -> Select[int]:
    """Return the query that counts the rows that match `where`."""
    return select(func.count()).select_from(table).where(*where)


def build_order(
    table: type[PackRow], request: PageRequest, sort_columns: SortColumns
) -> list[UnaryExpression[Any]]:
    """Return the order by the requested field. Ties are sorted by id in the same direction, so that an index
    scan yields the order.
    """
    columns = dict.fromkeys([sort_columns[request.sort_field or next(iter(sort_columns))], table.id])
    return [column.desc() if request.sort_direction == "desc" else column.asc() for column in columns]
