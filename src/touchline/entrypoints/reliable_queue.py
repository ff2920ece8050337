"""A queue from which a killed worker loses no job."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

import rq
from rq.exceptions import DequeueTimeout
from rq.intermediate_queue import IntermediateQueue

POLL_SECONDS = 0.1
"""Seconds that a worker waits on its first queue before it checks the others again."""


class ReliableQueue(rq.Queue):
    """An RQ queue that keeps each dequeued job in an intermediate queue until a worker starts it (decision
    45).

    RQ does this only for workers of one queue. Workers of several queues use `BLPOP`, which loses the job if
    the worker dies before it records the start. RQ's maintenance (`IntermediateQueue.cleanup`) requeues jobs
    that stay in the intermediate queue for more than a minute.
    """

    @classmethod
    def lpop(
        cls, queue_keys: Sequence[str], timeout: int | None, connection: Any = None
    ) -> tuple[str, Any] | None:
        """Return the key of the first queue that has a job, with the job's ID.

        Raises `DequeueTimeout` after `timeout` seconds. If `timeout` is None, it does not wait and returns
        None if there is no job.
        """
        deadline, first_key = time.monotonic() + (timeout or 0), queue_keys[0]
        intermediate_key = IntermediateQueue.get_intermediate_queue_key(first_key)
        while True:
            for key in queue_keys:
                if (job := cls.lmove(connection, key, None)) is not None:
                    return key, job[1]
            if timeout is None:
                return None
            if time.monotonic() >= deadline:
                raise DequeueTimeout(timeout, queue_keys)
            # No Redis command waits on several lists without popping from them
            if (job_id := connection.blmove(first_key, intermediate_key, POLL_SECONDS)) is not None:
                return first_key, job_id
