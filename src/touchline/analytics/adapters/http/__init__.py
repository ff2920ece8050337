"""The HTTP edge of analytics: what browsers tell, and what operators ask."""

from touchline.analytics.adapters.http import client_errors, datalake, report_tokens, reports

BLUEPRINTS = [
    datalake.blueprint,
    report_tokens.blueprint,
    client_errors.blueprint,
    reports.blueprint,
]
