"""The report of a sponsor as a table, for spreadsheets and terminals."""

from __future__ import annotations

from touchline.analytics.application.reports.queries import ReportData
from touchline.analytics.application.reports.tables import Table

FIGURES = ("impressions", "first_quartile", "midpoint", "third_quartile", "complete", "clicks")


def build_sponsor_table(report: ReportData) -> Table:
    """Return a row for each event and day."""
    columns = ("day", "event_id", "event", *FIGURES)
    return Table(columns, tuple(tuple(row[column] for column in columns) for row in report["rows"]))
