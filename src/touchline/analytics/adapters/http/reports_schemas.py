"""Shapes of the reports (docs/how-to/read-the-reports.md says what each figure means)."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from touchline.analytics.application.reports_asked import Compare
from touchline.platform.http.schemas import Text, maybe, text
from touchline.platform.http.sentences import ClosedSet
from touchline.shared import normalize

THING = r"^(event|vod|clip):[0-9]{1,10}(?!\n)$"


class LanguageArgs(Schema):
    """Query of a report without days. `format=csv` has it as a table for spreadsheets."""

    lang = Text(normalize.token, load_default=None)
    format = fields.String(load_default="json", validate=validate.OneOf(["json", "csv"]))


class SpanArgs(LanguageArgs):
    """Query of a report of days. `from` and `to` are days of the channel's, both belong to it; the last 28
    where they are not said, 400 at most. `compare`: with as many days before (`before`), with the same
    weekdays a year before (`year`), with none."""

    first = Text(normalize.token, data_key="from", load_default=None)
    last = Text(normalize.token, data_key="to", load_default=None)
    compare = ClosedSet(Compare, load_default=Compare.BEFORE)


class QualityArgs(SpanArgs):
    """Query of the report of quality; `thing` as in `event:12`, `vod:3`."""

    thing = fields.String(load_default=None, validate=validate.Regexp(THING))


class ReportSpan(Schema):
    """Which days a report tells of, in which time zone (IANA)."""

    first = Text(normalize.token, data_key="from", attribute="from", required=True)
    to = text()
    time_zone = text()
    days = fields.Integer(required=True)


class NowThing(Schema):
    """What is being watched; `kind` is event, vod or clip."""

    kind = text()
    id = fields.Integer(required=True)
    name = text()
    viewers = fields.Integer(required=True)


class NowMinute(Schema):
    """A minute and who watched in it."""

    at = text()
    viewers = fields.Integer(required=True)


class NowReport(Schema):
    """Who is watching at this moment."""

    at = text()
    viewers = fields.Integer(required=True)
    things = fields.List(fields.Nested(NowThing), required=True)
    minutes = fields.List(fields.Nested(NowMinute), required=True)


class ReportTotals(Schema):
    """A span in numbers."""

    sessions = fields.Integer(required=True)
    page_visits = fields.Integer(required=True)
    views = fields.Integer(required=True)
    minutes = fields.Float(required=True)
    viewers = fields.Integer(required=True)


class WatchedDay(Schema):
    """A day of the channel's."""

    day = text()
    views = fields.Integer(required=True)
    minutes = fields.Float(required=True)


class OverviewDay(WatchedDay):
    """A day of the span; `left_out` counts doubtful reports, which no figure has."""

    left_out = fields.Integer(required=True)


class OverviewReport(Schema):
    """How much was watched; the members of the time before are null without a comparison. `left_out` counts
    doubtful reports, which no figure has."""

    span = fields.Nested(ReportSpan, required=True)
    before_span = fields.Nested(ReportSpan, required=True, allow_none=True)
    totals = fields.Nested(ReportTotals, required=True)
    before = fields.Nested(ReportTotals, required=True, allow_none=True)
    days = fields.List(fields.Nested(OverviewDay), required=True)
    before_days = fields.List(fields.Nested(WatchedDay), required=True, allow_none=True)
    left_out = fields.Integer(required=True)


class WatchedRow(Schema):
    """What was watched of one thing, or by one part of the viewers; `share` is of all minutes. `starts_at` is
    said of events."""

    key = text()
    id = maybe(fields.Integer)
    name = text()
    starts_at = maybe(fields.String)
    views = fields.Integer(required=True)
    minutes = fields.Float(required=True)
    share = fields.Float(required=True)
    before_views = maybe(fields.Integer)
    before_minutes = maybe(fields.Float)


class WatchedByReport(Schema):
    """What was watched, in rows."""

    span = fields.Nested(ReportSpan, required=True)
    rows = fields.List(fields.Nested(WatchedRow), required=True)
    left_out = fields.Integer(required=True)


class StartupStep(Schema):
    """Views that began within 100 ms from `from_ms` on; the last step has no end."""

    from_ms = fields.Integer(required=True)
    views = fields.Integer(required=True)


class Startup(Schema):
    """How long it took from the press of play to the first picture."""

    median_ms = maybe(fields.Integer)
    p95_ms = maybe(fields.Integer)
    steps = fields.List(fields.Nested(StartupStep), required=True)


