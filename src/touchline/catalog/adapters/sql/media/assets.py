"""Assets and media rows in the database."""

from collections.abc import Callable, Mapping, Sequence

from sqlalchemy import ColumnElement, Select, and_, delete, func, literal, not_, or_, select, union, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session, contains_eager
from sqlalchemy.orm.exc import StaleDataError

from touchline.catalog.adapters.sql.events.event_tables import EventRow
from touchline.catalog.adapters.sql.library.library_tables import LibraryItemRow
from touchline.catalog.adapters.sql.media.live_tables import LiveStreamRow
from touchline.catalog.adapters.sql.media.media_tables import EventMediaRow, MediaAssetRow
from touchline.catalog.domain.media.assets import (
    LIVE_PREFIX,
    VIDEO_ASSET_TYPES,
    Asset,
    AssetState,
    MediaItem,
    MediaOwner,
    MediaType,
    OwnerKind,
    StoredPackage,
)
from touchline.catalog.domain.media.recordings import RecordingState
from touchline.catalog.domain.media.trims import Trim
from touchline.catalog.domain.media.wall_clock import ClockAnchor
from touchline.platform.db.locks import select_for_update
from touchline.shared.ids import AssetId, ChannelId
from touchline.shared.strings.validation import is_digits

OWNER_KINDS: tuple[OwnerKind, ...] = ("event", "library_item")
_TAKEN_DOWN_SUFFIX = ":down"
_MAX_ID_DIGITS = 10
"""A number with this many digits may exceed an id column."""
_IS_INGESTED = and_(EventMediaRow.type == MediaType.LIVE, EventMediaRow.url.startswith(LIVE_PREFIX))


class SqlAssets:
    """`Assets` in the current transaction."""

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session

    def get(self, asset_id: AssetId) -> Asset | None:
        """Return an asset; None if there is none."""
        row = self._get_row(asset_id)
        return to_asset(row) if row else None

    def get_for_update(self, asset_id: AssetId) -> Asset | None:
        """Return the current state of an asset and lock it; None if there is none."""
        row = select_for_update(self._session(), select(MediaAssetRow).where(MediaAssetRow.id == asset_id))
        return to_asset(row) if row else None

    def get_by_source(self, sha256: str) -> Asset | None:
        """Return the asset made from this source; None if there is none."""
        query = select(MediaAssetRow).where(MediaAssetRow.source_sha256 == sha256)
        row = self._session().scalars(query).one_or_none()
        return to_asset(row) if row else None

    def add(self, sha256: str, name: str) -> Asset:
        """Insert an asset, or return the row that another transaction inserted first (unique constraint)."""
        row = MediaAssetRow(source_sha256=sha256, source_name=name, state=AssetState.QUEUED.value)
        try:
            with self._session().begin_nested():
                self._session().add(row)
        except IntegrityError:
            existing = self.get_by_source(sha256)
            if existing is None:
                raise
            return existing
        return to_asset(row)

    def save(self, asset: Asset) -> None:
        """Write all fields. Raises `StaleDataError` if the row has changed since it was read."""
        row = self._get_row(asset.id)
        if row is None or row.version != asset.version:
            raise StaleDataError(f"Asset {asset.id} was changed by another process.")
        row.state, row.progress, row.failure_message = (
            asset.state.value,
            asset.progress,
            asset.failure_message,
        )
        row.attempts, row.lease, row.leased_until = asset.attempts, asset.lease, asset.leased_until
        trim = asset.pending_trim
        row.pending_trim_start_ms, row.pending_trim_end_ms = (
            (trim.start_ms, trim.end_ms) if trim else (None, None)
        )
        row.trim_failure = asset.trim_failure
        if asset.package is not None:
            for name in StoredPackage.__dataclass_fields__:
                setattr(row, name, getattr(asset.package, name))
        self._session().flush()
        asset.version = row.version

    def save_clock_anchors(self, asset_id: AssetId, anchors: Sequence[ClockAnchor]) -> None:
        """Write the wall clock of a recording."""
        row = self._get_row(asset_id)
        if row is not None:
            row.clock_anchors = [[anchor.position_ms, anchor.at_ms] for anchor in anchors]
            self._session().flush()

    def list_all(self) -> Sequence[Asset]:
        """Return every asset, newest first."""
        rows = self._session().scalars(select(MediaAssetRow).order_by(MediaAssetRow.id.desc()))
        return [to_asset(row) for row in rows]

    def list_for_owner(self, owner: MediaOwner) -> Sequence[Asset]:
        """Return the assets of an owner, with one query."""
        query = (
            select(MediaAssetRow)
            .join(EventMediaRow, EventMediaRow.asset_id == MediaAssetRow.id)
            .where(
                EventMediaRow.owner_kind.in_(get_owner_kinds(owner)),
                EventMediaRow.owner_id == owner.id,
                EventMediaRow.type == MediaType.VOD,
            )
            .order_by(EventMediaRow.position, EventMediaRow.id)
        )
        return [to_asset(row) for row in self._session().scalars(query)]

    def list_pending(self) -> Sequence[Asset]:
        """Return the pending assets of all channels, oldest first."""
        open_states = (AssetState.QUEUED.value, AssetState.PROCESSING.value)
        query = select(MediaAssetRow).where(MediaAssetRow.state.in_(open_states)).order_by(MediaAssetRow.id)
        return [to_asset(row) for row in self._session().scalars(query)]

    def list_pending_trims(self) -> Sequence[Asset]:
        """Return the assets of all channels whose trim is requested and not done."""
        query = select(MediaAssetRow).where(MediaAssetRow.pending_trim_end_ms.is_not(None))
        return [to_asset(row) for row in self._session().scalars(query.order_by(MediaAssetRow.id))]

    def has_folder(self, folder: str) -> bool:
        """Return whether a video of the channel is stored in this folder, trimmed or at full length."""
        is_stored = or_(MediaAssetRow.folder == folder, MediaAssetRow.full_folder == folder)
        return self._session().scalar(select(MediaAssetRow.id).where(is_stored).limit(1)) is not None

    def _get_row(self, asset_id: int) -> MediaAssetRow | None:
        return (
            self._session().scalars(select(MediaAssetRow).where(MediaAssetRow.id == asset_id)).one_or_none()
        )


