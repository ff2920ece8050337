"""SQL repository of the ranges that share links have shown."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

from sqlalchemy import delete, select, tuple_
from sqlalchemy.orm import Session

from touchline.clips.adapters.sql.tables import SharedRangeRow
from touchline.clips.domain.ids import ClipId
from touchline.clips.domain.sharing import SharedRange
from touchline.clips.ports.sharing import SharedRangeKey
from touchline.platform.db.inserts import insert_if_absent
from touchline.shared.ids import AccountId, EventId


class SqlSharedRanges:
    """`SharedRanges` in the current transaction."""

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session

    def list_by_key(self, keys: Collection[SharedRangeKey]) -> Mapping[SharedRangeKey, Sequence[SharedRange]]:
        """Select the ranges with one query; without keys, no query."""
        if not keys:
            return {}
        key_columns = tuple_(SharedRangeRow.account_id, SharedRangeRow.event_id)
        query = select(SharedRangeRow).where(key_columns.in_(list(keys))).order_by(SharedRangeRow.id)
        ranges_by_key: dict[SharedRangeKey, list[SharedRange]] = {}
        for row in self._session().scalars(query):
            shared_range = SharedRange(
                AccountId(row.account_id),
                EventId(row.event_id),
                row.media_id,
                ClipId(row.clip_id),
                row.start_ms,
                row.duration_ms,
            )
            ranges_by_key.setdefault((shared_range.account_id, shared_range.event_id), []).append(
                shared_range
            )
        return ranges_by_key

    def add(self, shared_range: SharedRange) -> None:
        """Insert the range. A unique constraint allows one row for each clip."""
        values = {name: getattr(shared_range, name) for name in SharedRange.__dataclass_fields__}
        insert_if_absent(self._session(), SharedRangeRow, **values)

    def delete_for_account(self, account_id: AccountId) -> None:
        """Delete the account's rows."""
        self._session().execute(delete(SharedRangeRow).where(SharedRangeRow.account_id == account_id))
