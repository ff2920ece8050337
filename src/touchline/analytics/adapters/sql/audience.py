"""Who came and what was watched, counted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import (
    CTE,
    ColumnElement,
    String,
    case,
    cast,
    distinct,
    func,
    literal,
    select,
    union,
    union_all,
)

from touchline.analytics.adapters.sql.part import Part, of_things, people_of, step_of, within
from touchline.analytics.adapters.sql.tables import HappeningRow, SessionFactRow, ViewRow
from touchline.analytics.domain.counting import FUNNEL, LONGEST_VIEWING, MINUTE, STRETCH
from touchline.analytics.domain.facts import ThingKind, What
from touchline.analytics.domain.spans import Span
from touchline.analytics.ports.store import MOST_THINGS, By, Stretch, Thing, Totals, Watched
from touchline.shared.ids import ChannelId

_WATCHED = ViewRow.what.in_((What.FIRST_FRAME.value, What.VIEWING.value))
_VIEWS = func.count(distinct(case((ViewRow.what == What.FIRST_FRAME.value, ViewRow.view))))
_SECONDS = func.coalesce(func.sum(case((ViewRow.what == What.VIEWING.value, ViewRow.seconds), else_=0)), 0)
_VIEWERS = func.count(distinct(ViewRow.session))
_BY: Mapping[By, Sequence[Any]] = {
    By.THING: (ViewRow.thing_kind, ViewRow.thing_id),
    By.COUNTRY: (ViewRow.country,),
    By.DEVICE: (ViewRow.device,),
}


class Audience(Part):
    """Counts of people, visits, views and time."""

    def viewers_now(self, channel_id: ChannelId, since: int) -> Mapping[Thing, int]:
        """A walk over the last seconds."""
        thing = (ViewRow.thing_kind, ViewRow.thing_id)
        wanted = select(*thing, _VIEWERS).where(*_viewing(channel_id, since)).group_by(*thing)
        return {(ThingKind(kind), id): count for kind, id, count in self._session().execute(wanted)}

    def sessions_now(self, channel_id: ChannelId, since: int) -> int:
        """The same walk."""
        wanted = select(_VIEWERS).where(*_viewing(channel_id, since))
        return self._session().execute(wanted).scalar_one()

    def viewers_by_minute(self, channel_id: ChannelId, since: int) -> Mapping[int, int]:
        """The same by minute."""
        minute = step_of(ViewRow.at, MINUTE).label("minute")
        wanted = select(minute, _VIEWERS).where(*_viewing(channel_id, since)).group_by(minute)
        rows = self._session().execute(wanted.order_by(minute))
        return {number * MINUTE: count for number, count in rows}

    def totals(self, span: Span) -> Totals:
        """Three counts."""
        tables = (SessionFactRow, HappeningRow, ViewRow)
        sessions = union(*(select(table.session).where(*within(table, span)) for table in tables)).subquery()
        visits = select(func.count()).select_from(HappeningRow)
        visits = visits.where(*within(HappeningRow, span), HappeningRow.name == "visit_page")
        watched = select(_VIEWS, _SECONDS, _VIEWERS).where(*within(ViewRow, span), _WATCHED)
        execute = self._session().execute
        return Totals(
            execute(select(func.count()).select_from(sessions)).scalar_one(),
            execute(visits).scalar_one(),
            _watched(*execute(watched).one()),
        )

    def watched_by(self, span: Span, by: By) -> Mapping[str, Watched]:
        """Of things the most watched alone: there are as many as browsers make up. Sorted here again, as
        texts are."""
        keys = _BY[by]
        wanted = select(*keys, _VIEWS, _SECONDS, _VIEWERS).where(*within(ViewRow, span), _WATCHED)
        if by is By.THING:
            order = (_SECONDS.desc(), _VIEWS.desc(), *(cast(key, String) for key in keys))
            wanted = wanted.order_by(*order).limit(MOST_THINGS)
        found = {
            ":".join(map(str, row[:-3])): _watched(*row[-3:])
            for row in self._session().execute(wanted.group_by(*keys))
        }
        most = sorted(found.items(), key=lambda each: (-each[1].seconds, -each[1].views, each[0]))
        return dict(most)

    def watched_through(self, span: Span, things: Sequence[Thing] | None = None) -> Sequence[Stretch]:
        """By quarters of an hour."""
        where = [*within(ViewRow, span), _WATCHED]
        if things is not None:
            where.append(of_things(things))
        stretch = step_of(ViewRow.at, STRETCH).label("stretch")
        wanted = select(stretch, _VIEWS, _SECONDS).where(*where).group_by(stretch).order_by(stretch)
        return [
            Stretch(number * STRETCH, views, int(seconds))
            for number, views, seconds in self._session().execute(wanted)
        ]

    def funnel(self, span: Span) -> Mapping[str, int]:
        """Each step by itself."""
        names = [name for steps in FUNNEL.values() for name in steps]
        counts = [
            func.count(distinct(case((HappeningRow.name.in_(steps), HappeningRow.session))))
            for steps in FUNNEL.values()
        ]
        wanted = select(*counts).where(*within(HappeningRow, span), HappeningRow.name.in_(names))
        return dict(zip(FUNNEL, self._session().execute(wanted).one(), strict=True))

    def doubtful_through(self, span: Span) -> Mapping[int, int]:
        """Found by the index that holds doubtful reports alone."""
        each = (
            select(step_of(table.at, STRETCH).label("stretch")).where(
                table.channel_id == span.channel_id,
                table.is_doubtful.is_(True),
                table.is_bot.is_(False),
                table.at >= span.since,
                table.at < span.until,
            )
            for table in (SessionFactRow, HappeningRow, ViewRow)
        )
        stretch = union_all(*each).subquery().c.stretch
        rows = self._session().execute(select(stretch, func.count()).group_by(stretch).order_by(stretch))
        return {number * STRETCH: count for number, count in rows}

    def retention(self, channel_id: ChannelId, thing: Thing, step: int) -> Mapping[int, int]:
        """What was watched until a position lies before it, over as many steps as it is long: each fact meets
        the numbers of the steps that it can reach at most."""
        watched = _least(ViewRow.seconds, LONGEST_VIEWING)
        first = step_of(_from_zero(ViewRow.position - watched), step)
        last = step_of(_from_zero(ViewRow.position - 1), step)
        reach = _numbers(LONGEST_VIEWING // step + 1)
        mine = [
            *people_of(ViewRow, channel_id),
            *(ViewRow.thing_kind == thing[0].value, ViewRow.thing_id == thing[1]),
            *(ViewRow.what == What.VIEWING.value, ViewRow.seconds > 0),
        ]
        lots = (
            select(ViewRow.view, first.label("first"), last.label("last")).where(*mine).distinct().subquery()
        )
        place = (lots.c.first + reach.c.further).label("place")
        wanted = (
            select(place, func.count(distinct(lots.c.view)))
            .join_from(lots, reach, place <= lots.c.last)
            .group_by(place)
            .order_by(place)
        )
        return {number * step: count for number, count in self._session().execute(wanted)}


def _viewing(channel_id: ChannelId, since: int) -> list[ColumnElement[bool]]:
    return [*people_of(ViewRow, channel_id), ViewRow.at >= since, ViewRow.what == What.VIEWING.value]


def _watched(views: int, seconds: Any, viewers: int) -> Watched:
    """PostgreSQL's sums are decimals."""
    return Watched(views, int(seconds), viewers)


def _from_zero(figure: Any) -> ColumnElement[int]:
    return case((figure < 0, 0), else_=figure)


def _least(figure: Any, most: int) -> ColumnElement[int]:
    return case((figure > most, most), else_=figure)


def _numbers(last: int) -> CTE:
    """0 to the last one."""
    numbers = select(literal(0).label("further")).cte("reach", recursive=True)
    return numbers.union_all(select(numbers.c.further + 1).where(numbers.c.further < last))
