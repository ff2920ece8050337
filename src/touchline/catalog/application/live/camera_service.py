"""The phone camera of an event as the phone sees it: start, send chunks, end."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from datetime import timedelta

from touchline.catalog.application.events.require_event import require_event_id
from touchline.catalog.application.live.stream_commands import OpenStream
from touchline.catalog.domain.media.camera_sessions import (
    DAMAGED_CHUNK,
    ENCODER_SENDS,
    MAX_EARLY_CHUNKS,
    OTHER_CAMERA,
    SESSION_ENDED,
    STREAM_NOT_OPEN,
    CameraChunk,
    CameraSession,
)
from touchline.catalog.domain.media.live_streams import LiveStream
from touchline.catalog.ports.events.event_media import EventMediaLookup
from touchline.catalog.ports.media.camera_sessions import CameraSessions
from touchline.catalog.ports.media.live_streams import LiveStreams
from touchline.catalog.ports.media.storage import Storage
from touchline.shared.clock import Clock
from touchline.shared.errors import NotFoundError, RefusedError
from touchline.shared.ids import ChannelId, EventId
from touchline.shared.unit_of_work import UnitOfWorkFactory

_SESSION_ID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_OWN_VIDEO = timedelta(seconds=60)
"""How long after a phone was last seen a live stream may still be its video."""


@dataclass(frozen=True, slots=True)
class CameraStatus:
    """The camera of an event. `session` is the newest session's id, empty if there is none.

    `next_number` is the number of the chunk that the server needs. The chunks before `published_number` are
    in the stream. `state` and `fault` are those of the stream.
    """

    state: str
    fault: str
    session: str = ""
    next_number: int = 0
    published_number: int = 0
    is_ended: bool = False


@dataclass(frozen=True, slots=True)
class NewChunk:
    """A chunk that a phone sends: its number, its recording, its SHA-256 in hex, and its bytes."""

    number: int
    recording: int
    sha256: str
    data: bytes


@dataclass(frozen=True)
class CameraService:
    """Use cases of operators for the phone camera of an event, by the event's key."""

    uow: UnitOfWorkFactory
    events: EventMediaLookup
    streams: LiveStreams
    sessions: CameraSessions
    open_stream: OpenStream
    storage: Storage
    clock: Clock

    def get_status(self, key: str) -> CameraStatus:
        """Return the state of the camera. Raises `NotFoundError`."""
        event_id = require_event_id(self.events, key)
        sessions = self.sessions.list_by_event(event_id)
        return self._describe(event_id, sessions[-1] if sessions else None)

    def start(self, key: str, session_id: str) -> CameraStatus:
        """Start a session, and open the stream. A session that was started goes on.

        Raises `NotFoundError`, and `RefusedError` if the stream has ended or somebody else sends.
        """
        event_id, now = require_event_id(self.events, key), self.clock.now()
        if not _SESSION_ID.fullmatch(session_id):
            raise NotFoundError
        stream = self._require_open(event_id, self.open_stream)
        session = self.sessions.get(session_id)
        if session is None:
            # The lock keeps a second phone that starts now from seeing no other session.
            self.streams.get_for_update(event_id)
            self._check_free(event_id, session_id, stream)
            session = CameraSession(session_id, stream.channel_id, event_id, now, now)
            self.sessions.add(session)
        elif session.event_id != event_id:
            raise NotFoundError
        elif session.ended_at is not None:
            raise RefusedError(SESSION_ENDED)
        return self._describe(event_id, session)

    def receive(self, channel_id: ChannelId, key: str, session_id: str, chunk: NewChunk) -> CameraStatus:
        """Store a chunk. A chunk that is stored already is not stored again, and it may come before its turn.

        Opens its own short transactions, because the storage can be slow. Raises `NotFoundError`,
        `ChunkGapError`, and `RefusedError` if the chunk is damaged or not accepted.
        """
        received = CameraChunk(chunk.number, chunk.recording, chunk.sha256, len(chunk.data))
        with self.uow(channel_id):
            session = self._require(key, session_id)
            if not chunk.data or hashlib.sha256(chunk.data).hexdigest() != chunk.sha256:
                raise RefusedError(DAMAGED_CHUNK)
            stored = self.sessions.get_chunk(session_id, chunk.number)
            if not session.check_number(received, stored):
                return self._describe(session.event_id, session)
            self._require_open(session.event_id)
        storage_key = session.get_storage_key(received)
        with self.storage.workspace(storage_key.replace("/", "-")) as folder:
            path = folder / "chunk"
            path.write_bytes(chunk.data)
            self.storage.put(storage_key, path)
        with self.uow(channel_id):
            return self._record(session_id, received)

    def end(self, key: str, session_id: str) -> CameraStatus:
        """End a session whose chunks have all arrived. Raises `NotFoundError`."""
        self._require(key, session_id)
        session = self._lock(session_id)
        session.end(self.clock.now())
        self.sessions.save(session)
        return self._describe(session.event_id, session)

    def _record(self, session_id: str, received: CameraChunk) -> CameraStatus:
        """Count a chunk whose file is stored, unless another request was faster."""
        session = self._lock(session_id)
        stored = self.sessions.get_chunk(session_id, received.number)
        if session.check_number(received, stored):
            early = self.sessions.list_chunks(session_id, session.next_number, MAX_EARLY_CHUNKS)
            self.sessions.add_chunk(session_id, received)
            session.receive(received.number, [chunk.number for chunk in early], self.clock.now())
            self.sessions.save(session)
        return self._describe(session.event_id, session)

    def _check_free(self, event_id: EventId, session_id: str, stream: LiveStream) -> None:
        """Refuse a second camera, and a camera beside an encoder."""
        now = self.clock.now()
        others = [other for other in self.sessions.list_by_event(event_id) if other.id != session_id]
        if any(other.is_active(now) for other in others):
            raise RefusedError(OTHER_CAMERA)
        is_camera_video = any(now < other.last_seen_at + _OWN_VIDEO for other in others)
        if stream.is_encoder_sending and not is_camera_video:
            raise RefusedError(ENCODER_SENDS)

    def _require_open(self, event_id: EventId, open_stream: OpenStream | None = None) -> LiveStream:
        stream = self.streams.get_by_event(event_id)
        if open_stream is not None and (stream is None or not stream.has_started):
            return open_stream(event_id)
        if stream is None or not stream.is_open:
            raise RefusedError(STREAM_NOT_OPEN)
        return stream

    def _require(self, key: str, session_id: str) -> CameraSession:
        session = self.sessions.get(session_id)
        if session is None or session.event_id != require_event_id(self.events, key):
            raise NotFoundError
        return session

    def _lock(self, session_id: str) -> CameraSession:
        session = self.sessions.get_for_update(session_id)
        if session is None:
            raise NotFoundError
        return session

    def _describe(self, event_id: EventId, session: CameraSession | None) -> CameraStatus:
        stream = self.streams.get_by_event(event_id)
        state, fault = (stream.state.value, stream.fault) if stream else ("", "")
        if session is None:
            return CameraStatus(state, fault)
        return CameraStatus(
            state,
            fault,
            session.id,
            session.next_number,
            session.position.chunk,
            session.ended_at is not None,
        )
