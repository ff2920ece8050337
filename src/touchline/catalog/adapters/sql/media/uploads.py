"""Uploads in the database."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

from sqlalchemy import Select, delete, select
from sqlalchemy.orm import Session

from touchline.catalog.adapters.sql.media.upload_tables import UploadRow
from touchline.catalog.domain.media.assets import MediaOwner
from touchline.catalog.domain.media.uploads import NewUpload, Upload, UploadState
from touchline.catalog.ports.media.uploads import UploadKey
from touchline.platform.db.locks import select_for_update
from touchline.shared.ids import AssetId, ChannelId


class SqlUploads:
    """`Uploads` in the current transaction."""

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session

    def add(self, file: NewUpload, created_at: datetime, expires_at: datetime) -> Upload:
        """Insert an upload without bytes."""
        row = UploadRow(
            owner_kind=file.owner.kind,
            owner_id=file.owner.id,
            file_name=file.file_name,
            size=file.size,
            offset=0,
            replace=file.replace,
            client_metadata=file.metadata,
            state=UploadState.RECEIVING.value,
            created_at=created_at,
            expires_at=expires_at,
        )
        self._session().add(row)
        self._session().flush()
        return _to_upload(row)

    def get(self, upload_id: int) -> Upload | None:
        """Return an upload; None if there is none."""
        row = self._session().scalars(_select(upload_id)).one_or_none()
        return _to_upload(row) if row else None

    def get_for_update(self, upload_id: int) -> Upload | None:
        """Return the current state of an upload and lock it; None if there is none."""
        row = select_for_update(self._session(), _select(upload_id))
        return _to_upload(row) if row else None

    def save(self, upload: Upload) -> None:
        """Write the fields that change."""
        row = self._session().scalars(_select(upload.id)).one()
        row.offset, row.state, row.failure_message = upload.offset, upload.state.value, upload.failure_message
        row.attempts, row.asset_id = upload.attempts, upload.asset_id
        self._session().flush()

    def delete(self, upload_id: int) -> None:
        """Delete the row."""
        self._session().execute(delete(UploadRow).where(UploadRow.id == upload_id))

    def list_for_owner(self, owner: MediaOwner) -> Sequence[Upload]:
        """Return the uploads for an event or library item, newest first."""
        query = select(UploadRow).where(UploadRow.owner_kind == owner.kind, UploadRow.owner_id == owner.id)
        return [_to_upload(row) for row in self._session().scalars(query.order_by(UploadRow.id.desc()))]

    def list_by_asset(self, asset_id: AssetId) -> Sequence[Upload]:
        """Return the uploads whose file is the source of an asset."""
        query = select(UploadRow).where(UploadRow.asset_id == asset_id)
        return [_to_upload(row) for row in self._session().scalars(query)]

    def delete_expired(self, now: datetime) -> None:
        """Delete expired rows of all channels. Complete files whose job still waits are kept."""
        is_waiting = UploadRow.state == UploadState.RECEIVED.value
        self._session().execute(delete(UploadRow).where(UploadRow.expires_at <= now, ~is_waiting))

    def list_keys(self) -> Sequence[UploadKey]:
        """Return the keys of the uploads of all channels."""
        rows = self._session().execute(select(UploadRow.channel_id, UploadRow.id))
        return [(ChannelId(channel_id), upload_id) for channel_id, upload_id in rows]


def _select(upload_id: int) -> Select[UploadRow]:
    return select(UploadRow).where(UploadRow.id == upload_id)


def _to_upload(row: UploadRow) -> Upload:
    return Upload(
        id=row.id,
        channel_id=ChannelId(row.channel_id),
        owner=MediaOwner("event" if row.owner_kind == "event" else "library_item", row.owner_id),
        file_name=row.file_name,
        size=row.size,
        replace=row.replace,
        metadata=row.client_metadata,
        created_at=row.created_at,
        expires_at=row.expires_at,
        offset=row.offset,
        state=UploadState(row.state),
        failure_message=row.failure_message or "",
        attempts=row.attempts or 0,
        asset_id=AssetId(row.asset_id) if row.asset_id is not None else None,
    )
