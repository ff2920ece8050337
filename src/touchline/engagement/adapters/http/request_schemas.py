"""Schemas of form requests in the studio."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from touchline.engagement.domain.form_requests import RequestStatus
from touchline.engagement.domain.request_replies import MAX_REPLY_LENGTH, ReplyFailure, ReplyState
from touchline.platform.http.paging import list_args_schema
from touchline.platform.http.schemas import Instant, NormalizedString, required_text, validate_storable
from touchline.shared.strings import normalize

_MAX_ID = 2_147_483_647
_STATUSES = [status.value for status in RequestStatus]


class RequestFilterSchema(Schema):
    """Requests to list. Missing filters select all requests.

    `assignee` is `me` for the caller's requests, or `none` for requests without an assignee. `q` is for
    words of the sender's name or email address.
    """

    form = NormalizedString(
        normalize.token, load_default=None, validate=[validate.Length(max=80), validate_storable]
    )
    status = fields.String(
        load_default=None,
        validate=validate.OneOf(_STATUSES),
        metadata={"description": "Status of the requests."},
    )
    assignee = fields.String(load_default=None, validate=validate.OneOf(["me", "none"]))
    q = NormalizedString(
        normalize.name, load_default="", validate=[validate.Length(max=100), validate_storable]
    )


RequestsArgsSchema = list_args_schema("FormRequestsArgs", limit=30, base=RequestFilterSchema)


class RequestVersionSchema(Schema):
    """Version of the request that the operator saw."""

    version = fields.Integer(required=True, strict=True, validate=validate.Range(1, _MAX_ID))


class UpdateRequestArgsSchema(RequestVersionSchema):
    """Changes of a request. Missing fields stay unchanged. An `assignee_id` of null: nobody."""

    status = fields.String(validate=validate.OneOf(_STATUSES))
    assignee_id = fields.Integer(allow_none=True, strict=True, validate=validate.Range(1, _MAX_ID))


class ReplyArgsSchema(RequestVersionSchema):
    """Answer to a request. With `close`, the request is closed."""

    text = NormalizedString(
        normalize.free_text,
        required=True,
        validate=[validate.Length(max=MAX_REPLY_LENGTH), validate_storable],
    )
    close = fields.Boolean(load_default=False)


class RequestOperatorSchema(Schema):
    """Operator who handles requests. The name is empty after the account was closed."""

    account_id = fields.Integer(required=True)
    name = fields.String(required=True)


class RequestRowSchema(Schema):
    """Request of a viewer or a visitor, with the beginning of its longest answer.

    `sender_name` and `sender_email` are empty if the form does not ask for them.
    """

    id = fields.Integer(required=True)
    version = fields.Integer(required=True)
    form = fields.String(required=True)
    form_title = required_text()
    sender_name = fields.String(required=True)
    sender_email = fields.String(required=True)
    excerpt = fields.String(required=True)
    created_at = Instant(required=True)
    status = fields.String(required=True, validate=validate.OneOf(_STATUSES))
    assignee = fields.Nested(RequestOperatorSchema, required=True, allow_none=True)


class RequestAnswerSchema(Schema):
    """Question of the form, in the caller's language, with the sender's answer."""

    question = fields.String(required=True)
    answer = fields.String(required=True)


class RequestReplySchema(Schema):
    """Answer of an operator, sent by email.

    `failure` is why the email was not sent, or why it waits: the mail server rejected it, or did not respond.
    """

    id = fields.Integer(required=True)
    author = fields.String(required=True)
    text = required_text()
    created_at = Instant(required=True)
    state = fields.String(required=True, validate=validate.OneOf([state.value for state in ReplyState]))
    failure = fields.String(
        required=True, allow_none=True, validate=validate.OneOf([failure.value for failure in ReplyFailure])
    )
    sent_at = Instant(required=True, allow_none=True)


class FormRequestSchema(RequestRowSchema):
    """Request with all answers and replies. `recipient` is the address for replies, or empty."""

    recipient = fields.String(required=True)
    answers = fields.List(fields.Nested(RequestAnswerSchema), required=True)
    replies = fields.List(fields.Nested(RequestReplySchema), required=True)


class RequestFormSchema(Schema):
    """Form of the channel, or a deleted form that has requests, with its number of requests."""

    alias = fields.String(required=True)
    title = required_text()
    requests = fields.Integer(required=True)


class RequestFiltersSchema(Schema):
    """Forms to filter by, and operators who can be assigned."""

    forms = fields.List(fields.Nested(RequestFormSchema), required=True)
    operators = fields.List(fields.Nested(RequestOperatorSchema), required=True)
