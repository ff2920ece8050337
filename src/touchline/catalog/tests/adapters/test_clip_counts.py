"""How many clips an event has: told by those who keep them, some of it late and some of it twice."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

import pytest

from touchline.channel.facade import ChannelFacts
from touchline.conftest import Visitor
from touchline.entrypoints.bootstrap import House
from touchline.platform.db.base import Base
from touchline.platform.db.outbox import HANDLE_EVENT
from touchline.shared.jobs import Task

Tell = Callable[[str, int, int], None]


@pytest.fixture
def tell(
    house: House,
    season: ChannelFacts,
    ids: Callable[[str, str], int],
    transaction: Callable[..., AbstractContextManager[Any]],
) -> Tell:
    """`tell("over", count, at)`: what is announced reaches the catalogue."""

    def told(key: str, count: int, at: int) -> None:
        payload = {"channel_id": season.id, "event_id": ids("event", key), "count": count, "at": at}
        outbox = Base.metadata.tables["outbox"]
        row = {"kind": "event", "name": "clips.ClipsCounted", "channel_id": season.id, "payload": payload}
        with transaction(season.id) as session:
            now = house.container.clock().now()
            written = outbox.insert().values(**row, written_at=now).returning(outbox.c.id)
            number = session.execute(written).scalar_one()
        house.runner.run(Task(HANDLE_EVENT, (season.id, number)))

    return told


def counts(visitor: Visitor) -> list[int]:
    """Of the events that have clips."""
    return [row["clip_count"] for row in visitor.data("/events/with_clip")]


def test_an_event_with_clips_is_listed_with_their_number(visitor: Visitor, tell: Tell) -> None:
    assert counts(visitor) == []
    tell("over", 1, 10)
    tell("over", 2, 20)
    tell("on-now", 5, 7)
    assert sorted(counts(visitor)) == [2, 5]
    tell("over", 0, 30)
    assert counts(visitor) == [5]


def test_what_comes_late_says_nothing(visitor: Visitor, tell: Tell) -> None:
    tell("over", 3, 1_795_284_000_000_002)
    tell("over", 2, 1_795_284_000_000_001)
    tell("over", 3, 1_795_284_000_000_002)
    assert counts(visitor) == [3]


def test_counting_clips_is_no_change_of_the_event(visitor: Visitor, tell: Tell) -> None:
    before = visitor.get("/events/calendar.ics").get_data(as_text=True)
    tell("over", 3, 10)
    assert visitor.get("/events/calendar.ics").get_data(as_text=True) == before


def test_another_pack_leaves_the_number(
    visitor: Visitor, tell: Tell, apply: Callable[..., None], season: ChannelFacts
) -> None:
    tell("over", 3, 10)
    apply(season)
    assert counts(visitor) == [3]
