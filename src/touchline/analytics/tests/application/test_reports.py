"""What reports tell."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from touchline.analytics.application.reports_asked import Answer, Asked, ReadQuestion
from touchline.analytics.application.reports_by import Dimension, WatchedBy
from touchline.analytics.application.reports_quality import MOST_POINTS, PlayedHow, WatchedHowFar
from touchline.analytics.application.reports_sold import Funnel, SoldWhat
from touchline.analytics.application.reports_watched import Overview, WatchingNow
from touchline.analytics.domain.facts import Side, ThingKind, What
from touchline.analytics.ports.catalogue import Game
from touchline.analytics.ports.moments import Moment
from touchline.analytics.ports.sales import Sold
from touchline.analytics.tests.report_fakes import AT, NOON, Cuts, Here, Shelf, Till, Told, game
from touchline.shared.clock import FixedClock
from touchline.shared.errors import NotFound

DAY = 86_400
CLOCK = FixedClock(NOON)
TEAMS = {"teams": ((1, "Aces"), (2, "Bears")), "schools": ((9, "Hill"),), "sport": (5, "Hockey")}


def asked(first: str = "2026-11-20", last: str = "2026-11-21", language: str = "", **more: Any) -> Any:
    """A question of two days."""
    return ReadQuestion(Here(), CLOCK)(Asked(first, last, **more), language)


def by(told: Told, dimension: str, *games: Any, language: str = "", **more: Any) -> list[Answer]:
    """The rows of a report."""
    report = WatchedBy(told.store, Shelf(*games, **more))
    rows: list[Answer] = report(asked(language=language), Dimension(dimension))["rows"]
    return rows


def test_a_day_is_the_channels_also_where_it_has_25_hours() -> None:
    told = Told()
    first, last = (datetime(2026, 11, day, hour, 30, tzinfo=UTC) for day, hour in ((1, 5), (2, 5)))
    for at in (first, last):
        told.view(at=int(at.timestamp()))
    told.view(at=int(first.timestamp()) - DAY // 24)
    days = Overview(told.store)(asked("2026-10-31", "2026-11-02"))["days"]
    assert [(day["day"], day["views"]) for day in days] == [
        ("2026-10-31", 1),
        ("2026-11-01", 2),
        ("2026-11-02", 0),
    ]


def test_minutes_are_told_to_a_tenth_and_nothing_of_before_without_a_comparison() -> None:
    told = Told()
    told.view(seconds=100)
    report = Overview(told.store)(asked(compare="none"))
    assert report["totals"]["minutes"] == 1.7
    assert (report["before"], report["before_span"], report["before_days"]) == (None, None, None)


def test_a_game_counts_for_both_teams_and_once_for_a_school_that_has_both() -> None:
    told = Told()
    told.view("event:1", seconds=90)
    told.view("vod:3", seconds=30)
    teams = by(told, "team", game(1, **TEAMS))
    assert [(row["name"], row["minutes"], row["share"]) for row in teams] == [
        ("Aces", 1.5, 0.75),
        ("Bears", 1.5, 0.75),
    ]
    (school,), (sport,) = by(told, "school", game(1, **TEAMS)), by(told, "sport", game(1, **TEAMS))
    assert (school["id"], school["views"], sport["id"], sport["name"]) == (9, 1, 5, "Hockey")


def test_teams_of_one_name_are_told_apart_by_the_sport_that_was_watched_most() -> None:
    told = Told()
    hockey, soccer = (1, "Hockey"), (2, "Soccer")
    told.view("event:1", seconds=60)
    told.view("event:2", seconds=30)
    told.view("event:3", seconds=10)
    games = [
        game(1, teams=((1, "Aces"), (7, "Wolves")), sport=hockey),
        game(2, teams=((2, "Aces"),), sport=soccer),
        game(3, teams=((1, "Aces"),), sport=soccer),
    ]
    names = [row["name"] for row in by(told, "team", *games)]
    assert names == ["Aces (Hockey)", "Wolves", "Aces (Soccer)"]


def test_what_nobody_knows_any_more_says_so_in_the_asked_language() -> None:
    told = Told()
    told.view("event:4", country="CA")
    told.view("vod:4", country="")
    assert by(told, "event", language="fr")[0]["name"] == "(retiré)"
    assert by(told, "library")[0]["name"] == "(removed)"
    assert by(told, "library", films={4: "Power play"})[0]["name"] == "Power play"
    assert {row["name"] for row in by(told, "country", language="fr")} == {"CA", "(inconnu)"}
    assert by(told, "team") == []


def test_at_most_200_rows_are_told_those_with_most_minutes_first() -> None:
    told = Told()
    for number in range(1, 206):
        told.view(f"event:{number}", seconds=number % 100 + 1)
    rows = by(told, "event", *(game(number) for number in range(1, 206)))
    assert len(rows) == 200
    minutes = [row["minutes"] for row in rows]
    assert minutes == sorted(minutes, reverse=True)


def test_every_one_of_the_last_30_minutes_is_there() -> None:
    told = Told()
    told.view(at=AT - 1790)
    told.view(at=AT - 10)
    told.view(at=AT - 1801)
    told.view("clip:3", at=AT - 61)
    report = WatchingNow(told.store, Shelf(game(1)), Here(), CLOCK)()
    assert len(report["minutes"]) == 30
    assert report["minutes"][-1]["at"] == "2026-11-21T17:59:00Z"
    assert report["things"] == [{"kind": "event", "id": 1, "name": "Game 1", "viewers": 1}]
    assert sum(one["viewers"] for one in report["minutes"]) == 3


def test_the_minute_that_runs_is_not_told_it_would_always_look_like_a_fall() -> None:
    told = Told()
    told.view(at=AT + 5)
    report = WatchingNow(told.store, Shelf(game(1)), Here(), FixedClock(NOON + timedelta(seconds=30)))()
    assert (report["viewers"], sum(one["viewers"] for one in report["minutes"])) == (1, 0)


def test_a_session_that_watches_two_games_is_one_viewer_of_each() -> None:
    told = Told()
    for number in (1, 2):
        told.happened("both", f"event:{number}", What.VIEWING, AT - 5, seconds=10)
    report = WatchingNow(told.store, Shelf(game(1), game(2)), Here(), CLOCK)()
    assert (report["viewers"], [one["viewers"] for one in report["things"]]) == (1, [1, 1])


def test_things_that_a_browser_made_up_are_one_row_and_few_of_them_are_looked_up() -> None:
    told = Told()
    told.view("event:1", at=AT - 5)
    for number in range(2, 300):
        told.view(f"event:{number}", at=AT - 5)
    asked_for: list[int] = []
    report = WatchingNow(told.store, NotingShelf(asked_for), Here(), CLOCK)()
    assert len(asked_for) == 200
    assert report["viewers"] == 299
    assert report["things"] == [
        {"kind": "event", "id": 0, "name": "(removed)", "viewers": 199},
        {"kind": "event", "id": 1, "name": "Game 1", "viewers": 1},
    ]
    rows = by(told, "event", game(1))
    assert [(row["key"], row["id"], row["views"]) for row in rows] == [("removed", None, 298), ("1", 1, 1)]


def test_a_share_is_of_all_minutes_also_where_not_all_things_are_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told = Told()
    told.view("event:1", seconds=60)
    told.view("event:2", seconds=20)
    monkeypatch.setattr("touchline.analytics.tests.fakes.MOST_THINGS", 1)
    (row,) = by(told, "event", game(1), game(2))
    assert row["share"] == 0.75


def test_a_game_of_a_team_against_itself_counts_once() -> None:
    told = Told()
    told.view("event:1", seconds=60)
    (row,) = by(told, "team", game(1, teams=((1, "Aces"), (1, "Aces"))))
    assert (row["views"], row["minutes"]) == (1, 1.0)


def test_the_mean_of_a_day_is_of_the_views_that_told_how_long_they_took() -> None:
    told = Told()
    told.view(startup_ms=400)
    told.view(startup_ms=0)
    told.view(startup_ms=0, at=AT - DAY)
    days = PlayedHow(told.store)(asked())["days"]
    assert [day["startup_ms"] for day in days] == [None, 400]


def test_half_of_the_views_begin_within_the_median() -> None:
    told = Told()
    for startup in (120, 180, 410, 990, 25_000):
        told.view(startup_ms=startup)
    startup = PlayedHow(told.store)(asked())["startup"]
    assert (startup["median_ms"], startup["p95_ms"]) == (450, 10_000)
    assert startup["steps"][0] == {"from_ms": 100, "views": 2}


def test_nothing_is_told_of_what_did_not_happen() -> None:
    report = PlayedHow(Told().store)(asked())
    assert report["startup"] == {"median_ms": None, "p95_ms": None, "steps": []}
    assert (report["stalls"]["per_hour"], report["bitrate"]["median"]) == (None, None)
    assert report["days"][0] == {"day": "2026-11-20", "startup_ms": None, "stalls": 0, "failures": 0}


def test_stalls_and_failures_stand_by_side_and_a_share_is_never_more_than_all() -> None:
    told = Told()
    view = told.view(seconds=1800)
    for _ in range(2):
        told.happened(view, "event:1", What.STALL, stall_ms=1500, side=Side.DELIVERY)
    for number in range(3):
        told.happened(f"lost {number}", "event:1", What.ERROR, side=Side.SOURCE)
    report = PlayedHow(told.store)(asked())
    assert report["stalls"] == {"views": 1, "share": 1.0, "count": 2, "seconds": 3.0, "per_hour": 4.0}
    assert report["failures"] == {"views": 3, "share": 0.75}
    sides = {one["side"]: (one["stalls"], one["seconds"], one["failures"]) for one in report["sides"]}
    assert sides["delivery"] == (2, 3.0, 0)
    assert sides["source"] == (0, 0.0, 3)


def test_of_one_thing_only_its_own_is_told() -> None:
    told = Told()
    told.view("event:1")
    told.view("event:2")
    report = PlayedHow(told.store)(asked(), (ThingKind.EVENT, 2))
    assert (report["views"], sum(day["startup_ms"] or 0 for day in report["days"])) == (1, 500)


def test_a_film_that_is_longer_than_planned_has_no_more_points() -> None:
    told = Told()
    told.view("event:1", position=3 * 3600, seconds=60)
    report = far(told, game(1, duration=3660))
    assert report["step"] == 120
    assert len(report["points"]) == 90 <= MOST_POINTS
    assert report["points"][-1] == {"position": 10_680, "views": 1, "share": 1.0}
    assert report["points"][0]["views"] == 0


def test_a_place_that_a_browser_made_up_makes_no_more_points_either() -> None:
    told = Told()
    told.view("event:1", position=9_000_000, seconds=60)
    assert len(far(told, game(1))["points"]) <= MOST_POINTS


def test_one_odd_place_makes_no_curve_coarser() -> None:
    told = Told()
    for _ in range(60):
        told.view("event:1", position=1200, seconds=60)
    told.view("event:1", position=9_000_000, seconds=60)
    told.view("event:1", position=3 * 1200 - 10, seconds=60)
    assert far(told, game(1, duration=1200))["step"] == 10


def test_what_was_clipped_stands_beside_the_curve() -> None:
    report = far(Told(), game(1), Moment(60, 12, "Goal", 4))
    assert report["moments"] == [{"position": 60, "seconds": 12, "name": "Goal", "clips": 4}]
    assert (report["points"], report["views"]) == ([], 0)


def test_of_an_event_that_the_channel_does_not_have_nothing_is_told() -> None:
    with pytest.raises(NotFound):
        far(Told(), game(2))


def test_each_step_of_the_funnel_has_its_share_of_the_first() -> None:
    told = Told()
    for number in range(8):
        told.did(f"visit {number}", "visit_page", "visit_page")
    told.did("visit 1", "select_item", "view_item_list", "begin_checkout")
    told.did("visit 2", "view_item_list")
    steps = Funnel(told.store)(asked())["steps"]
    assert [(one["step"], one["sessions"], one["share"]) for one in steps] == [
        ("visit", 8, 1.0),
        ("offer", 2, 0.25),
        ("checkout", 1, 0.125),
        ("purchase", 0, 0.0),
    ]


def test_what_brought_most_is_told_first_and_what_went_back_counts_against_it() -> None:
    day = date(2026, 11, 20)
    till = Till(
        Sold(day, "package", 3, "Pass", 1, 9900, 9900),
        Sold(day, "event", 1, "Game", 2, 2700, 0),
        Sold(date(2026, 11, 18), "event", 1, "Game", 1, 1350, 0),
    )
    report = SoldWhat(till)(asked())
    assert [(row["name"], row["net"]) for row in report["rows"]] == [("Game", "27.00"), ("Pass", "0.00")]
    assert report["totals"] == {"orders": 3, "gross": "126.00", "refunds": "99.00", "net": "27.00"}
    assert report["before"]["net"] == "13.50"
    assert report["days"][1] == {"day": "2026-11-21", "orders": 0, "gross": "0.00", "refunds": "0.00"}


class NotingShelf(Shelf):
    """Knows event 1, and notes which it is asked for."""

    def __init__(self, asked_for: list[int]) -> None:
        super().__init__(game(1))
        self._asked_for = asked_for

    def games(self, ids: Collection[int], language: str) -> Mapping[int, Game]:
        """Those that are there."""
        self._asked_for.extend(ids)
        return super().games(ids, language)


def far(told: Told, known: Any, *moments: Moment) -> Answer:
    """How far event 1 was watched."""
    return WatchedHowFar(told.store, Shelf(known), Cuts(*moments), Here(), CLOCK)(1)
