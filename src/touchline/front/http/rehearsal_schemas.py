"""Schemas of rehearsals."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from touchline.front.rehearsal.rehearsal import (
    DEFAULT_SECONDS,
    MAX_SECONDS,
    MIN_SECONDS,
    RehearsalState,
    StepName,
    StepState,
)
from touchline.platform.http.schemas import Instant, nullable, required_text


class RehearsalArgsSchema(Schema):
    """Body of `POST /studio/rehearsals`."""

    seconds = fields.Integer(load_default=DEFAULT_SECONDS, validate=validate.Range(MIN_SECONDS, MAX_SECONDS))
    with_purchase = fields.Boolean(load_default=True)


class RehearsalStepSchema(Schema):
    """A step of a rehearsal. `text` is the English sentence of `code` and `params`."""

    name = fields.String(required=True, validate=validate.OneOf([name.value for name in StepName]))
    state = fields.String(required=True, validate=validate.OneOf([state.value for state in StepState]))
    duration_ms = nullable(fields.Integer)
    code = required_text()
    text = required_text()
    params = fields.Dict(keys=fields.String(), required=True)


class RehearsalSchema(Schema):
    """A rehearsal with the state of its steps. Its event exists while `event_id` is set."""

    id = fields.Integer(required=True)
    state = fields.String(required=True, validate=validate.OneOf([state.value for state in RehearsalState]))
    started_by = required_text()
    created_at = Instant(required=True)
    finished_at = nullable(Instant)
    seconds = fields.Integer(required=True)
    with_purchase = fields.Boolean(required=True)
    event_id = nullable(fields.Integer)
    is_stop_requested = fields.Boolean(required=True)
    is_removed = fields.Boolean(required=True)
    steps = fields.List(fields.Nested(RehearsalStepSchema), required=True)
