"""Short transactions for long jobs, which are an edge of this context."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any, TypeVar

from sqlalchemy import ColumnElement, and_, null, or_, select

from touchline.clips.adapters.sql.clips import SqlClips, read_waiting
from touchline.clips.adapters.sql.columns import file_of
from touchline.clips.adapters.sql.downloads import SqlEventFiles
from touchline.clips.adapters.sql.tables import ClipRow, EventFileRow, WorkColumns
from touchline.clips.domain.clip import Clip
from touchline.clips.domain.event_file import EventFile
from touchline.clips.domain.fair_share import fair_order
from touchline.clips.domain.ids import ClipId, EventFileId
from touchline.clips.ports.clips import Unsettled
from touchline.platform.db.session import Database
from touchline.shared.errors import NotFound
from touchline.shared.ids import ChannelId
from touchline.shared.work import WorkState

T = TypeVar("T")


class SqlLedger:
    """`Ledger`: one transaction a change; whoever else changes the same row waits until it ends."""

    def __init__(self, database: Database, clips: SqlClips, files: SqlEventFiles) -> None:
        self._database = database
        self._clips = clips
        self._files = files

    def change(self, channel_id: ChannelId, clip_id: ClipId, act: Callable[[Clip], T]) -> T:
        """One clip."""
        with self._database.transaction(channel_id):
            clip = self._clips.held(clip_id)
            if clip is None:
                raise NotFound(f"There is no clip {clip_id}.")
            answer = act(clip)
            self._clips.save(clip)
            return answer

    def change_file(self, channel_id: ChannelId, file_id: EventFileId, act: Callable[[EventFile], T]) -> T:
        """One event's file."""
        with self._database.transaction(channel_id):
            file = self._files.held(file_id)
            if file is None:
                raise NotFound(f"There is no file {file_id}.")
            answer = act(file)
            self._files.save(file)
            return answer

    def files(self) -> Sequence[EventFile]:
        """Over all channels."""
        with self._database.transaction(None, unscoped=True) as session:
            return [file_of(row) for row in session.scalars(select(EventFileRow).order_by(EventFileRow.id))]

    def drop_file(
        self, channel_id: ChannelId, file_id: EventFileId, unwanted: Callable[[EventFile], bool]
    ) -> bool:
        """Locked from the look to the end."""
        with self._database.transaction(channel_id):
            file = self._files.held(file_id)
            if file is None or not unwanted(file):
                return False
            self._files.remove(file_id)
            return True

    def unsettled(self, now: datetime) -> Sequence[Unsettled]:
        """Over all channels, the oldest first, clips before files."""
        found: list[Unsettled] = []
        with self._database.transaction(None, unscoped=True) as session:
            shown = ClipRow.hidden_at.is_(None)
            for row in session.scalars(
                select(ClipRow).where(shown, _left(ClipRow, now)).order_by(ClipRow.id)
            ):
                found.append(Unsettled(ChannelId(row.channel_id), "clip", row.id, _dead(row)))
            files = select(EventFileRow).where(_left(EventFileRow, now)).order_by(EventFileRow.id)
            for file in session.scalars(files):
                found.append(Unsettled(ChannelId(file.channel_id), "event", file.id, _dead(file)))
        return found

    def next_to_cut(self, now: datetime) -> tuple[ChannelId, ClipId] | None:
        """Two queries, however many wait."""
        with self._database.transaction(None, unscoped=True) as session:
            waiting, served = read_waiting(session, lambda row: _has_worker(row.state, row.leased_until, now))
        order = fair_order(waiting, served)
        if not order:
            return None
        maker: Any = next(one.maker for one in waiting if one.id == order[0])
        return ChannelId(maker[0]), ClipId(order[0])

    def is_dead(self, channel_id: ChannelId, clip_id: ClipId, now: datetime) -> bool:
        """One row."""
        with self._database.transaction(channel_id) as session:
            row = session.get(ClipRow, clip_id)
            return bool(row and _dead(row) and not _has_worker(row.state, row.leased_until, now))

    def folders(self) -> set[str]:
        """Over all channels."""
        with self._database.transaction(None, unscoped=True) as session:
            former = session.scalars(select(ClipRow.former_folders).where(_moving())).all()
            return {
                *session.scalars(select(ClipRow.folder)),
                *session.scalars(select(EventFileRow.folder)),
                *(folder for folders in former for folder in folders or ()),
            }

    def unmoved(self) -> Sequence[tuple[ChannelId, ClipId]]:
        """Over all channels, the oldest first."""
        with self._database.transaction(None, unscoped=True) as session:
            found = select(ClipRow.channel_id, ClipRow.id).where(_moving()).order_by(ClipRow.id)
            return [(ChannelId(channel), ClipId(clip)) for channel, clip in session.execute(found)]


def _has_worker(state: str, leased_until: datetime | None, now: datetime) -> bool:
    return state == WorkState.PROCESSING.value and leased_until is not None and leased_until > now


def _moving() -> ColumnElement[bool]:
    return ClipRow.former_folders.is_not(null())


def _dead(row: WorkColumns) -> int:
    return row.attempts if row.state == WorkState.PROCESSING.value else 0


def _left(table: type[ClipRow] | type[EventFileRow], now: datetime) -> ColumnElement[bool]:
    dead = and_(table.state == WorkState.PROCESSING.value, table.leased_until <= now)
    return or_(table.state == WorkState.QUEUED.value, dead)
