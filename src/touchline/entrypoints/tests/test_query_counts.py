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

from touchline.channel.facade import ChannelFacts
from touchline.conftest import PASSWORD, Visitor
from touchline.entrypoints.bootstrap import House
from touchline.entrypoints.tests.test_routes import (
    all_ids,
    operations,
    path_ids,
    staff,
)

__all__ = ["staff"]
COUNTS = Path(__file__).with_name("query_counts.json")
NOTHING = 2147483646
OPERATOR = "operator@example.org"


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
def test_each_call_sends_as_many_statements_as_are_written_down(
    app: Flask,
    house: House,
    ours: Visitor,
    visit: Callable[[ChannelFacts], Visitor],
    staff: Callable[[ChannelFacts], Visitor],
) -> None:
    staff(ours.channel)
    numbers = sorted(all_ids(house, ours.channel.id))
    counted = {}
    for path, method, operation in operations(app):
        _forget_guesses(house)
        asking = visit(ours.channel).log_in(OPERATOR, PASSWORD)
        counted[f"{method.upper()} {path}"] = fewest(house, asking, path, method, operation, numbers)
    written = json.loads(COUNTS.read_text("utf-8"))
    assert counted == written, json.dumps(counted, indent=1, sort_keys=True)


def fewest(
    house: House, asking: Visitor, path: str, method: str, operation: dict[str, Any], numbers: list[int]
) -> int:
    """Statements of the first answer that is one; else of the refusal."""
    names = path_ids(operation, path)
    found = 0
    for number in [*numbers, NOTHING] if names and method == "get" else [NOTHING]:
        address = path
        for name in names:
            address = address.replace(f"{{{name}}}", str(number))
        house.container.database().totals.clear()
        _forget_guesses(house)
        with statements(house) as sent:
            status = ask(asking, method, address)
        found = len(sent)
        assert status != 500, address
        if status < 300:
            break
    return found


def _forget_guesses(house: House) -> None:
    """Counted is an answer, never the refusal of somebody who asked too often."""
    house.container.channel.throttle().storage.reset()


def ask(asking: Visitor, method: str, address: str) -> int:
    """A word in the query makes it another address than any before: nothing is kept of it."""
    headers = {"Authorization": f"Bearer {asking.api_key}"}
    body: dict[str, Any] | None = None if method in ("get", "delete") else {}
    query = {"counted": asking.api_key[-8:]}
    answer = asking.browser.open(
        address, method=method.upper(), json=body, headers=headers, query_string=query
    )
    return answer.status_code


@contextmanager
def statements(house: House) -> Iterator[list[str]]:
    """What is sent to the database meanwhile."""
    sent: list[str] = []

    def note(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        sent.append(statement)

    engine = house.container.database().engine
    event.listen(engine, "before_cursor_execute", note)
    yield sent
    event.remove(engine, "before_cursor_execute", note)
