"""The current channel's forms: those of its pack, and the contact form that every channel has."""

from __future__ import annotations

from collections.abc import Iterator

from touchline.engagement.domain.contact_form import with_defaults
from touchline.engagement.domain.forms import CONTACT_FORM, Form, parse_form
from touchline.engagement.ports.forms import FormDefinitions
from touchline.shared.error_messages import ErrorMessage
from touchline.shared.errors import NotFoundError

FORM_NOT_FOUND = ErrorMessage(
    "errors.form_not_found", "This form was not found. Check the link and try again."
)


class FormCatalog:
    """Lookup of forms by alias."""

    def __init__(self, form_definitions: FormDefinitions) -> None:
        self._forms = form_definitions

    def get(self, alias: str) -> Form:
        """Return the form. Raises `NotFoundError` if there is none with this alias."""
        # PostgreSQL rejects NUL characters
        definition = self._forms.get(alias) if alias.isprintable() else None
        if alias == CONTACT_FORM:
            return parse_form(with_defaults(definition or {}))
        if definition is None:
            raise NotFoundError(FORM_NOT_FOUND)
        return parse_form(definition)

    def list_all(self) -> Iterator[Form]:
        """List the contact form, then the pack's forms in their order."""
        yield self.get(CONTACT_FORM)
        yield from (
            parse_form(definition)
            for definition in self._forms.list_all()
            if definition["key"] != CONTACT_FORM
        )
