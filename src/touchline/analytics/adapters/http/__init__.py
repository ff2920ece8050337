"""HTTP adapters of analytics: data from browsers, and reports for operators."""

from touchline.analytics.adapters.http import beacons, client_errors, report_tokens, reports

BLUEPRINTS = (
    beacons.blueprint,
    report_tokens.blueprint,
    client_errors.blueprint,
    reports.blueprint,
)
