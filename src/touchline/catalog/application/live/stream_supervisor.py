"""Supervises one stream in an ingest process: waits for its encoders, receives, and handles interruptions."""

from __future__ import annotations

import logging
from contextlib import AbstractContextManager
from datetime import datetime, timedelta
from pathlib import Path

from touchline.catalog.application.live.camera_slot import CameraSlot
from touchline.catalog.application.live.database_retry import DatabaseRetry
from touchline.catalog.application.live.encoder_reports import EncoderReports
from touchline.catalog.application.live.encoder_session import EncoderSession
from touchline.catalog.application.live.hls_publisher import HlsPublisher
from touchline.catalog.application.live.ingest_services import IngestServices
from touchline.catalog.application.live.stream_lease import RENEW_INTERVAL, StreamLease
from touchline.catalog.domain.media.encoder_slots import EncoderSlot
from touchline.catalog.domain.media.live_streams import LIVE_LEASE, LiveState, LiveStream
from touchline.catalog.domain.media.on_air import SlotHealth, choose_slot
from touchline.catalog.ports.media.ingest import IngestSessionState
from touchline.catalog.ports.media.live_streams import LiveStreamsUnavailableError
from touchline.shared.errors import UnavailableError

log = logging.getLogger(__name__)
_NO_PORT_MESSAGE = "This stream has no port. To assign one, run `touchline streams open` again."


