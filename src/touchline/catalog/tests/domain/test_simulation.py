"""When a simulated showing is to come, on, and over."""

from __future__ import annotations

from datetime import timedelta

from touchline.catalog.domain.simulation import Simulation, SimulationState
from touchline.catalog.tests.samples import NOON, game

SECOND = timedelta(seconds=1)
SHOWING = Simulation(NOON, timedelta(minutes=40))


def test_it_is_on_from_its_start_for_as_long_as_the_recording_is() -> None:
    assert SHOWING.state(NOON - SECOND) is SimulationState.UPCOMING
    assert SHOWING.state(NOON) is SimulationState.LIVE
    assert SHOWING.state(SHOWING.ends_at - SECOND) is SimulationState.LIVE
    assert SHOWING.state(SHOWING.ends_at) is SimulationState.FINISHED


def test_until_it_is_over_the_recording_is_hidden() -> None:
    assert SHOWING.hides_the_recording(NOON - timedelta(days=3))
    assert SHOWING.hides_the_recording(SHOWING.ends_at - SECOND)
    assert not SHOWING.hides_the_recording(SHOWING.ends_at)


def test_only_an_event_that_says_when_has_one_and_a_missing_recording_counts_as_long_as_the_event() -> None:
    assert game().simulation(timedelta(minutes=40)) is None
    shown = game(simulate_at=NOON)
    assert shown.simulation(timedelta(minutes=40)) == SHOWING
    assert shown.simulation(None) == Simulation(NOON, shown.duration)
