"""The live stream of an event, from the stream key that was given out to the recording that stays.

States: waiting → live ⇄ interrupted → ending → finished → (reopened) interrupted. An encoder that is gone may
come back until the planned end of the event and a margin have passed: the stream goes on where it was, with
another take. *Ending* is decided, but its playlists still lack their end; whoever holds the lease writes
that, and finishes. A finished stream can be reopened. All of it may be done twice by two processes, one of
which was thought dead: a change is accepted from the holder of the lease alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from touchline.catalog.domain.ids import LiveStreamId
from touchline.catalog.domain.media.assets import LeaseLostError
from touchline.shared.errors import RefusedError
from touchline.shared.ids import AssetId, ChannelId, EventId

LIVE_LEASE = timedelta(seconds=10)
MAX_TEST_WAIT = timedelta(minutes=30)
"""How long a stream test waits for its encoder before it ends by itself."""
ALREADY_OPEN = "The stream of this event is open already."
CLOSING = "The stream of this event is being closed. Try again in a moment."
FILES_DELETED = (
    "The recording has replaced what was streamed, and new video can no longer join it. Add video with"
    " `touchline media add`, or delete the recording with `touchline media delete` and start over."
)


class LiveState(StrEnum):
    """How far a live stream is."""

    WAITING = "waiting"
    LIVE = "live"
    INTERRUPTED = "interrupted"
    ENDING = "ending"
    FINISHED = "finished"


OPEN_STATES = frozenset({LiveState.WAITING, LiveState.LIVE, LiveState.INTERRUPTED})
"""The states in which an encoder may publish."""


@dataclass(slots=True)
class LiveStream:
    """The stream of one event; there is one at most, beside one stream test (`is_test`).

    `planned_end` is the event's own, None for a test. `reopened_at` is when an operator last reopened it.
    `generation` counts the keys that were given out, `folder` is where storage keeps what was sent. `takes`
    counts the connections waited for. `started_at` is the instant of the first picture, `gone_at` when the
    encoder left. `dvr_seconds`: only so much can be rewound to, and nothing is recorded; None: all of it.
    `fault` is a sentence for the operator. `version` is the one that was read.
    """

    id: LiveStreamId
    channel_id: ChannelId
    event_id: EventId
    folder: str = ""
    generation: int = 1
    port: int | None = None
    dvr_seconds: int | None = None
    state: LiveState = LiveState.WAITING
    takes: int = 0
    started_at: datetime | None = None
    gone_at: datetime | None = None
    finished_at: datetime | None = None
    fault: str = ""
    asset_id: AssetId | None = None
    lease: str = ""
    leased_until: datetime | None = None
    reopened_at: datetime | None = None
    planned_end: datetime | None = None
    is_test: bool = False
    version: int = 0

    @property
    def is_open(self) -> bool:
        """Whether an encoder may publish."""
        return self.state in OPEN_STATES

    @property
    def has_started(self) -> bool:
        """Whether there was ever anything to see."""
        return self.started_at is not None

    @property
    def needs_recording(self) -> bool:
        """Whether a recording is to be made of it and is not yet."""
        is_complete = self.has_started and self.dvr_seconds is None and not self.is_test and bool(self.folder)
        return self.state is LiveState.FINISHED and is_complete and self.asset_id is None

    def reopen(self, now: datetime) -> None:
        """Go on after the end, under the same key: new takes join what was sent before.

        `RefusedError` while the stream is open or being closed, and once its files are gone.
        """
        if self.is_open:
            raise RefusedError(ALREADY_OPEN)
        if self.state is LiveState.ENDING:
            raise RefusedError(CLOSING)
        if self.has_started and not self.folder:
            raise RefusedError(FILES_DELETED)
        self.state = LiveState.INTERRUPTED if self.has_started else LiveState.WAITING
        self.gone_at = now if self.has_started else None
        self.reopened_at, self.finished_at, self.fault, self.asset_id = now, None, "", None

    def reset(self, folder: str) -> None:
        """Forget everything that was sent. It is closed until a key is asked for, which is another one."""
        self.generation += 1
        self.state, self.folder, self.fault, self.asset_id = LiveState.FINISHED, folder, "", None
        self.takes, self.started_at, self.gone_at = 0, None, None
        self.finished_at, self.reopened_at, self.port = None, None, None

    def start_test(self, folder: str, now: datetime) -> None:
        """Wait for the encoder of a stream test; what an earlier test left is not shown."""
        if self.state is LiveState.FINISHED or not self.folder:
            self.state, self.folder, self.fault = LiveState.WAITING, folder, ""
            self.takes, self.started_at, self.finished_at = 0, None, None
        if self.state is LiveState.WAITING:
            self.gone_at = now

    def rotate_key(self) -> None:
        """From now on another key opens it; who publishes under the old one is dropped."""
        self.generation += 1

    def claim(self, lease: str, now: datetime) -> bool:
        """Take it under a lease; False while another process holds it, or nothing is left to do."""
        is_leased = (
            self.lease not in ("", lease) and self.leased_until is not None and now < self.leased_until
        )
        if self.state is LiveState.FINISHED or is_leased:
            return False
        self.lease, self.leased_until = lease, now + LIVE_LEASE
        return True

    def renew(self, lease: str, now: datetime) -> None:
        """Hold it for longer."""
        self._require_lease(lease)
        self.leased_until = now + LIVE_LEASE

    def release(self, lease: str) -> None:
        """Leave it to the next process."""
        self._require_lease(lease)
        self.lease, self.leased_until = "", None

    def start_session(self, lease: str) -> int:
        """Wait for an encoder; answers the number of the take, which no other ever has."""
        self._require_lease(lease)
        self.takes += 1
        return self.takes

    def mark_live(self, lease: str, started_at: datetime) -> None:
        """There is something to see: for the first time, or again."""
        self._require_lease(lease)
        if self.is_open:
            self.state, self.gone_at = LiveState.LIVE, None
            self.started_at = self.started_at or started_at

    def mark_interrupted(self, lease: str, now: datetime) -> None:
        """The encoder is gone, or the process that received from it; the grace begins."""
        self._require_lease(lease)
        if self.is_open:
            self.state, self.gone_at = LiveState.INTERRUPTED, now

    def is_overdue(self, grace: timedelta, margin: timedelta, now: datetime) -> bool:
        """Whether the encoder has been away for longer than it may.

        An event stays open until its planned end and the margin have passed, and for the margin after it was
        reopened; after that an encoder may be away for the grace.
        """
        if self.is_test:
            return self._is_test_over(grace, now)
        if self.state is not LiveState.INTERRUPTED or self.gone_at is None:
            return False
        deadlines = [self.gone_at + grace]
        deadlines += [since + margin for since in (self.planned_end, self.reopened_at) if since is not None]
        return now >= max(deadlines)

    def _is_test_over(self, grace: timedelta, now: datetime) -> bool:
        timeouts = {LiveState.WAITING: MAX_TEST_WAIT, LiveState.INTERRUPTED: grace}
        return (
            self.state in timeouts and self.gone_at is not None and now >= self.gone_at + timeouts[self.state]
        )

    def end(self) -> None:
        """It is over; no encoder comes back."""
        if self.is_open:
            self.state = LiveState.ENDING

    def finish(self, lease: str, now: datetime) -> None:
        """All is closed: its port is free again."""
        self._require_lease(lease)
        if self.state is not LiveState.ENDING:
            raise LeaseLostError(f"stream {self.id} does not end")
        self.state, self.finished_at, self.fault = LiveState.FINISHED, now, ""
        self.port, self.lease, self.leased_until = None, "", None
        if self.is_test:
            self.folder = ""

    def _require_lease(self, lease: str) -> None:
        if self.state is LiveState.FINISHED or self.lease != lease:
            raise LeaseLostError(f"stream {self.id} is no longer ours")
