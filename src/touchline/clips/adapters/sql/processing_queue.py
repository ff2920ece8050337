"""Waiting and abandoned work of all channels."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from datetime import datetime

from sqlalchemy import ColumnElement, and_, null, or_, select
from sqlalchemy.orm import Session

from touchline.clips.adapters.sql.clips import load_queued_clips
from touchline.clips.adapters.sql.columns import to_event_file
from touchline.clips.adapters.sql.tables import ClipRow, EventFileRow, WorkColumns
from touchline.clips.domain.event_file import EventFile
from touchline.clips.domain.fair_queue import QueuedClip
from touchline.clips.domain.ids import ClipId
from touchline.clips.ports.clips import PendingFile
from touchline.shared.ids import ChannelId
from touchline.shared.tasks.work import WorkState


class SqlProcessingQueue:
    """`ProcessingQueue` in the current transaction."""

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session

    def list_event_files(self) -> Sequence[EventFile]:
        """Select the files of all channels."""
        rows = self._session().scalars(select(EventFileRow).order_by(EventFileRow.id))
        return [to_event_file(row) for row in rows]

    def list_pending(self, now: datetime) -> Sequence[PendingFile]:
        """Select over all channels, oldest first, clips before event files."""
        is_visible = ClipRow.hidden_at.is_(None)
        clips = select(ClipRow).where(is_visible, _is_pending(ClipRow, now)).order_by(ClipRow.id)
        files = select(EventFileRow).where(_is_pending(EventFileRow, now)).order_by(EventFileRow.id)
        return [
            *(
                PendingFile(ChannelId(row.channel_id), "clip", row.id, _count_dead_attempts(row))
                for row in self._session().scalars(clips)
            ),
            *(
                PendingFile(ChannelId(row.channel_id), "event", row.id, _count_dead_attempts(row))
                for row in self._session().scalars(files)
            ),
        ]

    def list_queued_clips(self, now: datetime) -> tuple[Sequence[QueuedClip], Mapping[Hashable, int]]:
        """Run two queries, regardless of how many clips wait."""
        return load_queued_clips(self._session(), lambda row: _has_worker(row.state, row.leased_until, now))

    def is_abandoned(self, clip_id: ClipId, now: datetime) -> bool:
        """Check one row."""
        row = self._session().get(ClipRow, clip_id)
        return bool(row and _count_dead_attempts(row) and not _has_worker(row.state, row.leased_until, now))

    def list_folders(self) -> set[str]:
        """Select over all channels."""
        session = self._session()
        former_folders = session.scalars(select(ClipRow.former_folders).where(_has_former_folders())).all()
        return {
            *session.scalars(select(ClipRow.folder)),
            *session.scalars(select(EventFileRow.folder)),
            *(folder for folders in former_folders for folder in folders or ()),
        }

    def list_clips_to_move(self) -> Sequence[tuple[ChannelId, ClipId]]:
        """Select over all channels, oldest first."""
        pending = select(ClipRow.channel_id, ClipRow.id).where(_has_former_folders()).order_by(ClipRow.id)
        return [(ChannelId(channel), ClipId(clip)) for channel, clip in self._session().execute(pending)]


def _has_worker(state: str, leased_until: datetime | None, now: datetime) -> bool:
    return state == WorkState.PROCESSING.value and leased_until is not None and leased_until > now


def _has_former_folders() -> ColumnElement[bool]:
    return ClipRow.former_folders.is_not(null())


def _count_dead_attempts(row: WorkColumns) -> int:
    return row.attempts if row.state == WorkState.PROCESSING.value else 0


def _is_pending(table: type[ClipRow] | type[EventFileRow], now: datetime) -> ColumnElement[bool]:
    is_abandoned = and_(table.state == WorkState.PROCESSING.value, table.leased_until <= now)
    return or_(table.state == WorkState.QUEUED.value, is_abandoned)
