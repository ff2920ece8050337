"""Builds the house from the settings. Web, worker, command line and tests all start here.

The only module that imports the top-level adapters. Nothing connects: the database and the queue are reached
when they are first used, in the process that uses them.
"""

from __future__ import annotations

import os
import sys
import warnings
from collections import defaultdict
from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from typing import TYPE_CHECKING, ClassVar

from dependency_injector import providers

from adapters.container import Adapters
from touchline.channel.ports.geo import GeoUnavailable
from touchline.container import Application
from touchline.entrypoints import contexts
from touchline.entrypoints.readings import readings
from touchline.platform import logging
from touchline.platform.db.outbox import HANDLE_EVENT, SWEEP, HandleEvent, Handler
from touchline.platform.queue.jobs import Job, JobRunner
from touchline.platform.settings import Settings, WrongSetting, read_settings
from touchline.shared.jobs import Task

if TYPE_CHECKING:
    from touchline.platform.tracing import Tracing

_SECONDS_FOR_TRACES = 1.0


class House:
    """The composed application: its container, its job runner, and a way to take it down again.

    The edges (views, jobs, commands) work in one house of a process: in the one that was wired last.
    """

    wired: ClassVar[House | None] = None

    def __init__(self, settings: Settings, edges: Sequence[str] = contexts.EDGES) -> None:
        self.settings = settings
        self._edges = edges
        self.adapters = Adapters(
            settings=providers.Object(settings),
            run_task=providers.Object(self._run_task),
            clock=providers.Callable(lambda: self.container.clock()),
            secret=providers.Callable(lambda: self.container.secret()),
        )
        self.container = Application(settings=providers.Object(settings), adapters=self.adapters)
        contexts.load_tables()
        self.wire()
        self.tracing = _tracing(settings)
        if self.tracing:
            self.tracing.watch_database(self.container.database().engine)
        self.runner = JobRunner(
            self.container.database(),
            [*self._own_jobs(), *contexts.offered("jobs", "JOBS")],
            self.tracing.of_job if self.tracing else nullcontext,
        )
        self.readings = readings(self)

    def wire(self) -> None:
        """Let the edges work in this house."""
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            self.container.wire(modules=contexts.edges(self._edges), warn_unresolved=True)
        House.wired = self

    def close(self) -> None:
        """Undo the wiring and give all connections back."""
        self.container.unwire()
        House.wired = None
        if self.tracing:
            self.tracing.close()
        self.container.database().close()

    def hand_on(self, seconds: float) -> None:
        """Wait so long at most until all that this process has to tell others has left it."""
        self.container.error_reports().flush(seconds)
        if self.tracing:
            self.tracing.flush(min(seconds, _SECONDS_FOR_TRACES))

    def _run_task(self, task: Task) -> None:
        self.runner.run(task)

    def _own_jobs(self) -> list[Job]:
        handlers: dict[str, list[Handler]] = defaultdict(list)
        for name, handler in contexts.offered("subscribers", "SUBSCRIBERS"):
            handlers[name].append(handler)
        return [
            Job(HANDLE_EVENT, HandleEvent(handlers)),
            Job(SWEEP, self._sweep, one_transaction=False),
        ]

    def _sweep(self) -> None:
        self.container.outbox().sweep()


def _tracing(settings: Settings) -> Tracing | None:
    """OpenTelemetry is imported by a house that is told where to send traces."""
    if not settings.traces_to:
        return None
    from touchline.platform.tracing import Tracing

    facts = {
        "service.name": "touchline",
        "service.version": settings.release,
        "deployment.environment.name": settings.environment,
    }
    proxied = settings.trusted_proxies > 0
    return Tracing(settings.traces_to, settings.traces_share, facts, behind_proxy=proxied)


def bootstrap(environment: Mapping[str, str] | None = None, edges: Sequence[str] = contexts.EDGES) -> House:
    """The house as the environment wants it, with these edges; ends the process with one sentence when a
    setting is wrong."""
    try:
        settings = read_settings(os.environ if environment is None else environment)
    except WrongSetting as wrong:
        sys.exit(str(wrong))
    logging.configure(settings.log_format, settings.log_level_name)
    settings.var.mkdir(parents=True, exist_ok=True)
    house = House(settings, edges)
    try:
        house.adapters.geo().check()
    except GeoUnavailable as unavailable:
        sys.exit(str(unavailable))
    return house
