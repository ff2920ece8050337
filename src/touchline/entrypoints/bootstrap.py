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

from adapters.container import AdaptersContainer
from touchline.channel.ports.site.geo import GeoUnavailableError
from touchline.container import ApplicationContainer
from touchline.entrypoints import contexts
from touchline.entrypoints.sampled_metrics import build_sampled_metrics
from touchline.platform.config.settings import InvalidSettingError, Settings, read_settings
from touchline.platform.db.outbox import HANDLE_EVENT, SWEEP_OUTBOX, HandleEvent, Handler
from touchline.platform.observability import logging
from touchline.platform.queue.jobs import Job, JobRunner
from touchline.shared.tasks.jobs import Task

if TYPE_CHECKING:
    from touchline.platform.observability.tracing import Tracing

_TRACE_FLUSH_SECONDS = 1.0


class Application:
    """The composed application: its container, its job runner, and a way to take it down again.

    The edges (views, jobs, commands) work in one house of a process: in the one that was wired last.
    """

    current: ClassVar[Application | None] = None

    def __init__(self, settings: Settings, adapter_names: Sequence[str] = contexts.ADAPTER_MODULES) -> None:
        self.settings = settings
        self._adapter_names = adapter_names
        self.adapters = AdaptersContainer(
            settings=providers.Object(settings),
            run_task=providers.Object(self._run_task),
            clock=providers.Callable(lambda: self.container.clock()),
            secret=providers.Callable(lambda: self.container.secret()),
        )
        self.container = ApplicationContainer(settings=providers.Object(settings), adapters=self.adapters)
        contexts.load_tables()
        self.wire()
        self.tracing = _create_tracing(settings)
        if self.tracing:
            self.tracing.instrument_database(self.container.database().engine)
        self.runner = JobRunner(
            self.container.database(),
            [*self._build_own_jobs(), *contexts.collect_attributes("jobs", "JOBS")],
            self.tracing.job_span if self.tracing else nullcontext,
        )
        self.sampled_metrics = build_sampled_metrics(self)

    def wire(self) -> None:
        """Let the edges work in this house."""
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            self.container.wire(
                modules=contexts.load_adapter_modules(self._adapter_names), warn_unresolved=True
            )
        Application.current = self

    def close(self) -> None:
        """Undo the wiring and give all connections back."""
        self.container.unwire()
        Application.current = None
        if self.tracing:
            self.tracing.close()
        self.container.database().close()

    def flush(self, seconds: float) -> None:
        """Wait so long at most until all that this process has to tell others has left it."""
        self.container.error_reports().flush(seconds)
        if self.tracing:
            self.tracing.flush(min(seconds, _TRACE_FLUSH_SECONDS))

    def _run_task(self, task: Task) -> None:
        self.runner.run(task)

    def _build_own_jobs(self) -> list[Job]:
        handlers: dict[str, list[Handler]] = defaultdict(list)
        for name, handler in contexts.collect_attributes("subscribers", "SUBSCRIBERS"):
            handlers[name].append(handler)
        return [
            Job(HANDLE_EVENT, HandleEvent(handlers)),
            Job(SWEEP_OUTBOX, self._send_overdue_outbox, one_transaction=False),
        ]

    def _send_overdue_outbox(self) -> None:
        self.container.outbox().send_overdue()


def _create_tracing(settings: Settings) -> Tracing | None:
    """OpenTelemetry is imported by a house that is told where to send traces."""
    if not settings.traces_to:
        return None
    from touchline.platform.observability.tracing import Tracing

    resource_attributes = {
        "service.name": "touchline",
        "service.version": settings.release,
        "deployment.environment.name": settings.environment,
    }
    behind_proxy = settings.trusted_proxies > 0
    return Tracing(settings.traces_to, settings.traces_share, resource_attributes, behind_proxy=behind_proxy)


def bootstrap(
    environment: Mapping[str, str] | None = None, adapter_names: Sequence[str] = contexts.ADAPTER_MODULES
) -> Application:
    """The house as the environment wants it, with these edges; ends the process with one sentence when a
    setting is wrong."""
    try:
        settings = read_settings(os.environ if environment is None else environment)
    except InvalidSettingError as error:
        sys.exit(str(error))
    logging.configure(settings.log_format, settings.log_level_name)
    settings.var.mkdir(parents=True, exist_ok=True)
    application = Application(settings, adapter_names)
    try:
        application.adapters.geo().check()
    except GeoUnavailableError as unavailable:
        sys.exit(str(unavailable))
    return application
