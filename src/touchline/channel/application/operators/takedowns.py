"""Writing to the log of take-downs."""

from __future__ import annotations

from touchline.channel.domain.operators.takedowns import TakedownAction, TakedownSubject, create_takedown
from touchline.channel.ports.operators.takedowns import Takedowns
from touchline.shared.clock import Clock


class RecordTakedown:
    """Adds an entry to the present channel's log, in the transaction of what it describes."""

    def __init__(self, takedowns: Takedowns, clock: Clock) -> None:
        self._takedowns = takedowns
        self._clock = clock

    def __call__(
        self,
        action: TakedownAction,
        subject: TakedownSubject,
        subject_id: int,
        *,
        actor: str,
        reason: str = "",
    ) -> None:
        """Add one entry; `RefusedError` for a reason of more than 500 characters."""
        entry = create_takedown(self._clock.now(), actor, action, subject, subject_id, reason)
        self._takedowns.add(entry)
