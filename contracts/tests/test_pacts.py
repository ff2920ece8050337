"""Every call that the web makes stands in a pact, and every pact in the OpenAPI document."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
_CALL = re.compile(r"\.(get|post|patch|delete)<[^;(]*?>\(\s*([`'])(/[^`']*)\2")
_METHODS = {"get": "GET", "post": "POST", "patch": "POST", "delete": "DELETE"}


def calls_of_the_web() -> Iterator[tuple[str, str]]:
    """(method, path with ids as `1`) of every call in a context's api.ts."""
    for file in sorted((ROOT / "web/src").glob("*/api.ts")):
        for method, _, path in _CALL.findall(file.read_text("utf-8")):
            yield _METHODS[method], "/api" + re.sub(r"\$\{[^}]*\}", "1", path)


def requests_in_pacts() -> set[tuple[str, str]]:
    """(method, path with ids as `1`) of every interaction."""
    found = set()
    for file in (ROOT / "contracts/pacts").glob("*.json"):
        for interaction in json.loads(file.read_text("utf-8"))["interactions"]:
            request = interaction["request"]
            found.add((request["method"], re.sub(r"/\d+(?=/|$)", "/1", request["path"])))
    return found


@pytest.mark.parametrize("call", sorted(set(calls_of_the_web())), ids=" ".join)
def test_a_call_of_the_web_stands_in_a_pact(call: tuple[str, str]) -> None:
    assert call in requests_in_pacts()


def test_the_calls_of_the_web_are_found() -> None:
    assert len(set(calls_of_the_web())) > 10


def test_what_a_pact_asks_for_is_in_the_openapi_document() -> None:
    paths = json.loads((ROOT / "contracts/openapi.json").read_text("utf-8"))["paths"]
    known = {
        (method.upper(), re.sub(r"\{[^}]*\}", "1", path))
        for path, operations in paths.items()
        for method in operations
    }
    assert requests_in_pacts() - known == set()
