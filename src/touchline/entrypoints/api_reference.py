"""The pages of docs/reference/api, told from the OpenAPI document: each call, what it takes and answers.

`touchline.entrypoints.reference` writes them. A shape that one answer alone has is told with its call; one
that several have is told once, at the end of the first page that needs it, and linked from everywhere.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from touchline.entrypoints.api_shapes import (
    FIELDS,
    Link,
    Schema,
    cell,
    field_rows,
    is_envelope,
    kind,
    name_of,
    parameter_row,
    shapes_in,
    table,
    types,
)

OPENAPI = Path(__file__).resolve().parents[3] / "contracts" / "openapi.json"
METHODS = ("get", "post", "patch", "put", "delete")
WHO = {
    "public": ("–", "everybody, without a key"),
    "any_key": ("A", "whoever has an [api key](index.md#keys)"),
    "viewer": ("V", "a viewer: an [api key](index.md#keys) with somebody logged in"),
    "staff": ("O", "an operator of the channel: an [api key](index.md#keys) with one logged in"),
}
INDEX = "index"
CHAPTERS: dict[str, tuple[str, tuple[str, ...]]] = {
    "start": ("Start-up", ("start", "keys", "bootstrap", "site")),
    "accounts": (
        "Accounts",
        (
            "accounts",
            "auth_links",
            "sessions",
            "social_start",
            "social",
            "second_factor",
            "devices",
            "account-export",
            "closing",
        ),
    ),
    "catalogue": ("Catalogue", ("events", "places", "library", "search", "calendars", "site-calendars")),
    "buying": (
        "Buying",
        (
            "offer_lines",
            "offers",
            "coupons",
            "buying",
            "orders",
            "receipts",
            "renewals",
            "cards",
            "access",
            "webhook",
        ),
    ),
    "clips": ("Clips and downloads", ("clips", "downloads")),
    "viewers": ("What viewers keep and send", ("favorites", "watching", "reminders", "news", "forms")),
    "counting": ("Counting and reports", ("datalake", "report_tokens", "client_errors", "reports")),
}
"""The pages in the order of reading: title and tags of each."""


@dataclass(frozen=True)
class Call:
    """One operation of the document; `parameters` are those of its path and its own."""

    method: str
    path: str
    said: Schema
    parameters: list[Schema]

    @property
    def name(self) -> str:
        """As in `GET /api/events`."""
        return f"{self.method.upper()} {self.path}"

    @property
    def anchor(self) -> str:
        """Where its heading is reached, as GitHub and mkdocs both make it."""
        return anchor(self.name)


class Reference:
    """All pages of a document."""

    def __init__(self, document: dict[str, Any]) -> None:
        self.shapes: dict[str, Schema] = document["components"]["schemas"]
        self._answers: dict[str, Schema] = document["components"]["responses"]
        self._about = {tag["name"]: tag["description"].strip().rstrip(".") for tag in document["tags"]}
        self._calls = list(_calls(document["paths"]))
        self._uses: Counter[str] = Counter()
        self._homes: dict[str, str] = {}
        self._settle(INDEX, {"$ref": "#/components/schemas/Problem"}, {"$ref": "#/components/schemas/Meta"})
        for page in CHAPTERS:
            for call in self.calls(page):
                answers = [self._resolved(answer) for answer in call.said["responses"].values()]
                bodies = [self.shapes[name] for name in self._bodies(call)]
                self._settle(page, *answers, *bodies)
        self._alone = {name for call in self._calls for name in self._payloads(call) if self._uses[name] == 1}

    def calls(self, page: str) -> list[Call]:
        """The calls of a page, in the order of its tags."""
        return [call for tag in CHAPTERS[page][1] for call in self._tagged(tag)]

    def index(self) -> Iterator[str]:
        """Every call in a line, by page, and the two shapes that every page needs."""
        for page, (title, _) in CHAPTERS.items():
            rows = [
                (f"[`{call.name}`]({page}.md#{call.anchor})", WHO[call.said["x-who"]][0], _summary(call))
                for call in sorted(self.calls(page), key=lambda call: (call.path, METHODS.index(call.method)))
            ]
            yield from (f"### [{title}]({page}.md)", "")
            yield from table(("call", "who", "what it answers"), rows)
        yield from self._told(INDEX)

    def page(self, page: str) -> Iterator[str]:
        """The calls of a page, each whole, and the shapes that are at home there."""
        for tag in CHAPTERS[page][1]:
            yield from (f"## {self._about[tag]}", "")
            for call in self._tagged(tag):
                yield from self._call(page, call)
        yield from self._told(page)

    def _tagged(self, tag: str) -> Iterator[Call]:
        return (call for call in self._calls if tag in call.said["tags"])

    def _call(self, page: str, call: Call) -> Iterator[str]:
        yield from (f"### `{call.name}`", "", _line(call.said["summary"]), "")
        if "description" in call.said:
            yield from (_line(call.said["description"]), "")
        yield from (f"For {WHO[call.said['x-who']][1]}.", "")
        if "x-limits" in call.said:
            yield from (f"Limits: {'; '.join(call.said['x-limits'])}.", "")
        if call.parameters:
            rows = [parameter_row(each, self._link(page)) for each in call.parameters]
            yield from table(("parameter", "in", *FIELDS[1:]), rows)
        yield from self._body(page, call)
        yield from table(("status", "when", "body"), list(self._statuses(page, call)))
        for name in self._payloads(call):
            if name in self._alone:
                yield from (f"`{name}`:", "")
                yield from self._fields(page, self.shapes[name], answer=True)
        yield from _example(call, self.shapes)

    def _body(self, page: str, call: Call) -> Iterator[str]:
        body = call.said.get("requestBody")
        if not body:
            return
        kinds = " or ".join(f"`{each}`" for each in body["content"])
        (schema,) = {json.dumps(each["schema"]): each["schema"] for each in body["content"].values()}.values()
        needed = "" if body.get("required") else ", may be left out"
        yield from (f"Body, as {kinds}{needed}: {kind(schema, lambda name: f'`{name}`')}.", "")
        for name in self._bodies(call):
            yield from self._fields(page, self.shapes[name], answer=False)

    def _bodies(self, call: Call) -> list[str]:
        return list(dict.fromkeys(shapes_in(call.said.get("requestBody"))))

    def _statuses(self, page: str, call: Call) -> Iterator[tuple[str, str, str]]:
        for status, named in call.said["responses"].items():
            answer = self._resolved(named)
            forms = [self._form(page, media, each) for media, each in answer.get("content", {}).items()]
            yield f"`{status}`", cell(answer["description"]), " or ".join(forms) or "none"

    def _form(self, page: str, media: str, content: Schema) -> str:
        """The body of an answer in one form; JSON is not named."""
        schema = content["schema"]
        if not media.endswith("json"):
            return f"`{media}`"
        if "$ref" in schema and is_envelope(self.shapes[name_of(schema)]):
            members = self.shapes[name_of(schema)]["properties"].items()
            return ", ".join(f"`{name}`: {kind(member, self._link(page))}" for name, member in members)
        return kind(schema, self._link(page))

    def _payloads(self, call: Call) -> list[str]:
        """The shapes that the answers of a call name, without their envelopes."""
        answers = [answer for answer in call.said["responses"].values() if "$ref" not in answer]
        return list(dict.fromkeys(self._named(answers)))

    def _named(self, part: Any) -> Iterator[str]:
        for name in shapes_in(part):
            if is_envelope(self.shapes[name]):
                yield from self._named(self.shapes[name])
            else:
                yield name

    def _resolved(self, answer: Schema) -> Schema:
        return self._answers[name_of(answer)] if "$ref" in answer else answer

    def _settle(self, page: str, *parts: Schema) -> None:
        """Give a home to every shape that the parts need and that has none yet."""
        for name in self._named(list(parts)):
            self._uses[name] += 1
            if name not in self._homes:
                self._homes[name] = page
                self._settle(page, self.shapes[name])

    def _told(self, page: str) -> Iterator[str]:
        """The shapes at home on a page that are not told with their call."""
        names = sorted(name for name, home in self._homes.items() if home == page and name not in self._alone)
        if names:
            yield from ("## Shapes", "")
        for name in names:
            yield from (f"### {name}", "")
            yield from self._fields(page, self.shapes[name], answer=True)

    def _fields(self, page: str, schema: Schema, *, answer: bool) -> Iterator[str]:
        rows = list(field_rows(schema, self._link(page)))
        if not rows:
            yield from ("An object without fields.", "")
            return
        if answer and all(row[2] == "yes" for row in rows):
            rows = [(*row[:2], "", *row[3:]) for row in rows]
        yield from table(FIELDS, rows)

    def _link(self, page: str) -> Link:
        def link(name: str) -> str:
            if name in self._alone:
                return f"`{name}`"
            home = self._homes[name]
            return f"[{name}]({'' if home == page else f'{home}.md'}#{anchor(name)})"

        return link


def read() -> Reference:
    """The reference of the document that is committed."""
    return Reference(json.loads(OPENAPI.read_text("utf-8")))


def anchor(heading: str) -> str:
    """The anchor that GitHub and mkdocs both give to a heading."""
    return re.sub(r"\s+", "-", re.sub(r"[^\w\s-]", "", heading.lower()))


def _calls(paths: dict[str, Any]) -> Iterator[Call]:
    for path, operations in sorted(paths.items()):
        for method in METHODS:
            if method in operations:
                said = operations[method]
                parameters = [*operations.get("parameters", []), *said.get("parameters", [])]
                yield Call(method, path, said, parameters)


def _line(text: str) -> str:
    return " ".join(text.split())


def _summary(call: Call) -> str:
    return cell(call.said["summary"])


def _example(call: Call, shapes: dict[str, Schema]) -> Iterator[str]:
    """The call by curl, with what it must have; what the document does not tell is a variable of the shell.
    Where it tells nothing of what is sent, there is none."""
    body = call.said.get("requestBody")
    if call.method == "post" and not body and call.said["x-who"] == "public":
        return
    named = f" -X {call.method.upper()}" if _must_be_named(call) else ""
    lines = [f'curl -s{named} "$host{call.path.replace("{", "$").replace("}", "")}"']
    if call.said["security"]:
        lines.append('-H "Authorization: Bearer $api_key"')
    needed = [each for each in call.parameters if each["in"] == "query" and each["required"]]
    told = (f'--data-urlencode "{each["name"]}={_word(each["name"], each["schema"])}"' for each in needed)
    lines += [f"-G {each}" if at == 0 else each for at, each in enumerate(told)]
    if body:
        schema = next(iter(body["content"].values()))["schema"]
        lines.append(f"--json @- <<END\n{_written('body', schema, shapes)}\nEND")
    yield from ("```sh", " \\\n  ".join(lines), "```", "")


def _must_be_named(call: Call) -> bool:
    """Whether curl would take another method by itself."""
    return call.method != ("post" if call.said.get("requestBody") else "get")


def _word(name: str, schema: Schema) -> str:
    """A value that the document tells, else a variable."""
    if schema.get("enum"):
        return str(schema["enum"][0])
    return str(schema.get("example", f"${name}"))


def _written(name: str, schema: Schema, shapes: dict[str, Schema]) -> str:
    """A value of a body as JSON: of an object the fields that must be there, or all if none must."""
    if "$ref" in schema:
        schema = shapes[name_of(schema)]
    either = schema.get("anyOf") or schema.get("oneOf")
    if either:
        return _written(name, either[0], shapes)
    if "properties" in schema:
        members: Iterable[str] = schema.get("required") or schema["properties"]
        written = [f'"{each}": {_written(each, schema["properties"][each], shapes)}' for each in members]
        line = "{" + ", ".join(written) + "}"
        return line if len(line) < 90 else "{\n  " + ",\n  ".join(written) + "\n}"
    if "array" in types(schema):
        return f"[{_written(name, schema['items'], shapes)}]"
    if "object" in types(schema):
        return "{}"
    return f'"{_word(name, schema)}"' if "string" in types(schema) or "enum" in schema else f"${name}"
