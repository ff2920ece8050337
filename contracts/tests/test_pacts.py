"""Every call of the web is in a pact, and every pact is in the OpenAPI document."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
_CALL = re.compile(r"\.(get|post|patch|delete)(?:<[^;(]*?>)?\(\s*([`'])(/[^`']*)\2")


FILE_UPLOADS = {("POST", "/api/studio/pictures"), ("POST", "/api/studio/fonts")}
"""Calls with a multipart body. A pact would compare the random boundary between its parts."""


def find_web_calls() -> Iterator[tuple[str, str]]:
    """Yield (method, path as in the OpenAPI document) of every call by a context of the web."""
    for file in sorted((ROOT / "web/src").glob("*/*.ts")):
        text = "" if file.name.endswith(".test.ts") else file.read_text("utf-8")
        for method, _, path in _CALL.findall(text):
            yield method.upper(), to_documented_path("/api" + re.sub(r"\$\{[^}]*\}", "1", path))


def read_interactions() -> list[dict[str, Any]]:
    """Return the interactions of all pacts."""
    files = (ROOT / "contracts/pacts").glob("*.json")
    return [
        interaction for file in files for interaction in json.loads(file.read_text("utf-8"))["interactions"]
    ]


def find_pact_requests() -> set[tuple[str, str]]:
    """Return (method, path as in the OpenAPI document) of every interaction."""
    result = set()
    for interaction in read_interactions():
        request = interaction["request"]
        body = request.get("body", {}).get("content", {})  # a list if several events are sent at once
        method = body.get("_method", request["method"]) if isinstance(body, dict) else request["method"]
        result.add((method.upper(), to_documented_path(request["path"])))
    return result


@cache
def load_documented_methods() -> dict[str, list[str]]:
    """Return the methods of each path in the OpenAPI document."""
    paths = json.loads((ROOT / "contracts/openapi.json").read_text("utf-8"))["paths"]
    return {path: [method.upper() for method in operations] for path, operations in paths.items()}


@cache
def to_documented_path(path: str) -> str:
    """Replace variable parts of the path with names in braces. An undocumented path is unchanged."""
    for template in [path, *load_documented_methods()]:
        if template in load_documented_methods() and re.fullmatch(
            re.sub(r"\{[^}]*\}", "[^/]+", template), path
        ):
            return template
    return path


@pytest.mark.parametrize("call", sorted({*find_web_calls()} - FILE_UPLOADS), ids=" ".join)
def test_every_web_call_is_in_a_pact(call: tuple[str, str]) -> None:
    assert call in find_pact_requests()


def test_every_interaction_is_described_as_a_request() -> None:
    descriptions = [interaction["description"] for interaction in read_interactions()]
    beginning = re.compile(r"a request (for|to|with|by) ")
    assert descriptions and [text for text in descriptions if not beginning.match(text)] == []


def test_web_calls_are_found() -> None:
    assert len(set(find_web_calls())) > 25


def test_every_pact_request_is_in_the_openapi_document() -> None:
    documented_methods = {
        (method, path) for path, methods in load_documented_methods().items() for method in methods
    }
    assert find_pact_requests() - documented_methods == set()
