"""The filters of `GET /events` as conditions on the table of events."""

from collections.abc import Iterator
from datetime import datetime
from itertools import chain

from sqlalchemy import ColumnElement, and_, exists, false, not_, or_, select, union_all
from sqlalchemy.orm import aliased

from touchline.catalog.adapters.sql.event_tables import EventRow
from touchline.catalog.adapters.sql.media_tables import EventMediaRow, MediaAssetRow
from touchline.catalog.adapters.sql.participation import events_of, members_of
from touchline.catalog.adapters.sql.place_tables import (
    CategoryRow,
    GroupRow,
    LocationRow,
    ParticipantRow,
)
from touchline.catalog.adapters.sql.search_index import filed_under
from touchline.catalog.domain.filters import EventFilter, Following
from touchline.catalog.domain.media import LIVE_ROOM, REPLAYS, AssetState, MediaType
from touchline.catalog.domain.spelling import Meanings
from touchline.catalog.domain.status import StreamStatus
from touchline.shared.folding import normalise

Condition = ColumnElement[bool]
_IS_READY = exists().where(
    MediaAssetRow.id == EventMediaRow.asset_id, MediaAssetRow.state == AssetState.READY.value
)
HAS_REPLAY: Condition = exists().where(
    EventMediaRow.owner_kind == "event",
    EventMediaRow.owner_id == EventRow.id,
    EventMediaRow.type.in_(sorted(REPLAYS)),
    or_(and_(EventMediaRow.asset_id.is_(None), EventMediaRow.url != ""), _IS_READY),
)
"""`domain.media.has_replay` as a condition; a test holds the two together."""
IS_CARRIED: Condition = (
    exists()
    .where(
        EventMediaRow.owner_kind == "event",
        EventMediaRow.owner_id == EventRow.id,
        EventMediaRow.type.in_((MediaType.LIVE, MediaType.EMBEDDED)),
        not_(EventMediaRow.url.startswith(LIVE_ROOM)),
    )
    .correlate(EventRow)
)
"""Another site shows its picture: `Gathered.is_carried` as a condition."""


def conditions(
    wanted: EventFilter, now: datetime, meanings: Meanings = (), *, walked: bool = False
) -> list[Condition]:
    """Everything that a row must fulfil; withdrawn events never do. `meanings` are those of its words.

    `walked`: many do, and rows are walked in the order of the list until there are enough. Then a row is
    asked who played in it; else those who played are asked for their rows.
    """
    shown = [EventRow.withdrawn.is_(False)]
    if wanted.matches_nothing:
        return [*shown, false()]
    found = filed_under(EventRow.id, meanings)
    asked = (
        _of_itself(wanted, now),
        _of_sides(wanted, walked),
        _of_location(wanted),
        _of_following(wanted.following, walked),
    )
    return [*shown, *chain.from_iterable(asked), *found]


def status_is(status: StreamStatus, now: datetime) -> Condition:
    """`domain.status.stream_status` as a condition; a test holds the two together."""
    if status is StreamStatus.LIVE:
        return _is_on(now)
    over = _is_over(EventRow)
    if status is StreamStatus.FINISHED:
        return and_(EventRow.publishing.is_(False), or_(EventRow.ends_at <= now, over))
    return and_(EventRow.publishing.is_(False), not_(over), EventRow.starts_at > now)


def on_air_is(on_air: bool, now: datetime) -> Condition:
    """`Event.is_on_air` as a condition; a test holds the two together."""
    if on_air:
        return and_(_is_on(now), or_(EventRow.publishing.is_(True), IS_CARRIED))
    by_clock = and_(not_(_is_over(EventRow)), EventRow.starts_at <= now, EventRow.ends_at > now)
    return and_(EventRow.publishing.is_(False), or_(not_(by_clock), not_(IS_CARRIED)))


def _is_on(now: datetime) -> Condition:
    """Few are on at a time: these are looked up, each of the two ways in an index of its own."""
    told, timely = aliased(EventRow), aliased(EventRow)
    by_stream = select(told.id).where(told.withdrawn.is_(False), told.publishing.is_(True))
    by_clock = select(timely.id).where(
        timely.withdrawn.is_(False),
        timely.publishing.is_(False),
        not_(_is_over(timely)),
        timely.starts_at <= now,
        timely.ends_at > now,
    )
    return EventRow.id.in_(union_all(by_stream, by_clock))


def _is_over(event: type[EventRow]) -> Condition:
    return or_(event.recorded.is_(True), event.ended.is_(True))


def _of_itself(wanted: EventFilter, now: datetime) -> Iterator[Condition]:
    if wanted.statuses:
        yield or_(*(status_is(status, now) for status in sorted(wanted.statuses)))
    if wanted.on_air is not None:
        yield on_air_is(wanted.on_air, now)
    if wanted.category_id is not None:
        yield EventRow.category_id == wanted.category_id
    if wanted.location_id is not None:
        yield EventRow.location_id == wanted.location_id
    if wanted.sport:
        categories = select(CategoryRow.id).where(CategoryRow.key == wanted.sport.strip().lower())
        yield or_(EventRow.sport == normalise(wanted.sport), EventRow.category_id.in_(categories))
    if wanted.gender:
        yield EventRow.gender == wanted.gender.value
    if wanted.pass_type:
        yield EventRow.pass_type == wanted.pass_type.value
    if wanted.period.since:
        yield EventRow.starts_at >= wanted.period.since
    if wanted.period.before:
        yield EventRow.starts_at < wanted.period.before
    if wanted.ids:
        yield EventRow.id.in_(sorted(wanted.ids))
    if wanted.with_clips:
        yield EventRow.clip_count > 0
    if wanted.with_replay:
        yield or_(EventRow.recorded.is_(True), HAS_REPLAY)


def _of_sides(wanted: EventFilter, walked: bool) -> Iterator[Condition]:
    if wanted.participant_id is not None:
        yield events_of([wanted.participant_id], walked)
    if wanted.team:
        yield events_of(select(ParticipantRow.id).where(called(ParticipantRow, wanted.team)), walked)
    for name in (wanted.group, wanted.school):
        if name:
            yield events_of(members_of(called(GroupRow, name)), walked)
    if wanted.division:
        of_division = GroupRow.properties["division"].as_string() == wanted.division
        yield events_of(members_of(of_division), walked)


def _of_location(wanted: EventFilter) -> Iterator[Condition]:
    here = []
    if wanted.city:
        here.append(LocationRow.city_search == normalise(wanted.city))
    if wanted.state:
        here.append(LocationRow.state_search == normalise(wanted.state))
    if here:
        yield EventRow.location_id.in_(select(LocationRow.id).where(*here))


def _of_following(following: Following | None, walked: bool) -> Iterator[Condition]:
    """Any of what is followed is enough."""
    if following is None:
        return
    ways: list[Condition] = []
    if following.participant_ids:
        ways.append(events_of(sorted(following.participant_ids), walked))
    if following.group_ids:
        ways.append(events_of(members_of(GroupRow.id.in_(sorted(following.group_ids))), walked))
    if following.category_ids:
        ways.append(EventRow.category_id.in_(sorted(following.category_ids)))
    yield or_(*ways) if ways else false()


def called(table: type[ParticipantRow] | type[GroupRow], name: str) -> Condition:
    """By alias or, for those who have only the name, by name (api.md, "Closed questions")."""
    return or_(table.key == name.strip().lower(), table.sort_name == normalise(name))
