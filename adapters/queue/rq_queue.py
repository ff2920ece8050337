"""`TOUCHLINE_QUEUE=rq`: RQ on Redis or Valkey, any number of workers on any number of machines."""

import redis
import rq
from rq.job import JobStatus

from touchline.shared.jobs import DAY, Task

RUN = "touchline.entrypoints.worker.run_task"
_UNDER_WAY = frozenset({JobStatus.QUEUED, JobStatus.STARTED, JobStatus.DEFERRED, JobStatus.SCHEDULED})
_TRIES_AGAIN = 3


class RqQueue:
    """Puts tasks into RQ. Nothing connects before the first push."""

    def __init__(self, url: str) -> None:
        self.connection = redis.Redis.from_url(url, socket_connect_timeout=5)

    def push(self, task: Task) -> None:
        """Add one task; one that is `unique` and under way already is left as it is."""
        name = f"{task.unique}".replace(":", "-").replace("/", "-") if task.unique else None
        if name and self._under_way(name):
            return
        rq.Queue(task.queue, connection=self.connection).enqueue_call(
            RUN,
            args=(task.name, *task.ids),
            timeout=task.timeout,
            job_id=name,
            result_ttl=0,
            failure_ttl=7 * DAY,
            description=f"{task.name} {' '.join(str(part) for part in task.ids)}",
            retry=rq.Retry(max=_TRIES_AGAIN, interval=0),
        )

    def check(self) -> None:
        """Raise when Redis does not answer."""
        self.connection.ping()

    def _under_way(self, name: str) -> bool:
        try:
            job = rq.job.Job.fetch(name, connection=self.connection)
        except rq.exceptions.NoSuchJobError:
            return False
        return job.get_status() in _UNDER_WAY
