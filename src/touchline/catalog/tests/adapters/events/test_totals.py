"""Totals of event lists: counted once per change, and always correct."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from sqlalchemy import update

from touchline.catalog.adapters.sql.events.event_tables import EventRow
from touchline.catalog.domain.filters import EventFilter
from touchline.catalog.tests.pack_samples import event_entry
from touchline.catalog.tests.samples import NOON
from touchline.channel.facade import ChannelDetails
from touchline.conftest import Visitor, get_clock
from touchline.entrypoints.bootstrap import Application
from touchline.shared.paging import PageRequest

ONE_HOUR = timedelta(hours=1)


def total(visitor: Visitor, **query: Any) -> int:
    response = visitor.get("/events", **query)
    return int(response.get_json()["meta"]["total"])


def number_of_count_queries(sent: list[str]) -> int:
    return sum("count(*)" in statement for statement in sent)


def test_the_pages_of_a_list_share_one_count(
    visitor: Visitor, season: ChannelDetails, queries: Callable[[], Any]
) -> None:
    with queries() as first:
        event_count = total(visitor, limit=1)
    with queries() as later:
        assert total(visitor, limit=1, offset=1) == event_count
    with queries() as another:
        total(visitor, limit=1, stream_status="finished")
    assert [number_of_count_queries(sent) for sent in (first, later, another)] == [1, 0, 1]


def test_a_change_invalidates_the_count(
    visitor: Visitor, season: ChannelDetails, apply: Callable[..., Any]
) -> None:
    event_count = total(visitor, limit=1)
    apply(season, events=[event_entry("one-more", NOON + ONE_HOUR)])
    assert total(visitor, limit=2) != event_count


def test_an_event_that_ends_is_counted_as_finished(
    application: Application, visitor: Visitor, season: ChannelDetails, apply: Callable[..., Any]
) -> None:
    apply(season, events=[event_entry(f"g-{hours}", NOON + hours * ONE_HOUR) for hours in range(1, 4)])
    reported = []
    for hours in (0, 3.5, 4.5):
        get_clock(application).set(NOON + hours * ONE_HOUR)
        reported.append(total(visitor, stream_status="finished", limit=1 + int(hours)))
    assert reported == [0, 1, 2]


def test_a_live_list_is_empty_after_its_only_event_ends(
    application: Application, visitor: Visitor, season: ChannelDetails, apply: Callable[..., Any]
) -> None:
    apply(season, events=[event_entry("g-1", NOON + ONE_HOUR)])
    assert total(visitor, stream_status="upcoming", limit=1) == 1
    get_clock(application).set(NOON + 2 * ONE_HOUR)
    assert visitor.data("/events", stream_status="upcoming", limit=2) == []
    assert [row["stream_status"] for row in visitor.data("/events", stream_status="live")] == ["live"]


def test_a_transaction_counts_its_own_changes(application: Application, season: ChannelDetails) -> None:
    events = application.container.catalog.events()
    requested = (EventFilter(), PageRequest(limit=1), NOON)
    with application.container.database().transaction(season.id) as session:
        before = events.list_page(*requested).total
        session.execute(update(EventRow).values(withdrawn=True))
        assert (before > 0, events.list_page(*requested).total) == (True, 0)
        session.rollback()
    with application.container.database().transaction(season.id):
        assert events.list_page(*requested).total == before


def test_counts_are_separate_per_channel(
    application: Application, season: ChannelDetails, other_channel: ChannelDetails
) -> None:
    events, reported = application.container.catalog.events(), []
    for channel in (season, other_channel):
        with application.container.database().transaction(channel.id):
            reported.append(events.list_page(EventFilter(), PageRequest(limit=1), NOON).total)
    assert reported[0] > 0 and reported[1] == 0


def test_small_and_large_lists_give_the_same_result(
    application: Application, season: ChannelDetails, apply: Callable[..., Any], monkeypatch: Any
) -> None:
    apply(season, events=[event_entry(f"g-{hours}", NOON - hours * ONE_HOUR) for hours in range(12)])
    events, found = application.container.catalog.events(), []
    with application.container.database().transaction(season.id) as session:
        (team, *_) = events.list_page(EventFilter(), PageRequest(), NOON).items[0].sides
        event_filter = EventFilter(participant_id=team.participant.id)
        for limit in (500, 0):
            for module in ("events.events", "pagination"):
                monkeypatch.setattr(f"touchline.catalog.adapters.sql.{module}.MATERIALIZE_LIMIT", limit)
            session.expunge_all()
            page = events.list_page(event_filter, PageRequest(5, 2, "event_utc_ts", "desc"), NOON)
            found.append([event.key for event in page.items])
    assert found[0] == found[1] and len(found[0]) == 5
