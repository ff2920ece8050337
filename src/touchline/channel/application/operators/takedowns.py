"""Writing to the takedown log."""

from __future__ import annotations

from touchline.channel.domain.operators.takedowns import TakedownAction, TakedownSubject, create_takedown
from touchline.channel.ports.operators.takedowns import Takedowns
from touchline.shared.clock import Clock


class RecordTakedown:
    """Use case that adds an entry to the current channel's log, in the transaction of the action."""

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
        """Add one entry. Raises `RefusedError` if the reason has more than 500 characters."""
        entry = create_takedown(self._clock.now(), actor, action, subject, subject_id, reason)
        self._takedowns.add(entry)
