"""Nothing in the document of the API is left without a word, and no word is left without a thing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from flask import Flask

from touchline.entrypoints.api_words import explain, fields_in, parameters_in, words
from touchline.entrypoints.openapi import document

SENTENCE = re.compile(r"[A-Z0-9`].*[.]", re.DOTALL)


_document = cache(document)


@pytest.fixture
def spec(shared_app: Flask) -> dict[str, Any]:
    """The OpenAPI document of the app."""
    return _document(shared_app)


def silent(spec: dict[str, Any]) -> Iterator[str]:
    """What says nothing of itself."""
    yield from (f"{shape}.{name}" for shape, name, field in fields_in(spec) if not field.get("description"))
    yield from (one["name"] for one in parameters_in(spec) if not one.get("description"))


def test_every_field_and_every_parameter_says_what_it_is(spec: dict[str, Any]) -> None:
    assert sorted(silent(spec)) == []


def test_no_words_are_kept_of_what_is_not_there(spec: dict[str, Any]) -> None:
    fields = list(fields_in(spec))
    assert words("fields").keys() - {name for _, name, _ in fields} == set()
    assert words("shapes").keys() - {f"{shape}.{name}" for shape, name, _ in fields} == set()
    assert words("parameters").keys() - {one["name"] for one in parameters_in(spec)} == set()


def test_a_shape_has_words_of_its_own_only_where_they_are_others() -> None:
    fields = words("fields")
    same = [at for at, told in words("shapes").items() if fields.get(at.partition(".")[2]) == told]
    assert same == []


@pytest.mark.parametrize("name", ["fields", "shapes", "parameters"])
def test_words_are_sentences(name: str) -> None:
    assert [at for at, told in words(name).items() if not SENTENCE.fullmatch(told)] == []


def test_what_stands_beside_a_schema_in_the_code_is_left_as_it_is() -> None:
    told = {"description": "Such as `web`.", "type": "string"}
    spec: dict[str, Any] = {
        "components": {"schemas": {"SessionBody": {"properties": {"platform": dict(told), "id": {}}}}},
        "paths": {"/x/{id}": {"parameters": [{"name": "limit", "description": "Ten."}]}},
    }
    explain(spec)
    assert spec["components"]["schemas"]["SessionBody"]["properties"]["platform"] == told
    assert "description" in spec["components"]["schemas"]["SessionBody"]["properties"]["id"]
    assert spec["paths"]["/x/{id}"]["parameters"] == [{"name": "limit", "description": "Ten."}]
