"""Deferred work that a worker does in its own transaction."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

DAY = 86_400
MAIL_QUEUE = "mail"
"""Queue for jobs that depend on external servers, such as mail servers. It retries for a day."""
WEBHOOK_QUEUE = "webhooks"
"""Queue for requests to other people's servers, which may be slow. The context plans the retries itself."""


@dataclass(frozen=True)
class Task:
    """One job to run: a registered dotted name and the ids it works on. The first id is the channel's.

    `unique` names the work: while a task with this name waits or runs, no other is added. `timeout` is in
    seconds. `cause` is the id of the request that led to the task, for the log. `delay` is the number of
    seconds to wait before the task runs.
    """

    name: str
    ids: tuple[int | str, ...]
    queue: str = "default"
    unique: str | None = None
    timeout: int = 3600
    cause: str = field(default="", compare=False)
    delay: int = 0


class Jobs(Protocol):
    """A port that starts jobs after the current transaction commits. No job is lost; some may run twice."""

    def enqueue(
        self,
        name: str,
        *ids: int | str,
        queue: str = "default",
        unique: str | None = None,
        timeout: int = 3600,
        delay: int = 0,
    ) -> None:
        """Enqueue the job `name` (for instance `catalog.transcode`) with `ids`, the channel id first.

        The job runs after `delay` seconds or a few seconds later. A queue that runs jobs at once ignores the
        delay, so the job itself checks whether its time has come.
        """
        ...


class Queue(Protocol):
    """A queue that carries tasks to workers. Operators choose it with `TOUCHLINE_QUEUE`."""

    def push(self, task: Task) -> None:
        """Add one task."""
        ...

    def count_waiting(self) -> Mapping[str, int]:
        """Return the number of waiting tasks per queue (metrics)."""
        ...

    def check(self) -> None:
        """Raise an error if the queue does not respond (readiness)."""
        ...
