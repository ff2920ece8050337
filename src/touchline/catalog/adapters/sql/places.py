"""Categories, locations, groups and participants in the database."""

from collections.abc import Callable, Iterator, Sequence

from sqlalchemy import ColumnElement, false, select
from sqlalchemy.orm import Session, joinedload, selectinload

from touchline.catalog.adapters.sql import place_rows
from touchline.catalog.adapters.sql.event_conditions import called
from touchline.catalog.adapters.sql.pages import Orders, page
from touchline.catalog.adapters.sql.place_tables import (
    CategoryRow,
    GroupPropertyRow,
    GroupRow,
    LocationRow,
    ParticipantChildRow,
    ParticipantRow,
)
from touchline.catalog.adapters.sql.search_index import SqlSearchIndex, filed_under
from touchline.catalog.domain.filters import ParticipantFilter
from touchline.catalog.domain.participant import Participant
from touchline.catalog.domain.places import Category, Group, GroupProperty, Location
from touchline.catalog.domain.spelling import SearchField
from touchline.shared.folding import normalise
from touchline.shared.ids import ParticipantId
from touchline.shared.paging import Page, PageRequest

ORDERS: Orders = {"name": ParticipantRow.sort_name, "id": ParticipantRow.id}
WHOLE = (
    joinedload(ParticipantRow.group),
    selectinload(ParticipantRow.child_links)
    .joinedload(ParticipantChildRow.child)
    .joinedload(ParticipantRow.group),
)


class SqlPlaces:
    """`Places` in the present transaction."""

    def __init__(self, session: Callable[[], Session], index: SqlSearchIndex) -> None:
        self._session = session
        self._index = index

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
        meanings = self._index.meanings(SearchField.PARTICIPANT, wanted.query)
        where = [*_conditions(wanted), *filed_under(ParticipantRow.id, meanings)]
        found = page(self._session(), ParticipantRow, where, request, ORDERS, WHOLE)
        return found.map(place_rows.with_children)

    def participant(self, participant_id: ParticipantId) -> Participant | None:
        """One participant, with group and children."""
        one = (ParticipantRow.id == participant_id, ParticipantRow.withdrawn.is_(False))
        row = self._session().scalars(select(ParticipantRow).where(*one).options(*WHOLE)).one_or_none()
        return place_rows.with_children(row) if row else None


def _conditions(wanted: ParticipantFilter) -> Iterator[ColumnElement[bool]]:
    yield ParticipantRow.withdrawn.is_(False)
    if wanted.matches_nothing:
        yield false()
    if wanted.group:
        yield ParticipantRow.group_id.in_(select(GroupRow.id).where(called(GroupRow, wanted.group)))
    if wanted.category_id is not None:
        yield ParticipantRow.category_id == wanted.category_id
    if wanted.sport:
        yield ParticipantRow.sport == normalise(wanted.sport)
    if wanted.gender:
        yield ParticipantRow.gender == wanted.gender.value