class SqlMediaItems:
    """`MediaItems` in the current transaction."""

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session

    def list_for_owners(self, owner_kind: OwnerKind, ids: Sequence[int]) -> Mapping[int, Sequence[MediaItem]]:
        """Return the media to show, with one query.

        Rows whose asset is not ready are left out, as are thumbnails that were not made.
        """
        is_visible = or_(EventMediaRow.asset_id.is_(None), MediaAssetRow.state == AssetState.READY.value)
        query = (
            select(EventMediaRow)
            .outerjoin(EventMediaRow.asset)
            .options(contains_eager(EventMediaRow.asset))
            .where(EventMediaRow.owner_kind == owner_kind, EventMediaRow.owner_id.in_(ids), is_visible)
            .order_by(EventMediaRow.owner_id, EventMediaRow.position, EventMediaRow.id)
        )
        items_by_owner: dict[int, list[MediaItem]] = {}
        for row in self._session().scalars(query):
            if row.type == MediaType.THUMBNAILS and row.asset and not row.asset.storyboard:
                continue
            items_by_owner.setdefault(row.owner_id, []).append(_to_media_item(row))
        return items_by_owner

    def attach(self, owner: MediaOwner, asset_id: AssetId, name: str) -> None:
        """Add three rows after the owner's existing ones."""
        session = self._session()
        kind = self._get_owner_kind(owner)
        is_owned = (EventMediaRow.owner_kind == kind, EventMediaRow.owner_id == owner.id)
        if session.scalars(
            select(EventMediaRow).where(*is_owned, EventMediaRow.asset_id == asset_id)
        ).first():
            return
        last = session.scalar(
            select(func.max(EventMediaRow.position)).where(
                EventMediaRow.owner_kind == owner.kind, EventMediaRow.owner_id == owner.id
            )
        )
        for number, media_type in enumerate(VIDEO_ASSET_TYPES, start=(last or 0) + 1):
            session.add(
                EventMediaRow(
                    owner_kind=kind,
                    owner_id=owner.id,
                    type=int(media_type),
                    name=name,
                    asset_id=asset_id,
                    position=number,
                )
            )
        session.flush()

    def _get_owner_kind(self, owner: MediaOwner) -> str:
        """Return the owner kind for a new video of the owner.

        After a deletion the video is shown. While the recording is hidden or withdrawn, it is not.
        """
        table = EventRow if owner.kind == "event" else LibraryItemRow
        deleted = (table.id == owner.id, table.recording_state == RecordingState.DELETED.value)
        self._session().execute(update(table).where(*deleted).values(recording_state=""))
        state = self._session().scalar(select(table.recording_state).where(table.id == owner.id))
        return get_owner_kind(owner, RecordingState(state or ""))

    def detach_others(self, owner: MediaOwner, asset_id: AssetId) -> None:
        """Delete the rows of all other assets. The assets are kept, since other owners may show them."""
        self._session().execute(
            delete(EventMediaRow).where(
                EventMediaRow.owner_kind == owner.kind,
                EventMediaRow.owner_id == owner.id,
                EventMediaRow.asset_id.is_not(None),
                EventMediaRow.asset_id != asset_id,
            )
        )

    def detach(self, owner: MediaOwner, asset_id: AssetId) -> None:
        """Delete the rows of one asset. The asset is kept."""
        self._session().execute(
            delete(EventMediaRow).where(
                EventMediaRow.owner_kind == owner.kind,
                EventMediaRow.owner_id == owner.id,
                EventMediaRow.asset_id == asset_id,
            )
        )

    def list_owners(self, asset_id: AssetId) -> Sequence[MediaOwner]:
        """Return each owner once."""
        query = (
            select(EventMediaRow.owner_kind, EventMediaRow.owner_id)
            .where(EventMediaRow.asset_id == asset_id, EventMediaRow.owner_kind.in_(OWNER_KINDS))
            .distinct()
            .order_by(EventMediaRow.owner_kind, EventMediaRow.owner_id)
        )
        rows = self._session().execute(query)
        return [_to_owner(kind, owner_id) for kind, owner_id in rows if kind in OWNER_KINDS]

    def replace_external(self, owner: MediaOwner, rows: Sequence[MediaItem]) -> None:
        """Replace the rows with a URL. Unchanged rows keep their id, so that references to them stay
        valid."""
        session = self._session()
        external_items = _select_for_owner(owner, EventMediaRow.asset_id.is_(None), not_(_IS_INGESTED))
        existing = {(row.type, row.url): row for row in session.scalars(external_items)}
        for row in rows:
            item_row = existing.pop((int(row.type), row.url), None) or EventMediaRow(
                owner_kind=owner.kind, owner_id=owner.id, type=int(row.type), url=row.url
            )
            item_row.name, item_row.start_ts, item_row.position = row.name, row.start_ts, row.position
            session.add(item_row)
        for removed_row in existing.values():
            session.delete(removed_row)
        session.flush()

    def save_live(self, owner: MediaOwner, key: str, start_ts: int) -> None:
        """Save the owner's only live row. It keeps its id."""
        session = self._session()
        row = session.scalars(_select_for_owner(owner, _IS_INGESTED)).first() or EventMediaRow(
            owner_kind=owner.kind, owner_id=owner.id, type=int(MediaType.LIVE)
        )
        row.url, row.start_ts = key, start_ts
        session.add(row)
        session.flush()

    def remove_live(self, owner: MediaOwner) -> None:
        """Delete the live row."""
        session = self._session()
        for row in session.scalars(_select_for_owner(owner, _IS_INGESTED)):
            session.delete(row)
        session.flush()


