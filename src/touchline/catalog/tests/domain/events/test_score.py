"""Scores: what each ending of a game needs."""

from __future__ import annotations

from typing import Any

import pytest

from touchline.catalog.domain.events.score import Score, ScoreError
from touchline.catalog.tests.samples import build_event

SHOOTOUT = {"ending": "shootout", "shootout": {"away": 3, "home": 2}}


@pytest.mark.parametrize(
    "parts", [{}, {"ending": "overtime"}, SHOOTOUT, {"ending": "forfeit", "winner": "home"}]
)
def test_a_score_survives_as_plain_values(parts: dict[str, Any]) -> None:
    score = Score.from_dict({"away": 2, "home": 2, **parts})
    assert Score.from_dict(score.to_dict()) == score
    assert score.to_dict().items() >= parts.items()


@pytest.mark.parametrize(
    ("parts", "field", "message"),
    [
        ({"winner": "home"}, "winner", "only for a forfeit"),
        ({"ending": "forfeit"}, "winner", "which side won"),
        ({"ending": "overtime", "shootout": {"away": 1, "home": 0}}, "shootout", "needs `ending: shootout`"),
        ({**SHOOTOUT, "home": 3}, "ending", "the score before the shootout"),
        ({"ending": "shootout"}, "shootout", "is missing"),
        ({"ending": "shootout", "shootout": {"away": 2, "home": 2}}, "shootout", "is a tie"),
    ],
)
def test_a_score_that_contradicts_itself_is_refused_at_its_field(
    parts: dict[str, Any], field: str, message: str
) -> None:
    with pytest.raises(ScoreError, match=message) as error:
        Score.from_dict({"away": 2, "home": 2, **parts})
    assert error.value.field == field


def test_teams_meet_at_a_neutral_site_rather_than_at_home() -> None:
    final = build_event(is_neutral_site=True)
    assert final.get_name("en", "en") == "Harlan Falls vs. Cedar Ridge"
    assert final.get_short_name("fr", "en") == "HRF c. CDR"
