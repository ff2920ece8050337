"""All lists and public responses: enum parameters are closed, and public responses have an ETag."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask

from touchline.channel.facade import ChannelDetails
from touchline.conftest import NEW_VIEWER, Visitor
from touchline.entrypoints.bootstrap import Application
from touchline.entrypoints.docs.openapi import build_document
from touchline.platform.http.guards import ANY_KEY, PUBLIC

INVALID_VALUE = "not-a-valid-value"
NONDETERMINISTIC_PATHS = {"/datalake/hash/"}
"""Paths whose response differs on each request."""


def list_reads(app: Flask) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield path and description of each GET operation that needs no id."""
    for path, methods in build_document(app)["paths"].items():
        if "get" in methods and "{" not in path:
            yield path, methods["get"]


def list_enum_parameters(operation: dict[str, Any]) -> Iterator[str]:
    """Yield the query parameters that take an enum value, a number or a boolean."""
    for parameter in operation.get("parameters", ()):
        schema = parameter.get("schema", {})
        kind = schema.get("type")
        kinds = set(kind if isinstance(kind, list) else [kind])
        inner = schema.get("items", {})
        is_closed = "enum" in schema or "enum" in inner or inner.get("type") == "integer"
        if parameter.get("in") == "query" and (is_closed or kinds & {"integer", "boolean"}):
            yield parameter["name"]


@pytest.fixture
def operator(visitor: Visitor, application: Application, channel: ChannelDetails) -> Visitor:
    """Return a viewer who may call every operation."""
    person = visitor.register(email="operator@example.org")
    container: Any = application.container
    with application.container.database().transaction(channel.id):
        container.channel.operator_admin().add("operator@example.org", unverified=True)
    return person


def test_list_parameters_reject_invalid_values(app: Flask, operator: Visitor) -> None:
    tested = []
    for path, operation in list_reads(app):
        names = set(list_enum_parameters(operation))
        if "offset" in names:
            names |= {"sort_field", "sort_direction"}
        for name in sorted(names - ({"format"} if path == "/oembed" else set())):
            query = {"api_key": operator.api_key, name: INVALID_VALUE}
            response = operator.browser.get(path, query_string=query)
            tested.append((path, name))
            assert response.status_code == 422, (path, name, response.status_code)
            assert response.json is not None
            assert name in response.json["errors"], (path, name, response.json["errors"])
    assert {("/api/participant-groups", "sort_field"), ("/api/packages", "sort_field")} <= set(tested)
    assert len(tested) > 100


def test_public_responses_have_a_strong_etag_and_support_304(app: Flask, visitor: Visitor) -> None:
    tested = []
    for rule in app.url_map.iter_rules():
        caller_class = getattr(app.view_functions[rule.endpoint], "caller_class", None)
        if "GET" not in (rule.methods or ()) or rule.arguments or caller_class not in (PUBLIC, ANY_KEY):
            continue
        query = {"api_key": visitor.api_key} if caller_class == ANY_KEY else {}
        response = visitor.browser.get(rule.rule, query_string=query)
        if response.status_code != 200 or rule.rule in NONDETERMINISTIC_PATHS:
            continue
        tested.append(rule.rule)
        tag, weak = response.get_etag()
        if "nonce-" in response.headers.get("Content-Security-Policy", ""):
            assert tag is None, rule.rule
            continue
        assert tag and not weak, rule.rule
        again = visitor.browser.get(rule.rule, query_string=query, headers={"If-None-Match": f'"{tag}"'})
        assert (again.status_code, again.get_data()) == (304, b""), rule.rule
    assert {"/api/settings", "/api/events", "/api/push/key", "/project.json"} <= set(tested)
    assert len(tested) > 25


@pytest.mark.parametrize("path", ["participant-groups", "packages", "events-categories", "vod-media-rails"])
def test_short_lists_are_sorted_by_every_documented_field(
    app: Flask, example_ids: Visitor, path: str
) -> None:
    operation = dict(list_reads(app))[f"/api/{path}"]
    parameter = next(candidate for candidate in operation["parameters"] if candidate["name"] == "sort_field")
    for name in (value for value in parameter["schema"]["enum"] if value):
        values = [row[name] for row in example_ids.data(f"/{path}", sort_field=name, no_limit=1)]
        assert values
        descending = example_ids.data(f"/{path}", sort_field=name, sort_direction="desc", no_limit=1)
        assert [row[name] for row in descending] == values[::-1]


def test_an_unsortable_list_rejects_sort_fields(visitor: Visitor) -> None:
    viewer = visitor.register(**NEW_VIEWER)
    response = viewer.get("/orders", sort_field="id")
    assert response.status_code == 422
    assert response.json is not None
    assert response.json["errors"] == {"sort_field": ["This list can’t be sorted"]}
