"""The filters of `GET /events` as conditions on the event table."""

from collections.abc import Iterator
from datetime import datetime
from itertools import chain

from sqlalchemy import (
    ColumnElement,
    Select,
    and_,
    exists,
    false,
    func,
    literal,
    not_,
    or_,
    select,
    union_all,
)
from sqlalchemy.orm import aliased

from touchline.catalog.adapters.sql.events.event_tables import EventRow
from touchline.catalog.adapters.sql.events.participation import is_event_of, select_members
from touchline.catalog.adapters.sql.events.taxonomy_tables import (
    CategoryRow,
    GroupRow,
    LocationRow,
    ParticipantRow,
)
from touchline.catalog.adapters.sql.media.live_tables import LiveStreamRow
from touchline.catalog.adapters.sql.media.media_tables import EventMediaRow, MediaAssetRow
from touchline.catalog.adapters.sql.search.search_index import matches_words
from touchline.catalog.domain.events.attention import ATTENTION_WINDOW
from touchline.catalog.domain.events.schedule import ScheduleStatus
from touchline.catalog.domain.events.status import StreamStatus
from touchline.catalog.domain.events.visibility import Visibility
from touchline.catalog.domain.filters import AvailabilityLimit, EventFilter, FollowedIds
from touchline.catalog.domain.media.assets import LIVE_PREFIX, REPLAY_TYPES, AssetState, MediaType
from touchline.catalog.domain.search_vocabulary import WordMatches
from touchline.shared.strings.folding import fold_text

Condition = ColumnElement[bool]
_PUBLISHING, _SCHEDULED, _UNLISTED = aliased(EventRow), aliased(EventRow), aliased(EventRow)
_HAS_READY_ASSET = exists().where(
    MediaAssetRow.id == EventMediaRow.asset_id, MediaAssetRow.state == AssetState.READY.value
)
HAS_REPLAY: Condition = exists().where(
    EventMediaRow.owner_kind == "event",
    EventMediaRow.owner_id == EventRow.id,
    EventMediaRow.type.in_(sorted(REPLAY_TYPES)),
    or_(and_(EventMediaRow.asset_id.is_(None), EventMediaRow.url != ""), _HAS_READY_ASSET),
)
"""`has_replay` of `domain.media.assets` as a condition. A test keeps the two consistent."""

IS_STREAM_USED: Condition = exists().where(
    LiveStreamRow.event_id == EventRow.id, LiveStreamRow.started_at.is_not(None)
)
"""Whether an encoder has sent video to the event's stream."""


IS_LISTED: Condition = EventRow.id.not_in(
    select(_UNLISTED.id).where(_UNLISTED.visibility != literal(Visibility.PUBLIC.value, literal_execute=True))
)
"""Whether lists show the event. Few events are unlisted, and a partial index contains only those. The other
indexes need no column for it. The value is a literal, because a parameter does not match that index."""

IS_NO_REHEARSAL: Condition = EventRow.visibility != Visibility.REHEARSAL.value
"""Whether operators see the event in lists. Only its own id finds the event of a rehearsal."""


def build_conditions(
    event_filter: EventFilter, now: datetime, matches: WordMatches = (), *, is_scan: bool = False
) -> list[Condition]:
    """Return the conditions of a filter. Withdrawn events never match, and unlisted ones only by id or if the
    filter says so. `matches` are those of the filter's words.

    `is_scan`: many rows match, so the query scans them in list order until it has enough. The participants
    are then checked for each row. Otherwise the query looks up the rows of the participants.
    """
    visible: list[Condition] = [EventRow.withdrawn.is_(False)]
    if event_filter.matches_nothing:
        return [*visible, false()]
    if not event_filter.ids:
        visible.append(IS_NO_REHEARSAL if event_filter.with_unlisted else IS_LISTED)
    found = matches_words(EventRow.id, matches)
    groups = (
        _event_conditions(event_filter, now),
        _side_conditions(event_filter, is_scan),
        _location_conditions(event_filter),
        _followed_conditions(event_filter.followed, is_scan),
    )
    return [*visible, *chain.from_iterable(groups), *found]


