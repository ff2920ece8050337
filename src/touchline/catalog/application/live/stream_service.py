"""The state changes of a live stream: each is one transaction under the stream's lease."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from touchline.catalog.application.live.live_stream_store import LiveStreamStore
from touchline.catalog.application.live.stream_commands import end_event, end_stream
from touchline.catalog.application.media.add_media import MEDIA_QUEUE
from touchline.catalog.domain.media.assets import MediaOwner
from touchline.catalog.domain.media.live_streams import EncoderReport, LiveState, LiveStream
from touchline.catalog.events import EventWentLive
from touchline.catalog.ports.events.events import StreamStates
from touchline.catalog.ports.media.assets import MediaItems
from touchline.catalog.ports.media.video_packager import MASTER
from touchline.shared.clock import Clock
from touchline.shared.ids import ChannelId
from touchline.shared.tasks.jobs import Jobs
from touchline.shared.unit_of_work import Announce

JOIN_RECORDING = "catalog.join_recording"
JOIN_TIMEOUT_SECONDS = 6 * 3600


class LiveStreamService:
    """State changes of a live stream. Each returns the updated stream.

    Raises `LeaseLostError` if another process has taken over the stream.
    """

    def __init__(
        self,
        live_store: LiveStreamStore,
        media_items: MediaItems,
        stream_states: StreamStates,
        jobs: Jobs,
        announce: Announce,
        clock: Clock,
    ) -> None:
        self._live_store = live_store
        self._media_items = media_items
        self._stream_states = stream_states
        self._jobs = jobs
        self._announce = announce
        self._clock = clock

    def claim(self, stream: LiveStream, lease: str) -> LiveStream | None:
        """Claim the stream. Return None while another process holds it."""
        now = self._clock.now()
        return self._live_store.update(
            stream.channel_id,
            stream.id,
            lambda current_stream: current_stream if current_stream.claim(lease, now) else None,
        )

    def renew(self, stream: LiveStream, lease: str) -> LiveStream:
        """Renew the lease on the stream."""
        now = self._clock.now()
        return self._update(stream, lambda current_stream: current_stream.renew(lease, now))

    def release(self, stream: LiveStream, lease: str) -> LiveStream:
        """Release the lease, so that the next process can claim the stream."""
        return self._update(stream, lambda current_stream: current_stream.release(lease))

    def start_session(self, stream: LiveStream, lease: str) -> LiveStream:
        """Start an ingest session that waits for an encoder. Its number is `session_count`."""
        return self._update(stream, lambda current_stream: current_stream.start_session(lease))

    def mark_live(self, stream: LiveStream, lease: str, started_at: datetime) -> LiveStream:
        """Mark the stream live and show it on the event."""

        def operation(current_stream: LiveStream) -> None:
            self._mark_started(current_stream, lease, started_at)
            self._publish_event(current_stream)

        return self._update(stream, operation)

    def mark_interrupted(self, stream: LiveStream, lease: str, started_at: datetime) -> LiveStream:
        """Mark the stream interrupted: the encoder or the ingest process is gone. The event stays live."""
        now = self._clock.now()

        def operation(current_stream: LiveStream) -> None:
            self._mark_started(current_stream, lease, started_at)
            current_stream.mark_interrupted(lease, now)
            self._publish_event(current_stream)

        return self._update(stream, operation)

    def end(self, stream: LiveStream) -> LiveStream:
        """End the stream because no encoder came back."""
        return self._update(
            stream,
            lambda current_stream: end_stream(current_stream, self._stream_states, self._announce),
        )

    def finish(self, stream: LiveStream, lease: str, started_at: datetime | None) -> LiveStream:
        """Mark the stream finished after its playlists are closed. `started_at` is the time of the first
        frame, None if there is none.

        The recording is queued in the same transaction, so exactly once. A stream that ended before the first
        video was released ends its event only now.
        """
        now = self._clock.now()

        def operation(current_stream: LiveStream) -> None:
            had_started = current_stream.has_started
            current_stream.started_at = current_stream.started_at or started_at
            current_stream.finish(lease, now)
            if current_stream.has_started and not had_started:
                end_event(current_stream, self._stream_states, self._announce)
            if current_stream.needs_recording:
                enqueue_recording(self._jobs, current_stream)

        return self._update(stream, operation)

    def report_encoders(self, stream: LiveStream, lease: str, report: EncoderReport) -> LiveStream:
        """Store which encoder is on air, and what the encoders do."""

        def operation(current_stream: LiveStream) -> None:
            current_stream.report_encoders(lease, report)

        return self._update(stream, operation)

    def set_fault(self, stream: LiveStream, fault: str) -> LiveStream:
        """Store a fault of the stream for the operator."""

        def operation(current_stream: LiveStream) -> None:
            current_stream.fault = fault

        return self._update(stream, operation)

    def _mark_started(self, stream: LiveStream, lease: str, started_at: datetime) -> None:
        """Mark the stream live, for the first time or again. The first time is announced."""
        had_started = stream.has_started
        stream.mark_live(lease, started_at)
        if stream.has_started and not had_started and not stream.is_test:
            self._announce(EventWentLive(stream.channel_id, stream.event_id))

    def _publish_event(self, stream: LiveStream) -> None:
        if stream.is_open and stream.started_at is not None and not stream.is_test:
            owner = MediaOwner("event", stream.event_id)
            is_interrupted = stream.state is LiveState.INTERRUPTED
            self._stream_states.set_publishing(stream.event_id, True, is_interrupted=is_interrupted)
            self._media_items.save_live(
                owner, f"{stream.folder}/{MASTER}", int(stream.started_at.timestamp())
            )

    def _update(self, stream: LiveStream, operation: Callable[[LiveStream], object]) -> LiveStream:
        def update(current_stream: LiveStream) -> LiveStream:
            operation(current_stream)
            return current_stream

        return self._live_store.update(ChannelId(stream.channel_id), stream.id, update)


def enqueue_recording(jobs: Jobs, stream: LiveStream) -> None:
    """Queue the job that makes the stream's recording, once for each end of the stream."""
    ended = int(stream.finished_at.timestamp() * 1000) if stream.finished_at else 0
    jobs.enqueue(
        JOIN_RECORDING,
        stream.channel_id,
        stream.id,
        queue=MEDIA_QUEUE,
        unique=f"recording-{stream.id}-{stream.generation}-{ended}",
        timeout=JOIN_TIMEOUT_SECONDS,
    )
