"""The schedule in the studio: rows, filters, what needs attention, queries and their plan."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select, text
from sqlalchemy.orm import Session

from touchline.catalog.adapters.sql.events.event_filters import build_conditions
from touchline.catalog.adapters.sql.events.event_tables import EventRow
from touchline.catalog.adapters.sql.events.events import SORT_COLUMNS
from touchline.catalog.adapters.sql.media.live_tables import LiveStreamRow
from touchline.catalog.adapters.sql.pagination import build_order
from touchline.catalog.application.events.studio_events import EventStatus, filter_status
from touchline.catalog.domain.events.attention import find_missing
from touchline.catalog.domain.filters import EventFilter
from touchline.catalog.tests.pack_samples import event_entry
from touchline.catalog.tests.samples import NOON
from touchline.channel.facade import ChannelDetails
from touchline.conftest import Visitor
from touchline.entrypoints.bootstrap import Application
from touchline.entrypoints.contexts import load_tables
from touchline.platform.db.base import Base
from touchline.platform.db.session import Database
from touchline.shared.paging import PageRequest

STARTS = [NOON + timedelta(days=days) for days in (-8, -2, 2, 8)]
MEDIA: list[dict[str, Any]] = [
    {},
    {"live": {"url": "https://cdn.example.org/a.m3u8"}},
    {"embed_url": "https://tube.example/7"},
]


def test_the_schedule_has_unlisted_events(
    operator: Visitor, season: ChannelDetails, apply: Callable[..., None]
) -> None:
    apply(season, events=[event_entry("closed", NOON, visibility="unlisted")])
    rows = operator.data("/studio/events")
    assert [(row["key"], row["visibility"]) for row in rows] == [("closed", "unlisted")]
    assert operator.data("/events") == []


@pytest.mark.parametrize(
    ("query", "keys"),
    [
        ({}, ["over", "over-soccer", "on-now", "later-soccer", "later", "practice"]),
        ({"status": "upcoming", "sort_direction": "desc"}, ["practice", "later", "later-soccer"]),
        ({"status": "live"}, ["on-now"]),
        ({"status": "finished"}, ["over", "over-soccer"]),
        ({"status": "canceled"}, []),
        ({"school": "cedar-ridge", "q": "soccer"}, ["over-soccer", "later-soccer"]),
        ({"key": "later"}, ["later"]),
        ({"team": "cedar-ridge-soccer"}, ["over-soccer", "later-soccer"]),
        ({"start_date": "2026-11-22", "limit": 1, "sort_field": "name"}, ["later"]),
        ({"needs_attention": True, "status": "finished"}, ["over", "over-soccer"]),
    ],
)
def test_the_schedule_is_filtered(operator: Visitor, query: dict[str, Any], keys: list[str]) -> None:
    assert [row["key"] for row in operator.data("/studio/events", **query)] == keys


def test_a_row_shows_what_the_event_has_and_lacks(
    operator: Visitor, season: ChannelDetails, transaction: Any, application: Application
) -> None:
    with transaction(season.id):
        catalog = application.container.catalog.facade()
        catalog.set_schedule(catalog.list_ids_by_key("event")["practice"], "postponed")
    rows = {row["key"]: row for row in operator.data("/studio/events")}
    assert rows["later"] | {"id": 0, "category_id": 0} == {
        "id": 0, "key": "later", "name": "Harlan Falls @ Cedar Ridge", "category": "Boys hockey",
        "category_id": 0, "location": "Cedar Ridge Ice", "teams": ["Harlan Falls", "Cedar Ridge"],
        "is_neutral_site": False, "score": None, "has_timeline": False, "starts_at": "2026-11-23T00:00:00Z",
        "is_time_known": True, "time_zone": "America/Chicago", "status": "upcoming", "is_rescheduled": False,
        "visibility": "public", "pass_type": "ppv", "price": "8.99", "has_stream": False,
        "is_stream_used": False,
        "is_external": False, "has_picture": False, "has_recording": False, "missing": "stream",
    }  # fmt: skip
    practice = rows["practice"]
    assert (practice["status"], practice["is_time_known"], practice["missing"]) == (
        "postponed",
        False,
        "start",
    )


def test_the_filter_and_the_row_agree_on_what_needs_attention(
    application: Application, channel: ChannelDetails, apply: Callable[..., Any]
) -> None:
    cases = list(enumerate(product(STARTS, [None, "canceled", "postponed"], MEDIA, (False, True))))
    events = [
        event_entry(f"e-{number}", starts, status=status, **media)
        for number, (starts, status, media, _) in cases
    ]
    apply(channel, events=events)
    container: Any = application.container.catalog
    with application.container.database().transaction(channel.id) as session:
        rows = {row.key: row for row in session.scalars(select(EventRow))}
        for number, (_, _, _, is_used) in cases:
            if is_used:
                session.add(LiveStreamRow(event_id=rows[f"e-{number}"].id, state="live", started_at=NOON))
            rows[f"e-{number}"].recorded = number % 7 == 0
            rows[f"e-{number}"].time_known = number % 5 != 0
        session.flush()
        everything = PageRequest(1000, 0, "id")
        page = container.events().list_page(EventFilter(), everything, NOON)
        media = container.event_media().get_media([event.id for event in page.items])
        found = container.events().list_page(EventFilter(needs_attention=True), everything, NOON)
        expected = {event.key for event in page.items if find_missing(event, media[event.id], NOON)}
    assert {event.key for event in found.items} == expected and 0 < len(expected) < len(cases)


def test_a_longer_schedule_costs_no_more_queries(
    operator: Visitor, season: ChannelDetails, apply: Callable[..., Any], queries: Callable[[], Any]
) -> None:
    with queries() as few:
        operator.data("/studio/events", limit=100)
    apply(season, events=[event_entry(f"g-{day}", NOON + timedelta(days=day)) for day in range(60)])
    with queries() as many:
        assert len(operator.data("/studio/events", limit=100)) == 60
    assert len(many) <= len(few)


@pytest.mark.parametrize("direction", ["asc", "desc"])
@pytest.mark.parametrize("status", [None, EventStatus.UPCOMING, EventStatus.FINISHED])
@pytest.mark.parametrize("needs_attention", [False, True])
def test_the_schedule_is_scanned_in_index_order(
    sqlite_session: Session, status: EventStatus | None, needs_attention: bool, direction: Any
) -> None:
    event_filter = filter_status(EventFilter(needs_attention=needs_attention), status)
    where = build_conditions(event_filter, NOON)
    order = build_order(EventRow, PageRequest(50, 0, "event_utc_ts", direction), SORT_COLUMNS)
    statement = select(EventRow).where(*where, EventRow.channel_id == 1).order_by(*order)
    sent = statement.compile(sqlite_session.get_bind(), compile_kwargs={"literal_binds": True})
    plan = "\n".join(row.detail for row in sqlite_session.execute(text(f"EXPLAIN QUERY PLAN {sent}")))
    assert "USING INDEX ix_catalog_event_" in plan and "TEMP B-TREE" not in plan


@pytest.fixture
def sqlite_session(tmp_path: Path) -> Any:
    """Yield a session of channel 1 in an empty SQLite database, for reading query plans."""
    load_tables()
    database = Database(f"sqlite:///{tmp_path / 'plans.sqlite'}")
    Base.metadata.create_all(database.engine)
    with database.transaction(1) as session:
        yield session
    database.close()
