"""What a schema of the OpenAPI document asks for, in words and in tables of Markdown."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

Schema = Mapping[str, Any]
Link = Callable[[str], str]
"""How the name of a shape is written where it is asked for."""

SHAPES = "#/components/schemas/"
FIELDS = ("field", "type", "required", "default", "what it is")


def kind(schema: Schema, link: Link) -> str:
    """The type of a value with its limits: `integer, 1 to 100`."""
    if "$ref" in schema:
        return link(name_of(schema))
    either = schema.get("anyOf") or schema.get("oneOf")
    if either:
        return " or ".join(kind(one, link) for one in either)
    if "enum" in schema:
        said = "one of " + ", ".join(value(word) for word in schema["enum"] if word is not None)
        return said + (", or null" if "null" in types(schema) else "")
    if types(schema) == ["null"]:
        return "null"
    return " or ".join(_one(each, schema, link) for each in types(schema) if each != "null") or "anything"


def types(schema: Schema) -> list[str]:
    """The JSON types that a schema names itself."""
    named = schema.get("type", [])
    return [named] if isinstance(named, str) else list(named)


def name_of(reference: Schema) -> str:
    """The last word of a `$ref`."""
    return str(reference["$ref"]).rpartition("/")[2]


def shapes_in(part: Any) -> Iterator[str]:
    """The names of the shapes that a part of the document refers to, in order, each as often as it does."""
    if isinstance(part, Mapping):
        if str(part.get("$ref", "")).startswith(SHAPES):
            yield name_of(part)
        for each in part.values():
            yield from shapes_in(each)
    elif isinstance(part, list):
        for each in part:
            yield from shapes_in(each)


def is_envelope(schema: Schema) -> bool:
    """Whether it is `{"data": …}`, alone or with `meta`."""
    return set(schema.get("properties", {})) in ({"data"}, {"data", "meta"})


def field_rows(schema: Schema, link: Link) -> Iterator[tuple[str, ...]]:
    """A row of FIELDS for each member of an object, those that must be there first."""
    required = schema.get("required", [])
    for name, member in sorted(schema["properties"].items(), key=lambda each: each[0] not in required):
        yield (f"`{name}`", *_asked(member, name in required, link))


def parameter_row(parameter: Schema, link: Link) -> tuple[str, ...]:
    """The row of a parameter; beside FIELDS it has where the parameter goes."""
    asked = _asked(parameter["schema"], parameter["required"], link, parameter)
    return (f"`{parameter['name']}`", parameter["in"], *asked)


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """A table without the columns that are empty in every row."""
    kept = [at for at in range(len(head)) if any(row[at] for row in rows)]
    for row in (head, ["---"] * len(head), *rows):
        yield f"| {' | '.join(row[at] for at in kept)} |"
    yield ""


def cell(text: object) -> str:
    """A text that may hold line ends and `|`, for a cell."""
    return " ".join(str(text).split()).replace("|", r"\|")


def value(thing: object) -> str:
    """A value as code; words go without quotation marks, unless there is nothing between them."""
    return code(thing if isinstance(thing, str) and thing else json.dumps(_plain(thing)))


def code(text: str) -> str:
    """Code that a cell may hold: within backticks GitHub and mkdocs read a `|` differently."""
    return f"<code>{text.replace('|', '&#124;')}</code>" if "|" in text else f"`{text}`"


def _asked(schema: Schema, required: bool, link: Link, place: Schema | None = None) -> tuple[str, ...]:
    """What stands behind the name of a field or parameter: type, required, default, description."""
    place = place or {}
    about = [cell(each["description"]) for each in (place, schema) if "description" in each]
    if place.get("explode"):
        about.append("Repeated for more than one.")
    if "example" in schema:
        about.append(f"Such as {value(schema['example'])}.")
    default = value(schema["default"]) if "default" in schema else ""
    return (kind(schema, link), "yes" if required else "no", default, " ".join(about))


def _one(named: str, schema: Schema, link: Link) -> str:
    """A type of a schema with the limits that hold for it; whether it may be null stands before them."""
    null = " or null" if "null" in types(schema) else ""
    if named == "array":
        items = kind(schema.get("items", {}), link)
        several = f"({items})" if "," in items or " or " in items else items
        limits = _limits("{} of them", schema, "minItems", "maxItems")
        return f"list{null} of {several}{limits}"
    if named == "object":
        inner = schema.get("additionalProperties")
        return f"object{null}, each value: {kind(inner, link)}" if inner else f"object{null}"
    said = f"{named} ({schema['format']})" if "format" in schema else named
    if named != "string":
        return said + null + _limits("{}", schema, "minimum", "maximum")
    like = f" like {code(schema['pattern'])}" if "pattern" in schema else ""
    return said + null + like + _limits("{} characters", schema, "minLength", "maxLength")


def _limits(unit: str, schema: Schema, least: str, most: str) -> str:
    low, high = (None if schema.get(end) is None else str(_plain(schema[end])) for end in (least, most))
    if low and high:
        return ", " + unit.format(f"{low} to {high}")
    if (least, low, high) == ("minLength", "1", None):
        return ", not empty"
    if low or high:
        return f", at {'least' if low else 'most'} " + unit.format(low or high)
    return ""


def _plain(number: object) -> object:
    """100.0 is written 100."""
    return int(number) if isinstance(number, float) and number.is_integer() else number
