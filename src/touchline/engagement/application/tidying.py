"""Reminders of events that are over: nobody will be told by them."""

from __future__ import annotations

from touchline.engagement.ports.catalogue import Catalogue
from touchline.engagement.ports.channel_facts import ChannelFacts
from touchline.engagement.ports.reminders import Reminders

AT_ONCE = 500


class TidyReminders:
    """The work of a day, in one channel."""

    def __init__(self, reminders: Reminders, catalogue: Catalogue, channel_facts: ChannelFacts) -> None:
        self._reminders = reminders
        self._catalogue = catalogue
        self._channel_facts = channel_facts

    def __call__(self, after: int) -> int | None:
        """Look at some events with a number above `after`; the last one's number, None where none is left.
        Events that the channel does not show may come back, and keep theirs."""
        ids = self._reminders.events(after, AT_ONCE)
        if not ids:
            return None
        events = self._catalogue.events(ids, self._channel_facts.now().language)
        self._reminders.remove_of_events([one.id for one in events.values() if one.is_over])
        return ids[-1]
