"""Error reports as lines of the log."""

from __future__ import annotations

import logging
from typing import Any

import pytest

from adapters.error_reports.log import LogReports
from touchline.shared.error_reports import ErrorReport


def fields_of(record: logging.LogRecord) -> dict[str, Any]:
    """What a line in JSON has beside its message."""
    return dict(vars(record)["fields"])


def test_an_error_is_one_line_with_each_fact_under_its_name(caplog: pytest.LogCaptureFixture) -> None:
    LogReports().report(
        ErrorReport(
            "browser", "TypeError", "x is nothing", "0123456789abcdef", "/watch/7", "at a.js", {"n": 2}
        )
    )
    [record] = caplog.records
    assert (record.name, record.levelno) == ("touchline.errors", logging.WARNING)
    assert (
        record.getMessage() == "browser error TypeError in /watch/7 (request 0123456789abcdef): x is nothing"
    )
    assert fields_of(record) == {
        "source": "browser",
        "kind": "TypeError",
        "where": "/watch/7",
        "about_request": "0123456789abcdef",
        "traceback": "at a.js",
        "n": 2,
    }


def test_an_error_of_ours_is_an_error_and_does_not_repeat_its_traceback(
    caplog: pytest.LogCaptureFixture,
) -> None:
    LogReports().report(ErrorReport("server", "KeyError", "'id'", traceback="File …"))
    [record] = caplog.records
    assert record.levelno == logging.ERROR
    assert "traceback" not in fields_of(record)
