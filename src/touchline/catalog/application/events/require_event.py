"""The event that an operator names by its key."""

from touchline.catalog.ports.events.event_media import EventMediaLookup
from touchline.shared.errors import NotFoundError
from touchline.shared.ids import EventId


def require_event_id(events: EventMediaLookup, key: str) -> EventId:
    """Return the id of the event with a key. Raises `NotFoundError` if the channel has none."""
    event_id = events.find_id(key)
    if event_id is None:
        raise NotFoundError
    return event_id
