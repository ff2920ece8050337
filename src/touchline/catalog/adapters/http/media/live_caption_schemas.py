"""Schemas of live captions."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from touchline.catalog.application.live_captions.post_captions import MAX_CAPTIONS
from touchline.platform.http.schemas import Instant, NormalizedString, nullable, required_text
from touchline.shared.strings import normalize

MAX_RAW_LENGTH = 2000
MAX_SEQUENCE = 2_147_483_647
MAX_LANGUAGE_LENGTH = 35


def _language() -> NormalizedString:
    return NormalizedString(
        normalize.token, load_default="", validate=validate.Length(max=MAX_LANGUAGE_LENGTH)
    )


class SentCaptionSchema(Schema):
    """A caption. Without `starts_at` it begins now; without `ends_at` it ends with the next one, or after
    6 s at the latest.

    A caption with an `id` replaces the earlier one with it: for programs that send text while it grows.
    """

    text = NormalizedString(normalize.free_text, required=True, validate=validate.Length(max=MAX_RAW_LENGTH))
    starts_at = fields.AwareDateTime()
    ends_at = fields.AwareDateTime()
    id = NormalizedString(normalize.token, validate=validate.Length(1, 60))


class CaptionCallSchema(Schema):
    """Captions of a language. Without `language` it is the event's first one."""

    language = _language()
    captions = fields.List(
        fields.Nested(SentCaptionSchema), required=True, validate=validate.Length(1, MAX_CAPTIONS)
    )


class CaptionFeedArgsSchema(Schema):
    """What caption software adds to the address: the language, and the number of the call."""

    lang = _language()
    seq = fields.Integer(validate=validate.Range(0, MAX_SEQUENCE))


class CaptionReceiptSchema(Schema):
    """Captions that were taken."""

    language = required_text()
    count = fields.Integer(required=True)
    received_at = Instant(required=True)


class CaptionLanguagesArgsSchema(Schema):
    """Languages in which an event has live captions, the first one first."""

    languages = fields.List(
        NormalizedString(normalize.token, validate=validate.Length(2, MAX_LANGUAGE_LENGTH)),
        required=True,
        validate=validate.Length(max=MAX_CAPTIONS),
    )


class CaptionLanguageStateSchema(Schema):
    """A language of an event's live captions, and what has arrived in it."""

    language = required_text()
    name = required_text()
    count = fields.Integer(required=True)
    received_at = nullable(Instant)
    delay_ms = nullable(fields.Integer)
