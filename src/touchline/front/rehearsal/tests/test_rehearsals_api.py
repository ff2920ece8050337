"""Rehearsals over the API: start, stop, results, and what other channels see."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from touchline.channel.domain.operators.roles import Role
from touchline.channel.facade import ChannelDetails
from touchline.conftest import NEW_VIEWER, Visitor
from touchline.entrypoints.bootstrap import Application
from touchline.front.rehearsal.rehearsal import LEASE, QUEUE_TIMEOUT, StepState
from touchline.front.tests.document.test_document_api import Operator, join
from touchline.shared.clock import FixedClock

__all__ = ["join"]
REHEARSALS = "/studio/rehearsals"


@pytest.fixture
def producer(join: Callable[[Role], Operator]) -> Operator:
    """Return an operator who may manage live streams."""
    return join(Role.PRODUCER)


def start(operator: Operator, **body: Any) -> Any:
    """Start a rehearsal and return it."""
    response = operator.call("POST", REHEARSALS, **body)
    assert response.status_code == 200, response.text
    return response.json["data"]  # type: ignore[index]


def test_a_producer_starts_a_rehearsal_and_sees_its_steps(producer: Operator) -> None:
    started = start(producer, seconds=20)
    assert (started["state"], started["seconds"], started["with_purchase"]) == ("queued", 20, True)
    assert started["started_by"] == "Ada Moreau"
    assert {step["state"] for step in started["steps"]} == {"waiting"}
    assert producer.data(REHEARSALS) == [started]


def test_only_one_rehearsal_runs_at_a_time(producer: Operator) -> None:
    start(producer)
    second = producer.call("POST", REHEARSALS)
    assert (second.status_code, second.json["code"]) == (400, "errors.rehearsal_in_progress")  # type: ignore[index]


def test_a_stop_is_requested_once_and_a_finished_rehearsal_cannot_be_stopped(
    producer: Operator, application: Application, clock: FixedClock
) -> None:
    started = start(producer)
    stop = f"{REHEARSALS}/{started['id']}/stop"
    stopped = producer.call("POST", stop)
    assert stopped.json["data"]["is_stop_requested"] is True  # type: ignore[index]
    clock.set(clock.now() + QUEUE_TIMEOUT)
    application.container.front.remove_abandoned_rehearsals()()
    refused = producer.call("POST", stop)
    assert (refused.status_code, refused.json["code"]) == (400, "errors.rehearsal_is_over")  # type: ignore[index]
    assert producer.call("POST", f"{REHEARSALS}/999999/stop").status_code == 404


def test_a_rehearsal_that_no_worker_takes_has_failed_and_the_next_can_start(
    producer: Operator, clock: FixedClock
) -> None:
    first = start(producer)
    clock.set(clock.now() + QUEUE_TIMEOUT)
    [shown] = producer.data(REHEARSALS)
    assert (shown["state"], shown["steps"][0]["code"]) == ("failed", "interrupted")
    second = start(producer)
    assert [row["id"] for row in producer.data(REHEARSALS)] == [second["id"], first["id"]]


def test_the_last_five_results_are_kept(producer: Operator, clock: FixedClock) -> None:
    ids = []
    for _ in range(7):
        ids.append(start(producer)["id"])
        clock.set(clock.now() + QUEUE_TIMEOUT)
    assert [row["id"] for row in producer.data(REHEARSALS)] == ids[:1:-1]


def test_a_scorekeeper_starts_no_rehearsal(join: Callable[[Role], Operator]) -> None:
    assert join(Role.ANALYST).call("POST", REHEARSALS).status_code == 403


def test_rehearsals_of_another_channel_are_not_found(
    producer: Operator, other_visitor: Visitor, other_channel: ChannelDetails, application: Application
) -> None:
    started = start(producer)
    stranger = other_visitor.register()
    container: Any = application.container
    with container.database().transaction(other_channel.id):
        container.channel.operator_admin().add(NEW_VIEWER["email"], unverified=True)
    assert stranger.data(REHEARSALS) == []
    assert stranger.post(f"{REHEARSALS}/{started['id']}/stop").status_code == 404
    [shown] = producer.data(REHEARSALS)
    assert not shown["is_stop_requested"]


def test_the_activity_shows_who_started_and_stopped_it(join: Callable[[Role], Operator]) -> None:
    owner = join(Role.OWNER)
    started = start(owner)
    owner.call("POST", f"{REHEARSALS}/{started['id']}/stop")
    entries = [entry for entry in owner.data("/studio/activity") if entry["action"].startswith("rehearsal.")]
    assert {(entry["action"], entry["subject_id"]) for entry in entries} == {
        ("rehearsal.start", str(started["id"])),
        ("rehearsal.stop", str(started["id"])),
    }


def test_what_a_killed_program_left_is_removed(
    producer: Operator, application: Application, clock: FixedClock
) -> None:
    front, database = application.container.front, application.container.database()
    catalog, channel = application.container.catalog.facade(), application.container.channel.facade()
    started = start(producer)
    with database.transaction(None, unscoped=True):
        channel_id = channel.find_channel("riverside").id
    with database.transaction(channel_id):
        rehearsal = front.rehearsals().get(started["id"])
        rehearsal.begin(clock.now())
        rehearsal.event_id = catalog.rehearsal_events.create(rehearsal.key, is_paid=True)
        rehearsal.steps[0].state = StepState.RUNNING
        front.rehearsals().save(rehearsal)
        channel.rehearsal_viewers.create(rehearsal.key)
        catalog.rehearsal_events.open(rehearsal.event_id)
    clock.set(clock.now() + LEASE - timedelta(seconds=1))
    front.remove_abandoned_rehearsals()()
    assert producer.data(REHEARSALS)[0]["event_id"] == rehearsal.event_id
    clock.set(clock.now() + timedelta(seconds=1))
    for _ in range(2):
        front.remove_abandoned_rehearsals()()
    [shown] = producer.data(REHEARSALS)
    assert (shown["state"], shown["is_removed"], shown["event_id"]) == ("failed", True, None)
    with database.transaction(channel_id):
        assert catalog.rehearsal_events.find_id(rehearsal.key) is None
        assert channel.rehearsal_viewers.find(rehearsal.key) is None
