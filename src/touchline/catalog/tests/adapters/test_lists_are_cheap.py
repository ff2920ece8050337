"""A list costs a fixed number of queries, and its orders are index walks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Select, select, text, update
from sqlalchemy.orm import Session

from touchline.catalog.adapters.sql.event_conditions import conditions
from touchline.catalog.adapters.sql.event_tables import EventRow
from touchline.catalog.adapters.sql.events import ORDERS
from touchline.catalog.adapters.sql.library import ORDERS as LIBRARY_ORDERS
from touchline.catalog.adapters.sql.library_tables import LibraryItemRow
from touchline.catalog.adapters.sql.pages import in_order
from touchline.catalog.domain.filters import EventFilter
from touchline.catalog.domain.status import StreamStatus
from touchline.catalog.tests.packs import event, item, pack_part
from touchline.catalog.tests.samples import NOON
from touchline.catalog.tests.samples import text as words
from touchline.channel.facade import ChannelFacts
from touchline.conftest import Visitor
from touchline.entrypoints.bootstrap import House
from touchline.entrypoints.contexts import load_tables
from touchline.platform.db.base import Base
from touchline.platform.db.session import Database
from touchline.shared.paging import PageRequest

LISTS = [
    ("/events", 12),
    ("/events-for-homepage", 24),
    ("/participants", 8),
    ("/vod-media-items", 10),
    ("/vod-media-rails", 12),
]


@pytest.mark.parametrize(("path", "most"), LISTS)
def test_a_longer_list_costs_no_more_queries(
    visitor: Visitor,
    season: ChannelFacts,
    apply: Callable[..., Any],
    queries: Callable[[], Any],
    house: House,
    transaction: Any,
    path: str,
    most: int,
) -> None:
    def record_what_is_over() -> None:
        with transaction(season.id):
            over = update(EventRow).where(EventRow.ends_at <= NOON).values(recorded=True)
            house.container.session()().execute(over)

    record_what_is_over()
    with queries() as few:
        short = visitor.data(path, limit=100)
    games = [event(f"g-{hours}", NOON - timedelta(hours=3 * hours)) for hours in range(60)]
    films = [item(f"f-{days}", words(f"Film {days}"), days, ["studio"]) for days in range(60)]
    categories = [{"key": "studio", "name": words("Studio"), "weight": 1}]
    rails = [{"key": "all", "title": words("All"), "items": [], "category": "studio", "weight": 1}]
    teams = pack_part()["participants"]
    teams += [{**teams[0], "key": f"t-{number}"} for number in range(60)]
    apply(
        season,
        events=games,
        participants=teams,
        library={"categories": categories, "items": films, "rails": rails},
    )
    record_what_is_over()
    with queries() as many:
        long = visitor.data(path, limit=100)
    assert rows_in(long) > 2 * rows_in(short)
    assert len(many) <= len(few) <= most


def rows_in(answer: list[dict[str, Any]]) -> int:
    """How many rows a list has, those of its rails included."""
    return sum(len(row.get("events") or row.get("vod_media_items") or [row]) for row in answer)


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
def test_events_are_walked_in_the_order_of_an_index(
    sqlite: Session, field: str, direction: Any, statuses: tuple[StreamStatus, ...]
) -> None:
    where = conditions(EventFilter(statuses=frozenset(statuses)), NOON)
    order = in_order(EventRow, PageRequest(20, 0, field, direction), ORDERS)
    plan = _plan(sqlite, select(EventRow).where(*where, EventRow.channel_id == 1).order_by(*order))
    assert "USING INDEX ix_catalog_event_" in plan
    assert "TEMP B-TREE" not in plan


def test_a_walk_to_the_games_of_a_team_asks_for_no_union_beneath_each_game(sqlite: Session) -> None:
    # PostgreSQL would start helpers for it (contracts/budgets/lists.py: 1.8 times as long as with few games).
    where = conditions(EventFilter(participant_id=7), NOON, walked=True)
    plan = _plan(
        sqlite, select(EventRow).where(*where, EventRow.channel_id == 1).order_by(EventRow.starts_at)
    )
    assert "UNION" not in plan and "catalog_event_side USING INDEX" in plan


@pytest.mark.parametrize("direction", ["asc", "desc"])
@pytest.mark.parametrize("field", ["date", "title"])
def test_the_library_is_walked_in_the_order_of_an_index(sqlite: Session, field: str, direction: Any) -> None:
    shown = (LibraryItemRow.withdrawn.is_(False), LibraryItemRow.channel_id == 1)
    order = in_order(LibraryItemRow, PageRequest(20, 0, field, direction), LIBRARY_ORDERS)
    plan = _plan(sqlite, select(LibraryItemRow).where(*shown).order_by(*order))
    assert "USING INDEX ix_catalog_library_item_" in plan
    assert "TEMP B-TREE" not in plan


@pytest.fixture
def sqlite(tmp_path: Path) -> Iterator[Session]:
    """A session of channel 1 in an empty SQLite: the plans are read there."""
    load_tables()
    database = Database(f"sqlite:///{tmp_path / 'plans.sqlite'}")
    Base.metadata.create_all(database.engine)
    with database.transaction(1) as session:
        yield session
    database.close()


def _plan(session: Session, wanted: Select[Any]) -> str:
    sent = wanted.compile(session.get_bind(), compile_kwargs={"literal_binds": True})
    return "\n".join(row.detail for row in session.execute(text(f"EXPLAIN QUERY PLAN {sent}")))
