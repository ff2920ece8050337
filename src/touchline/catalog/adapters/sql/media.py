"""Assets and media rows in the database."""

from collections.abc import Callable, Mapping, Sequence

from sqlalchemy import ColumnElement, Select, and_, delete, func, literal, not_, or_, select, union, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session, contains_eager
from sqlalchemy.orm.exc import StaleDataError

from touchline.catalog.adapters.sql.event_tables import EventRow
from touchline.catalog.adapters.sql.library_tables import LibraryItemRow
from touchline.catalog.adapters.sql.live_tables import LiveStreamRow
from touchline.catalog.adapters.sql.media_tables import EventMediaRow, MediaAssetRow
from touchline.catalog.domain.media import (
    LIVE_ROOM,
    OF_A_VIDEO,
    Asset,
    AssetState,
    Made,
    MediaRow,
    MediaType,
    Owner,
    OwnerKind,
)
from touchline.catalog.domain.recordings import RecordingState
from touchline.platform.db.locks import locked
from touchline.shared.ids import AssetId, ChannelId
from touchline.shared.typed import is_digits

OWNER_KINDS: tuple[OwnerKind, ...] = ("event", "library_item")
_DOWN = ":down"
_TOO_LONG = 10
"""So many digits are more than an id column holds."""
_INGESTED = and_(EventMediaRow.type == MediaType.LIVE, EventMediaRow.url.startswith(LIVE_ROOM))


class SqlAssets:
    """`Assets` in the present transaction."""

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session

    def get(self, asset_id: AssetId) -> Asset | None:
        """One asset."""
        row = self._row(asset_id)
        return asset_of(row) if row else None

    def held(self, asset_id: AssetId) -> Asset | None:
        """One asset as it is now, locked."""
        row = locked(self._session(), select(MediaAssetRow).where(MediaAssetRow.id == asset_id))
        return asset_of(row) if row else None

    def by_source(self, sha256: str) -> Asset | None:
        """The asset of these bytes."""
        wanted = select(MediaAssetRow).where(MediaAssetRow.source_sha256 == sha256)
        row = self._session().scalars(wanted).one_or_none()
        return asset_of(row) if row else None

    def add(self, sha256: str, name: str) -> Asset:
        """Insert, or take the row that another transaction inserted first (the constraint decides)."""
        row = MediaAssetRow(source_sha256=sha256, source_name=name, state=AssetState.QUEUED.value)
        try:
            with self._session().begin_nested():
                self._session().add(row)
        except IntegrityError:
            found = self.by_source(sha256)
            if found is None:
                raise
            return found
        return asset_of(row)

    def save(self, asset: Asset) -> None:
        """Write all fields; `StaleDataError` where another changed the row since it was read."""
        row = self._row(asset.id)
        if row is None or row.version != asset.version:
            raise StaleDataError(f"Asset {asset.id} was changed by another since it was read.")
        row.state, row.progress, row.failure_message = (
            asset.state.value,
            asset.progress,
            asset.failure_message,
        )
        row.attempts, row.lease, row.leased_until = asset.attempts, asset.lease, asset.leased_until
        if asset.made is not None:
            for name in Made.__dataclass_fields__:
                setattr(row, name, getattr(asset.made, name))
        self._session().flush()
        asset.version = row.version

    def all(self) -> Sequence[Asset]:
        """Every asset, the newest first."""
        rows = self._session().scalars(select(MediaAssetRow).order_by(MediaAssetRow.id.desc()))
        return [asset_of(row) for row in rows]

    def _row(self, asset_id: int) -> MediaAssetRow | None:
        return (
            self._session().scalars(select(MediaAssetRow).where(MediaAssetRow.id == asset_id)).one_or_none()
        )


