"""The pages of docs/reference/api tell the whole of `contracts/openapi.json`."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from touchline.entrypoints import api_reference, reference
from touchline.entrypoints.api_shapes import code, kind, parameter_row, table

DOCUMENT: dict[str, Any] = json.loads(api_reference.OPENAPI.read_text("utf-8"))
SHAPES: dict[str, Any] = DOCUMENT["components"]["schemas"]
FOLDER = reference.PAGES / "api"
PAGES = {path.name: path.read_text("utf-8") for path in sorted(FOLDER.glob("*.md"))}
NUMBERS = ("minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems")


def sections(text: str) -> dict[str, str]:
    """What stands below each heading of the third rank."""
    parts = re.split(r"^### (.+)$", text, flags=re.MULTILINE)
    bodies = (re.split(r"^## ", body, flags=re.MULTILINE)[0] for body in parts[2::2])
    return dict(zip(parts[1::2], bodies, strict=True))


TOLD = {name: body for text in PAGES.values() for name, body in sections(text).items()}
CALLS = {
    f"{method.upper()} {path}": (operations.get("parameters", []), said)
    for path, operations in DOCUMENT["paths"].items()
    for method, said in operations.items()
    if method != "parameters"
}


def rows(section: str) -> dict[str, str]:
    """The rows of a section's tables, by what stands first in them."""
    return {found[1]: found[0] for found in re.finditer(r"^\| `([^`]+)` \|.*$", section, re.MULTILINE)}


def shapes_of(part: Any) -> Iterator[str]:
    """The names of the shapes that a part of the document names, and of those that these name."""
    waiting, seen = [part], set[str]()
    while waiting:
        found = set(re.findall(r"#/components/schemas/(\w+)", json.dumps(waiting.pop()))) - seen
        seen |= found
        waiting += [SHAPES[name] for name in found]
    return iter(sorted(seen))


def untold(schema: Mapping[str, Any], row: str) -> list[str]:
    """Words and numbers of a field's schema that its row does not say."""
    words = [str(word) for word in schema.get("enum", []) if word is not None]
    numbers = [schema[name] for name in NUMBERS if name in schema and schema[name] != 1]
    words += [str(int(number)) if number == int(number) else str(number) for number in numbers]
    words += [" ".join(str(schema["description"]).split())] if "description" in schema else []
    words += [code(schema["pattern"])] if "pattern" in schema else []
    words += ["null"] if "null" in schema.get("type", []) else []
    if schema.get("default") not in (None, ""):
        words.append(code(str(json.dumps(schema["default"])).strip('"')))
    return [word for word in words if word not in row]


@pytest.mark.parametrize("name", CALLS)
def test_a_call_is_told_with_each_parameter_field_and_status_and_who_may_call_it(name: str) -> None:
    shared, said = CALLS[name]
    told = TOLD[f"`{name}`"]
    sent, _, answered = told.partition("| status |")
    parameters, _, body = sent.partition("Body, as ")
    assert " ".join(said["summary"].split()) in told
    assert " ".join(said.get("description", "").split()) in told
    assert f"For {api_reference.WHO[said['x-who']][1]}." in told
    assert bool(said["security"]) == ("(index.md#keys)" in told)
    assert list(said["responses"]) == list(rows(answered))[: len(said["responses"])]
    found = rows(parameters)
    for each in [*shared, *said.get("parameters", [])]:
        assert f"| {each['in']} |" in found[each["name"]]
        assert f"| {'yes' if each['required'] else 'no'} |" in found[each["name"]]
        assert untold(each["schema"], found[each["name"]]) == [], each["name"]
    found = rows(body)
    for shape in set(re.findall(r"#/components/schemas/(\w+)", json.dumps(said.get("requestBody")))):
        for field, schema in SHAPES[shape]["properties"].items():
            needed = field in SHAPES[shape].get("required", [])
            assert f"| {'yes' if needed else 'no'} |" in found[field]
            assert untold(schema, found[field]) == [], field