def has_status(status: StreamStatus, now: datetime) -> Condition:
    """Return `get_stream_status` of `domain.events.status` as a condition. A test keeps the two
    consistent."""
    if status is StreamStatus.LIVE:
        return _is_live(now)
    has_ended = _has_ended(EventRow)
    if status is StreamStatus.FINISHED:
        return and_(EventRow.publishing.is_(False), or_(EventRow.ends_at <= now, has_ended))
    return and_(EventRow.publishing.is_(False), not_(has_ended), EventRow.starts_at > now)


def is_on_air(should_be_on_air: bool, now: datetime) -> Condition:
    """Return `Event.is_on_air` as a condition. A test keeps the two consistent."""
    ids = union_all(_select_by_stream(), _select_by_clock(now).where(is_external(_SCHEDULED)))
    return EventRow.id.in_(ids) if should_be_on_air else EventRow.id.not_in(ids)


def _is_live(now: datetime) -> Condition:
    """Return the condition for live events.

    Few events are live at a time, so they are looked up by id: by stream and by schedule, each with its own
    index. Conditions on the stream and the schedule belong inside these queries. Beside them, SQLite would
    use the index of those columns and read all events.
    """
    return EventRow.id.in_(union_all(_select_by_stream(), _select_by_clock(now)))


def _select_by_stream() -> Select[int]:
    return select(_PUBLISHING.id).where(_PUBLISHING.withdrawn.is_(False), _PUBLISHING.publishing.is_(True))


def _select_by_clock(now: datetime) -> Select[int]:
    return select(_SCHEDULED.id).where(
        _SCHEDULED.withdrawn.is_(False),
        _SCHEDULED.publishing.is_(False),
        not_(_has_ended(_SCHEDULED)),
        _SCHEDULED.starts_at <= now,
        _SCHEDULED.ends_at > now,
    )


def is_external(event: type[EventRow]) -> Condition:
    """Return `EventData.is_external` as a condition: another site carries the video."""
    return exists().where(
        EventMediaRow.owner_kind == "event",
        EventMediaRow.owner_id == event.id,
        EventMediaRow.type.in_((MediaType.LIVE, MediaType.EMBEDDED)),
        not_(EventMediaRow.url.startswith(LIVE_PREFIX)),
    )


def _has_ended(event: type[EventRow]) -> Condition:
    return or_(event.recorded.is_(True), event.ended.is_(True))


def _event_conditions(event_filter: EventFilter, now: datetime) -> Iterator[Condition]:
    if event_filter.statuses:
        yield or_(*(has_status(status, now) for status in sorted(event_filter.statuses)))
    if event_filter.on_air is not None:
        yield is_on_air(event_filter.on_air, now)
    if event_filter.category_id is not None:
        yield EventRow.category_id == event_filter.category_id
    if event_filter.has_price:
        yield EventRow.base_price.is_not(None)
    if event_filter.location_id is not None:
        yield EventRow.location_id == event_filter.location_id
    if event_filter.sport:
        current_id = select(func.coalesce(CategoryRow.merged_into_id, CategoryRow.id))
        categories = current_id.where(CategoryRow.key == event_filter.sport.strip().lower())
        yield or_(EventRow.sport == fold_text(event_filter.sport), EventRow.category_id.in_(categories))
    if event_filter.gender:
        yield EventRow.gender == event_filter.gender.value
    if event_filter.pass_type:
        yield EventRow.pass_type == event_filter.pass_type.value
    if event_filter.period.since:
        yield EventRow.starts_at >= event_filter.period.since
    if event_filter.period.before:
        yield EventRow.starts_at < event_filter.period.before
    if event_filter.ids:
        yield EventRow.id.in_(sorted(event_filter.ids))
    if event_filter.with_clips:
        yield EventRow.clip_count > 0
    if event_filter.with_replay:
        yield or_(EventRow.recorded.is_(True), HAS_REPLAY)
        yield from _replay_conditions(now)
    if event_filter.key:
        yield EventRow.key == event_filter.key
    if event_filter.schedule:
        yield EventRow.schedule_status.in_(sorted(event_filter.schedule))
    if event_filter.needs_attention:
        yield from _attention_conditions(now)
    if event_filter.limit:
        yield _LIMITS[event_filter.limit]


