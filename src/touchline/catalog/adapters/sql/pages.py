"""A part of a list: counted, ordered and cut in one way for every list of the catalogue."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from sqlalchemy import ColumnElement, Select, UnaryExpression, func, select
from sqlalchemy.orm import InstrumentedAttribute, Session
from sqlalchemy.orm.interfaces import ORMOption

from touchline.catalog.adapters.sql.place_tables import Kept
from touchline.shared.paging import Page, PageRequest

Row = TypeVar("Row", bound=Kept)
Orders = Mapping[str, InstrumentedAttribute[Any]]
"""Sort field → column; the first is the order of who names none."""
FEW = 500


def page(
    session: Session,
    table: type[Row],
    where: Sequence[ColumnElement[bool]],
    request: PageRequest,
    orders: Orders,
    whole: Sequence[ORMOption],
    total: int | None = None,
) -> Page[Row]:
    """The rows that fulfil `where`: one query to count, unless the `total` is known, one to load and those
    that `whole` adds.

    Which rows they are is found first, in an index where it has all that is asked; then these alone are
    read. Where few fulfil `where` they are looked up and sorted: a walk in the order of the list would pass
    by all others to find them.
    """
    if total is None:
        total = session.scalar(counting(table, where)) or 0
    if total <= request.offset:
        return Page([], total, request.limit, request.offset)
    order = in_order(table, request, orders)
    found = select(table.id).where(*where).order_by(*order)
    if total <= FEW:
        those = select(table.id).where(*where).cte("those").prefix_with("MATERIALIZED")
        found = select(table.id).join(those, those.c.id == table.id).order_by(*order)
    picked = found.limit(request.limit).offset(request.offset).subquery("picked")
    wanted = select(table).join(picked, picked.c.id == table.id).order_by(*order)
    rows = session.scalars(wanted.options(*whole)).all()
    return Page(rows, total, request.limit, request.offset)


def counting(table: type[Kept], where: Sequence[ColumnElement[bool]]) -> Select[int]:
    """How many rows fulfil `where`."""
    return select(func.count()).select_from(table).where(*where)


def in_order(table: type[Kept], request: PageRequest, orders: Orders) -> list[UnaryExpression[Any]]:
    """By the asked field, ties by id in the same direction, so that an index walk gives the order."""
    columns = dict.fromkeys([orders[request.sort_field or next(iter(orders))], table.id])
    return [column.desc() if request.sort_direction == "desc" else column.asc() for column in columns]
