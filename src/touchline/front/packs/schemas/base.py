"""The base of all pack schemas: reports unknown fields, and does not write defaults."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from marshmallow import EXCLUDE, Schema, ValidationError, post_dump, validates_schema

from touchline.front.packs.problems import suggest
from touchline.front.packs.schemas.nested_fields import NestedField


class PackSchema(Schema):
    """One entry of a pack. `load` reads it into plain values; `dump` writes the values that differ from
    defaults.
    """

    class Meta:
        unknown = EXCLUDE

    error_messages = {"type": "is not a map; write `name: value` lines"}

    @validates_schema(pass_original=True, skip_on_field_errors=False)
    def reject_unknown_fields(self, _data: Any, original: Any, **_: Any) -> None:
        """Reject fields that the schema does not have."""
        if not isinstance(original, Mapping):
            return
        field_names = {field.data_key or name for name, field in self.load_fields.items()}
        unknown = {
            name: [f"is not a field; {self._find_parent_field(name) or suggest(name, field_names)}"]
            for name in original
            if name not in field_names
        }
        if unknown:
            raise ValidationError(unknown)

    def _find_parent_field(self, name: Any) -> str:
        """Return a hint if a field belongs one level deeper, such as a setting of a channel."""
        for parent, field in self.load_fields.items():
            if isinstance(field, NestedField) and name in field.schema().load_fields:
                return f"write it under `{parent}:`"
        return ""

    @post_dump(pass_original=True)
    def omit_defaults(self, data: dict[str, Any], original: Any, **_: Any) -> dict[str, Any]:
        """Omit empty values and values equal to their default."""
        written = {}
        for name, field in self.dump_fields.items():
            key = field.data_key or name
            default = None if field.required else field.load_default
            default = default() if callable(default) else default
            if (
                key in data
                and data[key] not in (None, [], {})
                and original.get(field.attribute or name) != default
            ):
                written[key] = data[key]
        return written
