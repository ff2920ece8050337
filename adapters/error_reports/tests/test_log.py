"""Error reports in the log."""

from __future__ import annotations

import logging
from typing import Any

import pytest

from adapters.error_reports.log import LogErrorReports
from touchline.shared.error_reports import ErrorReport


def get_fields(record: logging.LogRecord) -> dict[str, Any]:
    """Return the fields that a JSON log line has in addition to its message."""
    return dict(vars(record)["fields"])


def test_an_error_is_one_line_with_a_named_field_for_each_detail(caplog: pytest.LogCaptureFixture) -> None:
    LogErrorReports().report(
        ErrorReport(
            "browser", "TypeError", "x is nothing", "0123456789abcdef", "/watch/7", "at a.js", {"n": 2}
        )
    )
    [record] = caplog.records
    assert (record.name, record.levelno) == ("touchline.errors", logging.WARNING)
    assert (
        record.getMessage() == "browser error TypeError in /watch/7 (request 0123456789abcdef): x is nothing"
    )
    assert get_fields(record) == {
        "source": "browser",
        "kind": "TypeError",
        "where": "/watch/7",
        "about_request": "0123456789abcdef",
        "traceback": "at a.js",
        "n": 2,
    }


def test_a_server_error_is_logged_as_an_error_without_its_traceback(
    caplog: pytest.LogCaptureFixture,
) -> None:
    LogErrorReports().report(ErrorReport("server", "KeyError", "'id'", traceback="File …"))
    [record] = caplog.records
    assert record.levelno == logging.ERROR
    assert "traceback" not in get_fields(record)
