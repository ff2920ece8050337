"""A part of a list: counted, ordered and cut in one way for every list of the catalogue."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from sqlalchemy import ColumnElement, Select, UnaryExpression, func, select
from sqlalchemy.orm import InstrumentedAttribute, Session
from sqlalchemy.orm.interfaces import ORMOption

from touchline.catalog.adapters.sql.events.taxonomy_tables import PackRow
from touchline.shared.paging import Page, PageRequest

Row = TypeVar("Row", bound=PackRow)
SortColumns = Mapping[str, InstrumentedAttribute[Any]]
"""Sort field → column; the first is the order of who names none."""
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
    """The rows that fulfil `where`: one query to count, unless the `total` is known, one to load and those
    that `options` adds.

    Which rows they are is found first, in an index where it has all that is asked; then these alone are
    read. Where few fulfil `where` they are looked up and sorted: a walk in the order of the list would pass
    by all others to find them.
    """
    if total is None:
        total = session.scalar(select_count(table, where)) or 0
    if total <= request.offset:
        return Page([], total, request.limit, request.offset)
    order = build_order(table, request, sort_columns)
    found = select(table.id).where(*where).order_by(*order)
    if total <= MATERIALIZE_LIMIT:
        matching = select(table.id).where(*where).cte("those").prefix_with("MATERIALIZED")
        found = select(table.id).join(matching, matching.c.id == table.id).order_by(*order)
    page_ids = found.limit(request.limit).offset(request.offset).subquery("picked")
    statement = select(table).join(page_ids, page_ids.c.id == table.id).order_by(*order)
    rows = session.scalars(statement.options(*options)).all()
    return Page(rows, total, request.limit, request.offset)


def select_count(table: type[PackRow], where: Sequence[ColumnElement[bool]]) -> Select[int]:
    """How many rows fulfil `where`."""
    return select(func.count()).select_from(table).where(*where)


def build_order(
    table: type[PackRow], request: PageRequest, sort_columns: SortColumns
) -> list[UnaryExpression[Any]]:
    """By the asked field, ties by id in the same direction, so that an index walk gives the order."""
    columns = dict.fromkeys([sort_columns[request.sort_field or next(iter(sort_columns))], table.id])
    return [column.desc() if request.sort_direction == "desc" else column.asc() for column in columns]
