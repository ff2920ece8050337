"""Taken-down recordings in the database.

The rows of their videos have a separate owner kind (`event:down`), so that no query for the media of an event
or library item finds them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Integer, Select, and_, cast, delete, exists, func, or_, select, update
from sqlalchemy.orm import Session

from touchline.catalog.adapters.sql.events.event_tables import EventRow
from touchline.catalog.adapters.sql.library.library_tables import LibraryItemRow
from touchline.catalog.adapters.sql.media.assets import OWNER_KINDS, get_owner_kind, get_owner_kinds
from touchline.catalog.adapters.sql.media.live_tables import LiveStreamRow
from touchline.catalog.adapters.sql.media.media_tables import EventMediaRow, MediaAssetRow
from touchline.catalog.domain.media.assets import LIVE_PREFIX, AssetState, MediaOwner, MediaType, OwnerKind
from touchline.catalog.domain.media.recordings import RecordingState
from touchline.catalog.ports.media.recordings import Recording
from touchline.platform.db.locks import select_for_update
from touchline.shared.errors import NotFoundError
from touchline.shared.ids import ChannelId

_IS_STREAM = and_(EventMediaRow.type == MediaType.LIVE, EventMediaRow.url.startswith(LIVE_PREFIX))
_IS_VIDEO = or_(EventMediaRow.asset_id.is_not(None), _IS_STREAM)
_SETTLED_STATES = (AssetState.READY.value, AssetState.FAILED.value)


class SqlRecordings:
    """`Recordings` in the current transaction."""

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session

    def get(self, owner: MediaOwner) -> Recording:
        """Return the recording of an owner, with one query for its row and two for its videos."""
        row = self._session().scalars(_select_row(owner)).one_or_none()
        return self._to_recording(owner, row)

    def get_for_update(self, owner: MediaOwner) -> Recording:
        """Return the recording of an owner, whose row is locked."""
        return self._to_recording(owner, select_for_update(self._session(), _select_row(owner)))

    def _to_recording(self, owner: MediaOwner, row: EventRow | LibraryItemRow | None) -> Recording:
        if row is None:
            raise NotFoundError(f"There is no {owner.kind.replace('_', ' ')} {owner.id} in this channel.")
        assets = func.count(EventMediaRow.asset_id.distinct())
        streams = func.coalesce(func.sum(cast(_IS_STREAM, Integer)), 0)
        videos, linked_streams = (
            self._session().execute(select(assets, streams).where(_belongs_to(owner), _IS_VIDEO)).one()
        )
        unsettled = select(MediaAssetRow.id).where(
            MediaAssetRow.id.in_(select(EventMediaRow.asset_id).where(_belongs_to(owner))),
            MediaAssetRow.state.not_in(_SETTLED_STATES),
        )
        clips = row.clip_count if isinstance(row, EventRow) else 0
        is_processing = self._session().scalar(unsettled.limit(1)) is not None
        state = RecordingState(row.recording_state)
        video_count = videos or int(linked_streams)
        changed_at = row.recording_changed_at
        return Recording(owner, row.key, state, video_count, clips, is_processing, changed_at)

    def set_state(self, owner: MediaOwner, state: RecordingState, changed_at: datetime) -> None:
        """Update the owner's row and the rows of its videos."""
        table = _get_table(owner.kind)
        changed = {"recording_state": state.value, "recording_changed_at": changed_at}
        self._session().execute(update(table).where(table.id == owner.id).values(changed))
        self._session().execute(
            update(EventMediaRow)
            .where(_belongs_to(owner), _IS_VIDEO)
            .values(owner_kind=get_owner_kind(owner, state))
        )

    def delete_videos(self, owner: MediaOwner) -> Sequence[str]:
        """Delete the rows of the owner's videos, and the assets that no other row uses."""
        session = self._session()
        ids = set(session.scalars(select(EventMediaRow.asset_id).where(_belongs_to(owner), _IS_VIDEO)))
        session.execute(delete(EventMediaRow).where(_belongs_to(owner), _IS_VIDEO))
        used = exists().where(EventMediaRow.asset_id == MediaAssetRow.id)
        is_own = MediaAssetRow.id.in_([asset_id for asset_id in ids if asset_id is not None])
        unused_assets = session.execute(
            select(MediaAssetRow.id, MediaAssetRow.folder, MediaAssetRow.full_folder).where(is_own, ~used)
        ).all()
        deleted_ids = [row.id for row in unused_assets]
        linked_streams = update(LiveStreamRow).where(LiveStreamRow.asset_id.in_(deleted_ids))
        session.execute(linked_streams.values(asset_id=None))
        session.execute(delete(MediaAssetRow).where(MediaAssetRow.id.in_(deleted_ids)))
        session.expire_all()
        return [folder for row in unused_assets for folder in (row.folder, row.full_folder) if folder]


class SqlWithdrawnRecordings:
    """`WithdrawnRecordings` in the current transaction."""

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session

    def list_withdrawn_before(self, instant: datetime) -> Sequence[tuple[ChannelId, MediaOwner]]:
        """Return the withdrawn recordings of all channels, with one query for each kind of owner."""
        owners: list[tuple[ChannelId, MediaOwner]] = []
        for kind in OWNER_KINDS:
            rows = self._session().execute(_select_withdrawn(kind, instant))
            owners += [(ChannelId(row.channel_id), MediaOwner(kind, row.id)) for row in rows]
        return owners


def _select_withdrawn(kind: OwnerKind, instant: datetime) -> Select[int, int]:
    table = _get_table(kind)
    return select(table.channel_id, table.id).where(
        table.recording_state == RecordingState.WITHDRAWN.value, table.recording_changed_at < instant
    )


def _select_row(owner: MediaOwner) -> Select[Any]:
    table = _get_table(owner.kind)
    return select(table).where(table.id == owner.id)


def _get_table(kind: OwnerKind) -> type[EventRow] | type[LibraryItemRow]:
    return EventRow if kind == "event" else LibraryItemRow


def _belongs_to(owner: MediaOwner) -> ColumnElement[bool]:
    """Return the condition for the media of an owner, shown or taken down."""
    return and_(EventMediaRow.owner_kind.in_(get_owner_kinds(owner)), EventMediaRow.owner_id == owner.id)
