"""Shared parts of the store's queries."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from sqlalchemy import ColumnElement, and_, false, literal, or_
from sqlalchemy.orm import Session

from touchline.analytics.adapters.sql.tables import PlaybackEventRow, RecordColumns
from touchline.analytics.domain.periods import Period
from touchline.analytics.domain.records import ContentKind
from touchline.analytics.ports.store import ContentRef
from touchline.shared.ids import ChannelId


class StoreQueries:
    """Base class of the store's queries, in the current transaction."""

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session


def counted_records(table: type[RecordColumns], channel_id: ChannelId) -> list[ColumnElement[bool]]:
    """Return conditions for a channel's records that are neither from bots nor doubtful."""
    return [table.channel_id == channel_id, table.is_bot.is_(False), table.is_doubtful.is_(False)]


def counted_in_period(table: type[RecordColumns], period: Period) -> list[ColumnElement[bool]]:
    """Return conditions for the counted records of a period."""
    return [*counted_records(table, period.channel_id), table.at >= period.since, table.at < period.until]


def about_content(content_refs: Sequence[ContentRef]) -> ColumnElement[bool]:
    """Return a condition for records about one of these content items."""
    conditions = [
        and_(
            PlaybackEventRow.thing_kind == kind.value,
            PlaybackEventRow.thing_id.in_([id for content_kind, id in content_refs if content_kind is kind]),
        )
        for kind in ContentKind
        if any(content_kind is kind for content_kind, _ in content_refs)
    ]
    return or_(*conditions) if conditions else false()


def bucket_number(column: Any, step: int) -> ColumnElement[int]:
    """Return the number of the bucket that contains a value.

    The step is a literal in the statement. PostgreSQL treats expressions with different parameters as
    different and could not group by one and select the other.
    """
    number: ColumnElement[int] = column // literal(step, literal_execute=True)
    return number