class StreamSupervisor:
    """Keeps an ingest session open for each encoder, and publishes the segments of the one on air.

    `step` is called a few times a second and never blocks. If the process is killed, its successor resumes
    from the stream's row and the source playlist.
    """

    def __init__(self, services: IngestServices, stream: LiveStream, lease: str) -> None:
        self._services, self._encoders = services, services.encoders
        self._lease = StreamLease(services.stream_service, services.clock, lease)
        self._sessions: dict[EncoderSlot, EncoderSession] = {}
        self._reports = EncoderReports(services.stream_service, self._encoders.rules, stream.slots)
        self._camera = CameraSlot(self._encoders.cameras, stream)
        self._start_retry = DatabaseRetry()
        self._on_air = stream.on_air
        self._switch_count = stream.switch_count
        self._generation = stream.generation
        self.stream = stream
        name = f"{'test' if stream.is_test else 'live'}-{stream.id}-"
        services.storage.clean_up(name)
        self._workspace_context: AbstractContextManager[Path] = services.storage.workspace(f"{name}{lease}")
        self._workspace = self._workspace_context.__enter__()
        self._publisher = HlsPublisher(
            *(services.storage, stream, self._workspace, services.captions),
            has_low_delay=services.has_parts,
        )
        self._publisher.recover()
        if stream.is_open:
            self._publisher.reopen(services.clock.now())
        started_at = stream.started_at or self._publisher.playlist.started_at
        if started_at is not None and stream.is_open:
            self.stream = services.stream_service.mark_interrupted(stream, lease, started_at)

    @property
    def is_finished(self) -> bool:
        """Whether the stream is finished and needs no more supervision."""
        return self.stream.state is LiveState.FINISHED

    def refresh(self, updated: LiveStream) -> None:
        """Apply the current row of the stream: new keys disconnect the encoders, and an ended stream ends."""
        self.stream = updated
        if updated.generation != self._generation:
            self._end_sessions()
            self._generation = updated.generation
        self._ensure_lease(LIVE_LEASE - RENEW_INTERVAL)

    def step(self) -> None:
        """Do what is due now: publish segments, update the stream's state, or finish the stream."""
        now = self._services.clock.now()
        self._ensure_lease(timedelta(0))
        if (
            self.stream.is_overdue(self._services.reconnect_window, self._services.margin, now)
            and not self._is_receiving()
            and not self._publisher.has_held_segments
        ):
            self.stream = self._services.stream_service.end(self.stream)
        if self.stream.state is LiveState.ENDING and (
            self.stream.discard_held or not self._camera.has_video()
        ):
            self._finish()
            return
        self._try_start_sessions(now)
        self._camera.feed(self.stream)
        self._services.playback_log.record_supervision(self.stream.channel_id, self.stream.event_id, now)
        self._choose_encoder(now)
        self._publish()
        self._require_renditions()
        self.stream = self._reports.update(self.stream, self._lease.id, self._sessions, self._on_air, now)
        for session in list(self._sessions.values()):
            self._services.health.record(self.stream, session, now)
            self._publisher.discard_unused(session)
            if session.state is IngestSessionState.ENDED:
                self._end_session(session)
        self._mark_interrupted()

    def release(self) -> None:
        """Publish everything received, then release the stream to the next process."""
        self._end_sessions()
        self.stream = self._services.stream_service.release(self.stream, self._lease.id)
        self.close()

    def close(self) -> None:
        """Close the sessions and the workspace without changing the stream's row."""
        now = self._services.clock.now()
        while self._sessions:
            self._sessions.popitem()[1].close(now)
        self._workspace_context.__exit__(None, None, None)

    def report_failure(self, fault: str) -> None:
        """Report a failure to the operator."""
        if fault != self.stream.fault:
            self.stream = self._services.stream_service.set_fault(self.stream, fault)

    def _ensure_lease(self, min_remaining: timedelta) -> None:
        self.stream = self._lease.ensure(self.stream, min_remaining, is_receiving=self._is_receiving())

    def _is_receiving(self) -> bool:
        return any(session.is_receiving for session in self._sessions.values())

    def _try_start_sessions(self, now: datetime) -> None:
        """Start sessions, which needs the database. Without it, the encoders that send are published."""
        if self._is_receiving() and self._start_retry.is_waiting(now):
            return
        try:
            self._start_sessions()
        except LiveStreamsUnavailableError:
            self._start_retry.record_failure(now)
            if not self._is_receiving():
                raise
            return
        self._start_retry.record_success()

    def _start_sessions(self) -> None:
        """Let a phone camera take a slot, and wait for the encoders of the others."""
        camera_slot = self._camera.find_slot(self.stream, self._sessions)
        if camera_slot is not None:
            waiting = self._sessions.get(camera_slot)
            if waiting is not None:
                self._end_session(waiting)
            self._start_session(camera_slot, is_camera=True)
        for slot in self.stream.slots:
            if slot not in self._sessions and self.stream.is_open:
                self._start_session(slot)

    def _start_session(self, slot: EncoderSlot, *, is_camera: bool = False) -> None:
        self._mark_interrupted()
        ports = self._encoders.ingest.ports
        if ports and self.stream.port not in ports:
            raise UnavailableError(_NO_PORT_MESSAGE)
        default_renditions = self._encoders.renditions.get_live_renditions(self.stream.channel_id)
        if not self._publisher.renditions:
            self._publisher.audio_names = self._encoders.renditions.get_audio_names(self.stream.channel_id)
        self.stream = self._services.stream_service.start_session(self.stream, self._lease.id)
        folder = self._workspace / f"session-{self.stream.session_count}"
        folder.mkdir(parents=True, exist_ok=True)
        published_renditions = self._publisher.renditions
        renditions, exactly = published_renditions or default_renditions, bool(published_renditions)
        if is_camera:
            ingest_session = self._camera.claim(slot, folder, renditions, exactly=exactly)
        else:
            endpoint = self._encoders.stream_keys.get_endpoint(self.stream, slot)
            ingest_session = self._encoders.ingest.listen(endpoint, folder, renditions, exactly=exactly)
        self._sessions[slot] = EncoderSession(slot, self.stream.session_count, ingest_session)

    def _choose_encoder(self, now: datetime) -> None:
        """Put the other encoder on air if the rules or the operator say so."""
        rules, health = self._encoders.rules, dict.fromkeys(EncoderSlot, SlotHealth())
        for slot, session in self._sessions.items():
            health[slot] = session.update(rules, now, is_on_air=slot is self._on_air)
        on_air = self._sessions.get(self._on_air)
        if not self._publisher.renditions and on_air is not None and on_air.is_starting(now):
            return
        is_requested = self.stream.switch_count != self._switch_count
        self._switch_count = self.stream.switch_count
        chosen = choose_slot(
            self._on_air, self.stream.preferred_slot, health, rules, is_requested=is_requested
        )
        if chosen is not self._on_air:
            self._publish()
            log.info("stream %s: the %s encoder goes on air", self.stream.id, chosen)
            self._on_air = chosen

    def _publish(self) -> None:
        """Publish the new segments of the encoder on air, and those that were held back long enough."""
        delay, now = timedelta(seconds=self.stream.safety_delay_seconds), self._services.clock.now()
        on_air = self._sessions.get(self._on_air)
        for other in self._sessions.values():
            if other is not on_air:
                other.take_parts()
        published_to = self._publisher.playlist.ends_at
        is_published = self._publisher.publish(on_air, delay, now)
        published_count = self._publisher.count_segments(on_air.number) if on_air is not None else 0
        self._camera.mark_published(self._sessions, self._on_air, published_count)
        if not is_published:
            return
        self._services.playback_log.record_video(
            *(self.stream.channel_id, self.stream.event_id, now),
            self._publisher.playlist.get_length_after(published_to),
        )
        started_at = self._publisher.playlist.started_at or self._services.clock.now()
        if self.stream.state is not LiveState.LIVE:
            self.stream = self._services.stream_service.mark_live(self.stream, self._lease.id, started_at)

    def _require_renditions(self) -> None:
        """Let all encoders have the renditions that viewers have. One that began with other ones before they
        were known is disconnected, and reconnects.
        """
        renditions = self._publisher.renditions
        for session in list(self._sessions.values()):
            if renditions and not session.require_renditions(renditions):
                self._end_session(session)

    def _end_sessions(self) -> None:
        for session in list(self._sessions.values()):
            self._end_session(session)

    def _end_session(self, session: EncoderSession) -> None:
        """Close a session and publish its last segments if it is on air. Without another encoder the stream
        is interrupted.
        """
        session.close(self._services.clock.now())
        if session.slot is self._on_air:
            self._publish()
        self._sessions.pop(session.slot, None)
        self._camera.release(session.slot)
        self._mark_interrupted()

    def _mark_interrupted(self) -> None:
        """Mark a live stream interrupted if viewers get nothing more, so that the reconnect window begins.

        Repeated at each step, in case the database was unavailable.
        """
        has_video = self._is_receiving() or self._publisher.has_held_segments
        if self.stream.state is LiveState.LIVE and not has_video:
            started_at = self.stream.started_at or self._services.clock.now()
            self.stream = self._services.stream_service.mark_interrupted(
                self.stream, self._lease.id, started_at
            )

    def _finish(self) -> None:
        self._end_sessions()
        folder = self.stream.folder
        self._services.health.finish(self.stream)
        self._publisher.close(self._services.clock.now(), discard_held=self.stream.discard_held)
        started_at = self._publisher.playlist.started_at
        self.stream = self._services.stream_service.finish(self.stream, self._lease.id, started_at)
        if self.stream.is_test:
            self._services.storage.remove(f"{folder}/")
        self.close()
