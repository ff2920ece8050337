"""The jobs of analytics: storing what was told, and forgetting what is old."""

from __future__ import annotations

from touchline.platform.queue.jobs import Job
from touchline.shared.jobs import Task

JOBS: tuple[Job, ...] = ()
REGULAR: tuple[Task, ...] = ()
DAILY: tuple[Task, ...] = ()
