"""Sports of a channel: periods, clock, ways to score, moments and points in the standings."""

from __future__ import annotations

from typing import Any

from marshmallow import ValidationError, validates_schema

from touchline.catalog.domain.scoring.sport import ClockDirection, ScoringMethod
from touchline.catalog.domain.scoring.sport_parser import SportError, parse_sport
from touchline.front.packs.schemas.base import PackSchema
from touchline.front.packs.schemas.fields import BooleanField, ChoiceField, IntegerField, KeyField
from touchline.front.packs.schemas.nested_fields import ListField, NestedField
from touchline.front.packs.schemas.text_fields import LocalizedTextField

MAX_NAME_LENGTH = 60
MAX_PERIOD_MINUTES = 600


def _name_field(**rest: Any) -> LocalizedTextField:
    return LocalizedTextField(max_length=MAX_NAME_LENGTH, **rest)


class PeriodSchema(PackSchema):
    """A period of regulation, and the break after it."""

    name = _name_field()
    short_name = _name_field(default=None)
    break_name = _name_field(default=None)


class OvertimeSchema(PackSchema):
    """What follows a tie after regulation."""

    name = _name_field()
    short_name = _name_field(default=None)
    result = _name_field(default=None)
    minutes = IntegerField(1, MAX_PERIOD_MINUTES, default=None)
    max_count = IntegerField(1, 100, default=None)


class ShootoutRulesSchema(PackSchema):
    """A shootout."""

    name = _name_field()
    short_name = _name_field(default=None)
    result = _name_field(default=None)
    counts_as_tie = BooleanField(default=False)


class SetRulesSchema(PackSchema):
    """When a set, and with it the game, is won."""

    to_win = IntegerField(1, 10)
    points = IntegerField(1, 1000)
    last_points = IntegerField(1, 1000)
    margin = IntegerField(1, 100, default=2)


class ScoreTypeSchema(PackSchema):
    """A way to score."""

    key = KeyField()
    name = _name_field()
    points = IntegerField(1, 1000)
    is_moment = BooleanField(default=False)


class MomentTypeSchema(PackSchema):
    """A moment without points."""

    key = KeyField()
    name = _name_field()
    is_big = BooleanField(default=False)


class StandingsSchema(PackSchema):
    """The points of a result in the standings."""

    win = IntegerField(0, 100)
    tie = IntegerField(0, 100)
    loss = IntegerField(0, 100)
    overtime_win = IntegerField(0, 100)
    overtime_loss = IntegerField(0, 100)
    forfeit_loss = IntegerField(-100, 100, default=0)


class SportSchema(PackSchema):
    """A sport of the channel. It replaces a sport of Touchline that has the same key."""

    key = KeyField()
    name = _name_field()
    scoring = ChoiceField(*ScoringMethod, default=ScoringMethod.POINTS.value)
    clock = ChoiceField(*ClockDirection, default=ClockDirection.NONE.value)
    period_minutes = IntegerField(1, MAX_PERIOD_MINUTES, default=None)
    has_halves = BooleanField(default=False)
    periods = ListField(NestedField(PeriodSchema), max_items=50)
    overtime = NestedField(OvertimeSchema, default=None)
    shootout = NestedField(ShootoutRulesSchema, default=None)
    sets = NestedField(SetRulesSchema, default=None)
    can_tie = BooleanField(default=False)
    scores = ListField(NestedField(ScoreTypeSchema), max_items=20)
    moments = ListField(NestedField(MomentTypeSchema), max_items=40)
    standings = NestedField(StandingsSchema, default=None)

    @validates_schema
    def check_rules(self, data: dict[str, Any], **_: Any) -> None:
        """Require that the rules agree."""
        try:
            parse_sport(data)
        except SportError as error:
            raise ValidationError(str(error), error.field) from None