class SqlMediaRows:
    """`MediaRows` in the present transaction."""

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session

    def rows_for(self, owner_kind: OwnerKind, ids: Sequence[int]) -> Mapping[int, Sequence[MediaRow]]:
        """One query; rows of assets that are not ready are left out, and thumbnails that were not made."""
        shown = or_(EventMediaRow.asset_id.is_(None), MediaAssetRow.state == AssetState.READY.value)
        wanted = (
            select(EventMediaRow)
            .outerjoin(EventMediaRow.asset)
            .options(contains_eager(EventMediaRow.asset))
            .where(EventMediaRow.owner_kind == owner_kind, EventMediaRow.owner_id.in_(ids), shown)
            .order_by(EventMediaRow.owner_id, EventMediaRow.position, EventMediaRow.id)
        )
        found: dict[int, list[MediaRow]] = {}
        for row in self._session().scalars(wanted):
            if row.type == MediaType.THUMBNAILS and row.asset and not row.asset.storyboard:
                continue
            found.setdefault(row.owner_id, []).append(_media_row(row))
        return found

    def attach(self, owner: Owner, asset_id: AssetId, name: str) -> None:
        """Three rows at the end of the owner's."""
        session = self._session()
        kind = self._kind_for_video(owner)
        owned = (EventMediaRow.owner_kind == kind, EventMediaRow.owner_id == owner.id)
        if session.scalars(select(EventMediaRow).where(*owned, EventMediaRow.asset_id == asset_id)).first():
            return
        last = session.scalar(
            select(func.max(EventMediaRow.position)).where(
                EventMediaRow.owner_kind == owner.kind, EventMediaRow.owner_id == owner.id
            )
        )
        for number, medium in enumerate(OF_A_VIDEO, start=(last or 0) + 1):
            session.add(
                EventMediaRow(
                    owner_kind=kind,
                    owner_id=owner.id,
                    type=int(medium),
                    name=name,
                    asset_id=asset_id,
                    position=number,
                )
            )
        session.flush()

    def _kind_for_video(self, owner: Owner) -> str:
        """Where a new video of the owner belongs: after a deletion it is shown, while the recording is hidden
        or withdrawn it is not."""
        table = EventRow if owner.kind == "event" else LibraryItemRow
        deleted = (table.id == owner.id, table.recording_state == RecordingState.DELETED.value)
        self._session().execute(update(table).where(*deleted).values(recording_state=""))
        state = self._session().scalar(select(table.recording_state).where(table.id == owner.id))
        return kind_of(owner, RecordingState(state or ""))

    def detach_others(self, owner: Owner, asset_id: AssetId) -> None:
        """Delete the rows of other assets; the assets stay, other owners may show them."""
        self._session().execute(
            delete(EventMediaRow).where(
                EventMediaRow.owner_kind == owner.kind,
                EventMediaRow.owner_id == owner.id,
                EventMediaRow.asset_id.is_not(None),
                EventMediaRow.asset_id != asset_id,
            )
        )

    def detach(self, owner: Owner, asset_id: AssetId) -> None:
        """Delete the rows of one asset; the asset stays."""
        self._session().execute(
            delete(EventMediaRow).where(
                EventMediaRow.owner_kind == owner.kind,
                EventMediaRow.owner_id == owner.id,
                EventMediaRow.asset_id == asset_id,
            )
        )

    def owners_of(self, asset_id: AssetId) -> Sequence[Owner]:
        """Each owner once."""
        wanted = (
            select(EventMediaRow.owner_kind, EventMediaRow.owner_id)
            .where(EventMediaRow.asset_id == asset_id, EventMediaRow.owner_kind.in_(OWNER_KINDS))
            .distinct()
            .order_by(EventMediaRow.owner_kind, EventMediaRow.owner_id)
        )
        found = self._session().execute(wanted)
        return [_owner(kind, owner_id) for kind, owner_id in found if kind in OWNER_KINDS]

    def put_addresses(self, owner: Owner, rows: Sequence[MediaRow]) -> None:
        """Rows that are the same keep their id, so that what points to them stays right."""
        session = self._session()
        addressed = _of(owner, EventMediaRow.asset_id.is_(None), not_(_INGESTED))
        there = {(row.type, row.url): row for row in session.scalars(addressed)}
        for row in rows:
            kept = there.pop((int(row.type), row.url), None) or EventMediaRow(
                owner_kind=owner.kind, owner_id=owner.id, type=int(row.type), url=row.url
            )
            kept.name, kept.start_ts, kept.position = row.name, row.start_ts, row.position
            session.add(kept)
        for gone in there.values():
            session.delete(gone)
        session.flush()

    def put_live(self, owner: Owner, key: str, start_ts: int) -> None:
        """One row at most; it keeps its id."""
        session = self._session()
        row = session.scalars(_of(owner, _INGESTED)).first() or EventMediaRow(
            owner_kind=owner.kind, owner_id=owner.id, type=int(MediaType.LIVE)
        )
        row.url, row.start_ts = key, start_ts
        session.add(row)
        session.flush()

    def take_off_live(self, owner: Owner) -> None:
        """Delete the row."""
        session = self._session()
        for row in session.scalars(_of(owner, _INGESTED)):
            session.delete(row)
        session.flush()


