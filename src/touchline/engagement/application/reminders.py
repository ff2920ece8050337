"""Use cases for reminders of something that goes live."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from touchline.engagement.domain.ids import ReminderId
from touchline.engagement.domain.reminders import Reminder
from touchline.engagement.domain.targets import (
    FavoriteType,
    ReminderTarget,
    ReminderTargetType,
    parse_target_type,
)
from touchline.engagement.ports.catalog import Catalog
from touchline.engagement.ports.reminders import Reminders
from touchline.shared.clock import Clock
from touchline.shared.error_messages import ErrorMessage
from touchline.shared.errors import InvalidInputError, NotFoundError, RefusedError
from touchline.shared.ids import AccountId
from touchline.shared.principal import Principal

EVENT_OVER = ErrorMessage("errors.event_ended", "This event has ended.")
NO_SCORE_ALERTS = ErrorMessage(
    "errors.no_score_alerts", "Score alerts are only available for teams and games."
)
JsonObject = dict[str, Any]


class TargetNames:
    """Names of reminder targets. One query for each type, two for teams, a few for events."""

    def __init__(self, catalog: Catalog) -> None:
        self._catalog = catalog

    def __call__(
        self, targets: Sequence[ReminderTarget], language: str, viewer: Principal | None = None
    ) -> Mapping[ReminderTarget, str]:
        """Return the names by target, without items that the channel no longer shows and past events.

        With a `viewer`, private events that they may not see are left out. Jobs have none.
        """
        target_names: dict[ReminderTarget, str] = {}
        for kind in {target.type for target in targets}:
            ids = [target.id for target in targets if target.type is kind]
            target_names.update(
                {
                    ReminderTarget(kind, target_id): name
                    for target_id, name in self._get_names(kind, ids, language, viewer).items()
                }
            )
        return target_names

    def _get_names(
        self, kind: ReminderTargetType, ids: Sequence[int], language: str, viewer: Principal | None
    ) -> Mapping[int, str]:
        if kind is ReminderTargetType.EVENT:
            catalog = self._catalog
            events = catalog.list_events_for(viewer, ids) if viewer else catalog.list_events(ids, language)
            return {event.id: event.name for event in events.values() if not event.is_over}
        items = self._catalog.list_items(FavoriteType(kind.value), ids, language)
        return {item.id: item.full_name for item in items.values()}


class ListReminders:
    """Lists a viewer's reminders, newest first."""

    def __init__(self, reminders: Reminders, target_names: TargetNames) -> None:
        self._reminders = reminders
        self._target_names = target_names

    def __call__(self, principal: Principal) -> list[JsonObject]:
        """Return the reminders, without those whose target is no longer available."""
        reminders = self._reminders.list_for_account(principal.viewer_id)
        targets = [reminder.target for reminder in reminders]
        target_names = self._target_names(targets, principal.language, principal)
        return [
            _serialize(reminder, target_names[reminder.target])
            for reminder in reminders
            if reminder.target in target_names
        ]


class AddReminder:
    """Adds a reminder. Idempotent."""

    def __init__(
        self, reminders: Reminders, catalog: Catalog, target_names: TargetNames, clock: Clock
    ) -> None:
        self._reminders = reminders
        self._catalog = catalog
        self._target_names = target_names
        self._clock = clock

    def __call__(
        self, principal: Principal, kind: str, target_id: int, score_alerts: bool | None = None
    ) -> tuple[JsonObject, bool]:
        """Add the reminder. Return it and whether it is new. `score_alerts` turns its score alerts on or off.

        Raises `InvalidInputError` for a type other than the four, and for score alerts of a school or sport.
        Raises `NotFoundError` for an item that this channel does not show. Raises `RefusedError` for an event
        that is over.
        """
        target = ReminderTarget(parse_target_type(kind), target_id)
        if score_alerts and not target.type.has_score_alerts:
            raise InvalidInputError({"score_alerts": [NO_SCORE_ALERTS]})
        name = self._get_name(target, principal)
        reminder, is_new = self._reminders.add(principal.viewer_id, target, self._clock.now())
        if score_alerts is not None and score_alerts is not reminder.has_score_alerts:
            self._reminders.set_score_alerts(principal.viewer_id, target, is_on=score_alerts)
            reminder = replace(reminder, has_score_alerts=score_alerts)
        return _serialize(reminder, name), is_new

    def _get_name(self, target: ReminderTarget, principal: Principal) -> str:
        if target.type is ReminderTargetType.EVENT:
            event = self._catalog.list_events_for(principal, [target.id]).get(target.id)
            if event is not None and event.is_over:
                raise RefusedError(EVENT_OVER)
        name = self._target_names([target], principal.language, principal).get(target)
        if name is None:
            raise NotFoundError()
        return name


class RemoveReminder:
    """Removes a reminder."""

    def __init__(self, reminders: Reminders) -> None:
        self._reminders = reminders

    def __call__(self, account_id: AccountId, reminder_id: ReminderId) -> None:
        """Remove the reminder. Raises `NotFoundError` if the viewer has none with this id."""
        if not self._reminders.remove(account_id, reminder_id):
            raise NotFoundError()


def _serialize(reminder: Reminder, name: str) -> JsonObject:
    return {
        "id": reminder.id,
        "about_type": reminder.target.type.value,
        "about_id": reminder.target.id,
        "name": name,
        "score_alerts": reminder.has_score_alerts,
    }
