"""Shapes of the reports (docs/how-to/read-the-reports.md says what each figure means)."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from touchline.analytics.application.reports.queries import Comparison
from touchline.platform.http.schemas import NormalizedString, nullable, required_text
from touchline.platform.http.validation_messages import EnumField
from touchline.shared.strings import normalize

CONTENT_PATTERN = r"^(event|vod|clip):[0-9]{1,10}(?!\n)$"


class ReportArgsSchema(Schema):
    """Query of a report without days. `format=csv` has it as a table for spreadsheets."""

    lang = NormalizedString(normalize.token, load_default=None)
    format = fields.String(load_default="json", validate=validate.OneOf(["json", "csv"]))


class PeriodArgsSchema(ReportArgsSchema):
    """Query of a report of days. `from` and `to` are days of the channel's, both belong to it; the last 28
    where they are not said, 400 at most. `compare`: with as many days before (`before`), with the same
    weekdays a year before (`year`), with none."""

    first = NormalizedString(normalize.token, data_key="from", load_default=None)
    last = NormalizedString(normalize.token, data_key="to", load_default=None)
    compare = EnumField(Comparison, load_default=Comparison.BEFORE)


class QualityArgsSchema(PeriodArgsSchema):
    """Query of the report of quality; `thing` as in `event:12`, `vod:3`."""

    thing = fields.String(load_default=None, validate=validate.Regexp(CONTENT_PATTERN))


class ReportPeriodSchema(Schema):
    """Which days a report tells of, in which time zone (IANA)."""

    first = NormalizedString(normalize.token, data_key="from", attribute="from", required=True)
    to = required_text()
    time_zone = required_text()
    days = fields.Integer(required=True)


class RealtimeItemSchema(Schema):
    """What is being watched; `kind` is event, vod or clip."""

    kind = required_text()
    id = fields.Integer(required=True)
    name = required_text()
    viewers = fields.Integer(required=True)


class RealtimeMinuteSchema(Schema):
    """A minute and who watched in it."""

    at = required_text()
    viewers = fields.Integer(required=True)


class RealtimeReportSchema(Schema):
    """Who is watching at this moment."""

    at = required_text()
    viewers = fields.Integer(required=True)
    things = fields.List(fields.Nested(RealtimeItemSchema), required=True)
    minutes = fields.List(fields.Nested(RealtimeMinuteSchema), required=True)


class ReportTotalsSchema(Schema):
    """A span in numbers."""

    sessions = fields.Integer(required=True)
    page_visits = fields.Integer(required=True)
    views = fields.Integer(required=True)
    minutes = fields.Float(required=True)
    viewers = fields.Integer(required=True)


class AudienceDaySchema(Schema):
    """A day of the channel's."""

    day = required_text()
    views = fields.Integer(required=True)
    minutes = fields.Float(required=True)


class OverviewDaySchema(AudienceDaySchema):
    """A day of the span; `left_out` counts doubtful reports, which no figure has."""

    left_out = fields.Integer(required=True)


class OverviewReportSchema(Schema):
    """How much was watched; the members of the time before are null without a comparison. `left_out` counts
    doubtful reports, which no figure has."""

    span = fields.Nested(ReportPeriodSchema, required=True)
    before_span = fields.Nested(ReportPeriodSchema, required=True, allow_none=True)
    totals = fields.Nested(ReportTotalsSchema, required=True)
    before = fields.Nested(ReportTotalsSchema, required=True, allow_none=True)
    days = fields.List(fields.Nested(OverviewDaySchema), required=True)
    before_days = fields.List(fields.Nested(AudienceDaySchema), required=True, allow_none=True)
    left_out = fields.Integer(required=True)


class BreakdownRowSchema(Schema):
    """What was watched of one thing, or by one part of the viewers; `share` is of all minutes. `starts_at` is
    said of events."""

    key = required_text()
    id = nullable(fields.Integer)
    name = required_text()
    starts_at = nullable(fields.String)
    views = fields.Integer(required=True)
    minutes = fields.Float(required=True)
    share = fields.Float(required=True)
    before_views = nullable(fields.Integer)
    before_minutes = nullable(fields.Float)


class BreakdownReportSchema(Schema):
    """What was watched, in rows."""

    span = fields.Nested(ReportPeriodSchema, required=True)
    rows = fields.List(fields.Nested(BreakdownRowSchema), required=True)
    left_out = fields.Integer(required=True)


class StartupBucketSchema(Schema):
    """Views that began within 100 ms from `from_ms` on; the last step has no end."""

    from_ms = fields.Integer(required=True)
    views = fields.Integer(required=True)


class StartupSchema(Schema):
    """How long it took from the press of play to the first picture."""

    median_ms = nullable(fields.Integer)
    p95_ms = nullable(fields.Integer)
    steps = fields.List(fields.Nested(StartupBucketSchema), required=True)


