"""Running events: what a viewer can watch at once, live or as a simulation."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from sqlalchemy import update

from touchline.catalog.adapters.sql.events.event_tables import EventRow
from touchline.catalog.tests.adapters.events.test_live_now import add_recording, set_publishing
from touchline.catalog.tests.pack_samples import event_entry
from touchline.catalog.tests.samples import NOON
from touchline.channel.facade import ChannelDetails
from touchline.conftest import Visitor
from touchline.entrypoints.bootstrap import Application
from touchline.shared.clock import FixedClock

Ids = Callable[[str, str], int]
HOUR = timedelta(hours=1)


@pytest.fixture
def running(
    application: Application, season: ChannelDetails, apply: Callable[..., None], ids: Ids
) -> ChannelDetails:
    """Return a season with one live event, and one whose recording of 30 minutes starts at noon."""
    apply(
        season,
        events=[
            event_entry("on-now", NOON - HOUR),
            event_entry("shown", NOON - 48 * HOUR, simulate_at=NOON, score={"away": 4, "home": 2}),
            event_entry("late", NOON - HOUR),
            event_entry("over", NOON - 72 * HOUR),
        ],
    )
    add_recording(application, season, ids("event", "shown"), timedelta(minutes=30))
    set_publishing(application, season)
    return season


def test_live_and_simulated_events_are_listed_and_events_without_a_stream_are_not(
    running: ChannelDetails, visitor: Visitor, ids: Ids
) -> None:
    events = visitor.data("/events/running")
    assert [event["id"] for event in events] == [ids("event", "shown"), ids("event", "on-now")]
    assert [event["simulation"] and event["simulation"]["state"] for event in events] == ["live", None]
    assert events[1]["live_state"] == "on_air"


def test_a_simulated_event_has_no_score_because_the_score_is_that_of_the_end(
    running: ChannelDetails, visitor: Visitor, ids: Ids
) -> None:
    assert visitor.data(f"/events/{ids('event', 'shown')}")["score"]["away"] == 4
    assert visitor.data("/events/running")[0]["score"] is None


def test_a_simulation_leaves_the_list_at_its_end(
    running: ChannelDetails, visitor: Visitor, clock: FixedClock, ids: Ids
) -> None:
    clock.set(NOON + timedelta(minutes=30))
    assert [event["id"] for event in visitor.data("/events/running")] == [ids("event", "on-now")]


def test_private_events_are_not_listed(
    application: Application, running: ChannelDetails, visitor: Visitor, ids: Ids
) -> None:
    with application.container.database().transaction(running.id) as session:
        row = update(EventRow).where(EventRow.key == "on-now")
        session.execute(row.values(visibility="team_members"))
    assert [event["id"] for event in visitor.data("/events/running")] == [ids("event", "shown")]


def test_a_channel_without_running_events_has_an_empty_list(season: ChannelDetails, visitor: Visitor) -> None:
    response = visitor.get("/events/running")
    assert response.json == {"data": [], "meta": {"total": 0, "limit": 100, "offset": 0}}