class SqlMediaOwners:
    """`MediaOwners` on the tables of events and library items."""

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session

    def find(self, kind: OwnerKind, text: str) -> MediaOwner | None:
        """Return the owner found by key, then by id."""
        table = EventRow if kind == "event" else LibraryItemRow
        owner_id = self._session().scalar(select(table.id).where(table.key == text))
        if owner_id is None and is_digits(text) and len(text) < _MAX_ID_DIGITS:
            owner_id = self._session().scalar(select(table.id).where(table.id == int(text)))
        return MediaOwner(kind, owner_id) if owner_id is not None else None


class SqlFolderOwners:
    """`FolderOwners` on the tables of media and live streams."""

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session

    def list_by_folder(self, folder: str) -> Sequence[MediaOwner]:
        """Return the owners of a folder, with one query.

        The folder of a live stream belongs to its event, even once the event shows the recording.
        """
        owners = select(EventMediaRow.owner_kind, EventMediaRow.owner_id)
        if folder.startswith(LIVE_PREFIX):
            live_owners = select(literal("event"), LiveStreamRow.event_id).where(
                LiveStreamRow.folder == folder
            )
            query = union(
                owners.where(EventMediaRow.url.startswith(f"{folder}/", autoescape=True)), live_owners
            )
        else:
            query = union(owners.join(EventMediaRow.asset).where(MediaAssetRow.folder == folder))
        rows = self._session().execute(query)
        return [_to_owner(kind, owner_id) for kind, owner_id in rows if kind in OWNER_KINDS]


