"""Answers for viewers who hide scores: without a score, a record and an order by results."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from touchline.catalog.tests.pack_samples import event_entry
from touchline.catalog.tests.samples import NOON, build_text
from touchline.channel.facade import ChannelDetails
from touchline.conftest import Visitor

Apply = Callable[..., None]
Ids = Callable[[str, str], int]
HIDDEN = {"scores": "hidden"}


@pytest.fixture
def game(season: ChannelDetails, apply: Apply, ids: Ids) -> int:
    """Return the id of a game that the away team won 29–17 two days ago."""
    score = {"away": 29, "home": 17, "note": None}
    text = build_text("The visitors won 29–17.")
    apply(season, events=[event_entry("over", NOON - timedelta(days=2), score=score, description=text)])
    return ids("event", "over")


def list_answers(visitor: Visitor, game: int, ids: Ids, **query: str) -> dict[str, Any]:
    """Return the answers that have the game or its result, by path."""
    team, school = ids("participant", "harlan-falls-hockey"), ids("group", "harlan-falls")
    other = ids("participant", "cedar-ridge-hockey")
    paths = (
        f"/events/{game}",
        "/events",
        "/search?q=harlan",
        f"/participants/{team}/season",
        f"/participants/{team}/head-to-head/{other}",
        f"/participant-groups/{school}/season",
        f"/events-categories/{ids('category', 'boys-hockey')}/standings",
    )
    answers = {}
    for path in paths:
        name, _, words = path.partition("?q=")
        answers[path] = visitor.data(name, **({"q": words} if words else {}), **query)
    return answers


def has_result(answer: Any) -> bool:
    """Return whether an answer has one of the scores, or a result that follows from them."""
    if isinstance(answer, dict):
        return any(has_result(value) for value in answer.values())
    if isinstance(answer, list):
        return any(has_result(value) for value in answer)
    if isinstance(answer, str):
        return "29–17" in answer or "17–29" in answer or answer in ("won", "lost", "W1", "L1", "1–0", "0–1")
    return answer in (29, 17)


def test_a_request_for_hidden_scores_gets_no_answer_with_one(visitor: Visitor, game: int, ids: Ids) -> None:
    shown = list_answers(visitor, game, ids)
    assert [path for path, answer in shown.items() if not has_result(answer)] == []
    hidden = list_answers(visitor, game, ids, **HIDDEN)
    assert [path for path, answer in hidden.items() if has_result(answer)] == []
    assert hidden[f"/events/{game}"]["is_score_hidden"] is True
    assert shown[f"/events/{game}"]["is_score_hidden"] is False


def test_the_account_of_a_viewer_hides_scores_on_every_device(visitor: Visitor, game: int, ids: Ids) -> None:
    viewer = visitor.register()
    assert viewer.data(f"/events/{game}")["score"]["away"] == 29
    viewer.post("/watch-settings", hide_scores=True)
    answers = list_answers(viewer, game, ids)
    assert [path for path, answer in answers.items() if has_result(answer)] == []
    viewer.post("/watch-settings", hide_scores=False)
    answers = list_answers(viewer, game, ids)
    assert [path for path, answer in answers.items() if not has_result(answer)] == []


def test_a_viewer_who_hides_scores_can_ask_for_one(visitor: Visitor, game: int) -> None:
    viewer = visitor.register()
    viewer.post("/watch-settings", hide_scores=True)
    event = viewer.data(f"/events/{game}", scores="shown")
    assert (event["score"]["away"], event["description"]) == (29, "The visitors won 29–17.")


def test_the_setting_of_one_viewer_does_not_change_the_answers_of_others(
    visitor: Visitor, visit: Callable[[ChannelDetails], Visitor], game: int, ids: Ids
) -> None:
    list_answers(visitor, game, ids)
    visit(visitor.channel).register().post("/watch-settings", hide_scores=True)
    assert all(has_result(answer) for answer in list_answers(visitor, game, ids).values())


def test_standings_without_scores_are_in_the_order_of_the_names(
    visitor: Visitor, game: int, ids: Ids
) -> None:
    path = f"/events-categories/{ids('category', 'boys-hockey')}/standings"
    rows = visitor.data(path, **HIDDEN)["rows"]
    names = [row["team"]["name"] for row in rows]
    assert names == sorted(names) and names[0] == "Cedar Ridge"
    assert all(row["rank"] is row["record"] is row["streak"] is None for row in rows)
    assert visitor.data(path)["rows"][0]["team"]["name"] == "Harlan Falls"


def test_an_upcoming_event_keeps_its_description(visitor: Visitor, season: ChannelDetails, ids: Ids) -> None:
    event = visitor.data(f"/events/{ids('event', 'later')}", **HIDDEN)
    assert event == {**visitor.data(f"/events/{ids('event', 'later')}"), "media": event["media"]}


def test_a_game_forfeited_before_its_start_has_no_winner(
    visitor: Visitor, season: ChannelDetails, apply: Apply, ids: Ids
) -> None:
    score = {"away": 0, "home": 0, "note": None, "ending": "forfeit", "winner": "home"}
    apply(season, events=[event_entry("later", NOON + timedelta(days=1), score=score)])
    path = f"/events/{ids('event', 'later')}"
    assert visitor.data(path)["score"]["text"] == "Forfeit"
    hidden = visitor.data(path, **HIDDEN)
    assert (hidden["score"], hidden["is_score_hidden"]) == (None, True)


def test_any_other_value_leaves_the_choice_to_the_account(visitor: Visitor, game: int) -> None:
    assert json.dumps(visitor.data(f"/events/{game}", scores="no")["score"]) != "null"
