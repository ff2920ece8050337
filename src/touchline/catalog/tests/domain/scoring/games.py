"""Builders of finished games for tests of seasons and standings."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from touchline.catalog.adapters.sports.shipped_sports import load_shipped_sports
from touchline.catalog.domain.events.event import Event
from touchline.catalog.domain.events.participants import EventSide, Participant
from touchline.catalog.domain.events.score import Score
from touchline.catalog.tests.samples import HOCKEY, build_event, build_team
from touchline.shared.ids import ParticipantId

NOW = datetime(2026, 11, 26, 18, 0, tzinfo=UTC)
SPORTS = load_shipped_sports()
SCORE_PARTS: tuple[str, ...] = ("ending", "shootout", "winner", "note")
OVERTIME: dict[str, Any] = {"ending": "overtime"}
SHOOTOUT: dict[str, Any] = {"ending": "shootout", "shootout": {"away": 1, "home": 2}}


def team(number: int, *children: Participant) -> Participant:
    """Return a team of boys' hockey that stands for the children."""
    return build_team(number, f"Team {number}", f"T{number}", category_id=HOCKEY.id, children=children)


def game(away: int, home: int, numbers: str = "", *, days_ago: int = 1, **more: Any) -> Event:
    """Return a game of two teams by their ids. `numbers` is its score, such as `2-3`; further parts of the
    score and changes of the event follow.
    """
    parts = {name: more.pop(name) for name in SCORE_PARTS if name in more}
    away_score, _, home_score = numbers.partition("-")
    score = Score.from_dict({"away": int(away_score), "home": int(home_score), **parts}) if numbers else None
    sides = (EventSide(team(ParticipantId(away))), EventSide(team(ParticipantId(home)), is_home=True))
    starts_at = NOW - timedelta(days=days_ago)
    return build_event(sides=sides, score=score, **{"starts_at": starts_at, **more})
