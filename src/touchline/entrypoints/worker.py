"""The worker process: takes tasks from RQ and runs each in its own child process."""

import logging
import time
from functools import cache

import rq
from rq.executions import Execution
from rq.job import Job

from touchline.entrypoints import contexts
from touchline.entrypoints.bootstrap import House, bootstrap
from touchline.platform.db.outbox import SWEEP
from touchline.shared.jobs import DAY, Task

QUEUES = ("default", "mail", "clips", "downloads", "media")
"""In the order in which a worker looks into them."""
_SECONDS_BETWEEN_SWEEPS = 60
log = logging.getLogger(__name__)


@cache
def _house() -> House:
    return bootstrap()


def run_task(name: str, *ids: int | str) -> None:
    """What RQ calls: one registered job with its ids."""
    _house().runner.run(Task(name, ids))


class TouchlineWorker(rq.Worker):
    """RQ's worker; its maintenance also sends what the outbox of a dead process still holds, and tidies."""

    _tidy_at = 0.0

    @property
    def dequeue_timeout(self) -> int:
        """So long it waits for a job before it looks at its clock: RQ's own seven minutes would let what is
        done each minute wait in a deployment where nothing happens."""
        return min(int(super().dequeue_timeout), int(self.maintenance_interval))

    def prepare_execution(self, job: Job) -> Execution:
        """Forget how the job was executed before: RQ 2.12 trips over what a killed worker left of it, and
        would call the job failed after it was done."""
        self.connection.delete(job.execution_registry.key)
        return super().prepare_execution(job)

    def run_maintenance_tasks(self) -> None:
        """Take up the jobs of dead workers again and those whose pause is over, then sweep the outbox in a
        job of its own, and ask for all that contexts do regularly; RQ calls it at the start and each minute.
        At the start and once a day also for all that contexts do daily."""
        super().run_maintenance_tasks()  # type: ignore[no-untyped-call]
        queue = _house().adapters.queue()
        queue.wake(self.queue_names())
        queue.push(Task(SWEEP, (), unique=SWEEP.replace(".", "-"), timeout=120))
        for task in contexts.offered("jobs", "REGULAR"):
            queue.push(task)
        if time.monotonic() >= self._tidy_at:
            self._tidy_at = time.monotonic() + DAY
            for task in contexts.offered("jobs", "DAILY"):
                queue.push(task)


def main(queues: tuple[str, ...] = QUEUES, *, burst: bool = False) -> None:
    """Work until told to stop (SIGTERM lets the present job end; a second one does not)."""
    house = _house()
    connection = house.adapters.queue().connection
    worker = TouchlineWorker(
        [rq.Queue(name, connection=connection) for name in queues],
        connection=connection,
        maintenance_interval=_SECONDS_BETWEEN_SWEEPS,
        job_monitoring_interval=5,
        log_job_description=False,
    )
    worker.work(burst=burst, logging_level=None)
