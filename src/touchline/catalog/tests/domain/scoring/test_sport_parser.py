"""Sports from plain values, and those that contradict themselves."""

from __future__ import annotations

from typing import Any

import pytest

from touchline.catalog.domain.scoring.sport_parser import SportError, parse_sport

NAME = {"en": "Ringette", "fr": "Ringuette"}
GOAL = {"key": "goal", "name": {"en": "Goal"}, "points": 1}
PERIODS = [{"name": {"en": "1st period"}}, {"name": {"en": "2nd period"}}]
THREE = [*PERIODS, {"name": {"en": "3rd period"}}]
RINGETTE = {"key": "ringette", "name": NAME, "periods": PERIODS, "scores": [GOAL]}
SETS = {"to_win": 2, "points": 25, "last_points": 15}


def test_names_that_are_left_out_come_from_the_longer_ones() -> None:
    overtime = {"name": {"en": "Overtime {number}"}, "minutes": 5}
    shootout = {"name": {"en": "Shootout"}, "short_name": {"en": "SO"}}
    sport = parse_sport({**RINGETTE, "overtime": overtime, "shootout": shootout})
    assert sport.periods.names[0].short_name == {"en": "1st period"}
    assert sport.get_break_name(1, "en", "en") == ""
    assert sport.overtime
    assert (sport.overtime.result, sport.overtime.seconds) == ({"en": "Overtime {number}"}, 300)
    assert sport.shootout
    assert (sport.shootout.result, sport.shootout.counts_as_tie) == ({"en": "SO"}, False)


def test_a_clock_that_counts_up_goes_on_from_the_period_before() -> None:
    sport = parse_sport({**RINGETTE, "clock": "up", "period_minutes": 45})
    assert [sport.get_start_seconds(period) for period in (1, 2)] == [0, 2700]


def test_a_sport_says_whether_a_loss_after_overtime_counts_apart() -> None:
    points = {"win": 2, "tie": 1, "loss": 0, "overtime_win": 2, "overtime_loss": 1}
    assert parse_sport({**RINGETTE, "standings": points}).counts_overtime_losses
    assert not parse_sport({**RINGETTE, "standings": {**points, "overtime_loss": 0}}).counts_overtime_losses
    assert not parse_sport(RINGETTE).counts_overtime_losses


@pytest.mark.parametrize(
    ("changes", "field", "message"),
    [
        ({"periods": []}, "periods", "list the periods of a game, or write `scoring: none`"),
        ({"scores": []}, "scores", "list the ways to score, such as a goal of 1 point"),
        ({"scoring": "none"}, "scores", "remove it, or remove `scoring: none`"),
        ({"clock": "down"}, "period_minutes", "is missing; a clock that counts down needs it"),
        ({"scoring": "sets"}, "sets", "belong together; write both or neither"),
        ({"sets": SETS}, "sets", "belong together; write both or neither"),
        ({"scoring": "sets", "sets": SETS}, "periods", "must list 3 sets"),
        (
            {"scoring": "sets", "sets": SETS, "periods": PERIODS * 2, "overtime": {"name": NAME}},
            "periods",
            "must list 3 sets",
        ),
        (
            {
                "scoring": "sets",
                "sets": SETS,
                "periods": [*PERIODS, *PERIODS[:1]],
                "shootout": {"name": NAME},
            },
            "shootout",
            "is not for a sport of sets",
        ),
        ({"moments": [{"key": "goal", "name": NAME}]}, "moments", "uses the key `goal` twice"),
    ],
)
def test_a_sport_that_contradicts_itself_is_refused_at_its_field(
    changes: dict[str, Any], field: str, message: str
) -> None:
    with pytest.raises(SportError, match=message) as error:
        parse_sport({**RINGETTE, **changes})
    assert error.value.field == field
