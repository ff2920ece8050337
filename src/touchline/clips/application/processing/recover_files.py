"""What dead workers left is asked for again."""

from __future__ import annotations

from touchline.clips.application.processing.job_requests import request_move, request_processing
from touchline.clips.ports.clips import ProcessingStore
from touchline.shared.clock import Clock
from touchline.shared.tasks.jobs import Jobs


class RecoverFiles:
    """Asks for clips and event files that wait or whose worker is dead; a worker does this when it starts and
    each minute. What a job of the queue will do anyway is not asked for twice."""

    def __init__(self, store: ProcessingStore, jobs: Jobs, clock: Clock) -> None:
        self._store = store
        self._jobs = jobs
        self._clock = clock

    def __call__(self) -> int:
        """How many there were."""
        pending = self._store.list_pending(self._clock.now())
        for one in pending:
            request_processing(self._jobs, one)
        for channel_id, clip_id in self._store.list_clips_to_move():
            request_move(self._jobs, channel_id, clip_id)
        return len(pending)
