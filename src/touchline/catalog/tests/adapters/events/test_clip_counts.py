"""Clip counts of events: the clips context announces them, sometimes late and sometimes twice."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

import pytest

from touchline.channel.facade import ChannelDetails
from touchline.conftest import Visitor
from touchline.entrypoints.bootstrap import Application
from touchline.platform.db.base import Base
from touchline.platform.db.outbox import HANDLE_EVENT
from touchline.shared.tasks.jobs import Task

PublishCount = Callable[[str, int, int], None]


@pytest.fixture
def publish_count(
    application: Application,
    season: ChannelDetails,
    ids: Callable[[str, str], int],
    transaction: Callable[..., AbstractContextManager[Any]],
) -> PublishCount:
    """Return `publish_count("over", count, at)`, which delivers an announced count to the catalog."""

    def publish(key: str, count: int, at: int) -> None:
        payload = {"channel_id": season.id, "event_id": ids("event", key), "count": count, "at": at}
        outbox = Base.metadata.tables["outbox"]
        row = {"kind": "event", "name": "clips.ClipsCounted", "channel_id": season.id, "payload": payload}
        with transaction(season.id) as session:
            now = application.container.clock().now()
            written = outbox.insert().values(**row, written_at=now).returning(outbox.c.id)
            number = session.execute(written).scalar_one()
        application.runner.run(Task(HANDLE_EVENT, (season.id, number)))

    return publish


def get_counts(visitor: Visitor) -> list[int]:
    """Return the counts of the events that have clips."""
    return [row["clip_count"] for row in visitor.data("/events/with_clip")]


def test_an_event_with_clips_is_listed_with_their_number(
    visitor: Visitor, publish_count: PublishCount
) -> None:
    assert get_counts(visitor) == []
    publish_count("over", 1, 10)
    publish_count("over", 2, 20)
    publish_count("on-now", 5, 7)
    assert sorted(get_counts(visitor)) == [2, 5]
    publish_count("over", 0, 30)
    assert get_counts(visitor) == [5]


def test_an_outdated_count_is_ignored(visitor: Visitor, publish_count: PublishCount) -> None:
    publish_count("over", 3, 1_795_284_000_000_002)
    publish_count("over", 2, 1_795_284_000_000_001)
    publish_count("over", 3, 1_795_284_000_000_002)
    assert get_counts(visitor) == [3]


def test_updating_the_clip_count_does_not_revise_the_event(
    visitor: Visitor, publish_count: PublishCount
) -> None:
    before = visitor.get("/events/calendar.ics").get_data(as_text=True)
    publish_count("over", 3, 10)
    assert visitor.get("/events/calendar.ics").get_data(as_text=True) == before


def test_applying_a_pack_preserves_the_clip_count(
    visitor: Visitor, publish_count: PublishCount, apply: Callable[..., None], season: ChannelDetails
) -> None:
    publish_count("over", 3, 10)
    apply(season)
    assert get_counts(visitor) == [3]
