"""Schemas of the reports. docs/how-to/read-the-reports.md explains each figure."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from touchline.analytics.application.reports.queries import Comparison
from touchline.platform.http.schemas import NormalizedString, nullable, required_text
from touchline.platform.http.validation_messages import EnumField
from touchline.shared.strings import normalize

CONTENT_PATTERN = r"^(event|vod|clip):[0-9]{1,10}(?!\n)$"


class ReportArgsSchema(Schema):
    """Query of a report without dates. `format=csv` returns a table for spreadsheets."""

    lang = NormalizedString(normalize.token, load_default=None)
    format = fields.String(load_default="json", validate=validate.OneOf(["json", "csv"]))


class PeriodArgsSchema(ReportArgsSchema):
    """Query of a report over a period.

    `from` and `to` are days in the channel's time zone, both included. The default is the last 28 days; the
    maximum is 400 days.

    `compare` adds the same number of days before (`before`), or the same weekdays a year before (`year`).
    """

    first = NormalizedString(normalize.token, data_key="from", load_default=None)
    last = NormalizedString(normalize.token, data_key="to", load_default=None)
    compare = EnumField(Comparison, load_default=Comparison.BEFORE)


class QualityArgsSchema(PeriodArgsSchema):
    """Query of the quality report. `thing` has the form `event:12` or `vod:3`."""

    thing = fields.String(load_default=None, validate=validate.Regexp(CONTENT_PATTERN))


class ReportPeriodSchema(Schema):
    """Days and time zone (IANA) of a report."""

    first = NormalizedString(normalize.token, data_key="from", attribute="from", required=True)
    to = required_text()
    time_zone = required_text()
    days = fields.Integer(required=True)


class RealtimeItemSchema(Schema):
    """Item that is being watched. `kind` is event, vod or clip."""

    kind = required_text()
    id = fields.Integer(required=True)
    name = required_text()
    viewers = fields.Integer(required=True)


class RealtimeMinuteSchema(Schema):
    """Viewers in one minute."""

    at = required_text()
    viewers = fields.Integer(required=True)


class RealtimeReportSchema(Schema):
    """Current viewers."""

    at = required_text()
    viewers = fields.Integer(required=True)
    things = fields.List(fields.Nested(RealtimeItemSchema), required=True)
    minutes = fields.List(fields.Nested(RealtimeMinuteSchema), required=True)


class ReportTotalsSchema(Schema):
    """Totals of a period."""

    sessions = fields.Integer(required=True)
    page_visits = fields.Integer(required=True)
    views = fields.Integer(required=True)
    minutes = fields.Float(required=True)
    viewers = fields.Integer(required=True)


class AudienceDaySchema(Schema):
    """Figures of one day, in the channel's time zone."""

    day = required_text()
    views = fields.Integer(required=True)
    minutes = fields.Float(required=True)


class OverviewDaySchema(AudienceDaySchema):
    """Overview of one day. `left_out` counts doubtful events, which no figure includes."""

    left_out = fields.Integer(required=True)


class OverviewReportSchema(Schema):
    """Overview of a period.

    The members for the previous period are null without a comparison. `left_out` counts doubtful events,
    which no figure includes.
    """

    span = fields.Nested(ReportPeriodSchema, required=True)
    before_span = fields.Nested(ReportPeriodSchema, required=True, allow_none=True)
    totals = fields.Nested(ReportTotalsSchema, required=True)
    before = fields.Nested(ReportTotalsSchema, required=True, allow_none=True)
    days = fields.List(fields.Nested(OverviewDaySchema), required=True)
    before_days = fields.List(fields.Nested(AudienceDaySchema), required=True, allow_none=True)
    left_out = fields.Integer(required=True)


class BreakdownRowSchema(Schema):
    """Figures of one item or audience group.

    `share` is the share of all minutes. Only events have `starts_at`.
    """

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
    """Viewing time by item or audience group."""

    span = fields.Nested(ReportPeriodSchema, required=True)
    rows = fields.List(fields.Nested(BreakdownRowSchema), required=True)
    left_out = fields.Integer(required=True)


class StartupBucketSchema(Schema):
    """Views with a start-up time from `from_ms` to 100 ms later. The last bucket has no upper bound."""

    from_ms = fields.Integer(required=True)
    views = fields.Integer(required=True)


class StartupSchema(Schema):
    """Time from the request to play until the first frame."""

    median_ms = nullable(fields.Integer)
    p95_ms = nullable(fields.Integer)
    steps = fields.List(fields.Nested(StartupBucketSchema), required=True)


