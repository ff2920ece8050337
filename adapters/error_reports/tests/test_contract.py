"""The contract of every `ErrorReports`. Add new adapters to `IMPLEMENTATIONS`."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from adapters.error_reports.log import LogErrorReports
from adapters.error_reports.sentry import SentryErrorReports
from adapters.error_reports.tests.sentry_server import FakeSentryServer, run_server
from touchline.shared.error_reports import ErrorReport, ErrorReports

IMPLEMENTATIONS: dict[str, Callable[[str], ErrorReports]] = {
    "log": lambda dsn: LogErrorReports(),
    "sentry": lambda dsn: SentryErrorReports(dsn, "1.2.3", "production"),
}
UNREACHABLE_DSN = "http://0123456789abcdef@127.0.0.1:9/7"
EMPTY_REPORT = ErrorReport("browser", "", "", details={"n": 1})


@pytest.fixture
def sentry() -> Iterator[FakeSentryServer]:
    with run_server(FakeSentryServer()) as server:
        yield server


@pytest.mark.parametrize("name", IMPLEMENTATIONS)
@pytest.mark.parametrize("is_reachable", [True, False], ids=["reachable", "unreachable"])
def test_reporting_raises_nothing_and_can_be_flushed(
    name: str, is_reachable: bool, sentry: FakeSentryServer
) -> None:
    reports = IMPLEMENTATIONS[name](sentry.dsn if is_reachable else UNREACHABLE_DSN)
    reports.flush(0.1)
    for report in (ErrorReport("server", "KeyError", "'id'", "r-12345678", "GET /api/events"), EMPTY_REPORT):
        reports.report(report)
    reports.flush(5)
