"""The base of all schemas of a pack: unknown fields are named, defaults are not written."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from marshmallow import EXCLUDE, Schema, ValidationError, post_dump, validates_schema

from touchline.front.packs.problems import nearest
from touchline.front.packs.schemas.many import Part


class PackSchema(Schema):
    """One thing of a pack. `load` reads it into plain values; `dump` writes what is no default."""

    class Meta:
        unknown = EXCLUDE

    error_messages = {"type": "is not a map; write `name: value` lines"}

    @validates_schema(pass_original=True, skip_on_field_errors=False)
    def only_known_fields(self, _data: Any, original: Any, **_: Any) -> None:
        """Every field of the pack must be one of ours."""
        if not isinstance(original, Mapping):
            return
        known = {field.data_key or name for name, field in self.load_fields.items()}
        unknown = {
            name: [f"is not a field; {self._parent_of(name) or nearest(name, known)}"]
            for name in original
            if name not in known
        }
        if unknown:
            raise ValidationError(unknown)

    def _parent_of(self, name: Any) -> str:
        """Return where a field belongs that is written one level too high, such as a setting of a channel."""
        for parent, field in self.load_fields.items():
            if isinstance(field, Part) and name in field.schema().load_fields:
                return f"write it under `{parent}:`"
        return ""

    @post_dump(pass_original=True)
    def leave_defaults_out(self, data: dict[str, Any], original: Any, **_: Any) -> dict[str, Any]:
        """A pack that was written says only what an empty line would not."""
        kept = {}
        for name, field in self.dump_fields.items():
            shown = field.data_key or name
            default = None if field.required else field.load_default
            default = default() if callable(default) else default
            if (
                shown in data
                and data[shown] not in (None, [], {})
                and original.get(field.attribute or name) != default
            ):
                kept[shown] = data[shown]
        return kept
