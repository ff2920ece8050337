"""The sale schedule in the database."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from touchline.catalog.adapters.sql.events.event_filters import HAS_REPLAY
from touchline.catalog.adapters.sql.events.event_mapping import REPLAY_COLUMNS, to_replay
from touchline.catalog.adapters.sql.events.event_tables import EventRow, EventSideRow
from touchline.catalog.adapters.sql.events.taxonomy_mapping import to_blackouts
from touchline.catalog.adapters.sql.events.taxonomy_tables import CategoryRow, ParticipantRow
from touchline.catalog.adapters.sql.library.library_tables import LibraryItemRow
from touchline.catalog.domain.events.blackouts import combine_blackouts
from touchline.catalog.domain.events.schedule import ScheduleStatus
from touchline.catalog.domain.events.scheduled_event import ScheduledEvent
from touchline.catalog.domain.events.score import Ending
from touchline.catalog.domain.events.status import StreamState
from touchline.catalog.domain.passes import PassType
from touchline.shared.geo import GeoRule
from touchline.shared.ids import EventId, ParticipantId
from touchline.shared.strings.localized import LocalText

MAX_EVENTS = 5_000
"""Maximum number of events read, latest start first. This covers several seasons of a large channel."""
_PAID_TYPES = [pass_type.value for pass_type in PassType if pass_type.costs_money]


class SqlSaleSchedule:
    """`SaleSchedule` in the current transaction."""

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session

    def list_events(
        self, category_ids: Collection[int] = (), participant_id: int | None = None
    ) -> Sequence[ScheduledEvent]:
        """Return the events of categories and of a team."""
        where = [EventRow.withdrawn.is_(False)]
        if category_ids:
            where.append(EventRow.category_id.in_(sorted(category_ids)))
        if participant_id is not None:
            played = select(EventSideRow.event_id).where(EventSideRow.participant_id == participant_id)
            where.append(EventRow.id.in_(played))
        columns = (
            *(EventRow.id, EventRow.pass_type, EventRow.category_id, EventRow.starts_at, EventRow.ends_at),
            *(EventRow.publishing, EventRow.recorded, EventRow.ended, EventRow.geo),
            EventRow.schedule_status,
            func.coalesce(EventRow.result["ending"].as_string(), EventRow.score["ending"].as_string()).label(
                "ending"
            ),
            *REPLAY_COLUMNS,
            *(EventRow.live_offered, EventRow.video_offered, EventRow.blackouts),
            CategoryRow.blackouts.label("category_blackouts"),
            HAS_REPLAY.label("has_replay"),
        )
        newest = (EventRow.starts_at.desc(), EventRow.id.desc())
        query = select(*columns).outerjoin(CategoryRow, CategoryRow.id == EventRow.category_id).where(*where)
        rows = self._session().execute(query.order_by(*newest).limit(MAX_EVENTS)).all()
        sides = self._load_participant_ids(
            select(EventRow.id).where(*where).order_by(*newest).limit(MAX_EVENTS)
        )
        return [_to_scheduled_event(row, tuple(sides[row.id])) for row in rows]

    def list_teams(
        self, participant_id: ParticipantId | None = None
    ) -> Sequence[tuple[ParticipantId, LocalText, LocalText | None]]:
        """Return the ids and names of teams, each with the name of its category."""
        query = (
            select(ParticipantRow.id, ParticipantRow.name, CategoryRow.name.label("category"))
            .outerjoin(CategoryRow, CategoryRow.id == ParticipantRow.category_id)
            .where(ParticipantRow.withdrawn.is_(False))
        )
        if participant_id is not None:
            query = query.where(ParticipantRow.id == participant_id)
        rows = self._session().execute(query.order_by(ParticipantRow.sort_name, ParticipantRow.id))
        return [(ParticipantId(row.id), row.name, row.category) for row in rows]

    def get_team_categories(
        self, participant_id: ParticipantId | None = None
    ) -> Mapping[int, tuple[int, ...]]:
        """Return the categories of teams."""
        listed = select(ParticipantRow.id, ParticipantRow.category_id)
        played = (
            select(EventSideRow.participant_id, EventRow.category_id)
            .join(EventRow, EventRow.id == EventSideRow.event_id)
            .where(EventRow.withdrawn.is_(False))
            .distinct()
        )
        if participant_id is not None:
            listed = listed.where(ParticipantRow.id == participant_id)
            played = played.where(EventSideRow.participant_id == participant_id)
        categories_by_team: defaultdict[int, set[int]] = defaultdict(set)
        for query in (listed, played):
            for team, category in self._session().execute(query):
                if category is not None:
                    categories_by_team[team].add(category)
        return {team: tuple(sorted(categories)) for team, categories in categories_by_team.items()}

    def has_library_items(self, *, paid_only: bool) -> bool:
        """Return whether the library has items or, with `paid_only`, items that cost money."""
        query = select(LibraryItemRow.id).where(LibraryItemRow.withdrawn.is_(False))
        if paid_only:
            query = query.where(LibraryItemRow.pass_type.in_(_PAID_TYPES))
        return self._session().execute(query.limit(1)).first() is not None

    def _load_participant_ids(self, events: Any) -> Mapping[int, list[int]]:
        query = select(EventSideRow.event_id, EventSideRow.participant_id).order_by(EventSideRow.position)
        participants_by_event: defaultdict[int, list[int]] = defaultdict(list)
        for event_id, participant_id in self._session().execute(
            query.where(EventSideRow.event_id.in_(events))
        ):
            participants_by_event[event_id].append(participant_id)
        return participants_by_event


def _to_scheduled_event(row: Any, participant_ids: tuple[int, ...]) -> ScheduledEvent:
    return ScheduledEvent(
        id=EventId(row.id),
        pass_type=PassType(row.pass_type),
        category_id=row.category_id,
        participant_ids=participant_ids,
        starts_at=row.starts_at,
        ends_at=row.ends_at,
        stream=StreamState(is_publishing=row.publishing, is_recorded=row.recorded, has_ended=row.ended),
        geo=GeoRule.from_dict(row.geo),
        schedule=ScheduleStatus(row.schedule_status),
        has_replay=row.has_replay,
        replay=to_replay(row),
        has_live=row.live_offered,
        has_video=row.video_offered,
        blackouts=combine_blackouts(to_blackouts(row.category_blackouts), to_blackouts(row.blackouts)),
        ending=Ending(row.ending or Ending.REGULATION),
    )
