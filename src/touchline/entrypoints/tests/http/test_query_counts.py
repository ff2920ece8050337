"""Query counts: `query_counts.json` records how many statements each API call sends.

Each call is counted uncached, for a logged-in operator. A call for one record uses an existing record. For
calls that change something, the count covers the lookups before they refuse an empty body or an unknown
number.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import event

from touchline.channel.facade import ChannelDetails
from touchline.conftest import PASSWORD, Visitor
from touchline.entrypoints.bootstrap import Application
from touchline.entrypoints.tests.http.test_routes import (
    list_all_ids,
    list_operations,
    list_path_ids,
    operator_session,
)

__all__ = ["operator_session"]
COUNTS_FILE = Path(__file__).with_name("query_counts.json")
EMPTY_ID = 2147483646
OPERATOR = "operator@example.org"


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
def test_each_call_sends_the_recorded_number_of_statements(
    app: Flask,
    application: Application,
    example_ids: Visitor,
    visit: Callable[[ChannelDetails], Visitor],
    operator_session: Callable[[ChannelDetails], Visitor],
) -> None:
    operator_session(example_ids.channel)
    numbers = sorted(list_all_ids(application, example_ids.channel.id))
    counted = {}
    for path, method, operation in list_operations(app):
        _reset_throttle(application)
        viewer = visit(example_ids.channel).log_in(OPERATOR, PASSWORD)
        counted[f"{method.upper()} {path}"] = count_fewest_statements(
            application, viewer, path, method, operation, numbers
        )
    expected = json.loads(COUNTS_FILE.read_text("utf-8"))
    assert counted == expected, json.dumps(counted, indent=1, sort_keys=True)


def count_fewest_statements(
    application: Application,
    viewer: Visitor,
    path: str,
    method: str,
    operation: dict[str, Any],
    numbers: list[int],
) -> int:
    """Return the statement count of the first successful response, otherwise of the refusal."""
    names = list_path_ids(operation, path)
    found = 0
    for number in [*numbers, EMPTY_ID] if names and method == "get" else [EMPTY_ID]:
        address = path
        for name in names:
            address = address.replace(f"{{{name}}}", str(number))
        application.container.database().count_cache.clear()
        _reset_throttle(application)
        with record_statements(application) as sent:
            status = send_call(viewer, method, address)
        found = len(sent)
        assert status != 500, address
        if status < 300:
            break
    return found


def _reset_throttle(application: Application) -> None:
    """Reset the throttle, so that no call is refused by a rate limit."""
    application.container.channel.throttle().storage.reset()


def send_call(viewer: Visitor, method: str, address: str) -> int:
    """Send a call with a unique query string, so that the response is not cached."""
    headers = {"Authorization": f"Bearer {viewer.api_key}"}
    body: dict[str, Any] | None = None if method in ("get", "delete") else {}
    query = {"counted": viewer.api_key[-8:]}
    response = viewer.browser.open(
        address, method=method.upper(), json=body, headers=headers, query_string=query
    )
    return response.status_code


@contextmanager
def record_statements(application: Application) -> Iterator[list[str]]:
    """Yield the list of statements sent to the database inside the block."""
    sent: list[str] = []

    def record(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        sent.append(statement)

    engine = application.container.database().engine
    event.listen(engine, "before_cursor_execute", record)
    yield sent
    event.remove(engine, "before_cursor_execute", record)
