"""Schemas of sponsors and their reports."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from touchline.analytics.adapters.http.report_schemas import ReportPeriodSchema
from touchline.analytics.domain.sponsors.report_links import MAX_LINK_DAYS
from touchline.platform.http.schemas import Instant, NormalizedString, nullable, required_text
from touchline.shared.strings import normalize


class SponsorPeriodArgsSchema(Schema):
    """Query of a report. `from` and `to` are days in the channel's time zone; the default is 28 days."""

    lang = NormalizedString(normalize.token, load_default=None)
    first = NormalizedString(normalize.token, data_key="from", load_default=None)
    last = NormalizedString(normalize.token, data_key="to", load_default=None)


class SponsorReportArgsSchema(SponsorPeriodArgsSchema):
    """Query of the report of a sponsor. `format=csv` returns a table for spreadsheets, `pdf` a document."""

    format = fields.String(load_default="json", validate=validate.OneOf(["json", "csv", "pdf"]))


class AdFiguresSchema(Schema):
    """Numbers of pre-rolls that played, and to which part. Rates are shares of the impressions."""

    impressions = fields.Integer(required=True)
    first_quartile = fields.Integer(required=True)
    midpoint = fields.Integer(required=True)
    third_quartile = fields.Integer(required=True)
    complete = fields.Integer(required=True)
    clicks = fields.Integer(required=True)
    completion_rate = fields.Float(required=True)
    click_rate = fields.Float(required=True)


class SponsorSchema(Schema):
    """A sponsor, as its report shows it."""

    key = required_text()
    name = required_text()
    logo = nullable(fields.String)
    url = nullable(fields.String)
    is_archived = fields.Boolean(required=True)


class StudioSponsorSchema(SponsorSchema):
    """A sponsor with its contact, its daily cap and the number of its pre-rolls."""

    email = nullable(fields.String)
    daily_cap = nullable(fields.Integer)
    prerolls = fields.Integer(required=True)


class SponsorRowSchema(StudioSponsorSchema):
    """A sponsor with its figures."""

    figures = fields.Nested(AdFiguresSchema, required=True)


class SponsorListSchema(Schema):
    """The sponsors of a channel with their figures in a period."""

    span = fields.Nested(ReportPeriodSchema, required=True)
    sponsors = fields.List(fields.Nested(SponsorRowSchema), required=True)
    totals = fields.Nested(AdFiguresSchema, required=True)


class SponsorDaySchema(AdFiguresSchema):
    """Figures of one day."""

    day = required_text()


class SponsorEventSchema(AdFiguresSchema):
    """Figures of one event. `event` is its name; null if it is not shown."""

    event_id = fields.Integer(required=True)
    event = nullable(fields.String)


class SponsorEventDaySchema(SponsorEventSchema):
    """Figures of one event on one day."""

    day = required_text()


class SponsorChannelSchema(Schema):
    """The channel of a report."""

    name = required_text()
    url = required_text()


class PublicSponsorReportSchema(Schema):
    """Figures of a sponsor in a period: in total, by day, by event, and by both."""

    span = fields.Nested(ReportPeriodSchema, required=True)
    channel = fields.Nested(SponsorChannelSchema, required=True)
    sponsor = fields.Nested(SponsorSchema, required=True)
    totals = fields.Nested(AdFiguresSchema, required=True)
    days = fields.List(fields.Nested(SponsorDaySchema), required=True)
    events = fields.List(fields.Nested(SponsorEventSchema), required=True)
    rows = fields.List(fields.Nested(SponsorEventDaySchema), required=True)


class SponsorReportSchema(PublicSponsorReportSchema):
    """The report for operators, with the contact of the sponsor."""

    sponsor = fields.Nested(StudioSponsorSchema, required=True)


class SponsorLinkSchema(Schema):
    """A link to the report of a sponsor."""

    id = fields.Integer(required=True)
    label = required_text()
    created_at = Instant(required=True)
    expires_at = Instant(required=True)


class NewSponsorLinkSchema(SponsorLinkSchema):
    """A new link. Its `url` is shown once."""

    url = required_text()


class SponsorLinkArgsSchema(Schema):
    """A new link: who gets it, and for how many days it works."""

    label = NormalizedString(normalize.name, load_default="", validate=validate.Length(0, 80))
    days = fields.Integer(load_default=90, validate=validate.Range(1, MAX_LINK_DAYS))


class PublicReportArgsSchema(SponsorReportArgsSchema):
    """Body of the call: the token of a link, and the period."""

    token = NormalizedString(normalize.token, required=True, validate=validate.Length(1, 200))
