"""Application setup from the settings, used by web, worker, command line and tests.

This is the only module that imports the top-level adapters. Setup opens no connections: each process connects
to the database and the queue on first use.
"""

from __future__ import annotations

import inspect
import os
import sys
import warnings
from collections import defaultdict
from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from logging import getLogger
from typing import TYPE_CHECKING, Any, ClassVar

from dependency_injector import providers, wiring

from adapters.container import AdaptersContainer
from touchline.channel.ports.site.geo import GeoUnavailableError
from touchline.container import ApplicationContainer
from touchline.entrypoints import contexts
from touchline.entrypoints.sampled_metrics import build_sampled_metrics
from touchline.platform.audit.calls import AuditTransactions
from touchline.platform.config.renamed import rename_settings
from touchline.platform.config.settings import InvalidSettingError, Settings, read_settings
from touchline.platform.db.outbox import HANDLE_EVENT, SWEEP_OUTBOX, HandleEvent, Handler
from touchline.platform.http_client.public_addresses import PublicHttpClient
from touchline.platform.observability import logging
from touchline.platform.queue.jobs import Job, JobRunner
from touchline.shared.tasks.jobs import Task

if TYPE_CHECKING:
    from touchline.platform.observability.tracing import Tracing

_TRACE_FLUSH_SECONDS = 1.0
wiring.INSPECT_EXCLUSION_FILTERS.append(inspect.isclass)
"""Wiring inspects all members of all imported classes, which takes half a second. `@inject` registers each
function and method that needs it, so no class has to be inspected."""
log = getLogger(__name__)


class Application:
    """The composed application: its container, its job runner, and a way to shut it down.

    Views, jobs and commands use the application that was wired last in their process.
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
            public_http=providers.Singleton(
                PublicHttpClient, allow_private=settings.webhooks_allow_private or settings.social == "fake"
            ),
        )
        self.container = ApplicationContainer(settings=providers.Object(settings), adapters=self.adapters)
        contexts.load_tables()
        self.wire()
        AuditTransactions(self.container.database(), self.container.channel.audit_writer).install()
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
        """Wire this application into the views, jobs and commands."""
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            for context, modules in contexts.load_adapter_modules(self._adapter_names).items():
                injected = [module for module in modules if hasattr(module, "inject")]
                self._get_container(context).wire(modules=injected, warn_unresolved=True)
        Application.current = self

    def close(self) -> None:
        """Close all connections."""
        Application.current = None
        if self.tracing:
            self.tracing.close()
        self.container.database().close()

    def flush(self, seconds: float) -> None:
        """Send pending error reports and traces. Wait at most `seconds`."""
        self.container.error_reports().flush(seconds)
        if self.tracing:
            self.tracing.flush(min(seconds, _TRACE_FLUSH_SECONDS))

    def _get_container(self, context: str) -> Any:
        """Return the container of a context, from which its adapters get their dependencies."""
        return getattr(self.container, context).container

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
    """Return the tracing, or None if no trace destination is set.

    OpenTelemetry is imported only if it is needed.
    """
    if not settings.otlp_endpoint:
        return None
    from touchline.platform.observability.tracing import Tracing

    resource_attributes = {
        "service.name": "touchline",
        "service.version": settings.release,
        "deployment.environment.name": settings.environment,
    }
    behind_proxy = settings.trusted_proxies > 0
    return Tracing(
        settings.otlp_endpoint, settings.trace_sample_ratio, resource_attributes, behind_proxy=behind_proxy
    )


def bootstrap(
    environment: Mapping[str, str] | None = None, adapter_names: Sequence[str] = contexts.ADAPTER_MODULES
) -> Application:
    """Create the application from the environment, with these adapters.

    Exits the process with a one-sentence message if a setting is invalid.
    """
    variables = os.environ if environment is None else dict(environment)
    try:
        warnings_of_old_names = rename_settings(variables)
        settings = read_settings(variables)
    except InvalidSettingError as error:
        sys.exit(str(error))
    logging.configure(settings.log_format, settings.log_level_name)
    for warning in warnings_of_old_names:
        log.warning(warning)
    settings.var.mkdir(parents=True, exist_ok=True)
    application = Application(settings, adapter_names)
    try:
        application.adapters.geo().check()
    except GeoUnavailableError as unavailable:
        sys.exit(str(unavailable))
    return application
