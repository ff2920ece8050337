"""What a channel pack brings, in the database: rows found by key, changed only where something differs."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Generic, TypeVar

from sqlalchemy import Select, select
from sqlalchemy.orm import Session, selectinload

from touchline.catalog.adapters.sql import pack_columns
from touchline.catalog.adapters.sql.event_tables import EventRow, EventSideRow
from touchline.catalog.adapters.sql.library_tables import (
    LibraryCategoryRow,
    LibraryItemCategoryRow,
    LibraryItemRow,
    LibraryRailItemRow,
    LibraryRailRow,
)
from touchline.catalog.adapters.sql.place_tables import (
    CategoryRow,
    GroupPropertyRow,
    GroupRow,
    LocationRow,
    ParticipantChildRow,
    ParticipantRow,
)
from touchline.catalog.adapters.sql.search_index import SqlSearchIndex
from touchline.catalog.adapters.sql.searched import Filing
from touchline.catalog.domain.event import Event
from touchline.catalog.domain.library import LibraryCategory, LibraryItem, LibraryRail
from touchline.catalog.domain.participant import Participant
from touchline.catalog.domain.places import Category, Group, GroupProperty, Location
from touchline.catalog.domain.schedule import Planned, Schedule, ScheduleStatus
from touchline.shared.clock import Clock

Kind = TypeVar("Kind")
Values = Mapping[str, Any]


@dataclass(frozen=True)
class Links:
    """Rows that hang on another row in an order: `wanted` answers their values, first to last."""

    attribute: str
    row: type[Any]
    wanted: Callable[[Any], Iterable[Values]]


@dataclass(frozen=True)
class Plan:
    """How one kind of thing is kept."""

    row: type[Any]
    columns: Callable[[Any, str], Values]
    links: Links | None = None


PLANS: dict[type[Any], Plan] = {
    Category: Plan(CategoryRow, pack_columns.category),
    Location: Plan(LocationRow, pack_columns.location),
    Group: Plan(GroupRow, pack_columns.group),
    GroupProperty: Plan(GroupPropertyRow, pack_columns.group_property),
    Participant: Plan(
        ParticipantRow,
        pack_columns.participant,
        Links("child_links", ParticipantChildRow, pack_columns.children),
    ),
    Event: Plan(EventRow, pack_columns.event, Links("sides", EventSideRow, pack_columns.sides)),
    LibraryCategory: Plan(LibraryCategoryRow, pack_columns.library_category),
    LibraryItem: Plan(
        LibraryItemRow,
        pack_columns.library_item,
        Links("category_links", LibraryItemCategoryRow, pack_columns.filed_under),
    ),
    LibraryRail: Plan(
        LibraryRailRow,
        pack_columns.library_rail,
        Links("item_links", LibraryRailItemRow, pack_columns.picked),
    ),
}


class SqlPackStore:
    """`PackStore` in the present transaction."""

    def __init__(self, session: Callable[[], Session], index: SqlSearchIndex, clock: Clock) -> None:
        self._session = session
        self._index = index
        self._clock = clock

    def shelf(self, kind: type[Kind], language: str) -> "SqlShelf[Kind]":
        """The shelf of a domain class; its rows are loaded now, withdrawn ones too."""
        return SqlShelf(self._session(), PLANS[kind], language, self._index, self._clock.now())

    def plans(self) -> dict[str, Planned]:
        """The start and schedule of events that are not withdrawn, by key."""
        wanted = select(EventRow.key, EventRow.starts_at, EventRow.schedule_status, EventRow.moved_from)
        rows = self._session().execute(wanted.where(EventRow.withdrawn.is_(False)))
        return {
            row.key: (row.starts_at, Schedule(ScheduleStatus(row.schedule_status), row.moved_from))
            for row in rows
        }

    def ids_by_key(self, kind: type[Kind]) -> dict[str, int]:
        """The ids of what is on a shelf and not withdrawn."""
        row = PLANS[kind].row
        wanted = select(row.key, row.id).where(row.withdrawn.is_(False))
        return {row.key: row.id for row in self._session().execute(wanted)}


class SqlShelf(Generic[Kind]):
    """`Shelf` over one table. Sort columns are made in `language`; `now` is when what differs has changed."""

    def __init__(
        self, session: Session, plan: Plan, language: str, index: SqlSearchIndex, now: datetime
    ) -> None:
        self._session = session
        self._plan = plan
        self._language = language
        self._now = now
        self._rows = {row.key: row for row in session.scalars(_everything(plan))}
        self._filing = Filing(index, plan.row, self._rows.values())
        self._put: set[str] = set()

    def put(self, things: Sequence[Kind]) -> Sequence[int]:
        """Make or change the rows of the things' keys; answers their ids. New rows go in one statement."""
        rows = [self._written(thing) for thing in things]
        self._session.flush()
        if self._plan.links:
            for row, thing in zip(rows, things, strict=True):
                _hang(self._session, row, self._plan.links, thing)
        return [int(row.id) for row in rows]

    def _written(self, thing: Kind) -> Any:
        key = str(thing.key)  # type: ignore[attr-defined]
        row = self._rows.get(key)
        if row is None:
            row = self._rows[key] = self._plan.row(key=key)
            self._session.add(row)
        differs = _write(row, {**self._plan.columns(thing, self._language), "withdrawn": False})
        if differs and isinstance(row, EventRow):
            _revise(row, self._now)
        self._put.add(key)
        return row

    def close(self) -> None:
        """Withdraw the rows whose key was not put."""
        for key, row in self._rows.items():
            if key not in self._put and not row.withdrawn:
                row.withdrawn = True
        self._session.flush()
        self._filing.close(self._rows.values())


def _everything(plan: Plan) -> Select[Any]:
    wanted = select(plan.row)
    return wanted.options(selectinload(getattr(plan.row, plan.links.attribute))) if plan.links else wanted


def _write(row: Any, values: Values) -> bool:
    """What does not differ is left alone, so that no UPDATE is sent; answers whether anything did."""
    different = {name: value for name, value in values.items() if getattr(row, name) != value}
    for name, value in different.items():
        setattr(row, name, value)
    return bool(different)


def _revise(row: EventRow, now: datetime) -> None:
    """A calendar that has the event learns by this that it must take it anew."""
    row.revision = 0 if row.revision is None else row.revision + 1
    row.changed_at = now


def _hang(session: Session, owner: Any, links: Links, thing: object) -> None:
    wanted = [{**values, "position": place} for place, values in enumerate(links.wanted(thing))]
    present = getattr(owner, links.attribute)
    names = wanted[0].keys() if wanted else ()
    if (
        len(present) == len(wanted)
        and [{name: getattr(link, name) for name in names} for link in present] == wanted
    ):
        return
    if present:
        present.clear()
        session.flush()  # before others come to their places
    present.extend(links.row(**values) for values in wanted)
