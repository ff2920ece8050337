"""What dead workers left is asked for again."""

from __future__ import annotations

from touchline.clips.application.asking_to_cut import ask_for, ask_to_move
from touchline.clips.ports.clips import Ledger
from touchline.shared.clock import Clock
from touchline.shared.jobs import Jobs


class RecoverFiles:
    """Asks for clips and event files that wait or whose worker is dead; a worker does this when it starts and
    each minute. What a job of the queue will do anyway is not asked for twice."""

    def __init__(self, ledger: Ledger, jobs: Jobs, clock: Clock) -> None:
        self._ledger = ledger
        self._jobs = jobs
        self._clock = clock

    def __call__(self) -> int:
        """How many there were."""
        left = self._ledger.unsettled(self._clock.now())
        for one in left:
            ask_for(self._jobs, one)
        for channel_id, clip_id in self._ledger.unmoved():
            ask_to_move(self._jobs, channel_id, clip_id)
        return len(left)
