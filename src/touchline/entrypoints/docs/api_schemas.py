"""Descriptions of OpenAPI schemas as text and as Markdown tables."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

Schema = Mapping[str, Any]
LinkFormatter = Callable[[str], str]
"""Formats the name of a schema where another schema refers to it."""

SCHEMA_PREFIX = "#/components/schemas/"
FIELD_COLUMNS = ("field", "type", "required", "default", "description")


def format_type(schema: Schema, link: LinkFormatter) -> str:
    """Return the type of a value with its limits, such as `integer, 1 to 100`."""
    if "$ref" in schema:
        return link(get_ref_name(schema))
    alternatives = schema.get("anyOf") or schema.get("oneOf")
    if alternatives:
        return " or ".join(format_type(alternative, link) for alternative in alternatives)
    if "enum" in schema:
        formatted = "one of " + ", ".join(
            format_value(choice) for choice in schema["enum"] if choice is not None
        )
        return formatted + (", or null" if "null" in list_types(schema) else "")
    if list_types(schema) == ["null"]:
        return "null"
    return (
        " or ".join(
            _format_single_type(type_name, schema, link)
            for type_name in list_types(schema)
            if type_name != "null"
        )
        or "anything"
    )


def list_types(schema: Schema) -> list[str]:
    """List the JSON types in a schema's own `type`."""
    declared = schema.get("type", [])
    return [declared] if isinstance(declared, str) else list(declared)


def get_ref_name(reference: Schema) -> str:
    """Return the last part of a `$ref`."""
    return str(reference["$ref"]).rpartition("/")[2]


def iter_schema_names(part: Any) -> Iterator[str]:
    """Iterate over the names of schemas that a part of the document refers to, in order, with repetitions."""
    if isinstance(part, Mapping):
        if str(part.get("$ref", "")).startswith(SCHEMA_PREFIX):
            yield get_ref_name(part)
        for value in part.values():
            yield from iter_schema_names(value)
    elif isinstance(part, list):
        for value in part:
            yield from iter_schema_names(value)


def is_envelope(schema: Schema) -> bool:
    """Return whether the schema is `{"data": …}`, alone or with `meta`."""
    return set(schema.get("properties", {})) in ({"data"}, {"data", "meta"})


def build_field_rows(schema: Schema, link: LinkFormatter) -> Iterator[tuple[str, ...]]:
    """Generate a row of `FIELD_COLUMNS` for each field of an object, required fields first."""
    required = schema.get("required", [])
    for name, member in sorted(schema["properties"].items(), key=lambda item: item[0] not in required):
        yield (f"`{name}`", *_format_field(member, name in required, link))


def build_parameter_row(parameter: Schema, link: LinkFormatter) -> tuple[str, ...]:
    """Return the row of a parameter: the columns of a field, and the parameter's location after its name."""
    row_cells = _format_field(parameter["schema"], parameter["required"], link, parameter)
    return (f"`{parameter['name']}`", parameter["in"], *row_cells)


def render_table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Render a table without the columns that are empty in every row."""
    columns = [column for column in range(len(head)) if any(row[column] for row in rows)]
    for row in (head, ["---"] * len(head), *rows):
        yield f"| {' | '.join(row[column] for column in columns)} |"
    yield ""


def format_cell(text: object) -> str:
    """Format text for a table cell. The text may contain line breaks and `|`."""
    return " ".join(str(text).split()).replace("|", r"\|")


def format_value(item: object) -> str:
    """Format a value as code. Strings have no quotation marks unless they are empty."""
    return format_code(item if isinstance(item, str) and item else json.dumps(_format_number(item)))


def format_code(text: str) -> str:
    """Format code for a table cell. GitHub and mkdocs treat a `|` within backticks differently."""
    return f"<code>{text.replace('|', '&#124;')}</code>" if "|" in text else f"`{text}`"


def _format_field(
    schema: Schema, required: bool, link: LinkFormatter, parameter_spec: Schema | None = None
) -> tuple[str, ...]:
    """Return the columns after the name of a field or parameter: type, required, default, description."""
    parameter_spec = parameter_spec or {}
    descriptions = [
        format_cell(described["description"])
        for described in (parameter_spec, schema)
        if "description" in described
    ]
    if parameter_spec.get("explode"):
        descriptions.append("Repeatable.")
    if "example" in schema:
        descriptions.append(f"Example: {format_value(schema['example'])}.")
    default = format_value(schema["default"]) if "default" in schema else ""
    return (format_type(schema, link), "yes" if required else "no", default, " ".join(descriptions))


def _format_single_type(type_name: str, schema: Schema, link: LinkFormatter) -> str:
    """Format one type of a schema with its limits. "or null" precedes the limits."""
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
    """Return whole floats as integers, so that 100.0 is written as 100."""
    return int(number) if isinstance(number, float) and number.is_integer() else number
