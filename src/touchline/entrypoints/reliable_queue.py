"""How a worker takes a job, so that none is lost with a worker that is killed."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

import rq
from rq.exceptions import DequeueTimeout
from rq.intermediate_queue import IntermediateQueue

POLL_SECONDS = 0.1
"""So long a worker waits at the queue that comes first before it looks into the others again."""


class ReliableQueue(rq.Queue):
    """A queue of RQ; whoever takes a job from it leaves its name beside it until he has begun (decision 45).

    RQ does so for a worker of one queue. From several it takes by `BLPOP`: a worker that dies in the moment
    before it notes what it began takes the job along, and nobody misses it. What lies beside for more than a
    minute is taken up again by RQ's own maintenance (`IntermediateQueue.cleanup`).
    """

    @classmethod
    def lpop(
        cls, queue_keys: Sequence[str], timeout: int | None, connection: Any = None
    ) -> tuple[str, Any] | None:
        """The first job's id with the key of its queue, from the first queue that has one. `timeout` in
        seconds, then `DequeueTimeout`; with None it does not wait, and answers None."""
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
            # No command waits at several lists without taking from them
            if (job_id := connection.blmove(first_key, intermediate_key, POLL_SECONDS)) is not None:
                return first_key, job_id
