"""The items that viewers follow, in the database."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from datetime import datetime, timedelta
from itertools import groupby
from typing import Any

from sqlalchemy import Executable, and_, or_, select
from sqlalchemy.orm import Session, aliased, joinedload

from touchline.catalog.adapters.sql.events import taxonomy_mapping
from touchline.catalog.adapters.sql.events.event_filters import IS_LISTED, is_on_air
from touchline.catalog.adapters.sql.events.event_tables import EventRow, EventSideRow
from touchline.catalog.adapters.sql.events.taxonomy_tables import (
    CategoryRow,
    GroupRow,
    ParticipantChildRow,
    ParticipantRow,
)
from touchline.catalog.adapters.sql.media.live_tables import LiveStreamRow
from touchline.catalog.adapters.sql.media.media_tables import EventMediaRow, MediaAssetRow
from touchline.catalog.domain.events.participants import Participant
from touchline.catalog.domain.events.participation import EventParticipation, resolve_participation
from touchline.catalog.domain.events.simulation import Simulation, SimulationState
from touchline.catalog.domain.events.status import StreamState, StreamStatus, get_stream_status
from touchline.catalog.domain.events.visibility import Visibility
from touchline.catalog.domain.media.assets import MediaType
from touchline.catalog.domain.taxonomy import Category, Group
from touchline.catalog.ports.events.followable_items import EventTiming, LiveEvent
from touchline.shared.ids import CategoryId, EventId, GroupId, ParticipantId

_MAX_SIMULATION_DURATION = timedelta(days=1)


class SqlFollowableItems:
    """`FollowableItems` in the current transaction."""

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session

    def list_participants(self, ids: Collection[ParticipantId]) -> Sequence[Participant]:
        """Return participants that are not withdrawn, with their groups."""
        query = select(ParticipantRow).where(ParticipantRow.id.in_(ids), ParticipantRow.withdrawn.is_(False))
        rows = self._session().scalars(query.options(joinedload(ParticipantRow.group)))
        return [taxonomy_mapping.to_participant(row) for row in rows]

    def list_groups(self, ids: Collection[GroupId]) -> Sequence[Group]:
        """Return groups that are not withdrawn."""
        query = select(GroupRow).where(GroupRow.id.in_(ids), GroupRow.withdrawn.is_(False))
        return [taxonomy_mapping.to_group(row) for row in self._session().scalars(query)]

    def list_categories(self, ids: Collection[CategoryId]) -> Sequence[Category]:
        """Return categories that are not withdrawn."""
        query = select(CategoryRow).where(CategoryRow.id.in_(ids), CategoryRow.withdrawn.is_(False))
        return [taxonomy_mapping.to_category(row) for row in self._session().scalars(query)]

    def get_timing(self, event_id: EventId, now: datetime) -> EventTiming | None:
        """Return the status and simulation from the event's row alone."""
        query = select(EventRow).where(EventRow.id == event_id, EventRow.withdrawn.is_(False))
        row = self._session().scalars(query).one_or_none()
        if row is None:
            return None
        duration = timedelta(seconds=row.duration)
        return EventTiming(
            _get_status(row, now),
            Simulation(row.simulate_at, duration) if row.simulate_at else None,
            is_private=Visibility(row.visibility).is_private,
        )

    def list_event_participant_ids(self, event_id: EventId) -> frozenset[ParticipantId]:
        """Return the participants and their parents from one row per side and parent."""
        query = (
            select(EventSideRow.participant_id, ParticipantChildRow.parent_id)
            .outerjoin(ParticipantChildRow, ParticipantChildRow.child_id == EventSideRow.participant_id)
            .where(EventSideRow.event_id == event_id)
        )
        parents: dict[ParticipantId, list[ParticipantId]] = {}
        for participant_id, parent_id in self._session().execute(query):
            parents.setdefault(ParticipantId(participant_id), []).extend(
                [ParticipantId(parent_id)] if parent_id else []
            )
        return resolve_participation(parents, parents, {}).participants

    def list_live_events(self, now: datetime) -> Sequence[LiveEvent]:
        """Return the live events that are listed, each combined from one row per side and parent."""
        rows = self._session().execute(_select_live(now))
        events = (list(event_rows) for _, event_rows in groupby(rows, lambda row: row.EventRow.id))
        return [
            live_event for event_rows in events if (live_event := _to_live_event(event_rows, now)) is not None
        ]


