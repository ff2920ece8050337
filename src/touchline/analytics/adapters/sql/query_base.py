"""What the parts of the store have in common."""

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
    """A part of the store, in the present transaction."""

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session


def counted_records(table: type[RecordColumns], channel_id: ChannelId) -> list[ColumnElement[bool]]:
    """A channel's facts that no bot made and that are believed."""
    return [table.channel_id == channel_id, table.is_bot.is_(False), table.is_doubtful.is_(False)]


def counted_in_period(table: type[RecordColumns], period: Period) -> list[ColumnElement[bool]]:
    """Those of a span."""
    return [*counted_records(table, period.channel_id), table.at >= period.since, table.at < period.until]


def about_content(content_refs: Sequence[ContentRef]) -> ColumnElement[bool]:
    """Facts about one of these."""
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
    """The number of the step that a figure lies in. The step stands in the statement itself: PostgreSQL knows
    two expressions with parameters for different, and would not group by one and select the other."""
    number: ColumnElement[int] = column // literal(step, literal_execute=True)
    return number
