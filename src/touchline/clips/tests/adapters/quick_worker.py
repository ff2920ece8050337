"""A worker for tests: `touchline worker` with leases of three seconds and maintenance every second."""

from __future__ import annotations

import os
from collections.abc import Mapping
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import adapters.video.cutting.cutter  # noqa: F401 - read once for all processes that are forked from this one
from touchline.clips.adapters import jobs
from touchline.clips.domain.clip import Clip
from touchline.entrypoints import contexts, worker
from touchline.shared.tasks import attempts
from touchline.shared.tasks.jobs import Task

LEASE = timedelta(seconds=3)
QUEUES = ("clips", "default")
"""Queues by priority.

On a busy machine, maintenance takes longer than its one-second interval. With the other order, clips would
never start.
"""
contexts.load_adapter_modules()


def _collect_regular_tasks(_adapter_name: str, attribute: str) -> tuple[Task, ...]:
    return jobs.REGULAR if attribute == "REGULAR" else ()


def main(settings: Mapping[str, str]) -> None:
    """Run the worker until it receives the stop command."""
    os.environ.update(settings)
    fast_worker: Any = worker
    fast_worker.contexts = SimpleNamespace(collect_attributes=_collect_regular_tasks)
    fast_worker._MAINTENANCE_SECONDS = 1
    fast_clip: Any = Clip
    fast_clip.LEASE = LEASE
    fast_attempts: Any = attempts
    fast_attempts.PROGRESS_INTERVAL = LEASE / 4
    worker.main(QUEUES)
