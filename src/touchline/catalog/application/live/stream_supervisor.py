"""Supervises one stream in an ingest process: waits for its encoders, receives, and handles interruptions."""

from __future__ import annotations

import logging
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path

from touchline.catalog.application.live.camera_feed import CameraFeed, CameraServices
from touchline.catalog.application.live.encoder_faults import EncoderFaults
from touchline.catalog.application.live.encoder_session import EncoderSession
from touchline.catalog.application.live.hls_publisher import HlsPublisher
from touchline.catalog.application.live.record_health import HealthRecording, NoHealthRecording
from touchline.catalog.application.live.stream_keys import StreamKeys
from touchline.catalog.application.live.stream_service import LiveStreamService
from touchline.catalog.application.live_captions.caption_store import NoLiveCaptions
from touchline.catalog.domain.media.encoder_slots import EncoderSlot, EncoderState
from touchline.catalog.domain.media.live_streams import LIVE_LEASE, EncoderReport, LiveState, LiveStream
from touchline.catalog.domain.media.on_air import FailoverRules, SlotHealth, choose_slot
from touchline.catalog.ports.media.ingest import Ingest, IngestSession, IngestSessionState
from touchline.catalog.ports.media.live_captions import LiveCaptionSource
from touchline.catalog.ports.media.live_streams import LiveStreamsUnavailableError
from touchline.catalog.ports.media.rendition_settings import DefaultRenditions, RenditionSettings
from touchline.catalog.ports.media.storage import Storage
from touchline.shared.clock import Clock
from touchline.shared.errors import UnavailableError

log = logging.getLogger(__name__)
_RENEW_INTERVAL = LIVE_LEASE / 3
_RETRY_INTERVAL = timedelta(seconds=2)
_NO_PORT_MESSAGE = "This stream has no port. To assign one, run `touchline streams open` again."


@dataclass(frozen=True)
class IngestServices:
    """Dependencies of every supervisor. `cameras` is None where no phone can be the camera.

    `grace` is how long an encoder may be away after the planned end of its event plus `margin`. `rules` say
    when the other encoder goes on air. `has_parts`: viewers get the parts of the segment in progress.
    """

    stream_service: LiveStreamService
    storage: Storage
    ingest: Ingest
    stream_keys: StreamKeys
    clock: Clock
    grace: timedelta
    margin: timedelta
    renditions: RenditionSettings = field(default_factory=DefaultRenditions)
    rules: FailoverRules = field(default_factory=FailoverRules)
    health: HealthRecording = field(default_factory=NoHealthRecording)
    cameras: CameraServices | None = None
    captions: LiveCaptionSource = field(default_factory=NoLiveCaptions)
    has_parts: bool = True


