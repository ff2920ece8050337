"""The live stream of an event, from issuing the stream key to the finished recording.

States: waiting → live ⇄ interrupted → ending → finished → (reopened) interrupted. An encoder that has left
may come back until the planned end of the event plus a margin. The stream then continues with another ingest
session. In *ending*, the end is decided, but the playlists are not closed yet. The process that holds the
lease closes them and finishes the stream. A finished stream can be reopened. A process that was thought dead
may repeat any of these steps, so only changes from the holder of the lease are accepted.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from touchline.catalog.domain.ids import LiveStreamId
from touchline.catalog.domain.media.assets import LeaseLostError
from touchline.catalog.domain.media.encoder_slots import EncoderSlot, EncoderState
from touchline.shared.errors import RefusedError
from touchline.shared.ids import AssetId, ChannelId, EventId

LIVE_LEASE = timedelta(seconds=10)
MAX_TEST_WAIT = timedelta(minutes=30)
"""How long a stream test waits for its encoder before it ends automatically."""
ALREADY_OPEN = "The stream of this event is already open."
DELAY_FIXED = (
    "The safety delay cannot change while video arrives. Stop the encoders, change it, and start them again."
)
NOT_OPEN = "This event has no open stream."
CLOSING = "The stream of this event is being closed. Try again in a moment."
FILES_DELETED = (
    "The recording has replaced the live video, so the stream cannot resume. Add video with"
    " `touchline recordings add`, or delete the recording with `touchline recordings delete` and start over."
)


class LiveState(StrEnum):
    """The state of a live stream."""

    WAITING = "waiting"
    LIVE = "live"
    INTERRUPTED = "interrupted"
    ENDING = "ending"
    FINISHED = "finished"


OPEN_STATES = frozenset({LiveState.WAITING, LiveState.LIVE, LiveState.INTERRUPTED})
"""The states in which an encoder may publish."""


@dataclass(frozen=True, slots=True)
class EncoderReport:
    """What an ingest process knows of the encoders of a stream: the slot on air, their states and faults."""

    on_air: EncoderSlot = EncoderSlot.PRIMARY
    primary_state: EncoderState = EncoderState.WAITING
    backup_state: EncoderState = EncoderState.WAITING
    fault: str = ""
    backup_fault: str = ""


@dataclass(slots=True)
class LiveStream:
    """The live stream of an event. An event has at most one, plus one stream test (`is_test`).

    `planned_end` is the planned end of the event, None for a test. `reopened_at` is when an operator last
    reopened the stream. `generation` counts the stream keys issued; `folder` is the location of the segments
    in storage. `session_count` counts the ingest sessions. `started_at` is the time of the first frame,
    `gone_at` when the encoder left. `dvr_seconds` limits how far viewers can rewind, and turns recording off.
    None allows rewinding to the start. `fault` is a sentence for the operator. `version` is the version that
    was read.

    `on_air` is the slot of the encoder that viewers see, `preferred_slot` the operator's choice, and
    `switch_count` counts these choices. `primary_state` and `backup_state` say what the two encoders do,
    `backup_fault` is a sentence about the backup encoder. Video is held back for `safety_delay_seconds`. If
    the stream ends with `discard_held`, viewers never get the video that is held back.
    """

    id: LiveStreamId
    channel_id: ChannelId
    event_id: EventId
    folder: str = ""
    generation: int = 1
    port: int | None = None
    dvr_seconds: int | None = None
    state: LiveState = LiveState.WAITING
    session_count: int = 0
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
    on_air: EncoderSlot = EncoderSlot.PRIMARY
    preferred_slot: EncoderSlot = EncoderSlot.PRIMARY
    switch_count: int = 0
    primary_state: EncoderState = EncoderState.WAITING
    backup_state: EncoderState = EncoderState.WAITING
    backup_fault: str = ""
    safety_delay_seconds: int = 0
    discard_held: bool = False

    @property
    def is_open(self) -> bool:
        """Whether an encoder may publish."""
        return self.state in OPEN_STATES

    @property
    def slots(self) -> tuple[EncoderSlot, ...]:
        """The slots for encoders. A stream test has no backup."""
        return (EncoderSlot.PRIMARY,) if self.is_test else tuple(EncoderSlot)

    @property
    def full_fault(self) -> str:
        """The faults of both encoders in one text."""
        has_own_fault = self.backup_fault not in ("", self.fault)
        backup_fault = f"Backup: {self.backup_fault}" if has_own_fault else ""
        return " ".join(part for part in (self.fault, backup_fault) if part)

    def get_encoder_state(self, slot: EncoderSlot) -> EncoderState:
        """Return what the encoder of a slot does."""
        return self.primary_state if slot is EncoderSlot.PRIMARY else self.backup_state

    def get_fault(self, slot: EncoderSlot) -> str:
        """Return the sentence about the encoder of a slot."""
        return self.fault if slot is EncoderSlot.PRIMARY else self.backup_fault

    def set_fault(self, slot: EncoderSlot, fault: str) -> None:
        """Set the sentence about the encoder of a slot."""
        if slot is EncoderSlot.PRIMARY:
            self.fault = fault
        else:
            self.backup_fault = fault

    @property
    def encoder_report(self) -> EncoderReport:
        """What was last reported of the encoders."""
        return EncoderReport(
            self.on_air, self.primary_state, self.backup_state, self.fault, self.backup_fault
        )

    def report_encoders(self, lease: str, report: EncoderReport) -> None:
        """Store what the ingest process knows of the encoders."""
        self._require_lease(lease)
        self.on_air = report.on_air
        self.primary_state, self.backup_state = report.primary_state, report.backup_state
        self.fault, self.backup_fault = report.fault, report.backup_fault

    def set_safety_delay(self, seconds: int) -> None:
        """Set how long video is held back. Raises `RefusedError` while viewers watch."""
        if seconds != self.safety_delay_seconds and self.state in (LiveState.LIVE, LiveState.ENDING):
            raise RefusedError(DELAY_FIXED)
        self.safety_delay_seconds = seconds

    def put_on_air(self, slot: EncoderSlot) -> None:
        """Prefer the encoder of a slot from now on. The ingest process puts it on air.

        Raises `RefusedError` if that encoder sends nothing.
        """
        if not self.is_open:
            raise RefusedError(NOT_OPEN)
        if self.get_encoder_state(slot) is not EncoderState.RECEIVING:
            raise RefusedError(f"The {slot.value} encoder sends no video.")
        self.preferred_slot = slot
        self.switch_count += 1

    @property
    def is_encoder_sending(self) -> bool:
        """Whether an encoder or a phone sends video. Viewers may not have it yet."""
        states = [self.get_encoder_state(slot) for slot in self.slots]
        return self.is_open and EncoderState.RECEIVING in states

    @property
    def is_delayed(self) -> bool:
        """Whether viewers get the video of an open stream after a safety delay, even if none is out yet."""
        return self.is_open and self.safety_delay_seconds > 0

    @property
    def has_started(self) -> bool:
        """Whether there has ever been video."""
        return self.started_at is not None

    @property
    def needs_recording(self) -> bool:
        """Whether a recording still has to be made."""
        is_complete = self.has_started and self.dvr_seconds is None and not self.is_test and bool(self.folder)
        return self.state is LiveState.FINISHED and is_complete and self.asset_id is None

    def reopen(self, now: datetime) -> None:
        """Reopen the stream after its end, under the same key. New ingest sessions continue the existing
        segments.

        Raises `RefusedError` while the stream is open or being closed, or if its files are deleted.
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
        self.discard_held = False
        self._reset_encoders()

    def reset(self, folder: str) -> None:
        """Discard everything that was received and rotate the stream key.

        The stream stays closed until the new key is requested.
        """
        self.generation += 1
        self.state, self.folder, self.fault, self.asset_id = LiveState.FINISHED, folder, "", None
        self.session_count, self.started_at, self.gone_at = 0, None, None
        self.finished_at, self.reopened_at, self.port = None, None, None
        self._reset_encoders()

    def start_test(self, folder: str, now: datetime) -> None:
        """Start waiting for the encoder of a stream test. The result of an earlier test is no longer
        shown."""
        if self.state is LiveState.FINISHED or not self.folder:
            self.state, self.folder, self.fault = LiveState.WAITING, folder, ""
            self.session_count, self.started_at, self.finished_at = 0, None, None
        if self.state is LiveState.WAITING:
            self.gone_at = now

    def rotate_key(self) -> None:
        """Replace the stream key. An encoder that publishes under the old key is disconnected."""
        self.generation += 1

    def is_supervised(self, now: datetime) -> bool:
        """Return whether a process holds the lease."""
        return self.leased_until is not None and now <= self.leased_until

    def claim(self, lease: str, now: datetime) -> bool:
        """Acquire the lease. Return False if another process holds it or the stream is finished."""
        is_leased = (
            self.lease not in ("", lease) and self.leased_until is not None and now < self.leased_until
        )
        if self.state is LiveState.FINISHED or is_leased:
            return False
        self.lease, self.leased_until = lease, now + LIVE_LEASE
        return True

    def renew(self, lease: str, now: datetime) -> None:
        """Extend the lease."""
        self._require_lease(lease)
        self.leased_until = now + LIVE_LEASE

    def release(self, lease: str) -> None:
        """Release the lease, so that another process can take over."""
        self._require_lease(lease)
        self.lease, self.leased_until = "", None

    def start_session(self, lease: str) -> int:
        """Start waiting for an encoder and return the number of the ingest session, which is unique."""
        self._require_lease(lease)
        self.session_count += 1
        return self.session_count

    def mark_live(self, lease: str, started_at: datetime) -> None:
        """Mark the stream as live, for the first time or again."""
        self._require_lease(lease)
        if self.is_open:
            self.state, self.gone_at = LiveState.LIVE, None
            self.started_at = self.started_at or started_at

    def mark_interrupted(self, lease: str, now: datetime) -> None:
        """Mark the stream as interrupted: the encoder left or the receiving process ended. The reconnect
        window starts.
        """
        self._require_lease(lease)
        if self.is_open:
            self.state, self.gone_at = LiveState.INTERRUPTED, now

    def is_overdue(self, reconnect_window: timedelta, margin: timedelta, now: datetime) -> bool:
        """Return whether the encoder has been away for too long.

        An event's stream stays open until its planned end plus the margin, and for the margin after it was
        reopened. After that an encoder may be away for the reconnect window.
        """
        if self.is_test:
            return self._is_test_over(reconnect_window, now)
        if self.state is not LiveState.INTERRUPTED or self.gone_at is None:
            return False
        deadlines = [self.gone_at + reconnect_window]
        deadlines += [since + margin for since in (self.planned_end, self.reopened_at) if since is not None]
        return now >= max(deadlines)

    def _is_test_over(self, reconnect_window: timedelta, now: datetime) -> bool:
        timeouts = {LiveState.WAITING: MAX_TEST_WAIT, LiveState.INTERRUPTED: reconnect_window}
        return (
            self.state in timeouts and self.gone_at is not None and now >= self.gone_at + timeouts[self.state]
        )

    def end(self, *, discard_held: bool = False) -> None:
        """End the stream. No encoder can come back. `discard_held`: video that is held back is deleted."""
        if self.is_open:
            self.state, self.discard_held = LiveState.ENDING, discard_held

    def finish(self, lease: str, now: datetime) -> None:
        """Mark the stream as finished and free its port."""
        self._require_lease(lease)
        if self.state is not LiveState.ENDING:
            raise LeaseLostError(f"stream {self.id} does not end")
        self.state, self.finished_at, self.fault = LiveState.FINISHED, now, ""
        self.port, self.lease, self.leased_until = None, "", None
        self._reset_encoders()
        if self.is_test:
            self.folder = ""

    def _reset_encoders(self) -> None:
        self.on_air = self.preferred_slot = EncoderSlot.PRIMARY
        self.primary_state = self.backup_state = EncoderState.WAITING
        self.backup_fault = ""

    def _require_lease(self, lease: str) -> None:
        if self.state is LiveState.FINISHED or self.lease != lease:
            raise LeaseLostError(f"stream {self.id} is no longer leased by this process")
