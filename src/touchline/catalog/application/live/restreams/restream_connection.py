"""The connection of a stream to one target: starts senders, and decides when to try again."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from touchline.catalog.application.live.restreams.restream_store import RestreamStore
from touchline.catalog.application.live.restreams.target_admin import RestreamKeys
from touchline.catalog.domain.media.live_streams import LiveStream
from touchline.catalog.domain.media.restreams import (
    Restream,
    RestreamFailure,
    RestreamProgress,
    RestreamState,
)
from touchline.catalog.ports.media.live_streams import LiveStreamsUnavailableError
from touchline.catalog.ports.media.restreamer import (
    RestreamDestination,
    Restreamer,
    RestreamSegment,
    RestreamSender,
    SenderState,
)
from touchline.shared.clock import Clock

log = logging.getLogger(__name__)
_FRESH = timedelta(seconds=10)
"""Age of the newest segment up to which a connection may begin with it."""
_IDLE = timedelta(seconds=15)
"""Time without new segments after which a connection is closed until there is video again."""
_SAVE_INTERVAL = timedelta(seconds=5)


@dataclass(frozen=True)
class ConnectionServices:
    """Dependencies of every connection. `get_random` returns a number from 0 to 1."""

    restreamer: Restreamer
    keys: RestreamKeys
    clock: Clock
    get_random: Callable[[], float]


class RestreamConnection:
    """Sends a stream to a target until it is closed. `step` never waits for the target."""

    def __init__(
        self,
        stream: LiveStream,
        restream: Restream,
        store: RestreamStore,
        services: ConnectionServices,
        *,
        is_changed: bool,
    ) -> None:
        """Create the connection. It keeps a failure of another process, unless an operator changed something
        (`is_changed`).
        """
        self._stream = stream
        self._restream = restream
        self._store = store
        self._services = services
        self._sender: RestreamSender | None = None
        self._bytes_before = 0
        self._last_segment: RestreamSegment | None = None
        self._last_segment_at: datetime | None = None
        has_failed = restream.progress.state is RestreamState.FAILED and not is_changed
        self._progress = restream.progress if has_failed else RestreamProgress()
        self._saved = replace(restream.progress)
        self._saved_at: datetime | None = None

    def is_for(self, restream: Restream) -> bool:
        """Return whether target and retries are still the same. Otherwise, start a new connection."""
        mine = self._restream
        return (mine.target.version, mine.retry_count) == (restream.target.version, restream.retry_count)

    def step(self, segments: Sequence[RestreamSegment]) -> None:
        """Send new segments, look after the sender, and save the progress."""
        now = self._services.clock.now()
        if self._sender is not None:
            for segment in segments:
                self._sender.send(segment)
        if segments:
            self._last_segment, self._last_segment_at = segments[-1], now
        if self._sender is not None:
            self._check(self._sender, now)
        elif self._is_fresh(_FRESH, now) and self._progress.is_due(now):
            self._start(now)
        elif self._progress.state is RestreamState.RETRYING and not self._is_fresh(_IDLE, now):
            self._progress.record_waiting()
        self._save(now)

    def close(self, *, is_drained: bool = False) -> None:
        """End the connection. With `is_drained`, the target still receives the last segments."""
        if self._sender is not None:
            self._sender.close(is_drained=is_drained)
            self._sender = None

    def _start(self, now: datetime) -> None:
        """Connect, and begin with the newest segment."""
        assert self._last_segment is not None
        target = self._restream.target
        try:
            secrets = self._services.keys.decrypt(target)
        except ValueError:
            self._fail(RestreamFailure.UNREADABLE_KEY, "", now)
            return
        self._progress.record_connecting()
        self._bytes_before = self._progress.bytes_sent
        destination = RestreamDestination(target.server_url, secrets.key, secrets.passphrase)
        self._sender = self._services.restreamer.start(destination)
        self._sender.send(self._last_segment)

    def _check(self, sender: RestreamSender, now: datetime) -> None:
        status = sender.status
        if status.state is SenderState.LIVE:
            self._progress.record_live(now, self._bytes_before + status.bytes_sent, status.bitrate)
        elif status.state is SenderState.ENDED:
            self._sender = None
            self._progress.bytes_sent = self._bytes_before + status.bytes_sent
            self._fail(status.failure or RestreamFailure.DISCONNECTED, status.detail, now)
            return
        if not self._is_fresh(_IDLE, now):
            self.close(is_drained=True)
            self._progress.record_waiting()

    def _fail(self, failure: RestreamFailure, detail: str, now: datetime) -> None:
        self._progress.record_failure(failure, detail, now, self._services.get_random())
        log.warning(
            "restream of event %s to target %s: %s %s (attempt %s)",
            self._stream.event_id,
            self._restream.target.id,
            failure.value,
            self._progress.detail,
            self._progress.attempt,
        )

    def _is_fresh(self, max_age: timedelta, now: datetime) -> bool:
        return self._last_segment_at is not None and now - self._last_segment_at <= max_age

    def _save(self, now: datetime) -> None:
        """Save the progress if it changed; the number of bytes only every few seconds."""
        if self._progress == self._saved:
            return
        is_recent = self._saved_at is not None and now - self._saved_at < _SAVE_INTERVAL
        bytes_sent, bitrate = self._progress.bytes_sent, self._progress.bitrate
        if is_recent and replace(self._saved, bytes_sent=bytes_sent, bitrate=bitrate) == self._progress:
            return
        try:
            self._store.save_progress(self._stream, self._restream.target.id, self._progress)
        except LiveStreamsUnavailableError:
            return
        self._saved, self._saved_at = replace(self._progress), now
