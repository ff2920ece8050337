"""Schemas of score feeds."""

from __future__ import annotations

from typing import Any

from marshmallow import Schema, ValidationError, fields, validate, validates_schema

from touchline.catalog.adapters.http.scoring.timeline_schemas import MAX_MS, MAX_PERIOD, one_of, pair
from touchline.catalog.domain.scoring.timeline import MAX_CLOCK_SECONDS, MAX_SCORE, Half
from touchline.platform.http.schemas import NormalizedString
from touchline.shared.strings import normalize
from touchline.shared.strings.validation import INPUT_REQUIRED


class FeedStateSchema(Schema):
    """State of a scoreboard, from a system that keeps the score. Leave out what the system does not know.

    `source` is the name of the system. `at_ms` is when the state was read; without it, now. In a sport of
    sets, `away` and `home` are the points of the current set.
    """

    source = NormalizedString(normalize.name, required=True, validate=validate.Length(min=1, max=40))
    at_ms = fields.Integer(validate=validate.Range(0, MAX_MS))
    away = fields.Integer(validate=validate.Range(0, MAX_SCORE))
    home = fields.Integer(validate=validate.Range(0, MAX_SCORE))
    sets = pair()
    period = fields.Integer(validate=validate.Range(1, MAX_PERIOD))
    half = fields.String(validate=one_of(Half))
    clock_seconds = fields.Integer(validate=validate.Range(0, MAX_CLOCK_SECONDS))
    is_clock_running = fields.Boolean()
    is_final = fields.Boolean(load_default=False)

    @validates_schema
    def check_score(self, data: dict[str, Any], **_: Any) -> None:
        """Raise `ValidationError` if one side has a score and the other has none."""
        for name, other in (("away", "home"), ("home", "away")):
            if name in data and other not in data:
                raise ValidationError(INPUT_REQUIRED, other)


class TimelineRevisionSchema(Schema):
    """Revision of a timeline."""

    revision = fields.Integer(required=True)


def _text(name: str, example: str) -> fields.Raw:
    """Return the field of a text that another system sends under this name."""
    return fields.Raw(data_key=name, metadata={"type": "string", "example": example})


class _SystemStateSchema(Schema):
    """State in the format of another system. `score_systems` reads it: its names and types vary."""

    def load(self, data: Any, **_options: Any) -> Any:
        """Return the body as it is."""
        return data


class ScoreSightStateSchema(_SystemStateSchema):
    """Fields that ScoreSight reads, as texts by name. *JSON (Full)*, a list of fields with `name`, `text` and
    `state`, is also accepted.
    """

    home_score = _text("Home Score", "3")
    away_score = _text("Away Score", "2")
    time = _text("Time", "7:11")
    period = _text("Period", "2nd")
    home_sets = _text("Home Sets", "1")
    away_sets = _text("Away Sets", "0")


class DaktronicsStateSchema(_SystemStateSchema):
    """Fields of a Daktronics console by name. Other spellings of the names are also accepted."""

    home_team_score = _text("Home Team Score", "3")
    guest_team_score = _text("Guest Team Score", "2")
    main_clock_time = _text("Main Clock Time (mm:ss/ss.t)", "7:11")
    main_clock_stopped = _text("Main Clock Stopped", "s")
    period = _text("Period", "2")
    period_text = _text("Period Text", "2nd")
    home_games_won = _text("Home Games Won", "1")
    guest_games_won = _text("Guest Games Won", "0")
    home_at_bat = _text("Home At Bat Indicator", ">")
    guest_at_bat = _text("Guest At Bat Indicator", "")
