"""Descriptions of the API's fields and parameters: one sentence per name, in the files of
`api_descriptions/`.

Most names have one meaning everywhere and one description (`fields.yaml`, `parameters.yaml`). `shapes.yaml`
has the exceptions, as `Schema.field`. Descriptions in the code (`metadata` of a schema) take precedence over
both.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML

_DESCRIPTIONS_FOLDER = Path(__file__).parent / "api_descriptions"


def load_descriptions(name: str) -> dict[str, str]:
    """Return the descriptions of one file: `fields`, `shapes` or `parameters`."""
    descriptions: dict[str, str] = YAML(typ="safe").load(_DESCRIPTIONS_FOLDER / f"{name}.yaml")
    return descriptions


def add_descriptions(spec: dict[str, Any]) -> None:
    """Add descriptions to all fields and parameters of an OpenAPI document that have none."""
    fields, schemas, parameters = (
        load_descriptions("fields"),
        load_descriptions("shapes"),
        load_descriptions("parameters"),
    )
    for schema_name, name, field in iter_fields(spec):
        description = schemas.get(f"{schema_name}.{name}") or fields.get(name)
        if description and "description" not in field:
            field["description"] = description
    for parameter in iter_parameters(spec):
        description = parameters.get(parameter["name"])
        if description and "description" not in parameter:
            parameter["description"] = description


def iter_fields(spec: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Iterate over all fields as (schema name, field name, field schema)."""
    for schema_name, schema in spec["components"]["schemas"].items():
        for name, field in schema.get("properties", {}).items():
            yield schema_name, name, field


def iter_parameters(spec: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Iterate over all parameters of paths and operations."""
    for path in spec["paths"].values():
        yield from path.get("parameters", [])
        for operation in path.values():
            if isinstance(operation, dict):
                yield from operation.get("parameters", [])
