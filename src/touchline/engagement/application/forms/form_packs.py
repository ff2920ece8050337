"""The forms of a channel pack: taken in, and given back in the same form."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from touchline.engagement.ports.forms import FormDefinitions


class FormPacks:
    """Makes the channel's forms those of a pack. Requests of a form that it no longer has stay."""

    def __init__(self, forms: FormDefinitions) -> None:
        self._forms = forms

    def apply(self, pack_part: Mapping[str, Any]) -> None:
        """Take `{"forms": […]}`, each as `ports.forms.Definition`."""
        self._forms.replace([dict(one) for one in pack_part["forms"]])

    def export(self) -> dict[str, Any]:
        """What `apply` would have to be given to come to the present state."""
        return {"forms": list(self._forms.list_all())}