_LIMITS = {
    AvailabilityLimit.AUDIO_ONLY: EventRow.video_offered.is_(False),
    AvailabilityLimit.NO_LIVE: EventRow.live_offered.is_(False),
    AvailabilityLimit.REPLAY: or_(
        EventRow.replay_offered.is_(False),
        EventRow.replay_from.is_not(None),
        EventRow.replay_until.is_not(None),
    ),
    AvailabilityLimit.NO_DOWNLOADS: EventRow.downloads_offered.is_(False),
    AvailabilityLimit.BLACKOUT: or_(
        EventRow.blackouts.is_not(None),
        EventRow.category_id.in_(select(CategoryRow.id).where(CategoryRow.blackouts.is_not(None))),
    ),
    AvailabilityLimit.UNLISTED: EventRow.visibility != Visibility.PUBLIC.value,
}


def _replay_conditions(now: datetime) -> Iterator[Condition]:
    """Yield `ReplayState.AVAILABLE` as conditions. A test keeps the two consistent."""
    yield EventRow.replay_offered.is_(True)
    yield or_(EventRow.replay_from.is_(None), EventRow.replay_from <= now)
    yield or_(EventRow.replay_until.is_(None), EventRow.replay_until > now)


def _attention_conditions(now: datetime) -> Iterator[Condition]:
    """Yield `find_missing` of `domain.events.attention` as conditions. A test keeps the two consistent."""
    yield EventRow.starts_at >= now - ATTENTION_WINDOW
    yield EventRow.starts_at < now + ATTENTION_WINDOW
    yield EventRow.schedule_status != ScheduleStatus.CANCELED
    has_no_video = or_(
        has_status(StreamStatus.FINISHED, now),
        and_(EventRow.publishing.is_(False), not_(IS_STREAM_USED), not_(is_external(EventRow))),
    )
    is_watchable = or_(EventRow.recorded.is_(True), HAS_REPLAY)
    has_no_start = or_(
        EventRow.schedule_status == ScheduleStatus.POSTPONED,
        and_(EventRow.time_known.is_(False), has_status(StreamStatus.UPCOMING, now)),
    )
    yield or_(has_no_start, and_(not_(is_watchable), has_no_video))


def _side_conditions(event_filter: EventFilter, is_scan: bool) -> Iterator[Condition]:
    if event_filter.participant_id is not None:
        current_id = select(func.coalesce(ParticipantRow.merged_into_id, ParticipantRow.id))
        yield is_event_of(current_id.where(ParticipantRow.id == event_filter.participant_id), is_scan)
    if event_filter.team:
        yield is_event_of(
            select(ParticipantRow.id).where(is_called(ParticipantRow, event_filter.team)), is_scan
        )
    for name in (event_filter.group, event_filter.school):
        if name:
            yield is_event_of(select_members(is_called(GroupRow, name)), is_scan)
    if event_filter.division:
        in_division = GroupRow.properties["division"].as_string() == event_filter.division
        yield is_event_of(select_members(in_division), is_scan)


def _location_conditions(event_filter: EventFilter) -> Iterator[Condition]:
    location_conditions = []
    if event_filter.city:
        location_conditions.append(LocationRow.city_search == fold_text(event_filter.city))
    if event_filter.state:
        location_conditions.append(LocationRow.state_search == fold_text(event_filter.state))
    if location_conditions:
        yield EventRow.location_id.in_(select(LocationRow.id).where(*location_conditions))


def _followed_conditions(followed: FollowedIds | None, is_scan: bool) -> Iterator[Condition]:
    """Yield the condition that an event matches any of the followed items."""
    if followed is None:
        return
    alternatives: list[Condition] = []
    if followed.participant_ids:
        alternatives.append(is_event_of(sorted(followed.participant_ids), is_scan))
    if followed.group_ids:
        alternatives.append(is_event_of(select_members(GroupRow.id.in_(sorted(followed.group_ids))), is_scan))
    if followed.category_ids:
        alternatives.append(EventRow.category_id.in_(sorted(followed.category_ids)))
    yield or_(*alternatives) if alternatives else false()


def is_called(table: type[ParticipantRow] | type[GroupRow], name: str) -> Condition:
    """Return the condition that a row has this alias or name (api.md, "Closed questions").

    A row that was merged into another lends it its own.
    """
    merged = aliased(table)
    merged_into = select(merged.merged_into_id).where(_has_name(merged, name))
    return or_(_has_name(table, name), table.id.in_(merged_into))


def _has_name(table: type[ParticipantRow] | type[GroupRow], name: str) -> Condition:
    return or_(table.key == name.strip().lower(), table.sort_name == fold_text(name))