@pytest.mark.parametrize("name", CALLS)
def test_every_field_of_what_a_call_answers_is_told_with_it_or_where_it_is_linked(name: str) -> None:
    answers = [DOCUMENT["components"]["responses"], CALLS[name][1]["responses"]]
    for shape in shapes_of(answers):
        if set(SHAPES[shape]["properties"]) in ({"data"}, {"data", "meta"}):
            continue
        found = rows(TOLD[shape] if shape in TOLD else TOLD[f"`{name}`"].partition(f"`{shape}`:")[2])
        for field, schema in SHAPES[shape]["properties"].items():
            assert untold(schema, found[field]) == [], f"{shape}.{field}"


def test_every_call_is_in_the_list_once_and_leads_to_its_section() -> None:
    listed = re.findall(r"^\| \[`([^`]+)`\]\((\w+\.md)#([^)]+)\)", PAGES["index.md"], re.MULTILINE)
    assert sorted(call for call, _, _ in listed) == sorted(CALLS)
    for call, page, anchor in listed:
        assert f"### `{call}`" in PAGES[page]
        assert api_reference.anchor(call) == anchor


@pytest.mark.parametrize("page", PAGES)
def test_no_two_headings_of_a_page_have_the_same_anchor(page: str) -> None:
    headings = re.findall(r"^##+ (.+)$", PAGES[page], re.MULTILINE)
    anchors = [api_reference.anchor(re.sub(r"\]\(.*", "", heading)) for heading in headings]
    assert len(set(anchors)) == len(anchors)


def test_the_document_itself_is_on_the_site_and_linked() -> None:
    assert (FOLDER / "openapi.json").resolve() == api_reference.OPENAPI
    assert "[openapi.json](openapi.json)" in PAGES["index.md"]


def test_an_example_sends_what_must_be_there_and_makes_nothing_up() -> None:
    def typed(call: str) -> str:
        return TOLD[f"`{call}`"].partition("```sh\n")[2].partition("\n```")[0].replace(" \\\n ", "")

    key = '-H "Authorization: Bearer $api_key"'
    assert typed("GET /api/events/{event_id}") == f'curl -s "$host/api/events/$event_id" {key}'
    assert typed("GET /api/apply_coupon").endswith('-G --data-urlencode "type=event"')
    assert typed("DELETE /api/auth/sessions") == f'curl -s -X DELETE "$host/api/auth/sessions" {key}'
    assert typed("POST /api/get_api_key") == (
        'curl -s "$host/api/get_api_key" --json @- <<END\n{"channel_key": "$channel_key"}\nEND'
    )
    assert typed("POST /api/stripe/webhook") == ""


def test_a_type_is_said_in_words_with_its_limits() -> None:
    def said(**schema: Any) -> str:
        return kind(schema, lambda name: f"[{name}]")

    shape = {"$ref": "#/components/schemas/Score"}
    assert said(type=["integer", "null"], minimum=1, maximum=9.0) == "integer or null, 1 to 9"
    assert said(type="string", minLength=1) == "string, not empty"
    assert said(type="string", pattern="a|b") == "string like <code>a&#124;b</code>"
    assert said(enum=["a", None], type=["string", "null"]) == "one of `a`, or null"
    assert said(anyOf=[shape, {"type": "null"}]) == "[Score] or null"
    assert said(type="array", items={"type": ["string", "null"]}) == "list of (string or null)"
    assert said(type="array", items=shape, maxItems=5) == "list of [Score], at most 5 of them"
    assert said(type="object", additionalProperties={"type": "string"}) == "object, each value: string"
    assert said() == "anything"


def test_a_column_that_says_nothing_is_left_out() -> None:
    assert list(table(("a", "b"), [("1", ""), ("2", "")])) == ["| a |", "| --- |", "| 1 |", "| 2 |", ""]


def test_a_parameter_that_may_come_more_than_once_says_so() -> None:
    place = {"name": "q", "in": "query", "required": False, "explode": True}
    row = parameter_row({**place, "schema": {"type": "string", "example": "x"}}, str)
    assert row == ("`q`", "query", "string", "no", "", "Repeated for more than one. Such as `x`.")
