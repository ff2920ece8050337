"""Tests of the states of a simulation."""

from __future__ import annotations

from datetime import timedelta

from touchline.catalog.domain.events.simulation import Simulation, SimulationState
from touchline.catalog.tests.samples import NOON, build_event

SECOND = timedelta(seconds=1)
SIMULATION = Simulation(NOON, timedelta(minutes=40))


def test_a_simulation_is_live_for_the_length_of_the_recording() -> None:
    assert SIMULATION.get_state(NOON - SECOND) is SimulationState.UPCOMING
    assert SIMULATION.get_state(NOON) is SimulationState.LIVE
    assert SIMULATION.get_state(SIMULATION.ends_at - SECOND) is SimulationState.LIVE
    assert SIMULATION.get_state(SIMULATION.ends_at) is SimulationState.FINISHED


def test_the_recording_is_hidden_until_the_simulation_ends() -> None:
    assert SIMULATION.should_hide_recording(NOON - timedelta(days=3))
    assert SIMULATION.should_hide_recording(SIMULATION.ends_at - SECOND)
    assert not SIMULATION.should_hide_recording(SIMULATION.ends_at)


def test_only_a_scheduled_simulation_exists_and_without_a_recording_it_lasts_as_long_as_the_event() -> None:
    assert build_event().get_simulation(timedelta(minutes=40)) is None
    shown = build_event(simulate_at=NOON)
    assert shown.get_simulation(timedelta(minutes=40)) == SIMULATION
    assert shown.get_simulation(None) == Simulation(NOON, shown.duration)
