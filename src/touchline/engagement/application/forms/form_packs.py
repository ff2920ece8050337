"""Import and export of the forms of a channel pack."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from touchline.engagement.ports.forms import FormDefinitions


class FormPacks:
    """Replaces the channel's forms with those of a pack. Requests of deleted forms stay."""

    def __init__(self, forms: FormDefinitions) -> None:
        self._forms = forms

    def apply(self, pack_part: Mapping[str, Any]) -> None:
        """Apply `{"forms": […]}`. Each form is a `ports.forms.FormDefinition`."""
        self._forms.replace([dict(definition) for definition in pack_part["forms"]])

    def export(self) -> dict[str, Any]:
        """Return the input for `apply` that reproduces the current state."""
        return {"forms": list(self._forms.list_all())}
