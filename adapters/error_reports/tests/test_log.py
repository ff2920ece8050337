"""Error reports as lines of the log."""

from __future__ import annotations

import json
import logging

import pytest

from adapters.error_reports.log import LogReports
from touchline.platform.logging import JsonLines
from touchline.shared.error_reports import ErrorReport


def test_an_error_is_one_line_with_each_fact_under_its_name(caplog: pytest.LogCaptureFixture) -> None:
    LogReports().report(
        ErrorReport(
            "browser", "TypeError", "x is nothing", "0123456789abcdef", "/watch/7", "at a.js", {"n": 2}
        )
    )
    [record] = caplog.records
    assert (record.name, record.levelno) == ("touchline.errors", logging.WARNING)
    line = json.loads(JsonLines().format(record))
    assert line["message"] == "browser error TypeError in /watch/7 (request 0123456789abcdef): x is nothing"
    told = {name: line[name] for name in ("source", "kind", "where", "about_request", "traceback", "n")}
    assert told == {
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
    assert "traceback" not in json.loads(JsonLines().format(record))
