"""The pages of docs/reference/api cover all of `contracts/openapi.json`."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from touchline.entrypoints.docs import api_reference, reference
from touchline.entrypoints.docs.api_schemas import build_parameter_row, format_code, format_type, render_table

DOCUMENT: dict[str, Any] = json.loads(api_reference.OPENAPI.read_text("utf-8"))
SCHEMAS: dict[str, Any] = DOCUMENT["components"]["schemas"]
FOLDER = reference.PAGES / "api"
PAGES = {path.name: path.read_text("utf-8") for path in sorted(FOLDER.glob("*.md"))}
LIMIT_KEYWORDS = ("minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems")


def read_sections(text: str) -> dict[str, str]:
    """Return the text below each level-3 heading."""
    parts = re.split(r"^### (.+)$", text, flags=re.MULTILINE)
    bodies = (re.split(r"^## ", body, flags=re.MULTILINE)[0] for body in parts[2::2])
    return dict(zip(parts[1::2], bodies, strict=True))


DOCUMENTED_CALLS = {name: body for text in PAGES.values() for name, body in read_sections(text).items()}
API_CALLS = {
    f"{method.upper()} {path}": (operations.get("parameters", []), message)
    for path, operations in DOCUMENT["paths"].items()
    for method, message in operations.items()
    if method != "parameters"
}


def read_rows(section: str) -> dict[str, str]:
    """Return the rows of a section's tables, by their first cell."""
    return {found[1]: found[0] for found in re.finditer(r"^\| `([^`]+)` \|.*$", section, re.MULTILINE)}


def list_schemas(part: Any) -> Iterator[str]:
    """Yield the names of the schemas that a part of the document refers to, directly or through other
    schemas.
    """
    waiting, seen = [part], set[str]()
    while waiting:
        found = set(re.findall(r"#/components/schemas/(\w+)", json.dumps(waiting.pop()))) - seen
        seen |= found
        waiting += [SCHEMAS[name] for name in found]
    return iter(sorted(seen))


def find_undocumented(schema: Mapping[str, Any], row: str) -> list[str]:
    """Return words and numbers of a field's schema that are missing in its row."""
    words = [str(word) for word in schema.get("enum", []) if word is not None]
    numbers = [schema[name] for name in LIMIT_KEYWORDS if name in schema and schema[name] != 1]
    words += [str(int(number)) if number == int(number) else str(number) for number in numbers]
    words += [" ".join(str(schema["description"]).split())] if "description" in schema else []
    words += [format_code(schema["pattern"])] if "pattern" in schema else []
    words += ["null"] if "null" in schema.get("type", []) else []
    if schema.get("default") not in (None, ""):
        words.append(format_code(str(json.dumps(schema["default"])).strip('"')))
    return [word for word in words if word not in row]


@pytest.mark.parametrize("name", API_CALLS)
def test_every_call_is_documented_with_parameters_fields_statuses_and_caller(name: str) -> None:
    shared, operation = API_CALLS[name]
    section = DOCUMENTED_CALLS[f"`{name}`"]
    request_part, _, response_part = section.partition("| status |")
    parameters, _, body = request_part.partition("Body, as ")
    assert " ".join(operation["summary"].split()) in section
    assert " ".join(operation.get("description", "").split()) in section
    assert f"For {api_reference.CALLER_CLASSES[operation['x-who']][1]}." in section
    assert bool(operation["security"]) == ("(index.md#keys)" in section)
    assert list(operation["responses"]) == list(read_rows(response_part))[: len(operation["responses"])]
    found = read_rows(parameters)
    for parameter in [*shared, *operation.get("parameters", [])]:
        assert f"| {parameter['in']} |" in found[parameter["name"]]
        assert f"| {'yes' if parameter['required'] else 'no'} |" in found[parameter["name"]]
        assert find_undocumented(parameter["schema"], found[parameter["name"]]) == [], parameter["name"]
    found = read_rows(body)
    for shape in set(re.findall(r"#/components/schemas/(\w+)", json.dumps(operation.get("requestBody")))):
        for field, schema in SCHEMAS[shape]["properties"].items():
            needed = field in SCHEMAS[shape].get("required", [])
            assert f"| {'yes' if needed else 'no'} |" in found[field]
            assert find_undocumented(schema, found[field]) == [], field


