"""The main loop of an ingest process: it supervises the open streams of all channels."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from functools import partial

from touchline.catalog.application.live.ingest_services import IngestServices
from touchline.catalog.application.live.live_stream_store import LiveStreamStore
from touchline.catalog.application.live.stream_supervisor import StreamSupervisor
from touchline.catalog.domain.ids import LiveStreamId
from touchline.catalog.domain.media.assets import LeaseLostError
from touchline.catalog.domain.media.live_streams import LiveStream
from touchline.catalog.ports.media.live_streams import LiveStreamsUnavailableError
from touchline.shared.errors import UnavailableError

log = logging.getLogger(__name__)
_POLL_INTERVAL = timedelta(seconds=1)
_CHECK_LOG_FAULT = "The stream failed. See the log of the ingest process."
_RETRY_DELAY = timedelta(seconds=3)


class SuperviseStreams:
    """Claims open streams, including those of dead processes, supervises them, and releases them at the end.

    `tick` is called a few times a second. A failure in one stream is reported to the operator and does not
    affect other streams.
    """

    def __init__(self, live_store: LiveStreamStore, services: IngestServices) -> None:
        self._live_store = live_store
        self._services = services
        self._lease = secrets.token_hex(8)
        self._supervisors: dict[LiveStreamId, StreamSupervisor] = {}
        self._retry_times: dict[LiveStreamId, datetime] = {}
        self._next_check_at: datetime | None = None
        self._is_database_unavailable = False

    def tick(self) -> None:
        """Check the stream rows once a second, then step each supervisor."""
        now = self._services.clock.now()
        if self._next_check_at is None or now >= self._next_check_at:
            self._next_check_at = now + _POLL_INTERVAL
            self._check_streams(now)
        for stream_id, supervisor in list(self._supervisors.items()):
            self._run_guarded(stream_id, supervisor.step)

    @property
    def held_streams(self) -> Sequence[LiveStream]:
        """The streams that this process holds. Other threads may call this."""
        return [supervisor.stream for supervisor in list(self._supervisors.values())]

    def release_all(self) -> None:
        """Release every stream to the next process."""
        for stream_id, supervisor in list(self._supervisors.items()):
            self._run_guarded(stream_id, supervisor.release, ignore_delay=True)
        self._supervisors.clear()

    def _check_streams(self, now: datetime) -> None:
        try:
            open_streams = {stream.id: stream for stream in self._live_store.list_unfinished()}
        except LiveStreamsUnavailableError as error:
            self._next_check_at = now + _RETRY_DELAY
            if not self._is_database_unavailable:
                log.warning("live streams could not be read: %s", error.message)
            self._is_database_unavailable = True
            return
        except Exception:
            log.exception("live streams could not be read")
            return
        self._is_database_unavailable = False
        for stream_id in set(self._supervisors) - set(open_streams):
            self._drop(stream_id)
        for stream in open_streams.values():
            self._run_guarded(stream.id, partial(self._check_stream, stream))

    def _check_stream(self, stream: LiveStream) -> None:
        supervisor = self._supervisors.get(stream.id)
        if supervisor is None:
            self._claim(stream)
        elif stream.lease != self._lease:
            raise LeaseLostError(f"stream {stream.id} is no longer leased by this process")
        else:
            supervisor.refresh(stream)

    def _claim(self, stream: LiveStream) -> None:
        claimed = self._services.stream_service.claim(stream, self._lease)
        if claimed is not None:
            log.info("stream %s of event %s: %s", claimed.id, claimed.event_id, claimed.state)
            self._supervisors[claimed.id] = StreamSupervisor(self._services, claimed, self._lease)

    def _run_guarded(
        self, stream_id: LiveStreamId, operation: Callable[[], None], *, ignore_delay: bool = False
    ) -> None:
        """Run an operation on a stream, unless the stream failed a moment ago. Failures are reported."""
        now = self._services.clock.now()
        if not ignore_delay and now < self._retry_times.get(stream_id, now):
            return
        try:
            operation()
        except LeaseLostError:
            log.warning("stream %s was taken over by another process", stream_id)
            self._drop(stream_id)
        except Exception as failure:
            self._retry_times[stream_id] = now + _RETRY_DELAY
            self._report_failure(stream_id, failure)
        supervisor = self._supervisors.get(stream_id)
        if supervisor is not None and supervisor.is_finished:
            log.info("stream %s has ended", stream_id)
            del self._supervisors[stream_id]

    def _report_failure(self, stream_id: LiveStreamId, failure: Exception) -> None:
        if isinstance(failure, UnavailableError):
            log.warning("stream %s: %s", stream_id, failure.message)
        else:
            log.error("stream %s", stream_id, exc_info=failure)
        supervisor = self._supervisors.get(stream_id)
        if supervisor is not None:
            with suppress(Exception):
                supervisor.report_failure(
                    failure.message if isinstance(failure, UnavailableError) else _CHECK_LOG_FAULT
                )

    def _drop(self, stream_id: LiveStreamId) -> None:
        supervisor = self._supervisors.pop(stream_id, None)
        if supervisor is not None:
            supervisor.close()
