"""What every `ErrorReports` does. A new adapter joins by a line in `TAKERS`."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from adapters.error_reports.log import LogReports
from adapters.error_reports.sentry import SentryReports
from adapters.error_reports.tests.sentry_server import SentryServer, serving
from touchline.shared.error_reports import ErrorReport, ErrorReports

TAKERS: dict[str, Callable[[str], ErrorReports]] = {
    "log": lambda dsn: LogReports(),
    "sentry": lambda dsn: SentryReports(dsn, "1.2.3", "production"),
}
AWAY = "http://0123456789abcdef@127.0.0.1:9/7"
ODD = ErrorReport("browser", "", "", more={"n": 1})


@pytest.fixture
def sentry() -> Iterator[SentryServer]:
    with serving(SentryServer()) as running:
        yield running


@pytest.mark.parametrize("name", TAKERS)
@pytest.mark.parametrize("there", [True, False], ids=["there", "away"])
def test_whoever_takes_reports_raises_nothing_and_can_be_waited_for(
    name: str, there: bool, sentry: SentryServer
) -> None:
    taker = TAKERS[name](sentry.dsn if there else AWAY)
    taker.flush(0.1)
    for report in (ErrorReport("server", "KeyError", "'id'", "r-12345678", "GET /api/events"), ODD):
        taker.report(report)
    taker.flush(5)
