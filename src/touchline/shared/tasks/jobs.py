"""Work for later, done by a worker in its own transaction."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

DAY = 86_400


@dataclass(frozen=True)
class Task:
    """One job to do: a registered dotted name and the ids it works on. The first id is the channel's.

    `unique` names the work: while a task of that name waits or runs, another is not added.
    `timeout` is in seconds. `cause` is the id of the request that it follows from, for the log.
    """

    name: str
    ids: tuple[int | str, ...]
    queue: str = "default"
    unique: str | None = None
    timeout: int = 3600
    cause: str = field(default="", compare=False)


class Jobs(Protocol):
    """Starts jobs once the present transaction is committed; none is lost, some may run twice."""

    def enqueue(
        self,
        name: str,
        *ids: int | str,
        queue: str = "default",
        unique: str | None = None,
        timeout: int = 3600,
    ) -> None:
        """Ask for the job `name` (for instance `catalog.transcode`) with `ids`, the channel id first."""
        ...


class Queue(Protocol):
    """Carries tasks from those who ask to those who work; an operator's choice (`TOUCHLINE_QUEUE`)."""

    def push(self, task: Task) -> None:
        """Hand over one task."""
        ...

    def waiting(self) -> Mapping[str, int]:
        """How many tasks wait for a worker, by queue (metrics)."""
        ...

    def check(self) -> None:
        """Raise when the queue does not answer (readiness)."""
        ...
