"""Schemas of timelines."""

from __future__ import annotations

from typing import Any

from marshmallow import Schema, ValidationError, fields, post_load, validate, validates_schema

from touchline.catalog.adapters.http.events.event_schemas import ScoreSchema
from touchline.catalog.domain.events.score import Ending, Winner
from touchline.catalog.domain.scoring.moments import MomentKind
from touchline.catalog.domain.scoring.scoreboard import Phase
from touchline.catalog.domain.scoring.scorer_links import PIN_DIGITS
from touchline.catalog.domain.scoring.sport import ClockDirection, ScoringMethod
from touchline.catalog.domain.scoring.timeline import (
    MAX_CLOCK_SECONDS,
    MAX_POINTS,
    MAX_SCORE,
    MAX_TEXT_LENGTH,
    REQUIRED_FIELDS,
    EntryKind,
    Half,
    Side,
    TimelineEntry,
)
from touchline.platform.http.schemas import Instant, NormalizedString, nullable, required_text
from touchline.shared.strings import normalize
from touchline.shared.strings.validation import INPUT_REQUIRED

MAX_REVISION = 2**31 - 1
MAX_MS = 2**53 - 1
MAX_BATCH = 500
MAX_PERIOD = 99
MAX_TOKEN_LENGTH = 64
KEY_PATTERN = "[a-z0-9-]{1,60}"


def one_of(values: Any) -> validate.OneOf:
    """Return the check for the values of an enumeration."""
    return validate.OneOf([value.value for value in values])


def pair(**options: Any) -> fields.List[Any]:
    """Return the field of a value of the away side and one of the home side."""
    number = fields.Integer(validate=validate.Range(0, MAX_SCORE))
    return fields.List(number, validate=validate.Length(equal=2), **options)


class TimelineEntrySchema(Schema):
    """Entry of a timeline. `id` is a UUID of the author's choice, and `at_ms` is when it happened. The other
    fields depend on `kind`.
    """

    id = fields.UUID(required=True)
    kind = fields.String(required=True, validate=one_of(EntryKind))
    at_ms = fields.Integer(required=True, validate=validate.Range(0, MAX_MS))
    side = fields.String(validate=one_of(Side))
    points = fields.Integer(validate=validate.Range(-MAX_POINTS, MAX_POINTS))
    type = fields.String(validate=validate.Regexp(KEY_PATTERN + r"\Z"))
    period = fields.Integer(validate=validate.Range(1, MAX_PERIOD))
    half = fields.String(validate=one_of(Half))
    seconds = fields.Integer(validate=validate.Range(0, MAX_CLOCK_SECONDS))
    score = pair()
    sets = pair()
    text = NormalizedString(normalize.name, validate=validate.Length(max=MAX_TEXT_LENGTH))
    winner = fields.String(validate=one_of(Winner))
    target = fields.UUID()
    moved_to_ms = fields.Integer(validate=validate.Range(0, MAX_MS))


class NewEntrySchema(TimelineEntrySchema):
    """Entry to add to a timeline."""

    @validates_schema
    def check_fields(self, data: dict[str, Any], **_: Any) -> None:
        """Raise `ValidationError` for a field that entries of this kind need."""
        for name in REQUIRED_FIELDS.get(EntryKind(data["kind"]), ()) if "kind" in data else ():
            if data.get(name) in (None, ""):
                raise ValidationError(INPUT_REQUIRED, name)

    @post_load
    def build(self, data: dict[str, Any], **_: Any) -> TimelineEntry:
        """Return the entry."""
        return _to_entry(data)


def _to_entry(data: dict[str, Any]) -> TimelineEntry:
    values = {name: str(value) if name == "target" else value for name, value in data.items()}
    return TimelineEntry.create(str(data["id"]), data["kind"], data["at_ms"], "", values)


class StoredEntrySchema(TimelineEntrySchema):
    """Entry of a timeline, with its author and the revision that it made."""

    revision = fields.Integer(required=True)
    author = required_text()


class AddEntriesSchema(Schema):
    """Entries to add, at most 500. The response has the entries with a revision above `after`."""

    entries = fields.List(
        fields.Nested(NewEntrySchema), required=True, validate=validate.Length(max=MAX_BATCH)
    )
    after = fields.Integer(load_default=0, validate=validate.Range(0, MAX_REVISION))


class TimelineUpdateSchema(Schema):
    """Entries of a timeline. `source` is the system that keeps the score now, null if scorers do. `now_ms` is
    the server's clock.
    """

    now_ms = fields.Integer(required=True)
    source = nullable(fields.String)
    entries = fields.List(fields.Nested(StoredEntrySchema), required=True)


class SportPeriodSchema(Schema):
    """Names of a period, and of the break after it."""

    name = required_text()
    short_name = required_text()
    break_name = required_text()


class SportOvertimeSchema(Schema):
    """Overtime. `{number}` in a name is its number, `{period}` the number of the period."""

    name = required_text()
    short_name = required_text()
    seconds = nullable(fields.Integer)
    max_count = nullable(fields.Integer)


class SportShootoutSchema(Schema):
    """Names of a shootout."""

    name = required_text()
    short_name = required_text()


class SportSetsSchema(Schema):
    """When a set ends, and how many sets win the game."""

    to_win = fields.Integer(required=True)
    points = fields.Integer(required=True)
    last_points = fields.Integer(required=True)
    margin = fields.Integer(required=True)


class SportScoreSchema(Schema):
    """A way to score."""

    key = required_text()
    name = required_text()
    points = fields.Integer(required=True)


class SportMomentSchema(Schema):
    """A moment without points."""

    key = required_text()
    name = required_text()


