"""Rehearsals in the database."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session

from touchline.front.adapters.sql.rehearsal_tables import RehearsalRow
from touchline.front.rehearsal.rehearsal import Rehearsal, RehearsalState, Step, StepName, StepState
from touchline.platform.db.locks import acquire_lock
from touchline.platform.db.session import current_channel_id
from touchline.shared.errors import NotFoundError
from touchline.shared.ids import ChannelId

_PLAIN = ("key", "started_by", "created_at", "leased_until", "seconds", "with_purchase")
_RESULT = ("finished_at", "event_id", "is_removed")


class SqlRehearsals:
    """Port `Rehearsals`."""

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session

    def list_newest(self, limit: int) -> Sequence[Rehearsal]:
        """Return the newest rehearsals, newest first. One query."""
        rows = self._session().scalars(select(RehearsalRow).order_by(RehearsalRow.id.desc()).limit(limit))
        return [_to_rehearsal(row) for row in rows]

    def get(self, rehearsal_id: int) -> Rehearsal:
        """Return a rehearsal. Raises `NotFoundError`."""
        return _to_rehearsal(self._get_row(rehearsal_id))

    def lock(self) -> None:
        """Let only one transaction start a rehearsal of the channel at a time."""
        acquire_lock(self._session().connection(), f"touchline.rehearsals.{current_channel_id()}")

    def add(self, rehearsal: Rehearsal) -> None:
        """Insert a rehearsal and set its id."""
        row = RehearsalRow(**_to_columns(rehearsal), is_stop_requested=False)
        self._session().add(row)
        self._session().flush()
        rehearsal.id = row.id

    def save(self, rehearsal: Rehearsal) -> None:
        """Update a rehearsal. Set `is_stop_requested` to the stored value."""
        row = self._get_row(rehearsal.id)
        for name, value in _to_columns(rehearsal).items():
            setattr(row, name, value)
        rehearsal.is_stop_requested = row.is_stop_requested
        self._session().flush()

    def request_stop(self, rehearsal_id: int) -> None:
        """Ask the program of a rehearsal to stop."""
        query = update(RehearsalRow).where(RehearsalRow.id == rehearsal_id)
        self._session().execute(query.values(is_stop_requested=True))

    def delete_before(self, rehearsal_id: int) -> None:
        """Delete the results of older rehearsals that have left nothing."""
        is_older = (RehearsalRow.id < rehearsal_id, RehearsalRow.is_removed.is_(True))
        self._session().execute(delete(RehearsalRow).where(*is_older))

    def list_unremoved(self, now: datetime) -> Sequence[tuple[ChannelId, int]]:
        """Return the rehearsals of all channels that may have left something. One query."""
        row = RehearsalRow
        query = select(row.channel_id, row.id).where(row.leased_until <= now, row.is_removed.is_(False))
        found = self._session().execute(query.order_by(row.id))
        return [(ChannelId(channel_id), rehearsal_id) for channel_id, rehearsal_id in found]

    def _get_row(self, rehearsal_id: int) -> RehearsalRow:
        query = select(RehearsalRow).where(RehearsalRow.id == rehearsal_id)
        row = self._session().scalars(query.execution_options(populate_existing=True)).one_or_none()
        if row is None:
            raise NotFoundError
        return row


def _to_columns(rehearsal: Rehearsal) -> dict[str, Any]:
    columns = {name: getattr(rehearsal, name) for name in (*_PLAIN, *_RESULT)}
    steps = [_to_json(step) for step in rehearsal.steps]
    return {**columns, "state": rehearsal.state.value, "steps": steps}


def _to_json(step: Step) -> dict[str, Any]:
    return {
        "name": step.name.value,
        "state": step.state.value,
        "started_at": step.started_at.isoformat() if step.started_at else None,
        "duration_ms": step.duration_ms,
        "code": step.code,
        "text": step.text,
        "params": dict(step.params),
    }


def _to_step(value: Mapping[str, Any]) -> Step:
    started_at = value["started_at"]
    return Step(
        StepName(value["name"]),
        StepState(value["state"]),
        datetime.fromisoformat(started_at) if started_at else None,
        value["duration_ms"],
        value["code"],
        value["text"],
        value["params"],
    )


def _to_rehearsal(row: RehearsalRow) -> Rehearsal:
    return Rehearsal(
        **{name: getattr(row, name) for name in (*_PLAIN, *_RESULT)},
        state=RehearsalState(row.state),
        is_stop_requested=row.is_stop_requested,
        steps=[_to_step(step) for step in row.steps],
        id=row.id,
    )
