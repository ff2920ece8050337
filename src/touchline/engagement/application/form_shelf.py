"""The forms of the present channel: those of its pack, and the contact form that every channel has."""

from __future__ import annotations

from collections.abc import Iterator

from touchline.engagement.domain.contact_form import with_what_is_usual
from touchline.engagement.domain.forms import CONTACTS, Form, form_of
from touchline.engagement.ports.forms import FormStore
from touchline.shared.errors import NotFound

NO_FORM = "There is no such form."


class FormShelf:
    """Finds forms by their alias."""

    def __init__(self, forms: FormStore) -> None:
        self._forms = forms

    def find(self, alias: str) -> Form:
        """The form; `NotFound`."""
        said = self._forms.get(alias) if alias.isprintable() else None  # PostgreSQL takes no zero
        if alias == CONTACTS:
            return form_of(with_what_is_usual(said or {}))
        if said is None:
            raise NotFound(NO_FORM)
        return form_of(said)

    def all(self) -> Iterator[Form]:
        """The contact form, then the pack's own in their order."""
        yield self.find(CONTACTS)
        yield from (form_of(said) for said in self._forms.all() if said["key"] != CONTACTS)
