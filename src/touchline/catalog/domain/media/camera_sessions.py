"""The session of a phone that is the camera of an event.

The phone's browser records video, and sends it in numbered chunks. It keeps each chunk until the server has
stored it. Each number is stored once, a few numbers before its turn at most. The ingest process turns the
chunks into segments in order, and a chunk is deleted when its segments are published. A session may have
several recordings, because a browser starts a new one when the picture's size or quality changes. The first
chunk of a recording has its parameters.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta

from touchline.shared.error_messages import ErrorMessage
from touchline.shared.errors import RefusedError, TouchlineError
from touchline.shared.ids import ChannelId, EventId

MAX_NUMBER = 2**31 - 1
MAX_EARLY_CHUNKS = 8
"""How far before its turn a chunk may arrive. A phone sends several chunks at the same time."""
CAMERA_IDLE = timedelta(seconds=20)
"""How long a phone may send nothing until another phone may start."""
CAMERA_TIMEOUT = timedelta(seconds=45)
"""How long a phone may send nothing until the stream is interrupted. A shorter break leaves no trace in the
stream, because the phone sends later what it recorded."""
CAMERA_PREFIX = "camera/"
"""Storage prefix of all chunks."""
STREAM_NOT_OPEN = ErrorMessage(
    "errors.camera_stream_closed", "The stream of this event has ended. Resume it in the studio first."
)
ENCODER_SENDS = ErrorMessage(
    "errors.camera_encoder", "An encoder already sends video for this event. Stop it first, then go live."
)
OTHER_CAMERA = ErrorMessage(
    "errors.camera_other", "Another phone is the camera of this event. Stop it there first, then go live."
)
SESSION_ENDED = ErrorMessage(
    "errors.camera_ended", "This recording was ended on another page. Press Go live to start again."
)
DIFFERENT_CHUNK = ErrorMessage(
    "errors.camera_chunk_changed",
    "The server already has different video for this moment. Press Go live to start again.",
)
DAMAGED_CHUNK = ErrorMessage(
    "errors.camera_chunk_damaged", "The video was damaged on its way. Send it again."
)


class ChunkGapError(TouchlineError):
    """A chunk arrived too long before its turn. `next_number` is the number that the server needs."""

    def __init__(self, next_number: int) -> None:
        super().__init__(ErrorMessage("errors.camera_chunk_gap", "Send the chunks in order."))
        self.next_number = next_number


@dataclass(frozen=True, slots=True)
class CameraPosition:
    """Where in the chunks the video begins that is not published yet.

    `offset` is the position in bytes in the chunk with the number `chunk`. `skip_until_ms`: earlier frames of
    the recording are published.
    """

    chunk: int = 0
    offset: int = 0
    skip_until_ms: int = 0


@dataclass(frozen=True, slots=True)
class CameraChunk:
    """A stored chunk. `recording` counts the recordings of the session; `sha256` is the hash in hex."""

    number: int
    recording: int
    sha256: str
    size: int


@dataclass(slots=True)
class CameraSession:
    """A phone's session. `next_number` is the first number that is missing.

    `position` is what to publish next. `last_seen_at` is when the phone last sent something. `ended_at`: the
    phone has sent everything.
    """

    id: str
    channel_id: ChannelId
    event_id: EventId
    created_at: datetime
    last_seen_at: datetime
    next_number: int = 0
    position: CameraPosition = CameraPosition()
    ended_at: datetime | None = None

    def is_active(self, now: datetime) -> bool:
        """Return whether the phone sends."""
        return self.ended_at is None and now < self.last_seen_at + CAMERA_IDLE

    @property
    def is_published(self) -> bool:
        """Whether all video so far is published."""
        return self.position.chunk >= self.next_number

    def get_storage_key(self, chunk: CameraChunk) -> str:
        """Return the storage key of a chunk. Different contents have different keys."""
        return f"{self.storage_prefix}{chunk.number:08}-{chunk.sha256[:16]}"

    @property
    def storage_prefix(self) -> str:
        """The storage prefix of the session's chunks."""
        return f"{CAMERA_PREFIX}{self.id}/"

    def check_number(self, chunk: CameraChunk, stored: CameraChunk | None) -> bool:
        """Return whether a chunk is new. `stored` is the one that the server has under this number.

        Raises `ChunkGapError` if too many chunks before it are missing, and `RefusedError` if it differs from
        the stored chunk, or if the session has ended.
        """
        if stored is not None or chunk.number < self.next_number:
            if stored is not None and stored.sha256 != chunk.sha256:
                raise RefusedError(DIFFERENT_CHUNK)
            return False
        if self.ended_at is not None:
            raise RefusedError(SESSION_ENDED)
        if chunk.number > self.next_number + MAX_EARLY_CHUNKS:
            raise ChunkGapError(self.next_number)
        return True

    def receive(self, number: int, early_numbers: Collection[int], now: datetime) -> None:
        """Count a stored chunk. `early_numbers` are those that are stored from `next_number` on."""
        stored_numbers = {number, *early_numbers}
        while self.next_number in stored_numbers:
            self.next_number += 1
        self.last_seen_at = now

    def end(self, now: datetime) -> None:
        """End the session. It stays ended."""
        self.ended_at = self.ended_at or now
