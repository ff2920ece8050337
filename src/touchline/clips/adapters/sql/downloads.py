"""SQL repositories of downloads and event files."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import cast

from sqlalchemy import and_, delete, func, or_, select
from sqlalchemy.orm import Session
from sqlalchemy.orm.exc import StaleDataError

from touchline.clips.adapters.sql.columns import event_file_columns, to_clip, to_event_file
from touchline.clips.adapters.sql.tables import ClipDownloadRow, ClipRow, EventFileRow
from touchline.clips.domain.clip import Clip
from touchline.clips.domain.event_file import EventFile
from touchline.clips.domain.ids import EventFileId
from touchline.clips.ports.clips import DownloadKind
from touchline.platform.db.inserts import insert_if_absent
from touchline.platform.db.locks import select_for_update
from touchline.shared.ids import AccountId, EventId


class SqlDownloads:
    """`Downloads` in the current transaction."""

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session

    def add(self, account_id: AccountId, kind: DownloadKind, item_id: int, now: datetime) -> bool:
        """Insert the download unless the unique constraint finds an existing one."""
        return insert_if_absent(
            self._session(), ClipDownloadRow, account_id=account_id, kind=kind, thing_id=item_id, at=now
        )

    def exists(self, account_id: AccountId, kind: DownloadKind, item_id: int) -> bool:
        """Return whether there is a row."""
        query = select(ClipDownloadRow.id).where(
            ClipDownloadRow.account_id == account_id,
            ClipDownloadRow.kind == kind,
            ClipDownloadRow.thing_id == item_id,
        )
        return self._session().scalar(query) is not None

    def count_since(self, account_id: AccountId, since: datetime | None) -> int:
        """Count the viewer's rows."""
        query = select(func.count(ClipDownloadRow.id)).where(ClipDownloadRow.account_id == account_id)
        return int(self._session().scalar(query.where(ClipDownloadRow.at >= since) if since else query) or 0)

    def count_for_event(self, event_id: EventId) -> int:
        """Count the rows of the event and of its clips in one query."""
        clips = select(ClipRow.id).where(ClipRow.event_id == event_id)
        is_in_event = or_(
            and_(ClipDownloadRow.kind == "event", ClipDownloadRow.thing_id == event_id),
            and_(ClipDownloadRow.kind == "clip", ClipDownloadRow.thing_id.in_(clips)),
        )
        return self._session().scalar(select(func.count(ClipDownloadRow.id)).where(is_in_event)) or 0

    def list_for_account(self, account_id: AccountId) -> Sequence[tuple[DownloadKind, int, datetime]]:
        """Select the viewer's rows, latest first."""
        query = select(ClipDownloadRow).where(ClipDownloadRow.account_id == account_id)
        rows = self._session().scalars(query.order_by(ClipDownloadRow.id.desc()))
        return [(cast(DownloadKind, row.kind), row.thing_id, row.at) for row in rows]

    def delete_for_account(self, account_id: AccountId) -> None:
        """Delete the viewer's rows."""
        self._session().execute(delete(ClipDownloadRow).where(ClipDownloadRow.account_id == account_id))


class SqlClipFolders:
    """`ClipFolders` in the current transaction."""

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session

    def find_clip(self, folder: str) -> Clip | None:
        """Select by folder."""
        row = self._session().scalars(select(ClipRow).where(ClipRow.folder == folder)).one_or_none()
        return to_clip(row) if row else None

    def find_event_id(self, folder: str) -> EventId | None:
        """Select by folder."""
        event_id = self._session().scalar(select(EventFileRow.event_id).where(EventFileRow.folder == folder))
        return None if event_id is None else EventId(event_id)


class SqlEventFiles:
    """`EventFiles` in the current transaction."""

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session

    def find_by_media(self, event_id: EventId, media_id: int) -> EventFile | None:
        """Select by event and medium."""
        query = select(EventFileRow).where(
            EventFileRow.event_id == event_id, EventFileRow.media_id == media_id
        )
        row = self._session().scalars(query).one_or_none()
        return to_event_file(row) if row else None

    def list_for_event(self, event_id: EventId) -> Sequence[EventFile]:
        """Select by event."""
        query = select(EventFileRow).where(EventFileRow.event_id == event_id)
        return [to_event_file(row) for row in self._session().scalars(query)]

    def add(self, file: EventFile) -> EventFile:
        """Insert the file. A unique constraint resolves concurrent inserts."""
        insert_if_absent(self._session(), EventFileRow, **event_file_columns(file), version=1)
        saved = self.find_by_media(file.event_id, file.media_id)
        if saved is None:
            raise StaleDataError("The conflicting file no longer exists.")
        return saved

    def get_for_update(self, file_id: EventFileId) -> EventFile | None:
        """Select the current row by id, locked."""
        row = select_for_update(self._session(), select(EventFileRow).where(EventFileRow.id == file_id))
        return to_event_file(row) if row else None

    def save(self, file: EventFile) -> None:
        """Write all columns. Raises `StaleDataError` if the row changed since it was read."""
        query = select(EventFileRow).where(EventFileRow.id == file.id)
        row = self._session().scalars(query).one_or_none()
        if row is None or row.version != file.version:
            raise StaleDataError(f"File {file.id} was changed by another process.")
        for name, value in event_file_columns(file).items():
            setattr(row, name, value)
        self._session().flush()
        file.version = row.version

    def remove(self, file_id: EventFileId) -> None:
        """Delete the row."""
        self._session().execute(delete(EventFileRow).where(EventFileRow.id == file_id))
