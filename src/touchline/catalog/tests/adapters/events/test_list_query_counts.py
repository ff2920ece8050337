"""A list costs a fixed number of queries, and is sorted by index."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Select, select, text, update
from sqlalchemy.orm import Session

from touchline.catalog.adapters.sql.events.event_filters import build_conditions
from touchline.catalog.adapters.sql.events.event_tables import EventRow
from touchline.catalog.adapters.sql.events.events import SORT_COLUMNS
from touchline.catalog.adapters.sql.library.library_items import SORT_COLUMNS as LIBRARY_ORDERS
from touchline.catalog.adapters.sql.library.library_tables import LibraryItemRow
from touchline.catalog.adapters.sql.pagination import build_order
from touchline.catalog.domain.events.status import StreamStatus
from touchline.catalog.domain.filters import EventFilter
from touchline.catalog.tests.pack_samples import event_entry, item_entry, pack_part
from touchline.catalog.tests.samples import NOON
from touchline.catalog.tests.samples import build_text as words
from touchline.channel.facade import ChannelDetails
from touchline.conftest import Visitor
from touchline.entrypoints.bootstrap import Application
from touchline.entrypoints.contexts import load_tables
from touchline.platform.db.base import Base
from touchline.platform.db.session import Database
from touchline.shared.paging import PageRequest

LIST_URLS = [
    ("/events", 12),
    ("/events-for-homepage", 24),
    ("/participants", 8),
    ("/vod-media-items", 10),
    ("/vod-media-rails", 12),
]


@pytest.mark.parametrize(("path", "max_queries"), LIST_URLS)
def test_a_longer_list_costs_no_more_queries(
    visitor: Visitor,
    season: ChannelDetails,
    apply: Callable[..., Any],
    queries: Callable[[], Any],
    application: Application,
    transaction: Any,
    path: str,
    max_queries: int,
) -> None:
    def mark_recorded() -> None:
        with transaction(season.id):
            over = update(EventRow).where(EventRow.ends_at <= NOON).values(recorded=True)
            application.container.session()().execute(over)

    mark_recorded()
    with queries() as few:
        short = visitor.data(path, limit=100)
    events = [event_entry(f"g-{hours}", NOON - timedelta(hours=3 * hours)) for hours in range(60)]
    videos = [item_entry(f"f-{days}", words(f"Film {days}"), days, ["studio"]) for days in range(60)]
    categories = [{"key": "studio", "name": words("Studio"), "weight": 1}]
    rails = [{"key": "all", "title": words("All"), "items": [], "category": "studio", "weight": 1}]
    teams = pack_part()["participants"]
    teams += [{**teams[0], "key": f"t-{number}"} for number in range(60)]
    apply(
        season,
        events=events,
        participants=teams,
        library={"categories": categories, "items": videos, "rails": rails},
    )
    mark_recorded()
    with queries() as many:
        long = visitor.data(path, limit=100)
    assert count_rows(long) > 2 * count_rows(short)
    assert len(many) <= len(few) <= max_queries


def count_rows(response: list[dict[str, Any]]) -> int:
    """Return the number of rows in a list, including rows in its rails."""
    return sum(len(row.get("events") or row.get("vod_media_items") or [row]) for row in response)


@pytest.mark.parametrize("direction", ["asc", "desc"])
@pytest.mark.parametrize(
    ("field", "statuses"),
    [
        ("event_utc_ts", ()),
        ("event_utc_ts", (StreamStatus.UPCOMING,)),
        ("event_utc_ts", (StreamStatus.LIVE, StreamStatus.FINISHED)),
        ("name", ()),
        ("name", (StreamStatus.FINISHED,)),
        ("id", ()),
    ],
)
def test_events_are_scanned_in_index_order(
    sqlite_session: Session, field: str, direction: Any, statuses: tuple[StreamStatus, ...]
) -> None:
    where = build_conditions(EventFilter(statuses=frozenset(statuses)), NOON)
    order = build_order(EventRow, PageRequest(20, 0, field, direction), SORT_COLUMNS)
    plan = _explain(sqlite_session, select(EventRow).where(*where, EventRow.channel_id == 1).order_by(*order))
    assert "USING INDEX ix_catalog_event_" in plan
    assert "TEMP B-TREE" not in plan


@pytest.mark.parametrize("on_air", [None, True, False])
def test_live_events_are_looked_up_by_id(sqlite_session: Session, on_air: bool | None) -> None:
    where = build_conditions(EventFilter(statuses=frozenset({StreamStatus.LIVE}), on_air=on_air), NOON)
    plan = _explain(sqlite_session, select(EventRow.id).where(*where, EventRow.channel_id == 1))
    assert "SEARCH catalog_event USING COVERING INDEX ix_catalog_event_id" in plan


def test_scanning_the_events_of_a_team_uses_no_union_per_row(sqlite_session: Session) -> None:
    # With a union, PostgreSQL would start parallel workers (contracts/nightly/budgets/lists.py: 1.8 times as
    # long as with few games).
    where = build_conditions(EventFilter(participant_id=7), NOON, is_scan=True)
    plan = _explain(
        sqlite_session, select(EventRow).where(*where, EventRow.channel_id == 1).order_by(EventRow.starts_at)
    )
    assert "UNION" not in plan and "catalog_event_side USING INDEX" in plan


@pytest.mark.parametrize("direction", ["asc", "desc"])
@pytest.mark.parametrize("field", ["date", "title"])
def test_the_library_is_scanned_in_index_order(sqlite_session: Session, field: str, direction: Any) -> None:
    shown = (LibraryItemRow.withdrawn.is_(False), LibraryItemRow.channel_id == 1)
    order = build_order(LibraryItemRow, PageRequest(20, 0, field, direction), LIBRARY_ORDERS)
    plan = _explain(sqlite_session, select(LibraryItemRow).where(*shown).order_by(*order))
    assert "USING INDEX ix_catalog_library_item_" in plan
    assert "TEMP B-TREE" not in plan


@pytest.fixture
def sqlite_session(tmp_path: Path) -> Iterator[Session]:
    """Yield a session of channel 1 in an empty SQLite database, for reading query plans."""
    load_tables()
    database = Database(f"sqlite:///{tmp_path / 'plans.sqlite'}")
    Base.metadata.create_all(database.engine)
    with database.transaction(1) as session:
        yield session
    database.close()


def _explain(session: Session, statement: Select[Any]) -> str:
    sent = statement.compile(session.get_bind(), compile_kwargs={"literal_binds": True})
    return "\n".join(row.detail for row in session.execute(text(f"EXPLAIN QUERY PLAN {sent}")))
