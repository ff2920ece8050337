"""How many statements each call of the API sends is written down in `query_counts.json`.

Counted is what a call costs that nothing is kept of, asked by an operator who is logged in: where it answers
one thing, for one that is there; of calls that change something, for what they look at before they refuse an
empty body or a number that nothing has.
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
def test_each_call_sends_as_many_statements_as_are_written_down(
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
        asking = visit(example_ids.channel).log_in(OPERATOR, PASSWORD)
        counted[f"{method.upper()} {path}"] = count_fewest_statements(
            application, asking, path, method, operation, numbers
        )
    written = json.loads(COUNTS_FILE.read_text("utf-8"))
    assert counted == written, json.dumps(counted, indent=1, sort_keys=True)


def count_fewest_statements(
    application: Application,
    asking: Visitor,
    path: str,
    method: str,
    operation: dict[str, Any],
    numbers: list[int],
) -> int:
    """Statements of the first answer that is one; else of the refusal."""
    names = list_path_ids(operation, path)
    found = 0
    for number in [*numbers, EMPTY_ID] if names and method == "get" else [EMPTY_ID]:
        address = path
        for name in names:
            address = address.replace(f"{{{name}}}", str(number))
        application.container.database().count_cache.clear()
        _reset_throttle(application)
        with record_statements(application) as sent:
            status = send_call(asking, method, address)
        found = len(sent)
        assert status != 500, address
        if status < 300:
            break
    return found


def _reset_throttle(application: Application) -> None:
    """Counted is an answer, never the refusal of somebody who asked too often."""
    application.container.channel.throttle().storage.reset()


def send_call(asking: Visitor, method: str, address: str) -> int:
    """A word in the query makes it another address than any before: nothing is kept of it."""
    headers = {"Authorization": f"Bearer {asking.api_key}"}
    body: dict[str, Any] | None = None if method in ("get", "delete") else {}
    query = {"counted": asking.api_key[-8:]}
    response = asking.browser.open(
        address, method=method.upper(), json=body, headers=headers, query_string=query
    )
    return response.status_code


@contextmanager
def record_statements(application: Application) -> Iterator[list[str]]:
    """What is sent to the database meanwhile."""
    sent: list[str] = []

    def record(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        sent.append(statement)

    engine = application.container.database().engine
    event.listen(engine, "before_cursor_execute", record)
    yield sent
    event.remove(engine, "before_cursor_execute", record)
