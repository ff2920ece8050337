"""How it played, counted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, case, distinct, func, select

from touchline.analytics.adapters.sql.part import Part, of_things, step_of, within
from touchline.analytics.adapters.sql.tables import ViewRow
from touchline.analytics.domain.counting import BITRATE_STEP, LAST_STARTUP, STARTUP_STEP, STRETCH
from touchline.analytics.domain.facts import Side, What
from touchline.analytics.domain.spans import Span
from touchline.analytics.ports.store import Quality, QualityStretch, Thing

_FIRST, _STALL, _ERROR, _VIEWING = (
    ViewRow.what == what.value for what in (What.FIRST_FRAME, What.STALL, What.ERROR, What.VIEWING)
)
_SIDE = func.coalesce(ViewRow.side, Side.UNKNOWN.value)


class Playing(Part):
    """Start-up, bitrate, stalls and failures."""

    def quality(self, span: Span, thing: Thing | None = None) -> Quality:
        """Four short lists."""
        where = [*within(ViewRow, span), *([of_things([thing])] if thing else [])]
        bitrates = self._steps(
            ViewRow.bitrate, BITRATE_STEP, None, func.sum(ViewRow.seconds), where, _VIEWING
        )
        views = func.count(distinct(ViewRow.view))
        begun = self._session().scalar(select(views).where(*where, _FIRST)) or 0
        seconds = self._session().scalar(select(func.sum(ViewRow.seconds)).where(*where, _VIEWING)) or 0
        troubled = select(views.filter(_STALL), views.filter(_ERROR)).where(*where, _STALL | _ERROR)
        stalled, failed = self._session().execute(troubled).one()
        sides = select(ViewRow.what, _SIDE, func.count(), func.sum(ViewRow.stall_ms))
        sides = sides.where(*where, _STALL | _ERROR).group_by(ViewRow.what, _SIDE)
        stalls, stall_ms, failures = dict[Side, int](), dict[Side, int](), dict[Side, int]()
        for what, side, count, stood in self._session().execute(sides):
            if what == What.ERROR.value:
                failures[Side(side)] = count
            else:
                stalls[Side(side)], stall_ms[Side(side)] = count, int(stood)
        startups = self._steps(ViewRow.startup_ms, STARTUP_STEP, LAST_STARTUP, views, where, _FIRST)
        return Quality(begun, int(seconds), startups, bitrates, stalled, failed, stall_ms, stalls, failures)

    def quality_through(self, span: Span) -> Sequence[QualityStretch]:
        """By quarters of an hour."""
        stretch = step_of(ViewRow.at, STRETCH).label("stretch")
        figures = (
            func.count(distinct(case((_FIRST, ViewRow.view)))),
            func.sum(case((_FIRST, ViewRow.startup_ms), else_=0)),
            func.sum(case((_STALL, 1), else_=0)),
            func.sum(case((_ERROR, 1), else_=0)),
        )
        wanted = select(stretch, *figures).where(*within(ViewRow, span), _FIRST | _STALL | _ERROR)
        rows = self._session().execute(wanted.group_by(stretch).order_by(stretch))
        return [
            QualityStretch(number * STRETCH, views, int(startup), stalls, failures)
            for number, views, startup, stalls, failures in rows
        ]

    def _steps(
        self,
        figure: Any,
        step: int,
        last: int | None,
        count: ColumnElement[int],
        where: Sequence[ColumnElement[bool]],
        what: ColumnElement[bool],
    ) -> dict[int, int]:
        """A figure that was told, by steps; what lies beyond the last one is in it."""
        capped = figure if last is None else case((figure > last, last), else_=figure)
        steps = step_of(capped, step).label("step")
        wanted = select(steps, count).where(*where, what, figure > 0).group_by(steps).order_by(steps)
        return {number * step: int(counted) for number, counted in self._session().execute(wanted)}
