"""Use cases of operators: start, stop and show rehearsals."""

from __future__ import annotations

from collections.abc import Sequence

from touchline.front.rehearsal import RUN_REHEARSAL
from touchline.front.rehearsal.rehearsal import KEPT_RESULTS, Rehearsal
from touchline.front.rehearsal.rehearsals import Rehearsals
from touchline.front.rehearsal.remove_rehearsal import RemoveAbandonedRehearsals
from touchline.shared.audit import AuditRecord, AuditSubject, RecordAudit
from touchline.shared.clock import Clock
from touchline.shared.error_messages import ErrorMessage
from touchline.shared.errors import RefusedError
from touchline.shared.ids import ChannelId
from touchline.shared.tasks.jobs import Jobs
from touchline.shared.unit_of_work import UnitOfWorkFactory

REHEARSAL_IN_PROGRESS = ErrorMessage(
    "errors.rehearsal_in_progress", "A rehearsal is in progress. Wait until it ends, or stop it."
)
REHEARSAL_IS_OVER = ErrorMessage("errors.rehearsal_is_over", "This rehearsal is over.")
START_TIMEOUT_SECONDS = 60


class RehearsalAdmin:
    """Starts, stops and lists the rehearsals of a channel."""

    def __init__(
        self,
        uow: UnitOfWorkFactory,
        rehearsals: Rehearsals,
        remove_abandoned: RemoveAbandonedRehearsals,
        jobs: Jobs,
        record_audit: RecordAudit,
        clock: Clock,
    ) -> None:
        self._uow, self._rehearsals, self._remove_abandoned = uow, rehearsals, remove_abandoned
        self._jobs, self._record_audit, self._clock = jobs, record_audit, clock

    def list_newest(self) -> Sequence[Rehearsal]:
        """Return the last results, newest first, in the current transaction."""
        now = self._clock.now()
        found = self._rehearsals.list_newest(KEPT_RESULTS)
        for rehearsal in found:
            if rehearsal.is_abandoned(now):
                rehearsal.abandon(now)
        return found

    def start(
        self, channel_id: ChannelId, started_by: str, *, seconds: int, with_purchase: bool, in_worker: bool
    ) -> Rehearsal:
        """Create a rehearsal, after the leftovers of earlier ones are removed.

        `in_worker`: a worker starts its program. Otherwise the caller runs it. Raises `RefusedError` while
        another one is in progress.
        """
        with self._uow(channel_id):
            now = self._clock.now()
            newest = self._rehearsals.list_newest(KEPT_RESULTS)
            self._refuse_second(newest)
        for abandoned in newest:
            if abandoned.is_abandoned(now):
                self._remove_abandoned.remove(channel_id, abandoned.id)
        with self._uow(channel_id):
            self._rehearsals.lock()
            newest = self._rehearsals.list_newest(KEPT_RESULTS)
            self._refuse_second(newest)
            rehearsal = Rehearsal.create(
                started_by, self._clock.now(), seconds=seconds, with_purchase=with_purchase
            )
            self._rehearsals.add(rehearsal)
            if len(newest) == KEPT_RESULTS:
                self._rehearsals.delete_before(newest[-2].id)
            if in_worker:
                self._enqueue(channel_id, rehearsal)
            self._record("rehearsal.start", rehearsal)
        return rehearsal

    def stop(self, channel_id: ChannelId, rehearsal_id: int) -> Rehearsal:
        """Ask the program of a rehearsal to stop. It removes everything first.

        Raises `NotFoundError`, and `RefusedError` if the rehearsal is over.
        """
        with self._uow(channel_id):
            rehearsal = self._rehearsals.get(rehearsal_id)
            if rehearsal.is_finished:
                raise RefusedError(REHEARSAL_IS_OVER)
            self._rehearsals.request_stop(rehearsal_id)
            rehearsal.is_stop_requested = True
            self._record("rehearsal.stop", rehearsal)
        return rehearsal

    def _refuse_second(self, newest: Sequence[Rehearsal]) -> None:
        now = self._clock.now()
        if any(rehearsal.is_in_progress(now) for rehearsal in newest):
            raise RefusedError(REHEARSAL_IN_PROGRESS)

    def _enqueue(self, channel_id: ChannelId, rehearsal: Rehearsal) -> None:
        unique = f"rehearsal-{rehearsal.id}"
        self._jobs.enqueue(
            RUN_REHEARSAL, channel_id, rehearsal.id, unique=unique, timeout=START_TIMEOUT_SECONDS
        )

    def _record(self, action: str, rehearsal: Rehearsal) -> None:
        self._record_audit(AuditRecord(action, AuditSubject("rehearsal", str(rehearsal.id))))
