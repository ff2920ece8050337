"""Short transactions for the ingest process, which sends streams on."""

from __future__ import annotations

from collections.abc import Sequence

from touchline.catalog.domain.media.live_streams import LiveStream
from touchline.catalog.domain.media.restreams import Restream, RestreamProgress
from touchline.catalog.ports.media.restreams import Restreams
from touchline.shared.ids import ChannelId
from touchline.shared.unit_of_work import UnitOfWorkFactory


class RestreamStore:
    """Reads restreams and saves their progress. All methods raise `LiveStreamsUnavailableError`."""

    def __init__(self, uow: UnitOfWorkFactory, restreams: Restreams) -> None:
        self._uow = uow
        self._restreams = restreams

    def list_by_stream(self, stream: LiveStream) -> Sequence[Restream]:
        """Return the restreams of a stream's event."""
        with self._uow(ChannelId(stream.channel_id)):
            return self._restreams.list_by_event(stream.event_id)

    def save_progress(self, stream: LiveStream, target_id: int, progress: RestreamProgress) -> None:
        """Save the progress of a restream."""
        with self._uow(ChannelId(stream.channel_id)):
            self._restreams.save_progress(stream.event_id, target_id, progress)
