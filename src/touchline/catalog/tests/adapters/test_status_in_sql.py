"""The stream status of the domain and the condition in SQL say the same."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from itertools import product
from typing import Any

import pytest
from sqlalchemy import select

from touchline.catalog.adapters.sql.event_conditions import on_air_is, status_is
from touchline.catalog.adapters.sql.event_tables import EventRow
from touchline.catalog.domain.status import StreamState, StreamStatus, live_status, stream_status
from touchline.catalog.tests.packs import event
from touchline.catalog.tests.samples import NOON
from touchline.channel.facade import ChannelFacts
from touchline.entrypoints.bootstrap import House

LENGTH = timedelta(hours=2)
STARTS = [NOON + timedelta(hours=hours) for hours in (-3, -2, -1, 0, 1)]
SCHEDULES = [None, "canceled", "postponed"]
MEDIUMS: list[dict[str, Any]] = [
    {},
    {"live": {"url": "https://cdn.example.org/a.m3u8"}},
    {"embed_url": "https://tube.example/7"},
]
STREAMS = [StreamState(*said) for said in product((False, True), repeat=3)]


@pytest.mark.parametrize("status", list(StreamStatus))
def test_the_list_filters_by_the_status_that_an_event_tells(
    house: House, channel: ChannelFacts, apply: Callable[..., Any], status: StreamStatus
) -> None:
    cases = list(enumerate(product(STARTS, STREAMS, SCHEDULES)))
    apply(
        channel,
        events=[event(f"e-{number}", starts, status=schedule) for number, (starts, _, schedule) in cases],
    )
    with house.container.database().transaction(channel.id) as session:
        rows = {row.key: row for row in session.scalars(select(EventRow))}
        for number, (_, stream, _) in cases:
            row = rows[f"e-{number}"]
            row.publishing, row.recorded, row.ended = stream.publishing, stream.recorded, stream.ended
        session.flush()
        found = set(session.scalars(select(EventRow.key).where(status_is(status, NOON))))
    told = {
        f"e-{number}"
        for number, (starts, stream, schedule) in cases
        if stream_status(starts, starts if schedule else starts + LENGTH, stream, NOON) is status
    }
    assert found == told


@pytest.mark.parametrize("on_air", [True, False])
def test_the_list_filters_by_what_viewers_see_on_air(
    house: House, channel: ChannelFacts, apply: Callable[..., Any], on_air: bool
) -> None:
    cases = list(enumerate(product(STARTS, STREAMS, SCHEDULES, MEDIUMS)))
    apply(
        channel,
        events=[
            event(f"e-{number}", starts, status=schedule, **medium)
            for number, (starts, _, schedule, medium) in cases
        ],
    )
    with house.container.database().transaction(channel.id) as session:
        rows = {row.key: row for row in session.scalars(select(EventRow))}
        for number, (_, stream, _, _) in cases:
            row = rows[f"e-{number}"]
            row.publishing, row.recorded, row.ended = stream.publishing, stream.recorded, stream.ended
        session.flush()
        found = set(session.scalars(select(EventRow.key).where(on_air_is(on_air, NOON))))
    told = set()
    for number, (starts, stream, schedule, medium) in cases:
        ends = starts if schedule else starts + LENGTH
        seen = live_status(starts, ends, stream, NOON, carried=bool(medium))
        if (seen is not None and seen.is_on_air) is on_air:
            told.add(f"e-{number}")
    assert found == told
