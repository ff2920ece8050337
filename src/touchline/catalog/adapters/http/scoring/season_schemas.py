"""Schemas of seasons, games between two teams, and standings."""

from __future__ import annotations

from typing import Any

from marshmallow import Schema, fields, validate

from touchline.catalog.adapters.http.schemas import (
    EventCategorySchema,
    ParticipantGroupSchema,
    ParticipantSummarySchema,
)
from touchline.catalog.domain.scoring.season import Outcome
from touchline.platform.http.schemas import nullable, required_text

_OUTCOMES = validate.OneOf([outcome.value for outcome in Outcome])


class SeasonGameSchema(Schema):
    """Game from the view of a team. Its result has the team's own score first."""

    event_id = fields.Integer(required=True)
    name = required_text()
    label = required_text()
    event_utc_ts = fields.Integer(required=True)
    is_time_known = fields.Boolean(required=True)
    time_zone = required_text()
    is_home = fields.Boolean(required=True)
    is_neutral_site = fields.Boolean(required=True)
    opponent = fields.Nested(ParticipantSummarySchema, required=True)
    outcome = nullable(fields.String, validate=_OUTCOMES)
    text = nullable(fields.String)


class SeasonRecordSchema(Schema):
    """Counted results. `lost` has no overtime losses if the sport counts them apart."""

    played = fields.Integer(required=True)
    won = fields.Integer(required=True)
    lost = fields.Integer(required=True)
    tied = fields.Integer(required=True)
    overtime_losses = nullable(fields.Integer)
    points = nullable(fields.Integer)
    win_share = fields.Float(required=True)
    scored = fields.Integer(required=True)
    allowed = fields.Integer(required=True)
    text = required_text()


class StreakSchema(Schema):
    """Same outcome in the last games."""

    outcome = fields.String(required=True, validate=_OUTCOMES)
    count = fields.Integer(required=True)
    text = required_text()


def _record_field() -> fields.Nested:
    return fields.Nested(SeasonRecordSchema, required=True, allow_none=True)


def _streak_field() -> fields.Nested:
    return fields.Nested(StreakSchema, required=True, allow_none=True)


def _games_field() -> fields.List[Any]:
    return fields.List(fields.Nested(SeasonGameSchema), required=True)


class SeasonSchema(Schema):
    """Current season: the days from the last August 1 in the channel's time zone."""

    start_date = required_text()
    end_date = required_text()


class OpponentRecordSchema(Schema):
    """Opponent of the season, and the record against it."""

    opponent = fields.Nested(ParticipantSummarySchema, required=True)
    record = _record_field()


class TeamSeasonSchema(SeasonSchema):
    """Season of a team in its competition. Games of the teams that it stands for are its own."""

    team = fields.Nested(ParticipantSummarySchema, required=True)
    record = _record_field()
    streak = _streak_field()
    results = _games_field()
    next_games = _games_field()
    opponents = fields.List(fields.Nested(OpponentRecordSchema), required=True)


class HeadToHeadSchema(SeasonSchema):
    """Games of a team against another one."""

    team = fields.Nested(ParticipantSummarySchema, required=True)
    opponent = fields.Nested(ParticipantSummarySchema, required=True)
    season_record = _record_field()
    record = _record_field()
    results = _games_field()
    next_games = _games_field()


class GroupTeamSeasonSchema(Schema):
    """Season of a team of a school."""

    team = fields.Nested(ParticipantSummarySchema, required=True)
    record = _record_field()
    streak = _streak_field()
    next_game = fields.Nested(SeasonGameSchema, required=True, allow_none=True)


class GroupSeasonSchema(SeasonSchema):
    """Season of the teams of a school, and of the co-ops that they are part of."""

    group = fields.Nested(ParticipantGroupSchema, required=True)
    teams = fields.List(fields.Nested(GroupTeamSeasonSchema), required=True)


class StandingSchema(Schema):
    """Row of standings. Teams that are equal share a rank."""

    rank = nullable(fields.Integer)
    team = fields.Nested(ParticipantSummarySchema, required=True)
    record = _record_field()
    streak = _streak_field()


class StandingsSchema(SeasonSchema):
    """Standings of a category, and which numbers its sport counts."""

    category = fields.Nested(EventCategorySchema, required=True)
    has_points = fields.Boolean(required=True)
    has_ties = fields.Boolean(required=True)
    has_overtime_losses = fields.Boolean(required=True)
    rows = fields.List(fields.Nested(StandingSchema), required=True)
