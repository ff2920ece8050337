"""What fields and parameters of the API mean, in words: one sentence a name, in the files of `api_words/`.

A name means the same nearly everywhere, so that its words stand once (`fields.yaml`, `parameters.yaml`);
where it does not, `shapes.yaml` has them by `Shape.field`. Words beside a schema in the code (`metadata`)
come before both.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML

_FOLDER = Path(__file__).parent / "api_words"


def words(name: str) -> dict[str, str]:
    """The words of one file: `fields`, `shapes` or `parameters`."""
    read: dict[str, str] = YAML(typ="safe").load(_FOLDER / f"{name}.yaml")
    return read


def explain(spec: dict[str, Any]) -> None:
    """Give each field and parameter of an OpenAPI document that says nothing of itself its words."""
    fields, shapes, parameters = words("fields"), words("shapes"), words("parameters")
    for shape, name, field in fields_in(spec):
        told = shapes.get(f"{shape}.{name}") or fields.get(name)
        if told and "description" not in field:
            field["description"] = told
    for parameter in parameters_in(spec):
        told = parameters.get(parameter["name"])
        if told and "description" not in parameter:
            parameter["description"] = told


def fields_in(spec: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Each field: its shape, its name, its schema."""
    for shape, schema in spec["components"]["schemas"].items():
        for name, field in schema.get("properties", {}).items():
            yield shape, name, field


def parameters_in(spec: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Each parameter, of paths and of operations."""
    for path in spec["paths"].values():
        yield from path.get("parameters", [])
        for operation in path.values():
            if isinstance(operation, dict):
                yield from operation.get("parameters", [])
