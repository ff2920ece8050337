"""How many games a list has is counted once a change, and is right all the same."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from sqlalchemy import update

from touchline.catalog.adapters.sql.event_tables import EventRow
from touchline.catalog.domain.filters import EventFilter
from touchline.catalog.tests.packs import event
from touchline.catalog.tests.samples import NOON
from touchline.channel.facade import ChannelFacts
from touchline.conftest import Visitor, clock_of
from touchline.entrypoints.bootstrap import House
from touchline.shared.paging import PageRequest

AN_HOUR = timedelta(hours=1)


def total(visitor: Visitor, **query: Any) -> int:
    answer = visitor.get("/events", **query)
    return int(answer.get_json()["meta"]["total"])


def counts(sent: list[str]) -> int:
    return sum("count(*)" in one for one in sent)


def test_the_parts_of_a_list_share_what_was_counted_once(
    visitor: Visitor, season: ChannelFacts, queries: Callable[[], Any]
) -> None:
    with queries() as first:
        told = total(visitor, limit=1)
    with queries() as later:
        assert total(visitor, limit=1, offset=1) == told
    with queries() as another:
        total(visitor, limit=1, stream_status="finished")
    assert [counts(sent) for sent in (first, later, another)] == [1, 0, 1]


def test_what_has_changed_is_counted_anew(
    visitor: Visitor, season: ChannelFacts, apply: Callable[..., Any]
) -> None:
    told = total(visitor, limit=1)
    apply(season, events=[event("one-more", NOON + AN_HOUR)])
    assert total(visitor, limit=2) != told


def test_a_game_that_ends_is_counted_among_those_that_are_over(
    house: House, visitor: Visitor, season: ChannelFacts, apply: Callable[..., Any]
) -> None:
    apply(season, events=[event(f"g-{hours}", NOON + hours * AN_HOUR) for hours in range(1, 4)])
    told = []
    for hours in (0, 3.5, 4.5):
        clock_of(house).set(NOON + hours * AN_HOUR)
        told.append(total(visitor, stream_status="finished", limit=1 + int(hours)))
    assert told == [0, 1, 2]


def test_a_list_of_one_that_ends_has_nothing_in_it_any_more(
    house: House, visitor: Visitor, season: ChannelFacts, apply: Callable[..., Any]
) -> None:
    apply(season, events=[event("g-1", NOON + AN_HOUR)])
    assert total(visitor, stream_status="upcoming", limit=1) == 1
    clock_of(house).set(NOON + 2 * AN_HOUR)
    assert visitor.data("/events", stream_status="upcoming", limit=2) == []
    assert [row["stream_status"] for row in visitor.data("/events", stream_status="live")] == ["live"]


def test_whoever_changes_something_counts_it_at_once(house: House, season: ChannelFacts) -> None:
    events = house.container.catalog.events()
    asked = (EventFilter(), PageRequest(limit=1), NOON)
    with house.container.database().transaction(season.id) as session:
        before = events.page(*asked).total
        session.execute(update(EventRow).values(withdrawn=True))
        assert (before > 0, events.page(*asked).total) == (True, 0)
        session.rollback()
    with house.container.database().transaction(season.id):
        assert events.page(*asked).total == before


def test_what_one_channel_has_is_not_told_of_another(
    house: House, season: ChannelFacts, other_channel: ChannelFacts
) -> None:
    events, told = house.container.catalog.events(), []
    for one in (season, other_channel):
        with house.container.database().transaction(one.id):
            told.append(events.page(EventFilter(), PageRequest(limit=1), NOON).total)
    assert told[0] > 0 and told[1] == 0


def test_few_are_looked_up_and_many_are_walked_to_the_same_end(
    house: House, season: ChannelFacts, apply: Callable[..., Any], monkeypatch: Any
) -> None:
    apply(season, events=[event(f"g-{hours}", NOON - hours * AN_HOUR) for hours in range(12)])
    events, found = house.container.catalog.events(), []
    with house.container.database().transaction(season.id) as session:
        (team, *_) = events.page(EventFilter(), PageRequest(), NOON).items[0].sides
        wanted = EventFilter(participant_id=team.participant.id)
        for few in (500, 0):
            for module in ("events", "pages"):
                monkeypatch.setattr(f"touchline.catalog.adapters.sql.{module}.FEW", few)
            session.expunge_all()
            page = events.page(wanted, PageRequest(5, 2, "event_utc_ts", "desc"), NOON)
            found.append([one.key for one in page.items])
    assert found[0] == found[1] and len(found[0]) == 5
