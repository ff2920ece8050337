"""The HTTP edge of analytics: what browsers tell, and what operators ask."""

from touchline.analytics.adapters.http import beacons, client_errors, report_tokens, reports

BLUEPRINTS = [
    beacons.blueprint,
    report_tokens.blueprint,
    client_errors.blueprint,
    reports.blueprint,
]
