"""A worker for tests, as `touchline worker`, but impatient: leases of three seconds, and what is done each
minute is done each second."""

from __future__ import annotations

import os
from collections.abc import Mapping
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import adapters.video.cutter  # noqa: F401 - read once for all processes that are forked from this one
from touchline.clips.adapters import jobs
from touchline.clips.domain.clip import Clip
from touchline.entrypoints import contexts, worker
from touchline.shared import attempts
from touchline.shared.jobs import Task

LEASE = timedelta(seconds=3)
QUEUES = ("clips", "default")
"""In this order: on a busy machine what is done each second takes more than one, and no clip would begin."""
contexts.edges()


def _offered(_edge: str, what: str) -> tuple[Task, ...]:
    return jobs.REGULAR if what == "REGULAR" else ()


def main(settings: Mapping[str, str]) -> None:
    """Work until told to stop."""
    os.environ.update(settings)
    hurried: Any = worker
    hurried.contexts = SimpleNamespace(offered=_offered)
    hurried._SECONDS_BETWEEN_SWEEPS = 1
    hurried_clip: Any = Clip
    hurried_clip.LEASE = LEASE
    hurried_attempts: Any = attempts
    hurried_attempts.BETWEEN_NOTES = LEASE / 4
    worker.main(QUEUES)
