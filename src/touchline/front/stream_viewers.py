"""How many people watch the stream of an event now, for its page in the studio."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from touchline.catalog.facade import CatalogFacade
from touchline.shared.errors import NotFoundError
from touchline.shared.ids import ChannelId
from touchline.shared.principal import Principal

CountStreamViewers = Callable[[ChannelId, int], tuple[int, int] | None]


@dataclass(frozen=True, kw_only=True)
class StreamViewers:
    """People who watch an event, and those of them whose video stalled in the last minute.

    Both are None while the analytics store is unavailable.
    """

    viewers: int | None
    stalled: int | None


class ShowStreamViewers:
    """Query of the viewers of one event's stream."""

    def __init__(self, catalog: CatalogFacade, count_stream_viewers: CountStreamViewers) -> None:
        self._catalog = catalog
        self._count_stream_viewers = count_stream_viewers

    def __call__(self, caller: Principal, key: str) -> StreamViewers:
        """Return the viewers of an event by its key. Raises `NotFoundError`."""
        event_id = self._catalog.list_ids_by_key("event", [key]).get(key)
        if event_id is None:
            raise NotFoundError
        viewers, stalled = self._count_stream_viewers(caller.channel_id, event_id) or (None, None)
        return StreamViewers(viewers=viewers, stalled=stalled)