class StallsSchema(Schema):
    """Number and duration of stalls. `per_hour` counts stalls per hour of viewing."""

    views = fields.Integer(required=True)
    share = fields.Float(required=True)
    count = fields.Integer(required=True)
    seconds = fields.Float(required=True)
    per_hour = nullable(fields.Float)


class BitrateSchema(Schema):
    """Bitrate in kbit/s, weighted by viewing time."""

    median = nullable(fields.Integer)


class FailuresSchema(Schema):
    """Failed views."""

    views = fields.Integer(required=True)
    share = fields.Float(required=True)


class FaultSideSchema(Schema):
    """Problems by cause: viewer, delivery, source or unknown."""

    side = required_text()
    stalls = fields.Integer(required=True)
    seconds = fields.Float(required=True)
    failures = fields.Integer(required=True)


class QualityDaySchema(Schema):
    """Quality of one day. `startup_ms` is the mean."""

    day = required_text()
    startup_ms = nullable(fields.Integer)
    stalls = fields.Integer(required=True)
    failures = fields.Integer(required=True)


class PreviousQualitySchema(Schema):
    """Quality in the previous period."""

    startup_median_ms = nullable(fields.Integer)
    stall_share = fields.Float(required=True)
    failure_share = fields.Float(required=True)


class QualityReportSchema(Schema):
    """Playback quality."""

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
    """Totals of sales. `orders` counts paid charges. Amounts are decimal strings in major units."""

    orders = fields.Integer(required=True)
    gross = required_text()
    refunds = required_text()
    net = required_text()


class SalesDaySchema(Schema):
    """Sales of one day."""

    day = required_text()
    orders = fields.Integer(required=True)
    gross = required_text()
    refunds = required_text()


class SalesRowSchema(SalesTotalsSchema):
    """Sales of one product. `type` is event, package or subscription."""

    type = required_text()
    id = fields.Integer(required=True)
    name = required_text()


class SalesReportSchema(Schema):
    """Sales of a period."""

    span = fields.Nested(ReportPeriodSchema, required=True)
    currency = required_text()
    totals = fields.Nested(SalesTotalsSchema, required=True)
    before = fields.Nested(SalesTotalsSchema, required=True, allow_none=True)
    days = fields.List(fields.Nested(SalesDaySchema), required=True)
    rows = fields.List(fields.Nested(SalesRowSchema), required=True)


class FunnelStepSchema(Schema):
    """Step of the funnel: visit, offer, checkout or purchase. `share` is relative to the first step."""

    step = required_text()
    sessions = fields.Integer(required=True)
    share = fields.Float(required=True)


class FunnelReportSchema(Schema):
    """Number of sessions that reached each step."""

    span = fields.Nested(ReportPeriodSchema, required=True)
    steps = fields.List(fields.Nested(FunnelStepSchema), required=True)
    before = fields.List(fields.Nested(FunnelStepSchema), required=True, allow_none=True)
    left_out = fields.Integer(required=True)


class RetentionEventSchema(Schema):
    """Event of the report. `duration` is the planned duration in seconds."""

    id = fields.Integer(required=True)
    name = required_text()
    starts_at = required_text()
    duration = fields.Integer(required=True)


class RetentionPointSchema(Schema):
    """Position in the video in seconds, and the number of views that watched it."""

    position = fields.Integer(required=True)
    views = fields.Integer(required=True)
    share = fields.Float(required=True)


class ClippedMomentSchema(Schema):
    """Part of the video that viewers clipped, in seconds."""

    position = fields.Integer(required=True)
    seconds = fields.Integer(required=True)
    name = required_text()
    clips = fields.Integer(required=True)


class RetentionReportSchema(Schema):
    """Audience retention of an event. `step` is the number of seconds between two points."""

    event = fields.Nested(RetentionEventSchema, required=True)
    step = fields.Integer(required=True)
    views = fields.Integer(required=True)
    points = fields.List(fields.Nested(RetentionPointSchema), required=True)
    moments = fields.List(fields.Nested(ClippedMomentSchema), required=True)


class DroppedReasonSchema(Schema):
    """Reason for discarding data, and how often it occurred."""

    reason = required_text()
    count = fields.Integer(required=True)


class DroppedReportSchema(Schema):
    """Analytics data that was discarded."""

    days = fields.Integer(required=True)
    rows = fields.List(fields.Nested(DroppedReasonSchema), required=True)
