"""The progress of a running rehearsal: it runs steps, stores their results, and notices a stop."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import timedelta
from typing import TypeVar

from touchline.front.rehearsal.rehearsal import (
    STOPPED,
    Rehearsal,
    StepFailedError,
    StepMessage,
    StepName,
    StepState,
)
from touchline.front.rehearsal.rehearsals import Rehearsals
from touchline.shared.clock import Clock
from touchline.shared.errors import TouchlineError
from touchline.shared.ids import ChannelId
from touchline.shared.unit_of_work import UnitOfWorkFactory

T = TypeVar("T")
CHECK_SECONDS = 0.25
RENEW_INTERVAL = timedelta(seconds=1)
REFUSED = StepMessage("refused", "{text}")
UNEXPECTED = StepMessage("unexpected", "Unexpected error ({error}). The log has the details.")
log = logging.getLogger(__name__)


class RehearsalStoppedError(Exception):
    """An operator stopped the rehearsal."""


class Progress:
    """The progress of one rehearsal. `on_change` is called with the rehearsal after each change."""

    def __init__(
        self,
        uow: UnitOfWorkFactory,
        rehearsals: Rehearsals,
        clock: Clock,
        pause: Callable[[float], object],
        channel_id: ChannelId,
        rehearsal: Rehearsal,
        on_change: Callable[[Rehearsal], object],
    ) -> None:
        self._uow, self._rehearsals, self._clock, self._pause = uow, rehearsals, clock, pause
        self.channel_id, self.rehearsal, self._on_change = channel_id, rehearsal, on_change
        self._saved_at = clock.now()

    def run_step(self, name: StepName, action: Callable[[], StepMessage]) -> bool:
        """Run a step and store its result. Return whether it passed.

        `RehearsalStoppedError` skips the step and propagates.
        """
        step = self.rehearsal.get_step(name)
        step.begin(self._clock.now())
        self.save()
        state, message = StepState.FAILED, STOPPED
        try:
            self._check_stopped()
            message = action()
            state = StepState.PASSED
        except RehearsalStoppedError:
            state = StepState.SKIPPED
            raise
        except StepFailedError as error:
            message = error.message
        except TouchlineError as error:
            message = REFUSED.with_params(text=error.message)
        except Exception as error:
            log.exception("step %s of rehearsal %s failed", name.value, self.rehearsal.id)
            message = UNEXPECTED.with_params(error=type(error).__name__)
        finally:
            step.end(state, message, self._clock.now())
            self.save()
        return state is StepState.PASSED

    def skip(self, name: StepName, message: StepMessage) -> None:
        """Skip a step."""
        self.rehearsal.get_step(name).end(StepState.SKIPPED, message, self._clock.now())
        self.save()

    def wait_until(self, check: Callable[[], T], seconds: float) -> T:
        """Repeat a check until its result is true, for at most `seconds`. Return the last result.

        Renews the lease. Raises `RehearsalStoppedError`.
        """
        deadline = self._clock.now() + timedelta(seconds=seconds)
        while not (result := check()) and self._clock.now() < deadline:
            self.wait(CHECK_SECONDS)
        return result

    def wait(self, seconds: float) -> None:
        """Pause. Renews the lease. Raises `RehearsalStoppedError`."""
        self._pause(seconds)
        if self._clock.now() - self._saved_at >= RENEW_INTERVAL:
            self.save()
        self._check_stopped()

    def save(self) -> None:
        """Store the rehearsal, and renew its lease unless it is over."""
        now = self._saved_at = self._clock.now()
        if not self.rehearsal.is_finished:
            self.rehearsal.renew(now)
        with self._uow(self.channel_id):
            self._rehearsals.save(self.rehearsal)
        self._on_change(self.rehearsal)

    def _check_stopped(self) -> None:
        is_removing = self.rehearsal.get_step(StepName.REMOVAL).state is not StepState.WAITING
        if self.rehearsal.is_stop_requested and not is_removing:
            raise RehearsalStoppedError
