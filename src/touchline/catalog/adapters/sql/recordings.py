"""Recordings that are taken down, in the database.

The rows of their videos stay under an owner kind of their own (`event:down`), so that no query that looks for
the media of an event or library item finds them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

from sqlalchemy import ColumnElement, Integer, Select, and_, cast, delete, exists, func, or_, select, update
from sqlalchemy.orm import Session

from touchline.catalog.adapters.sql.event_tables import EventRow
from touchline.catalog.adapters.sql.library_tables import LibraryItemRow
from touchline.catalog.adapters.sql.live_tables import LiveStreamRow
from touchline.catalog.adapters.sql.media import OWNER_KINDS, kind_of, kinds_of
from touchline.catalog.adapters.sql.media_tables import EventMediaRow, MediaAssetRow
from touchline.catalog.domain.media import LIVE_ROOM, AssetState, MediaType, Owner, OwnerKind
from touchline.catalog.domain.recordings import RecordingState
from touchline.catalog.ports.recordings import Recording
from touchline.platform.db.locks import locked
from touchline.platform.db.session import Database
from touchline.shared.errors import NotFound
from touchline.shared.ids import ChannelId

_STREAM = and_(EventMediaRow.type == MediaType.LIVE, EventMediaRow.url.startswith(LIVE_ROOM))
_VIDEO = or_(EventMediaRow.asset_id.is_not(None), _STREAM)
_SETTLED = (AssetState.READY.value, AssetState.FAILED.value)


class SqlRecordings:
    """`Recordings` in the present transaction."""

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session

    def held(self, owner: Owner) -> Recording:
        """The row of the owner, locked, and one query for its videos."""
        row: EventRow | LibraryItemRow | None = (
            locked(self._session(), select(EventRow).where(EventRow.id == owner.id))
            if owner.kind == "event"
            else locked(self._session(), select(LibraryItemRow).where(LibraryItemRow.id == owner.id))
        )
        if row is None:
            raise NotFound(f"There is no {owner.kind.replace('_', ' ')} {owner.id} in this channel.")
        assets = func.count(EventMediaRow.asset_id.distinct())
        streams = func.coalesce(func.sum(cast(_STREAM, Integer)), 0)
        videos, streamed = self._session().execute(select(assets, streams).where(_of(owner), _VIDEO)).one()
        unsettled = select(MediaAssetRow.id).where(
            MediaAssetRow.id.in_(select(EventMediaRow.asset_id).where(_of(owner))),
            MediaAssetRow.state.not_in(_SETTLED),
        )
        clips = row.clip_count if isinstance(row, EventRow) else 0
        is_processing = self._session().scalar(unsettled.limit(1)) is not None
        state = RecordingState(row.recording_state)
        return Recording(owner, row.key, state, videos or int(streamed), clips, is_processing)

    def set_state(self, owner: Owner, state: RecordingState, at: datetime) -> None:
        """One row, and those of its videos."""
        table = _table(owner.kind)
        changed = {"recording_state": state.value, "recording_changed_at": at}
        self._session().execute(update(table).where(table.id == owner.id).values(changed))
        self._session().execute(
            update(EventMediaRow).where(_of(owner), _VIDEO).values(owner_kind=kind_of(owner, state))
        )

    def remove(self, owner: Owner) -> Sequence[str]:
        """The rows of its videos, and the assets that no other row has."""
        session = self._session()
        ids = set(session.scalars(select(EventMediaRow.asset_id).where(_of(owner), _VIDEO)))
        session.execute(delete(EventMediaRow).where(_of(owner), _VIDEO))
        used = exists().where(EventMediaRow.asset_id == MediaAssetRow.id)
        mine = MediaAssetRow.id.in_([one for one in ids if one is not None])
        unused = session.execute(select(MediaAssetRow.id, MediaAssetRow.folder).where(mine, ~used)).all()
        gone = [row.id for row in unused]
        streamed = update(LiveStreamRow).where(LiveStreamRow.asset_id.in_(gone))
        session.execute(streamed.values(asset_id=None))
        session.execute(delete(MediaAssetRow).where(MediaAssetRow.id.in_(gone)))
        session.expire_all()
        return [row.folder for row in unused if row.folder]


class SqlWithdrawnRecordings:
    """`WithdrawnRecordings`, in a transaction of its own."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def withdrawn_before(self, instant: datetime) -> Sequence[tuple[ChannelId, Owner]]:
        """One query for each kind of owner."""
        found: list[tuple[ChannelId, Owner]] = []
        with self._database.transaction(None, unscoped=True) as session:
            for kind in OWNER_KINDS:
                rows = session.execute(_withdrawn(kind, instant))
                found += [(ChannelId(row.channel_id), Owner(kind, row.id)) for row in rows]
        return found


def _withdrawn(kind: OwnerKind, instant: datetime) -> Select[int, int]:
    table = _table(kind)
    return select(table.channel_id, table.id).where(
        table.recording_state == RecordingState.WITHDRAWN.value, table.recording_changed_at < instant
    )


def _table(kind: OwnerKind) -> type[EventRow] | type[LibraryItemRow]:
    return EventRow if kind == "event" else LibraryItemRow


def _of(owner: Owner) -> ColumnElement[bool]:
    """The media of an owner, whether shown or taken down."""
    return and_(EventMediaRow.owner_kind.in_(kinds_of(owner)), EventMediaRow.owner_id == owner.id)
