"""The schema that code expects, as a description, and the checks for what a newer database would break.

During a rolling upgrade, the previous release still runs on the upgraded database. So the schema that it
expects is stored (`contracts/schema`), and each migration is checked against it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Date,
    DateTime,
    Engine,
    Float,
    Inspector,
    Integer,
    LargeBinary,
    MetaData,
    Numeric,
    String,
    Table,
    UniqueConstraint,
    inspect,
)
from sqlalchemy.types import TypeDecorator, TypeEngine

SchemaDescription = Mapping[str, Any]
"""A mapping from table name to the description of the table.

A description has `columns` (name: `type`, `null`), `key`, `unique` and `references` (column: `table.column`).
"""

_TYPE_NAMES: tuple[tuple[type[TypeEngine[Any]], str], ...] = (
    (JSON, "json"),
    (Boolean, "truth"),
    (DateTime, "instant"),
    (Date, "day"),
    (Float, "float"),
    (Integer, "integer"),
    (Numeric, "decimal"),
    (LargeBinary, "bytes"),
    (String, "text"),
)
"""Type classes and their names. The first match wins, because a float is also a number."""
_TYPES_BY_NAME: Mapping[str, TypeEngine[Any]] = {
    "json": JSON(),
    "truth": Boolean(),
    "instant": DateTime(timezone=True),
    "day": Date(),
    "float": Float(),
    "integer": BigInteger(),
    "decimal": Numeric(),
    "bytes": LargeBinary(),
    "text": String(),
}


def describe_schema(metadata: MetaData) -> dict[str, Any]:
    """Describe the tables that the code expects."""
    return {
        table.name: _describe_table(table) for table in sorted(metadata.tables.values(), key=lambda t: t.name)
    }


def build_tables(schema: SchemaDescription) -> MetaData:
    """Build tables from a description, to write the statements that the code of that release would send."""
    metadata = MetaData()
    for name, description in schema.items():
        columns = [
            Column(column, _parse_type(column_spec["type"]), primary_key=column in description["key"])
            for column, column_spec in description["columns"].items()
        ]
        Table(name, metadata, *columns)
    return metadata


def find_incompatibilities(schema: SchemaDescription, engine: Engine) -> Iterator[str]:
    """Yield a sentence for each part of the database that would break code that expects `schema`."""
    inspector = inspect(engine)
    existing_tables = set(inspector.get_table_names())
    for table, description in schema.items():
        if table not in existing_tables:
            yield f"{table} was removed or renamed"
            continue
        yield from _check_columns(table, description["columns"], inspector)
        yield from _check_constraints(table, description, inspector)


def _describe_table(table: Table) -> dict[str, Any]:
    uniques = [
        sorted(column.name for column in constraint.columns)
        for constraint in table.constraints
        if isinstance(constraint, UniqueConstraint)
    ]
    uniques += [sorted(column.name for column in index.columns) for index in table.indexes if index.unique]
    references = {column.name: key.target_fullname for column in table.columns for key in column.foreign_keys}
    return {
        "columns": {
            column.name: {"type": _describe_type(column.type), "null": bool(column.nullable)}
            for column in table.columns
        },
        "key": [column.name for column in table.primary_key.columns],
        "unique": sorted(uniques),
        "references": references,
    }


def _describe_type(type_name: TypeEngine[Any]) -> str:
    base_type = type_name.impl_instance if isinstance(type_name, TypeDecorator) else type_name
    name = next(name for type_class, name in _TYPE_NAMES if isinstance(base_type, type_class))
    length = getattr(base_type, "length", None)
    return f"{name} {length}" if name == "text" and length else name


def _parse_type(text: str) -> TypeEngine[Any]:
    type_name, _, length = text.partition(" ")
    return String(int(length)) if length else _TYPES_BY_NAME[type_name]


def _check_columns(table: str, expected: Mapping[str, Any], inspector: Inspector) -> Iterator[str]:
    columns = {column["name"]: column for column in inspector.get_columns(table)}
    for name, column_spec in expected.items():
        column = columns.get(name)
        if column is None:
            yield f"{table}.{name} was removed or renamed"
            continue
        current_type = _describe_type(column["type"])
        if not _is_compatible(current_type, column_spec["type"]):
            yield f"{table}.{name} was {column_spec['type']} and is {current_type}"
        if column_spec["null"] and not column["nullable"]:
            yield f"{table}.{name} no longer allows NULL"
    for name, column in columns.items():
        has_default = column["nullable"] or column["default"] is not None or column.get("identity")
        if name not in expected and not has_default:
            yield f"{table}.{name} is new, does not allow NULL and has no server default"


def _check_constraints(table: str, description: Mapping[str, Any], inspector: Inspector) -> Iterator[str]:
    known_constraints = {tuple(sorted(columns)) for columns in description["unique"]} | {
        tuple(sorted(description["key"]))
    }
    constraints: list[Sequence[str | None]] = [
        constraint["column_names"] for constraint in inspector.get_unique_constraints(table)
    ]
    constraints += [index["column_names"] for index in inspector.get_indexes(table) if index["unique"]]
    for columns in {
        tuple(sorted(str(name) for name in constraint)) for constraint in constraints
    } - known_constraints:
        yield f"{table} has a new constraint: unique ({', '.join(columns)})"
    for constraint in inspector.get_check_constraints(table):
        yield f"{table} has a new constraint: check ({constraint['name']})"
    for key in inspector.get_foreign_keys(table):
        for column, target in zip(key["constrained_columns"], key["referred_columns"], strict=True):
            referred_column = f"{key['referred_table']}.{target}"
            if column in description["columns"] and description["references"].get(column) != referred_column:
                yield f"{table} has a new constraint: {column} refers to {referred_column}"


def _is_compatible(current_type: str, previous_type: str) -> bool:
    type_name, _, length = current_type.partition(" ")
    previous_type_name, _, previous_length = previous_type.partition(" ")
    return type_name == previous_type_name and (
        not length or (bool(previous_length) and int(length) >= int(previous_length))
    )
