"""What is asked of a report."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Any

import pytest

from touchline.analytics.application.reports_asked import (
    AWAY,
    NO_DAY,
    NOT_IN_ORDER,
    TOO_LONG,
    Asked,
    Compare,
    Question,
    ReadQuestion,
)
from touchline.analytics.application.reports_by import Dimension, WatchedBy
from touchline.analytics.application.reports_quality import PlayedHow, WatchedHowFar
from touchline.analytics.application.reports_sold import DroppedWhy, Funnel
from touchline.analytics.application.reports_watched import Overview, WatchingNow
from touchline.analytics.tests.report_fakes import NOON, Cuts, Here, Shelf, Told, game
from touchline.shared.clock import FixedClock
from touchline.shared.errors import Invalid, Unavailable


def question(*asked: Any, now: datetime = NOON, **more: Any) -> Question:
    """A question as it is meant."""
    return ReadQuestion(Here(), FixedClock(now))(Asked(*asked, **more))


def test_without_days_it_is_the_last_28_up_to_this_one_in_the_channels_zone() -> None:
    asked = question(now=datetime(2026, 11, 21, 5, 30, tzinfo=UTC))
    assert (asked.span.first, asked.span.last) == (date(2026, 10, 24), date(2026, 11, 20))
    assert asked.told() == {
        "from": "2026-10-24",
        "to": "2026-11-20",
        "time_zone": "America/Chicago",
        "days": 28,
    }


def test_one_end_is_enough() -> None:
    assert question("2026-11-19").span.days == [date(2026, 11, day) for day in (19, 20, 21)]
    assert question(None, "2026-03-28").span.first == date(2026, 3, 1)
    assert question("2026-12-24").span.days == [date(2026, 12, 24)]


def test_it_is_compared_with_the_days_before_or_the_same_weekdays_a_year_before() -> None:
    days = ("2026-11-16", "2026-11-22")
    before, year, none = (question(*days, compare).before for compare in ("before", "year", "none"))
    assert before and (before.first, before.last) == (date(2026, 11, 9), date(2026, 11, 15))
    assert year and (year.first, year.last) == (date(2025, 11, 17), date(2025, 11, 23))
    assert year.first.weekday() == date(2026, 11, 16).weekday()
    assert none is None


@pytest.mark.parametrize(
    "said",
    ["yesterday", "2026-02-30", "20261121", "2026-1-1", "1999-12-31", "٢٠٢٦-١١-٢١", "2026-11-21T00:00"],
    ids=["word", "no-such", "no-dashes", "short", "long-ago", "digits", "time"],
)
def test_what_is_no_day_is_named(said: str) -> None:
    with pytest.raises(Invalid) as refused:
        question("2026-11-01", said)
    assert refused.value.errors == {"to": [NO_DAY]}


def test_days_have_an_order_and_are_not_too_many() -> None:
    with pytest.raises(Invalid) as backwards:
        question("2026-11-02", "2026-11-01")
    assert backwards.value.errors == {"from": [NOT_IN_ORDER]}
    assert len(question("2025-10-18", "2026-11-21").span.days) == 400
    with pytest.raises(Invalid) as long:
        question("2025-10-17", "2026-11-21")
    assert long.value.errors == {"from": [TOO_LONG]}


def test_a_store_that_is_away_is_told_in_a_sentence() -> None:
    told, asked = Told(), question(compare=Compare.NONE)
    told.store.away = True
    clock, shelf = FixedClock(NOON), Shelf(game(1))
    asks: list[Any] = [
        lambda: WatchingNow(told.store, shelf, Here(), clock)(),
        lambda: Overview(told.store)(asked),
        lambda: WatchedBy(told.store, shelf)(asked, Dimension.EVENT),
        lambda: PlayedHow(told.store)(asked),
        lambda: WatchedHowFar(told.store, shelf, Cuts(), Here(), clock)(1),
        lambda: Funnel(told.store)(asked),
        lambda: DroppedWhy(told.store, clock)(),
    ]
    for ask in asks:
        with pytest.raises(Unavailable, match=AWAY):
            ask()
