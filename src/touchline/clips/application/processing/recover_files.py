"""Recovery of work that dead workers left."""

from __future__ import annotations

from touchline.clips.application.processing.job_requests import (
    request_highlights,
    request_move,
    request_processing,
)
from touchline.clips.application.processing.processing_store import ProcessingStore
from touchline.shared.clock import Clock
from touchline.shared.tasks.jobs import Jobs


class RecoverFiles:
    """Queues waiting clips and event files again, those whose worker died, and highlights that still wait.

    A worker runs this when it starts and once a minute. Work that already has a job in the queue gets no
    second one.
    """

    def __init__(self, store: ProcessingStore, jobs: Jobs, clock: Clock) -> None:
        self._store = store
        self._jobs = jobs
        self._clock = clock

    def __call__(self) -> int:
        """Queue the work and return the number of items."""
        pending = self._store.list_pending(self._clock.now())
        for pending_file in pending:
            request_processing(self._jobs, pending_file)
        for channel_id, clip_id in self._store.list_clips_to_move():
            request_move(self._jobs, channel_id, clip_id)
        request_highlights(self._jobs)
        return len(pending)
