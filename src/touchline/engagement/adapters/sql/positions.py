"""SQL repository of playback positions."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sqlalchemy import delete, or_, select, update
from sqlalchemy.orm import Session

from touchline.engagement.adapters.sql.tables import PositionRow
from touchline.engagement.domain.positions import (
    DURATION_TOLERANCE_SECONDS,
    MIN_POSITION_SECONDS,
    WATCHED_SHARE,
    Position,
    WatchKind,
)
from touchline.platform.db.inserts import insert_if_absent
from touchline.shared.ids import AccountId


class SqlPositions:
    """`Positions` in the current transaction."""

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session

    def list_for_account(
        self, account_id: AccountId, kind: WatchKind | None = None, item_id: int | None = None
    ) -> Sequence[Position]:
        """Select the viewer's positions, last watched first."""
        query = select(PositionRow).where(PositionRow.account_id == account_id)
        if kind is not None:
            query = query.where(PositionRow.kind == kind.value)
        if item_id is not None:
            query = query.where(PositionRow.thing_id == item_id)
        rows = self._session().scalars(query.order_by(PositionRow.watched_at.desc(), PositionRow.id.desc()))
        return [_to_position(row) for row in rows]

    def save(self, account_id: AccountId, position: Position) -> None:
        """Insert or update the row."""
        key = {"account_id": account_id, "kind": position.kind.value, "thing_id": position.item_id}
        values = {
            "position": position.position,
            "duration": position.duration,
            "watched_at": position.watched_at,
        }
        if not insert_if_absent(self._session(), PositionRow, **key, **values):
            self._session().execute(update(PositionRow).filter_by(**key).values(**values))

    def remove(self, account_id: AccountId, kind: WatchKind, item_id: int) -> None:
        """Delete the row."""
        key = {"account_id": account_id, "kind": kind.value, "thing_id": item_id}
        self._session().execute(delete(PositionRow).filter_by(**key))

    def move(self, kind: WatchKind, item_id: int, seconds: int, old_duration: int, new_duration: int) -> None:
        """Move the rows with the old duration, and give them the new one.

        If the two durations are nearly the same, they do not show which rows were moved already. Then all are
        deleted.
        """
        ours = (PositionRow.kind == kind.value, PositionRow.thing_id == item_id)
        lowest, highest = old_duration - DURATION_TOLERANCE_SECONDS, old_duration + DURATION_TOLERANCE_SECONDS
        is_old = PositionRow.duration.between(lowest, highest)
        if lowest <= new_duration <= highest:
            if seconds:
                self._session().execute(delete(PositionRow).where(*ours, is_old))
            return
        moved = PositionRow.position - seconds
        is_outside = or_(moved < MIN_POSITION_SECONDS, moved > WATCHED_SHARE * new_duration)
        self._session().execute(delete(PositionRow).where(*ours, is_old, is_outside))
        changed = {"position": moved, "duration": new_duration}
        self._session().execute(update(PositionRow).where(*ours, is_old).values(changed))


def _to_position(row: PositionRow) -> Position:
    return Position(WatchKind(row.kind), row.thing_id, row.position, row.duration, row.watched_at)