class SportSchema(Schema):
    """Sport of an event, as its scorer needs it. Lengths are in seconds."""

    key = required_text()
    name = required_text()
    scoring = fields.String(required=True, validate=one_of(ScoringMethod))
    clock_direction = fields.String(required=True, validate=one_of(ClockDirection))
    has_halves = fields.Boolean(required=True)
    can_tie = fields.Boolean(required=True)
    period_seconds = nullable(fields.Integer)
    periods = fields.List(fields.Nested(SportPeriodSchema), required=True)
    overtime = fields.Nested(SportOvertimeSchema, required=True, allow_none=True)
    shootout = fields.Nested(SportShootoutSchema, required=True, allow_none=True)
    sets = fields.Nested(SportSetsSchema, required=True, allow_none=True)
    scores = fields.List(fields.Nested(SportScoreSchema), required=True)
    moments = fields.List(fields.Nested(SportMomentSchema), required=True)


class ScoredTeamSchema(Schema):
    """Team of a game, the away team first. Colors are `#rrggbb`."""

    name = required_text()
    short_name = required_text()
    color = nullable(fields.String)
    color_2 = nullable(fields.String)


class ScoredEventSchema(Schema):
    """Event whose score is kept. `teams` is empty if it is not a game."""

    id = fields.Integer(required=True)
    name = required_text()
    starts_at = Instant(required=True)
    teams = fields.List(fields.Nested(ScoredTeamSchema), required=True)


class ScorerTimelineSchema(TimelineUpdateSchema):
    """Timeline of an event for its scorers."""

    event = fields.Nested(ScoredEventSchema, required=True)
    sport = fields.Nested(SportSchema, required=True)


class ScorerLinkSchema(Schema):
    """Scorer link of an event, and the names of the scorers who entered with it."""

    expires_at = Instant(required=True)
    scorers = fields.List(fields.String(), required=True)


class NewScorerLinkSchema(Schema):
    """New scorer link. `url` and `pin` are shown once; `qr` is an SVG of `url`."""

    url = required_text()
    pin = required_text()
    qr = required_text()
    expires_at = Instant(required=True)


class ScorerLoginSchema(Schema):
    """Token of a scorer link, its PIN, and the name of the scorer."""

    token = NormalizedString(normalize.token, required=True, validate=validate.Length(min=1, max=64))
    pin = fields.String(required=True, validate=validate.Regexp(rf"\d{{{PIN_DIGITS}}}\Z"))
    name = NormalizedString(normalize.name, required=True, validate=validate.Length(min=1, max=40))


class ScorerSessionSchema(Schema):
    """Token of a scorer's session, for the header `Touchline-Scorer`."""

    session_token = required_text()


class GameClockSchema(Schema):
    """Clock of a game: what it showed at `since_ms`. It runs from then, or is stopped."""

    shown_ms = fields.Integer(required=True)
    since_ms = fields.Integer(required=True)
    is_running = fields.Boolean(required=True)


class SnapshotSchema(Schema):
    """Scoreboard from `at_ms` until the next snapshot. Pairs have the away side first.

    `points` are those of the current set in a sport of sets, and `sets` those won. `label` names the period
    or break.
    """

    at_ms = fields.Integer(required=True)
    phase = fields.String(required=True, validate=one_of(Phase))
    period = fields.Integer(required=True)
    half = nullable(fields.String, validate=one_of(Half))
    label = required_text()
    clock = fields.Nested(GameClockSchema, required=True, allow_none=True)
    points = pair(required=True)
    sets = pair(required=True, allow_none=True)
    shootout = pair(required=True, allow_none=True)
    ending = nullable(fields.String, validate=one_of(Ending))


class KeyMomentSchema(Schema):
    """Key moment of an event, with the score after it."""

    id = required_text()
    at_ms = fields.Integer(required=True)
    kind = fields.String(required=True, validate=one_of(MomentKind))
    name = required_text()
    text = required_text()
    side = nullable(fields.String, validate=one_of(Side))
    label = required_text()
    points = pair(required=True)
    sets = pair(required=True, allow_none=True)
    is_big = fields.Boolean(required=True)


class TimelineArgsSchema(Schema):
    """What to leave out of a timeline: what was known at revision `after`, what happened later than
    `until_ms`. `token` opens a private event.
    """

    token = NormalizedString(normalize.token, load_default="", validate=validate.Length(max=MAX_TOKEN_LENGTH))
    after = fields.Integer(load_default=0, validate=validate.Range(0, MAX_REVISION))
    until_ms = fields.Integer(load_default=None, validate=validate.Range(0, MAX_MS))


class ClockAnchorSchema(Schema):
    """Position in a recording, and the time at which it was live."""

    position_ms = fields.Integer(required=True)
    at_ms = fields.Integer(required=True)


class TimelineSchema(Schema):
    """Scoreboards of an event over time, and its key moments.

    With `after`, drop everything from `replaces_from_ms` on, then add what the response has. Null means that
    nothing has changed.
    """

    event_id = fields.Integer(required=True)
    revision = fields.Integer(required=True)
    sport = required_text()
    scoring = fields.String(required=True, validate=one_of(ScoringMethod))
    clock_direction = fields.String(required=True, validate=one_of(ClockDirection))
    recording = fields.List(fields.Nested(ClockAnchorSchema), required=True, allow_none=True)
    replaces_from_ms = nullable(fields.Integer)
    snapshots = fields.List(fields.Nested(SnapshotSchema), required=True)
    moments = fields.List(fields.Nested(KeyMomentSchema), required=True)


class LiveScoreSchema(Schema):
    """Current score of an event that is on."""

    event_id = fields.Integer(required=True)
    score = fields.Nested(ScoreSchema, required=True)
