"""What the page of today shows besides the events themselves, in the database."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

from sqlalchemy import and_, or_, select, union
from sqlalchemy.orm import Session

from touchline.catalog.adapters.sql.events.event_tables import EventRow
from touchline.catalog.adapters.sql.events.taxonomy_tables import ParticipantRow
from touchline.catalog.adapters.sql.library.library_items import LIBRARY_ITEM_OPTIONS, to_library_item
from touchline.catalog.adapters.sql.library.library_tables import LibraryItemRow
from touchline.catalog.adapters.sql.media.live_streams import to_live_stream
from touchline.catalog.adapters.sql.media.live_tables import LiveStreamRow
from touchline.catalog.adapters.sql.media.media_tables import EventMediaRow, MediaAssetRow
from touchline.catalog.adapters.sql.media.upload_tables import UploadRow
from touchline.catalog.domain.library import LibraryItem
from touchline.catalog.domain.media.assets import REPLAY_TYPES, AssetState, MediaType, OwnerKind
from touchline.catalog.domain.media.live_streams import LiveStream
from touchline.catalog.domain.media.uploads import UploadState
from touchline.catalog.ports.events.today_lookup import CatalogSetup
from touchline.shared.ids import EventId

_VIDEO_TYPES = (*sorted(REPLAY_TYPES), MediaType.LIVE)


class SqlTodayLookup:
    """`TodayLookup` in the current transaction."""

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session

    def list_streams(self, event_ids: Collection[EventId]) -> Mapping[EventId, LiveStream]:
        """Select the rows of the events."""
        rows = self._session().scalars(select(LiveStreamRow).where(LiveStreamRow.event_id.in_(event_ids)))
        return {EventId(row.event_id): to_live_stream(row) for row in rows}

    def list_failed(self, limit: int) -> Sequence[EventId]:
        """Select the events of failed assets, and of failed uploads that are no asset yet."""
        failed = self._list_failed_owners("event")
        if not failed:
            return []
        # One query for both would make SQLite read all events in the order of their start.
        query = select(EventRow.id).where(EventRow.withdrawn.is_(False), EventRow.id.in_(failed))
        rows = self._session().scalars(query.order_by(EventRow.starts_at.desc()).limit(limit))
        return [EventId(event_id) for event_id in rows]

    def list_failed_library_items(self, limit: int) -> Sequence[LibraryItem]:
        """Select the items in the same two steps as events."""
        failed = self._list_failed_owners("library_item")
        if not failed:
            return []
        item = LibraryItemRow
        query = (
            select(item).options(*LIBRARY_ITEM_OPTIONS).where(item.withdrawn.is_(False), item.id.in_(failed))
        )
        rows = self._session().scalars(query.order_by(item.date.desc(), item.id.desc()).limit(limit))
        return [to_library_item(row) for row in rows]

    def has_video(self) -> bool:
        """Select whether rows exist."""
        videos = select(EventMediaRow.id).outerjoin(MediaAssetRow, MediaAssetRow.id == EventMediaRow.asset_id)
        is_playable = or_(
            and_(EventMediaRow.asset_id.is_(None), EventMediaRow.url != ""),
            MediaAssetRow.state == AssetState.READY.value,
        )
        has_video = or_(
            videos.where(EventMediaRow.type.in_(_VIDEO_TYPES), is_playable).exists(),
            select(LiveStreamRow.id).where(LiveStreamRow.started_at.is_not(None)).exists(),
        )
        return bool(self._session().scalar(select(has_video)))

    def get_setup(self) -> CatalogSetup:
        """Select whether rows exist."""
        flags = (
            select(ParticipantRow.id).where(ParticipantRow.withdrawn.is_(False)).exists(),
            select(EventRow.id).where(EventRow.withdrawn.is_(False)).exists(),
        )
        return CatalogSetup(*self._session().execute(select(*flags)).one())

    def has_price(self) -> bool:
        """Select whether a row exists."""
        priced = select(EventRow.id).where(EventRow.withdrawn.is_(False), EventRow.base_price.is_not(None))
        return bool(self._session().scalar(select(priced.exists())))

    def _list_failed_owners(self, kind: OwnerKind) -> Sequence[int]:
        failed_assets = select(MediaAssetRow.id).where(MediaAssetRow.state == AssetState.FAILED.value)
        with_failed_asset = select(EventMediaRow.owner_id).where(
            EventMediaRow.owner_kind == kind, EventMediaRow.asset_id.in_(failed_assets)
        )
        with_failed_upload = select(UploadRow.owner_id).where(
            UploadRow.owner_kind == kind,
            UploadRow.asset_id.is_(None),
            UploadRow.state == UploadState.FAILED.value,
        )
        return self._session().scalars(union(with_failed_asset, with_failed_upload)).all()
