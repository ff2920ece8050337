"""The records of the evidence in the database (port `EvidenceRecords`)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import astuple
from typing import Any

from sqlalchemy import CursorResult, delete, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session

from touchline.analytics.adapters.sql.evidence_tables import BroadcastMinuteRow, ViewerMinuteRow
from touchline.analytics.domain.evidence.time_slots import MINUTE_SECONDS, unpack_slots
from touchline.analytics.domain.evidence.viewer_requests import RequestKind, ViewerRequests
from touchline.analytics.ports.evidence import BroadcastKey, EventRecords, RequestKey, SlotBits
from touchline.shared.ids import AccountId, ChannelId, EventId

_REQUEST_KEY = ("channel_id", "event_id", "account_id", "minute")
_REQUEST_KINDS = tuple(kind.value for kind in RequestKind)
_BROADCAST_KEY = ("channel_id", "event_id", "minute")
BROADCAST_KINDS = ("on_air", "supervised")
_TABLES: tuple[type[Any], ...] = (ViewerMinuteRow, BroadcastMinuteRow)


class SqlEvidenceRecords:
    """`EvidenceRecords` in the current transaction."""

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session

    def add(
        self, requests: Mapping[RequestKey, SlotBits], broadcasts: Mapping[BroadcastKey, SlotBits]
    ) -> None:
        """Run one statement for each table. The database combines the bits.

        Rows are written in the order of their keys, so that two processes do not block each other.
        """
        self._add(ViewerMinuteRow, _REQUEST_KEY, _REQUEST_KINDS, requests)
        self._add(BroadcastMinuteRow, _BROADCAST_KEY, BROADCAST_KINDS, broadcasts)

    def _add(
        self, table: type[Any], key: Sequence[str], kinds: Sequence[str], bits_by_key: Mapping[Any, SlotBits]
    ) -> None:
        if not bits_by_key:
            return
        session = self._session()
        dialect = sqlite if session.get_bind().dialect.name == "sqlite" else postgresql
        insert_statement: Any = dialect.insert(table.__table__)
        columns = table.__table__.c
        upsert = insert_statement.on_conflict_do_update(
            index_elements=list(key),
            set_={kind: columns[kind].bitwise_or(insert_statement.excluded[kind]) for kind in kinds},
        )
        rows = [
            {**dict(zip(key, values, strict=True)), **{kind: bits.get(kind, 0) for kind in kinds}}
            for values, bits in sorted((astuple(row_key), bits) for row_key, bits in bits_by_key.items())
        ]
        session.connection().execute(upsert, rows)

    def get_event(self, event_id: EventId) -> EventRecords:
        """Return the records of an event."""
        bits_by_account: dict[AccountId, dict[str, dict[int, int]]] = {}
        viewers = select(
            ViewerMinuteRow.account_id,
            ViewerMinuteRow.minute,
            *(getattr(ViewerMinuteRow, kind) for kind in _REQUEST_KINDS),
        ).where(ViewerMinuteRow.event_id == event_id)
        for account_id, minute, *bits in self._session().execute(viewers):
            kinds = bits_by_account.setdefault(AccountId(account_id), {kind: {} for kind in _REQUEST_KINDS})
            for kind, value in zip(_REQUEST_KINDS, bits, strict=True):
                if value:
                    kinds[kind][minute] = value
        broadcasts = list(
            self._session().execute(
                select(
                    BroadcastMinuteRow.minute, BroadcastMinuteRow.on_air, BroadcastMinuteRow.supervised
                ).where(BroadcastMinuteRow.event_id == event_id)
            )
        )
        return EventRecords(
            {
                account_id: ViewerRequests(**{kind: unpack_slots(bits) for kind, bits in kinds.items()})
                for account_id, kinds in sorted(bits_by_account.items())
            },
            on_air=unpack_slots({minute: on_air for minute, on_air, _ in broadcasts}),
            supervised=unpack_slots({minute: supervised for minute, _, supervised in broadcasts}),
        )

    def list_broadcasts(self, event_ids: Collection[EventId]) -> Mapping[EventId, EventRecords]:
        """Return the video of events. An event whose viewers found none has no rows of its own."""
        minutes_by_event: dict[EventId, list[tuple[int, int, int]]] = defaultdict(list)
        broadcasts = select(
            BroadcastMinuteRow.event_id,
            BroadcastMinuteRow.minute,
            BroadcastMinuteRow.on_air,
            BroadcastMinuteRow.supervised,
        ).where(BroadcastMinuteRow.event_id.in_(event_ids))
        for event_id, minute, on_air, supervised in self._session().execute(broadcasts):
            minutes_by_event[EventId(event_id)].append((minute, on_air, supervised))
        if missing := set(event_ids) - minutes_by_event.keys():
            viewers = select(ViewerMinuteRow.event_id).where(ViewerMinuteRow.event_id.in_(missing)).distinct()
            for event_id in self._session().scalars(viewers):
                minutes_by_event[EventId(event_id)] = []
        return {
            event_id: EventRecords(
                on_air=unpack_slots({minute: on_air for minute, on_air, _ in minutes}),
                supervised=unpack_slots({minute: supervised for minute, _, supervised in minutes}),
            )
            for event_id, minutes in minutes_by_event.items()
        }

    def export_account(self, account_id: AccountId) -> list[dict[str, Any]]:
        """Return one entry for each minute, with the seconds since 1970 at which it begins."""
        query = (
            select(ViewerMinuteRow)
            .where(ViewerMinuteRow.account_id == account_id)
            .order_by(ViewerMinuteRow.minute, ViewerMinuteRow.event_id)
        )
        return [
            {
                "event_id": row.event_id,
                "at": row.minute * MINUTE_SECONDS,
                **{kind: getattr(row, kind).bit_count() for kind in _REQUEST_KINDS},
            }
            for row in self._session().scalars(query)
        ]

    def erase_account(self, account_id: AccountId) -> None:
        """Delete the rows of an account."""
        statement = delete(ViewerMinuteRow).where(ViewerMinuteRow.account_id == account_id)
        self._session().execute(statement, execution_options={"synchronize_session": False})

    def list_accounts_since(self, minute: int) -> Collection[tuple[ChannelId, AccountId]]:
        """Use the index on `minute`."""
        query = (
            select(ViewerMinuteRow.channel_id, ViewerMinuteRow.account_id)
            .where(ViewerMinuteRow.minute >= minute)
            .distinct()
        )
        return [
            (ChannelId(channel), AccountId(account)) for channel, account in self._session().execute(query)
        ]

    def prune(self, minute: int) -> int:
        """Use the indexes on `minute`."""
        deleted_count = 0
        for table in _TABLES:
            statement = delete(table).where(table.minute < minute)
            result = self._session().execute(statement, execution_options={"synchronize_session": False})
            assert isinstance(result, CursorResult)
            deleted_count += result.rowcount
        return deleted_count
