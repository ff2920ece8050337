"""The pages of docs/reference/api, generated from the OpenAPI document: each operation with its request and
responses.

`touchline.entrypoints.docs.reference` writes the pages. A schema that only one response uses appears with its
operation. A shared schema appears once, at the end of the first page that needs it, and other places link to
it.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from touchline.entrypoints.docs.api_chapters import CHAPTERS
from touchline.entrypoints.docs.api_schemas import (
    FIELD_COLUMNS,
    LinkFormatter,
    Schema,
    build_field_rows,
    build_parameter_row,
    format_cell,
    format_type,
    get_ref_name,
    is_envelope,
    iter_schema_names,
    list_types,
    render_table,
)

OPENAPI = Path(__file__).resolve().parents[4] / "contracts" / "openapi.json"
METHODS = ("get", "post", "patch", "put", "delete")
CALLER_CLASSES = {
    "public": ("–", "everyone, without a key"),
    "any_key": ("A", "everyone with an [api key](index.md#keys)"),
    "viewer": ("V", "a logged-in viewer, with an [api key](index.md#keys)"),
    "staff": ("O", "an operator of the channel, logged in with an [api key](index.md#keys)"),
}
INDEX = "index"


@dataclass(frozen=True)
class ApiOperation:
    """One operation of the document. `parameters` includes the parameters of its path."""

    method: str
    path: str
    spec: Schema
    parameters: list[Schema]

    @property
    def name(self) -> str:
        """Return method and path, such as `GET /api/events`."""
        return f"{self.method.upper()} {self.path}"

    @property
    def anchor(self) -> str:
        """Return the anchor of the operation's heading, as GitHub and mkdocs create it."""
        return heading_anchor(self.name)


