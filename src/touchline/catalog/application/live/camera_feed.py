"""Gives the chunks of an event's phone camera to a receiver, and remembers what was published."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from touchline.catalog.domain.media.camera_sessions import (
    CAMERA_TIMEOUT,
    CameraChunk,
    CameraPosition,
    CameraSession,
)
from touchline.catalog.domain.media.live_streams import LiveStream
from touchline.catalog.ports.media.camera_ingest import CameraIngest, CameraIngestSession
from touchline.catalog.ports.media.camera_sessions import CameraSessions
from touchline.catalog.ports.media.live_streams import LiveStreamsUnavailableError
from touchline.catalog.ports.media.storage import (
    Storage,
    StorageUnavailableError,
    StoredFileNotFoundError,
)
from touchline.shared.clock import Clock
from touchline.shared.unit_of_work import UnitOfWorkFactory

_POLL_INTERVAL = timedelta(milliseconds=400)
_MAX_FAILURES = 3
"""How often a receiver may end without any segment until the chunks that it read are skipped."""
_MAX_WAITING = 4
"""The most chunks that wait for the receiver. The others stay in storage."""


@dataclass(frozen=True)
class CameraServices:
    """Dependencies of every camera feed."""

    uow: UnitOfWorkFactory
    sessions: CameraSessions
    ingest: CameraIngest
    storage: Storage
    clock: Clock


class CameraFeed:
    """The phone camera of one stream, in the process that supervises it.

    A session's chunks are read in order. What is published is written to the session's row, so another
    process goes on at the same frame.
    """

    def __init__(self, services: CameraServices, stream: LiveStream) -> None:
        self._services = services
        self._channel_id, self._event_id = stream.channel_id, stream.event_id
        self._session: CameraSession | None = None
        self._ingest_session: CameraIngestSession | None = None
        self._next_poll_at: datetime | None = None
        self._next_number = 0
        self._published_count = 0
        self._unsaved: CameraPosition | None = None
        self._is_finishing = False
        self._read_until: dict[str, int] = {}
        self._positions: dict[str, CameraPosition] = {}
        self._failures: dict[str, int] = {}

    @property
    def is_open(self) -> bool:
        """Whether a camera session is being received."""
        return self._ingest_session is not None

    def find_video(self) -> bool:
        """Return whether a phone has sent video that nobody has read. Asks the database twice a second."""
        if self._session is None and self._is_poll_due():
            with self._services.uow(self._channel_id):
                sessions = self._services.sessions.list_by_event(self._event_id)
            self._session = next(filter(self._has_unread, sessions), None)
        return self._session is not None

    def open(self, folder: Path, renditions: Sequence[str], *, exactly: bool) -> CameraIngestSession:
        """Start receiving the session that `find_video` found."""
        session = self._session
        assert session is not None
        start = self._get_position(session)
        self._ingest_session = self._services.ingest.open(folder, renditions, start, exactly=exactly)
        self._published_count, self._is_finishing, self._next_number = 0, False, start.chunk
        self._add_parameters(session)
        self._next_poll_at = None
        return self._ingest_session

    def feed(self, *, is_ending: bool) -> None:
        """Give new chunks to the receiver, and finish it after the last one.

        `is_ending`: the stream ends, so no more chunks come.
        """
        if self._session is None or self._ingest_session is None or self._is_finishing:
            return
        if not self._is_poll_due() or self._ingest_session.waiting_count >= _MAX_WAITING:
            return
        try:
            session, chunks = self._read_rows(self._session)
        except LiveStreamsUnavailableError:
            return
        self._session = session
        for chunk in chunks:
            self._add(session, chunk)
            self._next_number = chunk.number + 1
        is_idle = self._services.clock.now() >= session.last_seen_at + CAMERA_TIMEOUT
        is_read = self._next_number >= session.next_number
        if is_read and (is_ending or is_idle or session.ended_at is not None):
            self._is_finishing = True
            self._ingest_session.finish()

    def mark_published(self, segment_count: int) -> None:
        """Record that this many segments of the session are in the playlists."""
        if self._ingest_session is None or segment_count <= self._published_count:
            return
        self._published_count = segment_count
        self._unsaved = self._ingest_session.get_position(segment_count) or self._unsaved
        self._save_position()

    def close(self) -> None:
        """Forget the session after its end. What it did not use is not read again."""
        session = self._session
        if session is None or self._ingest_session is None:
            return
        self._ingest_session = None
        failures = 0 if self._published_count else self._failures.get(session.id, 0) + 1
        self._failures[session.id] = failures
        if failures >= _MAX_FAILURES or (session.ended_at is not None and self._is_finishing):
            # The receiver cannot use the chunks, or it has used all of them.
            self._unsaved = CameraPosition(self._next_number)
        if self._is_finishing:
            self._read_until[session.id] = self._next_number
        try:
            self._save_position()
        finally:
            self._session, self._next_poll_at = None, None

    def _has_unread(self, session: CameraSession) -> bool:
        position = self._get_position(session)
        return session.next_number > max(position.chunk, self._read_until.get(session.id, 0))

    def _get_position(self, session: CameraSession) -> CameraPosition:
        """Return the position, which the database may not have yet."""
        return self._positions.get(session.id, session.position)

    def _is_poll_due(self) -> bool:
        now = self._services.clock.now()
        if self._next_poll_at is not None and now < self._next_poll_at:
            return False
        self._next_poll_at = now + _POLL_INTERVAL
        return True

    def _read_rows(self, session: CameraSession) -> tuple[CameraSession, Sequence[CameraChunk]]:
        sessions = self._services.sessions
        with self._services.uow(self._channel_id):
            current = sessions.get(session.id) or session
            chunks = sessions.list_chunks(session.id, self._next_number, _MAX_WAITING)
            # A chunk that arrived before its turn waits for the chunks before it.
            return current, [chunk for chunk in chunks if chunk.number < current.next_number]

    def _add_parameters(self, session: CameraSession) -> None:
        """Add the first chunk of the recording that goes on, because it has the parameters."""
        sessions, first = self._services.sessions, self._get_position(session).chunk
        with self._services.uow(self._channel_id):
            chunks = sessions.list_chunks(session.id, first, 1)
            beginning = sessions.get_first_chunk(session.id, chunks[0].recording) if chunks else None
        if beginning is not None and beginning.number < first:
            self._add(session, beginning)

    def _add(self, session: CameraSession, chunk: CameraChunk) -> None:
        assert self._ingest_session is not None
        try:
            with self._services.storage.open(session.get_storage_key(chunk)) as file:
                data = file.read()
        except StoredFileNotFoundError:
            return
        self._ingest_session.add(chunk.number, chunk.recording, data)

    def _save_position(self) -> None:
        """Write the position, and delete the chunks before it. Repeated if the database is unavailable."""
        session, position = self._session, self._unsaved
        if session is None or position is None:
            return
        self._positions[session.id] = position
        try:
            with self._services.uow(self._channel_id):
                current = self._services.sessions.get_for_update(session.id)
                if current is None:
                    return
                current.position = position
                self._services.sessions.save(current)
                deleted = self._services.sessions.delete_chunks(session.id, position.chunk)
        except LiveStreamsUnavailableError:
            return
        self._unsaved = None
        with suppress(StorageUnavailableError):  # the files are deleted with the session
            for chunk in deleted:
                self._services.storage.remove(session.get_storage_key(chunk))
