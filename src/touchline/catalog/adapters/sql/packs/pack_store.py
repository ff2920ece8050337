"""Channel pack content in the database. Rows are identified by key and updated only if something differs."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Generic, TypeVar

from sqlalchemy import Select, select
from sqlalchemy.orm import Session, selectinload

from touchline.catalog.adapters.sql.events.event_tables import EventRow, EventSideRow
from touchline.catalog.adapters.sql.events.taxonomy_tables import (
    CategoryRow,
    GroupPropertyRow,
    GroupRow,
    LocationRow,
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
from touchline.catalog.adapters.sql.search.indexed_fields import SearchIndexUpdate
from touchline.catalog.adapters.sql.search.search_index import SqlSearchIndex
from touchline.catalog.domain.events.event import Event
from touchline.catalog.domain.events.participants import Participant
from touchline.catalog.domain.events.schedule import PlannedStart, Schedule, ScheduleStatus
from touchline.catalog.domain.library import LibraryCategory, LibraryItem, LibraryRail
from touchline.catalog.domain.taxonomy import Category, Group, GroupProperty, Location
from touchline.catalog.events import EventsChanged, EventsCreated
from touchline.platform.db.session import current_channel_id
from touchline.shared.clock import Clock
from touchline.shared.unit_of_work import Announce

Entity = TypeVar("Entity")
Values = Mapping[str, Any]
MAX_ANNOUNCED_IDS = 500


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

    def get_collection(self, entity_type: type[Entity], language: str) -> "SqlPackCollection[Entity]":
        """Return the collection of a domain class. This loads its rows, including withdrawn ones."""
        return SqlPackCollection(
            self._session(), MAPPINGS[entity_type], language, self._index, self._clock.now(), self._announce
        )

    def get_planned_starts(self) -> dict[str, PlannedStart]:
        """Return the start and schedule of events that are not withdrawn, by key."""
        statement = select(EventRow.key, EventRow.starts_at, EventRow.schedule_status, EventRow.moved_from)
        rows = self._session().execute(statement.where(EventRow.withdrawn.is_(False)))
        return {
            row.key: (row.starts_at, Schedule(ScheduleStatus(row.schedule_status), row.moved_from))
            for row in rows
        }

    def list_ids_by_key(self, entity_type: type[Entity]) -> dict[str, int]:
        """Return the ids of the items that are not withdrawn, by key."""
        row = MAPPINGS[entity_type].row
        statement = select(row.key, row.id).where(row.withdrawn.is_(False))
        return {row.key: row.id for row in self._session().execute(statement)}


class SqlPackCollection(Generic[Entity]):
    """`PackCollection` on one table.

    Sort columns are derived in `language`. `now` is the change time of rows that differ.
    """

    def __init__(
        self,
        session: Session,
        mapping: RowMapping,
        language: str,
        index: SqlSearchIndex,
        now: datetime,
        announce: Announce,
    ) -> None:
        self._session = session
        self._mapping = mapping
        self._language = language
        self._now = now
        self._rows = {row.key: row for row in session.scalars(_select_all(mapping))}
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
        has_changed = _update_row(row, {**self._mapping.columns(entity, self._language), "withdrawn": False})
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


def _select_all(mapping: RowMapping) -> Select[Any]:
    statement = select(mapping.row)
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
