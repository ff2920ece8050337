"""What a page shows of a form (api.md, "Favourites, forms, contact")."""

from __future__ import annotations

from typing import Any

from touchline.engagement.application.form_shelf import FormShelf
from touchline.engagement.domain.contact_form import DAYS
from touchline.engagement.domain.fields import Field
from touchline.engagement.ports.channel_facts import ChannelFacts, Facts
from touchline.engagement.ports.form_door import FormDoor
from touchline.shared.errors import NotFound
from touchline.shared.text import LocalText, pick


class FormTitle:
    """What a form is called, in a language."""

    def __init__(self, shelf: FormShelf, facts: ChannelFacts) -> None:
        self._shelf = shelf
        self._facts = facts

    def __call__(self, alias: str, language: str) -> str | None:
        """None where the channel has no such form."""
        try:
            form = self._shelf.find(alias)
        except NotFound:
            return None
        return _say(form.title, language, self._facts.now())


class ShowForm:
    """One form, in a language."""

    def __init__(self, shelf: FormShelf, facts: ChannelFacts, door: FormDoor) -> None:
        self._shelf = shelf
        self._facts = facts
        self._door = door

    def __call__(self, alias: str, language: str) -> dict[str, Any]:
        """`alias, title, intro, thanks, submit, fields, robot_check`; `NotFound`. A text that the form does
        not have is "". Where requests are mailed to is not told."""
        form, facts = self._shelf.find(alias), self._facts.now()
        texts = {name: getattr(form, name) for name in ("title", "intro", "thanks", "submit")}
        return {
            "alias": form.alias,
            **{name: _say(text, language, facts) for name, text in texts.items()},
            "fields": [_field(one, language, facts) for one in form.fields],
            "robot_check": self._door.asks(),
        }


def _say(text: LocalText, language: str, facts: Facts) -> str:
    return pick(text, language, facts.language).replace(DAYS, str(facts.contact_days))


def _field(field: Field, language: str, facts: Facts) -> dict[str, Any]:
    rules = {"min": field.rules.min, "max": field.rules.max, "pattern": field.rules.pattern}
    return {
        "name": field.name,
        "label": _say(field.label, language, facts),
        "type": field.type.value,
        "required": field.required,
        "rules": {name: value for name, value in rules.items() if value is not None},
        "options": [{"value": one.value, "label": _say(one.label, language, facts)} for one in field.options],
    }