def to_asset(row: MediaAssetRow) -> Asset:
    """Return the asset of a row."""
    return Asset(
        id=AssetId(row.id),
        channel_id=ChannelId(row.channel_id),
        source_sha256=row.source_sha256,
        source_name=row.source_name,
        state=AssetState(row.state),
        progress=row.progress or 0,
        failure_message=row.failure_message or "",
        package=_to_stored_package(row),
        attempts=row.attempts or 0,
        lease=row.lease or "",
        leased_until=row.leased_until,
        pending_trim=_to_pending_trim(row),
        trim_failure=row.trim_failure or "",
        clock_anchors=tuple(ClockAnchor(*anchor) for anchor in row.clock_anchors or ()),
        version=row.version,
    )


def get_owner_kind(owner: MediaOwner, state: RecordingState) -> str:
    """Return the owner kind of an owner's videos.

    While the recording is taken down, no query for the owner's media matches this kind.
    """
    return f"{owner.kind}{_TAKEN_DOWN_SUFFIX}" if state.is_taken_down else owner.kind


def get_owner_kinds(owner: MediaOwner) -> tuple[str, str]:
    """Return the owner kinds of an owner's media: shown and taken down."""
    return owner.kind, f"{owner.kind}{_TAKEN_DOWN_SUFFIX}"


def _select_for_owner(owner: MediaOwner, *more: ColumnElement[bool]) -> Select[EventMediaRow]:
    return select(EventMediaRow).where(
        EventMediaRow.owner_kind == owner.kind, EventMediaRow.owner_id == owner.id, *more
    )


def _to_stored_package(row: MediaAssetRow) -> StoredPackage | None:
    if row.state != AssetState.READY.value:
        return None
    return StoredPackage(**{name: getattr(row, name) for name in StoredPackage.__dataclass_fields__})


def _to_pending_trim(row: MediaAssetRow) -> Trim | None:
    if row.pending_trim_start_ms is None or row.pending_trim_end_ms is None:
        return None
    return Trim(row.pending_trim_start_ms, row.pending_trim_end_ms)


def _to_media_item(row: EventMediaRow) -> MediaItem:
    return MediaItem(
        id=row.id,
        owner=_to_owner(row.owner_kind, row.owner_id),
        type=MediaType(row.type),
        name=row.name,
        url=row.url,
        asset_id=AssetId(row.asset_id) if row.asset_id is not None else None,
        package=_to_stored_package(row.asset) if row.asset else None,
        start_ts=row.start_ts,
        position=row.position,
    )


def _to_owner(kind: str, owner_id: int) -> MediaOwner:
    return MediaOwner("event" if kind == "event" else "library_item", owner_id)
