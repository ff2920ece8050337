"""Deletion of reminders for events that are over."""

from __future__ import annotations

from touchline.engagement.ports.catalog import Catalog
from touchline.engagement.ports.current_channel import CurrentChannel
from touchline.engagement.ports.reminders import Reminders

BATCH_SIZE = 500


class DeletePastReminders:
    """Deletes past reminders of one channel, once a day."""

    def __init__(self, reminders: Reminders, catalog: Catalog, current_channel: CurrentChannel) -> None:
        self._reminders = reminders
        self._catalog = catalog
        self._current_channel = current_channel

    def __call__(self, after: int) -> int | None:
        """Check a batch of events with ids above `after`.

        Return the last id checked; None if none is left.

        Events that the channel does not show may return, so their reminders stay.
        """
        ids = self._reminders.list_event_ids(after, BATCH_SIZE)
        if not ids:
            return None
        events = self._catalog.list_events(ids, self._current_channel.get_details().language)
        self._reminders.remove_for_events([event.id for event in events.values() if event.is_over])
        return ids[-1]