class StallsSchema(Schema):
    """How often and how long it stood; `per_hour` of viewing."""

    views = fields.Integer(required=True)
    share = fields.Float(required=True)
    count = fields.Integer(required=True)
    seconds = fields.Float(required=True)
    per_hour = nullable(fields.Float)


class BitrateSchema(Schema):
    """In kbit/s, weighed by the time it was watched in."""

    median = nullable(fields.Integer)


class FailuresSchema(Schema):
    """Views that failed."""

    views = fields.Integer(required=True)
    share = fields.Float(required=True)


class FaultSideSchema(Schema):
    """What went wrong on one side: viewer, delivery, source or unknown."""

    side = required_text()
    stalls = fields.Integer(required=True)
    seconds = fields.Float(required=True)
    failures = fields.Integer(required=True)


class QualityDaySchema(Schema):
    """A day; `startup_ms` is the mean."""

    day = required_text()
    startup_ms = nullable(fields.Integer)
    stalls = fields.Integer(required=True)
    failures = fields.Integer(required=True)


class PreviousQualitySchema(Schema):
    """The time before."""

    startup_median_ms = nullable(fields.Integer)
    stall_share = fields.Float(required=True)
    failure_share = fields.Float(required=True)


class QualityReportSchema(Schema):
    """How it played."""

    span = fields.Nested(ReportPeriodSchema, required=True)
    views = fields.Integer(required=True)
    startup = fields.Nested(StartupSchema, required=True)
    stalls = fields.Nested(StallsSchema, required=True)
    bitrate = fields.Nested(BitrateSchema, required=True)
    failures = fields.Nested(FailuresSchema, required=True)
    sides = fields.List(fields.Nested(FaultSideSchema), required=True)
    days = fields.List(fields.Nested(QualityDaySchema), required=True)
    before = fields.Nested(PreviousQualitySchema, required=True, allow_none=True)
    left_out = fields.Integer(required=True)


class SalesTotalsSchema(Schema):
    """`orders` are paid charges. Money is a decimal string in major units."""

    orders = fields.Integer(required=True)
    gross = required_text()
    refunds = required_text()
    net = required_text()


class SalesDaySchema(Schema):
    """A day."""

    day = required_text()
    orders = fields.Integer(required=True)
    gross = required_text()
    refunds = required_text()


class SalesRowSchema(SalesTotalsSchema):
    """What one product brought; `type` is event, package or subscription."""

    type = required_text()
    id = fields.Integer(required=True)
    name = required_text()


class SalesReportSchema(Schema):
    """What was sold."""

    span = fields.Nested(ReportPeriodSchema, required=True)
    currency = required_text()
    totals = fields.Nested(SalesTotalsSchema, required=True)
    before = fields.Nested(SalesTotalsSchema, required=True, allow_none=True)
    days = fields.List(fields.Nested(SalesDaySchema), required=True)
    rows = fields.List(fields.Nested(SalesRowSchema), required=True)


class FunnelStepSchema(Schema):
    """visit, offer, checkout or purchase; `share` is of the first."""

    step = required_text()
    sessions = fields.Integer(required=True)
    share = fields.Float(required=True)


class FunnelReportSchema(Schema):
    """How many sessions got how far."""

    span = fields.Nested(ReportPeriodSchema, required=True)
    steps = fields.List(fields.Nested(FunnelStepSchema), required=True)
    before = fields.List(fields.Nested(FunnelStepSchema), required=True, allow_none=True)
    left_out = fields.Integer(required=True)


class RetentionEventSchema(Schema):
    """The event; `duration` in seconds, as planned."""

    id = fields.Integer(required=True)
    name = required_text()
    starts_at = required_text()
    duration = fields.Integer(required=True)


class RetentionPointSchema(Schema):
    """A place of the film, in seconds, and how many views watched it."""

    position = fields.Integer(required=True)
    views = fields.Integer(required=True)
    share = fields.Float(required=True)


class ClippedMomentSchema(Schema):
    """A part of the film that was clipped, in seconds."""

    position = fields.Integer(required=True)
    seconds = fields.Integer(required=True)
    name = required_text()
    clips = fields.Integer(required=True)


class RetentionReportSchema(Schema):
    """How far an event was watched. `step` is how many seconds lie between two points."""

    event = fields.Nested(RetentionEventSchema, required=True)
    step = fields.Integer(required=True)
    views = fields.Integer(required=True)
    points = fields.List(fields.Nested(RetentionPointSchema), required=True)
    moments = fields.List(fields.Nested(ClippedMomentSchema), required=True)


class DroppedReasonSchema(Schema):
    """Why something was not kept, and how often."""

    reason = required_text()
    count = fields.Integer(required=True)


class DroppedReportSchema(Schema):
    """What browsers told and was not kept."""

    days = fields.Integer(required=True)
    rows = fields.List(fields.Nested(DroppedReasonSchema), required=True)
