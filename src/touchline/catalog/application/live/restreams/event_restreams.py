"""The restreams of an event as an operator sees them: which are on, and how they are doing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from touchline.catalog.application.events.require_event import require_event_id
from touchline.catalog.domain.media.live_streams import LiveStream
from touchline.catalog.domain.media.restreams import Restream, RestreamProgress, RestreamState
from touchline.catalog.ports.events.event_media import EventMediaLookup
from touchline.catalog.ports.media.live_streams import LiveStreams
from touchline.catalog.ports.media.restreams import Restreams
from touchline.shared.clock import Clock
from touchline.shared.errors import NotFoundError
from touchline.shared.ids import EventId


@dataclass(frozen=True, slots=True)
class RestreamStatus:
    """A restream and its state now. Its progress counts only while an ingest process serves the stream."""

    restream: Restream
    state: RestreamState

    @property
    def progress(self) -> RestreamProgress:
        """The progress, empty if the restream is off or waits for the stream."""
        is_idle = self.state in (RestreamState.OFF, RestreamState.WAITING)
        return RestreamProgress() if is_idle else self.restream.progress


class EventRestreams:
    """Use cases of operators for an event, by its key. They raise `NotFoundError`."""

    def __init__(
        self, events: EventMediaLookup, streams: LiveStreams, restreams: Restreams, clock: Clock
    ) -> None:
        self._events = events
        self._streams = streams
        self._restreams = restreams
        self._clock = clock

    def list_all(self, key: str) -> Sequence[RestreamStatus]:
        """Return the restream to each target of the channel, oldest target first."""
        event_id = require_event_id(self._events, key)
        is_served = self._is_served(self._streams.get_by_event(event_id))
        return [
            RestreamStatus(restream, _get_state(restream, is_served=is_served))
            for restream in self._restreams.list_by_event(event_id)
        ]

    def set_enabled(self, key: str, target_id: int, *, is_enabled: bool) -> RestreamStatus:
        """Turn a restream on or off for this event. A running one starts or stops within seconds."""
        event_id, restream = self._get(key, target_id)
        restream.is_enabled = is_enabled
        restream.progress = RestreamProgress()
        return self._save(event_id, restream)

    def retry(self, key: str, target_id: int) -> RestreamStatus:
        """Connect again now, also after a refused key."""
        event_id, restream = self._get(key, target_id)
        restream.retry_count += 1
        restream.progress = RestreamProgress()
        return self._save(event_id, restream)

    def _save(self, event_id: EventId, restream: Restream) -> RestreamStatus:
        self._restreams.save_choice(restream)
        is_served = self._is_served(self._streams.get_by_event(event_id))
        return RestreamStatus(restream, _get_state(restream, is_served=is_served))

    def _get(self, key: str, target_id: int) -> tuple[EventId, Restream]:
        event_id = require_event_id(self._events, key)
        restream = self._restreams.get(event_id, target_id)
        if restream is None:
            raise NotFoundError
        return event_id, restream

    def _is_served(self, stream: LiveStream | None) -> bool:
        return stream is not None and stream.is_open and stream.is_supervised(self._clock.now())


def _get_state(restream: Restream, *, is_served: bool) -> RestreamState:
    if not restream.is_on:
        return RestreamState.OFF
    return restream.progress.state if is_served else RestreamState.WAITING
