"""What an ingest process changes about a stream: each step one transaction, under the stream's lease."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from touchline.catalog.application.add_media import MEDIA_QUEUE
from touchline.catalog.application.open_live import end
from touchline.catalog.domain.live import LiveState, LiveStream
from touchline.catalog.domain.media import Owner
from touchline.catalog.events import EventWentLive
from touchline.catalog.ports.events import StreamStates
from touchline.catalog.ports.live import LiveLedger
from touchline.catalog.ports.media import MediaRows
from touchline.catalog.ports.video import MASTER
from touchline.shared.clock import Clock
from touchline.shared.ids import ChannelId
from touchline.shared.jobs import Jobs
from touchline.shared.unit_of_work import Announce

JOIN_RECORDING = "catalog.join_recording"
LONGEST_JOIN = 6 * 3600


class LiveChanges:
    """The steps of a live stream. Each answers the stream as it is afterwards; `LeaseLost` where another
    process has taken over."""

    def __init__(
        self,
        ledger: LiveLedger,
        rows: MediaRows,
        states: StreamStates,
        jobs: Jobs,
        announce: Announce,
        clock: Clock,
    ) -> None:
        self._ledger = ledger
        self._rows = rows
        self._states = states
        self._jobs = jobs
        self._announce = announce
        self._clock = clock

    def claim(self, stream: LiveStream, lease: str) -> LiveStream | None:
        """Take the stream over; None while another process holds it."""
        now = self._clock.now()
        return self._ledger.change(
            stream.channel_id, stream.id, lambda one: one if one.claim(lease, now) else None
        )

    def renew(self, stream: LiveStream, lease: str) -> LiveStream:
        """Hold the stream for longer."""
        now = self._clock.now()
        return self._change(stream, lambda one: one.renew(lease, now))

    def let_go(self, stream: LiveStream, lease: str) -> LiveStream:
        """Leave the stream to the next process."""
        return self._change(stream, lambda one: one.let_go(lease))

    def begin_take(self, stream: LiveStream, lease: str) -> LiveStream:
        """Wait for an encoder; `takes` is the number of this take."""
        return self._change(stream, lambda one: one.begin_take(lease))

    def go_live(self, stream: LiveStream, lease: str, started_at: datetime) -> LiveStream:
        """There is something to see: the event is live and shows it."""

        def act(one: LiveStream) -> None:
            self._begin(one, lease, started_at)
            self._show(one)

        return self._change(stream, act)

    def interrupt(self, stream: LiveStream, lease: str, started_at: datetime) -> LiveStream:
        """The encoder is gone, or the process was that received from it; the event stays live."""
        now = self._clock.now()

        def act(one: LiveStream) -> None:
            self._begin(one, lease, started_at)
            one.interrupt(lease, now)
            self._show(one)

        return self._change(stream, act)

    def end(self, stream: LiveStream) -> LiveStream:
        """Nobody came back: it is over."""
        return self._change(stream, lambda one: end(one, self._states))

    def finish(self, stream: LiveStream, lease: str) -> LiveStream:
        """Its playlists are closed; the recording is asked for in the same transaction, so once."""
        now = self._clock.now()

        def act(one: LiveStream) -> None:
            one.finish(lease, now)
            if one.wants_recording:
                ask_for_recording(self._jobs, one)

        return self._change(stream, act)

    def tell(self, stream: LiveStream, fault: str) -> LiveStream:
        """Keep a sentence for the operator."""

        def act(one: LiveStream) -> None:
            one.fault = fault

        return self._change(stream, act)

    def _begin(self, stream: LiveStream, lease: str, started_at: datetime) -> None:
        """Live, for the first time or again; the first time is announced."""
        had_begun = stream.has_begun
        stream.go_live(lease, started_at)
        if stream.has_begun and not had_begun and not stream.is_test:
            self._announce(EventWentLive(stream.channel_id, stream.event_id))

    def _show(self, stream: LiveStream) -> None:
        if stream.is_open and stream.started_at is not None and not stream.is_test:
            owner = Owner("event", stream.event_id)
            away = stream.state is LiveState.INTERRUPTED
            self._states.set_publishing(stream.event_id, True, interrupted=away)
            self._rows.put_live(owner, f"{stream.folder}/{MASTER}", int(stream.started_at.timestamp()))

    def _change(self, stream: LiveStream, act: Callable[[LiveStream], object]) -> LiveStream:
        def change(one: LiveStream) -> LiveStream:
            act(one)
            return one

        return self._ledger.change(ChannelId(stream.channel_id), stream.id, change)


def ask_for_recording(jobs: Jobs, stream: LiveStream) -> None:
    """Ask for the job that makes the stream's recording; once for each end of the stream."""
    ended = int(stream.finished_at.timestamp()) if stream.finished_at else 0
    jobs.enqueue(
        JOIN_RECORDING,
        stream.channel_id,
        stream.id,
        queue=MEDIA_QUEUE,
        unique=f"recording-{stream.id}-{stream.generation}-{ended}",
        timeout=LONGEST_JOIN,
    )
