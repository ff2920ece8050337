"""Supervises one stream in an ingest process: waits for an encoder, receives, and handles interruptions."""

from __future__ import annotations

from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path

from touchline.catalog.application.live.hls_publisher import HlsPublisher
from touchline.catalog.application.live.stream_keys import StreamKeys
from touchline.catalog.application.live.stream_service import LiveStreamService
from touchline.catalog.domain.media.live_streams import LIVE_LEASE, LiveState, LiveStream
from touchline.catalog.ports.media.ingest import (
    SECOND_ENCODER_FAULT,
    WRONG_KEY_FAULT,
    Ingest,
    IngestEndpoint,
    IngestSession,
    IngestSessionState,
)
from touchline.catalog.ports.media.live_streams import LiveStreamsUnavailableError
from touchline.catalog.ports.media.rendition_settings import DefaultRenditions, RenditionSettings
from touchline.catalog.ports.media.storage import Storage
from touchline.shared.clock import Clock
from touchline.shared.errors import UnavailableError

_RENEW_INTERVAL = LIVE_LEASE / 3
_RETRY_INTERVAL = timedelta(seconds=2)
_SECOND_ENCODER_DURATION = timedelta(seconds=30)
_NO_PORT_MESSAGE = "This stream has no port. To assign one, run `touchline streams open` again."


@dataclass(frozen=True)
class IngestServices:
    """Dependencies of every supervisor.

    `grace` is how long an encoder may be away after the planned end of its event plus `margin`.
    `has_parts`: viewers get the parts of the segment in progress.
    """

    stream_service: LiveStreamService
    storage: Storage
    ingest: Ingest
    stream_keys: StreamKeys
    clock: Clock
    grace: timedelta
    margin: timedelta
    renditions: RenditionSettings = field(default_factory=DefaultRenditions)
    has_parts: bool = True


