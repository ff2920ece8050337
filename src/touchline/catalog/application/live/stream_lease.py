"""Renews the lease that an ingest process has on a stream."""

from __future__ import annotations

from datetime import timedelta

from touchline.catalog.application.live.database_retry import DatabaseRetry
from touchline.catalog.application.live.stream_service import LiveStreamService
from touchline.catalog.domain.media.live_streams import LIVE_LEASE, LiveStream
from touchline.catalog.ports.media.live_streams import LiveStreamsUnavailableError
from touchline.shared.clock import Clock

RENEW_INTERVAL = LIVE_LEASE / 3


class StreamLease:
    """The lease of one stream. A process without it must not write playlists. `id` is the process's."""

    def __init__(self, stream_service: LiveStreamService, clock: Clock, lease_id: str) -> None:
        self._stream_service, self._clock = stream_service, clock
        self._retry = DatabaseRetry()
        self.id = lease_id

    def ensure(
        self, stream: LiveStream, min_remaining: timedelta = timedelta(0), *, is_receiving: bool
    ) -> LiveStream:
        """Make sure that the lease lasts at least `min_remaining`, and return the stream.

        If the database is unavailable, a supervisor that is receiving continues, because the encoder is
        connected to this process.
        """
        leased_until, now = stream.leased_until, self._clock.now()
        if leased_until is not None and now < leased_until - min_remaining:
            return stream
        if is_receiving and self._retry.is_waiting(now):
            return stream
        try:
            renewed = self._stream_service.renew(stream, self.id)
        except LiveStreamsUnavailableError:
            self._retry.record_failure(now)
            if not is_receiving:
                raise
            return stream
        self._retry.record_success()
        return renewed
