"""Categories, locations, groups and participants in the database."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from sqlalchemy import ColumnElement, false, func, or_, select
from sqlalchemy.orm import InstrumentedAttribute, Session, joinedload, selectinload

from touchline.catalog.adapters.sql import place_rows
from touchline.catalog.adapters.sql.place_tables import (
    CategoryRow,
    GroupPropertyRow,
    GroupRow,
    LocationRow,
    ParticipantChildRow,
    ParticipantRow,
)
from touchline.catalog.domain.filters import ParticipantFilter
from touchline.catalog.domain.participant import Participant
from touchline.catalog.domain.places import Category, Group, GroupProperty, Location
from touchline.catalog.domain.search import normalise
from touchline.shared.paging import Page, PageRequest

ORDERS: dict[str, InstrumentedAttribute[Any]] = {"name": ParticipantRow.sort_name, "id": ParticipantRow.id}


class SqlPlaces:
    """`Places` in the present transaction."""

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session

    def categories(self) -> Sequence[Category]:
        """All categories, the heaviest first."""
        wanted = select(CategoryRow).where(CategoryRow.withdrawn.is_(False))
        rows = self._session().scalars(wanted.order_by(CategoryRow.weight.desc(), CategoryRow.id))
        return [place_rows.category(row) for row in rows]

    def locations(self) -> Sequence[Location]:
        """All locations by name."""
        wanted = select(LocationRow).where(LocationRow.withdrawn.is_(False))
        rows = self._session().scalars(wanted.order_by(LocationRow.sort_name, LocationRow.id))
        return [place_rows.location(row) for row in rows]

    def groups(self) -> Sequence[Group]:
        """All groups by name."""
        wanted = select(GroupRow).where(GroupRow.withdrawn.is_(False))
        rows = self._session().scalars(wanted.order_by(GroupRow.sort_name, GroupRow.id))
        return [place_rows.group(row) for row in rows]

    def group_properties(self) -> Sequence[GroupProperty]:
        """All group properties in the order of the pack."""
        wanted = select(GroupPropertyRow).where(GroupPropertyRow.withdrawn.is_(False))
        rows = self._session().scalars(wanted.order_by(GroupPropertyRow.position, GroupPropertyRow.id))
        return [place_rows.group_property(row) for row in rows]

    def participants(self, wanted: ParticipantFilter, request: PageRequest) -> Page[Participant]:
        """A part of the participants: one query to count, two to load with groups and children."""
        where = list(_conditions(wanted))
        total = self._session().scalar(select(func.count()).select_from(ParticipantRow).where(*where)) or 0
        column = ORDERS[request.sort_field or "name"]
        order = (column, ParticipantRow.id)
        rows = self._session().scalars(
            select(ParticipantRow)
            .where(*where)
            .order_by(*(one.desc() if request.sort_direction == "desc" else one.asc() for one in order))
            .limit(request.limit)
            .offset(request.offset)
            .options(
                joinedload(ParticipantRow.group),
                selectinload(ParticipantRow.child_links)
                .joinedload(ParticipantChildRow.child)
                .joinedload(ParticipantRow.group),
            )
        )
        items = [place_rows.with_children(row) for row in rows]
        return Page(items, total, request.limit, request.offset)


def _conditions(wanted: ParticipantFilter) -> Iterator[ColumnElement[bool]]:
    yield ParticipantRow.withdrawn.is_(False)
    if wanted.matches_nothing:
        yield false()
    if wanted.group:
        called = or_(
            GroupRow.key == wanted.group.strip().lower(), GroupRow.sort_name == normalise(wanted.group)
        )
        yield ParticipantRow.group_id.in_(select(GroupRow.id).where(called))
    if wanted.category_id is not None:
        yield ParticipantRow.category_id == wanted.category_id
    if wanted.sport:
        yield ParticipantRow.sport == normalise(wanted.sport)
    if wanted.gender:
        yield ParticipantRow.gender == wanted.gender.value
    for word in wanted.words:
        yield ParticipantRow.search.contains(word, autoescape=True)