class ApiReference:
    """All pages of the reference of one document."""

    def __init__(self, document: dict[str, Any]) -> None:
        self.schemas: dict[str, Schema] = document["components"]["schemas"]
        self._responses: dict[str, Schema] = document["components"]["responses"]
        self._tag_descriptions = {
            tag["name"]: tag["description"].strip().rstrip(".") for tag in document["tags"]
        }
        self._operations = list(_iter_operations(document["paths"]))
        self._use_counts: Counter[str] = Counter()
        self._schema_pages: dict[str, str] = {}
        self._assign_page(
            INDEX, {"$ref": "#/components/schemas/Problem"}, {"$ref": "#/components/schemas/Meta"}
        )
        for page in CHAPTERS:
            for operation in self.list_operations(page):
                responses = [
                    self._resolve_response(response) for response in operation.spec["responses"].values()
                ]
                body_schemas = [self.schemas[name] for name in self._list_body_schemas(operation)]
                self._assign_page(page, *responses, *body_schemas)
        self._inline_schemas = {
            name
            for operation in self._operations
            for name in self._list_payload_schemas(operation)
            if self._use_counts[name] == 1
        }

    def list_operations(self, page: str) -> list[ApiOperation]:
        """List the operations of a page in the order of its tags."""
        return [operation for tag in CHAPTERS[page][1] for operation in self._operations_with_tag(tag)]

    def render_index(self) -> Iterator[str]:
        """Render one line per operation, grouped by page, and the two schemas that every page needs."""
        for page, (title, _) in CHAPTERS.items():
            rows = [
                (
                    f"[`{operation.name}`]({page}.md#{operation.anchor})",
                    CALLER_CLASSES[operation.spec["x-who"]][0],
                    _format_summary(operation),
                )
                for operation in sorted(
                    self.list_operations(page),
                    key=lambda operation: (operation.path, METHODS.index(operation.method)),
                )
            ]
            yield from (f"### [{title}]({page}.md)", "")
            yield from render_table(("call", "who", "response"), rows)
        yield from self._render_schemas(INDEX)

    def render_page(self, page: str) -> Iterator[str]:
        """Render a page: its operations in full, then the schemas assigned to it."""
        for tag in CHAPTERS[page][1]:
            yield from (f"## {self._tag_descriptions[tag]}", "")
            for operation in self._operations_with_tag(tag):
                yield from self._render_operation(page, operation)
        yield from self._render_schemas(page)

    def _operations_with_tag(self, tag: str) -> Iterator[ApiOperation]:
        return (operation for operation in self._operations if tag in operation.spec["tags"])

    def _render_operation(self, page: str, operation: ApiOperation) -> Iterator[str]:
        yield from (f"### `{operation.name}`", "", _to_single_line(operation.spec["summary"]), "")
        if "description" in operation.spec:
            yield from (_to_single_line(operation.spec["description"]), "")
        yield from (f"For {CALLER_CLASSES[operation.spec['x-who']][1]}.", "")
        if "x-permission" in operation.spec:
            yield from (f"Permission: `{operation.spec['x-permission']}`.", "")
        if "x-limits" in operation.spec:
            yield from (f"Limits: {'; '.join(operation.spec['x-limits'])}.", "")
        if operation.parameters:
            rows = [
                build_parameter_row(parameter, self._create_link_formatter(page))
                for parameter in operation.parameters
            ]
            yield from render_table(("parameter", "in", *FIELD_COLUMNS[1:]), rows)
        yield from self._render_body(page, operation)
        yield from render_table(("status", "when", "body"), list(self._build_status_rows(page, operation)))
        for name in self._list_payload_schemas(operation):
            if name in self._inline_schemas:
                yield from (f"`{name}`:", "")
                yield from self._render_fields(page, self.schemas[name], response=True)
        yield from _render_example(operation, self.schemas)

    def _render_body(self, page: str, operation: ApiOperation) -> Iterator[str]:
        body = operation.spec.get("requestBody")
        if not body:
            return
        media_types = " or ".join(f"`{media_type}`" for media_type in body["content"])
        (schema,) = {
            json.dumps(media["schema"]): media["schema"] for media in body["content"].values()
        }.values()
        optional_note = "" if body.get("required") else ", optional"
        yield from (
            f"Body, as {media_types}{optional_note}: {format_type(schema, lambda name: f'`{name}`')}.",
            "",
        )
        for name in self._list_body_schemas(operation):
            yield from self._render_fields(page, self.schemas[name], response=False)

    def _list_body_schemas(self, operation: ApiOperation) -> list[str]:
        return list(dict.fromkeys(iter_schema_names(operation.spec.get("requestBody"))))

    def _build_status_rows(self, page: str, operation: ApiOperation) -> Iterator[tuple[str, str, str]]:
        for status, response_spec in operation.spec["responses"].items():
            response = self._resolve_response(response_spec)
            bodies = [
                self._format_content(page, media, content)
                for media, content in response.get("content", {}).items()
            ]
            yield f"`{status}`", format_cell(response["description"]), " or ".join(bodies) or "none"

    def _format_content(self, page: str, media: str, content: Schema) -> str:
        """Format the response body for one media type. JSON is not mentioned."""
        schema = content["schema"]
        if not media.endswith("json"):
            return f"`{media}`"
        if "$ref" in schema and is_envelope(self.schemas[get_ref_name(schema)]):
            members = self.schemas[get_ref_name(schema)]["properties"].items()
            return ", ".join(
                f"`{name}`: {format_type(member, self._create_link_formatter(page))}"
                for name, member in members
            )
        return format_type(schema, self._create_link_formatter(page))

    def _list_payload_schemas(self, operation: ApiOperation) -> list[str]:
        """List the names of the schemas in an operation's responses, without their envelopes."""
        responses = [response for response in operation.spec["responses"].values() if "$ref" not in response]
        return list(dict.fromkeys(self._expand_envelopes(responses)))

    def _expand_envelopes(self, part: Any) -> Iterator[str]:
        for name in iter_schema_names(part):
            if is_envelope(self.schemas[name]):
                yield from self._expand_envelopes(self.schemas[name])
            else:
                yield name

    def _resolve_response(self, response: Schema) -> Schema:
        return self._responses[get_ref_name(response)] if "$ref" in response else response

    def _assign_page(self, page: str, *parts: Schema) -> None:
        """Assign every schema that the parts need to the page, unless it already has a page."""
        for name in self._expand_envelopes(list(parts)):
            self._use_counts[name] += 1
            if name not in self._schema_pages:
                self._schema_pages[name] = page
                self._assign_page(page, self.schemas[name])

    def _render_schemas(self, page: str) -> Iterator[str]:
        """Render the schemas of a page that do not appear with their operation."""
        names = sorted(
            name
            for name, schema_page in self._schema_pages.items()
            if schema_page == page and name not in self._inline_schemas
        )
        if names:
            yield from ("## Shapes", "")
        for name in names:
            yield from (f"### {name}", "")
            yield from self._render_fields(page, self.schemas[name], response=True)

    def _render_fields(self, page: str, schema: Schema, *, response: bool) -> Iterator[str]:
        rows = list(build_field_rows(schema, self._create_link_formatter(page)))
        if not rows:
            yield from ("An object without fields.", "")
            return
        if response and all(row[2] == "yes" for row in rows):
            rows = [(*row[:2], "", *row[3:]) for row in rows]
        yield from render_table(FIELD_COLUMNS, rows)

    def _create_link_formatter(self, page: str) -> LinkFormatter:
        def format_link(name: str) -> str:
            if name in self._inline_schemas:
                return f"`{name}`"
            schema_page = self._schema_pages[name]
            return f"[{name}]({'' if schema_page == page else f'{schema_page}.md'}#{heading_anchor(name)})"

        return format_link


