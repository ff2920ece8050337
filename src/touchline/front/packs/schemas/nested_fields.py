"""Fields that contain other fields: lists, maps and nested entries."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any

from marshmallow import ValidationError, fields

from touchline.front.packs.problems import suggest
from touchline.front.packs.schemas.base_field import PackField, describe_type


class ListField(PackField):
    """A list of values of one kind. Errors are reported by position."""

    def __init__(
        self, inner: fields.Field[Any], *, min_items: int = 0, max_items: int = 5000, **rest: Any
    ) -> None:
        self.inner, self.min_items, self.max_items = inner, min_items, max_items
        self.example = "a list: lines that begin with `- `"
        rest.setdefault("default", list)
        super().__init__(**rest)

    def _bind_to_schema(self, field_name: str, parent: Any) -> None:
        super()._bind_to_schema(field_name, parent)
        self.inner._bind_to_schema(field_name, self)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **_: Any) -> list[Any]:
        if not isinstance(value, list):
            raise ValidationError(f"is {describe_type(value)}, not a list; write lines that begin with `- `")
        if not self.min_items <= len(value) <= self.max_items:
            raise ValidationError(f"has {len(value)} entries; use {self.min_items} to {self.max_items}")
        return load_items(self.inner, value)

    def _serialize(self, value: Any, attr: str | None, obj: Any, **_: Any) -> Any:
        return [self.inner._serialize(item, attr, obj) for item in value or ()]


def load_items(inner: fields.Field[Any], value: Iterable[Any]) -> list[Any]:
    """Load each item. Raises all errors at once, by position."""
    loaded: list[Any] = []
    errors: dict[int, Any] = {}
    for index, item in enumerate(value):
        try:
            loaded.append(inner.deserialize(item))
        except ValidationError as error:
            errors[index] = error.messages
    if errors:
        raise ValidationError(errors)
    return loaded


class MapField(PackField):
    """A map from free names (or a fixed set of names) to values of one kind. Errors are reported by name."""

    example = "a map of `name: value` lines"

    def __init__(self, inner: fields.Field[Any], *, names: Collection[str] = (), **rest: Any) -> None:
        self.inner, self.names = inner, names
        rest.setdefault("default", dict)
        super().__init__(**rest)

    def _bind_to_schema(self, field_name: str, parent: Any) -> None:
        super()._bind_to_schema(field_name, parent)
        self.inner._bind_to_schema(field_name, self)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **_: Any) -> dict[str, Any]:
        if not isinstance(value, Mapping):
            raise ValidationError(f"is {describe_type(value)}, not a map; write `name: value` lines")
        loaded: dict[str, Any] = {}
        errors: dict[str, Any] = {}
        for name, item in value.items():
            try:
                if self.names and name not in self.names:
                    raise ValidationError(f"is not a known field; {suggest(name, self.names)}")
                loaded[name] = self.inner.deserialize(item)
            except ValidationError as error:
                errors[name] = error.messages
        if errors:
            raise ValidationError(errors)
        return loaded

    def _serialize(self, value: Any, attr: str | None, obj: Any, **_: Any) -> Any:
        return {name: self.inner._serialize(item, attr, obj) for name, item in (value or {}).items()}


class NestedField(PackField):
    """A nested entry with its own schema."""

    example = "a map of `name: value` lines"

    def __init__(self, schema: Callable[[], Any], **rest: Any) -> None:
        self.schema = schema
        super().__init__(**rest)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **_: Any) -> Any:
        if not isinstance(value, Mapping):
            raise ValidationError(f"is {describe_type(value)}, not a map; write `name: value` lines")
        return self.schema().load(value)

    def _serialize(self, value: Any, attr: str | None, obj: Any, **_: Any) -> Any:
        return None if value is None else self.schema().dump(value)
