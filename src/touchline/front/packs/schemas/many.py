"""Values made of values: lists, maps and nested things."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any

from marshmallow import ValidationError, fields

from touchline.front.packs.problems import nearest
from touchline.front.packs.schemas.value import Value, kind_of


class Many(Value):
    """A list of one kind; errors stand under each position."""

    def __init__(self, inner: fields.Field[Any], *, least: int = 0, most: int = 5000, **rest: Any) -> None:
        self.inner, self.least, self.most = inner, least, most
        self.like = "a list: lines that begin with `- `"
        rest.setdefault("default", list)
        super().__init__(**rest)

    def _bind_to_schema(self, field_name: str, parent: Any) -> None:
        super()._bind_to_schema(field_name, parent)
        self.inner._bind_to_schema(field_name, self)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **_: Any) -> list[Any]:
        if not isinstance(value, list):
            raise ValidationError(f"is {kind_of(value)}, not a list; write lines that begin with `- `")
        if not self.least <= len(value) <= self.most:
            raise ValidationError(f"has {len(value)} entries; write {self.least} to {self.most}")
        return collect_list(self.inner, value)

    def _serialize(self, value: Any, attr: str | None, obj: Any, **_: Any) -> Any:
        return [self.inner._serialize(item, attr, obj) for item in value or ()]


def collect_list(inner: fields.Field[Any], value: Iterable[Any]) -> list[Any]:
    """Read each item; all errors at once, by position."""
    found: list[Any] = []
    wrong: dict[int, Any] = {}
    for index, item in enumerate(value):
        try:
            found.append(inner.deserialize(item))
        except ValidationError as error:
            wrong[index] = error.messages
    if wrong:
        raise ValidationError(wrong)
    return found


class MapOf(Value):
    """A map from free names (or a closed set of them) to one kind; errors stand under each name."""

    like = "a map of `name: value` lines"

    def __init__(self, inner: fields.Field[Any], *, names: Collection[str] = (), **rest: Any) -> None:
        self.inner, self.names = inner, names
        rest.setdefault("default", dict)
        super().__init__(**rest)

    def _bind_to_schema(self, field_name: str, parent: Any) -> None:
        super()._bind_to_schema(field_name, parent)
        self.inner._bind_to_schema(field_name, self)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **_: Any) -> dict[str, Any]:
        if not isinstance(value, Mapping):
            raise ValidationError(f"is {kind_of(value)}, not a map; write `name: value` lines")
        found: dict[str, Any] = {}
        wrong: dict[str, Any] = {}
        for name, item in value.items():
            try:
                if self.names and name not in self.names:
                    raise ValidationError(f"is not known here; {nearest(name, self.names)}")
                found[name] = self.inner.deserialize(item)
            except ValidationError as error:
                wrong[name] = error.messages
        if wrong:
            raise ValidationError(wrong)
        return found

    def _serialize(self, value: Any, attr: str | None, obj: Any, **_: Any) -> Any:
        return {name: self.inner._serialize(item, attr, obj) for name, item in (value or {}).items()}


class Part(Value):
    """A nested thing with a schema of its own."""

    like = "a map of `name: value` lines"

    def __init__(self, schema: Callable[[], Any], **rest: Any) -> None:
        self.schema = schema
        super().__init__(**rest)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **_: Any) -> Any:
        if not isinstance(value, Mapping):
            raise ValidationError(f"is {kind_of(value)}, not a map; write `name: value` lines")
        return self.schema().load(value)

    def _serialize(self, value: Any, attr: str | None, obj: Any, **_: Any) -> Any:
        return None if value is None else self.schema().dump(value)
