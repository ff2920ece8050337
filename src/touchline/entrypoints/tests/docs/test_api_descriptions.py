"""Every part of the API document has a description, and every description belongs to a part."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from flask import Flask

from touchline.entrypoints.docs.api_descriptions import (
    add_descriptions,
    iter_fields,
    iter_parameters,
    load_descriptions,
)
from touchline.entrypoints.docs.openapi import build_document

SENTENCE = re.compile(r"[A-Z0-9`].*[.]", re.DOTALL)


_document = cache(build_document)


@pytest.fixture
def spec(shared_app: Flask) -> dict[str, Any]:
    """Return the OpenAPI document of the app."""
    return _document(shared_app)


def find_undocumented(spec: dict[str, Any]) -> Iterator[str]:
    """Yield the parts of the document without a description."""
    yield from (f"{shape}.{name}" for shape, name, field in iter_fields(spec) if not field.get("description"))
    yield from (parameter["name"] for parameter in iter_parameters(spec) if not parameter.get("description"))


def test_every_field_and_parameter_has_a_description(spec: dict[str, Any]) -> None:
    assert sorted(find_undocumented(spec)) == []


def test_no_description_is_unused(spec: dict[str, Any]) -> None:
    fields = list(iter_fields(spec))
    assert load_descriptions("fields").keys() - {name for _, name, _ in fields} == set()
    assert load_descriptions("shapes").keys() - {f"{shape}.{name}" for shape, name, _ in fields} == set()
    assert (
        load_descriptions("parameters").keys() - {parameter["name"] for parameter in iter_parameters(spec)}
        == set()
    )


def test_a_schema_has_its_own_description_only_where_it_differs() -> None:
    fields = load_descriptions("fields")
    same = [
        at
        for at, description in load_descriptions("shapes").items()
        if fields.get(at.partition(".")[2]) == description
    ]
    assert same == []


@pytest.mark.parametrize("name", ["fields", "shapes", "parameters"])
def test_descriptions_are_sentences(name: str) -> None:
    assert [
        at for at, description in load_descriptions(name).items() if not SENTENCE.fullmatch(description)
    ] == []


def test_descriptions_in_the_code_are_not_overwritten() -> None:
    description = {"description": "Such as `web`.", "type": "string"}
    spec: dict[str, Any] = {
        "components": {
            "schemas": {"SessionBeacon": {"properties": {"platform": dict(description), "id": {}}}}
        },
        "paths": {"/x/{id}": {"parameters": [{"name": "limit", "description": "Ten."}]}},
    }
    add_descriptions(spec)
    assert spec["components"]["schemas"]["SessionBeacon"]["properties"]["platform"] == description
    assert "description" in spec["components"]["schemas"]["SessionBeacon"]["properties"]["id"]
    assert spec["paths"]["/x/{id}"]["parameters"] == [{"name": "limit", "description": "Ten."}]