@pytest.mark.parametrize("name", API_CALLS)
def test_every_response_field_is_documented_inline_or_linked(name: str) -> None:
    responses = [DOCUMENT["components"]["responses"], API_CALLS[name][1]["responses"]]
    for shape in list_schemas(responses):
        if set(SCHEMAS[shape]["properties"]) in ({"data"}, {"data", "meta"}):
            continue
        found = read_rows(
            DOCUMENTED_CALLS[shape]
            if shape in DOCUMENTED_CALLS
            else DOCUMENTED_CALLS[f"`{name}`"].partition(f"`{shape}`:")[2]
        )
        for field, schema in SCHEMAS[shape]["properties"].items():
            assert find_undocumented(schema, found[field]) == [], f"{shape}.{field}"


def test_the_index_lists_every_call_once_and_links_its_section() -> None:
    listed = re.findall(r"^\| \[`([^`]+)`\]\((\w+\.md)#([^)]+)\)", PAGES["index.md"], re.MULTILINE)
    assert sorted(call for call, _, _ in listed) == sorted(API_CALLS)
    for call, page, anchor in listed:
        assert f"### `{call}`" in PAGES[page]
        assert api_reference.heading_anchor(call) == anchor


@pytest.mark.parametrize("page", PAGES)
def test_no_two_headings_of_a_page_have_the_same_anchor(page: str) -> None:
    headings = re.findall(r"^##+ (.+)$", PAGES[page], re.MULTILINE)
    anchors = [api_reference.heading_anchor(re.sub(r"\]\(.*", "", heading)) for heading in headings]
    assert len(set(anchors)) == len(anchors)


def test_the_openapi_document_is_published_and_linked() -> None:
    assert (FOLDER / "openapi.json").resolve() == api_reference.OPENAPI
    assert "[openapi.json](openapi.json)" in PAGES["index.md"]


def test_examples_send_only_required_parameters() -> None:
    def get_example(call: str) -> str:
        return (
            DOCUMENTED_CALLS[f"`{call}`"].partition("```sh\n")[2].partition("\n```")[0].replace(" \\\n ", "")
        )

    key = '-H "Authorization: Bearer $api_key"'
    assert get_example("GET /api/events/{event_id}") == f'curl -s "$host/api/events/$event_id" {key}'
    assert get_example("GET /api/apply_coupon").endswith('-G --data-urlencode "type=event"')
    assert get_example("DELETE /api/auth/sessions") == f'curl -s -X DELETE "$host/api/auth/sessions" {key}'
    assert get_example("POST /api/get_api_key") == (
        'curl -s "$host/api/get_api_key" --json @- <<END\n{"channel_key": "$channel_key"}\nEND'
    )
    assert get_example("POST /api/stripe/webhook") == ""


def test_types_are_described_with_their_limits() -> None:
    def get_text(**schema: Any) -> str:
        return format_type(schema, lambda name: f"[{name}]")

    shape = {"$ref": "#/components/schemas/Score"}
    assert get_text(type=["integer", "null"], minimum=1, maximum=9.0) == "integer or null, 1 to 9"
    assert get_text(type="string", minLength=1) == "string, not empty"
    assert get_text(type="string", pattern="a|b") == "string like <code>a&#124;b</code>"
    assert get_text(enum=["a", None], type=["string", "null"]) == "one of `a`, or null"
    assert get_text(anyOf=[shape, {"type": "null"}]) == "[Score] or null"
    assert get_text(type="array", items={"type": ["string", "null"]}) == "list of (string or null)"
    assert get_text(type="array", items=shape, maxItems=5) == "list of [Score], at most 5 of them"
    assert get_text(type="object", additionalProperties={"type": "string"}) == "object, each value: string"
    assert get_text() == "anything"


def test_empty_columns_are_omitted() -> None:
    assert list(render_table(("a", "b"), [("1", ""), ("2", "")])) == [
        "| a |",
        "| --- |",
        "| 1 |",
        "| 2 |",
        "",
    ]


def test_repeatable_parameters_are_documented_as_such() -> None:
    place = {"name": "q", "in": "query", "required": False, "explode": True}
    row = build_parameter_row({**place, "schema": {"type": "string", "example": "x"}}, str)
    assert row == ("`q`", "query", "string", "no", "", "Repeatable. Example: `x`.")
