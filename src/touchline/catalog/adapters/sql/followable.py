"""What viewers follow, in the database."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from datetime import datetime, timedelta
from itertools import groupby
from typing import Any

from sqlalchemy import Executable, and_, or_, select
from sqlalchemy.orm import Session, aliased, joinedload

from touchline.catalog.adapters.sql import place_rows
from touchline.catalog.adapters.sql.event_conditions import on_air_is
from touchline.catalog.adapters.sql.event_tables import EventRow, EventSideRow
from touchline.catalog.adapters.sql.live_tables import LiveStreamRow
from touchline.catalog.adapters.sql.media_tables import EventMediaRow, MediaAssetRow
from touchline.catalog.adapters.sql.place_tables import (
    CategoryRow,
    GroupRow,
    ParticipantChildRow,
    ParticipantRow,
)
from touchline.catalog.domain.media import MediaType
from touchline.catalog.domain.participant import Participant
from touchline.catalog.domain.participation import Owners, owners
from touchline.catalog.domain.places import Category, Group
from touchline.catalog.domain.simulation import Simulation, SimulationState
from touchline.catalog.domain.status import StreamState, StreamStatus, stream_status
from touchline.catalog.ports.followable import LiveEvent, Showtime
from touchline.shared.ids import CategoryId, EventId, GroupId, ParticipantId

_LONGEST_SHOWING = timedelta(days=1)


class SqlFollowable:
    """`Followable` in the present transaction."""

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session

    def participants(self, ids: Collection[ParticipantId]) -> Sequence[Participant]:
        """With their groups."""
        wanted = select(ParticipantRow).where(ParticipantRow.id.in_(ids), ParticipantRow.withdrawn.is_(False))
        rows = self._session().scalars(wanted.options(joinedload(ParticipantRow.group)))
        return [place_rows.participant(row) for row in rows]

    def groups(self, ids: Collection[GroupId]) -> Sequence[Group]:
        """Those that are not withdrawn."""
        wanted = select(GroupRow).where(GroupRow.id.in_(ids), GroupRow.withdrawn.is_(False))
        return [place_rows.group(row) for row in self._session().scalars(wanted)]

    def categories(self, ids: Collection[CategoryId]) -> Sequence[Category]:
        """Those that are not withdrawn."""
        wanted = select(CategoryRow).where(CategoryRow.id.in_(ids), CategoryRow.withdrawn.is_(False))
        return [place_rows.category(row) for row in self._session().scalars(wanted)]

    def showtime(self, event_id: EventId, now: datetime) -> Showtime | None:
        """Its row alone."""
        wanted = select(EventRow).where(EventRow.id == event_id, EventRow.withdrawn.is_(False))
        row = self._session().scalars(wanted).one_or_none()
        if row is None:
            return None
        length = timedelta(seconds=row.duration)
        return Showtime(_status(row, now), Simulation(row.simulate_at, length) if row.simulate_at else None)

    def live(self, now: datetime) -> Sequence[LiveEvent]:
        """A row for each side and whom it belongs to; they are brought together here."""
        rows = self._session().execute(_live(now))
        events = (list(found) for _, found in groupby(rows, lambda row: row.EventRow.id))
        return [told for found in events if (told := _told(found, now)) is not None]


def _live(now: datetime) -> Executable:
    on_air = on_air_is(True, now)
    shown = and_(EventRow.simulate_at <= now, EventRow.simulate_at > now - _LONGEST_SHOWING)
    film = and_(
        EventMediaRow.owner_kind == "event",
        EventMediaRow.owner_id == EventRow.id,
        EventMediaRow.type == MediaType.VOD,
    )
    parent = aliased(ParticipantRow)
    wanted = select(
        EventRow,
        EventSideRow.participant_id,
        ParticipantRow.group_id,
        ParticipantChildRow.parent_id,
        parent.group_id.label("parent_group_id"),
        LiveStreamRow.started_at.label("seen_since"),
        MediaAssetRow.duration_ms,
    )
    return (
        wanted.outerjoin(EventSideRow, EventSideRow.event_id == EventRow.id)
        .outerjoin(ParticipantRow, ParticipantRow.id == EventSideRow.participant_id)
        .outerjoin(ParticipantChildRow, ParticipantChildRow.child_id == EventSideRow.participant_id)
        .outerjoin(parent, parent.id == ParticipantChildRow.parent_id)
        .outerjoin(LiveStreamRow, LiveStreamRow.event_id == EventRow.id)
        .outerjoin(EventMediaRow, film)
        .outerjoin(MediaAssetRow, MediaAssetRow.id == EventMediaRow.asset_id)
        .where(EventRow.withdrawn.is_(False), or_(on_air, shown))
        .order_by(EventRow.starts_at, EventRow.id)
    )


def _told(found: Sequence[Any], now: datetime) -> LiveEvent | None:
    """One event from its rows; None where its showing is over."""
    event = found[0].EventRow
    began = _began(found, now)
    if began is None:
        return None
    whose = _owners(found)
    return LiveEvent(
        id=EventId(event.id),
        category_id=CategoryId(event.category_id) if event.category_id else None,
        participant_ids=whose.participants,
        group_ids=whose.groups,
        started_at=began[0],
        ends_at=began[1],
    )


def _owners(found: Sequence[Any]) -> Owners:
    parents: dict[ParticipantId, list[ParticipantId]] = {}
    groups: dict[ParticipantId, GroupId] = {}
    for row in found:
        if row.parent_id:
            parents.setdefault(row.participant_id, []).append(row.parent_id)
        for participant, group in ((row.participant_id, row.group_id), (row.parent_id, row.parent_group_id)):
            if participant and group:
                groups[participant] = group
    sides = dict.fromkeys(row.participant_id for row in found if row.participant_id)
    return owners(sides, parents, groups)


def _began(found: Sequence[Any], now: datetime) -> tuple[datetime, datetime] | None:
    """Since when it is on and until when it is planned: by its stream, by the clock, or as a showing."""
    event = found[0].EventRow
    if _status(event, now) is StreamStatus.LIVE:
        seen_since = found[0].seen_since if event.publishing else None
        return seen_since or event.starts_at, event.ends_at
    lengths = list(_there(row.duration_ms for row in found))
    length = timedelta(milliseconds=max(lengths)) if lengths else timedelta(seconds=event.duration)
    showing = Simulation(event.simulate_at, length)
    if showing.state(now) is not SimulationState.LIVE:
        return None
    return showing.starts_at, showing.ends_at


def _status(row: EventRow, now: datetime) -> StreamStatus:
    stream = StreamState(publishing=row.publishing, recorded=row.recorded, ended=row.ended)
    return stream_status(row.starts_at, row.ends_at, stream, now)


def _there(values: Iterable[int | None]) -> Iterable[int]:
    return (value for value in values if value)
