"""How it played, counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, and_, case, distinct, func, select

from touchline.analytics.adapters.sql.part import Part, of_things, step_of, within
from touchline.analytics.adapters.sql.tables import ViewRow
from touchline.analytics.domain.counting import BITRATE_STEP, LAST_STARTUP, STARTUP_STEP, STRETCH
from touchline.analytics.domain.facts import Side, What
from touchline.analytics.domain.spans import Span
from touchline.analytics.ports.store import Quality, QualityStretch, Thing

_FIRST, _STALL, _ERROR, _VIEWING = (
    ViewRow.what == what.value for what in (What.FIRST_FRAME, What.STALL, What.ERROR, What.VIEWING)
)
_BEGUN = and_(_FIRST, ViewRow.startup_ms > 0)
_SIDE = func.coalesce(ViewRow.side, Side.UNKNOWN.value)


class Playing(Part):
    """Start-up, bitrate, stalls and failures."""

    def quality(self, span: Span, thing: Thing | None = None) -> Quality:
        """Four walks: what is counted plainly, troubles by side, and two lists of steps."""
        where = [*within(ViewRow, span), *([of_things([thing])] if thing else [])]
        plain = select(
            _views(_FIRST),
            func.sum(case((_VIEWING, ViewRow.seconds), else_=0)),
            _views(_STALL),
            _views(_ERROR),
            _views(_FIRST | _ERROR),
        )
        plain = plain.where(*where, _FIRST | _VIEWING | _STALL | _ERROR)
        begun, seconds, stalled, failed, tried = self._session().execute(plain).one()
        sides = select(ViewRow.what, _SIDE, func.count(), func.sum(ViewRow.stall_ms))
        sides = sides.where(*where, _STALL | _ERROR).group_by(ViewRow.what, ViewRow.side)
        stalls, stall_ms, failures = Counter[Side](), Counter[Side](), Counter[Side]()
        for what, side, count, stood in self._session().execute(sides):
            if what == What.ERROR.value:
                failures[Side(side)] += count
            else:
                stalls[Side(side)] += count
                stall_ms[Side(side)] += int(stood)
        return Quality(
            begun,
            int(seconds or 0),
            self._steps(
                _capped(ViewRow.startup_ms, LAST_STARTUP), STARTUP_STEP, _views(_FIRST), where, _FIRST
            ),
            self._steps(ViewRow.bitrate, BITRATE_STEP, func.sum(ViewRow.seconds), where, _VIEWING),
            stalled,
            failed,
            dict(stall_ms),
            dict(stalls),
            dict(failures),
            tried,
        )

    def quality_through(self, span: Span, thing: Thing | None = None) -> Sequence[QualityStretch]:
        """By quarters of an hour."""
        where = [*within(ViewRow, span), *([of_things([thing])] if thing else [])]
        stretch = step_of(ViewRow.at, STRETCH).label("stretch")
        figures = (
            _views(_BEGUN),
            func.sum(case((_BEGUN, ViewRow.startup_ms), else_=0)),
            func.sum(case((_STALL, 1), else_=0)),
            func.sum(case((_ERROR, 1), else_=0)),
        )
        wanted = select(stretch, *figures).where(*where, _BEGUN | _STALL | _ERROR)
        rows = self._session().execute(wanted.group_by(stretch).order_by(stretch))
        return [
            QualityStretch(number * STRETCH, views, int(startup), stalls, failures)
            for number, views, startup, stalls, failures in rows
        ]

    def _steps(
        self,
        figure: Any,
        step: int,
        count: ColumnElement[int],
        where: Sequence[ColumnElement[bool]],
        what: ColumnElement[bool],
    ) -> dict[int, int]:
        """A figure that was told, by steps."""
        steps = step_of(figure, step).label("step")
        wanted = select(steps, count).where(*where, what, figure > 0).group_by(steps).order_by(steps)
        return {number * step: int(counted) for number, counted in self._session().execute(wanted)}


def _views(of: ColumnElement[bool]) -> ColumnElement[int]:
    return func.count(distinct(case((of, ViewRow.view))))


def _capped(figure: Any, most: int) -> ColumnElement[int]:
    return case((figure > most, most), else_=figure)