class Stalls(Schema):
    """How often and how long it stood; `per_hour` of viewing."""

    views = fields.Integer(required=True)
    share = fields.Float(required=True)
    count = fields.Integer(required=True)
    seconds = fields.Float(required=True)
    per_hour = maybe(fields.Float)


class Bitrate(Schema):
    """In kbit/s, weighed by the time it was watched in."""

    median = maybe(fields.Integer)


class Failures(Schema):
    """Views that failed."""

    views = fields.Integer(required=True)
    share = fields.Float(required=True)


class FaultSide(Schema):
    """What went wrong on one side: viewer, delivery, source or unknown."""

    side = text()
    stalls = fields.Integer(required=True)
    seconds = fields.Float(required=True)
    failures = fields.Integer(required=True)


class QualityDay(Schema):
    """A day; `startup_ms` is the mean."""

    day = text()
    startup_ms = maybe(fields.Integer)
    stalls = fields.Integer(required=True)
    failures = fields.Integer(required=True)


class QualityBefore(Schema):
    """The time before."""

    startup_median_ms = maybe(fields.Integer)
    stall_share = fields.Float(required=True)
    failure_share = fields.Float(required=True)


class QualityReport(Schema):
    """How it played."""

    span = fields.Nested(ReportSpan, required=True)
    views = fields.Integer(required=True)
    startup = fields.Nested(Startup, required=True)
    stalls = fields.Nested(Stalls, required=True)
    bitrate = fields.Nested(Bitrate, required=True)
    failures = fields.Nested(Failures, required=True)
    sides = fields.List(fields.Nested(FaultSide), required=True)
    days = fields.List(fields.Nested(QualityDay), required=True)
    before = fields.Nested(QualityBefore, required=True, allow_none=True)
    left_out = fields.Integer(required=True)


class SalesSums(Schema):
    """`orders` are paid charges. Money is a decimal string in major units."""

    orders = fields.Integer(required=True)
    gross = text()
    refunds = text()
    net = text()


class SalesDay(Schema):
    """A day."""

    day = text()
    orders = fields.Integer(required=True)
    gross = text()
    refunds = text()


class SalesRow(SalesSums):
    """What one product brought; `type` is event, package or subscription."""

    type = text()
    id = fields.Integer(required=True)
    name = text()


class SalesReport(Schema):
    """What was sold."""

    span = fields.Nested(ReportSpan, required=True)
    currency = text()
    totals = fields.Nested(SalesSums, required=True)
    before = fields.Nested(SalesSums, required=True, allow_none=True)
    days = fields.List(fields.Nested(SalesDay), required=True)
    rows = fields.List(fields.Nested(SalesRow), required=True)


class FunnelStep(Schema):
    """visit, offer, checkout or purchase; `share` is of the first."""

    step = text()
    sessions = fields.Integer(required=True)
    share = fields.Float(required=True)


class FunnelReport(Schema):
    """How many sessions got how far."""

    span = fields.Nested(ReportSpan, required=True)
    steps = fields.List(fields.Nested(FunnelStep), required=True)
    before = fields.List(fields.Nested(FunnelStep), required=True, allow_none=True)
    left_out = fields.Integer(required=True)


class RetentionEvent(Schema):
    """The event; `duration` in seconds, as planned."""

    id = fields.Integer(required=True)
    name = text()
    starts_at = text()
    duration = fields.Integer(required=True)


class RetentionPoint(Schema):
    """A place of the film, in seconds, and how many views watched it."""

    position = fields.Integer(required=True)
    views = fields.Integer(required=True)
    share = fields.Float(required=True)


class ClippedMoment(Schema):
    """A part of the film that was clipped, in seconds."""

    position = fields.Integer(required=True)
    seconds = fields.Integer(required=True)
    name = text()
    clips = fields.Integer(required=True)


class RetentionReport(Schema):
    """How far an event was watched. `step` is how many seconds lie between two points."""

    event = fields.Nested(RetentionEvent, required=True)
    step = fields.Integer(required=True)
    views = fields.Integer(required=True)
    points = fields.List(fields.Nested(RetentionPoint), required=True)
    moments = fields.List(fields.Nested(ClippedMoment), required=True)


class DroppedRow(Schema):
    """Why something was not kept, and how often."""

    reason = text()
    count = fields.Integer(required=True)


class DroppedReport(Schema):
    """What browsers told and was not kept."""

    days = fields.Integer(required=True)
    rows = fields.List(fields.Nested(DroppedRow), required=True)