class SqlOwners:
    """`Owners` over the tables of events and library items."""

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session

    def find(self, kind: OwnerKind, text: str) -> Owner | None:
        """By key, then by id."""
        table = EventRow if kind == "event" else LibraryItemRow
        found = self._session().scalar(select(table.id).where(table.key == text))
        if found is None and is_digits(text) and len(text) < _TOO_LONG:
            found = self._session().scalar(select(table.id).where(table.id == int(text)))
        return Owner(kind, found) if found is not None else None


class SqlFolderOwners:
    """`FolderOwners` over the tables of media and live streams."""

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session

    def of_folder(self, folder: str) -> Sequence[Owner]:
        """One query; of a live stream the event for which it came in, also once its recording is shown."""
        owners = select(EventMediaRow.owner_kind, EventMediaRow.owner_id)
        if folder.startswith(LIVE_ROOM):
            streamed = select(literal("event"), LiveStreamRow.event_id).where(LiveStreamRow.folder == folder)
            wanted = union(
                owners.where(EventMediaRow.url.startswith(f"{folder}/", autoescape=True)), streamed
            )
        else:
            wanted = union(owners.join(EventMediaRow.asset).where(MediaAssetRow.folder == folder))
        found = self._session().execute(wanted)
        return [_owner(kind, owner_id) for kind, owner_id in found if kind in OWNER_KINDS]


def asset_of(row: MediaAssetRow) -> Asset:
    """An asset as the domain knows it."""
    return Asset(
        id=AssetId(row.id),
        channel_id=ChannelId(row.channel_id),
        source_sha256=row.source_sha256,
        source_name=row.source_name,
        state=AssetState(row.state),
        progress=row.progress or 0,
        failure_message=row.failure_message or "",
        made=_made(row),
        attempts=row.attempts or 0,
        lease=row.lease or "",
        leased_until=row.leased_until,
        version=row.version,
    )


def kind_of(owner: Owner, state: RecordingState) -> str:
    """The owner kind of an owner's videos: while its recording is taken down, one that no query for the media
    of an owner finds."""
    return f"{owner.kind}{_DOWN}" if state.is_taken_down else owner.kind


def kinds_of(owner: Owner) -> tuple[str, str]:
    """The owner kinds of an owner's media, whether shown or taken down."""
    return owner.kind, f"{owner.kind}{_DOWN}"


def _of(owner: Owner, *more: ColumnElement[bool]) -> Select[EventMediaRow]:
    return select(EventMediaRow).where(
        EventMediaRow.owner_kind == owner.kind, EventMediaRow.owner_id == owner.id, *more
    )


def _made(row: MediaAssetRow) -> Made | None:
    if row.state != AssetState.READY.value:
        return None
    return Made(**{name: getattr(row, name) for name in Made.__dataclass_fields__})


def _media_row(row: EventMediaRow) -> MediaRow:
    return MediaRow(
        id=row.id,
        owner=_owner(row.owner_kind, row.owner_id),
        type=MediaType(row.type),
        name=row.name,
        url=row.url,
        asset_id=AssetId(row.asset_id) if row.asset_id is not None else None,
        made=_made(row.asset) if row.asset else None,
        start_ts=row.start_ts,
        position=row.position,
    )


def _owner(kind: str, owner_id: int) -> Owner:
    return Owner("event" if kind == "event" else "library_item", owner_id)
