"""Short transactions for long jobs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any, TypeVar

from sqlalchemy import ColumnElement, and_, null, or_, select

from touchline.clips.adapters.sql.clips import SqlClips, load_queued_clips
from touchline.clips.adapters.sql.columns import to_event_file
from touchline.clips.adapters.sql.downloads import SqlEventFiles
from touchline.clips.adapters.sql.tables import ClipRow, EventFileRow, WorkColumns
from touchline.clips.domain.clip import Clip
from touchline.clips.domain.event_file import EventFile
from touchline.clips.domain.fair_queue import fair_order
from touchline.clips.domain.ids import ClipId, EventFileId
from touchline.clips.ports.clips import PendingFile
from touchline.platform.db.session import Database
from touchline.shared.errors import NotFoundError
from touchline.shared.ids import ChannelId
from touchline.shared.tasks.work import WorkState

T = TypeVar("T")


class SqlProcessingStore:
    """`ProcessingStore` with one transaction for each change.

    Other writers of the same row wait until it ends.
    """

    def __init__(self, database: Database, clips: SqlClips, files: SqlEventFiles) -> None:
        self._database = database
        self._clips = clips
        self._files = files

    def update_clip(self, channel_id: ChannelId, clip_id: ClipId, apply_change: Callable[[Clip], T]) -> T:
        """Change one clip."""
        with self._database.transaction(channel_id):
            clip = self._clips.get_for_update(clip_id)
            if clip is None:
                raise NotFoundError(f"There is no clip {clip_id}.")
            result = apply_change(clip)
            self._clips.save(clip)
            return result

    def update_event_file(
        self, channel_id: ChannelId, file_id: EventFileId, apply_change: Callable[[EventFile], T]
    ) -> T:
        """Change one event file."""
        with self._database.transaction(channel_id):
            file = self._files.get_for_update(file_id)
            if file is None:
                raise NotFoundError(f"There is no file {file_id}.")
            result = apply_change(file)
            self._files.save(file)
            return result

    def list_event_files(self) -> Sequence[EventFile]:
        """Select the files of all channels."""
        with self._database.transaction(None, unscoped=True) as session:
            return [
                to_event_file(row) for row in session.scalars(select(EventFileRow).order_by(EventFileRow.id))
            ]

    def delete_event_file_if(
        self, channel_id: ChannelId, file_id: EventFileId, should_delete: Callable[[EventFile], bool]
    ) -> bool:
        """Lock the row from the check to the deletion."""
        with self._database.transaction(channel_id):
            file = self._files.get_for_update(file_id)
            if file is None or not should_delete(file):
                return False
            self._files.remove(file_id)
            return True

    def list_pending(self, now: datetime) -> Sequence[PendingFile]:
        """Select over all channels, oldest first, clips before event files."""
        pending: list[PendingFile] = []
        with self._database.transaction(None, unscoped=True) as session:
            is_visible = ClipRow.hidden_at.is_(None)
            for row in session.scalars(
                select(ClipRow).where(is_visible, _is_pending(ClipRow, now)).order_by(ClipRow.id)
            ):
                pending.append(
                    PendingFile(ChannelId(row.channel_id), "clip", row.id, _count_dead_attempts(row))
                )
            files = select(EventFileRow).where(_is_pending(EventFileRow, now)).order_by(EventFileRow.id)
            for file in session.scalars(files):
                pending.append(
                    PendingFile(ChannelId(file.channel_id), "event", file.id, _count_dead_attempts(file))
                )
        return pending

    def find_next_clip(self, now: datetime) -> tuple[ChannelId, ClipId] | None:
        """Find the clip with two queries, regardless of how many clips wait."""
        with self._database.transaction(None, unscoped=True) as session:
            waiting, recent_counts = load_queued_clips(
                session, lambda row: _has_worker(row.state, row.leased_until, now)
            )
        order = fair_order(waiting, recent_counts)
        if not order:
            return None
        creator: Any = next(one.creator for one in waiting if one.id == order[0])
        return ChannelId(creator[0]), ClipId(order[0])

    def is_abandoned(self, channel_id: ChannelId, clip_id: ClipId, now: datetime) -> bool:
        """Check one row."""
        with self._database.transaction(channel_id) as session:
            row = session.get(ClipRow, clip_id)
            return bool(
                row and _count_dead_attempts(row) and not _has_worker(row.state, row.leased_until, now)
            )

    def list_folders(self) -> set[str]:
        """Select over all channels."""
        with self._database.transaction(None, unscoped=True) as session:
            former_folders = session.scalars(
                select(ClipRow.former_folders).where(_has_former_folders())
            ).all()
            return {
                *session.scalars(select(ClipRow.folder)),
                *session.scalars(select(EventFileRow.folder)),
                *(folder for folders in former_folders for folder in folders or ()),
            }

    def list_clips_to_move(self) -> Sequence[tuple[ChannelId, ClipId]]:
        """Select over all channels, oldest first."""
        with self._database.transaction(None, unscoped=True) as session:
            pending = select(ClipRow.channel_id, ClipRow.id).where(_has_former_folders()).order_by(ClipRow.id)
            return [(ChannelId(channel), ClipId(clip)) for channel, clip in session.execute(pending)]


def _has_worker(state: str, leased_until: datetime | None, now: datetime) -> bool:
    return state == WorkState.PROCESSING.value and leased_until is not None and leased_until > now


def _has_former_folders() -> ColumnElement[bool]:
    return ClipRow.former_folders.is_not(null())


def _count_dead_attempts(row: WorkColumns) -> int:
    return row.attempts if row.state == WorkState.PROCESSING.value else 0


def _is_pending(table: type[ClipRow] | type[EventFileRow], now: datetime) -> ColumnElement[bool]:
    is_abandoned = and_(table.state == WorkState.PROCESSING.value, table.leased_until <= now)
    return or_(table.state == WorkState.QUEUED.value, is_abandoned)
