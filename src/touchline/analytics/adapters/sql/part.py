"""What the parts of the store have in common."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from sqlalchemy import ColumnElement, and_, false, literal, or_
from sqlalchemy.orm import Session

from touchline.analytics.adapters.sql.tables import Fact, ViewRow
from touchline.analytics.domain.facts import ThingKind
from touchline.analytics.domain.spans import Span
from touchline.analytics.ports.store import Thing
from touchline.shared.ids import ChannelId


class Part:
    """A part of the store, in the present transaction."""

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session


def people_of(table: type[Fact], channel_id: ChannelId) -> list[ColumnElement[bool]]:
    """A channel's facts that no bot made and that are believed."""
    return [table.channel_id == channel_id, table.is_bot.is_(False), table.is_doubtful.is_(False)]


def within(table: type[Fact], span: Span) -> list[ColumnElement[bool]]:
    """Those of a span."""
    return [*people_of(table, span.channel_id), table.at >= span.since, table.at < span.until]


def of_things(things: Sequence[Thing]) -> ColumnElement[bool]:
    """Facts about one of these."""
    kinds = [
        and_(ViewRow.thing_kind == kind.value, ViewRow.thing_id.in_([id for of, id in things if of is kind]))
        for kind in ThingKind
        if any(of is kind for of, _ in things)
    ]
    return or_(*kinds) if kinds else false()


def step_of(figure: Any, step: int) -> ColumnElement[int]:
    """The number of the step that a figure lies in. The step stands in the statement itself: PostgreSQL knows
    two expressions with parameters for different, and would not group by one and select the other."""
    found: ColumnElement[int] = figure // literal(step, literal_execute=True)
    return found
