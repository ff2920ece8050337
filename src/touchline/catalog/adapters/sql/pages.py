"""A part of a list: counted, ordered and cut in one way for every list of the catalogue."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from sqlalchemy import ColumnElement, UnaryExpression, func, select
from sqlalchemy.orm import InstrumentedAttribute, Session
from sqlalchemy.orm.interfaces import ORMOption

from touchline.catalog.adapters.sql.place_tables import Kept
from touchline.shared.paging import Page, PageRequest

Row = TypeVar("Row", bound=Kept)
Orders = Mapping[str, InstrumentedAttribute[Any]]
"""Sort field → column; the first is the order of who names none."""


def page(
    session: Session,
    table: type[Row],
    where: Sequence[ColumnElement[bool]],
    request: PageRequest,
    orders: Orders,
    whole: Sequence[ORMOption],
) -> Page[Row]:
    """The rows that fulfil `where`: one query to count, one to load and those that `whole` adds."""
    total = session.scalar(select(func.count()).select_from(table).where(*where)) or 0
    wanted = select(table).where(*where).order_by(*in_order(table, request, orders)).options(*whole)
    rows = session.scalars(wanted.limit(request.limit).offset(request.offset))
    return Page(rows.all(), total, request.limit, request.offset)


def in_order(table: type[Kept], request: PageRequest, orders: Orders) -> list[UnaryExpression[Any]]:
    """By the asked field, ties by id in the same direction, so that an index walk gives the order."""
    columns = dict.fromkeys([orders[request.sort_field or next(iter(orders))], table.id])
    return [column.desc() if request.sort_direction == "desc" else column.asc() for column in columns]