class StreamSupervisor:
    """Keeps an ingest session open for each encoder, and publishes the segments of the one on air.

    `step` is called a few times a second and never blocks. If the process is killed, its successor resumes
    from the stream's row and the source playlist.
    """

    def __init__(self, services: IngestServices, stream: LiveStream, lease: str) -> None:
        self._services = services
        self._lease = lease
        self._sessions: dict[EncoderSlot, EncoderSession] = {}
        self._faults = {slot: EncoderFaults() for slot in stream.slots}
        self._on_air = stream.on_air
        self._switch_count = stream.switch_count
        self._retry_at: datetime | None = None
        self._report_at: datetime | None = None
        self._camera = CameraFeed(services.cameras, stream) if services.cameras is not None else None
        self._camera_slot: EncoderSlot | None = None
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
        has_new_key = updated.generation != self.stream.generation
        self.stream = updated
        if has_new_key:
            self._end_sessions()
        self._ensure_lease(LIVE_LEASE - _RENEW_INTERVAL)

    def step(self) -> None:
        """Do what is due now: publish segments, update the stream's state, or finish the stream."""
        now = self._services.clock.now()
        self._ensure_lease(timedelta(0))
        if (
            self.stream.is_overdue(self._services.grace, self._services.margin, now)
            and not self._is_receiving()
            and not self._publisher.has_held_segments
        ):
            self.stream = self._services.stream_service.end(self.stream)
        if self.stream.state is LiveState.ENDING and not self._has_camera_video():
            self._finish()
            return
        self._open_camera()
        for slot in self.stream.slots:
            if slot not in self._sessions and self.stream.is_open:
                self._start_session(slot)
        if self._camera is not None:
            self._camera.feed(is_ending=self.stream.state is LiveState.ENDING)
        self._choose_encoder(now)
        self._publish()
        self._require_renditions()
        self._report(now)
        for session in list(self._sessions.values()):
            self._services.health.record(self.stream, session, now)
            self._publisher.discard_unused(session)
            if session.state is IngestSessionState.ENDED:
                self._end_session(session)
        self._mark_interrupted()

    def release(self) -> None:
        """Publish everything received, then release the stream to the next process."""
        self._end_sessions()
        self.stream = self._services.stream_service.release(self.stream, self._lease)
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

    def _is_receiving(self) -> bool:
        return any(session.is_receiving for session in self._sessions.values())

    def _start_session(self, slot: EncoderSlot, *, is_camera: bool = False) -> None:
        """Wait for the encoder of a slot, or read from the phone camera."""
        self._mark_interrupted()
        ports = self._services.ingest.ports
        if ports and self.stream.port not in ports:
            raise UnavailableError(_NO_PORT_MESSAGE)
        default_renditions = self._services.renditions.get_live_renditions(self.stream.channel_id)
        if not self._publisher.renditions:
            self._publisher.audio_names = self._services.renditions.get_audio_names(self.stream.channel_id)
        self.stream = self._services.stream_service.start_session(self.stream, self._lease)
        folder = self._workspace / f"session-{self.stream.session_count}"
        folder.mkdir(parents=True, exist_ok=True)
        published_renditions = self._publisher.renditions
        renditions, exactly = published_renditions or default_renditions, bool(published_renditions)
        ingest_session: IngestSession
        if self._camera is not None and is_camera:
            ingest_session = self._camera.open(folder, renditions, exactly=exactly)
            self._camera_slot = slot
        else:
            endpoint = self._services.stream_keys.get_endpoint(self.stream, slot)
            ingest_session = self._services.ingest.listen(endpoint, folder, renditions, exactly=exactly)
        self._sessions[slot] = EncoderSession(slot, self.stream.session_count, ingest_session)

    def _open_camera(self) -> None:
        """Let a phone camera that has sent video take the first slot whose encoder is not connected."""
        if self._camera_slot is not None or not self._has_camera_video():
            return
        for slot in self.stream.slots:
            session = self._sessions.get(slot)
            if session is None or session.state is IngestSessionState.WAITING:
                if session is not None:
                    self._end_session(session)
                self._start_session(slot, is_camera=True)
                return

    def _has_camera_video(self) -> bool:
        return self._camera is not None and self._camera.find_video()

    def _mark_camera_published(self) -> None:
        """Record how far the camera's video is published. What it sends while not on air is not used."""
        session = self._sessions.get(self._camera_slot) if self._camera_slot is not None else None
        if session is None or self._camera is None:
            return
        is_on_air = session.slot is self._on_air
        count = self._publisher.count_segments(session.number) if is_on_air else session.clock.count
        self._camera.mark_published(count)

    def _choose_encoder(self, now: datetime) -> None:
        """Put the other encoder on air if the rules or the operator say so."""
        rules, health = self._services.rules, dict.fromkeys(EncoderSlot, SlotHealth())
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
        is_published = self._publisher.publish(on_air, delay, now)
        self._mark_camera_published()
        if not is_published:
            return
        started_at = self._publisher.playlist.started_at or self._services.clock.now()
        if self.stream.state is not LiveState.LIVE:
            self.stream = self._services.stream_service.mark_live(self.stream, self._lease, started_at)

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
        if session.slot is self._camera_slot and self._camera is not None:
            self._camera.close()
            self._camera_slot = None
        self._mark_interrupted()

    def _mark_interrupted(self) -> None:
        """Mark a live stream interrupted if viewers get nothing more, so that the grace period begins.

        Repeated at each step, in case the database was unavailable.
        """
        has_video = self._is_receiving() or self._publisher.has_held_segments
        if self.stream.state is LiveState.LIVE and not has_video:
            started_at = self.stream.started_at or self._services.clock.now()
            self.stream = self._services.stream_service.mark_interrupted(self.stream, self._lease, started_at)

    def _finish(self) -> None:
        self._end_sessions()
        folder = self.stream.folder
        self._services.health.finish(self.stream)
        self._publisher.close(self._services.clock.now())
        started_at = self._publisher.playlist.started_at
        self.stream = self._services.stream_service.finish(self.stream, self._lease, started_at)
        if self.stream.is_test:
            self._services.storage.remove(f"{folder}/")
        self.close()

    def _report(self, now: datetime) -> None:
        """Store what operators see of the encoders, if it has changed."""
        states = dict.fromkeys(EncoderSlot, EncoderState.WAITING)
        faults = dict.fromkeys(EncoderSlot, "")
        for slot, session in self._sessions.items():
            states[slot] = session.get_encoder_state(self._services.rules)
            faults[slot] = self._faults[slot].update(session, self.stream.get_fault(slot), now)
        report = EncoderReport(self._on_air, *states.values(), *faults.values())
        if report == self.stream.encoder_report or (self._report_at is not None and now < self._report_at):
            return
        try:
            self.stream = self._services.stream_service.report_encoders(self.stream, self._lease, report)
            self._report_at = None
        except LiveStreamsUnavailableError:
            self._report_at = now + _RETRY_INTERVAL
