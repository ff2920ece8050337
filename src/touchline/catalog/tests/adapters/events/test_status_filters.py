"""The stream status of the domain and the SQL condition agree."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from itertools import product
from typing import Any

import pytest
from sqlalchemy import select

from touchline.catalog.adapters.sql.events.event_filters import has_status, is_on_air
from touchline.catalog.adapters.sql.events.event_tables import EventRow
from touchline.catalog.domain.events.status import (
    StreamState,
    StreamStatus,
    get_live_status,
    get_stream_status,
)
from touchline.catalog.tests.pack_samples import event_entry
from touchline.catalog.tests.samples import NOON
from touchline.channel.facade import ChannelDetails
from touchline.entrypoints.bootstrap import Application

LENGTH = timedelta(hours=2)
START_TIMES = [NOON + timedelta(hours=hours) for hours in (-3, -2, -1, 0, 1)]
SCHEDULES = [None, "canceled", "postponed"]
MEDIA_CASES: list[dict[str, Any]] = [
    {},
    {"live": {"url": "https://cdn.example.org/a.m3u8"}},
    {"embed_url": "https://tube.example/7"},
]
STREAM_STATES = [StreamState(*values) for values in product((False, True), repeat=3)]


@pytest.mark.parametrize("status", list(StreamStatus))
def test_the_list_filters_by_the_status_of_an_event(
    application: Application, channel: ChannelDetails, apply: Callable[..., Any], status: StreamStatus
) -> None:
    cases = list(enumerate(product(START_TIMES, STREAM_STATES, SCHEDULES)))
    apply(
        channel,
        events=[
            event_entry(f"e-{number}", starts, status=schedule) for number, (starts, _, schedule) in cases
        ],
    )
    with application.container.database().transaction(channel.id) as session:
        rows = {row.key: row for row in session.scalars(select(EventRow))}
        for number, (_, stream, _) in cases:
            row = rows[f"e-{number}"]
            row.publishing, row.recorded, row.ended = (
                stream.is_publishing,
                stream.is_recorded,
                stream.has_ended,
            )
        session.flush()
        found = set(session.scalars(select(EventRow.key).where(has_status(status, NOON))))
    expected = {
        f"e-{number}"
        for number, (starts, stream, schedule) in cases
        if get_stream_status(starts, starts if schedule else starts + LENGTH, stream, NOON) is status
    }
    assert found == expected


@pytest.mark.quick_cases(1)
@pytest.mark.parametrize("on_air", [True, False])
def test_the_list_filters_by_on_air(
    application: Application, channel: ChannelDetails, apply: Callable[..., Any], on_air: bool
) -> None:
    cases = list(enumerate(product(START_TIMES, STREAM_STATES, SCHEDULES, MEDIA_CASES)))
    apply(
        channel,
        events=[
            event_entry(f"e-{number}", starts, status=schedule, **media_case)
            for number, (starts, _, schedule, media_case) in cases
        ],
    )
    with application.container.database().transaction(channel.id) as session:
        rows = {row.key: row for row in session.scalars(select(EventRow))}
        for number, (_, stream, _, _) in cases:
            row = rows[f"e-{number}"]
            row.publishing, row.recorded, row.ended = (
                stream.is_publishing,
                stream.is_recorded,
                stream.has_ended,
            )
        session.flush()
        found = set(session.scalars(select(EventRow.key).where(is_on_air(on_air, NOON))))
    expected = set()
    for number, (starts, stream, schedule, media_case) in cases:
        ends = starts if schedule else starts + LENGTH
        live_status = get_live_status(starts, ends, stream, NOON, is_external=bool(media_case))
        if (live_status is not None and live_status.is_on_air) is on_air:
            expected.add(f"e-{number}")
    assert found == expected
