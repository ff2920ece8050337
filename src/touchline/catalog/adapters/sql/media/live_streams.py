"""Live streams and stream tests in the database."""

from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet
from enum import StrEnum

from sqlalchemy import ColumnElement, select
from sqlalchemy.orm import Session
from sqlalchemy.orm.exc import StaleDataError

from touchline.catalog.adapters.sql.media.live_tables import LiveStreamRow, StreamColumns, TestStreamRow
from touchline.catalog.domain.ids import LiveStreamId
from touchline.catalog.domain.media.encoder_slots import EncoderSlot, EncoderState
from touchline.catalog.domain.media.live_streams import LiveState, LiveStream
from touchline.platform.db.locks import acquire_lock, select_for_update
from touchline.platform.db.session import Database
from touchline.shared.ids import AssetId, ChannelId, EventId

_PORTS_LOCK = "touchline.live.ports"
_COLUMNS = (
    "folder",
    "generation",
    "port",
    "dvr_seconds",
    "session_count",
    "started_at",
    "gone_at",
    "finished_at",
    "reopened_at",
    "fault",
    "asset_id",
    "lease",
    "leased_until",
    "on_air",
    "preferred_slot",
    "switch_count",
    "primary_state",
    "backup_state",
    "backup_fault",
    "safety_delay_seconds",
    "discard_held",
)


class SqlLiveStreams:
    """`LiveStreams` in the current transaction; used ports are read in a separate one.

    `table` is the table of the streams or of the stream tests.
    """

    def __init__(
        self, session: Callable[[], Session], database: Database, table: type[StreamColumns] = LiveStreamRow
    ) -> None:
        self._session = session
        self._database = database
        self.table = table

    def get_by_event(self, event_id: EventId) -> LiveStream | None:
        """Return the stream of an event; None if there is none."""
        row = self._get_row(self.table.event_id == event_id)
        return to_live_stream(row) if row else None

    def get_by_folder(self, folder: str) -> LiveStream | None:
        """Return the stream whose files are in this folder; None if there is none."""
        row = self._get_row(self.table.folder == folder)
        return to_live_stream(row) if row else None

    def get(self, stream_id: LiveStreamId) -> LiveStream | None:
        """Return a stream; None if there is none."""
        row = self._get_row(self.table.id == stream_id)
        return to_live_stream(row) if row else None

    def get_for_update(self, event_id: EventId) -> LiveStream | None:
        """Return the current state of an event's stream and lock it; None if there is none."""
        row = select_for_update(self._session(), select(self.table).where(self.table.event_id == event_id))
        return to_live_stream(row) if row else None

    def get_by_id_for_update(self, stream_id: LiveStreamId) -> LiveStream | None:
        """Return the current state of a stream and lock it; None if there is none."""
        row = select_for_update(self._session(), select(self.table).where(self.table.id == stream_id))
        return to_live_stream(row) if row else None

    def add(self, event_id: EventId) -> LiveStream:
        """Insert a stream for an event that has none yet."""
        row = self.table()
        row.event_id, row.state = event_id, LiveState.WAITING.value
        self._session().add(row)
        self._session().flush()
        return to_live_stream(row)

    def save(self, stream: LiveStream) -> None:
        """Write all fields. Raises `StaleDataError` if the row has changed since it was read."""
        row = self._get_row(self.table.id == stream.id)
        if row is None or row.version != stream.version:
            raise StaleDataError(f"Stream {stream.id} was changed by another process.")
        row.state = stream.state.value
        for name in _COLUMNS:
            value = getattr(stream, name)
            setattr(row, name, value.value if isinstance(value, StrEnum) else value)
        self._session().flush()
        stream.version = row.version

    def list_all(self) -> Sequence[LiveStream]:
        """Return every stream, newest first."""
        rows = self._session().scalars(select(self.table).order_by(self.table.id.desc()))
        return [to_live_stream(row) for row in rows]

    def list_unfinished(self) -> Sequence[LiveStream]:
        """Return the unfinished streams of all channels, oldest first."""
        is_unfinished = self.table.state != LiveState.FINISHED.value
        rows = self._session().scalars(select(self.table).where(is_unfinished).order_by(self.table.id))
        return [to_live_stream(row) for row in rows]

    def list_used_ports(self) -> AbstractSet[int]:
        """Return the used ports of all channels, under a lock that is held until the current transaction
        ends.
        """
        acquire_lock(self._session().connection(), _PORTS_LOCK)
        port_queries = [
            select(table.port).where(table.port.is_not(None)) for table in (LiveStreamRow, TestStreamRow)
        ]
        with self._database.transaction(None, unscoped=True) as session:
            return {port for query in port_queries for port in session.scalars(query) if port is not None}

    def _get_row(self, *where: ColumnElement[bool]) -> StreamColumns | None:
        return self._session().scalars(select(self.table).where(*where)).one_or_none()


def to_live_stream(row: StreamColumns) -> LiveStream:
    """Return the live stream of a row."""
    return LiveStream(
        id=LiveStreamId(row.id),
        channel_id=ChannelId(row.channel_id),
        event_id=EventId(row.event_id),
        folder=row.folder,
        generation=row.generation,
        port=row.port,
        dvr_seconds=row.dvr_seconds,
        state=LiveState(row.state),
        session_count=row.session_count,
        started_at=row.started_at,
        gone_at=row.gone_at,
        finished_at=row.finished_at,
        fault=row.fault,
        asset_id=AssetId(row.asset_id) if row.asset_id is not None else None,
        lease=row.lease,
        leased_until=row.leased_until,
        reopened_at=row.reopened_at,
        planned_end=None if isinstance(row, TestStreamRow) else row.event.ends_at,
        is_test=isinstance(row, TestStreamRow),
        version=row.version,
        on_air=EncoderSlot(row.on_air),
        preferred_slot=EncoderSlot(row.preferred_slot),
        switch_count=row.switch_count,
        primary_state=EncoderState(row.primary_state),
        backup_state=EncoderState(row.backup_state),
        backup_fault=row.backup_fault,
        safety_delay_seconds=row.safety_delay_seconds,
        discard_held=row.discard_held,
    )