def _select_live(now: datetime) -> Executable:
    on_air_condition = is_on_air(True, now)
    is_simulated = and_(EventRow.simulate_at <= now, EventRow.simulate_at > now - _MAX_SIMULATION_DURATION)
    is_recording = and_(
        EventMediaRow.owner_kind == "event",
        EventMediaRow.owner_id == EventRow.id,
        EventMediaRow.type == MediaType.VOD,
    )
    parent = aliased(ParticipantRow)
    query = select(
        EventRow,
        EventSideRow.participant_id,
        ParticipantRow.group_id,
        ParticipantChildRow.parent_id,
        parent.group_id.label("parent_group_id"),
        LiveStreamRow.started_at.label("seen_since"),
        MediaAssetRow.duration_ms,
    )
    return (
        query.outerjoin(EventSideRow, EventSideRow.event_id == EventRow.id)
        .outerjoin(ParticipantRow, ParticipantRow.id == EventSideRow.participant_id)
        .outerjoin(ParticipantChildRow, ParticipantChildRow.child_id == EventSideRow.participant_id)
        .outerjoin(parent, parent.id == ParticipantChildRow.parent_id)
        .outerjoin(LiveStreamRow, LiveStreamRow.event_id == EventRow.id)
        .outerjoin(EventMediaRow, is_recording)
        .outerjoin(MediaAssetRow, MediaAssetRow.id == EventMediaRow.asset_id)
        .where(EventRow.withdrawn.is_(False), IS_LISTED, or_(on_air_condition, is_simulated))
        .order_by(EventRow.starts_at, EventRow.id)
    )


def _to_live_event(event_rows: Sequence[Any], now: datetime) -> LiveEvent | None:
    """Return the live event for its rows; None if its simulation is not live."""
    event = event_rows[0].EventRow
    live_period = _get_live_period(event_rows, now)
    if live_period is None:
        return None
    participation = _get_participation(event_rows)
    return LiveEvent(
        id=EventId(event.id),
        category_id=CategoryId(event.category_id) if event.category_id else None,
        participant_ids=participation.participants,
        group_ids=participation.groups,
        started_at=live_period[0],
        ends_at=live_period[1],
    )


def _get_participation(event_rows: Sequence[Any]) -> EventParticipation:
    parents: dict[ParticipantId, list[ParticipantId]] = {}
    groups: dict[ParticipantId, GroupId] = {}
    for row in event_rows:
        if row.parent_id:
            parents.setdefault(row.participant_id, []).append(row.parent_id)
        for participant, group in ((row.participant_id, row.group_id), (row.parent_id, row.parent_group_id)):
            if participant and group:
                groups[participant] = group
    sides = dict.fromkeys(row.participant_id for row in event_rows if row.participant_id)
    return resolve_participation(sides, parents, groups)


def _get_live_period(event_rows: Sequence[Any], now: datetime) -> tuple[datetime, datetime] | None:
    """Return the actual start and the planned end, by the stream, the schedule or the simulation.

    None means that the event is not live.
    """
    event = event_rows[0].EventRow
    if _get_status(event, now) is StreamStatus.LIVE:
        first_frame_at = event_rows[0].seen_since if event.publishing else None
        return first_frame_at or event.starts_at, event.ends_at
    durations = list(_not_none(row.duration_ms for row in event_rows))
    duration = timedelta(milliseconds=max(durations)) if durations else timedelta(seconds=event.duration)
    simulation = Simulation(event.simulate_at, duration)
    if simulation.get_state(now) is not SimulationState.LIVE:
        return None
    return simulation.starts_at, simulation.ends_at


def _get_status(row: EventRow, now: datetime) -> StreamStatus:
    stream = StreamState(is_publishing=row.publishing, is_recorded=row.recorded, has_ended=row.ended)
    return get_stream_status(row.starts_at, row.ends_at, stream, now)


def _not_none(values: Iterable[int | None]) -> Iterable[int]:
    return (value for value in values if value)
