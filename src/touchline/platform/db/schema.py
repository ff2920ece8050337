"""What code expects of a database, written down, and what a newer database would break for it.

During a rolling upgrade the release before still runs while the database has been brought up to date. So what
that release expects is kept (`contracts/schema`), and each migration is held against it.
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

Schema = Mapping[str, Any]
"""By the name of each table: `columns` (name: `type`, `null`), `key`, `unique` and `references` (column:
`table.column`)."""

_KINDS: tuple[tuple[type[TypeEngine[Any]], str], ...] = (
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
"""A type's kind is the first that it is one of: a float is a number, too."""
_TYPES: Mapping[str, TypeEngine[Any]] = {
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


def described(metadata: MetaData) -> dict[str, Any]:
    """What the tables of the code expect."""
    return {table.name: _described(table) for table in sorted(metadata.tables.values(), key=lambda t: t.name)}


def tables_of(schema: Schema) -> MetaData:
    """Tables as a description has them, to write statements with that the code of that time would send."""
    metadata = MetaData()
    for name, said in schema.items():
        columns = [
            Column(column, _made(about["type"]), primary_key=column in said["key"])
            for column, about in said["columns"].items()
        ]
        Table(name, metadata, *columns)
    return metadata


def strains(schema: Schema, engine: Engine) -> Iterator[str]:
    """What of a database code that expects `schema` would trip over, a sentence each."""
    found = inspect(engine)
    there = set(found.get_table_names())
    for table, said in schema.items():
        if table not in there:
            yield f"{table} is gone, or has another name"
            continue
        yield from _strains_of_columns(table, said["columns"], found)
        yield from _strains_of_rules(table, said, found)


def _described(table: Table) -> dict[str, Any]:
    uniques = [
        sorted(column.name for column in rule.columns)
        for rule in table.constraints
        if isinstance(rule, UniqueConstraint)
    ]
    uniques += [sorted(column.name for column in index.columns) for index in table.indexes if index.unique]
    references = {column.name: key.target_fullname for column in table.columns for key in column.foreign_keys}
    return {
        "columns": {
            column.name: {"type": _type(column.type), "null": bool(column.nullable)}
            for column in table.columns
        },
        "key": [column.name for column in table.primary_key.columns],
        "unique": sorted(uniques),
        "references": references,
    }


def _type(kind: TypeEngine[Any]) -> str:
    plain = kind.impl_instance if isinstance(kind, TypeDecorator) else kind
    name = next(name for known, name in _KINDS if isinstance(plain, known))
    length = getattr(plain, "length", None)
    return f"{name} {length}" if name == "text" and length else name


def _made(text: str) -> TypeEngine[Any]:
    kind, _, length = text.partition(" ")
    return String(int(length)) if length else _TYPES[kind]


def _strains_of_columns(table: str, expected: Mapping[str, Any], found: Inspector) -> Iterator[str]:
    columns = {column["name"]: column for column in found.get_columns(table)}
    for name, about in expected.items():
        column = columns.get(name)
        if column is None:
            yield f"{table}.{name} is gone, or has another name"
            continue
        now = _type(column["type"])
        if not _holds(now, about["type"]):
            yield f"{table}.{name} was {about['type']} and is {now}"
        if about["null"] and not column["nullable"]:
            yield f"{table}.{name} takes no NULL any more"
    for name, column in columns.items():
        by_itself = column["nullable"] or column["default"] is not None or column.get("identity")
        if name not in expected and not by_itself:
            yield f"{table}.{name} is new, takes no NULL and has no default of the database's"


def _strains_of_rules(table: str, said: Mapping[str, Any], found: Inspector) -> Iterator[str]:
    known = {tuple(sorted(one)) for one in said["unique"]} | {tuple(sorted(said["key"]))}
    rules: list[Sequence[str | None]] = [rule["column_names"] for rule in found.get_unique_constraints(table)]
    rules += [index["column_names"] for index in found.get_indexes(table) if index["unique"]]
    for columns in {tuple(sorted(str(name) for name in rule)) for rule in rules} - known:
        yield f"{table} has a new rule: unique ({', '.join(columns)})"
    for rule in found.get_check_constraints(table):
        yield f"{table} has a new rule: check ({rule['name']})"
    for key in found.get_foreign_keys(table):
        for column, target in zip(key["constrained_columns"], key["referred_columns"], strict=True):
            to = f"{key['referred_table']}.{target}"
            if column in said["columns"] and said["references"].get(column) != to:
                yield f"{table} has a new rule: {column} refers to {to}"


def _holds(now: str, before: str) -> bool:
    kind, _, length = now.partition(" ")
    kind_before, _, length_before = before.partition(" ")
    return kind == kind_before and (not length or (bool(length_before) and int(length) >= int(length_before)))
