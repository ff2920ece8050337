"""What share links have shown, in the database."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

from sqlalchemy import delete, select, tuple_
from sqlalchemy.orm import Session

from touchline.clips.adapters.sql.tables import SharedRangeRow
from touchline.clips.domain.ids import ClipId
from touchline.clips.domain.sharing import SharedRange
from touchline.clips.ports.sharing import Maker
from touchline.platform.db.inserts import insert_once
from touchline.shared.ids import AccountId, EventId


class SqlSharedRanges:
    """`SharedRanges` in the present transaction."""

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session

    def of(self, makers: Collection[Maker]) -> Mapping[Maker, Sequence[SharedRange]]:
        """One query; none where nobody is asked about."""
        if not makers:
            return {}
        pair = tuple_(SharedRangeRow.account_id, SharedRangeRow.event_id)
        wanted = select(SharedRangeRow).where(pair.in_(list(makers))).order_by(SharedRangeRow.id)
        found: dict[Maker, list[SharedRange]] = {}
        for row in self._session().scalars(wanted):
            one = SharedRange(
                AccountId(row.account_id),
                EventId(row.event_id),
                row.media_id,
                ClipId(row.clip_id),
                row.start_ms,
                row.duration_ms,
            )
            found.setdefault((one.account_id, one.event_id), []).append(one)
        return found

    def add(self, shown: SharedRange) -> None:
        """The constraint keeps it to one row for each clip."""
        values = {name: getattr(shown, name) for name in SharedRange.__dataclass_fields__}
        insert_once(self._session(), SharedRangeRow, **values)

    def forget(self, account_id: AccountId) -> None:
        """Delete the rows of the account."""
        self._session().execute(delete(SharedRangeRow).where(SharedRangeRow.account_id == account_id))
