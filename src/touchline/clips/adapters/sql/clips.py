"""Clips in the database."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Select, and_, delete, func, or_, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session
from sqlalchemy.orm.exc import StaleDataError

from touchline.clips.adapters.sql.columns import clip_columns, clip_of
from touchline.clips.adapters.sql.tables import ClipDownloadRow, ClipRow
from touchline.clips.domain.clip import Clip
from touchline.clips.domain.fair_share import RECENT, Waiting, fair_order
from touchline.clips.domain.ids import ClipId
from touchline.clips.domain.moments import Cut
from touchline.clips.ports.clips import SameClip
from touchline.platform.db.inserts import insert_once
from touchline.platform.db.locks import locked
from touchline.shared.ids import AccountId, EventId
from touchline.shared.work import WorkState

_MOST_CUTS = 20_000
_PROCESSING = WorkState.PROCESSING.value
_WAITING = (WorkState.QUEUED.value, WorkState.PROCESSING.value)


class SqlClips:
    """`Clips` in the present transaction."""

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session

    def add(self, clip: Clip) -> Clip:
        """Insert; the constraint decides who is first."""
        insert_once(self._session(), ClipRow, **clip_columns(clip), version=1)
        kept = self.same(clip)
        if kept is None:
            raise StaleDataError("The clip that stood in the way is gone meanwhile.")
        return kept

    def same(self, clip: Clip) -> Clip | None:
        """By viewer, medium, range and name."""
        wanted = select(ClipRow).where(
            ClipRow.account_id == clip.account_id,
            ClipRow.media_id == clip.media_id,
            ClipRow.start_ms == clip.range.start_ms,
            ClipRow.duration_ms == clip.range.duration_ms,
            ClipRow.name == clip.words.name,
        )
        row = self._session().scalars(wanted).one_or_none()
        return clip_of(row) if row else None

    def get(self, clip_id: ClipId) -> Clip | None:
        """One clip."""
        row = self._session().scalars(select(ClipRow).where(ClipRow.id == clip_id)).one_or_none()
        return clip_of(row) if row else None

    def held(self, clip_id: ClipId) -> Clip | None:
        """One clip as it is now, locked."""
        row = locked(self._session(), select(ClipRow).where(ClipRow.id == clip_id))
        return clip_of(row) if row else None

    def save(self, clip: Clip) -> None:
        """Write all columns; `StaleDataError` where another changed the row since it was read. The constraint
        decides who is called so first."""
        row = self._session().scalars(select(ClipRow).where(ClipRow.id == clip.id)).one_or_none()
        if row is None or row.version != clip.version:
            raise StaleDataError(f"Clip {clip.id} was changed by another since it was read.")
        for name, value in clip_columns(clip).items():
            setattr(row, name, value)
        try:
            self._session().flush()
        except IntegrityError as error:
            raise SameClip from error
        clip.version = row.version

    def remove(self, clip_id: ClipId) -> None:
        """Delete the row."""
        self._session().execute(delete(ClipRow).where(ClipRow.id == clip_id))

    def remove_all_of(self, account_id: AccountId) -> Sequence[Clip]:
        """Read and delete the rows."""
        theirs = ClipRow.account_id == account_id
        found = [clip_of(row) for row in self._session().scalars(select(ClipRow).where(theirs))]
        self._session().execute(delete(ClipRow).where(theirs))
        return found

    def remove_all_of_event(self, event_id: EventId) -> Sequence[Clip]:
        """Read and delete the rows."""
        of_event = ClipRow.event_id == event_id
        found = [clip_of(row) for row in self._session().scalars(select(ClipRow).where(of_event))]
        self._session().execute(delete(ClipRow).where(of_event))
        return found

    def of_event(self, event_id: EventId, limit: int, offset: int) -> tuple[Sequence[Clip], int]:
        """The newest first; none that is hidden."""
        shown = (ClipRow.event_id == event_id, ClipRow.hidden_at.is_(None))
        return self._part(select(ClipRow).where(*shown), limit, offset)

    def of_account(self, account_id: AccountId, limit: int, offset: int) -> tuple[Sequence[Clip], int]:
        """The newest first."""
        return self._part(select(ClipRow).where(ClipRow.account_id == account_id), limit, offset)

    def of_channel(self, state: WorkState | None, limit: int) -> tuple[Sequence[Clip], int]:
        """The newest first."""
        wanted = select(ClipRow)
        return self._part(wanted.where(ClipRow.state == state.value) if state else wanted, limit, 0)

    def taken_by(self, account_id: AccountId, limit: int, offset: int) -> tuple[Sequence[Clip], int]:
        """The one that was taken last first."""
        taken = and_(ClipDownloadRow.thing_id == ClipRow.id, ClipDownloadRow.kind == "clip")
        shown = or_(ClipRow.hidden_at.is_(None), ClipRow.account_id == account_id)
        wanted = select(ClipRow).join(ClipDownloadRow, taken)
        wanted = wanted.where(ClipDownloadRow.account_id == account_id, shown)
        return self._part(wanted, limit, offset, ClipDownloadRow.id.desc())

    def ahead_of(self, clips: Sequence[Clip]) -> Mapping[ClipId, int]:
        """By `fair_order`, whatever the channel: read from the table itself, which the channel's criterion
        does not narrow. A clip that is being cut is ahead of all that wait."""
        asked = {clip.id for clip in clips if clip.state is WorkState.QUEUED}
        if not asked:
            return {}
        waiting, served = read_waiting(self._session(), lambda row: bool(row.state == _PROCESSING))
        busy = sum(one.in_work for one in waiting)
        return {
            ClipId(clip_id): busy + before
            for before, clip_id in enumerate(fair_order(waiting, served))
            if clip_id in asked
        }

    def count_of_event(self, event_id: EventId) -> int:
        """How many; none that is hidden."""
        shown = (ClipRow.event_id == event_id, ClipRow.hidden_at.is_(None))
        return self._count(select(ClipRow).where(*shown))

    def cuts(self, event_id: EventId) -> Sequence[Cut]:
        """Three columns of each."""
        wanted = (
            select(ClipRow.start_ms, ClipRow.duration_ms, ClipRow.name)
            .where(
                ClipRow.event_id == event_id,
                ClipRow.state != WorkState.FAILED.value,
                ClipRow.hidden_at.is_(None),
            )
            .order_by(ClipRow.id)
            .limit(_MOST_CUTS)
        )
        return [Cut(*row) for row in self._session().execute(wanted)]

    def made_since(self, account_id: AccountId, since: datetime | None) -> int:
        """How many."""
        wanted = select(ClipRow).where(ClipRow.account_id == account_id)
        return self._count(wanted.where(ClipRow.created_at >= since) if since else wanted)

    def _part(
        self, wanted: Select[Any], limit: int, offset: int, order: Any = None
    ) -> tuple[Sequence[Clip], int]:
        ordered = wanted.order_by(ClipRow.id.desc() if order is None else order)
        rows = self._session().scalars(ordered.limit(limit).offset(offset))
        return [clip_of(row) for row in rows], self._count(wanted)

    def _count(self, wanted: Select[Any]) -> int:
        counted = wanted.with_only_columns(func.count(), maintain_column_froms=True)
        return int(self._session().scalar(counted) or 0)


def read_waiting(
    session: Session, is_in_work: Callable[[Any], bool]
) -> tuple[list[Waiting], Mapping[Hashable, int]]:
    """Read the clips of all channels that are not cut yet, none that is hidden, and how many each of their
    makers had cut in the hour before the newest of them. Two queries."""
    table = ClipRow.__table__.c
    columns = (
        table.id,
        table.channel_id,
        table.account_id,
        table.state,
        table.leased_until,
        table.created_at,
    )
    is_waiting = (table.state.in_(_WAITING), table.hidden_at.is_(None))
    rows = session.execute(select(*columns).where(*is_waiting)).all()
    waiting = [Waiting(row.id, (row.channel_id, row.account_id), is_in_work(row)) for row in rows]
    if not rows:
        return [], {}
    cut = (
        select(table.channel_id, table.account_id, func.count())
        .where(
            table.account_id.in_(select(table.account_id).where(*is_waiting)),
            table.state.not_in(_WAITING),
            table.created_at >= max(row.created_at for row in rows) - RECENT,
        )
        .group_by(table.channel_id, table.account_id)
    )
    return waiting, {(channel, account): count for channel, account, count in session.execute(cut)}
