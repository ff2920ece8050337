"""What a schema of the OpenAPI document asks for, in words and in tables of Markdown."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

Schema = Mapping[str, Any]
LinkFormatter = Callable[[str], str]
"""How the name of a shape is written where it is asked for."""

SCHEMA_PREFIX = "#/components/schemas/"
FIELD_COLUMNS = ("field", "type", "required", "default", "what it is")


def format_type(schema: Schema, link: LinkFormatter) -> str:
    """The type of a value with its limits: `integer, 1 to 100`."""
    if "$ref" in schema:
        return link(get_ref_name(schema))
    alternatives = schema.get("anyOf") or schema.get("oneOf")
    if alternatives:
        return " or ".join(format_type(one, link) for one in alternatives)
    if "enum" in schema:
        formatted = "one of " + ", ".join(
            format_value(choice) for choice in schema["enum"] if choice is not None
        )
        return formatted + (", or null" if "null" in list_types(schema) else "")
    if list_types(schema) == ["null"]:
        return "null"
    return (
        " or ".join(_format_single_type(each, schema, link) for each in list_types(schema) if each != "null")
        or "anything"
    )


def list_types(schema: Schema) -> list[str]:
    """The JSON types that a schema names itself."""
    type_name = schema.get("type", [])
    return [type_name] if isinstance(type_name, str) else list(type_name)


def get_ref_name(reference: Schema) -> str:
    """The last word of a `$ref`."""
    return str(reference["$ref"]).rpartition("/")[2]


def iter_schema_names(part: Any) -> Iterator[str]:
    """The names of the shapes that a part of the document refers to, in order, each as often as it does."""
    if isinstance(part, Mapping):
        if str(part.get("$ref", "")).startswith(SCHEMA_PREFIX):
            yield get_ref_name(part)
        for each in part.values():
            yield from iter_schema_names(each)
    elif isinstance(part, list):
        for each in part:
            yield from iter_schema_names(each)


def is_envelope(schema: Schema) -> bool:
    """Whether it is `{"data": …}`, alone or with `meta`."""
    return set(schema.get("properties", {})) in ({"data"}, {"data", "meta"})


def build_field_rows(schema: Schema, link: LinkFormatter) -> Iterator[tuple[str, ...]]:
    """A row of FIELDS for each member of an object, those that must be there first."""
    required = schema.get("required", [])
    for name, member in sorted(schema["properties"].items(), key=lambda each: each[0] not in required):
        yield (f"`{name}`", *_format_field(member, name in required, link))


def build_parameter_row(parameter: Schema, link: LinkFormatter) -> tuple[str, ...]:
    """The row of a parameter; beside FIELDS it has where the parameter goes."""
    row_cells = _format_field(parameter["schema"], parameter["required"], link, parameter)
    return (f"`{parameter['name']}`", parameter["in"], *row_cells)


def render_table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """A table without the columns that are empty in every row."""
    columns = [column for column in range(len(head)) if any(row[column] for row in rows)]
    for row in (head, ["---"] * len(head), *rows):
        yield f"| {' | '.join(row[column] for column in columns)} |"
    yield ""


def format_cell(text: object) -> str:
    """A text that may hold line ends and `|`, for a cell."""
    return " ".join(str(text).split()).replace("|", r"\|")


def format_value(item: object) -> str:
    """A value as code; words go without quotation marks, unless there is nothing between them."""
    return format_code(item if isinstance(item, str) and item else json.dumps(_format_number(item)))


def format_code(text: str) -> str:
    """Code that a cell may hold: within backticks GitHub and mkdocs read a `|` differently."""
    return f"<code>{text.replace('|', '&#124;')}</code>" if "|" in text else f"`{text}`"


def _format_field(
    schema: Schema, required: bool, link: LinkFormatter, parameter_spec: Schema | None = None
) -> tuple[str, ...]:
    """What stands behind the name of a field or parameter: type, required, default, description."""
    parameter_spec = parameter_spec or {}
    descriptions = [
        format_cell(each["description"]) for each in (parameter_spec, schema) if "description" in each
    ]
    if parameter_spec.get("explode"):
        descriptions.append("Repeated for more than one.")
    if "example" in schema:
        descriptions.append(f"Such as {format_value(schema['example'])}.")
    default = format_value(schema["default"]) if "default" in schema else ""
    return (format_type(schema, link), "yes" if required else "no", default, " ".join(descriptions))


def _format_single_type(type_name: str, schema: Schema, link: LinkFormatter) -> str:
    """A type of a schema with the limits that hold for it; whether it may be null stands before them."""
    null = " or null" if "null" in list_types(schema) else ""
    if type_name == "array":
        items = format_type(schema.get("items", {}), link)
        item_type = f"({items})" if "," in items or " or " in items else items
        limits = _format_limits("{} of them", schema, "minItems", "maxItems")
        return f"list{null} of {item_type}{limits}"
    if type_name == "object":
        inner = schema.get("additionalProperties")
        return f"object{null}, each value: {format_type(inner, link)}" if inner else f"object{null}"
    formatted = f"{type_name} ({schema['format']})" if "format" in schema else type_name
    if type_name != "string":
        return formatted + null + _format_limits("{}", schema, "minimum", "maximum")
    pattern = f" like {format_code(schema['pattern'])}" if "pattern" in schema else ""
    return formatted + null + pattern + _format_limits("{} characters", schema, "minLength", "maxLength")


def _format_limits(unit: str, schema: Schema, min_key: str, max_key: str) -> str:
    low, high = (
        None if schema.get(end) is None else str(_format_number(schema[end])) for end in (min_key, max_key)
    )
    if low and high:
        return ", " + unit.format(f"{low} to {high}")
    if (min_key, low, high) == ("minLength", "1", None):
        return ", not empty"
    if low or high:
        return f", at {'least' if low else 'most'} " + unit.format(low or high)
    return ""


def _format_number(number: object) -> object:
    """100.0 is written 100."""
    return int(number) if isinstance(number, float) and number.is_integer() else number
