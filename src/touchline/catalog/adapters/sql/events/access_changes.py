"""The times at which blackouts begin and end."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from sqlalchemy import func, or_, select
from sqlalchemy.orm import Session

from touchline.catalog.adapters.sql.events.event_tables import EventRow
from touchline.catalog.adapters.sql.events.taxonomy_mapping import to_blackouts
from touchline.catalog.adapters.sql.events.taxonomy_tables import CategoryRow
from touchline.catalog.domain.events.blackouts import Blackout, Interval, combine_blackouts
from touchline.platform.db.count_cache import get_count_cache


def list_access_changes(
    session: Session, now: datetime, channel_blackouts: Sequence[Blackout] = ()
) -> list[datetime]:
    """Return the starts and ends of blackouts after `now`, at least the first one of each.

    The rows are cached until an event or category changes. A blackout of the channel that ends some hours
    after each event costs one query.
    """
    query = (
        select(EventRow.ends_at, EventRow.blackouts, CategoryRow.blackouts)
        .outerjoin(CategoryRow, CategoryRow.id == EventRow.category_id)
        .where(
            EventRow.withdrawn.is_(False),
            or_(EventRow.blackouts.is_not(None), CategoryRow.blackouts.is_not(None)),
        )
    )
    intervals = [
        blackout.get_interval(ends_at)
        for ends_at, own, inherited in get_count_cache(session).get_rows(session, "blackouts", query)
        for blackout in combine_blackouts(to_blackouts(inherited), to_blackouts(own))
    ]
    intervals += [_get_channel_interval(session, blackout, now) for blackout in channel_blackouts]
    return [instant for interval in intervals for instant in interval if instant and instant > now]


def _get_channel_interval(session: Session, blackout: Blackout, now: datetime) -> Interval:
    """Return the interval of a blackout for the next event for which it ends."""
    if blackout.hours_after_end is None:
        return blackout.since, blackout.until
    past = now - timedelta(hours=blackout.hours_after_end)
    query = select(func.min(EventRow.ends_at)).where(EventRow.withdrawn.is_(False), EventRow.ends_at > past)
    next_end = session.scalar(query)
    return blackout.get_interval(next_end) if next_end else (blackout.since, None)
