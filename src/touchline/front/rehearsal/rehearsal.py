"""A rehearsal and its steps.

States: queued → running → passed | failed | stopped. The program that runs it holds a lease and renews it. If
the program is killed, the lease expires. The rehearsal is then abandoned, and what it left is removed.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

QUEUE_TIMEOUT = timedelta(minutes=2)
"""How long a rehearsal waits for a worker."""
LEASE = timedelta(seconds=60)
MIN_SECONDS, DEFAULT_SECONDS, MAX_SECONDS = 10, 30, 120
"""How long the encoder sends, in seconds."""
KEPT_RESULTS = 5


class RehearsalState(StrEnum):
    """The state of a rehearsal."""

    QUEUED = "queued"
    RUNNING = "running"
    PASSED = "passed"
    FAILED = "failed"
    STOPPED = "stopped"


class StepName(StrEnum):
    """The steps, in order."""

    EVENT = "event"
    STREAM = "stream"
    ENCODER = "encoder"
    ON_AIR = "on_air"
    PURCHASE = "purchase"
    PLAYBACK = "playback"
    STOP = "stop"
    RECORDING = "recording"
    REMOVAL = "removal"


class StepState(StrEnum):
    """The state of a step."""

    WAITING = "waiting"
    RUNNING = "running"
    PASSED = "passed"
    FAILED = "failed"
    SKIPPED = "skipped"


@dataclass(frozen=True, slots=True)
class StepMessage:
    """What a step found: a stable code, the values, and the English sentence.

    A failure says what to do.
    """

    code: str
    template: str
    params: Mapping[str, str | int | float] = field(default_factory=dict)

    @property
    def text(self) -> str:
        """The English sentence."""
        return self.template.format(**self.params)

    def with_params(self, **params: str | float) -> StepMessage:
        """Return the message with these values."""
        return StepMessage(self.code, self.template, params)


INTERRUPTED = StepMessage("interrupted", "The rehearsal was interrupted.")
STOPPED = StepMessage("stopped", "The rehearsal was stopped.")
NOT_REACHED = StepMessage("not_reached", "An earlier step failed.")


class StepFailedError(Exception):
    """A step failed, for the reason in `message`."""

    def __init__(self, message: StepMessage) -> None:
        super().__init__(message.text)
        self.message = message


@dataclass(slots=True)
class Step:
    """A step with its duration, and the message of its end."""

    name: StepName
    state: StepState = StepState.WAITING
    started_at: datetime | None = None
    duration_ms: int | None = None
    code: str = ""
    text: str = ""
    params: Mapping[str, Any] = field(default_factory=dict)

    def begin(self, now: datetime) -> None:
        """Mark the step as running."""
        self.state, self.started_at = StepState.RUNNING, now

    def end(self, state: StepState, message: StepMessage, now: datetime) -> None:
        """Record the result."""
        if self.started_at is not None:
            self.duration_ms = round((now - self.started_at).total_seconds() * 1000)
        self.state, self.code, self.text = state, message.code, message.text
        self.params = dict(message.params)


def _create_steps() -> list[Step]:
    return [Step(name) for name in StepName]


@dataclass(slots=True)
class Rehearsal:
    """One rehearsal of a channel.

    `key` is the key of its event, and names its viewer. `started_by` is the operator or the system user.
    `event_id` is set while the event exists. `is_removed`: nothing is left of it but this result.
    """

    key: str
    started_by: str
    created_at: datetime
    leased_until: datetime
    seconds: int = DEFAULT_SECONDS
    with_purchase: bool = True
    state: RehearsalState = RehearsalState.QUEUED
    finished_at: datetime | None = None
    event_id: int | None = None
    is_stop_requested: bool = False
    is_removed: bool = False
    steps: list[Step] = field(default_factory=_create_steps)
    id: int = 0

    @staticmethod
    def create(started_by: str, now: datetime, *, seconds: int, with_purchase: bool) -> Rehearsal:
        """Return a new rehearsal with an unguessable key, which waits for its program."""
        key = f"rehearsal-{secrets.token_hex(12)}"
        leased_until = now + QUEUE_TIMEOUT
        return Rehearsal(key, started_by, now, leased_until, seconds=seconds, with_purchase=with_purchase)

    @property
    def is_queued(self) -> bool:
        """Whether no program runs it yet."""
        return self.state is RehearsalState.QUEUED

    @property
    def is_finished(self) -> bool:
        """Whether the result is final."""
        return self.finished_at is not None

    @property
    def failed_steps(self) -> list[Step]:
        """The steps that failed."""
        return [step for step in self.steps if step.state is StepState.FAILED]

    def get_step(self, name: StepName) -> Step:
        """Return one step."""
        return next(step for step in self.steps if step.name is name)

    def is_in_progress(self, now: datetime) -> bool:
        """Return whether a program runs it, or a worker will start the program."""
        return not self.is_finished and now < self.leased_until

    def is_abandoned(self, now: datetime) -> bool:
        """Return whether its program is gone and may have left something."""
        return now >= self.leased_until and not (self.is_finished and self.is_removed)

    def begin(self, now: datetime) -> None:
        """Take the rehearsal from the queue."""
        self.state = RehearsalState.RUNNING
        self.renew(now)

    def renew(self, now: datetime) -> None:
        """Extend the lease."""
        self.leased_until = now + LEASE

    def skip_waiting(self, message: StepMessage, now: datetime) -> None:
        """Skip the steps that have not begun, except the removal."""
        for step in self.steps:
            if step.state is StepState.WAITING and step.name is not StepName.REMOVAL:
                step.end(StepState.SKIPPED, message, now)

    def finish(self, now: datetime) -> None:
        """Decide the result."""
        self.finished_at, self.leased_until = now, now
        if self.failed_steps:
            self.state = RehearsalState.FAILED
        else:
            self.state = RehearsalState.STOPPED if self.is_stop_requested else RehearsalState.PASSED

    def abandon(self, now: datetime) -> None:
        """Record that its program is gone. What ran then has failed."""
        if self.is_finished:
            return
        for step in self.steps:
            if step.state is StepState.RUNNING:
                step.end(StepState.FAILED, INTERRUPTED, now)
            elif step.state is StepState.WAITING:
                step.end(StepState.SKIPPED, INTERRUPTED, now)
        self.state, self.finished_at = RehearsalState.FAILED, now
