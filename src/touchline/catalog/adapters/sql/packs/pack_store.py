"""Channel pack content in the database. Rows are identified by key and updated only if something differs."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Generic, TypeVar

from sqlalchemy import ColumnElement, Select, func, or_, select
from sqlalchemy.orm import Session, selectinload

from touchline.catalog.adapters.sql.events.event_mapping import SCHEDULE_COLUMNS, to_schedule
from touchline.catalog.adapters.sql.events.event_tables import EventRow, EventSideRow
from touchline.catalog.adapters.sql.events.taxonomy_tables import (
    CategoryRow,
    GroupPropertyRow,
    GroupRow,
    LocationRow,
    MergeableRow,
    ParticipantChildRow,
    ParticipantRow,
)
from touchline.catalog.adapters.sql.library.library_tables import (
    LibraryCategoryRow,
    LibraryItemCategoryRow,
    LibraryItemRow,
    LibraryRailItemRow,
    LibraryRailRow,
)
from touchline.catalog.adapters.sql.packs import pack_columns
from touchline.catalog.adapters.sql.scoring.sport_tables import SportRow
from touchline.catalog.adapters.sql.search.indexed_fields import SearchIndexUpdate
from touchline.catalog.adapters.sql.search.search_index import SqlSearchIndex
from touchline.catalog.domain.events.event import Event
from touchline.catalog.domain.events.participants import Participant
from touchline.catalog.domain.events.schedule import PlannedStart
from touchline.catalog.domain.events.visibility import Visibility
from touchline.catalog.domain.library import LibraryCategory, LibraryItem, LibraryRail
from touchline.catalog.domain.scoring.channel_sport import ChannelSport
from touchline.catalog.domain.taxonomy import Category, Group, GroupProperty, Location
from touchline.catalog.events import EventsChanged, EventsCreated
from touchline.platform.db.session import current_channel_id
from touchline.shared.clock import Clock
from touchline.shared.paging import Page, PageRequest
from touchline.shared.unit_of_work import Announce

Entity = TypeVar("Entity")
Values = Mapping[str, Any]
MAX_ANNOUNCED_IDS = 500
_VISIBLE: Values = {"withdrawn": False}
_MERGEABLE: Values = {"withdrawn": False, "merged_into_id": None}


@dataclass(frozen=True)
class ChildRows:
    """Ordered child rows of another row. `build_values` returns their values, first to last."""

    attribute: str
    row: type[Any]
    build_values: Callable[[Any], Iterable[Values]]


@dataclass(frozen=True)
class RowMapping:
    """The mapping of one kind of item to its rows."""

    row: type[Any]
    columns: Callable[[Any, str], Values]
    child_rows: ChildRows | None = None


MAPPINGS: dict[type[Any], RowMapping] = {
    ChannelSport: RowMapping(SportRow, pack_columns.sport_columns),
    Category: RowMapping(CategoryRow, pack_columns.category_columns),
    Location: RowMapping(LocationRow, pack_columns.location_columns),
    Group: RowMapping(GroupRow, pack_columns.group_columns),
    GroupProperty: RowMapping(GroupPropertyRow, pack_columns.group_property_columns),
    Participant: RowMapping(
        ParticipantRow,
        pack_columns.participant_columns,
        ChildRows("child_links", ParticipantChildRow, pack_columns.child_values),
    ),
    Event: RowMapping(
        EventRow, pack_columns.event_columns, ChildRows("sides", EventSideRow, pack_columns.side_values)
    ),
    LibraryCategory: RowMapping(LibraryCategoryRow, pack_columns.library_category_columns),
    LibraryItem: RowMapping(
        LibraryItemRow,
        pack_columns.library_item_columns,
        ChildRows("category_links", LibraryItemCategoryRow, pack_columns.category_values),
    ),
    LibraryRail: RowMapping(
        LibraryRailRow,
        pack_columns.library_rail_columns,
        ChildRows("item_links", LibraryRailItemRow, pack_columns.item_values),
    ),
}


class SqlPackStore:
    """`PackStore` in the current transaction."""

    def __init__(
        self, session: Callable[[], Session], index: SqlSearchIndex, clock: Clock, announce: Announce
    ) -> None:
        self._session = session
        self._index = index
        self._clock = clock
        self._announce = announce

    def get_collection(
        self, entity_type: type[Entity], language: str, keys: Collection[str] | None = None
    ) -> "SqlPackCollection[Entity]":
        """Return the collection of a domain class. This loads its rows, including withdrawn ones."""
        mapping = MAPPINGS[entity_type]
        rows = self._session().scalars(_select_rows(mapping, keys)).all()
        return SqlPackCollection(
            self._session(), mapping, rows, language, self._index, self._clock.now(), self._announce
        )

    def get_planned_starts(self, keys: Collection[str] | None = None) -> dict[str, PlannedStart]:
        """Return the start and schedule of events that are not withdrawn, by key."""
        columns = (EventRow.starts_at, *SCHEDULE_COLUMNS)
        return {
            row.key: (row.starts_at, to_schedule(row))
            for row in self._select_visible(EventRow, keys, *columns)
        }

    def list_ids_by_key(
        self, entity_type: type[Entity], keys: Collection[str] | None = None
    ) -> dict[str, int]:
        """Return the ids of the items that are not withdrawn, by key."""
        row = MAPPINGS[entity_type].row
        return {found.key: found.id for found in self._select_visible(row, keys, row.id)}

    def _select_visible(self, row: type[Any], keys: Collection[str] | None, *columns: Any) -> Iterable[Any]:
        """Return the columns of items that are not withdrawn.

        With keys, withdrawn items are left out after the query. In its condition, SQLite would prefer their
        index to that of the keys, and read all items.
        """
        statement = select(row.key, row.withdrawn, *columns)
        condition = row.withdrawn.is_(False) if keys is None else row.key.in_(keys)
        found_rows = self._session().execute(statement.where(condition, *_in_packs(row)))
        return (found for found in found_rows if not found.withdrawn)

    def list_event_keys(self, page: PageRequest) -> Page[str]:
        """Return the keys of a page of events by id. Two queries."""
        is_visible = (EventRow.withdrawn.is_(False), *_in_packs(EventRow))
        total = self._session().scalar(select(func.count()).select_from(EventRow).where(*is_visible)) or 0
        statement = select(EventRow.key).where(*is_visible).order_by(EventRow.id)
        keys = self._session().scalars(statement.limit(page.limit).offset(page.offset))
        return Page(list(keys), total, page.limit, page.offset)

    def find_events_of(self, entity_type: type[Entity], keys: Collection[str]) -> frozenset[str]:
        """Return the keys of the events that refer to one of the items. One query."""
        owner = MAPPINGS[entity_type].row
        ids = select(owner.id).where(owner.key.in_(keys))
        match = {
            Category: EventRow.category_id.in_(ids),
            Location: EventRow.location_id.in_(ids),
            Participant: EventRow.id.in_(
                select(EventSideRow.event_id).where(EventSideRow.participant_id.in_(ids))
            ),
        }[entity_type]
        statement = select(EventRow.key).where(EventRow.withdrawn.is_(False), *_in_packs(EventRow), match)
        return frozenset(self._session().scalars(statement))

    def merge(self, entity_type: type[Entity], removed: str, kept: str) -> None:
        """Set the id of the kept row on the removed one, and on the rows that were merged into it before."""
        row, ids = MAPPINGS[entity_type].row, self.list_ids_by_key(entity_type, (removed, kept))
        is_merged = or_(row.id == ids[removed], row.merged_into_id == ids[removed])
        for merged in self._session().scalars(select(row).where(is_merged)):
            merged.merged_into_id = ids[kept]
        self._session().flush()


class SqlPackCollection(Generic[Entity]):
    """`PackCollection` on one table.

    Sort columns are derived in `language`. `now` is the change time of rows that differ.
    """

    def __init__(
        self,
        session: Session,
        mapping: RowMapping,
        rows: Sequence[Any],
        language: str,
        index: SqlSearchIndex,
        now: datetime,
        announce: Announce,
    ) -> None:
        self._session = session
        self._mapping = mapping
        self._language = language
        self._now = now
        self._rows = {row.key: row for row in rows}
        self._search_update = SearchIndexUpdate(index, mapping.row, self._rows.values())
        self._saved_keys: set[str] = set()
        self._announce = announce
        self._created_keys: set[str] = set()
        self._changed_keys: set[str] = set()

    def save_all(self, entities: Sequence[Entity]) -> Sequence[int]:
        """Create or update the rows of the entities and return their ids. New rows are inserted in one
        statement.
        """
        rows = [self._upsert(entity) for entity in entities]
        self._session.flush()
        if self._mapping.child_rows:
            for row, entity in zip(rows, entities, strict=True):
                if _replace_children(self._session, row, self._mapping.child_rows, entity):
                    self._changed_keys.add(row.key)
        self._announce_changes()
        return [int(row.id) for row in rows]

    def _upsert(self, entity: Entity) -> Any:
        key = str(entity.key)  # type: ignore[attr-defined]
        row = self._rows.get(key)
        if row is None:
            row = self._rows[key] = self._mapping.row(key=key)
            self._session.add(row)
            self._created_keys.add(key)
        visible = _MERGEABLE if isinstance(row, MergeableRow) else _VISIBLE
        has_changed = _update_row(row, {**self._mapping.columns(entity, self._language), **visible})
        if has_changed:
            self._changed_keys.add(key)
            if isinstance(row, EventRow):
                _increment_revision(row, self._now)
        self._saved_keys.add(key)
        return row

    def withdraw_missing(self) -> None:
        """Withdraw the rows whose key was not saved."""
        for key, row in self._rows.items():
            if key not in self._saved_keys and not row.withdrawn:
                row.withdrawn = True
                self._changed_keys.add(key)
        self._session.flush()
        self._search_update.apply(self._rows.values())
        self._announce_changes()

    def _announce_changes(self) -> None:
        """Announce the events that were created or changed since the last call, in parts."""
        created, changed = self._created_keys, self._changed_keys - self._created_keys
        self._created_keys, self._changed_keys = set(), set()
        if self._mapping.row is not EventRow:
            return
        for announcement, keys in ((EventsCreated, created), (EventsChanged, changed)):
            ids = sorted(self._rows[key].id for key in keys)
            for start in range(0, len(ids), MAX_ANNOUNCED_IDS):
                part = tuple(ids[start : start + MAX_ANNOUNCED_IDS])
                self._announce(announcement(current_channel_id(), part))


def _in_packs(row: type[Any]) -> list[ColumnElement[bool]]:
    """Return the condition that leaves out the events of rehearsals, which belong to no pack."""
    return [EventRow.visibility != Visibility.REHEARSAL.value] if row is EventRow else []


def _match_keys(row: type[Any], keys: Collection[str] | None) -> list[ColumnElement[bool]]:
    return [*_in_packs(row), *([] if keys is None else [row.key.in_(keys)])]


def _select_rows(mapping: RowMapping, keys: Collection[str] | None) -> Select[Any]:
    statement = select(mapping.row).where(*_match_keys(mapping.row, keys))
    return (
        statement.options(selectinload(getattr(mapping.row, mapping.child_rows.attribute)))
        if mapping.child_rows
        else statement
    )


def _update_row(row: Any, values: Values) -> bool:
    """Set only the values that differ, so that unchanged rows need no UPDATE. Return whether any differed."""
    different = {name: value for name, value in values.items() if getattr(row, name) != value}
    for name, value in different.items():
        setattr(row, name, value)
    return bool(different)


def _increment_revision(row: EventRow, now: datetime) -> None:
    """Increment the revision and set the change time, so that calendars update the event."""
    row.revision = 0 if row.revision is None else row.revision + 1
    row.changed_at = now


def _replace_children(session: Session, owner: Any, child_rows: ChildRows, entity: object) -> bool:
    """Replace the child rows if they differ. Return whether they did."""
    expected = [
        {**values, "position": position} for position, values in enumerate(child_rows.build_values(entity))
    ]
    present = getattr(owner, child_rows.attribute)
    names = expected[0].keys() if expected else ()
    if (
        len(present) == len(expected)
        and [{name: getattr(child, name) for name in names} for child in present] == expected
    ):
        return False
    if present:
        present.clear()
        session.flush()  # delete the old rows before inserting at their positions
    present.extend(child_rows.row(**values) for values in expected)
    return True
