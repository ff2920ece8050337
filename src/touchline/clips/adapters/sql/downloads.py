"""Who took what away, and the files of whole events, in the database."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import cast

from sqlalchemy import and_, delete, func, or_, select
from sqlalchemy.orm import Session
from sqlalchemy.orm.exc import StaleDataError

from touchline.clips.adapters.sql.columns import clip_of, file_columns, file_of
from touchline.clips.adapters.sql.tables import ClipDownloadRow, ClipRow, EventFileRow
from touchline.clips.domain.clip import Clip
from touchline.clips.domain.event_file import EventFile
from touchline.clips.domain.ids import EventFileId
from touchline.clips.ports.clips import Taken
from touchline.platform.db.inserts import insert_once
from touchline.platform.db.locks import locked
from touchline.shared.ids import AccountId, EventId


class SqlDownloads:
    """`Downloads` in the present transaction."""

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session

    def note(self, account_id: AccountId, kind: Taken, thing_id: int, now: datetime) -> bool:
        """Insert; the constraint decides."""
        return insert_once(
            self._session(), ClipDownloadRow, account_id=account_id, kind=kind, thing_id=thing_id, at=now
        )

    def has(self, account_id: AccountId, kind: Taken, thing_id: int) -> bool:
        """Whether there is a row."""
        wanted = select(ClipDownloadRow.id).where(
            ClipDownloadRow.account_id == account_id,
            ClipDownloadRow.kind == kind,
            ClipDownloadRow.thing_id == thing_id,
        )
        return self._session().scalar(wanted) is not None

    def count_since(self, account_id: AccountId, since: datetime | None) -> int:
        """How many."""
        wanted = select(func.count(ClipDownloadRow.id)).where(ClipDownloadRow.account_id == account_id)
        return int(
            self._session().scalar(wanted.where(ClipDownloadRow.at >= since) if since else wanted) or 0
        )

    def count_of_event(self, event_id: EventId) -> int:
        """One query."""
        clips = select(ClipRow.id).where(ClipRow.event_id == event_id)
        of_event = or_(
            and_(ClipDownloadRow.kind == "event", ClipDownloadRow.thing_id == event_id),
            and_(ClipDownloadRow.kind == "clip", ClipDownloadRow.thing_id.in_(clips)),
        )
        return self._session().scalar(select(func.count(ClipDownloadRow.id)).where(of_event)) or 0

    def of_account(self, account_id: AccountId) -> Sequence[tuple[Taken, int, datetime]]:
        """The last one first."""
        wanted = select(ClipDownloadRow).where(ClipDownloadRow.account_id == account_id)
        rows = self._session().scalars(wanted.order_by(ClipDownloadRow.id.desc()))
        return [(cast(Taken, row.kind), row.thing_id, row.at) for row in rows]

    def forget(self, account_id: AccountId) -> None:
        """Delete the viewer's rows."""
        self._session().execute(delete(ClipDownloadRow).where(ClipDownloadRow.account_id == account_id))


class SqlClipFolders:
    """`ClipFolders` in the present transaction."""

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session

    def clip_in(self, folder: str) -> Clip | None:
        """By folder."""
        row = self._session().scalars(select(ClipRow).where(ClipRow.folder == folder)).one_or_none()
        return clip_of(row) if row else None

    def event_of_file(self, folder: str) -> EventId | None:
        """By folder."""
        found = self._session().scalar(select(EventFileRow.event_id).where(EventFileRow.folder == folder))
        return None if found is None else EventId(found)


class SqlEventFiles:
    """`EventFiles` in the present transaction."""

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session

    def of(self, event_id: EventId, media_id: int) -> EventFile | None:
        """By recording."""
        wanted = select(EventFileRow).where(
            EventFileRow.event_id == event_id, EventFileRow.media_id == media_id
        )
        row = self._session().scalars(wanted).one_or_none()
        return file_of(row) if row else None

    def add(self, file: EventFile) -> EventFile:
        """Insert; the constraint decides who is first."""
        insert_once(self._session(), EventFileRow, **file_columns(file), version=1)
        kept = self.of(file.event_id, file.media_id)
        if kept is None:
            raise StaleDataError("The file that stood in the way is gone meanwhile.")
        return kept

    def held(self, file_id: EventFileId) -> EventFile | None:
        """One file as it is now, locked."""
        row = locked(self._session(), select(EventFileRow).where(EventFileRow.id == file_id))
        return file_of(row) if row else None

    def save(self, file: EventFile) -> None:
        """Write all columns; `StaleDataError` where another changed the row since it was read."""
        wanted = select(EventFileRow).where(EventFileRow.id == file.id)
        row = self._session().scalars(wanted).one_or_none()
        if row is None or row.version != file.version:
            raise StaleDataError(f"File {file.id} was changed by another since it was read.")
        for name, value in file_columns(file).items():
            setattr(row, name, value)
        self._session().flush()
        file.version = row.version

    def remove(self, file_id: EventFileId) -> None:
        """Delete the row."""
        self._session().execute(delete(EventFileRow).where(EventFileRow.id == file_id))
