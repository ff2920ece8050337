"""Mapping of event rows to the domain."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from sqlalchemy.orm import joinedload, selectinload
from sqlalchemy.orm.interfaces import ORMOption

from touchline.catalog.adapters.sql.events import taxonomy_mapping
from touchline.catalog.adapters.sql.events.event_tables import EventRow, EventSideRow
from touchline.catalog.adapters.sql.events.taxonomy_tables import ParticipantRow
from touchline.catalog.domain.events.event import Event
from touchline.catalog.domain.events.participants import EventSide
from touchline.catalog.domain.events.replay import ReplayDelay, ReplayWindow
from touchline.catalog.domain.events.schedule import Schedule, ScheduleStatus
from touchline.catalog.domain.events.score import Score
from touchline.catalog.domain.events.status import StreamState
from touchline.catalog.domain.events.visibility import Visibility
from touchline.catalog.domain.media.recordings import RecordingState
from touchline.catalog.domain.passes import PassType, Price
from touchline.shared.geo import GeoRule
from touchline.shared.ids import EventId
from touchline.shared.money import Money

EVENT_OPTIONS: tuple[ORMOption, ...] = (
    joinedload(EventRow.category),
    joinedload(EventRow.location),
    selectinload(EventRow.sides).joinedload(EventSideRow.participant).joinedload(ParticipantRow.group),
)

SCHEDULE_COLUMNS = (EventRow.schedule_status, EventRow.moved_from, EventRow.time_known)
REPLAY_COLUMNS = (
    EventRow.replay_offered,
    EventRow.replay_from,
    EventRow.replay_until,
    EventRow.replay_delay,
)


def to_event(row: EventRow) -> Event:
    """Return the event of a row that was loaded with `EVENT_OPTIONS`."""
    return Event(
        id=EventId(row.id),
        key=row.key,
        starts_at=row.starts_at,
        duration=timedelta(seconds=row.duration),
        pass_type=PassType(row.pass_type),
        title=row.title,
        label=row.label,
        description=row.description,
        sides=tuple(
            EventSide(taxonomy_mapping.to_participant(side.participant), is_home=side.is_home)
            for side in row.sides
        ),
        category=taxonomy_mapping.to_category(row.category) if row.category else None,
        location=taxonomy_mapping.to_location(row.location) if row.location else None,
        is_neutral_site=row.neutral_site,
        price=_to_price(row),
        score=_to_score(row.score),
        result=_to_score(row.result),
        images=row.images,
        stream=StreamState(
            is_publishing=row.publishing,
            is_recorded=row.recorded,
            has_ended=row.ended,
            is_interrupted=row.interrupted,
        ),
        geo=GeoRule.from_dict(row.geo),
        clip_count=row.clip_count,
        revision=row.revision,
        changed_at=row.changed_at,
        simulate_at=row.simulate_at,
        recording_state=RecordingState(row.recording_state),
        schedule=to_schedule(row),
        visibility=Visibility(row.visibility),
        replay=to_replay(row),
        preroll_keys=None if row.preroll_keys is None else tuple(row.preroll_keys),
        has_live=row.live_offered,
        has_video=row.video_offered,
        allows_downloads=row.downloads_offered,
        blackouts=taxonomy_mapping.to_blackouts(row.blackouts),
    )


def to_schedule(row: Any) -> Schedule:
    """Return the schedule of a row with `SCHEDULE_COLUMNS`."""
    return Schedule(ScheduleStatus(row.schedule_status), row.moved_from, row.time_known)


def to_replay(row: Any) -> ReplayWindow:
    """Return the replay window of a row with `REPLAY_COLUMNS`."""
    delay = ReplayDelay.from_dict(row.replay_delay)
    return ReplayWindow(row.replay_offered, row.replay_from, row.replay_until, delay)


def _to_score(value: Mapping[str, Any] | None) -> Score | None:
    return Score.from_dict(value) if value else None


def _to_price(row: EventRow) -> Price | None:
    if row.base_price is None or row.currency is None:
        return None
    return Price(Money(row.base_price, row.currency), Money(row.service_fee or 0, row.currency))
