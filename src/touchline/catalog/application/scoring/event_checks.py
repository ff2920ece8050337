"""The check that every change to a timeline begins with."""

from touchline.catalog.ports.events.events import Events
from touchline.shared.errors import NotFoundError
from touchline.shared.ids import EventId


def require_event(events: Events, event_id: EventId) -> None:
    """Raise `NotFoundError` unless the channel has the event. One query. Call it before locking the timeline
    of the event.
    """
    if not events.get_start_times([event_id]):
        raise NotFoundError()
