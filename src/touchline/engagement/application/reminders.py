"""Reminders: asking to be told when something goes live."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from touchline.engagement.domain.ids import ReminderId
from touchline.engagement.domain.reminders import Reminder
from touchline.engagement.domain.things import About, AboutType, FavoriteType, about_type
from touchline.engagement.ports.catalogue import Catalogue
from touchline.engagement.ports.reminders import Reminders
from touchline.shared.clock import Clock
from touchline.shared.errors import NotFound, Refused
from touchline.shared.ids import AccountId
from touchline.shared.principal import Principal

OVER = "This event is over."
Answer = dict[str, Any]


class NamesOfThings:
    """What reminders are about, by name. A query for each kind, two for teams, a few for events."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue

    def __call__(self, abouts: Sequence[About], language: str) -> Mapping[About, str]:
        """What the channel does not show any more, and events that are over, are left out."""
        names: dict[About, str] = {}
        for kind in {about.type for about in abouts}:
            ids = [about.id for about in abouts if about.type is kind]
            names.update({About(kind, one): name for one, name in self._of(kind, ids, language).items()})
        return names

    def _of(self, kind: AboutType, ids: Sequence[int], language: str) -> Mapping[int, str]:
        if kind is AboutType.EVENT:
            events = self._catalogue.events(ids, language)
            return {one.id: one.name for one in events.values() if not one.is_over}
        things = self._catalogue.things(FavoriteType(kind.value), ids, language)
        return {one.id: one.full_name for one in things.values()}


class ListReminders:
    """What a viewer wants to be told of, the newest first."""

    def __init__(self, reminders: Reminders, names: NamesOfThings) -> None:
        self._reminders = reminders
        self._names = names

    def __call__(self, account_id: AccountId, language: str) -> list[Answer]:
        """Without what nobody can be told of any more."""
        kept = self._reminders.of(account_id)
        names = self._names([one.about for one in kept], language)
        return [_answer(one, names[one.about]) for one in kept if one.about in names]


class SetReminder:
    """Asks to be told; once for each thing, however often it is asked."""

    def __init__(
        self, reminders: Reminders, catalogue: Catalogue, names: NamesOfThings, clock: Clock
    ) -> None:
        self._reminders = reminders
        self._catalogue = catalogue
        self._names = names
        self._clock = clock

    def __call__(self, principal: Principal, kind: str, thing_id: int) -> tuple[Answer, bool]:
        """The reminder, and whether it is new. `Invalid` for another kind than the four, `NotFound` for a
        thing that this channel does not show, `Refused` for an event that is over."""
        about = About(about_type(kind), thing_id)
        name = self._name(about, principal.language)
        kept, is_new = self._reminders.add(principal.viewer, about, self._clock.now())
        return _answer(kept, name), is_new

    def _name(self, about: About, language: str) -> str:
        if about.type is AboutType.EVENT:
            event = self._catalogue.events([about.id], language).get(about.id)
            if event is not None and event.is_over:
                raise Refused(OVER)
        name = self._names([about], language).get(about)
        if name is None:
            raise NotFound()
        return name


class DropReminder:
    """Takes a reminder away."""

    def __init__(self, reminders: Reminders) -> None:
        self._reminders = reminders

    def __call__(self, account_id: AccountId, reminder_id: ReminderId) -> None:
        """`NotFound` for one that is not the viewer's."""
        if not self._reminders.remove(account_id, reminder_id):
            raise NotFound()


def _answer(kept: Reminder, name: str) -> Answer:
    return {"id": kept.id, "about_type": kept.about.type.value, "about_id": kept.about.id, "name": name}
