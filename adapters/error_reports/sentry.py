"""`TOUCHLINE_ERROR_REPORTS=sentry`: reports to Sentry or a service with the same protocol (GlitchTip …).

Only the client and the transport of Sentry's SDK are used. Integrations are off, so nothing but the report's
contents is sent. A separate thread sends reports from a queue. If Sentry is unavailable, slow or refuses a
report, the report is lost and no request is delayed.
"""

from __future__ import annotations

import atexit
import logging
import os
from threading import Lock
from typing import Any

from sentry_sdk import Client
from sentry_sdk.transport import HttpTransport

from adapters.error_reports.stack_frames import parse_stack_frames
from touchline.shared.error_reports import ErrorReport

log = logging.getLogger(__name__)
MAX_QUEUED = 100
TIMEOUT_SECONDS = 5
EXIT_TIMEOUT_SECONDS = 2.0
_BROWSER_SOURCES = frozenset({"browser", "csp"})


class _LoggingTransport(HttpTransport):
    """Sentry's transport with a shorter timeout.

    It logs the first failure, then nothing until a report is accepted again.
    """

    TIMEOUT = TIMEOUT_SECONDS
    is_failing = False

    def on_dropped_event(self, reason: str) -> None:
        """Log the failure, without the contents of the report."""
        if not self.is_failing:
            self.is_failing = True
            log.warning("Sentry rejects error reports (%s)", reason)

    def _handle_response(self, response: Any, envelope: Any) -> None:
        if 200 <= response.status < 300 and self.is_failing:
            self.is_failing = False
            log.warning("Sentry accepts error reports again")
        super()._handle_response(response, envelope)


class SentryErrorReports:
    """`ErrorReports` for deployments with a Sentry project, identified by its `dsn`."""

    def __init__(self, dsn: str, release: str, environment: str) -> None:
        self._options: dict[str, Any] = {
            "dsn": dsn,
            "release": release,
            "environment": environment,
            "transport": _LoggingTransport,
            "transport_queue_size": MAX_QUEUED,
            "default_integrations": False,
            "auto_enabling_integrations": False,
            "include_local_variables": False,
            "include_source_context": False,
            "attach_stacktrace": False,
            "max_request_body_size": "never",
            "max_breadcrumbs": 0,
            "send_client_reports": False,
            "auto_session_tracking": False,
            "enable_backpressure_handling": False,
            "traces_sample_rate": None,
            "spotlight": False,
        }
        self._client: Client | None = None
        self._client_pid = 0
        self._lock = Lock()
        os.register_at_fork(after_in_child=self._reset_lock)

    def report(self, report: ErrorReport) -> None:
        """Put the report into the queue. A full queue drops it."""
        self._get_client().capture_event(_build_event(report))

    def flush(self, seconds: float) -> None:
        """Wait until the queue is empty. The queue of a parent process is ignored."""
        if self._client is not None and self._client_pid == os.getpid():
            self._client.flush(timeout=seconds)

    def _get_client(self) -> Client:
        """Return the client of this process. The first report creates it.

        A forked child has neither the thread nor the queued reports of its parent.
        """
        with self._lock:
            if self._client is None or self._client_pid != os.getpid():
                if self._client is None:
                    atexit.register(self.flush, EXIT_TIMEOUT_SECONDS)
                self._client, self._client_pid = Client(**self._options), os.getpid()
            return self._client

    def _reset_lock(self) -> None:
        """Replace the lock in a forked child, because the parent may have held it."""
        self._lock = Lock()


def _build_event(report: ErrorReport) -> Any:
    error: dict[str, Any] = {"type": report.kind or "Error", "value": report.message}
    if frames := parse_stack_frames(report.traceback):
        error["stacktrace"] = {"frames": frames}
    tags = {"source": report.source, "request_id": report.request_id}
    return {
        "level": "error",
        "logger": "touchline",
        "platform": "javascript" if report.source in _BROWSER_SOURCES else "python",
        "transaction": report.location,
        "exception": {"values": [error]},
        "tags": {name: value for name, value in tags.items() if value},
        "extra": {**report.details, **({"traceback": report.traceback} if report.traceback else {})},
    }
