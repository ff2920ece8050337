"""What fields and parameters of the API mean, in words: one sentence a name, in the files of
`api_descriptions/`.

A name means the same nearly everywhere, so that its words stand once (`fields.yaml`, `parameters.yaml`);
where it does not, `schemas.yaml` has them by `VideoFormat.field`. Words beside a schema in the code
(`metadata`) come before both.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML

_DESCRIPTIONS_FOLDER = Path(__file__).parent / "api_descriptions"


def load_descriptions(name: str) -> dict[str, str]:
    """The words of one file: `fields`, `schemas` or `parameters`."""
    descriptions: dict[str, str] = YAML(typ="safe").load(_DESCRIPTIONS_FOLDER / f"{name}.yaml")
    return descriptions


def add_descriptions(spec: dict[str, Any]) -> None:
    """Give each field and parameter of an OpenAPI document that says nothing of itself its words."""
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
    """Each field: its shape, its name, its schema."""
    for schema_name, schema in spec["components"]["schemas"].items():
        for name, field in schema.get("properties", {}).items():
            yield schema_name, name, field


def iter_parameters(spec: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Each parameter, of paths and of operations."""
    for path in spec["paths"].values():
        yield from path.get("parameters", [])
        for operation in path.values():
            if isinstance(operation, dict):
                yield from operation.get("parameters", [])