class StreamSupervisor:
    """Keeps one ingest session open and publishes its segments.

    `step` is called a few times a second and never blocks. If the process is killed, its successor resumes
    from the stream's row and the source playlist.
    """

    def __init__(self, services: IngestServices, stream: LiveStream, lease: str) -> None:
        self._services = services
        self._lease = lease
        self._session: IngestSession | None = None
        self._last_fault = self._reported_fault = ""
        self._second_encoder_until: datetime | None = None
        self._retry_at: datetime | None = None
        self.stream = stream
        name = f"{'test' if stream.is_test else 'live'}-{stream.id}-"
        services.storage.clean_up(name)
        self._workspace_context: AbstractContextManager[Path] = services.storage.workspace(f"{name}{lease}")
        self._workspace = self._workspace_context.__enter__()
        self._publisher = HlsPublisher(
            services.storage, stream, self._workspace, has_parts=services.has_parts
        )
        self._publisher.recover()
        if stream.is_open:
            self._publisher.reopen()
        started_at = stream.started_at or self._publisher.playlist.started_at
        if started_at is not None and stream.is_open:
            self.stream = services.stream_service.mark_interrupted(stream, lease, started_at)

    @property
    def is_finished(self) -> bool:
        """Whether the stream is finished and needs no more supervision."""
        return self.stream.state is LiveState.FINISHED

    def refresh(self, updated: LiveStream) -> None:
        """Apply the current row of the stream: a new key disconnects the encoder, and an ended stream
        ends."""
        has_new_key = updated.generation != self.stream.generation
        self.stream = updated
        if has_new_key and self._session is not None:
            self._end_session()
        self._ensure_lease(LIVE_LEASE - _RENEW_INTERVAL)

    def step(self) -> None:
        """Do what is due now: publish segments, update the stream's state, or finish the stream."""
        now = self._services.clock.now()
        self._ensure_lease(timedelta(0))
        if (
            self.stream.is_overdue(self._services.grace, self._services.margin, now)
            and not self._is_receiving()
        ):
            self.stream = self._services.stream_service.end(self.stream)
        if self.stream.state is LiveState.ENDING:
            self._finish()
            return
        session = self._session or self._start_session()
        state = session.state
        self._publish(session, now)
        if state is not IngestSessionState.WAITING:
            self._last_fault = session.fault
        self._report_fault(session.fault or self._last_fault or self._get_refusal(state, now))
        if state is IngestSessionState.ENDED:
            self._end_session()

    def release(self) -> None:
        """Publish everything received, then release the stream to the next process."""
        self._end_session()
        self.stream = self._services.stream_service.release(self.stream, self._lease)
        self.close()

    def close(self) -> None:
        """Close the session and the workspace without changing the stream's row."""
        if self._session is not None:
            self._session.close()
            self._session = None
        self._workspace_context.__exit__(None, None, None)

    def report_failure(self, fault: str) -> None:
        """Report a failure to the operator."""
        self._report_fault(fault)

    def _ensure_lease(self, min_remaining: timedelta) -> None:
        """Make sure that the lease lasts at least `min_remaining`. A process without it must not write
        playlists.

        If the database is unavailable, a supervisor that is receiving continues, because the encoder is
        connected to this process.
        """
        leased_until, now = self.stream.leased_until, self._services.clock.now()
        if leased_until is not None and now < leased_until - min_remaining:
            return
        if self._retry_at is not None and now < self._retry_at and self._is_receiving():
            return
        try:
            self.stream = self._services.stream_service.renew(self.stream, self._lease)
            self._retry_at = None
        except LiveStreamsUnavailableError:
            self._retry_at = now + _RETRY_INTERVAL
            if not self._is_receiving():
                raise

    def _get_refusal(self, state: IngestSessionState, now: datetime) -> str:
        """Return the fault of an encoder that the shared RTMP server refused, or "".

        `AuthorizePublisher` writes the fault to the row, perhaps before any process supervises the stream. A
        wrong key is shown until an encoder is accepted, a second encoder for half a minute.
        """
        if state is IngestSessionState.WAITING:
            return WRONG_KEY_FAULT if self.stream.fault == WRONG_KEY_FAULT else ""
        if self.stream.fault == SECOND_ENCODER_FAULT and self._reported_fault != SECOND_ENCODER_FAULT:
            self._second_encoder_until = now + _SECOND_ENCODER_DURATION
        return (
            SECOND_ENCODER_FAULT
            if self._second_encoder_until is not None and now < self._second_encoder_until
            else ""
        )

    def _is_receiving(self) -> bool:
        return self._session is not None and self._session.state is IngestSessionState.RECEIVING

    def _start_session(self) -> IngestSession:
        self._mark_interrupted()
        ports = self._services.ingest.ports
        if ports and self.stream.port not in ports:
            raise UnavailableError(_NO_PORT_MESSAGE)
        default_renditions = self._services.renditions.get_live_renditions(self.stream.channel_id)
        self.stream = self._services.stream_service.start_session(self.stream, self._lease)
        folder = self._workspace / f"session-{self.stream.session_count}"
        folder.mkdir(parents=True, exist_ok=True)
        endpoint = IngestEndpoint(self._services.stream_keys.derive(self.stream), self.stream.port)
        published_renditions = self._publisher.renditions
        self._session = self._services.ingest.listen(
            endpoint, folder, published_renditions or default_renditions, exactly=bool(published_renditions)
        )
        return self._session

    def _publish(self, session: IngestSession, now: datetime) -> None:
        if not self._publisher.publish(session, self.stream.session_count, now):
            return
        started_at = self._publisher.playlist.started_at or now
        if self.stream.state is not LiveState.LIVE:
            self.stream = self._services.stream_service.mark_live(self.stream, self._lease, started_at)

    def _end_session(self) -> None:
        """Close the session, publish its last segments, and mark the stream interrupted."""
        session, self._session = self._session, None
        if session is None:
            return
        now = self._services.clock.now()
        session.close()
        self._publish(session, now)
        self._mark_interrupted()

    def _mark_interrupted(self) -> None:
        """Mark a live stream interrupted, so that the grace period begins.

        Repeated before the next session, in case the database was unavailable.
        """
        if self.stream.state is LiveState.LIVE:
            started_at = self.stream.started_at or self._services.clock.now()
            self.stream = self._services.stream_service.mark_interrupted(self.stream, self._lease, started_at)

    def _finish(self) -> None:
        if self._session is not None:
            self._end_session()
        folder = self.stream.folder
        self._publisher.close()
        self.stream = self._services.stream_service.finish(self.stream, self._lease)
        if self.stream.is_test:
            self._services.storage.remove(f"{folder}/")
        self.close()

    def _report_fault(self, fault: str) -> None:
        self._reported_fault = fault
        if fault != self.stream.fault:
            self.stream = self._services.stream_service.set_fault(self.stream, fault)
