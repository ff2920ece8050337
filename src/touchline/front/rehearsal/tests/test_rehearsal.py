"""The states of a rehearsal and its steps."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from touchline.front.rehearsal.cli import summarize
from touchline.front.rehearsal.rehearsal import (
    LEASE,
    QUEUE_TIMEOUT,
    STOPPED,
    Rehearsal,
    RehearsalState,
    StepMessage,
    StepName,
    StepState,
)

NOW = datetime(2026, 11, 30, 18, 0, tzinfo=UTC)
FOUND = StepMessage("found", "It took {seconds} s.")


def create() -> Rehearsal:
    """Return a rehearsal that waits for its program."""
    return Rehearsal.create("Nora", NOW, seconds=30, with_purchase=True)


def test_a_step_has_its_duration_and_a_sentence() -> None:
    step = create().get_step(StepName.ON_AIR)
    step.begin(NOW)
    step.end(StepState.PASSED, FOUND.with_params(seconds=2), NOW + timedelta(seconds=2.5))
    assert (step.duration_ms, step.text, step.code) == (2500, "It took 2 s.", "found")


def test_one_failed_step_fails_the_rehearsal() -> None:
    rehearsal = create()
    for step in rehearsal.steps:
        step.end(StepState.PASSED, FOUND.with_params(seconds=1), NOW)
    rehearsal.get_step(StepName.PURCHASE).end(StepState.FAILED, STOPPED, NOW)
    rehearsal.finish(NOW)
    assert rehearsal.state is RehearsalState.FAILED


def test_skipped_steps_do_not_fail_it() -> None:
    rehearsal = create()
    rehearsal.get_step(StepName.PURCHASE).end(StepState.SKIPPED, STOPPED, NOW)
    rehearsal.finish(NOW)
    assert rehearsal.state is RehearsalState.PASSED


def test_a_stopped_rehearsal_skips_what_has_not_begun_except_the_removal() -> None:
    rehearsal = create()
    rehearsal.is_stop_requested = True
    rehearsal.skip_waiting(STOPPED, NOW)
    rehearsal.finish(NOW)
    states = {step.name: step.state for step in rehearsal.steps}
    assert states.pop(StepName.REMOVAL) is StepState.WAITING
    assert set(states.values()) == {StepState.SKIPPED}
    assert rehearsal.state is RehearsalState.STOPPED


def test_it_is_in_progress_while_its_program_renews_the_lease() -> None:
    rehearsal = create()
    assert rehearsal.is_in_progress(NOW + QUEUE_TIMEOUT - timedelta(seconds=1))
    rehearsal.begin(NOW)
    later = NOW + LEASE
    assert (rehearsal.is_in_progress(later), rehearsal.is_abandoned(later)) == (False, True)
    rehearsal.renew(later)
    assert (rehearsal.is_in_progress(later), rehearsal.is_abandoned(later)) == (True, False)


def test_a_killed_program_leaves_a_failed_step_and_a_failed_rehearsal() -> None:
    rehearsal = create()
    rehearsal.begin(NOW)
    rehearsal.get_step(StepName.ENCODER).begin(NOW)
    rehearsal.abandon(NOW + LEASE)
    assert [step.name for step in rehearsal.failed_steps] == [StepName.ENCODER]
    assert rehearsal.state is RehearsalState.FAILED
    assert {step.code for step in rehearsal.steps} == {"interrupted"}


def test_a_finished_rehearsal_is_abandoned_until_everything_is_removed() -> None:
    rehearsal = create()
    rehearsal.finish(NOW)
    assert rehearsal.is_abandoned(NOW)
    rehearsal.is_removed = True
    assert not rehearsal.is_abandoned(NOW)


def test_the_command_says_whether_a_rehearsal_worked_failed_or_was_stopped() -> None:
    rehearsal = create()
    rehearsal.finish(NOW)
    assert summarize(rehearsal) == "Everything worked."
    rehearsal.is_stop_requested = True
    rehearsal.finish(NOW)
    assert summarize(rehearsal) == "The rehearsal was stopped."
    rehearsal.get_step(StepName.EVENT).end(StepState.FAILED, STOPPED, NOW)
    rehearsal.finish(NOW)
    assert summarize(rehearsal) == "1 of 9 steps failed."
