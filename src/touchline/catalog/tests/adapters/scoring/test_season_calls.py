"""Seasons and standings on the real app, on both databases."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from touchline.catalog.tests.pack_samples import event_entry, pack_part
from touchline.catalog.tests.samples import NOON, build_text
from touchline.channel.facade import ChannelDetails
from touchline.conftest import Visitor

Apply = Callable[..., None]
Ids = Callable[[str, str], int]
DAY = timedelta(days=1)
OVERTIME = {"ending": "overtime", "period": 5}


def score(away: int, home: int, **parts: Any) -> dict[str, Any]:
    return {"away": away, "home": home, "note": None, **parts}


def played(key: str, days: int, result: dict[str, Any] | None = None, **changes: Any) -> dict[str, Any]:
    """Return a game at Cedar Ridge that ended some days ago."""
    return event_entry(key, NOON - days * DAY, score=result, **changes)


EVENTS = [
    played("old", 150, score(9, 0)),
    played("first", 40, score(5, 4, **OVERTIME)),
    played("second", 30, score(1, 3)),
    played("third", 20, score(2, 4)),
    played("soccer", 10, score(2, 0), sport="soccer"),
    played("secret", 9, score(9, 0), visibility="team_members"),
    played("unlisted", 8, score(9, 0), visibility="unlisted"),
    played("rained-out", 7, score(9, 0), status="canceled"),
    played("no-result", 6),
    event_entry("next", NOON + DAY),
    event_entry("called-off", NOON + 2 * DAY, status="canceled"),
    event_entry("secret-next", NOON + 3 * DAY, visibility="team_members"),
]


@pytest.fixture
def played_season(season: ChannelDetails, apply: Apply) -> ChannelDetails:
    """Return the channel with the games of `EVENTS`."""
    apply(season, events=EVENTS)
    return season


def test_a_team_has_its_record_streak_results_and_next_games(
    visitor: Visitor, played_season: ChannelDetails, ids: Ids
) -> None:
    season = visitor.data(f"/participants/{ids('participant', 'cedar-ridge-hockey')}/season")
    assert (season["start_date"], season["end_date"]) == ("2026-08-01", "2027-07-31")
    assert season["record"] == {
        **{"played": 3, "won": 2, "lost": 0, "tied": 0, "overtime_losses": 1, "points": 5},
        **{"win_share": 0.667, "scored": 11, "allowed": 8, "text": "2–0–0–1"},
    }
    assert season["streak"] == {"outcome": "won", "count": 2, "text": "W2"}
    results = [(game["event_id"], game["outcome"], game["text"]) for game in season["results"]]
    assert results == [
        (ids("event", "third"), "won", "4–2"),
        (ids("event", "second"), "won", "3–1"),
        (ids("event", "first"), "lost", "4–5 (2OT)"),
    ]
    [game] = season["next_games"]
    assert (game["event_id"], game["outcome"], game["text"]) == (ids("event", "next"), None, None)
    assert (game["opponent"]["name"], game["is_home"]) == ("Harlan Falls", True)
    [met] = season["opponents"]
    assert (met["opponent"]["alias"], met["record"]["text"]) == ("harlan-falls-hockey", "2–0–0–1")


def test_a_season_is_in_the_requested_language(
    visitor: Visitor, played_season: ChannelDetails, ids: Ids
) -> None:
    path = f"/participants/{ids('participant', 'harlan-falls-hockey')}/season"
    season = visitor.data(path, lang="fr")
    assert season["streak"]["text"] == "D2"
    assert season["results"][-1]["text"] == "5–4 (prol. 2)"


def test_a_team_without_a_result_has_no_record(visitor: Visitor, season: ChannelDetails, ids: Ids) -> None:
    found = visitor.data(f"/participants/{ids('participant', 'cedar-ridge-soccer')}/season")
    assert (found["record"], found["streak"], found["results"], found["opponents"]) == (None, None, [], [])


def test_the_members_of_a_team_see_the_same_season_as_everybody(
    visitor: Visitor, played_season: ChannelDetails, ids: Ids
) -> None:
    path = f"/participants/{ids('participant', 'harlan-falls-hockey')}/season"
    before = visitor.data(path)
    assert visitor.register().data(path) == before


def test_two_teams_have_a_record_against_each_other_over_all_seasons(
    visitor: Visitor, played_season: ChannelDetails, ids: Ids
) -> None:
    team, other = (ids("participant", f"{school}-hockey") for school in ("harlan-falls", "cedar-ridge"))
    games = visitor.data(f"/participants/{team}/head-to-head/{other}")
    assert (games["team"]["id"], games["opponent"]["id"]) == (team, other)
    assert (games["season_record"]["text"], games["record"]["text"]) == ("1–2", "2–2")
    assert [game["text"] for game in games["results"]] == ["2–4", "1–3", "5–4 (2OT)", "9–0"]
    assert [game["event_id"] for game in games["next_games"]] == [ids("event", "next")]
    soccer = ids("participant", "cedar-ridge-soccer")
    assert visitor.data(f"/participants/{team}/head-to-head/{soccer}")["record"] is None


def test_a_school_has_the_seasons_of_its_teams_and_of_its_co_ops(
    visitor: Visitor, season: ChannelDetails, apply: Apply, ids: Ids
) -> None:
    umbrella, *teams = pack_part()["participants"]
    co_op = {**teams[0], "key": "co-op", "name": build_text("Valley"), "group": None}
    school = {**teams[0], "key": "cedar-ridge-co-op", "group": "cedar-ridge", "children": ["co-op"]}
    games = [*EVENTS, played("of-co-op", 4, score(0, 7), home="co-op")]
    apply(season, events=games, participants=[umbrella, *teams, co_op, school])
    found = visitor.data(f"/participant-groups/{ids('group', 'cedar-ridge')}/season")
    assert found["group"]["alias"] == "cedar-ridge"
    rows = {
        row["team"]["alias"]: (row["record"]["text"], row["streak"]["text"], row["next_game"] is not None)
        for row in found["teams"]
    }
    assert rows == {
        "cedar-ridge-hockey": ("2–0–0–1", "W2", True),
        "cedar-ridge-soccer": ("0–1", "L1", False),
        "co-op": ("1–0", "W1", False),
    }


def test_a_category_has_standings(visitor: Visitor, played_season: ChannelDetails, ids: Ids) -> None:
    standings = visitor.data(f"/events-categories/{ids('category', 'boys-hockey')}/standings")
    assert standings["category"]["alias"] == "boys-hockey"
    assert (standings["has_points"], standings["has_ties"], standings["has_overtime_losses"]) == (
        *(True, True, True),
    )
    assert [
        (row["rank"], row["team"]["name"], row["record"]["points"], row["record"]["text"])
        for row in standings["rows"]
    ] == [(1, "Cedar Ridge", 5, "2–0–0–1"), (2, "Harlan Falls", 2, "1–2")]


def test_a_sport_of_the_pack_decides_the_standings(
    visitor: Visitor, season: ChannelDetails, apply: Apply, ids: Ids
) -> None:
    hockey = {
        "key": "hockey",
        "name": {"en": "Hockey"},
        "periods": [{"name": {"en": "Game"}}],
        "overtime": {"name": {"en": "Overtime"}, "result": {"en": "sudden death"}},
        "scores": [{"key": "goal", "name": {"en": "Goal"}, "points": 1}],
    }
    apply(season, events=EVENTS, sports=[hockey])
    standings = visitor.data(f"/events-categories/{ids('category', 'boys-hockey')}/standings")
    assert (standings["has_points"], standings["has_ties"]) == (False, False)
    assert [row["record"]["win_share"] for row in standings["rows"]] == [0.667, 0.333]
    event = visitor.data(f"/events/{ids('event', 'first')}")
    assert event["score"]["text"] == "5–4 (sudden death)"


def test_a_new_result_is_in_the_standings_at_once(
    visitor: Visitor, played_season: ChannelDetails, apply: Apply, ids: Ids
) -> None:
    path = f"/events-categories/{ids('category', 'boys-hockey')}/standings"
    assert visitor.data(path)["rows"][0]["record"]["won"] == 2
    apply(played_season, events=[*EVENTS, played("fourth", 5, score(0, 1))])
    assert visitor.data(path)["rows"][0]["record"]["won"] == 3


@pytest.mark.parametrize(
    "path",
    [
        *("/participants/0/season", "/participants/0/head-to-head/0"),
        *("/participant-groups/0/season", "/events-categories/0/standings"),
    ],
)
def test_what_does_not_exist_is_not_found(visitor: Visitor, season: ChannelDetails, path: str) -> None:
    assert visitor.get(path).status_code == 404


@pytest.mark.parametrize(
    ("path", "kind", "key"),
    [
        ("/participants/{}/season", "participant", "cedar-ridge-teams"),
        ("/participant-groups/{}/season", "group", "cedar-ridge"),
        ("/events-categories/{}/standings", "category", "boys-hockey"),
    ],
)
def test_more_games_cost_no_more_queries(
    visitor: Visitor,
    season: ChannelDetails,
    apply: Apply,
    ids: Ids,
    queries: Callable[[], Any],
    path: str,
    kind: str,
    key: str,
) -> None:
    url = path.format(ids(kind, key))
    apply(season, events=EVENTS[:3])
    with queries() as few:
        visitor.data(url)
    apply(season, events=[*EVENTS, *(played(f"game-{day}", day, score(1, 2)) for day in range(2, 60))])
    with queries() as many:
        visitor.data(url)
    assert len(many) == len(few) <= 14
