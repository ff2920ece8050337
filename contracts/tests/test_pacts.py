"""Every call that the web makes stands in a pact, and every pact in the OpenAPI document."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
_CALL = re.compile(r"\.(get|post|patch|delete)(?:<[^;(]*?>)?\(\s*([`'])(/[^`']*)\2")


def calls_of_the_web() -> Iterator[tuple[str, str]]:
    """(method, path as the OpenAPI document has it) of every call that a context of the web makes."""
    for file in sorted((ROOT / "web/src").glob("*/*.ts")):
        text = "" if file.name.endswith(".test.ts") else file.read_text("utf-8")
        for method, _, path in _CALL.findall(text):
            yield method.upper(), as_documented("/api" + re.sub(r"\$\{[^}]*\}", "1", path))


def requests_in_pacts() -> set[tuple[str, str]]:
    """(method, path as the OpenAPI document has it) of every interaction."""
    found = set()
    for file in (ROOT / "contracts/pacts").glob("*.json"):
        for interaction in json.loads(file.read_text("utf-8"))["interactions"]:
            request = interaction["request"]
            body = request.get("body", {}).get("content", {})  # a list where several things are told at once
            meant = body.get("_method", request["method"]) if isinstance(body, dict) else request["method"]
            found.add((meant.upper(), as_documented(request["path"])))
    return found


@cache
def documented() -> dict[str, list[str]]:
    """The methods of each path in the OpenAPI document."""
    paths = json.loads((ROOT / "contracts/openapi.json").read_text("utf-8"))["paths"]
    return {path: [method.upper() for method in operations] for path, operations in paths.items()}


@cache
def as_documented(path: str) -> str:
    """The path with names in braces for what varies; one that the document has not stays as it is."""
    for template in [path, *documented()]:
        if template in documented() and re.fullmatch(re.sub(r"\{[^}]*\}", "[^/]+", template), path):
            return template
    return path


@pytest.mark.parametrize("call", sorted(set(calls_of_the_web())), ids=" ".join)
def test_a_call_of_the_web_stands_in_a_pact(call: tuple[str, str]) -> None:
    assert call in requests_in_pacts()


def test_the_calls_of_the_web_are_found() -> None:
    assert len(set(calls_of_the_web())) > 25


def test_what_a_pact_asks_for_is_in_the_openapi_document() -> None:
    known = {(method, path) for path, methods in documented().items() for method in methods}
    assert requests_in_pacts() - known == set()
