"""The stream status of the domain and the condition in SQL say the same."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from itertools import product
from typing import Any

import pytest
from sqlalchemy import select

from touchline.catalog.adapters.sql.event_conditions import status_is
from touchline.catalog.adapters.sql.event_tables import EventRow
from touchline.catalog.domain.status import StreamState, StreamStatus, stream_status
from touchline.catalog.tests.packs import event
from touchline.catalog.tests.samples import NOON
from touchline.channel.facade import ChannelFacts
from touchline.entrypoints.bootstrap import House

LENGTH = timedelta(hours=2)
STARTS = [NOON + timedelta(hours=hours) for hours in (-3, -2, -1, 0, 1)]
SCHEDULES = [None, "canceled", "postponed"]
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
