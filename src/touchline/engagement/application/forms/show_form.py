"""Form data for pages (api.md, "Favorites, forms, contact")."""

from __future__ import annotations

from typing import Any

from touchline.engagement.application.forms.form_catalog import FormCatalog
from touchline.engagement.domain.contact_form import DAYS_PLACEHOLDER
from touchline.engagement.domain.fields import Field
from touchline.engagement.ports.current_channel import ChannelDetails, CurrentChannel
from touchline.engagement.ports.form_protection import FormProtection
from touchline.shared.errors import NotFoundError
from touchline.shared.strings.localized import LocalText, localize


class GetFormTitle:
    """Returns the title of a form in one language."""

    def __init__(self, form_catalog: FormCatalog, current_channel: CurrentChannel) -> None:
        self._form_catalog = form_catalog
        self._current_channel = current_channel

    def __call__(self, alias: str, language: str) -> str | None:
        """Return the title; None if the channel has no such form."""
        try:
            form = self._form_catalog.get(alias)
        except NotFoundError:
            return None
        return _render_text(form.title, language, self._current_channel.get_details())


class ShowForm:
    """Shows a form in one language."""

    def __init__(
        self, form_catalog: FormCatalog, current_channel: CurrentChannel, form_protection: FormProtection
    ) -> None:
        self._form_catalog = form_catalog
        self._current_channel = current_channel
        self._form_protection = form_protection

    def __call__(self, alias: str, language: str) -> dict[str, Any]:
        """Return `alias, title, intro, thanks, submit, fields, robot_check`. Raises `NotFoundError`.

        Missing texts are "". The recipient is not included.
        """
        form, current_channel = self._form_catalog.get(alias), self._current_channel.get_details()
        texts = {name: getattr(form, name) for name in ("title", "intro", "thanks", "submit")}
        return {
            "alias": form.alias,
            **{name: _render_text(text, language, current_channel) for name, text in texts.items()},
            "fields": [_serialize_field(field, language, current_channel) for field in form.fields],
            "robot_check": self._form_protection.is_token_required(),
        }


def _render_text(text: LocalText, language: str, current_channel: ChannelDetails) -> str:
    return localize(text, language, current_channel.language).replace(
        DAYS_PLACEHOLDER, str(current_channel.contact_days)
    )


def _serialize_field(field: Field, language: str, current_channel: ChannelDetails) -> dict[str, Any]:
    rules = {"min": field.rules.min, "max": field.rules.max, "pattern": field.rules.pattern}
    return {
        "name": field.name,
        "label": _render_text(field.label, language, current_channel),
        "type": field.type.value,
        "required": field.required,
        "rules": {name: value for name, value in rules.items() if value is not None},
        "options": [
            {"value": option.value, "label": _render_text(option.label, language, current_channel)}
            for option in field.options
        ],
    }
