"""Categories, locations, groups and participants in the database."""

from collections.abc import Callable, Collection, Iterator, Sequence

from sqlalchemy import ColumnElement, false, or_, select
from sqlalchemy.orm import Session, joinedload, selectinload

from touchline.catalog.adapters.sql.events import taxonomy_mapping
from touchline.catalog.adapters.sql.events.event_filters import is_called
from touchline.catalog.adapters.sql.events.taxonomy_tables import (
    CategoryRow,
    GroupPropertyRow,
    GroupRow,
    LocationRow,
    ParticipantChildRow,
    ParticipantRow,
)
from touchline.catalog.adapters.sql.pagination import SortColumns, load_page
from touchline.catalog.adapters.sql.search.search_index import SqlSearchIndex, matches_words
from touchline.catalog.domain.events.participants import Participant
from touchline.catalog.domain.filters import ParticipantFilter
from touchline.catalog.domain.search_vocabulary import SearchField
from touchline.catalog.domain.taxonomy import Category, Group, GroupProperty, Location
from touchline.shared.ids import GroupId, ParticipantId
from touchline.shared.paging import Page, PageRequest
from touchline.shared.strings.folding import fold_text

SORT_COLUMNS: SortColumns = {"name": ParticipantRow.sort_name, "id": ParticipantRow.id}
PARTICIPANT_OPTIONS = (
    joinedload(ParticipantRow.group),
    selectinload(ParticipantRow.child_links)
    .joinedload(ParticipantChildRow.child)
    .joinedload(ParticipantRow.group),
)


class SqlTaxonomy:
    """`Taxonomy` and `ChildTeams` in the current transaction."""

    def __init__(self, session: Callable[[], Session], index: SqlSearchIndex) -> None:
        self._session = session
        self._index = index

    def list_categories(self) -> Sequence[Category]:
        """Return all categories, highest weight first."""
        query = select(CategoryRow).where(CategoryRow.withdrawn.is_(False))
        rows = self._session().scalars(query.order_by(CategoryRow.weight.desc(), CategoryRow.id))
        return [taxonomy_mapping.to_category(row) for row in rows]

    def list_locations(self) -> Sequence[Location]:
        """Return all locations, sorted by name."""
        query = select(LocationRow).where(LocationRow.withdrawn.is_(False))
        rows = self._session().scalars(query.order_by(LocationRow.sort_name, LocationRow.id))
        return [taxonomy_mapping.to_location(row) for row in rows]

    def list_groups(self) -> Sequence[Group]:
        """Return all groups, sorted by name."""
        query = select(GroupRow).where(GroupRow.withdrawn.is_(False))
        rows = self._session().scalars(query.order_by(GroupRow.sort_name, GroupRow.id))
        return [taxonomy_mapping.to_group(row) for row in rows]

    def list_group_properties(self) -> Sequence[GroupProperty]:
        """Return all group properties, in the order of the pack."""
        query = select(GroupPropertyRow).where(GroupPropertyRow.withdrawn.is_(False))
        rows = self._session().scalars(query.order_by(GroupPropertyRow.position, GroupPropertyRow.id))
        return [taxonomy_mapping.to_group_property(row) for row in rows]

    def list_participants(self, query: ParticipantFilter, request: PageRequest) -> Page[Participant]:
        """Return a page of participants: one query to count, two to load them with groups and children."""
        matches = self._index.find_matches(SearchField.PARTICIPANT, query.query)
        where = [*_build_conditions(query), *matches_words(ParticipantRow.id, matches)]
        row_page = load_page(
            self._session(), ParticipantRow, where, request, SORT_COLUMNS, PARTICIPANT_OPTIONS
        )
        return row_page.map(taxonomy_mapping.to_participant_with_children)

    def list_group_teams(self, group_id: GroupId) -> Sequence[Participant]:
        """Return the participants of a group, and those that they stand for: two queries."""
        link = ParticipantChildRow
        members = select(ParticipantRow.id).where(
            ParticipantRow.group_id == group_id, ParticipantRow.withdrawn.is_(False)
        )
        children = select(link.child_id).where(link.parent_id.in_(members))
        is_team = or_(ParticipantRow.id.in_(members), ParticipantRow.id.in_(children))
        query = select(ParticipantRow).where(ParticipantRow.withdrawn.is_(False), is_team)
        ordered = query.order_by(ParticipantRow.sort_name, ParticipantRow.id).options(*PARTICIPANT_OPTIONS)
        return [
            taxonomy_mapping.to_participant_with_children(row) for row in self._session().scalars(ordered)
        ]

    def get_participant(self, participant_id: ParticipantId) -> Participant | None:
        """Return a participant with its group and children; None if there is none."""
        conditions = (ParticipantRow.id == participant_id, ParticipantRow.withdrawn.is_(False))
        row = (
            self._session()
            .scalars(select(ParticipantRow).where(*conditions).options(*PARTICIPANT_OPTIONS))
            .one_or_none()
        )
        return taxonomy_mapping.to_participant_with_children(row) if row else None

    def list_child_ids(self, participant_ids: Collection[ParticipantId]) -> frozenset[ParticipantId]:
        """Return the children of participants (port `ChildTeams`)."""
        link = ParticipantChildRow
        query = select(link.child_id).where(link.parent_id.in_(sorted(participant_ids)))
        return frozenset(map(ParticipantId, self._session().scalars(query)))


def _build_conditions(query: ParticipantFilter) -> Iterator[ColumnElement[bool]]:
    yield ParticipantRow.withdrawn.is_(False)
    if query.matches_nothing:
        yield false()
    if query.group:
        yield ParticipantRow.group_id.in_(select(GroupRow.id).where(is_called(GroupRow, query.group)))
    if query.category_id is not None:
        yield ParticipantRow.category_id == query.category_id
    if query.sport:
        yield ParticipantRow.sport == fold_text(query.sport)
    if query.gender:
        yield ParticipantRow.gender == query.gender.value