def load_reference() -> ApiReference:
    """Return the reference of the committed OpenAPI document."""
    return ApiReference(json.loads(OPENAPI.read_text("utf-8")))


def heading_anchor(heading: str) -> str:
    """Return the anchor that GitHub and mkdocs create for a heading."""
    return re.sub(r"\s+", "-", re.sub(r"[^\w\s-]", "", heading.lower()))


def _iter_operations(paths: dict[str, Any]) -> Iterator[ApiOperation]:
    for path, operations in sorted(paths.items()):
        for method in METHODS:
            if method in operations:
                operation_spec = operations[method]
                parameters = [*operations.get("parameters", []), *operation_spec.get("parameters", [])]
                yield ApiOperation(method, path, operation_spec, parameters)


def _to_single_line(text: str) -> str:
    return " ".join(text.split())


def _format_summary(operation: ApiOperation) -> str:
    return format_cell(operation.spec["summary"])


def _render_example(operation: ApiOperation, schemas: dict[str, Schema]) -> Iterator[str]:
    """Render the operation as a curl command with all required values.

    Values that the document does not provide are shell variables. Renders nothing for a public POST operation
    without a documented body.
    """
    body = operation.spec.get("requestBody")
    if operation.method == "post" and not body and operation.spec["x-who"] == "public":
        return
    method_flag = f" -X {operation.method.upper()}" if _needs_method_flag(operation) else ""
    lines = [f'curl -s{method_flag} "$host{operation.path.replace("{", "$").replace("}", "")}"']
    if operation.spec["security"]:
        lines.append('-H "Authorization: Bearer $api_key"')
    required_parameters = [
        parameter
        for parameter in operation.parameters
        if parameter["in"] == "query" and parameter["required"]
    ]
    query_options = (
        f'--data-urlencode "{parameter["name"]}={_example_value(parameter["name"], parameter["schema"])}"'
        for parameter in required_parameters
    )
    lines += [
        f"-G {query_option}" if position == 0 else query_option
        for position, query_option in enumerate(query_options)
    ]
    if body:
        schema = next(iter(body["content"].values()))["schema"]
        lines.append(f"--json @- <<END\n{_example_json('body', schema, schemas)}\nEND")
    yield from ("```sh", " \\\n  ".join(lines), "```", "")


def _needs_method_flag(operation: ApiOperation) -> bool:
    """Return whether curl would use a different method by default."""
    return operation.method != ("post" if operation.spec.get("requestBody") else "get")


def _example_value(name: str, schema: Schema) -> str:
    """Return an example value from the document, or else a shell variable."""
    if schema.get("enum"):
        return str(schema["enum"][0])
    return str(schema.get("example", f"${name}"))


def _example_json(name: str, schema: Schema, schemas: dict[str, Schema]) -> str:
    """Return an example of a body value as JSON.

    An object contains its required fields, or all fields if none is required.
    """
    if "$ref" in schema:
        schema = schemas[get_ref_name(schema)]
    alternatives = schema.get("anyOf") or schema.get("oneOf")
    if alternatives:
        return _example_json(name, alternatives[0], schemas)
    if "properties" in schema:
        members: Iterable[str] = schema.get("required") or schema["properties"]
        fields_json = [
            f'"{member}": {_example_json(member, schema["properties"][member], schemas)}'
            for member in members
        ]
        object_json = "{" + ", ".join(fields_json) + "}"
        return object_json if len(object_json) < 90 else "{\n  " + ",\n  ".join(fields_json) + "\n}"
    if "array" in list_types(schema):
        return f"[{_example_json(name, schema['items'], schemas)}]"
    if "object" in list_types(schema):
        return "{}"
    return (
        f'"{_example_value(name, schema)}"'
        if "string" in list_types(schema) or "enum" in schema
        else f"${name}"
    )
