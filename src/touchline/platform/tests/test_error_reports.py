"""What stands between whoever reports an error and whoever takes reports."""

from __future__ import annotations

import logging

import pytest
from prometheus_client import REGISTRY

from touchline.platform.error_reports import A_MINUTE, MOST_A_MINUTE, CarefulReports
from touchline.shared.error_reports import ErrorReport
from touchline.shared.tests.reports import KeptReports


def counted(source: str, outcome: str) -> float:
    """How many reports of a source came to such an end."""
    labels = {"source": source, "outcome": outcome}
    return REGISTRY.get_sample_value("touchline_error_reports_total", labels) or 0


class Hours:
    """A clock that tests move."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def kept() -> KeptReports:
    return KeptReports()


@pytest.fixture
def hours() -> Hours:
    return Hours()


@pytest.fixture
def careful(kept: KeptReports, hours: Hours) -> CarefulReports:
    return CarefulReports(kept, hours)


def broken(message: str = "event 7 is gone", where: str = "", traceback: str = "") -> ErrorReport:
    """A report; two of them are alike but for their numbers."""
    return ErrorReport("server", "KeyError", message, where=where, traceback=traceback)


def test_what_is_handed_on_is_scrubbed(careful: CarefulReports, kept: KeptReports) -> None:
    careful.report(broken("no tlk_0123456789abcdef for ada@example.org", traceback="Cookie: a=b"))
    [report] = kept.reports
    assert (report.message, report.traceback) == ("no (key) for (address)", "Cookie: (hidden)")


def test_the_same_within_a_minute_is_counted_and_told_with_the_next(
    careful: CarefulReports, kept: KeptReports, hours: Hours
) -> None:
    taken, repeated = counted("server", "taken"), counted("server", "repeated")
    for number in range(5):
        careful.report(broken(f"event {number} is gone"))
    assert len(kept.reports) == 1
    assert (counted("server", "taken"), counted("server", "repeated")) == (taken + 1, repeated + 4)
    hours.now += A_MINUTE
    careful.report(broken())
    assert kept.reports[-1].more == {"repeated": 4}


def test_another_thing_within_the_minute_is_handed_on(careful: CarefulReports, kept: KeptReports) -> None:
    careful.report(broken(where="GET /a"))
    careful.report(broken(where="GET /b"))
    assert [report.where for report in kept.reports] == ["GET /a", "GET /b"]


def test_a_storm_of_different_things_ends_after_so_many_and_may_begin_again_after_a_minute(
    careful: CarefulReports, kept: KeptReports, hours: Hours
) -> None:
    lost = counted("server", "too_many")
    for number in range(MOST_A_MINUTE + 7):
        careful.report(broken(where="x" * number))
    assert len(kept.reports) == MOST_A_MINUTE
    assert counted("server", "too_many") == lost + 7
    hours.now += A_MINUTE
    careful.report(broken("at last"))
    assert kept.reports[-1].message == "at last"


@pytest.mark.parametrize("theirs", ["browser", "csp"])
@pytest.mark.parametrize("source", ["server", "job", "command"])
def test_however_much_browsers_send_there_is_room_for_what_breaks_here(
    careful: CarefulReports, kept: KeptReports, theirs: str, source: str
) -> None:
    for number in range(MOST_A_MINUTE + 7):
        careful.report(ErrorReport(theirs, "TypeError", "x", where="x" * number))
    careful.report(ErrorReport(source, "KeyError", "'id'"))
    assert len(kept.reports) == MOST_A_MINUTE + 1
    assert kept.reports[-1].source == source


def test_nothing_that_its_taker_raises_reaches_whoever_reports(
    careful: CarefulReports, kept: KeptReports, caplog: pytest.LogCaptureFixture
) -> None:
    failed = counted("server", "failed")
    kept.raises = RuntimeError("tlk_0123456789abcdef")
    careful.report(broken())
    careful.flush(1)
    assert counted("server", "failed") == failed + 1
    assert [record.levelno for record in caplog.records] == [logging.WARNING, logging.WARNING]
    assert "0123456789abcdef" not in caplog.text


def test_waiting_is_passed_on(careful: CarefulReports, kept: KeptReports) -> None:
    careful.flush(2.5)
    assert kept.waited == [2.5]
